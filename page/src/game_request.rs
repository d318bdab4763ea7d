//! The game that a request brings with it.

use damier_rules::{AnyGame, AnyMove, GameSoFar, Notation as _, NotationFormat::Native};

use crate::error::ApiError;

/// Most moves of a game in a request.
pub(crate) const MOST_MOVES: usize = 2_000;
/// Longest identity, position and move, in bytes.
const LONGEST_IDENTITY: usize = 200;
const LONGEST_POSITION: usize = 4_000;
const LONGEST_MOVE: usize = 200;

/// Reads an identity, as `damier games` lists them, with options behind a colon.
///
/// # Errors
/// There is no such game.
pub(crate) fn open(identity: &str, place: &str) -> Result<AnyGame, ApiError> {
    if identity.len() > LONGEST_IDENTITY {
        return Err(too_long(place, "an identity", LONGEST_IDENTITY));
    }
    AnyGame::of_id(identity).map_err(|error| ApiError::at(place, error))
}

/// Reads a game: the position of `start`, or the usual one, and the moves from there. `place` is what stands before the
/// names of these in errors, such as `positions[2].`.
///
/// # Errors
/// Something is not legal, with its place; or longer than what is read.
pub(crate) fn read(
    place: &str,
    identity: &str,
    start: Option<&str>,
    moves: &[String],
) -> Result<GameSoFar, ApiError> {
    let game = open(identity, &format!("{place}game"))?;
    if moves.len() > MOST_MOVES {
        let message = format!("there are {} moves; at most {MOST_MOVES} are read", moves.len());
        return Err(ApiError::at(format!("{place}moves"), message));
    }
    let mut so_far = match start {
        Some(text) => GameSoFar::new(game.clone(), position(&game, text, &format!("{place}start"))?),
        None => GameSoFar::at_start(game),
    };
    for (index, text) in moves.iter().enumerate() {
        let mv = legal(&so_far, text, || format!("{place}moves[{index}]"))?;
        so_far.play(mv);
    }
    Ok(so_far)
}

/// Reads a position.
///
/// # Errors
/// It is none of the game.
pub(crate) fn position(
    game: &AnyGame,
    text: &str,
    place: &str,
) -> Result<damier_rules::AnyPosition, ApiError> {
    if text.len() > LONGEST_POSITION {
        return Err(too_long(place, "a position", LONGEST_POSITION));
    }
    game.parse_position(Native, text).map_err(|error| ApiError::at(place, error))
}

/// Reads a move that may be played.
///
/// # Errors
/// It is not legal, or the game is over.
pub(crate) fn legal(so_far: &GameSoFar, text: &str, place: impl Fn() -> String) -> Result<AnyMove, ApiError> {
    if text.len() > LONGEST_MOVE {
        return Err(too_long(place(), "a move", LONGEST_MOVE));
    }
    if let Some(ending) = so_far.ending() {
        return Err(ApiError::at(place(), format!("the game is over before this move ({ending})")));
    }
    so_far.parse_move(Native, text).map_err(|error| ApiError::at(place(), error))
}

fn too_long(place: impl Into<String>, what: &str, most: usize) -> ApiError {
    ApiError::at(place, format!("{what} has at most {most} bytes"))
}
