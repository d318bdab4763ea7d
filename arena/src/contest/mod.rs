//! A match: pairs of games between two competitors.

mod adjudication;
mod clock;
mod course;
mod directory;
mod ending;
mod game;
mod game_line;
mod game_text;
mod keeping;
mod observer;
#[cfg(test)]
mod pondering_tests;
mod report;
mod runner;
mod settings;
mod terms;
#[cfg(test)]
mod tests;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use course::{Course, Seat, play_game};
pub use directory::{GAMES_FILE, Identity, MatchDirectory, SETTINGS_FILE};
pub use ending::{Ending, Grounds};
pub use game::{Effort, PlayedGame, PlayedMove};
pub use game_line::{game_line, read_game_line};
pub use game_text::{GameTextTags, course_text, game_text};
pub(crate) use keeping::Keeping;
pub use observer::{Observer, Silent, Standing};
pub(crate) use report::EffortText;
pub use report::MatchReport;
pub(crate) use runner::locked;
pub use runner::{MatchResult, play, play_in};
pub use settings::{DEFAULT_MARGIN, MatchSettings, Pondering};
pub use terms::Terms;
