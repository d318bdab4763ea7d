//! A match: pairs of games between two competitors.

mod adjudication;
mod clock;
mod directory;
mod ending;
mod first_moves;
mod game;
mod game_line;
mod game_sink;
mod game_text;
mod keeping;
mod match_game;
mod observer;
#[cfg(test)]
mod pondering_tests;
mod report;
mod runner;
mod scoreboard;
mod settings;
mod terms;
#[cfg(test)]
mod tests;
mod workers;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use directory::{GAMES_FILE, Identity, MatchDirectory, SETTINGS_FILE};
pub use ending::{Ending, Grounds};
pub(crate) use first_moves::FirstMoves;
pub use game::{PlayedGame, Seat, play_game};
pub use game_line::{game_line, read_game_line};
pub use game_sink::GameSink;
pub(crate) use game_sink::InOrder;
pub use game_text::{CompetitorTags, GameTextTags, MoveTimes, game_text, played_game_text};
pub(crate) use keeping::Keeping;
pub use match_game::{Effort, MatchGame, PlayedMove};
pub use observer::{Observer, Silent, Standing};
pub use report::MatchReport;
pub(crate) use report::{EffortText, ThreadsText};
pub(crate) use runner::locked;
pub use runner::{MatchResult, play, play_in};
pub use settings::{DEFAULT_MARGIN, MatchSettings, Pondering};
pub use terms::Terms;
pub use workers::ThreadsError;
pub(crate) use workers::run_workers;
