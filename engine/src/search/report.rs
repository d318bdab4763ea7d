//! Reports of a search.

use std::time::Duration;

use damier_rules::SearchKind;

use super::Proof;
use crate::evaluation::{Evaluation, Value, Wdl};

/// A root move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Simulations that took the move, or nodes spent on it.
    pub visits: u32,
    /// Expected share of the point for the player to move, 0..=1; `None` where it was not visited, or where alpha-beta
    /// knows only that another one is better.
    pub value: Option<f32>,
    /// Prior of the evaluator.
    pub prior: f32,
    /// Proof of the move, for the player to move.
    pub proof: Proof,
}

/// A principal variation: one of the best moves and the expected line after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The move and the expected line after it.
    pub moves: Vec<M>,
    /// Simulations that took the move.
    pub visits: u32,
    /// Expected share of the point for the player to move, 0..=1; `None` where the move was not tried.
    pub score: Option<f32>,
    /// The score as win, draw and loss, between two players.
    pub wdl: Option<Wdl>,
    /// Expected plies to the end of the game, this move included, where it was tried.
    pub moves_left: Option<f32>,
    /// Proof of the move, for the player to move.
    pub proof: Proof,
    /// With a proven win or loss between two players: plies to the end, this move included, that the winner
    /// needs at most.
    pub proof_plies: Option<u32>,
}

impl<M> Line<M> {
    /// Returns the line of an unvisited move.
    pub(crate) fn of_move(mv: M) -> Self {
        Self {
            moves: vec![mv],
            visits: 0,
            score: None,
            wdl: None,
            moves_left: None,
            proof: Proof::Unknown,
            proof_plies: None,
        }
    }
}

/// Result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport<M> {
    /// Kind of the search.
    pub kind: SearchKind,
    /// Whether the move is the opening book's and nothing was searched.
    pub from_book: bool,
    /// The move to play.
    pub best: M,
    /// All moves, in canonical order.
    pub moves: Vec<RootMove<M>>,
    /// Mean value of the root, for the player to move.
    pub value: Value,
    /// Expected plies to the end of the game.
    pub moves_left: f32,
    /// Proof of the root.
    pub proof: Proof,
    /// Principal variation, the best move first.
    pub principal_line: Vec<M>,
    /// The best moves with their lines, best first; as many as were asked for and there are.
    pub lines: Vec<Line<M>>,
    /// Simulations of this search; nodes of alpha-beta.
    pub simulations: u64,
    /// Simulations kept from the previous search.
    pub reused: u64,
    /// Nodes in the tree at the end; 0 for alpha-beta.
    pub nodes: usize,
    /// Bytes of those nodes and their edges, or of alpha-beta's table as far as it is filled.
    pub bytes: usize,
    /// Longest path of a simulation, in plies.
    pub max_depth: usize,
    /// Mean path of the simulations, in plies; of alpha-beta the last completed depth.
    pub mean_depth: f32,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl<M> SearchReport<M> {
    /// How far it looked ahead, in whole plies: the depth that alpha-beta completed, or the mean way of a tree's
    /// simulations. None of a move that was made without a search.
    pub fn depth(&self) -> Option<u32> {
        (self.simulations + self.reused > 0).then(|| self.mean_depth.round() as u32)
    }

    /// Returns the unit that the search counts, in the plural.
    pub fn unit(&self) -> &'static str {
        match self.kind {
            SearchKind::Tree => "simulations",
            SearchKind::AlphaBeta => "nodes",
        }
    }
}

impl<M: Copy + PartialEq> SearchReport<M> {
    /// Returns the report of a move without a search, in a position of that `evaluation`.
    pub(crate) fn announced(mv: M, evaluation: Evaluation) -> Self {
        let Evaluation { value, moves_left } = evaluation;
        let line = Line {
            moves: vec![mv],
            visits: 0,
            score: Some(value.score()),
            wdl: value.wdl(),
            moves_left: Some(moves_left),
            proof: Proof::Unknown,
            proof_plies: None,
        };
        Self {
            kind: SearchKind::Tree,
            from_book: false,
            best: mv,
            moves: Vec::new(),
            value,
            moves_left,
            proof: Proof::Unknown,
            principal_line: line.moves.clone(),
            lines: vec![line],
            simulations: 0,
            reused: 0,
            nodes: 0,
            bytes: 0,
            max_depth: 0,
            mean_depth: 0.0,
            elapsed: Duration::ZERO,
        }
    }

    /// Of an [announced](Self::announced) move that is the opening book's; `line`, which begins with it, is what the book
    /// expects to follow.
    pub(crate) fn by_the_book(mut self, line: Vec<M>) -> Self {
        self.from_book = true;
        self.principal_line.clone_from(&line);
        if let Some(best) = self.lines.first_mut() {
            best.moves = line;
        }
        self
    }

    /// Plays another move than the best one. Lines, which tell what was found, stay as they are, but for one
    /// of this move, which becomes the principal one.
    pub(crate) fn play(&mut self, mv: M) {
        if mv == self.best {
            return;
        }
        self.best = mv;
        let known = self.lines.iter().find(|line| line.moves.first() == Some(&mv));
        self.principal_line = known.map_or_else(|| vec![mv], |line| line.moves.clone());
    }
}
