//! Files: written whole or not at all, locked against other processes, and read without trust in their content.
//!
//! [`atomic_file`] writes, [`FileLock`] and [`FolderLock`] lock. [`binary_file`] reads the parts that damier's own binary
//! files have in common, and [`bytes`] the fields inside of them; neither panics on any content.

pub mod atomic_file;
pub mod binary_file;
pub mod bytes;
pub mod file_lock;
pub mod folder_lock;
mod sha256;

pub use bytes::{ByteReader, Malformed};
pub use file_lock::FileLock;
pub use folder_lock::FolderLock;
pub use sha256::sha256;
