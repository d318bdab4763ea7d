//! The summary of a gauntlet from its games.

use super::{
    Bounds, EffortPerMove, FORMAT, GauntletSummary, OpponentResult, PlayedOn, RatingResult, Source, VERSION,
};
use crate::{
    pairing::{Event, Meeting, OpponentScore, PlayerRating, opponent_scores, ratings},
    rating::{Estimate, Interval},
    tournament::{
        conditions::Conditions,
        results::{ResultTable, duel},
    },
};

/// A gauntlet and its games so far.
#[derive(Clone, Copy)]
pub(in crate::tournament) struct Standings<'s> {
    pub(in crate::tournament) event: &'s Event,
    pub(in crate::tournament) meetings: &'s [Meeting],
    pub(in crate::tournament) results: &'s ResultTable,
}

impl Bounds {
    /// Returns the bounds of a share, in hundredths of a per cent.
    pub(in crate::tournament) fn of_share(interval: Interval) -> Self {
        Self::of(interval, 1e4)
    }

    /// Returns the bounds of a rating, in tenths of an Elo point.
    pub(in crate::tournament) fn of_elo(interval: Interval) -> Self {
        Self::of(interval, 10.0)
    }

    fn of(interval: Interval, steps: f64) -> Self {
        let [value, low, high] =
            // Adding 0 makes 0 of −0.
            [interval.value, interval.low, interval.high].map(|bound| (bound * steps).round() / steps + 0.0);
        Self { value, low, high }
    }
}

impl GauntletSummary {
    /// Returns the summary of the games so far.
    pub(super) fn of(
        Standings { event, meetings, results }: Standings<'_>,
        conditions: &Conditions,
        Source { game, path, seed, games_due }: Source<'_>,
        played_on: Vec<PlayedOn>,
    ) -> Self {
        let names = event.names();
        let opponents = opponent_scores(event, meetings);
        let opponents = opponents.into_iter().map(|OpponentScore { opponent, tally }| {
            let duel = duel(results, &names[0], &names[opponent]);
            let [lost, drawn, won] = tally.games;
            let [first_effort, opponent_effort] = duel.effort.map(|effort| EffortPerMove::of(&effort));
            OpponentResult {
                name: names[opponent].clone(),
                won,
                drawn,
                lost,
                pairs: tally.pairs,
                score: Estimate::of(&tally).map(|estimate| Bounds::of_share(estimate.score)),
                first_effort,
                opponent_effort,
                forfeits: duel.forfeits,
            }
        });
        let rating = |PlayerRating { player, games, elo, .. }| RatingResult {
            name: names[player].clone(),
            games,
            elo: Bounds::of_elo(elo),
        };
        let [first_game, last_game] = results.first_and_last();
        let file = if path.is_absolute() { path.file_name().unwrap_or_default() } else { path.as_os_str() };
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            name: event.name().to_owned(),
            game: game.to_owned(),
            file: file.to_string_lossy().into_owned(),
            limits: conditions.limits.clone(),
            memory_mib: conditions.memory_mib,
            openings: conditions.openings.clone(),
            seed,
            first_game,
            last_game,
            games_due,
            played_on,
            players: conditions.players.clone(),
            opponents: opponents.collect(),
            ratings: ratings(event, meetings, None).into_iter().map(rating).collect(),
        }
    }
}
