//! The order in which moves are tried: the table's move, killers, then by what the policy expects and what has worked
//! before.

use std::hash::Hash;

use damier_rules::{Player, Position};

use super::frame::Frame;
use crate::search::move_hash::place_of;

/// Log₂ of the number of history counters per player.
const HISTORY_BITS: u32 = 12;
/// Counters stay within this, either way.
const HISTORY_LIMIT: i32 = 1 << 14;
/// A cut-off at depth *d* moves counters by this times *d*² + *d*,
const CUT_OFF_BONUS: i32 = 40;
/// and anything by at most this.
const LARGEST_BONUS: i32 = HISTORY_LIMIT / 8;
/// A hundredth of a man that a quiet move wins or loses at a glance moves its counter by this.
const SWING_BONUS: i32 = 20;
/// Counters lose this share (2⁻ⁿ) from one search to the next.
const AGEING_SHIFT: u32 = 1;
const TABLE_RANK: i32 = i32::MAX;
/// A good promise weighs more than what has worked before, a small one less.
const PROMISE_WEIGHT: i32 = 64;
/// What a unit of the policy's log-probability weighs,
const HUNCH_WEIGHT: f32 = 2_000.0;
/// down to this: what is hopeless is not to be ordered.
const LEAST_HUNCH: f32 = -12.0;
/// A promise below this, either way, is a hint that yields to killers.
const SMALL_PROMISE: i32 = 64;
/// Moves of a higher rank are forceful,
const FORCEFUL_RANK: i32 = 2 * HISTORY_LIMIT;
/// those that promise more whatever has worked before.
pub(super) const FORCEFUL_PROMISE: i32 = FORCEFUL_RANK / PROMISE_WEIGHT;
const KILLER_RANKS: [i32; 2] = [HISTORY_LIMIT + 2, HISTORY_LIMIT + 1];

/// How often each move, by its hash, has caused a cut-off or failed to.
pub(super) struct Ordering {
    counters: [Vec<i32>; 2],
}

impl Ordering {
    pub(super) fn new() -> Self {
        Self { counters: [vec![0; 1 << HISTORY_BITS], vec![0; 1 << HISTORY_BITS]] }
    }

    pub(super) fn clear(&mut self) {
        self.counters.iter_mut().for_each(|counters| counters.fill(0));
    }

    /// Fades what earlier searches have left.
    pub(super) fn age(&mut self) {
        for counter in self.counters.iter_mut().flatten() {
            *counter >>= AGEING_SHIFT;
        }
    }

    /// Gives every move of `frame` its rank, and leaves out those without a promise.
    pub(super) fn rank<P: Position>(
        &self,
        frame: &mut Frame<P>,
        player: Player,
        table_move: Option<usize>,
        promise: impl Fn(P::Move) -> Option<i32>,
    ) {
        let counters = &self.counters[player.index()];
        let killers = frame.killers;
        frame.order.clear();
        frame.order.extend(frame.moves.iter().enumerate().filter_map(|(place, mv)| {
            let promise = promise(*mv)?;
            let rank = if Some(place) == table_move {
                TABLE_RANK
            } else if promise.abs() < SMALL_PROMISE
                && let Some(killer) = killers.iter().position(|killer| *killer == Some(*mv))
            {
                KILLER_RANKS[killer]
            } else {
                let hunch =
                    frame.hunches.get(place).map_or(0.0, |hunch| hunch.max(LEAST_HUNCH) * HUNCH_WEIGHT);
                promise * PROMISE_WEIGHT + counters[counter_of(mv)] + hunch as i32
            };
            Some((rank, place as u16))
        }));
    }

    /// Learns that the move at `cutter` in the frame's order caused a cut-off at `depth` after those
    /// before it had not.
    pub(super) fn reward<P: Position>(
        &mut self,
        frame: &Frame<P>,
        player: Player,
        cutter: usize,
        depth: i32,
    ) {
        let bonus = CUT_OFF_BONUS * (depth * depth + depth);
        for (index, (_, place)) in frame.order[..=cutter].iter().enumerate() {
            let amount = if index == cutter { bonus } else { -bonus };
            self.learn(player, &frame.moves[usize::from(*place)], amount);
        }
    }

    /// Learns that a quiet move of `player` made the position better at a glance by `swing` hundredths of a man: in short
    /// searches few moves have caused a cut-off yet.
    pub(super) fn judge<M: Hash>(&mut self, player: Player, mv: &M, swing: i32) {
        self.learn(player, mv, SWING_BONUS * swing);
    }

    /// Moves the counter of a move, the less the nearer it is to its limit.
    fn learn<M: Hash>(&mut self, player: Player, mv: &M, amount: i32) {
        let amount = amount.clamp(-LARGEST_BONUS, LARGEST_BONUS);
        let counter = &mut self.counters[player.index()][counter_of(mv)];
        *counter += amount - *counter * amount.abs() / HISTORY_LIMIT;
    }
}

impl<P: Position> Frame<P> {
    /// Remembers a quiet move that caused a cut-off.
    pub(super) fn add_killer(&mut self, mv: P::Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }

    /// Forgets the killers.
    pub(super) fn forget(&mut self) {
        self.killers = [None; 2];
    }

    /// Whether the move at `index` in the order promises so much that what has worked before hardly matters.
    pub(super) fn is_forceful(&self, index: usize) -> bool {
        self.order[index].0 > FORCEFUL_RANK
    }

    /// Brings the best of the moves from `from` on to `from`, of equal ones the first, and gives its
    /// place in `moves`.
    pub(super) fn bring_best(&mut self, from: usize) -> usize {
        let mut best = from;
        for index in from + 1..self.order.len() {
            if self.order[index].0 > self.order[best].0 {
                best = index;
            }
        }
        self.order[from..=best].rotate_right(1);
        usize::from(self.order[from].1)
    }
}

fn counter_of<M: Hash>(mv: &M) -> usize {
    place_of(mv, HISTORY_BITS)
}
