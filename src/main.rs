//! The `damier` command.

fn main() {}
