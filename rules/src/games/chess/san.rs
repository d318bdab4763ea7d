//! Moves in standard algebraic notation: `e4`, `Nbd7`, `exd8=Q+`, `O-O`.

use cozy_chess::{File, Piece, Rank, Square};

use super::{
    chess_move::ChessMove,
    illegal::{error, why_illegal},
    names::{colour_name, piece_name},
    position::ChessPosition,
};
use crate::{
    position::{MoveList, Position},
    text_error::TextError,
};

const SHORT: &str = "O-O";
const LONG: &str = "O-O-O";

/// Writes a legal move.
pub(super) fn write(position: &ChessPosition, mv: ChessMove) -> String {
    let mut text = body(position, mv);
    let mut next = position.clone();
    next.play(mv);
    if next.is_check() {
        text.push(if next.outcome().is_some() { '#' } else { '+' });
    }
    text
}

/// Writes castling.
pub(super) fn castling_text(mv: ChessMove) -> &'static str {
    if mv.to > mv.from { SHORT } else { LONG }
}

/// The move without the sign for check.
fn body(position: &ChessPosition, mv: ChessMove) -> String {
    if position.is_castling(mv) {
        return castling_text(mv).to_owned();
    }
    let capture = position.captured(mv).is_some();
    let mut text = String::new();
    if mv.piece == Piece::Pawn {
        if capture {
            text.push(mv.from.file().into());
        }
    } else {
        text.push(letter(mv.piece));
        text.push_str(&distinction(position, mv));
    }
    if capture {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    if let Some(piece) = mv.promotion {
        text.push('=');
        text.push(letter(piece));
    }
    text
}

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

/// File, rank or both of the origin, where another piece of the kind can go to the same square.
fn distinction(position: &ChessPosition, mv: ChessMove) -> String {
    let rivals = candidates(position, |other| {
        other.piece == mv.piece && other.to == mv.to && other.from != mv.from && !position.is_castling(*other)
    });
    if rivals.is_empty() {
        return String::new();
    }
    if rivals.iter().all(|other| other.from.file() != mv.from.file()) {
        return char::from(mv.from.file()).to_string();
    }
    if rivals.iter().all(|other| other.from.rank() != mv.from.rank()) {
        return char::from(mv.from.rank()).to_string();
    }
    mv.from.to_string()
}

fn candidates(position: &ChessPosition, fits: impl FnMut(&ChessMove) -> bool) -> MoveList<ChessMove> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.retain(fits);
    moves
}

/// What a text says of a move.
struct Form {
    piece: Piece,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

/// Reads a legal move. Signs for captures, check and quality may be missing or wrong, castling may be
/// written with zeros, and the origin may be given in full (`Ng1-f3`).
pub(super) fn read(position: &ChessPosition, text: &str) -> Result<ChessMove, TextError> {
    let start = text.len() - text.trim_start().len();
    let core = without_signs(text.trim());
    if core.is_empty() {
        return Err(error(text, start, "a move is expected here, e.g. Nf3, exd5 or O-O"));
    }
    if let Some(mv) = castling(position, text, core) {
        return mv;
    }
    let form = form(text, start, core)?;
    let found = candidates(position, |mv| {
        mv.piece == form.piece
            && mv.to == form.to
            && mv.promotion == form.promotion
            && form.from_file.is_none_or(|file| mv.from.file() == file)
            && form.from_rank.is_none_or(|rank| mv.from.rank() == rank)
            && !position.is_castling(*mv)
    });
    match found.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(error(text, start, why_not(position, &form))),
        several => {
            let texts: Vec<String> = several.iter().map(|mv| write(position, *mv)).collect();
            Err(error(text, start, format!("the move is ambiguous: {}", texts.join(" or "))))
        }
    }
}

/// The move without what people add to it.
fn without_signs(text: &str) -> &str {
    let text = text.trim_end_matches(['+', '#', '!', '?', '=']);
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end().trim_end_matches(['+', '#'])
}

