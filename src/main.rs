//! The program `damier`.

use std::process::ExitCode;

fn main() -> ExitCode {
    damier_command::run(std::env::args_os()).into()
}
