//! The game on the table.

use damier_numerics::single::softmax;
use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Diagram, Features, Game, GameDisplay, GameSoFar, MoveEncoding, MoveList,
    Notation, NotationFormat::Native, Player, Position, TextError, any::AnyFeatures, notation::line_texts,
};

use super::{Found, Inputs, Judgement, SessionError};
use crate::{
    AnyEngine,
    engine::{EngineOptions, Judge},
    net::NetError,
    search::{Limits, StopHandle},
};

/// A position, how it came about, and what judges it.
pub(super) struct Table {
    engine: AnyEngine,
    /// Of the net, where there is one.
    features: Option<AnyFeatures>,
    so_far: GameSoFar,
}

impl Table {
    pub(super) fn new(game: AnyGame, judge: Judge, options: EngineOptions) -> Result<Self, NetError> {
        let features = match &judge {
            Judge::Net(net) => game.features(&net.arch().feature_set),
            Judge::BuiltIn => None,
        };
        let engine = AnyEngine::new(game.clone(), judge, options)?;
        Ok(Self { engine, features, so_far: GameSoFar::at_start(game) })
    }

    fn here(&self) -> &AnyPosition {
        self.so_far.position()
    }

    fn rules(&self) -> &AnyGame {
        self.so_far.game()
    }

    /// The legal moves; none where the game is over.
    fn legal(&self) -> MoveList<AnyMove> {
        if self.so_far.outcome().is_none() { self.so_far.legal_moves() } else { MoveList::new() }
    }

    fn legal_or_over(&self) -> Result<MoveList<AnyMove>, SessionError> {
        let moves = self.legal();
        if moves.is_empty() { Err(SessionError::Over) } else { Ok(moves) }
    }

    /// Legal moves as text.
    fn move_texts(&self, moves: &[AnyMove]) -> Vec<String> {
        moves.iter().map(|mv| self.rules().move_text(Native, self.here(), *mv)).collect()
    }
}

impl Table {
    pub(super) fn game(&self) -> &str {
        self.rules().id()
    }

    pub(super) fn players(&self) -> usize {
        self.here().players()
    }

    pub(super) fn set_up(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), TextError> {
        let start = match position {
            Some(text) => self.rules().parse_position(Native, text)?,
            None => self.rules().start(),
        };
        let mut so_far = GameSoFar::new(self.rules().clone(), start);
        for text in moves {
            let mv = read(&so_far, text)?;
            so_far.play(mv);
        }
        self.so_far = so_far;
        self.engine.new_game();
        Ok(())
    }

    pub(super) fn play(&mut self, mv: &str) -> Result<(), SessionError> {
        let mv = read(&self.so_far, mv)?;
        self.so_far.play(mv);
        Ok(())
    }

    pub(super) fn undo(&mut self) -> bool {
        let Some(plies) = self.so_far.moves().len().checked_sub(1) else { return false };
        self.so_far.back_to(plies);
        true
    }

    pub(super) fn position(&self) -> String {
        self.rules().position_text(Native, self.here())
    }

    pub(super) fn board(&self) -> String {
        self.rules().board_text(self.here())
    }

    pub(super) fn diagram(&self) -> Option<Diagram> {
        self.rules().diagram(self.here())
    }

    pub(super) fn to_move(&self) -> usize {
        self.so_far.to_move().index()
    }

    pub(super) fn legal_moves(&self) -> Vec<String> {
        self.move_texts(&self.legal())
    }

    pub(super) fn played(&self) -> Vec<String> {
        self.so_far.move_texts(Native).flatten().collect()
    }

    pub(super) fn outcome(&self) -> Option<Vec<f32>> {
        let players = self.players();
        let outcome = self.so_far.outcome()?;
        Some((0..players).map(|seat| outcome.share(Player::new(seat), players)).collect())
    }

    pub(super) fn judge(&mut self) -> Result<Judgement, SessionError> {
        self.legal_or_over()?;
        let mut logits = Vec::new();
        let evaluation = self.engine.evaluate(self.so_far.position(), &mut logits);
        let (classes, count) = evaluation.value.classes();
        let mut priors = logits.clone();
        softmax(&mut priors);
        Ok(Judgement { value: classes[..count].to_vec(), moves_left: evaluation.moves_left, priors, logits })
    }

    pub(super) fn inputs(&self) -> Result<Inputs, SessionError> {
        let features = self.features.as_ref().ok_or(SessionError::NoNet)?;
        let position = self.here();
        let mut inputs = Inputs { features: Vec::new(), rows: Vec::new() };
        features.active(position, position.to_move(), &mut inputs.features);
        self.rules().encoding().rows(position, &self.legal(), &mut inputs.rows);
        Ok(inputs)
    }

    pub(super) fn search(&mut self, limits: &Limits, control: &StopHandle) -> Result<Found, SessionError> {
        let moves = self.legal_or_over()?;
        let report =
            self.engine.think(self.so_far.position(), self.so_far.history(), limits, control, &mut |_| ());
        let (classes, count) = report.value.classes();
        let root = |mv: &AnyMove| report.moves.iter().find(|root| root.mv == *mv);
        Ok(Found {
            moves: self.move_texts(&moves),
            best: moves.iter().position(|mv| *mv == report.best).expect("the best move is legal"),
            value: classes[..count].to_vec(),
            moves_left: report.moves_left,
            visits: moves.iter().map(|mv| root(mv).map_or(0, |root| root.visits)).collect(),
            shares: moves.iter().map(|mv| root(mv).and_then(|root| root.value)).collect(),
            line: line_texts(self.rules(), Native, self.here(), &report.principal_line).flatten().collect(),
            simulations: report.simulations + report.reused,
            depth: report.mean_depth,
        })
    }
}

/// Reads a move that may be played.
fn read(so_far: &GameSoFar, text: &str) -> Result<AnyMove, TextError> {
    if so_far.outcome().is_some() {
        return Err(TextError::new("move", text, 0, "the game is over"));
    }
    so_far.parse_move(Native, text)
}
