//! A finished game as one line of JSON, to be read back whole.

use std::time::Duration;

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Notation, NotationFormat::Native, Outcome, Player, Position,
    notation::line_texts, player::MAX_PLAYERS,
};
use serde::{Deserialize, Serialize};

use super::{Effort, Ending, Grounds, PlayedGame, PlayedMove};
use crate::competitor::{Cause, Failure};

/// A finished game as a line of the match's log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameLine {
    /// Its place.
    game: usize,
    /// Where it started, in the game's notation.
    start: String,
    /// How many moves are the opening.
    opening: usize,
    moves: Vec<MoveLine>,
    outcome: OutcomeLine,
    ending: EndingLine,
    /// By seat.
    effort: Vec<Effort>,
}

/// A move in the game's notation, what its player thought, how deep it searched, and the nanoseconds that it took,
/// which older lines lack.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct MoveLine(String, Option<String>, Option<u32>, #[serde(default)] Option<u64>);

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OutcomeLine {
    Draw,
    /// The winner's seat, from 0.
    Win(usize),
    /// Places by seat, 0 the best.
    Places(Vec<u8>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum EndingLine {
    Rules(String),
    PlyCap,
    AgreedWin,
    AgreedDraw,
    Table,
    /// Who, the cause by its name, and the details.
    Forfeit(String, String, String),
}

impl GameLine {
    /// Makes the line of a finished game with its place.
    pub(crate) fn of(game: &AnyGame, index: usize, played: &PlayedGame) -> Self {
        let line: Vec<AnyMove> = played.moves.iter().map(|played| played.mv).collect();
        let texts = line_texts(game, Native, &played.start, &line).flatten();
        let move_line = |(text, played): (String, &PlayedMove<AnyMove>)| {
            let time = played.time.map(|time| time.as_nanos() as u64);
            MoveLine(text, played.score.clone(), played.depth, time)
        };
        let moves = texts.zip(&played.moves).map(move_line).collect();
        Self {
            game: index,
            start: game.position_text(Native, &played.start),
            opening: played.opening_plies,
            moves,
            outcome: match played.outcome {
                Outcome::Draw => OutcomeLine::Draw,
                Outcome::Win(winner) => OutcomeLine::Win(winner.index()),
                Outcome::Places(places) => OutcomeLine::Places(places.to_vec()),
            },
            ending: match &played.ending {
                Ending::Rules(rule) => EndingLine::Rules(rule.to_string()),
                Ending::PlyCap => EndingLine::PlyCap,
                Ending::Adjudication(Grounds::AgreedWin) => EndingLine::AgreedWin,
                Ending::Adjudication(Grounds::AgreedDraw) => EndingLine::AgreedDraw,
                Ending::Adjudication(Grounds::Table) => EndingLine::Table,
                Ending::Forfeit { competitor, failure } => {
                    let Failure { cause, detail } = failure;
                    EndingLine::Forfeit(competitor.clone(), cause.to_string(), detail.clone())
                }
            },
            effort: played.effort.clone(),
        }
    }

    /// Returns its place.
    pub(crate) fn index(&self) -> usize {
        self.game
    }

    /// Returns the place of the game, and how it went.
    ///
    /// # Errors
    /// Why the line is no game.
    pub(crate) fn read(self, game: &AnyGame) -> Result<(usize, PlayedGame), String> {
        let (start, _, moves) = self.replay(game, self.moves.len())?;
        let outcome = self.outcome.read(start.players())?;
        let effort = self.effort;
        let played = PlayedGame {
            start,
            moves,
            opening_plies: self.opening,
            outcome,
            ending: self.ending.read()?,
            effort,
            played_by: None,
        };
        Ok((self.game, played))
    }

    /// Returns the game without its moves, of which only those of the opening are checked.
    ///
    /// # Errors
    /// Why the line is no game.
    pub(crate) fn summary(self, game: &AnyGame) -> Result<LineSummary, String> {
        let (start, position, _) = self.replay(game, self.opening)?;
        Ok(LineSummary {
            index: self.game,
            outcome: self.outcome.read(start.players())?,
            effort: self.effort,
            plies: self.moves.len(),
            opening: position.key(),
            ending: self.ending.read()?,
        })
    }

    /// Returns the same line without times, which no other machine repeats.
    pub(crate) fn without_times(mut self) -> Self {
        self.moves.iter_mut().for_each(|MoveLine(.., time)| *time = None);
        self.effort.iter_mut().for_each(|effort| effort.time = Duration::ZERO);
        self
    }

    /// Returns the texts of the moves of the opening.
    pub(crate) fn opening_text(&self) -> String {
        let moves = self.moves.iter().take(self.opening);
        moves.map(|MoveLine(text, ..)| text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Plays the first `plies` moves: the start, the position after them, and them.
    fn replay(&self, game: &AnyGame, plies: usize) -> Result<Replayed, String> {
        let start = game.parse_position(Native, &self.start).map_err(|error| error.to_string())?;
        if self.opening > self.moves.len() || self.effort.len() != start.players() {
            return Err("its numbers do not fit".to_owned());
        }
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(plies);
        for MoveLine(text, score, depth, time) in &self.moves[..plies] {
            let mv = game.parse_move(Native, &position, text).map_err(|error| error.to_string())?;
            position.play(mv);
            let time = time.map(Duration::from_nanos);
            moves.push(PlayedMove { mv, score: score.clone(), depth: *depth, time });
        }
        Ok((start, position, moves))
    }
}

/// A game without its moves.
#[derive(Clone, Debug)]
pub(crate) struct LineSummary {
    /// Its place in the match.
    pub(crate) index: usize,
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// How it ended.
    pub(crate) ending: Ending,
    /// What searching has cost, by seat.
    pub(crate) effort: Vec<Effort>,
    /// Its plies, those of the opening included.
    pub(crate) plies: usize,
    /// The key of the position in which the competitors took over.
    pub(crate) opening: u64,
}

/// The start of a game, the position after some moves, and these.
type Replayed = (AnyPosition, AnyPosition, Vec<PlayedMove<AnyMove>>);

impl OutcomeLine {
    /// Returns the outcome of a game of `players`.
    fn read(&self, players: usize) -> Result<Outcome, String> {
        match self {
            Self::Draw => Ok(Outcome::Draw),
            Self::Win(seat) if *seat < players => Ok(Outcome::Win(Player::new(*seat))),
            Self::Win(seat) => Err(format!("seat {seat} of {players} wins")),
            Self::Places(places) => {
                let places: [u8; MAX_PLAYERS] =
                    places.as_slice().try_into().map_err(|_| "its places do not fit".to_owned())?;
                Ok(Outcome::Places(places))
            }
        }
    }
}

impl EndingLine {
    fn read(&self) -> Result<Ending, String> {
        Ok(match self {
            Self::Rules(rule) => Ending::Rules(rule.clone().into()),
            Self::PlyCap => Ending::PlyCap,
            Self::AgreedWin => Ending::Adjudication(Grounds::AgreedWin),
            Self::AgreedDraw => Ending::Adjudication(Grounds::AgreedDraw),
            Self::Table => Ending::Adjudication(Grounds::Table),
            Self::Forfeit(competitor, cause, detail) => {
                let cause = Cause::named(cause).ok_or_else(|| format!("no forfeit is called {cause:?}"))?;
                let failure = Failure { cause, detail: detail.clone() };
                Ending::Forfeit { competitor: competitor.clone(), failure }
            }
        })
    }
}
