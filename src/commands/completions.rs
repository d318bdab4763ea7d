//! `damier completions` and `damier man`: what shells and packages want of the command line.

use std::{fs, path::PathBuf};

use anyhow::Context as _;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::{
    Cli,
    terminal::{self, help},
};

/// Columns of the text in man pages; their readers fill lines anew but leave examples alone.
const MAN_COLUMNS: usize = 100;
const NAME: &str = "damier";

/// Print the completions of a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier completions bash > ~/.local/share/bash-completion/completions/damier
  damier completions zsh > ~/.zfunc/_damier
  damier completions fish > ~/.config/fish/completions/damier.fish")]
pub(crate) struct Options {
    /// The shell
    shell: Shell,
}

/// Writes the completions to standard output.
///
/// # Errors
/// It cannot be written.
pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), NAME, &mut script);
    Ok(std::io::Write::write_all(&mut terminal::output(), &script)?)
}

/// Write the man pages of all commands into a folder
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  damier man ~/.local/share/man/man1    then: man damier-match")]
pub(crate) struct ManOptions {
    /// The folder, which is made if it is missing; pages of the same name are replaced
    folder: PathBuf,
}

/// Writes a page for the program and for each command.
///
/// # Errors
/// The folder or a page cannot be written.
pub(crate) fn execute_man(options: &ManOptions) -> anyhow::Result<()> {
    let folder = &options.folder;
    let cannot = || format!("{}: cannot be written; check the path and permissions", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    clap_mangen::generate_to(help::prepared(Cli::command(), MAN_COLUMNS), folder).with_context(cannot)
}
