//! Files that are either whole or absent.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// Begins and ends the names of what is not finished.
const PREFIX: &str = ".damier-";
const SUFFIX: &str = ".tmp";

/// Writes `content` to `path` so that a crash, a full disk or `kill -9` at any instant leaves either the
/// old file or the new one: a temporary file beside it, synced, then renamed; the folder is synced too.
///
/// # Errors
/// Any error of the file system; the old file is then untouched and the temporary one is gone.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut file = unfinished(Kind::File).tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

/// A new file under way: beside its place under another name until it is [finished](Self::finish), and gone if it
/// never is.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    file: BufWriter<tempfile::NamedTempFile>,
}

impl NewFile {
    /// A file that will be at `path`.
    ///
    /// # Errors
    /// Any error of the file system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = unfinished(Kind::File).tempfile_in(folder_of(path))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file) })
    }

    /// Puts it in its place, whole.
    ///
    /// # Errors
    /// Any error of the file system; there may be a file at its place, which then stays.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist_noclobber(&self.path).map_err(|error| error.error)?;
        File::open(folder_of(&self.path))?.sync_all()
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

/// A new folder under way, like a [`NewFile`].
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    folder: tempfile::TempDir,
}

impl NewFolder {
    /// A folder that will be at `path`.
    ///
    /// # Errors
    /// Any error of the file system.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), folder: unfinished(Kind::Folder).tempdir_in(folder_of(path))? })
    }

    /// Where its files go for the time being.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Puts it in its place, whole.
    ///
    /// # Errors
    /// Any error of the file system; there may be something at its place, which then stays.
    pub fn finish(self) -> io::Result<()> {
        if self.path.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let made = self.folder.keep();
        fs::rename(&made, &self.path).inspect_err(|_| drop(fs::remove_dir_all(&made)))?;
        File::open(folder_of(&self.path))?.sync_all()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    File,
    Folder,
}

/// Others may do with it what they may with files of this user's: temporary files are their owner's alone otherwise.
fn unfinished<'a>(kind: Kind) -> tempfile::Builder<'a, 'a> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The system takes away what the user's mask says.
        let mode = if kind == Kind::File { 0o666 } else { 0o777 };
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = kind;
    builder
}

fn folder_of(path: &Path) -> &Path {
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
        assert_eq!([mode("whole"), mode("new")], [mode("plain"); 2]);
        assert_eq!(mode("folder"), mode("plain folder"));
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
