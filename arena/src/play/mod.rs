//! Playing games: one of them move by move, lists of them on several threads, and the log that keeps them.

mod adjudication;
mod clock;
mod ending;
mod first_moves;
mod game;
mod game_line;
mod game_text;
mod log;
mod played_game;
mod seating;
mod settings;
mod task;
mod terms;
mod workers;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use ending::{Ending, Grounds};
pub(crate) use first_moves::FirstMoves;
pub use game::{Seat, play_game};
pub(crate) use game_line::{GameLine, LineSummary};
pub use game_text::{CompetitorTags, MoveTimes, game_text};
pub use log::LogError;
pub(crate) use log::{GameLog, LineSpan, LogHead, LogReader, OldLogs, read_head};
pub use played_game::{Effort, PlayedBy, PlayedGame, PlayedMove};
pub use seating::seating;
pub use settings::{DEFAULT_MARGIN, MatchSettings, Pondering};
pub use task::Task;
pub(crate) use task::{Seated, TakeGame, TaskRunner};
pub use terms::Terms;
pub use workers::ThreadsError;
use workers::run_workers;
