//! Feature sets: pieces on squares, alone and together with the place of the own king.

use cozy_chess::{BitBoard, Board, CastleRights, Color, File, Piece, Square};

use super::{
    position::{ChessPosition, colour_of},
    view::{KINDS, SQUARES, VIEW, View, kinds, square_names},
};
use crate::{
    features::Features,
    layout::{Axis, Layout},
    player::Player,
};

/// The identities of the feature sets, the default first: with the games that a small machine can play
/// against itself, what the buckets add is seen too rarely to be learned well.
pub const FEATURE_SETS: [&str; 2] = [PIECES, PIECES_AND_KING];

const PIECES: &str = "ps";
const PIECES_AND_KING: &str = "ps+kb8";

/// Features for pieces on squares.
const PLACES: usize = KINDS * SQUARES;
/// A right to castle, by owner, side and the rook's file.
const CASTLING: usize = 2 * 2 * File::NUM;
/// The file of a pawn that can be captured en passant.
const EN_PASSANT: usize = File::NUM;
/// Features of what cannot be seen on the board.
const RIGHTS: usize = CASTLING + EN_PASSANT;
/// Features of the set `ps`.
const PLAIN: usize = PLACES + RIGHTS;

/// Most pieces on a board.
const MOST_PIECES: usize = 32;
/// Most active features of rights: four to castle, and one en passant.
const MOST_RIGHTS: usize = 5;

/// Buckets of the own king's squares.
const BUCKETS: usize = 8;
/// By rank and file from e, in the own view: four buckets on the first rank, two on the second, one for
/// ranks 3 and 4, one for the rest of the board.
const BUCKET_OF: [[u8; 4]; 8] = [
    [0, 1, 2, 3],
    [4, 4, 5, 5],
    [6, 6, 6, 6],
    [6, 6, 6, 6],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
];

/// Which features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Pieces,
    PiecesAndKing,
}

/// A feature set. All features are in the own view: upside down for Black, and left and right exchanged
/// where the own king stands on the files a–d.
///
/// - `ps`, 808 features: `kind × 64 + square` for each piece (own pawn, knight, bishop, rook, queen, king,
///   theirs likewise), then `16 × owner + 8 × side + file of the rook` for each right to castle (side 0 is
///   towards h on the unturned board), then the file of a pawn that can be captured en passant.
/// - `ps+kb8`: these, and `(bucket × 12 + kind) × 64 + square` for each piece, where the own king stands in
///   one of 8 buckets.
#[derive(Clone, Debug)]
pub struct ChessFeatures {
    set: Set,
}

/// A position as one player sees it.
struct Seen<'p> {
    position: &'p ChessPosition,
    board: &'p Board,
    /// That of the player.
    colour: Color,
    view: View,
}

impl<'p> Seen<'p> {
    #[inline]
    fn new(position: &'p ChessPosition, pov: Player) -> Self {
        let (board, colour) = (position.board(), colour_of(pov));
        Self { position, board, colour, view: View::of(board, colour) }
    }

    /// The first feature of the pieces in the own king's bucket.
    #[inline]
    fn bucketed(&self) -> usize {
        let king = usize::from(self.view.king(self.board, self.colour));
        let bucket = usize::from(BUCKET_OF[king / File::NUM][king % (File::NUM / 2)]);
        PLAIN + bucket * PLACES
    }

    /// The features of rights, a bit each.
    fn rights(&self) -> u64 {
        let mut bits = 0;
        for (owner, of) in [self.colour, !self.colour].into_iter().enumerate() {
            let CastleRights { short, long } = *self.board.castle_rights(of);
            for (side, right) in [short, long].into_iter().enumerate() {
                if let Some(file) = right {
                    let file = self.view.file(file as u8);
                    bits |= 1 << ((2 * owner + side) * File::NUM + usize::from(file));
                }
            }
        }
        if let Some(file) = self.position.en_passant() {
            bits |= 1 << (CASTLING + usize::from(self.view.file(file as u8)));
        }
        bits
    }

    /// Whether another position has the same rights, by what is quick to see.
    #[inline]
    fn has_same_rights(&self, other: &Self) -> bool {
        let [one, two] = [self.board, other.board];
        self.view == other.view
            && one.castle_rights(Color::White) == two.castle_rights(Color::White)
            && one.castle_rights(Color::Black) == two.castle_rights(Color::Black)
            && one.en_passant().is_none()
            && two.en_passant().is_none()
    }

    /// The pieces in the view.
    fn turned(&self) -> [u64; KINDS] {
        kinds(self.board, self.colour).map(|set| self.view.set(set))
    }

    /// Appends the features of the pieces on some squares, from 0 and from `bucketed`.
    #[inline]
    fn push_squares(&self, squares: u64, bucketed: Option<usize>, out: &mut Vec<u32>) {
        for square in BitBoard(squares) {
            let feature = self.kind_on(square) * SQUARES + usize::from(self.view.square(square as u8));
            out.push(feature as u32);
            if let Some(base) = bucketed {
                out.push((base + feature) as u32);
            }
        }
    }

    /// The kind of the piece on an occupied square, without a branch that could be foreseen wrongly.
    #[inline]
    fn kind_on(&self, square: Square) -> usize {
        let has = |set: BitBoard| usize::from(set.has(square));
        let piece: usize =
            Piece::ALL.into_iter().map(|piece| piece as usize * has(self.board.pieces(piece))).sum();
        has(self.board.colors(!self.colour)) * Piece::NUM + piece
    }

