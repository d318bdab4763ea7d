//! The curve of a run from its games.

use std::path::Path;

use super::{CurveNet, CurveOpponent, CurvePlan, CurvePoint, CurveSummary, FORMAT, VERSION};
use crate::{
    pairing::{PlayerRating, ratings, tally_between},
    rating::Estimate,
    tournament::{
        conditions::Conditions,
        summary::{Bounds, PlayedOn, Source, Standings},
    },
};

/// Core-minutes are kept in millionths.
const STEPS_OF_A_MINUTE: f64 = 1e6;

impl CurvePlan {
    /// Returns the name of a run's folder as figures keep it: the path as it was given, or the last part of an absolute one.
    pub fn name_of(run: &Path) -> String {
        let name = if run.is_absolute() { run.file_name().unwrap_or_default() } else { run.as_os_str() };
        name.to_string_lossy().into_owned()
    }
}

impl CurveSummary {
    /// Returns the curve of the games so far, whose first players are the nets of `plan`.
    pub(in crate::tournament) fn of(
        Standings { event, meetings, results }: Standings<'_>,
        conditions: &Conditions,
        source: Source<'_>,
        plan: &CurvePlan,
        played_on: Vec<PlayedOn>,
    ) -> Self {
        let yardstick = plan.nets.len();
        let mut rated = ratings(event, meetings, Some(yardstick));
        rated.sort_by_key(|rating| rating.player);
        let (nets, others) = rated.split_at(yardstick);
        let point = |(net, rating): (&CurveNet, &PlayerRating)| {
            let tally = tally_between(meetings, [rating.player, yardstick]);
            let [lost, drawn, won] = tally.games;
            CurvePoint {
                generation: net.generation,
                core_minutes: (net.core_minutes * STEPS_OF_A_MINUTE).round() / STEPS_OF_A_MINUTE,
                selfplay_games: net.games,
                selfplay_positions: net.positions,
                games: rating.games,
                elo: Bounds::of_elo(rating.elo),
                won,
                drawn,
                lost,
                score: Estimate::of(&tally).map(|estimate| Bounds::of_share(estimate.score)),
            }
        };
        let opponent = |rating: &PlayerRating| {
            let conditions = &conditions.players[rating.player];
            CurveOpponent {
                name: conditions.name.clone(),
                competitor: conditions.competitor.clone(),
                games: rating.games,
                elo: Bounds::of_elo(rating.elo),
            }
        };
        let [first_game, last_game] = results.first_and_last();
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: source.game.to_owned(),
            run: plan.run.clone(),
            command: plan.command.clone(),
            limits: conditions.limits.clone(),
            memory_mib: conditions.memory_mib,
            openings: conditions.openings.clone(),
            seed: source.seed,
            games_each: event.rules().games,
            first_game,
            last_game,
            games: results.games().len(),
            games_due: source.games_due,
            played_on,
            points: plan.nets.iter().zip(nets).map(point).collect(),
            opponents: others.iter().map(opponent).collect(),
        }
    }
}
