//! A C library whose elementary functions differ from the system's, for processes to load before it.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// What the foreign library says on standard error when it is there and differs.
pub(crate) const ANNOUNCEMENT: &str = "foreign libm";

/// Builds the foreign library in a folder; `None` where there is no C compiler.
pub(crate) fn foreign_library(folder: &Path) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libm/foreign.c");
    let library = folder.join("foreign.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl");
    let output = compiler.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(library)
}
