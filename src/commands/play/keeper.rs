//! Games are kept while they are played, so that nothing ends them but their end: in a file that is written anew after
//! every move, in the folder where the system wants such things.

use std::{
    env,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    time::{SystemTime, UNIX_EPOCH},
};

use damier_files::atomic_file;

/// The folder's name within that of the program's state.
const FOLDER: &str = "games";
const EXTENSION: &str = "game";
const LOCK: &str = "lock";
/// Games that are kept at most; the oldest make room.
const MOST: usize = 100;

/// Keeps the game under way.
pub(super) struct Keeper {
    /// `None` where the system tells no folder.
    folder: Option<PathBuf>,
    /// The file of this game, and the lock that says that it is being played.
    place: Option<Place>,
    /// Games that this one has begun.
    begun: usize,
}

struct Place {
    file: PathBuf,
    lock: PathBuf,
    /// Holds the lock while it is open.
    _held: File,
}

impl Drop for Place {
    fn drop(&mut self) {
        // A lock that stays behind has no owner and does no harm.
        let _ = fs::remove_file(&self.lock);
    }
}

impl Keeper {
    /// Keeps games in the usual folder.
    pub(super) fn new() -> Self {
        Self { folder: folder(), place: None, begun: 0 }
    }

    /// Writes the game; a new one gets a file of its own.
    ///
    /// # Errors
    /// There is no such folder and none can be made, or the disk is full.
    pub(super) fn keep(&mut self, text: &str) -> io::Result<()> {
        if self.place.is_none() {
            self.place = Some(self.new_place()?);
        }
        match &self.place {
            Some(place) => atomic_file::write(&place.file, text.as_bytes()),
            None => Ok(()),
        }
    }

    /// The next game to be kept is another one.
    pub(super) fn begin_another(&mut self) {
        self.place = None;
    }

    /// Removes the file of this game, which has no moves any more.
    pub(super) fn forget(&mut self) {
        if let Some(place) = self.place.take() {
            // If it cannot be removed it is offered again, which does no harm.
            let _ = fs::remove_file(&place.file);
        }
    }

    /// Whether the game is in a file.
    pub(super) fn holds_game(&self) -> bool {
        self.place.is_some()
    }

    /// Goes on with a kept game in its file.
    ///
    /// # Errors
    /// Another process plays it.
    pub(super) fn take_over(&mut self, file: &Path) -> io::Result<()> {
        self.place = Some(hold(file.to_owned())?);
        Ok(())
    }

    fn new_place(&mut self) -> io::Result<Place> {
        let folder = self.folder.as_ref().ok_or_else(|| io::Error::other("no home folder is known"))?;
        fs::create_dir_all(folder)?;
        prune(folder);
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        self.begun += 1;
        let name = format!("{seconds}-{}-{}.{EXTENSION}", process::id(), self.begun);
        hold(folder.join(name))
    }
}

/// Locks a game's file: through a file beside it, for the file itself is replaced all the time.
fn hold(file: PathBuf) -> io::Result<Place> {
    let lock = file.with_extension(LOCK);
    let held = File::create(&lock)?;
    held.try_lock().map_err(|error| match error {
        fs::TryLockError::WouldBlock => io::Error::other("this game is being played in another window"),
        fs::TryLockError::Error(error) => error,
    })?;
    Ok(Place { file, lock, _held: held })
}

/// Returns the files of games that are not being played, the newest first.
pub(super) fn kept() -> Vec<PathBuf> {
    let Some(folder) = folder() else { return Vec::new() };
    let is_free = |file: &PathBuf| {
        let lock = file.with_extension(LOCK);
        File::open(&lock).map_or(true, |lock| lock.try_lock().is_ok())
    };
    files(&folder).into_iter().filter(is_free).collect()
}

/// Returns the folder of kept games, for messages.
pub(super) fn folder_name() -> String {
    folder().map_or_else(|| "a home folder, which is not known".to_owned(), |path| path.display().to_string())
}

/// All files of games, the newest first.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == EXTENSION))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort_unstable();
    files.into_iter().rev().map(|(_, path)| path).collect()
}

/// Makes room for another game.
fn prune(folder: &Path) {
    for old in files(folder).into_iter().skip(MOST - 1) {
        // What cannot be removed stays.
        let _ = fs::remove_file(old.with_extension(LOCK));
        let _ = fs::remove_file(old);
    }
}

/// `$XDG_STATE_HOME/damier/games`, or what the system has instead.
fn folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = variable("XDG_STATE_HOME")
        .filter(|path| path.is_absolute())
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| Some(variable("HOME")?.join(".local/state")))?;
    Some(state.join("damier").join(FOLDER))
}
