//! A league: the nets of a run against fixed yardsticks and against their predecessors, rated all together.

mod plot;
mod runner;
#[cfg(test)]
mod tests;
mod watched;

pub use plot::{Line, Mark, Plot, Scale};
pub use runner::{Generation, LeagueConfig, LeagueEnd, LeagueError, LeagueRow, run_league};
pub(crate) use watched::WatchedLeague;
