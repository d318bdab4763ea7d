//! Who is placed where (rules §4).
//!
//! - Those who have filled their goals come first: by order (`race`), or by the number of their moves
//!   (`moves`, equal numbers share the place).
//! - Then those who are still on their way: by pieces in the goal, then by the summed distance to it; equals
//!   share the place. (More than one only where the cap ends the game.)
//! - Those who have forfeited share the last place.

use super::{
    position::StarPosition,
    rules::Ranking,
    star::{DISTANCES, PIECES, cells},
};
use crate::{
    outcome::Outcome,
    player::{MAX_PLAYERS, Player},
};

/// How far a player is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// On the way.
    Racing,
    /// Has filled the goal, as the first (0), second (1), …
    Finished(u8),
    /// Has forfeited; its pieces have left the board.
    Forfeited,
}

/// What places are compared by, lower first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Finished { order: u16 },
    Racing { missing: u32, distance: u32 },
    Forfeited,
}

/// The outcome, should the game end at `position`.
#[cold]
pub(super) fn outcome(position: &StarPosition) -> Outcome {
    let players = position.rules.players();
    let ranks = players.clone().map(|player| rank(position, player));
    let mut places = [0; MAX_PLAYERS];
    for player in players.clone() {
        let own = rank(position, player);
        places[player.index()] = ranks.clone().filter(|other| *other < own).count() as u8;
    }
    if position.rules.players > 2 {
        return Outcome::Places(places);
    }
    match places[Player::FIRST.index()].cmp(&places[Player::SECOND.index()]) {
        std::cmp::Ordering::Less => Outcome::Win(Player::FIRST),
        std::cmp::Ordering::Equal => Outcome::Draw,
        std::cmp::Ordering::Greater => Outcome::Win(Player::SECOND),
    }
}

/// The largest share of the point that a player can still get.
pub(super) fn reachable_share(position: &StarPosition, player: Player) -> f32 {
    let taken = match (position.rules.ranking, position.standings[player.index()]) {
        // Who is on the way comes after all who have arrived.
        (Ranking::Race, Standing::Racing) => {
            let arrived = |other: Player| matches!(position.standings[other.index()], Standing::Finished(_));
            position.rules.players().filter(|other| arrived(*other)).count()
        }
        _ => 0,
    };
    let mut places = [0; MAX_PLAYERS];
    for other in position.rules.players() {
        places[other.index()] = other.index() as u8;
    }
    Outcome::Places(places).share(Player::new(taken), usize::from(position.rules.players))
}

fn rank(position: &StarPosition, player: Player) -> Rank {
    match position.standings[player.index()] {
        Standing::Finished(order) => Rank::Finished {
            order: match position.rules.ranking {
                Ranking::Race => u16::from(order),
                Ranking::Moves => position.moves[player.index()],
            },
        },
        Standing::Racing => Rank::Racing {
            missing: PIECES as u32 - position.in_goal(player),
            distance: distance_to_goal(position, player),
        },
        Standing::Forfeited => Rank::Forfeited,
    }
}

/// The summed steps from a player's pieces to the nearest cells of the goal, on an empty board.
pub(super) fn distance_to_goal(position: &StarPosition, player: Player) -> u32 {
    let goal = position.rules.goal(player);
    let distance = |cell: u8| {
        let from = &DISTANCES[usize::from(cell)];
        cells(goal).map(|to| u32::from(from[usize::from(to)])).min().unwrap_or(0)
    };
    cells(position.pieces[player.index()]).map(distance).sum()
}
