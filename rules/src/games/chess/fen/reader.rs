//! From text to positions.

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square, get_between_rays, get_king_moves};

use super::{NONE, counts::wrong_count, outermost_rook};
use crate::{
    games::chess::{game::Castling, notation::colour_name, position::ChessPosition},
    text_error::TextError,
};

/// Plies without a capture or a pawn's move after which a game is over at the latest (FIDE 9.6.2).
const MOST_QUIET: u32 = 150;
/// The most that the board keeps of them; at this number the game is drawn anyway.
const KEPT_QUIET: u32 = 100;

/// Reads a position; refuses one that cannot be on a board. The last two fields may be missing.
pub(in super::super) fn read(text: &str, castling: Castling) -> Result<ChessPosition, TextError> {
    let reader = Reader { text };
    let mut fields = fields(text);
    let mut field = |name: &str| {
        fields.next().ok_or_else(|| reader.error_at(text.len(), format!("{name} is missing here")))
    };
    let mut builder = BoardBuilder::empty();
    let pieces = field("the placement of the pieces")?;
    reader.pieces(pieces, &mut builder)?;
    let (at, mover) = field("the player to move (w or b)")?;
    builder.side_to_move = match mover {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(reader.error_at(at, "the player to move is w or b")),
    };
    let (start, _) = pieces;
    // The crate refuses here what is not refused with a reason of its own above and below.
    let plain = builder.build().map_err(|_| reader.error_at(start, why_impossible(&builder)))?;
    if get_king_moves(plain.king(Color::White)).has(plain.king(Color::Black)) {
        return Err(reader.error_at(start, "the kings stand side by side"));
    }
    if plain.checkers().len() > 2 {
        return Err(reader.error_at(start, "more than two pieces give check"));
    }
    reader.castling(field("the rights to castle (KQkq or -)")?, castling, &plain, &mut builder)?;
    reader.en_passant(field("the square of a capture en passant (or -)")?, &plain, &mut builder)?;
    if let Some((at, quiet)) = fields.next() {
        let quiet = reader.number(at, quiet, "plies without a capture or a pawn's move", 0..=MOST_QUIET)?;
        builder.halfmove_clock = quiet.min(KEPT_QUIET) as u8;
    }
    if let Some((at, number)) = fields.next() {
        let most = u32::from(u16::MAX);
        builder.fullmove_number = reader.number(at, number, "the number of the move", 1..=most)? as u16;
    }
    if let Some((at, _)) = fields.next() {
        return Err(reader.error_at(at, "nothing is expected here"));
    }
    let board = builder.build().map_err(|error| reader.error_at(start, error.to_string()))?;
    Ok(ChessPosition::from_board(board))
}

/// The fields, with the place where each begins.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let place = |field: &str| field.as_ptr() as usize - text.as_ptr() as usize;
    text.split_ascii_whitespace().map(move |field| (place(field), field))
}

