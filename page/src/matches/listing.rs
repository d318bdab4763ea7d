//! Which matches, tournaments and leagues lie below a folder.

use std::{fs, path::Path};

use damier_arena::watch::Kind;

use crate::folder_name::is_plain;

/// Most folders of a list.
pub(super) const MOST_ENTRIES: usize = 500;
/// Files and folders that are looked at for a list, and how deep.
const MOST_LOOKS: usize = 20_000;
const DEEPEST: usize = 8;
/// What is said of a link that is not followed.
pub(super) const LEADS_OUT: &str = "leads out of the folder of --games by a symbolic link, which is not followed; give that folder to --games";

/// What lies below a folder.
#[derive(Default, Debug)]
pub(crate) struct Listing {
    /// Whether the folder is there.
    pub(crate) exists: bool,
    /// By name.
    pub(crate) entries: Vec<Entry>,
    /// Whether there is more than a list has.
    pub(crate) is_cut: bool,
}

/// A folder of a match, a tournament or a league, or why one is not shown.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The way to it, with `/` between the folders.
    pub(crate) name: String,
    /// What it holds, or why it is not shown.
    pub(crate) kind: Result<Kind, String>,
}

impl Listing {
    /// Looks through a folder.
    pub(super) fn of(root: &Path) -> Self {
        let mut listing = Self { exists: root.is_dir(), ..Self::default() };
        let mut looks = 0;
        if let Ok(real) = root.canonicalize() {
            listing.look(&real, root, "", 0, &mut looks);
        }
        listing.entries.sort_by(|one, other| one.name.cmp(&other.name));
        listing.is_cut |= listing.entries.len() > MOST_ENTRIES;
        listing.entries.truncate(MOST_ENTRIES);
        listing
    }

    /// Looks at a folder, called `name` below `real`, the one that is listed.
    fn look(&mut self, real: &Path, folder: &Path, name: &str, depth: usize, looks: &mut usize) {
        if let Some(kind) = Kind::of(folder) {
            let name = if name.is_empty() { super::ITSELF } else { name };
            self.entries.push(Entry { name: name.to_owned(), kind: Ok(kind) });
            return;
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                let reason = format!("cannot be listed: {error}; check its permissions");
                self.entries.push(Entry { name: name.to_owned(), kind: Err(reason) });
                return;
            }
        };
        for entry in entries.flatten() {
            *looks += 1;
            if *looks > MOST_LOOKS || depth == DEEPEST {
                self.is_cut = true;
                return;
            }
            let Ok(part) = entry.file_name().into_string() else { continue };
            let Ok(kind) = entry.file_type() else { continue };
            if !is_plain(&part) {
                continue;
            }
            let name = if name.is_empty() { part } else { format!("{name}/{part}") };
            let path = entry.path();
            if kind.is_symlink() {
                let leads_out =
                    path.canonicalize().is_ok_and(|target| target.is_dir() && !target.starts_with(real));
                if leads_out {
                    self.entries.push(Entry { name, kind: Err(LEADS_OUT.to_owned()) });
                }
            } else if kind.is_dir() {
                self.look(real, &path, &name, depth + 1, looks);
            }
        }
    }
}
