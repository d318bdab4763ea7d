//! A game on the table, as text and numbers: what programs in other languages drive.
//!
//! Positions and moves are texts in the game's own notation, players are seats, values are numbers.

mod shared;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use damier_rules::{AnyGame, Diagram, TextError};
use thiserror::Error;

pub use self::shared::{SharedSession, State};
use self::table::Table;
use crate::{
    engine::{EngineOptions, Judge},
    net::{Net, NetError},
    search::{Limits, StopHandle},
};

/// A game that goes on, and what judges it: a net, or what the game's beginners count.
///
/// It is driven by one thread at a time; a search is stopped from another one by its [`StopHandle`].
pub struct Session {
    table: Table,
    judged_by: String,
}

/// What a net (or the game's own judgement) says about a position without any search.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// Win, draw and loss for two players; one share of the point per player for more, the player to move first.
    pub value: Vec<f32>,
    /// Expected plies to the end of the game.
    pub moves_left: f32,
    /// One logit for each legal move.
    pub logits: Vec<f32>,
    /// Their softmax.
    pub priors: Vec<f32>,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The legal moves, in the order that everything here follows.
    pub moves: Vec<String>,
    /// The index of the move to play.
    pub best: usize,
    /// As in [`Judgement`].
    pub value: Vec<f32>,
    /// Expected plies to the end of the game.
    pub moves_left: f32,
    /// For each legal move the simulations that took it; none where the move was not searched for.
    pub visits: Vec<u32>,
    /// For each legal move the expected share of the point of the player to move, where it was visited.
    pub shares: Vec<Option<f32>>,
    /// The moves that are expected, the best one first.
    pub line: Vec<String>,
    /// Simulations, those kept from the search before included.
    pub simulations: u64,
    /// Mean length of the simulations, in plies.
    pub depth: f32,
}

/// What goes into a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The active features that the player to move sees.
    pub features: Vec<u32>,
    /// The policy row of each legal move.
    pub rows: Vec<u32>,
}

/// Why a session cannot do what it is asked for.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The game, a position or a move is not one.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The net is for another game or another version of it.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The game is over, so that there is no move to judge or search for.
    #[error("the game is over; set up another position")]
    Over,
    /// There is no net whose inputs could be told.
    #[error("this game is played without a net, which features and rows belong to; open it with one")]
    NoNet,
    /// Another thread uses the session.
    #[error("another thread uses this session; wait for it, or open one for each thread")]
    Busy,
    /// A call panicked: the state of the session is unknown.
    #[error("an earlier call of this session failed inside; open another one")]
    Broken,
    /// There is nothing that a search found.
    #[error("this position was not searched yet")]
    NotSearched,
}

impl Session {
    /// A game of the identity `game`, at its start, judged by what its beginners count.
    ///
    /// # Errors
    /// There is no such game.
    pub fn built_in(game: &str, options: EngineOptions) -> Result<Self, SessionError> {
        Self::open(game, Judge::BuiltIn, options)
    }

    /// The game of a net, at its start.
    ///
    /// # Errors
    /// This program has no such game, or another version of it.
    pub fn with_net(net: Arc<Net>, options: EngineOptions) -> Result<Self, SessionError> {
        let game = net.arch().game.clone();
        Self::open(&game, Judge::Net(net), options)
    }

    /// A game of the identity `game`, at its start, and what judges it.
    ///
    /// # Errors
    /// There is no such game; the net is for another one, or another version of it.
    pub fn open(game: &str, judge: Judge, options: EngineOptions) -> Result<Self, SessionError> {
        let judged_by = judge.to_string();
        Ok(Self { table: Table::new(AnyGame::of_id(game)?, judge, options)?, judged_by })
    }

    /// The identity of the game.
    pub fn game(&self) -> &str {
        self.table.game()
    }

    /// Returns what judges it, in words: the net with its file, game and checksum, or the built-in judgement.
    pub fn judged_by(&self) -> &str {
        &self.judged_by
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.table.players()
    }

    /// Sets a position up, or the start where there is no text, and plays moves from there. Nothing changes where
    /// something is wrong.
    ///
    /// # Errors
    /// The position or a move is not one.
    pub fn set_up(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), SessionError> {
        Ok(self.table.set_up(position, moves)?)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// It is not legal here.
    pub fn play(&mut self, mv: &str) -> Result<(), SessionError> {
        self.table.play(mv)
    }

    /// Takes the last move back; `false` where there is none since the position that was set up.
    pub fn undo(&mut self) -> bool {
        self.table.undo()
    }

    /// The position in the game's notation.
    pub fn position(&self) -> String {
        self.table.position()
    }

    /// The board for a terminal, several lines.
    pub fn board(&self) -> String {
        self.table.board()
    }

    /// Returns the board as cells, for programs that draw it; `None` where the game has only [`board`](Self::board).
    pub fn diagram(&self) -> Option<Diagram> {
        self.table.diagram()
    }

    /// The seat of the player to move, from 0.
    pub fn to_move(&self) -> usize {
        self.table.to_move()
    }

    /// The legal moves in canonical order; none where the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        self.table.legal_moves()
    }

    /// The moves played since the position that was set up.
    pub fn played(&self) -> Vec<String> {
        self.table.played()
    }

    /// Where the game is over: the share of the point that each seat gets, 0 to 1.
    pub fn outcome(&self) -> Option<Vec<f32>> {
        self.table.outcome()
    }

    /// Judges the position without a search.
    ///
    /// # Errors
    /// The game is over.
    pub fn judge(&mut self) -> Result<Judgement, SessionError> {
        self.table.judge()
    }

    /// The features and rows that a net sees here.
    ///
    /// # Errors
    /// There is no net.
    pub fn inputs(&self) -> Result<Inputs, SessionError> {
        self.table.inputs()
    }

    /// Searches until one of the limits or `control` ends it.
    ///
    /// # Errors
    /// The game is over.
    pub fn search(&mut self, limits: &Limits, control: &StopHandle) -> Result<Found, SessionError> {
        self.table.search(limits, control)
    }
}
