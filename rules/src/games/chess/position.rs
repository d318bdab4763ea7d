//! A position: a board of `cozy-chess` behind the traits of this crate.

use std::fmt;

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_pawn_attacks};

use super::{
    chess_move::ChessMove,
    draws::{self, Clock},
    fen, material,
};
use crate::{
    draw_rules::DrawRules,
    outcome::Outcome,
    player::Player,
    position::{MoveList, Position},
    tactics::Tactics,
};

/// A position of chess; White is the first player.
///
/// Equality is that of the law on repetition (FIDE 9.2.3): the pieces, the player to move, the rights to
/// castle, and a pawn that can be captured en passant. The numbers that a FEN ends with (moves since the last
/// capture or pawn move, and the number of the move) are carried along for its text; they are no part of the
/// position's identity.
#[derive(Clone)]
pub struct ChessPosition {
    board: Board,
}

/// Where pawns are promoted.
const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
/// What pawns become, in canonical order.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The player of a colour.
#[inline(always)]
pub(super) const fn player_of(colour: Color) -> Player {
    match colour {
        Color::White => Player::FIRST,
        Color::Black => Player::SECOND,
    }
}

/// The colour of a player.
#[inline(always)]
pub(super) fn colour_of(player: Player) -> Color {
    if player == Player::FIRST { Color::White } else { Color::Black }
}

impl ChessPosition {
    /// The start position of that number, in 0..960, by the numbering of Scharnagl; 518 is that of chess.
    pub(super) fn start(number: u32) -> Self {
        Self { board: Board::chess960_startpos(number) }
    }

    pub(super) const fn from_board(board: Board) -> Self {
        Self { board }
    }

    #[inline(always)]
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// The file on which the player to move can capture en passant: where a pawn of the opponent has just
    /// advanced by two and a capture of it is legal.
    #[inline]
    pub(super) fn en_passant(&self) -> Option<File> {
        let file = self.board.en_passant()?;
        let to = self.behind(file);
        let capture = |from| self.board.is_legal(Move { from, to, promotion: None });
        self.en_passant_capturers(file).into_iter().any(capture).then_some(file)
    }

    /// The square that a pawn of the opponent on `file` passed over.
    #[inline(always)]
    fn behind(&self, file: File) -> Square {
        Square::new(file, Rank::Sixth.relative_to(self.board.side_to_move()))
    }

    /// Pawns beside the one of the opponent that has just advanced by two on `file`.
    #[inline(always)]
    fn en_passant_capturers(&self, file: File) -> BitBoard {
        let mover = self.board.side_to_move();
        get_pawn_attacks(self.behind(file), !mover) & self.board.colored_pieces(mover, Piece::Pawn)
    }

    /// Whether the generator's order, which is that of moves but for pinned pieces and captures en passant,
    /// may not be the canonical one.
    #[inline(always)]
    fn may_list_out_of_order(&self) -> bool {
        let board = &self.board;
        !(board.pinned() & board.colors(board.side_to_move())).is_empty()
            || board.en_passant().is_some_and(|file| !self.en_passant_capturers(file).is_empty())
    }

    /// Whether a legal move castles: the king goes to a rook of its own.
    #[inline(always)]
    pub(super) fn is_castling(&self, mv: ChessMove) -> bool {
        mv.piece == Piece::King && self.board.colors(self.board.side_to_move()).has(mv.to)
    }

    /// What a legal move captures.
    pub(super) fn captured(&self, mv: ChessMove) -> Option<Piece> {
        if mv.piece == Piece::Pawn {
            // A pawn that leaves its file captures, if need be en passant.
            return (mv.from.file() != mv.to.file())
                .then(|| self.board.piece_on(mv.to).unwrap_or(Piece::Pawn));
        }
        let theirs = self.board.colors(!self.board.side_to_move());
        if theirs.has(mv.to) { self.board.piece_on(mv.to) } else { None }
    }

    /// Where the piece stands that a legal move captures.
    pub(super) fn captured_square(&self, mv: ChessMove) -> Option<Square> {
        self.captured(mv)?;
        let theirs = self.board.colors(!self.board.side_to_move());
        Some(if theirs.has(mv.to) { mv.to } else { Square::new(mv.to.file(), mv.from.rank()) })
    }

    /// Whether the player to move is in check.
    pub(super) fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// The legal move of that origin, destination and promotion.
    pub(super) fn legal(&self, mv: Move) -> Option<ChessMove> {
        let piece = self.board.piece_on(mv.from)?;
        self.board.is_legal(mv).then(|| ChessMove::of(piece, mv))
    }
}

