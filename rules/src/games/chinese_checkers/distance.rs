//! What the built-in yardsticks judge by: the way that is left.
//!
//! A piece's way is its distance, in steps on an empty board, to the outermost cell of the goal: so the goal
//! fills from the back. What is behind counts a little more, lest a piece be left where it can be shut in; for
//! the same reason pieces keep out of foreign points. A piece in front of its goal is drawn to the places that
//! are still free, lest it wait where it cannot get in.

use super::{
    board_move::StarMove,
    hops::can_step,
    position::StarPosition,
    ranking::Standing,
    rules::{LAST_DEADLINE, Passivity},
    star::{CELLS, DISTANCES, POINT_CELLS, POINTS, TIPS, cells},
};
use crate::{player::Player, position::Position};

/// What a step is worth.
const STEP: i32 = 100;

/// What a piece's distance costs, for its square: the last step of sixteen costs STEP + 31 × this.
const STRAGGLING: i32 = 4;

/// What it costs to be a step further from the nearest free place of the goal,
const ASTRAY: i32 = 6;

/// up to this distance.
const GUIDED: u32 = 6;

/// What it costs a piece to be in a point that is neither its home nor its goal, where others shut it in.
const ELSEWHERE: i32 = 150;

/// What it costs a piece to be at home as long as the passivity rule has a deadline to come.
const AT_HOME: i32 = 150;

/// What is left of a game that a player has lost by forfeit: somewhat more than at its start.
const FORFEITED: i32 = 22_000;

/// Judgements stay within this.
const LIMIT: i32 = 20_000;

/// A move that costs more than a step is worth a search only where no step is possible.
const SET_BACK: i32 = STEP + 32 * STRAGGLING;

/// The cells of all points.
static ALL_POINTS: u128 = {
    let mut all = 0;
    let mut point = 0;
    while point < POINTS {
        all |= POINT_CELLS[point];
        point += 1;
    }
    all
};

const fn way_of(distance: u8) -> i32 {
    let distance = distance as i32;
    STEP * distance + STRAGGLING * distance * distance
}

/// What is left of the way from each cell to the goal that is each point of the star.
static WAYS: [[i16; CELLS]; POINTS] = {
    let mut ways = [[0; CELLS]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut cell = 0;
        while cell < CELLS {
            ways[point][cell] = way_of(DISTANCES[cell][TIPS[point] as usize]) as i16;
            cell += 1;
        }
        point += 1;
    }
    ways
};

/// What the pieces of a filled goal still have before them: 1, 2, 3 and 4 cells at distance 0, 1, 2 and 3.
const FILLED: i32 = 2 * way_of(1) + 3 * way_of(2) + 4 * way_of(3);

/// What is left of a player's way, in hundredths of a step; 0 with the goal filled.
pub(super) fn way(position: &StarPosition, player: Player) -> i32 {
    match position.standings[player.index()] {
        Standing::Finished(_) => return 0,
        Standing::Forfeited => return FORFEITED,
        Standing::Racing => {}
    }
    let ways = &WAYS[position.rules.goal_point(player)];
    let pieces = position.pieces[player.index()];
    let distance: i32 = cells(pieces).map(|cell| i32::from(ways[usize::from(cell)])).sum();
    let (home, goal) = (position.rules.home(player), position.rules.goal(player));
    let elsewhere = pieces & ALL_POINTS & !(goal | home);
    let mut way = distance - FILLED + astray(pieces & !goal, goal & !pieces);
    way += ELSEWHERE * elsewhere.count_ones() as i32;
    if position.rules.passivity == Passivity::On && position.moves[player.index()] < LAST_DEADLINE {
        way += AT_HOME * (pieces & home).count_ones() as i32;
    }
    way
}

/// What it costs the pieces outside the goal to be away from the free places in it.
fn astray(outside: u128, free: u128) -> i32 {
    let nearest = |cell: u8| {
        let from = &DISTANCES[usize::from(cell)];
        cells(free).map(|to| u32::from(from[usize::from(to)])).min().unwrap_or(0).min(GUIDED)
    };
    ASTRAY * cells(outside).map(nearest).sum::<u32>() as i32
}

/// How well `position` stands for `player`: the way that is left to the others, on average, less its own.
pub(super) fn judge(position: &StarPosition, player: Player) -> i32 {
    let others = position.players() as i32 - 1;
    let (mut own, mut their) = (0, 0);
    for other in position.rules.players() {
        let way = way(position, other);
        if other == player { own = way } else { their += way }
    }
    (their / others - own).clamp(-LIMIT, LIMIT)
}

/// By how much a move shortens the way; `None` for one that goes far back.
pub(super) fn promise(position: &StarPosition, mv: StarMove) -> Option<i32> {
    if mv == StarMove::PASS {
        return Some(0);
    }
    let player = position.to_move;
    let ways = &WAYS[position.rules.goal_point(player)];
    let gain = i32::from(ways[usize::from(mv.from)]) - i32::from(ways[usize::from(mv.to)]);
    let worthwhile = gain >= -SET_BACK || !can_step(position.pieces[player.index()], position.occupied());
    worthwhile.then_some(gain)
}
