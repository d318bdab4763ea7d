//! Progress of long work, on standard error: a bar on a terminal, now and then a line elsewhere.

mod games_bar;
mod matches;
mod pace;
pub(crate) mod positions;
#[cfg(feature = "train")]
mod run;
#[cfg(feature = "train")]
mod run_clock;
mod sparse_lines;
#[cfg(feature = "train")]
mod stage_bar;
mod tournament;
mod work_bar;

pub(crate) use self::{matches::MatchProgress, tournament::TournamentBar, work_bar::WorkBar};
#[cfg(feature = "train")]
pub(crate) use self::{
    run::{RunProgress, accumulator_warning, elo_text, measured_line},
    stage_bar::StageBar,
};
