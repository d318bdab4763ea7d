//! Games at a time, on the command line.

use std::num::NonZero;

use clap::Args;
use damier_arena::{MatchSettings, Spec, play::Pondering};

/// Games at a time.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Concurrency {
    /// Games at a time [default: 1 where time counts (--time, --clock, --ponder, the pace of a competitor), for games
    /// beside each other take it from each other; the number of cores where only nodes and depth do]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZero<usize>>,
}

impl Concurrency {
    /// Whether a number was given.
    pub(crate) fn is_given(self) -> bool {
        self.concurrency.is_some()
    }

    /// Returns the number given, or that which does not distort games of `competitors`.
    pub(crate) fn of<'s>(
        self,
        mut competitors: impl Iterator<Item = &'s Spec>,
        settings: &MatchSettings,
    ) -> NonZero<usize> {
        let pace = settings.pace();
        let time_counts =
            settings.pondering == Pondering::On || competitors.any(|spec| spec.counts_time(&pace));
        let default = if time_counts { NonZero::<usize>::MIN } else { cores() };
        self.concurrency.unwrap_or(default)
    }
}

/// Returns the number of cores.
fn cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier_engine::search::Limits;

    use super::*;

    #[test]
    fn one_game_at_a_time_is_played_where_time_counts() {
        let default = |competitors: [&str; 2], limits: Limits, pondering: Pondering| {
            let specs = competitors.map(|text| text.parse::<Spec>().expect("a competitor"));
            let settings = MatchSettings { limits, pondering, ..MatchSettings::default() };
            Concurrency { concurrency: None }.of(specs.iter(), &settings)
        };
        let (time, nodes) = (Limits::time(Duration::from_secs(1)), Limits::nodes(5));
        let one = NonZero::<usize>::MIN;
        let off = Pondering::Off;
        assert_eq!(default(["ab:material", "random"], time, off), one);
        assert_eq!(default(["ab:material,clock=1m", "random"], nodes, off), one);
        assert_eq!(default(["mcts:material", "random"], nodes, Pondering::On), one);
        assert_eq!(default(["ab:material,nodes=5", "random"], time, off), cores());
        assert_eq!(default(["random", "greedy"], time, off), cores());
        let settings = MatchSettings::default();
        let given = NonZero::new(3);
        let spec = "ab:material,time=1s".parse::<Spec>().expect("a competitor");
        assert_eq!(Some(Concurrency { concurrency: given }.of([&spec].into_iter(), &settings)), given);
    }
}
