//! Output of the tests with `--show-output`.

/// Writes a line: what was found, or what could not be tested.
#[allow(clippy::print_stdout, reason = "whoever runs the tests has to know what was tested and what was not")]
pub(crate) fn tell(line: impl std::fmt::Display) {
    println!("{line}");
}
