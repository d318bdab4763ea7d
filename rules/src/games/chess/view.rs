//! The board as a player's network sees it: upside down for Black, and left and right exchanged where the
//! player's king stands on the files a–d, so that it is always on e–h.
//!
//! Chess without castling is the same with left and right exchanged; with castling, features that tell the
//! two sides apart say which it is. Features and policy rows share this view.

use cozy_chess::{Board, Color, Piece, Square};

/// Exchanges ranks 1 and 8, 2 and 7, …, in a square's number.
const UPSIDE_DOWN: u8 = 0b111_000;
/// Exchanges files a and h, b and g, …, in a square's number.
const MIRRORED: u8 = 0b000_111;
/// The bit of a square's number that is set on files e–h.
const KING_SIDE: u8 = 0b100;

/// How a player's board is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    /// What turns a square's number.
    turn: u8,
}

impl View {
    /// The view of the player of a colour.
    #[inline]
    pub(super) fn of(board: &Board, colour: Color) -> Self {
        let upside_down = if colour == Color::White { 0 } else { UPSIDE_DOWN };
        let mirrored = if board.king(colour) as u8 & KING_SIDE == 0 { MIRRORED } else { 0 };
        Self { turn: upside_down | mirrored }
    }

    /// A square's number in this view.
    #[inline(always)]
    pub(super) const fn square(self, square: u8) -> u8 {
        square ^ self.turn
    }

    /// The number of a file, from 0 for a, in this view.
    #[inline(always)]
    pub(super) const fn file(self, file: u8) -> u8 {
        file ^ (self.turn & MIRRORED)
    }
}

/// The view in words.
pub(super) const VIEW: &str = "squares are a1 = 0, b1 = 1, …, h8 = 63; for Black the board is turned upside down \
    (rank r becomes 9 - r, files stay), and then, where the own king stands on the files a to d, left and right are \
    exchanged (file a becomes h), so that the own king always is on e to h; own is the player to move";

/// The names of the squares, by number.
pub(super) fn square_names() -> impl Iterator<Item = String> {
    Square::ALL.into_iter().map(|square| square.to_string())
}

/// Kinds of pieces, by owner.
pub(super) const KINDS: usize = 2 * Piece::NUM;
/// Squares of the board.
pub(super) const SQUARES: usize = Square::NUM;