/// Where on the text a reason for its refusal is.
struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    fn error_at(&self, at: usize, reason: impl Into<String>) -> TextError {
        TextError::new("position", self.text, at, reason)
    }

    fn pieces(&self, (start, field): (usize, &str), builder: &mut BoardBuilder) -> Result<(), TextError> {
        let mut ranks = Rank::ALL.into_iter().rev();
        let mut rank = ranks.next().expect("there are ranks");
        let mut file = 0;
        let finished = |at, rank: Rank, file: usize| {
            if file == File::NUM {
                return Ok(());
            }
            let few = if file < File::NUM { "fewer" } else { "more" };
            Err(self.error_at(at, format!("rank {rank} has {few} than {} squares", File::NUM)))
        };
        for (offset, letter) in field.char_indices() {
            let at = start + offset;
            if letter == '/' {
                finished(at, rank, file)?;
                rank = ranks.next().ok_or_else(|| self.error_at(at, "there are more than 8 ranks"))?;
                file = 0;
            } else if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
            } else {
                let piece = Piece::try_from(letter.to_ascii_lowercase()).map_err(|_| {
                    self.error_at(
                        at,
                        format!("{letter:?} is no piece (KQRBNP, small for Black) and no number"),
                    )
                })?;
                let colour = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                let Some(column) = File::try_index(file) else {
                    finished(at, rank, file + 1)?;
                    continue;
                };
                if piece == Piece::Pawn && matches!(rank, Rank::First | Rank::Eighth) {
                    return Err(self.error_at(at, format!("a pawn cannot stand on rank {rank}")));
                }
                *builder.square_mut(Square::new(column, rank)) = Some((piece, colour));
                file += 1;
            }
        }
        finished(start + field.len(), rank, file)?;
        if ranks.next().is_some() {
            return Err(self.error_at(start + field.len(), "there are fewer than 8 ranks"));
        }
        match wrong_count(builder) {
            Some(reason) => Err(self.error_at(start, reason)),
            None => Ok(()),
        }
    }

    fn castling(
        &self,
        (start, field): (usize, &str),
        castling: Castling,
        board: &Board,
        builder: &mut BoardBuilder,
    ) -> Result<(), TextError> {
        if field == NONE {
            return Ok(());
        }
        for (offset, letter) in field.char_indices() {
            let at = start + offset;
            let colour = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let name = colour_name(colour);
            let king = board.king(colour);
            let rooks = board.colored_pieces(colour, Piece::Rook);
            let back_rank = Rank::First.relative_to(colour);
            let refuse = |reason: &str| Err(self.error_at(at, format!("{name} cannot castle so: {reason}")));
            let small = letter.to_ascii_lowercase();
            if king.rank() != back_rank {
                return refuse("the king is not on its first rank");
            }
            let rook = match small {
                'k' | 'q' => match outermost_rook(rooks, colour, king.file(), small) {
                    Some(file) => file,
                    None => return refuse("there is no rook on that side of the king"),
                },
                'a'..='h' => {
                    let file = File::try_from(small).expect("a to h are files");
                    if !rooks.has(Square::new(file, back_rank)) {
                        return refuse("there is no rook on that file");
                    }
                    file
                }
                _ => {
                    let remedy = "K, Q, k, q or the file of the rook is expected here, or - for none";
                    return Err(self.error_at(at, format!("{letter:?} is no right to castle; {remedy}")));
                }
            };
            let short = rook > king.file();
            if castling == Castling::Standard {
                let home = if short { File::H } else { File::A };
                if king.file() != File::E || rook != home {
                    return refuse(
                        "king and rook are not where chess has them; Chess960 is the option start=N",
                    );
                }
            }
            let rights = builder.castle_rights_mut(colour);
            let right = if short { &mut rights.short } else { &mut rights.long };
            if right.replace(rook).is_some() {
                return refuse("that side is named already");
            }
        }
        Ok(())
    }

    fn en_passant(
        &self,
        (at, field): (usize, &str),
        board: &Board,
        builder: &mut BoardBuilder,
    ) -> Result<(), TextError> {
        if field == NONE {
            return Ok(());
        }
        let Ok(square) = field.parse::<Square>() else {
            return Err(self.error_at(at, "the square of a capture en passant is expected here, or -"));
        };
        let mover = board.side_to_move();
        let rank = Rank::Sixth.relative_to(mover);
        if square.rank() != rank {
            let name = colour_name(mover);
            let reason = format!("{name} is to move and captures en passant on rank {rank} only");
            return Err(self.error_at(at, reason));
        }
        let file = square.file();
        let pawn = Square::new(file, Rank::Fifth.relative_to(mover));
        let origin = Square::new(file, Rank::Seventh.relative_to(mover));
        if !board.colored_pieces(!mover, Piece::Pawn).has(pawn) {
            return Err(self.error_at(at, format!("there is no pawn on {pawn} to capture en passant")));
        }
        let passed = square.bitboard() | origin.bitboard();
        if !(board.occupied() & passed).is_empty() {
            let reason = format!("the pawn on {pawn} cannot have come over {square}, which is blocked");
            return Err(self.error_at(at, reason));
        }
        let king = board.king(mover);
        let discovered = |checker| get_between_rays(checker, king).has(origin);
        if !board.checkers().into_iter().all(|checker| checker == pawn || discovered(checker)) {
            let reason =
                format!("the last move was not that of the pawn on {pawn}: another piece gives check");
            return Err(self.error_at(at, reason));
        }
        builder.en_passant = Some(square);
        Ok(())
    }

    fn number(
        &self,
        at: usize,
        field: &str,
        what: &str,
        range: std::ops::RangeInclusive<u32>,
    ) -> Result<u32, TextError> {
        match field.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                let [least, most] = [range.start(), range.end()];
                Err(self.error_at(at, format!("{what}: a number from {least} to {most} is expected here")))
            }
        }
    }
}

/// Why the crate refuses pieces that are right in number.
fn why_impossible(builder: &BoardBuilder) -> String {
    let [mover, waiting] = [builder.side_to_move, !builder.side_to_move].map(colour_name);
    format!("{waiting} is in check, and {mover} is to move")
}
