//! How long a competitor may think.

use std::fmt;

use damier_engine::{
    search::Limits,
    time::{DurationText, TimeControl},
};

/// How long a competitor may think: the bounds of each move, and the clock of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pace {
    /// The bounds of each move.
    pub limits: Limits,
    /// The clock of the game.
    pub clock: Option<TimeControl>,
}

impl Pace {
    /// Returns whether moves are bounded by time.
    pub fn counts_time(&self) -> bool {
        self.clock.is_some() || self.limits.time.is_some()
    }

    /// Returns the same with `factor` times the time.
    pub(crate) fn scaled(self, factor: f64) -> Self {
        let limits = Limits { time: self.limits.time.map(|time| time.mul_f64(factor)), ..self.limits };
        let clock = self.clock.map(|clock| TimeControl {
            main: clock.main.mul_f64(factor),
            increment: clock.increment.mul_f64(factor),
            ..clock
        });
        Self { limits, clock }
    }

    /// Returns the same with `nodes` in place of the time, where time bounds the moves.
    pub(crate) fn in_nodes(self, nodes: u64) -> Self {
        if !self.counts_time() {
            return self;
        }
        Self { limits: Limits { time: None, nodes: Some(nodes), ..self.limits }, clock: None }
    }

    /// Returns the seconds that a player takes for a game of `moves` moves of it: at most by a clock, about by a time of
    /// each move, and 0 where time does not bound them.
    pub(crate) fn seconds_of_game(&self, moves: f64) -> f64 {
        match (self.clock, self.limits.time) {
            (Some(clock), _) => {
                let times = clock.moves.map_or(1.0, |each| (moves / f64::from(each.get())).max(1.0));
                times * clock.main.as_secs_f64() + moves * clock.increment.as_secs_f64()
            }
            (None, Some(time)) => moves * time.as_secs_f64(),
            (None, None) => 0.0,
        }
    }

    /// Returns whether nothing bounds a search.
    pub fn is_infinite(&self) -> bool {
        self.clock.is_none() && self.limits.is_infinite()
    }
}

impl fmt::Display for Pace {
    /// Writes what bounds a search, for people.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { time, nodes, depth, .. } = self.limits;
        let bounds = [
            self.clock.map(|clock| format!("clock {clock}")),
            time.map(|time| format!("{} a move", DurationText(time))),
            nodes.map(|nodes| format!("{nodes} nodes a move")),
            depth.map(|depth| format!("depth {depth}")),
        ];
        let bounds: Vec<String> = bounds.into_iter().flatten().collect();
        if bounds.is_empty() { out.write_str("none") } else { out.write_str(&bounds.join(", ")) }
    }
}

impl From<Limits> for Pace {
    fn from(limits: Limits) -> Self {
        Self { limits, clock: None }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn time_alone_is_scaled_and_replaced() {
        let clock: TimeControl = "40/1m+1s".parse().expect("a clock");
        let limits = Limits { time: Some(Duration::from_millis(20)), depth: Some(9), ..Limits::default() };
        let pace = Pace { limits, clock: Some(clock) };
        let twice = pace.scaled(2.0);
        assert_eq!(twice.to_string(), "clock 40/2m+2s, 40ms a move, depth 9");
        assert_eq!(pace.in_nodes(500).to_string(), "500 nodes a move, depth 9");
        let nodes = Pace::from(Limits::nodes(7));
        assert_eq!([nodes.scaled(3.0), nodes.in_nodes(500)], [nodes; 2]);
    }

    #[test]
    fn the_seconds_of_a_game_follow_from_its_pace() {
        let clock = |text: &str| Pace { clock: Some(text.parse().expect("a clock")), ..Pace::default() };
        let seconds = |pace: Pace| pace.seconds_of_game(80.0);
        assert_eq!([clock("1m"), clock("1m+1s"), clock("40/1m")].map(seconds), [60.0, 140.0, 120.0]);
        assert_eq!(seconds(Limits::time(Duration::from_millis(500)).into()), 40.0);
        assert_eq!(seconds(Limits::nodes(800).into()), 0.0);
    }
}
