//! The summary of a gauntlet from its games.

use std::path::Path;

use super::{
    Bounds, EffortPerMove, FORMAT, GauntletSummary, OpponentResult, PlayedOn, RatingResult, VERSION,
};
use crate::{
    pairing::{Event, Meeting, OpponentScore, PlayerRating, opponent_scores, ratings},
    rating::{Estimate, Interval},
    tournament::{
        ResultLine,
        conditions::Conditions,
        results::{ResultTable, duel},
    },
    utc::rfc_3339,
};

/// A gauntlet and its games so far.
#[derive(Clone, Copy)]
pub(in crate::tournament) struct Standings<'s> {
    pub(in crate::tournament) event: &'s Event,
    pub(in crate::tournament) meetings: &'s [Meeting],
    pub(in crate::tournament) results: &'s ResultTable,
}

/// Shares are kept in hundredths of a per cent, ratings in tenths of an Elo point.
const SHARE_STEPS: f64 = 1e4;
const ELO_STEPS: f64 = 10.0;

impl Bounds {
    fn of(interval: Interval, steps: f64) -> Self {
        let [value, low, high] =
            // Adding 0 makes 0 of −0.
            [interval.value, interval.low, interval.high].map(|bound| (bound * steps).round() / steps + 0.0);
        Self { value, low, high }
    }
}

impl GauntletSummary {
    /// Returns the summary of the games so far. `seed` is that of the file, and `path` its place.
    pub(super) fn of(
        Standings { event, meetings, results }: Standings<'_>,
        game: &str,
        conditions: &Conditions,
        (path, seed): (&Path, u64),
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
                score: Estimate::of(&tally).map(|estimate| Bounds::of(estimate.score, SHARE_STEPS)),
                first_effort,
                opponent_effort,
                forfeits: duel.forfeits,
            }
        });
        let rating = |PlayerRating { player, games, elo, .. }| RatingResult {
            name: names[player].clone(),
            games,
            elo: Bounds::of(elo, ELO_STEPS),
        };
        let ended = || results.games().iter().filter_map(|line: &ResultLine| line.ended);
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
            first_game: ended().min().map(rfc_3339),
            last_game: ended().max().map(rfc_3339),
            games_due: event.games_of_gauntlet().unwrap_or(0),
            played_on,
            players: conditions.players.clone(),
            opponents: opponents.collect(),
            ratings: ratings(event, meetings).into_iter().map(rating).collect(),
        }
    }
}
