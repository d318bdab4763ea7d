//! The buffers of one ply of the current line.

use damier_rules::{MoveList, Player, Position};

use super::StaticEvaluator;
use crate::evaluation::log_softmax;

/// A quiet move that is being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietStep<M> {
    pub(super) player: Player,
    pub(super) mv: M,
    /// The score of the position before, at a glance, for that player.
    pub(super) glance: i32,
}

/// Buffers that nodes of the same ply use one after the other.
pub(super) struct Frame<P: Position> {
    /// The legal moves in canonical order.
    pub(super) moves: MoveList<P::Move>,
    /// The order of search: rank (higher goes first) and place in `moves`; sorted as far as needed.
    pub(super) order: Vec<(i32, u16)>,
    /// The policy's log-probabilities of the moves, where it was asked.
    pub(super) hunches: Vec<f32>,
    /// Quiet moves that caused a cut-off in a sibling, the latest first.
    pub(super) killers: [Option<P::Move>; 2],
    /// Whether the player before has passed: then this one does not.
    pub(super) passed: bool,
    /// What quiet moves but the first come to at most, where that is guessed.
    pub(super) hope: Option<i32>,
    /// The score of the position at a glance, where it was looked at.
    pub(super) glance: Option<i32>,
    /// The quiet move that leads to the next ply, where positions are looked at; none while the player passes.
    pub(super) step: Option<QuietStep<P::Move>>,
    /// The best line found from here.
    pub(super) line: Vec<P::Move>,
}

impl<P: Position> Frame<P> {
    /// Has the policy, if there is one, say how probable the moves are, where players may pass: there many moves are as good
    /// as none. In draughts, with few moves and many of them forced, it takes more time than it saves.
    pub(super) fn ask_policy(
        &mut self,
        evaluator: &mut impl StaticEvaluator<P>,
        position: &P,
        may_pass: bool,
    ) {
        if may_pass {
            evaluator.policy(position, &self.moves, &mut self.hunches);
            log_softmax(&mut self.hunches);
        } else {
            self.hunches.clear();
        }
    }

    /// The best line is this move and what was found `below` it.
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
            hunches: Vec::new(),
            killers: [None; 2],
            passed: false,
            hope: None,
            glance: None,
            step: None,
            line: Vec::new(),
        }
    }
}
