//! The pairing of a Swiss round: the best complete pairing there is, by criteria in their order of importance.
//!
//! 1. No player meets the same opponent twice, and none has a second bye.
//! 2. The bye goes to the lowest score group it can.
//! 3. As few pairs as possible of two players who would both have to take the same seat: one that they had in both
//!    rounds before, or two more times than the other.
//! 4. Score groups are kept together: the sum over all pairs of the squared difference of points is as small as it
//!    can be.
//! 5. As few pairs as possible of two players who would both like the same seat.
//! 6. As few players as possible who meet an opponent of a higher (lower) group twice running.
//! 7. Within a group the upper half of the list meets the lower half in the same order; a player who leaves a group is
//!    the last of it and meets the first of the other.
//! 8. PairingDraw.
//!
//! All of it is one minimum-weight perfect matching ([`matching`]), so no criterion is given up for a lesser one.
//! `tests/tournaments/swiss.py` does the same independently.

mod cost;
mod matching;
mod player;
mod seat;
#[cfg(test)]
mod tests;

use self::{cost::Costs, player::SwissPlayer};
use super::{Aim, Encounter, Meeting, draw::PairingDraw};

/// The most players of a Swiss tournament: more would need wider weights.
pub const MOST_PLAYERS: usize = 256;

/// What a meeting counts for a player.
pub(super) type Counted<'c> = &'c dyn Fn(&Meeting, usize) -> f64;

/// Pairs the next round after `meetings`, all of which are over, of players 0, 1, … in the order of the list.
/// `None` where every complete pairing has two players meet twice.
///
/// Where another round follows that might find no complete pairing, the pairing is the best one, or the best without
/// one of its pairs, that leaves a complete pairing.
pub(super) fn pair(
    players: usize,
    meetings: &[Meeting],
    counted: Counted<'_>,
    round: u32,
    next: Next,
    draw: &PairingDraw,
) -> Option<Vec<Encounter>> {
    let players = player::all(players, meetings, counted);
    let costs = Costs::of(&players, round, draw);
    let best = matching::lightest(costs.vertices(), |one, other| costs.weight(one, other))?;
    // While no player has met more than half of the others there is a pairing (Dirac's theorem).
    let safe = next == Next::Nothing || 2 * (round as usize + 1) <= costs.vertices();
    let pairs = if safe || leaves_a_pairing(&costs, &best) {
        best
    } else {
        let others = best.iter().filter_map(|without| {
            let weight = |one, other| costs.weight(one, other).filter(|_| (one, other) != *without);
            matching::lightest(costs.vertices(), weight).filter(|pairs| leaves_a_pairing(&costs, pairs))
        });
        let weight =
            |pairs: &Pairs| pairs.iter().filter_map(|(one, other)| costs.weight(*one, *other)).sum::<i128>();
        others.min_by_key(weight).unwrap_or(best.clone())
    };
    let mut encounters: Vec<Vec<usize>> = pairs
        .into_iter()
        .map(|(one, other)| match costs.bye() {
            Some(bye) if other == bye => vec![one],
            _ => seat::ordered(&players, one, other, draw),
        })
        .collect();
    encounters.sort_by_key(|pair| place_in_round(&players, pair));
    let boards = encounters.into_iter().zip(1..);
    Some(boards.map(|(players, board)| Encounter { round, board, players, aim: Aim::Points }).collect())
}

/// Whether a round follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// One does.
    Round,
    /// This is the last one.
    Nothing,
}

/// Pairs of players, the bye among them.
type Pairs = Vec<(usize, usize)>;

/// Returns whether there is a complete pairing after this one.
fn leaves_a_pairing(costs: &Costs<'_>, pairs: &Pairs) -> bool {
    let possible =
        |one, other| costs.weight(one, other).filter(|_| !pairs.contains(&(one, other))).map(|_| 0);
    matching::lightest(costs.vertices(), possible).is_some()
}

/// The boards of those with more points come first, a bye comes last.
fn place_in_round(players: &[SwissPlayer], pair: &[usize]) -> impl Ord + use<> {
    let points = |at: &usize| players[*at].half_points;
    let best = pair.iter().map(points).max().unwrap_or(0);
    let sum: u32 = pair.iter().map(points).sum();
    let first = pair.iter().min().copied();
    (pair.len() == 1, std::cmp::Reverse(best), std::cmp::Reverse(sum), first)
}