/// Castling, where the text says so.
fn castling(position: &ChessPosition, text: &str, core: &str) -> Option<Result<ChessMove, TextError>> {
    let plain: String = core.chars().map(|c| if matches!(c, '0' | 'o') { 'O' } else { c }).collect();
    let short = match plain.as_str() {
        SHORT => true,
        LONG => false,
        _ => return None,
    };
    let found = candidates(position, |mv| position.is_castling(*mv) && (mv.to > mv.from) == short);
    Some(found.first().copied().ok_or_else(|| {
        let board = position.board();
        let mover = board.side_to_move();
        let rights = board.castle_rights(mover);
        let name = colour_name(mover);
        let reason = if (if short { rights.short } else { rights.long }).is_none() {
            "king or rook has moved, or is not there"
        } else if position.is_check() {
            "it is in check"
        } else {
            "a piece is in the way, or the king would pass an attacked square"
        };
        error(text, 0, format!("{name} cannot castle on that side: {reason}"))
    }))
}

fn form(text: &str, start: usize, core: &str) -> Result<Form, TextError> {
    let unreadable = |offset: usize, reason: &str| Err(error(text, start + offset, reason));
    let (mut rest, mut promotion) = (core, None);
    let bare = rest.trim_end_matches(')');
    if let Some((offset, last)) = bare.char_indices().next_back()
        && let Ok(piece) = Piece::try_from(last.to_ascii_lowercase())
    {
        let before = &bare[..offset];
        let marked = before.strip_suffix(['=', '(', '/']);
        if marked.is_some() || last.is_ascii_uppercase() {
            promotion = Some(piece);
            rest = marked.unwrap_or(before);
        }
    }
    let piece = match rest.chars().next() {
        Some(first @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P')) => {
            Piece::try_from(first.to_ascii_lowercase()).expect("it is the letter of a piece")
        }
        _ => Piece::Pawn,
    };
    let named = usize::from(rest.starts_with(['K', 'Q', 'R', 'B', 'N', 'P']));
    let mut signs = Vec::new();
    for (offset, sign) in rest.char_indices().skip(named) {
        match sign {
            'a'..='h' | '1'..='8' => signs.push((offset, sign)),
            'x' | ':' | '-' | '–' | '×' => {}
            _ => return unreadable(offset, "this is no move; e.g. Nf3, exd5, e8=Q or O-O are"),
        }
    }
    let square = |signs: &[(usize, char)]| match signs {
        [(_, file), (_, rank)] => Some(Square::new(File::try_from(*file).ok()?, Rank::try_from(*rank).ok()?)),
        _ => None,
    };
    let split = signs.len().saturating_sub(2);
    let Some(to) = square(&signs[split..]) else {
        return unreadable(rest.len(), "the square that the piece goes to is expected here, e.g. f3");
    };
    let (from_file, from_rank) = match signs[..split] {
        [] => (None, None),
        [(_, sign)] => (File::try_from(sign).ok(), Rank::try_from(sign).ok()),
        [(_, file), (_, rank)] if file.is_ascii_alphabetic() && rank.is_ascii_digit() => {
            (File::try_from(file).ok(), Rank::try_from(rank).ok())
        }
        [(offset, _), ..] => return unreadable(offset, "a move has at most two squares"),
    };
    Ok(Form { piece, from_file, from_rank, to, promotion })
}

/// Why no piece can make that move.
fn why_not(position: &ChessPosition, form: &Form) -> String {
    let board = position.board();
    let mover = board.side_to_move();
    let name = piece_name(form.piece);
    let pieces: Vec<Square> = board
        .colored_pieces(mover, form.piece)
        .into_iter()
        .filter(|from| form.from_file.is_none_or(|file| from.file() == file))
        .filter(|from| form.from_rank.is_none_or(|rank| from.rank() == rank))
        .collect();
    match pieces[..] {
        [] => format!("{} has no {name} there", colour_name(mover)),
        [from] => why_illegal(position, from, form.to, form.promotion),
        _ => {
            let promotes = |from: &Square| {
                let plain = |promotion| cozy_chess::Move { from: *from, to: form.to, promotion };
                form.promotion.is_none() && board.is_legal(plain(Some(Piece::Queen)))
                    || form.promotion.is_some() && board.is_legal(plain(None))
            };
            match pieces.iter().find(|from| promotes(from)) {
                Some(from) => why_illegal(position, *from, form.to, form.promotion),
                None if position.is_check() => {
                    format!("no {name} can go to {}: {} is in check", form.to, colour_name(mover))
                }
                None => format!("no {name} of {} can go to {}", colour_name(mover), form.to),
            }
        }
    }
}
