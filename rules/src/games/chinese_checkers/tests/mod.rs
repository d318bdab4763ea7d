//! What Chinese checkers has to do.

mod laws;
mod perft_tables;

use crate::{games::chinese_checkers::ChineseCheckers, options::Options};

/// The game with these options, e.g. `players=3`; none for the defaults.
fn game(options: &str) -> ChineseCheckers {
    let identity = format!("chinese-checkers{}{options}", if options.is_empty() { "" } else { ":" });
    let (_, options) = Options::parse(&identity).expect("well formed");
    ChineseCheckers::with_options(options).unwrap_or_else(|error| panic!("{error}"))
}
