//! Feature sets: pieces on squares, alone and together with the place of the own king.

use cozy_chess::{Board, CastleRights, Color, File};

use super::{
    position::{ChessPosition, colour_of},
    view::{KINDS, SQUARES, View, kinds},
};
use crate::{features::Features, player::Player};

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
struct Seen {
    view: View,
    kinds: [u64; KINDS],
    /// A bit for each feature of rights.
    rights: u64,
    bucket: usize,
}

impl Seen {
    #[inline]
    fn new(position: &ChessPosition, pov: Player) -> Self {
        let (board, colour) = (position.board(), colour_of(pov));
        let view = View::of(board, colour);
        let king = usize::from(view.king(board, colour));
        let bucket = usize::from(BUCKET_OF[king / File::NUM][king % (File::NUM / 2)]);
        let mut rights = castling(board, colour, view);
        if let Some(file) = position.en_passant() {
            rights |= 1 << (CASTLING as u8 + view.file(file as u8));
        }
        Self { view, kinds: kinds(board, colour), rights, bucket }
    }

    /// The first feature of the bucketed pieces.
    #[inline]
    fn bucket_base(&self) -> usize {
        PLAIN + self.bucket * PLACES
    }

    /// The pieces in the view.
    fn turned(&self) -> [u64; KINDS] {
        self.kinds.map(|set| self.view.set(set))
    }
}

/// The features of the rights to castle, a bit each.
#[inline]
fn castling(board: &Board, colour: Color, view: View) -> u64 {
    let mut bits = 0;
    for (owner, of) in [colour, !colour].into_iter().enumerate() {
        let CastleRights { short, long } = *board.castle_rights(of);
        for (side, right) in [short, long].into_iter().enumerate() {
            if let Some(file) = right {
                bits |= 1 << ((2 * owner + side) as u8 * File::NUM as u8 + view.file(file as u8));
            }
        }
    }
    bits
}

/// Appends the number of each bit of a set, from `base`, as `turn` has it.
#[inline(always)]
fn push(mut set: u64, base: usize, turn: impl Fn(u8) -> u8, out: &mut Vec<u32>) {
    while set != 0 {
        out.push(base as u32 + u32::from(turn(set.trailing_zeros() as u8)));
        set &= set - 1;
    }
}

/// Appends the features of pieces, from `base`.
#[inline(always)]
fn push_kinds(kinds: &[u64; KINDS], base: usize, turn: impl Fn(u8) -> u8 + Copy, out: &mut Vec<u32>) {
    for (kind, set) in kinds.iter().enumerate() {
        push(*set, base + kind * SQUARES, turn, out);
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

    fn active(&self, position: &ChessPosition, pov: Player, out: &mut Vec<u32>) {
        out.clear();
        let seen = Seen::new(position, pov);
        let turn = |square| seen.view.square(square);
        push_kinds(&seen.kinds, 0, turn, out);
        push(seen.rights, PLACES, unturned, out);
        if self.set == Set::PiecesAndKing {
            push_kinds(&seen.kinds, seen.bucket_base(), turn, out);
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
        let [mut old, mut new] = [before, after].map(|position| Seen::new(position, pov));
        push(new.rights & !old.rights, PLACES, unturned, added);
        push(old.rights & !new.rights, PLACES, unturned, removed);
        if old.view == new.view {
            let view = new.view;
            let turn = |square| view.square(square);
            self.push_differences([&old, &new], turn, [removed, added]);
        } else {
            // Squares change their numbers, so the sets are compared as they are seen.
            old.kinds = old.turned();
            new.kinds = new.turned();
            self.push_differences([&old, &new], unturned, [removed, added]);
        }
    }
}

impl ChessFeatures {
    /// Appends the features of pieces that only the one or only the other position has.
    #[inline(always)]
    fn push_differences(
        &self,
        [old, new]: [&Seen; 2],
        turn: impl Fn(u8) -> u8 + Copy,
        [removed, added]: [&mut Vec<u32>; 2],
    ) {
        let bucketed = self.set == Set::PiecesAndKing;
        let [old_base, new_base] = [old.bucket_base(), new.bucket_base()];
        let same_bucket = old_base == new_base;
        for kind in 0..KINDS {
            let (gone, come) = (old.kinds[kind] & !new.kinds[kind], new.kinds[kind] & !old.kinds[kind]);
            let first = kind * SQUARES;
            push(gone, first, turn, removed);
            push(come, first, turn, added);
            if bucketed && same_bucket {
                push(gone, old_base + first, turn, removed);
                push(come, new_base + first, turn, added);
            }
        }
        if bucketed && !same_bucket {
            push_kinds(&old.kinds, old_base, turn, removed);
            push_kinds(&new.kinds, new_base, turn, added);
        }
    }
}
