//! Moves and positions of DamExchange beside those of Hub, which say the same in other letters.

use damier_rules::{AnyGame, AnyPosition, Notation, NotationFormat::Hub, game_text::usual_start};

use super::message::{Colour, MoveMessage, Start};

/// The letters of Hub and of DamExchange.
const LETTERS: [(char, char); 5] = [('w', 'w'), ('b', 'z'), ('W', 'W'), ('B', 'Z'), ('e', 'e')];

/// A position as Hub writes it; `None` for the usual start.
pub fn hub_position(start: &Start) -> Option<String> {
    let Start::Position { to_move, squares } = start else { return None };
    let first = match to_move {
        Colour::White => 'W',
        Colour::Black => 'B',
    };
    let letter = |dxp: char| LETTERS.iter().find(|(_, other)| *other == dxp).map_or(dxp, |(hub, _)| *hub);
    Some(std::iter::once(first).chain(squares.chars().map(letter)).collect())
}

/// The start of a game from a position as Hub writes it; `None` where that text is no position.
fn board_letters(hub: &str) -> Option<Start> {
    let mut letters = hub.chars();
    let to_move = match letters.next()? {
        'W' => Colour::White,
        'B' => Colour::Black,
        _ => return None,
    };
    let squares = letters
        .map(|hub| LETTERS.iter().find(|(other, _)| *other == hub).map(|(_, dxp)| *dxp))
        .collect::<Option<String>>()?;
    Some(Start::Position { to_move, squares })
}

/// Returns the start of a game from `position`; `None` where DamExchange has no words for it.
pub fn start_from(game: &AnyGame, position: &AnyPosition) -> Option<Start> {
    if *position == usual_start(game, Hub) {
        return Some(Start::Usual);
    }
    board_letters(&game.position_text(Hub, position))
}

/// A move as Hub writes it.
pub fn move_text(mv: &MoveMessage) -> String {
    let MoveMessage { from, to, captured, .. } = mv;
    if captured.is_empty() {
        return format!("{from}-{to}");
    }
    let captured: String = captured.iter().map(|square| format!("x{square}")).collect();
    format!("{from}x{to}{captured}")
}

/// A move from the text of Hub; `None` where that text is no move.
pub fn move_of_text(hub: &str, seconds: u16) -> Option<MoveMessage> {
    let squares = hub.split(['-', 'x']).map(|square| square.parse().ok()).collect::<Option<Vec<u8>>>()?;
    let [from, to, captured @ ..] = &squares[..] else { return None };
    Some(MoveMessage { seconds, from: *from, to: *to, captured: captured.to_vec() })
}
