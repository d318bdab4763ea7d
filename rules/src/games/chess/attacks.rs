//! How each piece stands under the attacks of both players.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

/// How a piece may stand, the first of these that is true: attacked by a piece worth less; attacked and not
/// defended; attacked and defended; not attacked and defended. A piece that is neither attacked nor defended stands in
/// none of these ways, and a king never in the first: every piece that attacks it gives check.
pub(super) const STANDINGS: [&str; 4] = [
    "attacked by a piece worth less",
    "attacked, not defended",
    "attacked and defended",
    "defended, not attacked",
];

/// For each of [`STANDINGS`], the squares of the pieces that stand so.
pub(super) type Standings = [u64; STANDINGS.len()];

/// The squares that the pieces of one colour attack, those of their own pieces (which they defend) included.
/// Lines end at the first piece on them; pins are left aside.
struct Attacks {
    by_pawns: u64,
    /// By pawns, knights and bishops.
    up_to_minors: u64,
    /// By these and rooks.
    up_to_rooks: u64,
    /// By any piece.
    all: u64,
}

impl Attacks {
    #[inline]
    fn of(board: &Board, colour: Color) -> Self {
        let occupied = board.occupied();
        let slanted = |square| get_bishop_moves(square, occupied);
        let straight = |square| get_rook_moves(square, occupied);
        let of = |piece| board.colored_pieces(colour, piece);
        let by_pawns = pawn_attacks(of(Piece::Pawn).0, colour);
        let up_to_minors =
            by_pawns | together(of(Piece::Knight), get_knight_moves) | together(of(Piece::Bishop), slanted);
        let up_to_rooks = up_to_minors | together(of(Piece::Rook), straight);
        let by_queens = together(of(Piece::Queen), |square| slanted(square) | straight(square));
        let by_king = together(of(Piece::King), get_king_moves);
        Self { by_pawns, up_to_minors, up_to_rooks, all: up_to_rooks | by_queens | by_king }
    }
}

/// What some pieces attack together.
#[inline]
fn together(pieces: BitBoard, attacks: impl Fn(Square) -> BitBoard) -> u64 {
    pieces.into_iter().fold(0, |all, square| all | attacks(square).0)
}

/// What pawns attack.
#[inline]
fn pawn_attacks(pawns: u64, colour: Color) -> u64 {
    let towards_a = pawns & !File::A.bitboard().0;
    let towards_h = pawns & !File::H.bitboard().0;
    match colour {
        Color::White => towards_a << 7 | towards_h << 9,
        Color::Black => towards_a >> 9 | towards_h >> 7,
    }
}

/// How the pieces of both colours stand.
#[inline]
pub(super) fn standings(board: &Board) -> Standings {
    let attacks = Color::ALL.map(|colour| Attacks::of(board, colour));
    let mut standings = [0; STANDINGS.len()];
    for colour in Color::ALL {
        let [own, theirs] = [&attacks[colour as usize], &attacks[!colour as usize]];
        let pieces = board.colors(colour).0;
        let outbid = outbid(board, colour, theirs);
        let attacked = pieces & theirs.all & !outbid;
        standings[0] |= outbid;
        standings[1] |= attacked & !own.all;
        standings[2] |= attacked & own.all;
        standings[3] |= pieces & own.all & !theirs.all;
    }
    standings
}

/// What a player's moves have to reckon with.
pub(super) struct Threats {
    /// The squares that the opponent's pawns attack.
    pub(super) by_pawns: u64,
    /// The squares that the opponent attacks.
    pub(super) all: u64,
    /// The player's pieces that stand in one of the first two ways of [`STANDINGS`].
    pub(super) hanging: u64,
}

impl Threats {
    /// Those to the pieces of a colour.
    #[inline]
    pub(super) fn to(board: &Board, colour: Color) -> Self {
        let [own, theirs] = [Attacks::of(board, colour), Attacks::of(board, !colour)];
        let undefended = board.colors(colour).0 & theirs.all & !own.all;
        let hanging = outbid(board, colour, &theirs) | undefended;
        Self { by_pawns: theirs.by_pawns, all: theirs.all, hanging }
    }
}

/// The pieces of a colour that a lesser piece attacks.
#[inline]
fn outbid(board: &Board, colour: Color, theirs: &Attacks) -> u64 {
    let of = |piece| board.colored_pieces(colour, piece).0;
    (of(Piece::Knight) | of(Piece::Bishop)) & theirs.by_pawns
        | of(Piece::Rook) & theirs.up_to_minors
        | of(Piece::Queen) & theirs.up_to_rooks
}
