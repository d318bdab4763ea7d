//! Games as text: what PGN, the Portable Game Notation, says about chess.

use cozy_chess::{Color, File};

use super::{game::Castling, position::ChessPosition};
use crate::{
    game_text::{EndStyle, MarkStyle, TagError, Tags, TextStyle, VARIANT},
    player::Player,
    registry,
};

/// The value of the variant's tag for Chess960, and words by which others name it.
const CHESS960: &str = "Chess960";
const NAMES_OF_960: [&str; 3] = ["chess960", "fischer", "freestyle"];

/// How games look.
pub(super) fn style() -> TextStyle {
    const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
    TextStyle::portable(RESULTS, MarkStyle::Glyphs, EndStyle::Result, Player::FIRST)
}

/// The tag of games that need the castling rules of Chess960.
pub(super) fn start_tags(start: &ChessPosition) -> Vec<(&'static str, String)> {
    if needs_960(start) { vec![(VARIANT, CHESS960.to_owned())] } else { Vec::new() }
}

/// The castling rules that tags speak of.
pub(super) fn castling(tags: &Tags, id: &str) -> Result<Castling, TagError> {
    let Some(variant) = tags.get(VARIANT) else {
        return Ok(Castling::Standard);
    };
    let name = variant.to_ascii_lowercase();
    if NAMES_OF_960.iter().any(|word| name.contains(word)) {
        return Ok(Castling::Chess960);
    }
    // The name of the game itself, whatever its options, is no other game.
    let game = |identity: &str| identity.split(':').next().unwrap_or_default().to_owned();
    match registry::normalised(variant) {
        Ok(other) if game(&other) != game(id) => {
            let reason = format!("this is a game of {other}, not of {id}; read it as such");
            Err(TagError { tag: VARIANT, reason })
        }
        _ => Ok(Castling::Standard),
    }
}

/// Whether a right to castle is one that only Chess960 knows.
fn needs_960(position: &ChessPosition) -> bool {
    let board = position.board();
    Color::ALL.into_iter().any(|colour| {
        let rights = board.castle_rights(colour);
        let home = [(rights.short, File::H), (rights.long, File::A)];
        let any = home.iter().any(|(right, _)| right.is_some());
        any && board.king(colour).file() != File::E
            || home.iter().any(|(right, file)| right.is_some_and(|rook| rook != *file))
    })
}
