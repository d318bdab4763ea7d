//! The engine on the other side of the board.

use damier_engine::{
    Evaluator, Value, judge,
    search::{
        Limits,
        alphabeta::{AlphaBeta, StaticEvaluator},
        mcts::{Mcts, Proof},
    },
};
use damier_rules::{Estimate, History, Position};

/// What the engine found.
pub(super) struct Thought<M> {
    /// The move it would play.
    pub(super) best: M,
    /// The line it expects, `best` first.
    pub(super) line: Vec<M>,
    pub(super) judgement: Judgement,
    /// What it cost, for people.
    pub(super) effort: String,
}

/// The value of a position, relative to the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Judgement {
    /// Probabilities and the plies expected to the end.
    Chances(Value, f32),
    /// Proven by the search, for the player to move.
    Proven(Proof),
    /// None: the move was made from estimates.
    Announced,
    /// Alpha-beta's score, see [`score`](damier_engine::search::alphabeta::score).
    Score(i32),
}

/// A search that can be played against.
pub(super) trait Engine<P: Position> {
    /// Searches a position in which there is a legal move.
    fn think(&mut self, position: &P, history: &History<P>, limits: &Limits) -> Thought<P::Move>;

    /// What it expects of a position, for moves made without a search.
    fn estimate(&mut self, position: &P) -> Estimate;

    /// Forgets the game.
    fn forget(&mut self);
}

impl<P: Position, E: Evaluator<P>> Engine<P> for Mcts<P, E> {
    fn think(&mut self, position: &P, history: &History<P>, limits: &Limits) -> Thought<P::Move> {
        let report = self.search(position, history, limits);
        let judgement = if report.proof == Proof::Unknown {
            Judgement::Chances(report.value, report.moves_left)
        } else {
            Judgement::Proven(report.proof)
        };
        Thought {
            best: report.best,
            line: report.principal_line,
            judgement,
            effort: format!("{} simulations in {:.2} s", report.simulations, report.elapsed.as_secs_f64()),
        }
    }

    fn estimate(&mut self, position: &P) -> Estimate {
        judge::estimate(self.evaluator(), position)
    }

    fn forget(&mut self) {
        self.clear();
    }
}

impl<P: Position, S: StaticEvaluator<P>> Engine<P> for AlphaBeta<P, S> {
    fn think(&mut self, position: &P, history: &History<P>, limits: &Limits) -> Thought<P::Move> {
        let report = self.search(position, history, limits);
        let seconds = report.elapsed.as_secs_f64();
        Thought {
            best: report.best,
            line: report.pv,
            judgement: Judgement::Score(report.score),
            effort: format!("depth {}, {} nodes in {seconds:.2} s", report.depth, report.nodes),
        }
    }

    fn estimate(&mut self, _: &P) -> Estimate {
        Estimate::NO_OPINION
    }

    fn forget(&mut self) {
        self.clear();
    }
}
