//! A match: pairs of games between two competitors.

mod ending;
mod game;
mod game_text;
mod observer;
mod report;
mod runner;
mod settings;
#[cfg(test)]
mod tests;

pub use ending::Ending;
pub use game::{Course, Effort, PlayedGame, PlayedMove};
pub(crate) use game::{Seated, run_game};
pub use game_text::{GameTextTags, game_text};
pub use observer::{Observer, Silent, Standing};
pub(crate) use report::EffortText;
pub use report::MatchReport;
pub(crate) use runner::locked;
pub use runner::{MatchResult, play};
pub use settings::MatchSettings;
