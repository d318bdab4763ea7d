//! How positions and moves are written, by the game itself and by other programs.

use crate::{opening_table::OpeningTable, position::Position, text_error::TextError};

/// A way of writing that the programs of a family of games share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotationFormat {
    /// The game's own notation, e.g. FEN and SAN for chess.
    Native,
    /// UCI: positions as in [`Native`](Self::Native), moves by origin and destination, `e2e4`.
    Uci,
    /// CECP, the protocol of xboard and WinBoard: positions as in [`Native`](Self::Native), moves as in
    /// [`Uci`](Self::Uci), but castling in Chess960 is `O-O` or `O-O-O`.
    Xboard,
    /// Hub: a letter for the player to move and one for each square; `32-28`, `28x19x23`.
    Hub,
    /// Hub as pydraughts 0.6 speaks it: positions as in [`Hub`](Self::Hub), but the numbers of squares in moves
    /// begin at the corner that PDN's `GameType` has for the variant. Only variants where they differ have it.
    HubPdn,
    /// Gomocup: points by column and row from the top left, from 0. A position is a list of them, each with
    /// the digit 1 for the stones of the player to move and 2 for the other's: `7,7,1 8,8,2`; without digits
    /// the stones are those of an opening, in order. A choice is written `SWAP` for the other colour, and
    /// nothing for one that the next stone tells.
    Gomocup,
    /// SGF: a stone is a property, `B[hh]`, a pass one without a value, `W[]`; a position is stones and who moves,
    /// `AB[hh][hi]AW[gg]PL[W]`. Other moves have no words.
    Sgf,
    /// PSQ, the files of Piskvork: points by column and row from the top left, from 1. Nothing else has words, not
    /// even positions.
    Psq,
}

/// Notation of positions and moves of a game with positions `P`, in each of its [formats](NotationFormat).
pub trait Notation<P: Position> {
    /// Returns the formats of other programs in which the game is written, besides its own.
    fn formats(&self) -> &'static [NotationFormat] {
        &[]
    }

    /// Says whether the game is written in a format.
    fn has_format(&self, format: NotationFormat) -> bool {
        format == NotationFormat::Native || self.formats().contains(&format)
    }

    /// Reads a position (for draughts and chess: FEN). Refuses what cannot be on a board.
    ///
    /// # Errors
    /// Where and why the text is not a legal position.
    fn parse_position(&self, format: NotationFormat, text: &str) -> Result<P, TextError>;

    /// Writes a position in the form that [`parse_position`](Self::parse_position) reads, as far as the format can.
    fn position_text(&self, format: NotationFormat, position: &P) -> String;

    /// Reads a move.
    ///
    /// # Errors
    /// Why it is not a legal move of `position`: unreadable, illegal (with the reason, such as a capture
    /// that has to be made), or ambiguous.
    fn parse_move(&self, format: NotationFormat, position: &P, text: &str) -> Result<P::Move, TextError>;

    /// Writes a legal move of `position` in its shortest unambiguous form; empty where the format has no words for it.
    fn move_text(&self, format: NotationFormat, position: &P, mv: P::Move) -> String;

    /// Writes a legal move of `position`; `None` where the format has no words for it.
    fn try_move_text(&self, format: NotationFormat, position: &P, mv: P::Move) -> Option<String> {
        Some(self.move_text(format, position, mv))
    }

    /// Returns the least number of words in the text of a position: behind them the operations of EPD may begin.
    ///
    /// `None` stands for the number that the text of the start position has.
    fn position_words(&self) -> Option<usize> {
        None
    }

    /// Returns the position with the counters that EPD writes apart from it.
    ///
    /// These are the plies without progress (`hmvc`) and the number of the move (`fmvn`). Games whose positions have no
    /// such counters ignore them.
    fn with_counters(&self, position: P, quiet: Option<u32>, number: Option<u32>) -> P {
        let _ = (quiet, number);
        position
    }

    /// Returns the number of the first move of a game that begins at `start`.
    fn first_move_number(&self, start: &P) -> u32 {
        let _ = start;
        1
    }

    /// Returns the published openings that the game knows by name.
    fn opening_tables(&self) -> &'static [OpeningTable] {
        &[]
    }
}

/// Writes a line of moves from `start`, each in the position that the ones before it lead to.
///
/// A move that the format has no words for is `None`.
///
/// ```
/// use damier_rules::{AnyGame, Game, Notation, NotationFormat::Native, notation::line_texts};
///
/// let game = AnyGame::of_id("russian")?;
/// let start = game.start();
/// let mv = game.parse_move(Native, &start, "c3-d4")?;
/// assert!(line_texts(&game, Native, &start, &[mv]).flatten().eq(["c3-d4"]));
/// # Ok::<(), damier_rules::TextError>(())
/// ```
pub fn line_texts<P: Position>(
    notation: &impl Notation<P>,
    format: NotationFormat,
    start: &P,
    line: &[P::Move],
) -> impl Iterator<Item = Option<String>> {
    let mut position = start.clone();
    line.iter().map(move |mv| {
        let text = notation.try_move_text(format, &position, *mv);
        position.play(*mv);
        text
    })
}
