//! The `damier` command, for the program of the package.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the `damier` command and returns its exit code. `arguments` begin with the name of the program.
#[pyfunction]
#[pyo3(name = "_run_command")]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| damier_command::run(arguments))
}
