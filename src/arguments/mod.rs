//! Groups of options and their values that several subcommands take.

pub(crate) mod concurrency;
#[cfg(feature = "train")]
pub(crate) mod config_choice;
pub(crate) mod duration_text;
pub(crate) mod endgame_folder;
pub(crate) mod fleet_choice;
pub(crate) mod game_choice;
pub(crate) mod new_file;
pub(crate) mod opening_books;
pub(crate) mod opening_choice;
pub(crate) mod search_limits;
pub(crate) mod shipped_nets;
pub(crate) mod threads;
