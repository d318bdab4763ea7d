//! Alpha-beta search with iterative deepening: the yardstick that every net is measured against.
//!
//! Principal variation search with aspiration windows, a transposition table, quiescence (a position is
//! judged only when it [is quiet](Position::is_quiet)), killer and history ordering and late-move
//! reductions. It plays any game of two players with any [`StaticEvaluator`]; it takes as long as its
//! [`Limits`] say and never spares the opponent anything.

mod budget;
mod deepening;
#[cfg(test)]
mod draughts_tests;
mod frame;
mod node;
mod ordering;
mod params;
mod report;
pub mod score;
mod static_evaluator;
#[cfg(test)]
mod tests;
mod transposition;

use damier_rules::{History, Position};

use self::{
    budget::Budget, deepening::Root, frame::Frame, node::Search, ordering::Ordering, transposition::Table,
};
use crate::search::{Limits, SearchTables};

pub use self::{
    params::{AlphaBetaParams, Aspiration, Reductions},
    report::AlphaBetaReport,
    static_evaluator::{Material, NetScore, StaticEvaluator},
};

/// The longest line that is searched, extensions included, in plies from the root.
pub const MAX_PLY: usize = 128;

/// An alpha-beta searcher: an evaluator and what it remembers from one search to the next.
///
/// With limits of depth or nodes only, the same searches in the same order give the same reports;
/// [`clear`](Self::clear) makes it forget.
pub struct AlphaBeta<P: Position, S> {
    evaluator: S,
    params: AlphaBetaParams,
    tables: SearchTables<P>,
    table: Table,
    ordering: Ordering,
    frames: Vec<Frame<P>>,
}

impl<P: Position, S: StaticEvaluator<P>> AlphaBeta<P, S> {
    /// A searcher that remembers nothing yet. Takes `params.hash_mb` mebibytes for its table.
    pub fn new(evaluator: S, params: AlphaBetaParams) -> Self {
        let frames = std::iter::repeat_with(Frame::default).take(MAX_PLY + 1).collect();
        let (table, tables) = (Table::new(params.hash_mb), SearchTables::none());
        Self { evaluator, params, tables, table, ordering: Ordering::new(), frames }
    }

    /// Searches for the best move of `position`, a position of two players whose game so far is
    /// `history`, until the first of `limits` is reached.
    ///
    /// With one legal move and a limit of time the move is given at once, at depth 0. Without any limit
    /// the search ends at depth [`MAX_PLY`] only.
    ///
    /// # Panics
    /// If `position` has no legal move.
    pub fn search(
        &mut self,
        position: &P,
        history: &History<P>,
        limits: &Limits,
    ) -> AlphaBetaReport<P::Move> {
        self.table.age();
        self.ordering.age();
        self.frames.iter_mut().for_each(Frame::forget);
        Search {
            evaluator: &mut self.evaluator,
            params: &self.params,
            tables: &self.tables,
            table: &mut self.table,
            ordering: &mut self.ordering,
            frames: &mut self.frames,
            history: history.clone(),
            budget: Budget::new(limits),
            root: Root::default(),
        }
        .run(position, limits)
    }

    /// Gives it tables of exact values to ask, from the next search on, and forgets what it found without them.
    pub fn set_tables(&mut self, tables: SearchTables<P>) {
        self.tables = tables;
        self.clear();
    }

    /// Forgets everything that earlier searches left behind, as before another game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.ordering.clear();
    }
}
