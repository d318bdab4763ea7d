//! The bounds of a search on the command line.

use std::time::Duration;

use clap::Args;
use damier_engine::search::Limits;

use super::duration_text;

/// What ends a search; the first bound reached counts.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct SearchLimits {
    /// Time for each move, such as 200ms, 1.5s or 2m
    #[arg(long, value_name = "DURATION", value_parser = duration_text::parse)]
    time: Option<Duration>,
    /// Simulations (tree search) or nodes (alpha-beta) for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
}

impl SearchLimits {
    /// The bounds given.
    pub(crate) fn given(self) -> Limits {
        let Self { time, nodes, depth } = self;
        Limits { time, nodes, depth, ..Limits::default() }
    }

    /// The bounds given, or `default` for the time if there is none.
    pub(crate) fn or_time(self, default: Duration) -> Limits {
        let given = self.given();
        if given.is_infinite() { Limits::time(default) } else { given }
    }
}
