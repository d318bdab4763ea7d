//! Files that are either whole or absent.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

/// Writes `content` to `path` so that a crash, a full disk or `kill -9` at any instant leaves either the
/// old file or the new one: a temporary file beside it, synced, then renamed; the folder is synced too.
///
/// # Errors
/// Any error of the file system; the old file is then untouched and the temporary one is gone.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".damier-").suffix(".tmp").tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
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
}
