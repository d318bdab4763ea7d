//! The engine on the other side of the board.

use damier_engine::{
    Engine, Value,
    search::{Control, Limits, Proof, SearchReport},
};
use damier_rules::{Game, History, SearchKind, game::MoveOf};

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
}

/// Lets the engine think about the current position of a game, in which there is a legal move.
pub(super) fn think<G: Game>(
    engine: &mut Engine<G>,
    position: &G::Position,
    history: &History<G::Position>,
    limits: &Limits,
) -> Thought<MoveOf<G>> {
    let report = engine.think(position, history, limits, &Control::new(), &mut |_| ());
    let effort = effort(&report);
    let judgement = match report.proof {
        Proof::Unknown => Judgement::Chances(report.value, report.moves_left),
        proof => Judgement::Proven(proof),
    };
    Thought { best: report.best, line: report.principal_line, judgement, effort }
}

fn effort<M>(report: &SearchReport<M>) -> String {
    if report.from_book {
        return "by its opening book".to_owned();
    }
    let Some(depth) = report.depth() else { return "without a search".to_owned() };
    let depth = match report.kind {
        SearchKind::Tree => String::new(),
        SearchKind::AlphaBeta => format!("depth {depth}, "),
    };
    let seconds = report.elapsed.as_secs_f64();
    format!("{depth}{} {} in {seconds:.2} s", report.simulations, report.unit())
}
