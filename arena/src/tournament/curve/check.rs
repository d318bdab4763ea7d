//! Numbers of a curve that have to agree.

use super::{CurvePoint, CurveSummary};
use crate::tournament::summary::Bounds;

/// More than all computers have spent.
const MOST_CORE_MINUTES: f64 = 1e12;

impl CurveSummary {
    /// Checks that the numbers of a curve agree.
    ///
    /// # Errors
    /// Which ones do not.
    pub(super) fn check_numbers(&self) -> Result<(), String> {
        let Self { points, opponents, .. } = self;
        if points.len() < 2 {
            return Err(format!("it has {} points, and two are the least", points.len()));
        }
        let rises = |one: &CurvePoint, next: &CurvePoint| {
            one.generation < next.generation
                && one.core_minutes < next.core_minutes
                && one.selfplay_games <= next.selfplay_games
                && one.selfplay_positions <= next.selfplay_positions
        };
        if let Some([_, next]) = points.array_windows().find(|[one, next]| !rises(one, next)) {
            let reason = "has not more computing than the point before it";
            return Err(format!("generation {} {reason}", next.generation));
        }
        points.iter().try_for_each(CurvePoint::check)?;
        let is_zero = |elo: &Bounds| [elo.value, elo.low, elo.high].iter().all(|bound| *bound == 0.0);
        if !opponents.first().is_some_and(|first| is_zero(&first.elo)) {
            return Err("its first opponent has not Elo 0".to_owned());
        }
        if let Some(other) = opponents.iter().find(|other| !other.elo.is_interval()) {
            return Err(format!("the rating of {} is no interval", other.name));
        }
        let most = points.iter().map(|point| point.games).chain(opponents.iter().map(|other| other.games));
        if self.games > self.games_due || most.max() > Some(self.games) {
            return Err(format!("it has {} games of {}, or a player has more", self.games, self.games_due));
        }
        Ok(())
    }
}

impl CurvePoint {
    fn check(&self) -> Result<(), String> {
        let Self { generation, core_minutes, games, elo, won, drawn, lost, score, .. } = self;
        if !(0.0..=MOST_CORE_MINUTES).contains(core_minutes) || !elo.is_interval() {
            return Err(format!("the numbers of generation {generation} are out of range"));
        }
        let met = won.checked_add(*drawn).and_then(|sum| sum.checked_add(*lost));
        match met {
            Some(met) if met <= *games as u64 && Bounds::is_score_of(score.as_ref(), met) => Ok(()),
            _ => Err(format!("the games of generation {generation} do not add up")),
        }
    }
}