/// Brings moves into canonical order of which most are in it already, and the others not far from it.
fn sort(moves: &mut [ChessMove]) {
    for end in 1..moves.len() {
        let mv = moves[end];
        let mut place = end;
        while place > 0 && moves[place - 1] > mv {
            moves[place] = moves[place - 1];
            place -= 1;
        }
        moves[place] = mv;
    }
}

impl PartialEq for ChessPosition {
    fn eq(&self, other: &Self) -> bool {
        let [one, two] = [&self.board, &other.board];
        one.side_to_move() == two.side_to_move()
            && Color::ALL.iter().all(|colour| {
                one.colors(*colour) == two.colors(*colour)
                    && one.castle_rights(*colour) == two.castle_rights(*colour)
            })
            && Piece::ALL.iter().all(|piece| one.pieces(*piece) == two.pieces(*piece))
            && self.en_passant() == other.en_passant()
    }
}

impl Eq for ChessPosition {}

impl fmt::Debug for ChessPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ChessPosition({})", fen::write(self))
    }
}

impl Position for ChessPosition {
    type Move = ChessMove;
    type Clock = Clock;
    type Tactics = NullMove;

    const EVALUATES_CHILDREN: bool = true;

    #[inline(always)]
    fn to_move(&self) -> Player {
        player_of(self.board.side_to_move())
    }

    fn legal_moves(&self, out: &mut MoveList<ChessMove>) {
        out.clear();
        self.board.generate_moves(|PieceMoves { piece, from, to }| {
            if piece == Piece::Pawn && !(to & LAST_RANKS).is_empty() {
                // All of them are promotions: a pawn's destinations are on one rank but for its first step.
                for (to, promotion) in to.into_iter().flat_map(|to| PROMOTIONS.map(|piece| (to, piece))) {
                    out.push(ChessMove { piece, from, to, promotion: Some(promotion) });
                }
            } else {
                out.extend(to.into_iter().map(|to| ChessMove { piece, from, to, promotion: None }));
            }
            false
        });
        if self.may_list_out_of_order() {
            sort(out);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }

    #[inline]
    fn play(&mut self, mv: ChessMove) {
        self.board.play_unchecked(mv.plain());
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        if !has_moves {
            return Some(if self.is_check() {
                Outcome::Win(self.to_move().opponent())
            } else {
                Outcome::Draw
            });
        }
        material::is_dead(&self.board).then_some(Outcome::Draw)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome_given(self.board.generate_moves(|_| true))
    }

    #[inline]
    fn key(&self) -> u64 {
        if self.en_passant().is_some() { self.board.hash() } else { self.board.hash_without_ep() }
    }

    fn is_quiet(&self) -> bool {
        !self.is_check()
    }

    fn is_irreversible(&self, mv: ChessMove) -> bool {
        let mover = self.board.side_to_move();
        let rights = self.board.castle_rights(mover);
        mv.piece == Piece::Pawn
            || self.board.colors(!mover).has(mv.to)
            || match mv.piece {
                Piece::King => rights.short.is_some() || rights.long.is_some(),
                Piece::Rook => {
                    let file = Some(mv.from.file());
                    mv.from.rank() == Rank::First.relative_to(mover)
                        && (rights.short == file || rights.long == file)
                }
                _ => false,
            }
    }
}

impl DrawRules<ChessPosition> for Clock {
    fn set_up(position: &ChessPosition) -> Self {
        Self { quiet: u16::from(position.board.halfmove_clock()) }
    }

    fn tick(self, before: &ChessPosition, mv: ChessMove, _: &ChessPosition) -> Self {
        let theirs = before.board.colors(!before.board.side_to_move());
        if mv.piece == Piece::Pawn || theirs.has(mv.to) { Self::default() } else { self.ticked() }
    }

    fn outcome(&self, _: &ChessPosition, occurrences: usize) -> Option<Outcome> {
        draws::claim(self, occurrences).map(|_| Outcome::Draw)
    }
}

/// The null move, which chess has but in check and where zugzwang is near.
pub struct NullMove;

impl Tactics<ChessPosition> for NullMove {
    fn null_move(ChessPosition { board }: &ChessPosition) -> Option<ChessPosition> {
        let own = board.colors(board.side_to_move());
        let men = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        // With pawns and the king alone there is zugzwang.
        if (own & !men).is_empty() {
            return None;
        }
        board.null_move().map(|board| ChessPosition { board })
    }
}