    /// Appends the features of the pieces, from `base`.
    fn push_pieces(&self, base: usize, out: &mut Vec<u32>) {
        for (kind, set) in kinds(self.board, self.colour).into_iter().enumerate() {
            push(set, base + kind * SQUARES, |square| self.view.square(square), out);
        }
    }
}

/// Appends the number of each bit of a set, from `base`, as `turn` has it.
#[inline(always)]
fn push(mut set: u64, base: usize, turn: impl Fn(u8) -> u8, out: &mut Vec<u32>) {
    while set != 0 {
        out.push(base as u32 + u32::from(turn(set.trailing_zeros() as u8)));
        set &= set - 1;
    }
}

fn unturned(square: u8) -> u8 {
    square
}

impl ChessFeatures {
    pub(super) fn new(id: &str) -> Option<Self> {
        let set = match id {
            PIECES => Set::Pieces,
            PIECES_AND_KING => Set::PiecesAndKing,
            _ => return None,
        };
        Some(Self { set })
    }
}

impl Features<ChessPosition> for ChessFeatures {
    fn id(&self) -> String {
        match self.set {
            Set::Pieces => PIECES,
            Set::PiecesAndKing => PIECES_AND_KING,
        }
        .into()
    }

    fn count(&self) -> usize {
        match self.set {
            Set::Pieces => PLAIN,
            Set::PiecesAndKing => PLAIN + BUCKETS * PLACES,
        }
    }

    fn max_active(&self) -> usize {
        match self.set {
            Set::Pieces => MOST_PIECES + MOST_RIGHTS,
            Set::PiecesAndKing => 2 * MOST_PIECES + MOST_RIGHTS,
        }
    }

    fn layout(&self) -> Layout {
        const NAMES: [&str; Piece::NUM] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        let owners = || Axis::new("owner", ["own", "their"]);
        let files = || Axis::new("file", ('a'..='h').map(String::from));
        let kinds = || {
            let names = ["own", "their"].into_iter();
            Axis::new("kind", names.flat_map(|owner| NAMES.map(|name| format!("{owner} {name}"))))
        };
        let squares = || Axis::new("square", square_names());
        let sides = Axis::new("side", ["towards h on the unturned board", "towards a on the unturned board"]);
        let pieces = "active where a piece of that kind stands on that square";
        let castling = "active where that player still has the right to castle to that side with the rook that \
                        stands on that file; the side is that of the real board, the file that of the view";
        let en_passant = "active where a pawn on that file can be captured en passant by a legal move";
        let layout = Layout::seen(VIEW)
            .with("pieces", pieces, vec![kinds(), squares()])
            .with("castling", castling, vec![owners(), sides, files()])
            .with("en passant", en_passant, vec![files()]);
        match self.set {
            Set::Pieces => layout,
            Set::PiecesAndKing => {
                const NAMES: [&str; BUCKETS] = [
                    "own king on e1",
                    "own king on f1",
                    "own king on g1",
                    "own king on h1",
                    "own king on e2 or f2",
                    "own king on g2 or h2",
                    "own king on rank 3 or 4",
                    "own king on rank 5, 6, 7 or 8",
                ];
                let meaning = "as pieces, once more, by where the own king stands in the view";
                layout.with("pieces by king", meaning, vec![Axis::new("bucket", NAMES), kinds(), squares()])
            }
        }
    }

    fn active(&self, position: &ChessPosition, pov: Player, out: &mut Vec<u32>) {
        out.clear();
        let seen = Seen::new(position, pov);
        seen.push_pieces(0, out);
        push(seen.rights(), PLACES, unturned, out);
        if self.set == Set::PiecesAndKing {
            seen.push_pieces(seen.bucketed(), out);
        }
    }

    fn delta(
        &self,
        before: &ChessPosition,
        after: &ChessPosition,
        pov: Player,
        added: &mut Vec<u32>,
        removed: &mut Vec<u32>,
    ) {
        added.clear();
        removed.clear();
        let [old, new] = [before, after].map(|position| Seen::new(position, pov));
        if !old.has_same_rights(&new) {
            let [was, is] = [&old, &new].map(Seen::rights);
            push(was & !is, PLACES, unturned, removed);
            push(is & !was, PLACES, unturned, added);
        }
        let bases = match self.set {
            Set::Pieces => None,
            Set::PiecesAndKing => Some([&old, &new].map(Seen::bucketed)),
        };
        let bucketed = bases.filter(|[old, new]| old == new).map(|[base, _]| base);
        if old.view == new.view {
            let changed = changed(old.board, new.board);
            old.push_squares(changed & old.board.occupied().0, bucketed, removed);
            new.push_squares(changed & new.board.occupied().0, bucketed, added);
        } else {
            // Squares change their numbers, so the sets are compared as they are seen.
            let [was, is] = [&old, &new].map(Seen::turned);
            for base in [Some(0), bucketed].into_iter().flatten() {
                for (kind, (was, is)) in was.into_iter().zip(is).enumerate() {
                    push(was & !is, base + kind * SQUARES, unturned, removed);
                    push(is & !was, base + kind * SQUARES, unturned, added);
                }
            }
        }
        if let Some([gone, come]) = bases
            && gone != come
        {
            old.push_pieces(gone, removed);
            new.push_pieces(come, added);
        }
    }
}

/// The squares on which two boards differ.
#[inline]
fn changed(old: &Board, new: &Board) -> u64 {
    let colours = old.colors(Color::White).0 ^ new.colors(Color::White).0;
    let changed = |piece| old.pieces(piece).0 ^ new.pieces(piece).0;
    Piece::ALL.into_iter().fold(colours, |all, piece| all | changed(piece))
}
