//! Games as text: what PGN, the Portable Game Notation, says about chess.

use cozy_chess::{Color, File};

use super::{castling::Castling, position::ChessPosition};
use crate::{
    any::AnyGame,
    game::Game,
    game_text::{self, EndStyle, MarkStyle, TagError, Tags, TextStyle, VARIANT},
    options::name_of,
    player::Player,
};

/// The value of the variant's tag for Chess960.
const CHESS960: &str = "Chess960";
/// Words by which others name it, and words that stand beside them.
const NAMES_OF_960: [&str; 9] = [
    "chess960",
    "960",
    "fischer",
    "fischerandom",
    "fischerrandom",
    "freestyle",
    "frc",
    "dfrc",
    // The wild variant `fr` of chess servers.
    "fr",
];
const WORDS_OF_960: [&str; 3] = ["random", "double", "wild"];
/// Words by which others name chess itself.
const NAMES_OF_CHESS: [&str; 7] =
    ["chess", "classical", "classic", "orthodox", "orthochess", "western", "fide"];

/// How games look.
pub(super) fn style() -> TextStyle {
    const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
    TextStyle::portable(RESULTS, MarkStyle::Glyphs, EndStyle::Result, Player::FIRST)
}

/// The tag of games that need the castling rules of Chess960.
pub(super) fn start_tags(start: &ChessPosition) -> Vec<(&'static str, String)> {
    if needs_960(start) { vec![(VARIANT, CHESS960.to_owned())] } else { Vec::new() }
}

/// Reads the castling rules that the tags speak of; `own` are those of the game without such a tag.
///
/// # Errors
/// The tags name another rule set.
pub(super) fn castling(tags: &Tags, id: &str, own: Castling) -> Result<Castling, TagError> {
    let Some(variant) = tags.get(VARIANT) else {
        return Ok(own);
    };
    let words = game_text::words(variant);
    let is_960 = |word: &String| NAMES_OF_960.contains(&word.as_str());
    let is_chess = |word: &String| NAMES_OF_CHESS.contains(&word.as_str()) || game_text::is_plain(word);
    if words.iter().any(is_960) {
        let is_beside = |word: &String| WORDS_OF_960.contains(&word.as_str());
        let known = words.iter().all(|word| is_960(word) || is_beside(word) || is_chess(word));
        return if known { Ok(Castling::Chess960) } else { Err(game_text::other_game(variant, id)) };
    }
    if words.iter().all(is_chess) {
        return Ok(if words.is_empty() { own } else { Castling::Standard });
    }
    // The name of the game itself, whatever its options, is no other game.
    match AnyGame::of_id(variant) {
        Ok(same) if same.id() == name_of(id) => Ok(own),
        // A handicap has another start, which the tag of another game does not give it.
        Ok(other) if other.net_id() == other.id() && name_of(other.id()) == name_of(id) => {
            Ok(Castling::Chess960)
        }
        Ok(other) => Err(game_text::other_game(other.id(), id)),
        Err(_) => Err(game_text::other_game(variant, id)),
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
