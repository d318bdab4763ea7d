//! A record played through again.

use damier_rules::{Game, History, MoveList, NotationFormat::Native, Position, game::MoveOf};

use crate::{
    error::RecordError,
    record::{GameRecord, Ply},
};

/// Walks through the positions of a record. Checks no more than it needs to: that the start position is
/// legal, the game is not over before its last ply, and every index names a legal move.
#[derive(Clone, Debug)]
pub struct Replay<'r, G: Game> {
    record: &'r GameRecord,
    position: G::Position,
    history: History<G::Position>,
    moves: MoveList<MoveOf<G>>,
    next: usize,
    pending: Option<MoveOf<G>>,
}

/// A ply of a replay: what was known when its move was chosen.
#[derive(Debug)]
pub struct Step<'s, G: Game> {
    /// The number of plies before, in the record.
    pub number: usize,
    /// The position before the move.
    pub position: &'s G::Position,
    /// What came before it.
    pub history: &'s History<G::Position>,
    /// Its legal moves in canonical order.
    pub moves: &'s [MoveOf<G>],
    /// The ply: `moves[ply.index]` was played.
    pub ply: &'s Ply,
}

impl<'r, G: Game> Replay<'r, G> {
    /// At the record's start position.
    ///
    /// # Errors
    /// If the start position cannot be read.
    pub fn new(game: &G, record: &'r GameRecord) -> Result<Self, RecordError> {
        let position = if record.start.is_empty() {
            game.start()
        } else {
            game.parse_position(Native, &record.start)
                .map_err(|error| RecordError::invalid(record.index, 0, error.to_string()))?
        };
        let history = History::new(&position);
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        Ok(Self { record, position, history, moves, next: 0, pending: None })
    }

    /// The current position: before the ply that [`step`](Self::step) gives next.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// What came before the current position.
    pub fn history(&self) -> &History<G::Position> {
        &self.history
    }

    /// The next ply, or `None` at the end of the record.
    ///
    /// # Errors
    /// If the game is over here, or the index names no legal move.
    pub fn step(&mut self) -> Result<Option<Step<'_, G>>, RecordError> {
        if let Some(mv) = self.pending.take() {
            self.history.play(&mut self.position, mv);
            self.position.legal_moves(&mut self.moves);
            self.next += 1;
        }
        let number = self.next;
        let Some(ply) = self.record.plies.get(number) else {
            return Ok(None);
        };
        let refuse = |reason: String| Err(RecordError::invalid(self.record.index, number, reason));
        if self.history.outcome_given(&self.position, !self.moves.is_empty()).is_some() {
            return refuse("the game is over already".to_owned());
        }
        if ply.index as usize >= self.moves.len() {
            return refuse(format!("move {} of {} legal ones", ply.index, self.moves.len()));
        }
        self.pending = Some(self.moves[ply.index as usize]);
        let Self { position, history, moves, .. } = self;
        Ok(Some(Step { number, position, history, moves, ply }))
    }
}
