//! Files that are either whole or absent.

use std::{
    collections::BTreeSet,
    fs::{self, File, TryLockError},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use tempfile::{NamedTempFile, TempDir};

/// Begins and ends the names of what is not finished.
const PREFIX: &str = ".damier-";
const SUFFIX: &str = ".tmp";

/// Writes `content` to `path` so that a crash, a full disk or `kill -9` at any instant leaves either the
/// old file or the new one: a temporary file beside it, synced, then renamed; the folder is synced too, except on Windows.
///
/// # Errors
/// Any error of the file system; the old file is then untouched and the temporary one is gone.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    write_as(Kind::File, path, content)
}

/// Writes a file like [`write()`] that its owner alone may read, where the system knows such permissions.
///
/// # Errors
/// Those of [`write()`].
pub fn write_secret(path: &Path, content: &[u8]) -> io::Result<()> {
    write_as(Kind::Secret, path, content)
}

fn write_as(kind: Kind, path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut file = begin_file(kind, folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Syncs a folder, so that a rename inside it survives a crash. Windows has no such operation and needs none.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(windows) { Ok(()) } else { File::open(folder)?.sync_all() }
}

/// New file under way: has another name until it is [finished](Self::finish), and is removed if it never is.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl NewFile {
    /// Begins a file that will be at `path`.
    ///
    /// # Errors
    /// Any error of the file system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = begin_file(Kind::File, folder_of(path))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file) })
    }

    /// Syncs the file and gives it its name.
    ///
    /// # Errors
    /// Any error of the file system. Another file at that place stays, and is an error too.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist_noclobber(&self.path).map_err(|error| error.error)?;
        sync_folder(folder_of(&self.path))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// New folder under way, like a [`NewFile`].
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    folder: TempDir,
    /// Shows other processes that this one lives; `None` where folders cannot be locked.
    _lock: Option<File>,
}

impl NewFolder {
    /// Begins a folder that will be at `path`.
    ///
    /// # Errors
    /// Any error of the file system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let (folder, lock) = begin_folder(folder_of(path))?;
        Ok(Self { path: path.to_owned(), folder, _lock: lock })
    }

    /// Returns where its files go until it is finished.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives the folder its name.
    ///
    /// # Errors
    /// Any error of the file system. Anything else at that place stays, and is an error too.
    pub fn finish(self) -> io::Result<()> {
        if self.path.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let made = self.folder.keep();
        fs::rename(&made, &self.path).inspect_err(|_| drop(fs::remove_dir_all(&made)))?;
        sync_folder(folder_of(&self.path))
    }
}

