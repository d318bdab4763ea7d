//! How games begin.

use std::{fs, path::Path};

use damier_rules::{
    AnyGame, Game, History, MoveList, Notation,
    NotationFormat::Native,
    Position,
    book::{self, Length},
    game_text,
};
use rand::{Rng, RngExt};

use crate::{config::OpeningConfig, content::sha256};
use damier_records::{GameRecord, Ply, PlyKind, RecordError};

/// Attempts at an opening of the drawn length before it is shortened.
const ATTEMPTS: u32 = 20;
/// Openings that are drawn before the most balanced one of them serves.
const BALANCE_ATTEMPTS: u32 = 50;
/// What begins a comment in a ballot file.
const COMMENT: char = '#';

/// The positions that games start from, before any random ply.
#[derive(Clone, Debug, Default)]
pub struct Ballots {
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

impl Opening {
    /// Whether a game begins by it.
    pub(crate) fn begins(&self, record: &GameRecord) -> bool {
        let of_opening = |index: &u32| Ply { index: *index, kind: PlyKind::Opening };
        self.start == record.start
            && record.plies.iter().take(self.moves.len()).cloned().eq(self.moves.iter().map(of_opening))
    }

    /// The position after it, and how it came about.
    pub(crate) fn played<G: Game>(&self, game: &G) -> (G::Position, History<G::Position>) {
        let mut position = start_of(game, &self.start);
        let mut history = History::new(&position);
        let mut moves = MoveList::new();
        for index in &self.moves {
            position.legal_moves(&mut moves);
            history.play(&mut position, moves[*index as usize]);
        }
        (position, history)
    }
}

fn start_of<G: Game>(game: &G, start: &str) -> G::Position {
    match start {
        "" => game.start(),
        text => game.parse_position(Native, text).expect("the game wrote it"),
    }
}

impl Ballots {
    /// The standard start position alone.
    pub fn standard() -> Self {
        Self::default()
    }

    /// What the configuration asks for: the name of one of the game's tables ([`Notation::opening_tables`]), or a file.
    ///
    /// # Errors
    /// If the ballot file cannot be read, holds no opening, or one that is illegal or over.
    pub fn load(game: &AnyGame, config: &OpeningConfig) -> Result<Self, RecordError> {
        let Some(path) = &config.ballots else {
            return Ok(Self::standard());
        };
        if let Some(table) = game.opening_tables().iter().find(|table| path.as_os_str() == table.name) {
            return Self::parse(game, path, table.text);
        }
        let text = fs::read_to_string(path).map_err(|source| RecordError::Io {
            path: path.clone(),
            action: "read",
            remedy: "give opening.ballots a file of openings, or the name of one of the game's opening tables",
            source,
        })?;
        Self::parse(game, path, &text)
    }

    /// Reads a ballot file: openings as [`damier_rules::book`] has them, of which the last position counts; `#`
    /// begins a comment wherever it stands, except in games. `path` is for error messages only.
    ///
    /// # Errors
    /// If there is no opening, or one that is illegal or over.
    pub fn parse(game: &AnyGame, path: &Path, text: &str) -> Result<Self, RecordError> {
        let refuse = |reason: String| RecordError::Foreign { path: path.to_owned(), reason };
        let lines = text.lines().map(|line| line.split(COMMENT).next().unwrap_or_default());
        let cut = match game_text::form_of(text) {
            Some(_) => text.to_owned(),
            None => lines.collect::<Vec<_>>().join("\n"),
        };
        let openings = book::read(game, &cut, Length::Whole).strict();
        let openings = openings.map_err(|error| refuse(error.to_string()))?;
        if openings.is_empty() {
            return Err(refuse(
                "holds no opening; write one a line, or leave opening.ballots out".to_owned(),
            ));
        }
        let texts = openings.iter().map(|opening| game.position_text(Native, &opening.end().0)).collect();
        Ok(Self { texts })
    }

    /// Returns the positions that games start from as a ballot file has them, one a line; none for the standard start.
    pub fn lines(&self) -> &[String] {
        &self.texts
    }

    /// Returns the SHA-256 of the positions that games start from, in hexadecimal digits; `None` for the standard start.
    pub(crate) fn content(&self) -> Option<String> {
        (!self.texts.is_empty()).then(|| sha256(self.texts.iter().cloned()))
    }

    /// Draws openings until one is [balanced](OpeningConfig::balance) by what `share` says that the player to move after it
    /// expects; after [`BALANCE_ATTEMPTS`] the most balanced of them serves.
    pub(crate) fn draw_balanced<G: Game>(
        &self,
        game: &G,
        config: &OpeningConfig,
        random: &mut impl Rng,
        mut share: impl FnMut(&G::Position) -> f32,
    ) -> Opening {
        let bounded = config.balance < 1.0;
        let mut drawn = || {
            let opening = self.draw(game, config, random);
            let tilt = if bounded { tilt(game, &opening, &mut share) } else { 0.0 };
            (tilt, opening)
        };
        let mut best = drawn();
        for _ in 1..BALANCE_ATTEMPTS {
            if best.0 <= config.balance {
                break;
            }
            let other = drawn();
            if other.0 < best.0 {
                best = other;
            }
        }
        best.1
    }

    /// Draws an opening that does not end the game.
    pub fn draw<G: Game>(&self, game: &G, config: &OpeningConfig, random: &mut impl Rng) -> Opening {
        let start = match self.texts.len() {
            0 => String::new(),
            count => self.texts[random.random_range(0..count)].clone(),
        };
        let position = start_of(game, &start);
        let mut length = random.random_range(config.min_plies..=config.max_plies);
        loop {
            for _ in 0..ATTEMPTS {
                if let Some(moves) = random_line(game, &position, length, random) {
                    return Opening { start, moves };
                }
            }
            // Length 0 always succeeds: no start position is over.
            length -= 1;
        }
    }
}

/// Returns how far the expectation of the player to move after an opening is from an equal share.
fn tilt<G: Game>(game: &G, opening: &Opening, share: &mut impl FnMut(&G::Position) -> f32) -> f32 {
    let (position, _) = opening.played(game);
    (share(&position) - 1.0 / position.players() as f32).abs()
}

/// Returns evenly drawn moves that have a [score](damier_rules::SearchHeuristics::move_score); `None` where the game ends on
/// the way or after the last of them.
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
        promising
            .extend((0..moves.len()).filter(|index| game.move_score(&position, moves[*index]).is_some()));
        let index = promising[random.random_range(0..promising.len())];
        history.play(&mut position, moves[index]);
        if history.outcome(&position).is_some() {
            return None;
        }
        line.push(index as u32);
    }
    Some(line)
}
