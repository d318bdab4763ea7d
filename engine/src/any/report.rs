//! Reports without the type of their moves.

use damier_rules::{AnyMove, MoveList, Position, any::erased_line};

use crate::search::{Line, RootMove, SearchReport};

/// Returns legal moves of `position` with their statistics, without the type of the moves.
pub(super) fn erased_moves<P: Position>(position: &P, moves: &[RootMove<P::Move>]) -> Vec<RootMove<AnyMove>> {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let erased = |of: &RootMove<P::Move>| RootMove {
        mv: AnyMove::at(legal.binary_search(&of.mv).expect("moves of a tree are legal")),
        visits: of.visits,
        value: of.value,
        prior: of.prior,
        proof: of.proof,
    };
    moves.iter().map(erased).collect()
}

/// Returns what a search of `position` found, without the type of its moves.
pub(super) fn erased<P: Position>(position: &P, report: &SearchReport<P::Move>) -> SearchReport<AnyMove> {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let erased_root =
        |mv: P::Move| AnyMove::at(legal.binary_search(&mv).expect("moves of the root are legal"));
    let line = |line: &Line<P::Move>| Line {
        moves: erased_line(position, &line.moves),
        visits: line.visits,
        score: line.score,
        wdl: line.wdl,
        moves_left: line.moves_left,
        proof: line.proof,
        proof_plies: line.proof_plies,
    };
    SearchReport {
        kind: report.kind,
        from_book: report.from_book,
        best: erased_root(report.best),
        moves: erased_moves(position, &report.moves),
        value: report.value,
        moves_left: report.moves_left,
        proof: report.proof,
        principal_line: erased_line(position, &report.principal_line),
        lines: report.lines.iter().map(line).collect(),
        simulations: report.simulations,
        reused: report.reused,
        nodes: report.nodes,
        bytes: report.bytes,
        max_depth: report.max_depth,
        mean_depth: report.mean_depth,
        elapsed: report.elapsed,
    }
}