/// Begins an unfinished file in `folder`, locked for as long as its process works on it.
fn begin_file(kind: Kind, folder: &Path) -> io::Result<NamedTempFile> {
    clear_once(folder);
    loop {
        let file = unfinished(kind).tempfile_in(folder)?;
        if is_held(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// Begins an unfinished folder like [`begin_file`].
fn begin_folder(within: &Path) -> io::Result<(TempDir, Option<File>)> {
    clear_once(within);
    loop {
        let folder = unfinished(Kind::Folder).tempdir_in(within)?;
        let Ok(lock) = File::open(folder.path()) else { return Ok((folder, None)) };
        if is_held(&lock, folder.path()) {
            return Ok((folder, Some(lock)));
        }
    }
}

/// Locks a new unfinished file; returns `false` where another process took it for one that was left behind.
fn is_held(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => is_at(file, path),
        Err(TryLockError::WouldBlock) => false,
        // Where nothing can be locked nothing is taken for left behind, either.
        Err(TryLockError::Error(_)) => true,
    }
}

/// Removes the unfinished files and folders that killed processes left in `folder`. Those of living processes are locked
/// and stay; so does whatever cannot be removed.
pub fn clear_left_behind(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        let Some(kind) = entry.file_type().ok().filter(|kind| ours && (kind.is_file() || kind.is_dir()))
        else {
            continue;
        };
        let path = entry.path();
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_ok() && is_at(&file, &path) {
            let _ = if kind.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// Does [`clear_left_behind`] the first time that this process writes into a folder.
fn clear_once(folder: &Path) {
    static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if CLEARED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        clear_left_behind(folder);
    }
}

/// Returns whether an open file is still the one at `path`: neither removed nor replaced.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let there = fs::symlink_metadata(path).map(place).ok();
        there.is_some() && file.metadata().map(place).ok() == there
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    File,
    Secret,
    Folder,
}

/// Returns a builder of temporary files. Only secrets have the permissions of temporary files, which are the owner's
/// alone; others have those of any file of this user.
fn unfinished<'a>(kind: Kind) -> tempfile::Builder<'a, 'a> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The system takes away what the user's mask says.
        let mode = match kind {
            Kind::File => 0o666,
            Kind::Secret => 0o600,
            Kind::Folder => 0o777,
        };
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = kind;
    builder
}

/// Returns the folder that contains a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_whole_files_and_leaves_no_temporary_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        write(&path, b"one").expect("written");
        write(&path, b"two").expect("written");
        assert_eq!(std::fs::read(&path).expect("read"), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn others_may_do_with_them_what_they_may_with_any_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(path(name)).expect("it is there").permissions().mode();
        fs::write(path("plain"), "one").expect("written");
        fs::create_dir(path("plain folder")).expect("made");
        write(&path("whole"), b"one").expect("written");
        NewFile::create(&path("new")).expect("created").finish().expect("finished");
        NewFolder::create(&path("folder")).expect("created").finish().expect("finished");
        fs::write(path("key"), "old").expect("written");
        write_secret(&path("key"), b"one").expect("written");
        assert_eq!(mode("key") & 0o777, 0o600, "but for secrets");
        assert_eq!([mode("whole"), mode("new")], [mode("plain"); 2]);
        assert_eq!(mode("folder"), mode("plain folder"));
    }

    #[test]
    fn what_killed_processes_left_behind_is_removed_and_what_living_ones_write_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let alive = NewFile::create(&path("games.pdn")).expect("created");
        let alive_folder = NewFolder::create(&path("games")).expect("created");
        // As a kill leaves them: not locked.
        fs::write(path(".damier-abc.tmp"), "half").expect("written");
        fs::create_dir(path(".damier-def.tmp")).expect("made");
        fs::write(path(".damier-def.tmp").join("chunk"), "half").expect("written");
        for others in ["damier-abc.tmp", ".damier-abc.txt", ".other-abc.tmp"] {
            fs::write(path(others), "mine").expect("written");
        }
        clear_left_behind(folder.path());
        assert!(!path(".damier-abc.tmp").exists() && !path(".damier-def.tmp").exists());
        alive.finish().expect("it was left alone");
        alive_folder.finish().expect("it was left alone");
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 5);
    }

    #[test]
    fn the_first_file_in_a_folder_clears_it() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(".damier-abc.tmp"), "half").expect("written");
        write(&folder.path().join("state"), b"one").expect("written");
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn what_is_new_appears_when_it_is_finished_and_never_over_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let count = || std::fs::read_dir(folder.path()).expect("listed").count();
        let path = folder.path().join("games.pdn");
        let mut file = NewFile::create(&path).expect("created");
        file.write_all(b"one").expect("written");
        assert!(!path.exists());
        file.finish().expect("finished");
        assert_eq!(std::fs::read(&path).expect("read"), b"one");
        let mut other = NewFile::create(&path).expect("created");
        other.write_all(b"two").expect("written");
        assert!(other.finish().is_err());
        drop(NewFile::create(&folder.path().join("none")).expect("created"));
        assert_eq!((std::fs::read(&path).expect("read"), count()), (b"one".to_vec(), 1));

        let made = folder.path().join("games");
        let new = NewFolder::create(&made).expect("created");
        std::fs::write(new.path().join("file"), "x").expect("written");
        assert!(!made.exists());
        new.finish().expect("finished");
        assert!(made.join("file").exists());
        let again = NewFolder::create(&made).expect("created");
        assert!(again.finish().is_err());
        assert_eq!(count(), 2);
    }
}
