//! Move ordering: transposition-table move, killer moves (Akl and Newborn 1977), then move score, policy and history
//! heuristic (Schaeffer 1983).

use std::hash::Hash;

use damier_rules::{Player, Position};

use super::frame::Frame;
use crate::search::move_hash::place_of;

/// Log₂ of the number of history counters of a player.
const HISTORY_BITS: u32 = 12;
/// Greatest absolute value of a history counter.
const HISTORY_LIMIT: i32 = 1 << 14;
/// Factor of *d*² + *d* in the history bonus of a beta cutoff at depth *d*.
const CUTOFF_BONUS: i32 = 40;
/// Greatest history bonus of one update.
const MAX_BONUS: i32 = HISTORY_LIMIT / 8;
/// History bonus per centipawn by which a quiet move changes the static evaluation.
const EVAL_GAIN_BONUS: i32 = 20;
/// Right shift of the history counters from one search to the next.
const AGEING_SHIFT: u32 = 1;
/// Rank of the transposition-table move: above all others.
const TT_MOVE_RANK: i32 = i32::MAX;
/// Weight of the move score (in chess MVV-LVA) beside the history counter.
const MOVE_SCORE_WEIGHT: i32 = 64;
/// Weight of one unit of the policy's log-probability.
const POLICY_WEIGHT: f32 = 2_000.0;
/// Lower bound of the log-probabilities.
const MIN_LOG_PROBABILITY: f32 = -12.0;
/// Absolute move score below which a move counts as quiet and ranks below killers.
const QUIET_MOVE_SCORE: i32 = 64;
/// Rank above which a move counts as tactical: it is neither pruned nor reduced.
const TACTICAL_RANK: i32 = 2 * HISTORY_LIMIT;
/// Move score above which a move is tactical whatever its history.
pub(super) const TACTICAL_MOVE_SCORE: i32 = TACTICAL_RANK / MOVE_SCORE_WEIGHT;
/// Ranks of the two killer moves: above all quiet moves.
const KILLER_RANKS: [i32; 2] = [HISTORY_LIMIT + 2, HISTORY_LIMIT + 1];

/// History table: for each player and move (by its hash) how often it caused a beta cutoff or failed to.
pub(super) struct Ordering {
    counters: [Vec<i32>; 2],
}

impl Ordering {
    /// Returns an empty history table.
    pub(super) fn new() -> Self {
        Self { counters: [vec![0; 1 << HISTORY_BITS], vec![0; 1 << HISTORY_BITS]] }
    }

    /// Empties the history table.
    pub(super) fn clear(&mut self) {
        self.counters.iter_mut().for_each(|counters| counters.fill(0));
    }

    /// Ages the history of earlier searches.
    pub(super) fn age(&mut self) {
        for counter in self.counters.iter_mut().flatten() {
            *counter >>= AGEING_SHIFT;
        }
    }

    /// Ranks the moves of `frame`; leaves out those without a move score.
    pub(super) fn rank<P: Position>(
        &self,
        frame: &mut Frame<P>,
        player: Player,
        tt_move: Option<usize>,
        move_score: impl Fn(P::Move) -> Option<i32>,
    ) {
        let counters = &self.counters[player.index()];
        let killers = frame.killers;
        frame.order.clear();
        frame.order.extend(frame.moves.iter().enumerate().filter_map(|(place, mv)| {
            let score = move_score(*mv)?;
            let rank = if Some(place) == tt_move {
                TT_MOVE_RANK
            } else if score.abs() < QUIET_MOVE_SCORE
                && let Some(killer) = killers.iter().position(|killer| *killer == Some(*mv))
            {
                KILLER_RANKS[killer]
            } else {
                let log_probability = frame
                    .policy_scores
                    .get(place)
                    .map_or(0.0, |log_probability| log_probability.max(MIN_LOG_PROBABILITY) * POLICY_WEIGHT);
                score * MOVE_SCORE_WEIGHT + counters[counter_of(mv)] + log_probability as i32
            };
            Some((rank, place as u16))
        }));
    }

    /// History heuristic: rewards the move at index `cutter` of the frame's order for a beta cutoff at `depth`, and
    /// penalises the moves searched before it.
    pub(super) fn update_history<P: Position>(
        &mut self,
        frame: &Frame<P>,
        player: Player,
        cutter: usize,
        depth: i32,
    ) {
        let bonus = CUTOFF_BONUS * (depth * depth + depth);
        for (index, (_, place)) in frame.order[..=cutter].iter().enumerate() {
            let amount = if index == cutter { bonus } else { -bonus };
            self.add_bonus(player, &frame.moves[usize::from(*place)], amount);
        }
    }

    /// Rewards a quiet move of `player` that changed the static evaluation by `gain` centipawns.
    ///
    /// In short searches few moves have caused a cutoff yet.
    pub(super) fn reward_eval_gain<M: Hash>(&mut self, player: Player, mv: &M, gain: i32) {
        self.add_bonus(player, mv, EVAL_GAIN_BONUS * gain);
    }

    /// Adds a bonus to the counter of a move, scaled down near the limit (history gravity).
    fn add_bonus<M: Hash>(&mut self, player: Player, mv: &M, amount: i32) {
        let amount = amount.clamp(-MAX_BONUS, MAX_BONUS);
        let counter = &mut self.counters[player.index()][counter_of(mv)];
        *counter += amount - *counter * amount.abs() / HISTORY_LIMIT;
    }
}

impl<P: Position> Frame<P> {
    /// Adds a killer move: a quiet move that caused a beta cutoff.
    pub(super) fn add_killer(&mut self, mv: P::Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }

    /// Clears the killer moves.
    pub(super) fn clear_killers(&mut self) {
        self.killers = [None; 2];
    }

    /// Returns whether the move at `index` of the order is tactical (or the transposition-table move).
    pub(super) fn is_tactical(&self, index: usize) -> bool {
        self.order[index].0 > TACTICAL_RANK
    }

    /// Selects the highest-ranked move from index `from` on, of equal ones the first, and moves it to `from`.
    ///
    /// Returns its index in `moves`.
    pub(super) fn pick_best(&mut self, from: usize) -> usize {
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
