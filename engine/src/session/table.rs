//! The game on the table, with its type.

use damier_rules::{
    Features, Game, History, MoveEncoding, MoveList, Outcome, Player, Position, TextError, game::MoveOf,
};

use super::{Found, Inputs, Judgement, SessionError};
use crate::{
    Evaluator,
    engine::{Engine, EngineOptions, Judge, Opinion},
    net::NetError,
    search::{Control, Limits},
};

/// What a session asks of a table; see the methods of the same names there.
pub(super) trait Table: Send {
    fn game(&self) -> &str;
    fn players(&self) -> usize;
    fn set_up(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), TextError>;
    fn play(&mut self, mv: &str) -> Result<(), SessionError>;
    fn undo(&mut self) -> bool;
    fn position(&self) -> String;
    fn board(&self) -> String;
    fn to_move(&self) -> usize;
    fn legal_moves(&self) -> Vec<String>;
    fn played(&self) -> Vec<String>;
    fn outcome(&self) -> Option<Vec<f32>>;
    fn judge(&mut self) -> Result<Judgement, SessionError>;
    fn inputs(&self) -> Result<Inputs, SessionError>;
    fn search(&mut self, limits: &Limits, control: &Control) -> Result<Found, SessionError>;
}

/// A position, how it came about, and what judges it.
pub(super) struct TypedTable<G: Game> {
    game: G,
    engine: Engine<G>,
    opinion: Opinion<G>,
    /// Of the net, where there is one.
    features: Option<G::Features>,
    line: Line<G>,
}

/// The game so far.
struct Line<G: Game> {
    start: G::Position,
    position: G::Position,
    history: History<G::Position>,
    moves: Vec<MoveOf<G>>,
}

impl<G: Game> Line<G> {
    fn new(start: G::Position) -> Self {
        let history = History::new(&start);
        Self { position: start.clone(), start, history, moves: Vec::new() }
    }

    fn play(&mut self, mv: MoveOf<G>) {
        self.history.play(&mut self.position, mv);
        self.moves.push(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(&self.position)
    }

    /// Reads a move that may be played.
    fn read(&self, game: &G, text: &str) -> Result<MoveOf<G>, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::new("move", text, 0, "the game is over"));
        }
        game.parse_move(&self.position, text)
    }
}

impl<G: Game> TypedTable<G> {
    pub(super) fn new(game: G, judge: Judge, options: EngineOptions) -> Result<Self, NetError> {
        let features = match &judge {
            Judge::Net(net) => game.features(&net.arch().feature_set),
            Judge::BuiltIn => None,
        };
        let opinion = Opinion::new(game.clone(), judge.clone())?;
        let engine = Engine::new(game.clone(), judge, options)?;
        let line = Line::new(game.start());
        Ok(Self { game, engine, opinion, features, line })
    }

    /// The legal moves; none where the game is over.
    fn legal(&self) -> MoveList<MoveOf<G>> {
        let mut moves = MoveList::new();
        if self.line.outcome().is_none() {
            self.line.position.legal_moves(&mut moves);
        }
        moves
    }

    fn legal_or_over(&self) -> Result<MoveList<MoveOf<G>>, SessionError> {
        let moves = self.legal();
        if moves.is_empty() { Err(SessionError::Over) } else { Ok(moves) }
    }

    /// Legal moves as text.
    fn move_texts(&self, moves: &[MoveOf<G>]) -> Vec<String> {
        moves.iter().map(|mv| self.game.move_text(&self.line.position, *mv)).collect()
    }

    /// Moves as text, each in the position that the ones before it lead to.
    fn texts(&self, start: &G::Position, moves: &[MoveOf<G>]) -> Vec<String> {
        let mut position = start.clone();
        let text = |mv: &MoveOf<G>| {
            let text = self.game.move_text(&position, *mv);
            position.play(*mv);
            text
        };
        moves.iter().map(text).collect()
    }
}

impl<G: Game> Table for TypedTable<G> {
    fn game(&self) -> &str {
        self.game.id()
    }

    fn players(&self) -> usize {
        self.line.position.players()
    }

    fn set_up(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), TextError> {
        let start = match position {
            Some(text) => self.game.parse_position(text)?,
            None => self.game.start(),
        };
        let mut line = Line::new(start);
        for text in moves {
            let mv = line.read(&self.game, text)?;
            line.play(mv);
        }
        self.line = line;
        self.engine.new_game();
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), SessionError> {
        let mv = self.line.read(&self.game, mv)?;
        self.line.play(mv);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let moves = std::mem::take(&mut self.line.moves);
        let Some((_, before)) = moves.split_last() else { return false };
        self.line = Line::new(self.line.start.clone());
        before.iter().for_each(|mv| self.line.play(*mv));
        true
    }

    fn position(&self) -> String {
        self.game.position_text(&self.line.position)
    }

    fn board(&self) -> String {
        self.game.board_text(&self.line.position)
    }

    fn to_move(&self) -> usize {
        self.line.position.to_move().index()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.move_texts(&self.legal())
    }

    fn played(&self) -> Vec<String> {
        self.texts(&self.line.start, &self.line.moves)
    }

    fn outcome(&self) -> Option<Vec<f32>> {
        let players = self.players();
        let outcome = self.line.outcome()?;
        Some((0..players).map(|seat| outcome.share(Player::new(seat), players)).collect())
    }

    fn judge(&mut self) -> Result<Judgement, SessionError> {
        let moves = self.legal_or_over()?;
        let mut logits = Vec::new();
        let evaluation = self.opinion.evaluate(&self.line.position, &moves, &mut logits);
        let (classes, count) = evaluation.value.classes();
        Ok(Judgement {
            value: classes[..count].to_vec(),
            moves_left: evaluation.moves_left,
            priors: softmax(&logits),
            logits,
        })
    }

    fn inputs(&self) -> Result<Inputs, SessionError> {
        let features = self.features.as_ref().ok_or(SessionError::NoNet)?;
        let position = &self.line.position;
        let mut inputs = Inputs { features: Vec::new(), rows: Vec::new() };
        features.active(position, position.to_move(), &mut inputs.features);
        self.game.encoding().rows(position, &self.legal(), &mut inputs.rows);
        Ok(inputs)
    }

    fn search(&mut self, limits: &Limits, control: &Control) -> Result<Found, SessionError> {
        let moves = self.legal_or_over()?;
        let report = self.engine.think(&self.line.position, &self.line.history, limits, control, &mut |_| ());
        let (classes, count) = report.value.classes();
        let root = |mv: &MoveOf<G>| report.moves.iter().find(|root| root.mv == *mv);
        Ok(Found {
            moves: self.move_texts(&moves),
            best: moves.iter().position(|mv| *mv == report.best).expect("the best move is legal"),
            value: classes[..count].to_vec(),
            moves_left: report.moves_left,
            visits: moves.iter().map(|mv| root(mv).map_or(0, |root| root.visits)).collect(),
            shares: moves.iter().map(|mv| root(mv).and_then(|root| root.value)).collect(),
            line: self.texts(&self.line.position, &report.principal_line),
            simulations: report.simulations + report.reused,
            depth: report.mean_depth,
        })
    }
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}
