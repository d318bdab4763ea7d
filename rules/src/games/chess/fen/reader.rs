//! From text to positions.

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square, get_between_rays, get_king_moves};

use super::{NONE, counts::wrong_count, outermost_rook};
use crate::{
    games::chess::{castling::Castling, names::colour_name, position::ChessPosition},
    text_error::TextError,
};

/// The most plies without a capture or a pawn's move that the board keeps; at this number the game is drawn.
const KEPT_QUIET: u32 = 100;
/// The most digits that a counter may have.
const COUNTER_DIGITS: usize = 9;

/// Reads a position; refuses one that cannot be on a board.
///
/// All fields but the first two may be missing. The counters decide little and are read tolerantly: move number 0
/// is 1, and plies without a capture or a pawn's move count up to 100. A right to castle (`KQkq`) without its king
/// or rook, and a capture en passant without its pawn, are left out, because the position is the same without them.
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
    if let Some(rights) = fields.next() {
        reader.castling(rights, castling, &plain, &mut builder)?;
    }
    if let Some(square) = fields.next() {
        reader.en_passant(square, &plain, &mut builder)?;
    }
    let quiet = fields.next().map(|field| reader.counter(field, "plies without a capture or a pawn's move"));
    let number = fields.next().map(|field| reader.counter(field, "the number of the move"));
    set_counters(&mut builder, quiet.transpose()?.flatten(), number.transpose()?.flatten());
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
        let mut elsewhere = None;
        for (offset, letter) in field.char_indices() {
            let at = start + offset;
            let colour = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let refuse = |reason: &str| {
                Err(self.error_at(at, format!("{} cannot castle so: {reason}", colour_name(colour))))
            };
            let rook = match rook_of(letter, colour, board) {
                CastlingRook::Known(rook) => rook,
                CastlingRook::Missing => continue,
                CastlingRook::Wrong(reason) => return refuse(reason),
                CastlingRook::NoLetter => {
                    let remedy = "K, Q, k, q or the file of the rook is expected here, or - for none";
                    return Err(self.error_at(at, format!("{letter:?} is no right to castle; {remedy}")));
                }
            };
            let king = board.king(colour).file();
            let short = rook > king;
            if castling == Castling::Standard {
                let home = if short { File::H } else { File::A };
                if king != File::E || rook != home {
                    elsewhere.get_or_insert((at, colour));
                    continue;
                }
            }
            let rights = builder.castle_rights_mut(colour);
            let right = if short { &mut rights.short } else { &mut rights.long };
            if right.replace(rook).is_some() {
                return refuse("that side is named already");
            }
        }
        match elsewhere {
            Some((at, colour)) if names_960(field, board) => {
                let name = colour_name(colour);
                let reason = "king and rook are where only Chess960 has them; say so with the tag Variant \
                              \"Chess960\", or with the game chess:start=N";
                Err(self.error_at(at, format!("{name} cannot castle so: {reason}")))
            }
            // Without king and rook at home there is no such right, and the position is the same.
            _ => Ok(()),
        }
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
        if was_passed_over(square, board) {
            builder.en_passant = Some(square);
        }
        Ok(())
    }

    /// Reads a counter; `None` where the field is `-`.
    fn counter(&self, (at, field): (usize, &str), what: &str) -> Result<Option<u32>, TextError> {
        let is_number = field.len() <= COUNTER_DIGITS && field.bytes().all(|byte| byte.is_ascii_digit());
        match field.parse() {
            Ok(number) if is_number => Ok(Some(number)),
            _ if field == NONE => Ok(None),
            _ => Err(self.error_at(
                at,
                format!("{what}: a number of at most {COUNTER_DIGITS} digits is expected here"),
            )),
        }
    }
}

/// Sets the plies without a capture or a pawn's move, and the number of the move, as far as they are known.
pub(super) fn set_counters(builder: &mut BoardBuilder, quiet: Option<u32>, number: Option<u32>) {
    if let Some(quiet) = quiet {
        builder.halfmove_clock = quiet.min(KEPT_QUIET) as u8;
    }
    if let Some(number) = number {
        builder.fullmove_number = number.clamp(1, u16::MAX.into()) as u16;
    }
}

/// Which rook a letter of the rights to castle means.
enum CastlingRook {
    /// The rook on this file.
    Known(File),
    /// None: king or rook are not there, so there is no such right.
    Missing,
    /// A file is named, and it is the wrong one.
    Wrong(&'static str),
    /// The letter means nothing.
    NoLetter,
}

/// Finds the rook with which a player castles by a letter of X-FEN or Shredder-FEN.
fn rook_of(letter: char, colour: Color, board: &Board) -> CastlingRook {
    let king = board.king(colour);
    let rooks = board.colored_pieces(colour, Piece::Rook);
    let back_rank = Rank::First.relative_to(colour);
    let is_home = king.rank() == back_rank;
    let small = letter.to_ascii_lowercase();
    match small {
        'k' | 'q' if is_home => outermost_rook(rooks, colour, king.file(), small)
            .map_or(CastlingRook::Missing, CastlingRook::Known),
        'k' | 'q' => CastlingRook::Missing,
        'a'..='h' if !is_home => CastlingRook::Wrong("the king is not on its first rank"),
        'a'..='h' => match File::try_from(small) {
            Ok(file) if rooks.has(Square::new(file, back_rank)) => CastlingRook::Known(file),
            _ => CastlingRook::Wrong("there is no rook on that file"),
        },
        _ => CastlingRook::NoLetter,
    }
}

/// Whether rights to castle are those of a start position of Chess960: both players castle to both sides, with kings
/// and rooks on the same files; or they name the files.
fn names_960(field: &str, board: &Board) -> bool {
    if field.chars().any(|letter| matches!(letter.to_ascii_lowercase(), 'a'..='h')) {
        return true;
    }
    let [white, black] = [Color::White, Color::Black].map(|colour| {
        let king = board.king(colour);
        let rooks = board.colored_pieces(colour, Piece::Rook);
        let sides = ['k', 'q'].map(|side| outermost_rook(rooks, colour, king.file(), side));
        let is_home = king.rank() == Rank::First.relative_to(colour);
        (king.file(), sides, is_home && sides.iter().all(Option::is_some))
    });
    "KQkq".chars().all(|letter| field.contains(letter)) && white == black && white.2
}

/// Whether the last move can have been a pawn's advance by two over `square`, on the sixth rank of the player to move.
fn was_passed_over(square: Square, board: &Board) -> bool {
    let mover = board.side_to_move();
    let file = square.file();
    let pawn = Square::new(file, Rank::Fifth.relative_to(mover));
    let origin = Square::new(file, Rank::Seventh.relative_to(mover));
    let passed = square.bitboard() | origin.bitboard();
    let king = board.king(mover);
    let discovered = |checker| get_between_rays(checker, king).has(origin);
    board.colored_pieces(!mover, Piece::Pawn).has(pawn)
        && (board.occupied() & passed).is_empty()
        && board.checkers().into_iter().all(|checker| checker == pawn || discovered(checker))
}

/// Why the crate refuses pieces that are right in number.
fn why_impossible(builder: &BoardBuilder) -> String {
    let [mover, waiting] = [builder.side_to_move, !builder.side_to_move].map(colour_name);
    format!("{waiting} is in check, and {mover} is to move")
}
