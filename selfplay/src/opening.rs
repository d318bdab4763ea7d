//! How games begin.

use std::{fs, path::Path};

use damier_rules::{Game, History, MoveList, Position};
use rand::{Rng, RngExt};

use crate::{config::OpeningConfig, error::RecordError};

/// Attempts at an opening of the drawn length before it is shortened.
const ATTEMPTS: u32 = 20;
/// What begins a comment in a ballot file.
const COMMENT: char = '#';

/// The positions that games start from, before any random ply.
#[derive(Clone, Debug)]
pub struct Ballots<G: Game> {
    game: G,
    /// Texts as the game writes them; none: the standard start position.
    texts: Vec<String>,
}

/// An opening: a start position and indices of legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The start position's text; empty for the standard one.
    pub start: String,
    /// The moves, as indices into the legal moves in canonical order.
    pub moves: Vec<u32>,
}

impl<G: Game> Ballots<G> {
    /// The standard start position alone.
    pub fn standard(game: G) -> Self {
        Self { game, texts: Vec::new() }
    }

    /// What the configuration asks for.
    ///
    /// # Errors
    /// If the ballot file cannot be read, holds no position, or holds one that is illegal or over.
    pub fn load(game: G, config: &OpeningConfig) -> Result<Self, RecordError> {
        match &config.ballots {
            None => Ok(Self::standard(game)),
            Some(path) => {
                let text = fs::read_to_string(path).map_err(|source| RecordError::Io {
                    path: path.clone(),
                    action: "read",
                    remedy: "give opening.ballots a text file with one position a line",
                    source,
                })?;
                Self::parse(game, path, &text)
            }
        }
    }

    /// Reads the lines of a ballot file; `path` is for error messages only.
    ///
    /// # Errors
    /// If there is no position, or one that is illegal or over.
    pub fn parse(game: G, path: &Path, text: &str) -> Result<Self, RecordError> {
        let refuse = |reason: String| RecordError::Foreign { path: path.to_owned(), reason };
        let mut texts = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split(COMMENT).next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let number = number + 1;
            let position =
                game.parse_position(line).map_err(|error| refuse(format!("line {number}: {error}")))?;
            if History::new(&position).outcome(&position).is_some() {
                return Err(refuse(format!("line {number}: the game is over in this position; remove it")));
            }
            texts.push(game.position_text(&position));
        }
        if texts.is_empty() {
            return Err(refuse(
                "holds no position; write one a line, or leave opening.ballots out".to_owned(),
            ));
        }
        Ok(Self { game, texts })
    }

    /// Draws an opening that does not end the game.
    pub fn draw(&self, config: &OpeningConfig, random: &mut impl Rng) -> Opening {
        let start = match self.texts.len() {
            0 => String::new(),
            count => self.texts[random.random_range(0..count)].clone(),
        };
        let position = match start.as_str() {
            "" => self.game.start(),
            text => self.game.parse_position(text).expect("the game wrote it"),
        };
        let mut length = random.random_range(config.min_plies..=config.max_plies);
        loop {
            for _ in 0..ATTEMPTS {
                if let Some(moves) = random_line(&self.game, &position, length, random) {
                    return Opening { start, moves };
                }
            }
            // Length 0 always succeeds: no start position is over.
            length -= 1;
        }
    }
}

/// Evenly drawn promising moves ([`Game::promise`]); `None` where the game ends on the way or after the last of them.
fn random_line<G: Game>(
    game: &G,
    start: &G::Position,
    length: u32,
    random: &mut impl Rng,
) -> Option<Vec<u32>> {
    let mut position = start.clone();
    let mut history = History::new(start);
    let mut moves = MoveList::new();
    let mut promising = Vec::new();
    let mut line = Vec::new();
    for _ in 0..length {
        position.legal_moves(&mut moves);
        promising.clear();
        promising.extend((0..moves.len()).filter(|index| game.promise(&position, moves[*index]).is_some()));
        let index = promising[random.random_range(0..promising.len())];
        history.play(&mut position, moves[index]);
        if history.outcome(&position).is_some() {
            return None;
        }
        line.push(index as u32);
    }
    Some(line)
}
