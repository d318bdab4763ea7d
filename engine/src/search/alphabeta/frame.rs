//! Per-ply state of the search stack: moves, killers, static evaluation, principal variation.

use damier_numerics::single::log_softmax;
use damier_rules::{MoveList, Player, Position};

use crate::Evaluator;

/// The quiet move under search at a ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietMove<M> {
    pub(super) player: Player,
    pub(super) mv: M,
    /// Static evaluation of the position before the move, for `player`, in centipawns.
    pub(super) static_eval: i32,
}

/// Search-stack entry, shared by the nodes of one ply.
pub(super) struct Frame<P: Position> {
    /// Legal moves in canonical order.
    pub(super) moves: MoveList<P::Move>,
    /// Order of search: rank (the highest first) and index in `moves`; sorted as far as needed.
    pub(super) order: Vec<(i32, u16)>,
    /// Log-probabilities of the moves by the policy; empty without one.
    pub(super) policy_scores: Vec<f32>,
    /// Killer moves: quiet moves that caused a beta cutoff in a sibling node, the latest first.
    pub(super) killers: [Option<P::Move>; 2],
    /// Whether a null move led here; then the node tries none itself.
    pub(super) after_null_move: bool,
    /// Upper estimate of quiet moves for futility pruning, in centipawns; `None` where it does not apply.
    pub(super) futility_value: Option<i32>,
    /// Static evaluation of the position, in centipawns; `None` where the game has no null move.
    pub(super) static_eval: Option<i32>,
    /// The quiet move that leads to the next ply; `None` during a null move.
    pub(super) quiet_move: Option<QuietMove<P::Move>>,
    /// Principal variation from here.
    pub(super) line: Vec<P::Move>,
}

impl<P: Position> Frame<P> {
    /// Fills `policy_scores` with log-probabilities where the game has a null move.
    ///
    /// In draughts, with few and often forced moves, the policy costs more time than it saves.
    pub(super) fn score_by_policy(
        &mut self,
        evaluator: &mut impl Evaluator<P>,
        position: &P,
        has_null_move: bool,
    ) {
        if has_null_move {
            evaluator.policy(position, &self.moves, &mut self.policy_scores);
            log_softmax(&mut self.policy_scores);
        } else {
            self.policy_scores.clear();
        }
    }

    /// Sets the principal variation to `mv` and the line `below` it.
    pub(super) fn set_line(&mut self, mv: P::Move, below: &[P::Move]) {
        self.line.clear();
        self.line.push(mv);
        self.line.extend_from_slice(below);
    }
}

impl<P: Position> Default for Frame<P> {
    fn default() -> Self {
        Self {
            moves: MoveList::new(),
            order: Vec::new(),
            policy_scores: Vec::new(),
            killers: [None; 2],
            after_null_move: false,
            futility_value: None,
            static_eval: None,
            quiet_move: None,
            line: Vec::new(),
        }
    }
}
