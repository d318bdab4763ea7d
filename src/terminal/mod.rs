//! What people read and write: the terminal, its output, help, failures, boards, progress and Ctrl-C.

pub(crate) mod board_drawing;
pub(crate) mod failure;
pub(crate) mod help;
pub(crate) mod interrupt;
pub(crate) mod kind;
mod layout;
pub(crate) mod numbers;
mod output;
pub(crate) mod printable;
pub(crate) mod progress;

pub(crate) use self::output::{
    Escaped, Output, escaped, escaped_aside, output, report, width, write_file_text,
};
