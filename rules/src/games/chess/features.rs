//! Feature sets: pieces on squares, alone and together with how they stand under attacks.

use cozy_chess::{BitBoard, Board, CastleRights, Color, File, Piece, Square};

use super::{
    attacks::{self, STANDINGS, Standings},
    position::{ChessPosition, colour_of},
    view::{KINDS, SQUARES, VIEW, View, square_names},
};
use crate::{
    features::Features,
    layout::{Axis, Layout},
    player::Player,
};

/// The identities of the feature sets, the default first.
pub const FEATURE_SETS: [&str; 2] = [PIECES, PIECES_AND_ATTACKS];

const PIECES: &str = "ps";
const PIECES_AND_ATTACKS: &str = "ps+attacks";

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

/// Which features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Pieces,
    PiecesAndAttacks,
}

/// A feature set. All features are in the own view: upside down for Black, and left and right exchanged
/// where the own king stands on the files a–d.
///
/// - `ps`, 808 features: `kind × 64 + square` for each piece (own pawn, knight, bishop, rook, queen, king,
///   theirs likewise), then `16 × owner + 8 × side + file of the rook` for each right to castle (side 0 is
///   towards h on the unturned board), then the file of a pawn that can be captured en passant.
/// - `ps+attacks`, 3,880 features: these, and `(standing × 12 + kind) × 64 + square` for each piece that stands in
///   one of the four ways of [`STANDINGS`].
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

    /// Whether another position, seen in the same view, has the same rights, by what is quick to see.
    #[inline]
    fn has_same_rights(&self, other: &Self) -> bool {
        let [one, two] = [self.board, other.board];
        one.castle_rights(Color::White) == two.castle_rights(Color::White)
            && one.castle_rights(Color::Black) == two.castle_rights(Color::Black)
            && one.en_passant().is_none()
            && two.en_passant().is_none()
    }

    /// Appends the features of the pieces on some squares.
    #[inline]
    fn push_pieces(&self, squares: u64, out: &mut Vec<u32>) {
        for square in BitBoard(squares) {
            out.push(self.place(square) as u32);
        }
    }

    /// Appends the features of the pieces on some squares by how they stand.
    #[inline]
    fn push_standings(&self, squares: u64, standings: &Standings, out: &mut Vec<u32>) {
        push_standings(squares, standings, |square| self.place(square) as u32, out);
    }

    /// Appends the features of all pieces, and of how they stand.
    #[inline]
    fn push_all(&self, out: &mut Vec<u32>) {
        let mut places = [0; SQUARES];
        for square in self.board.occupied() {
            places[square as usize] = self.place(square) as u32;
            out.push(places[square as usize]);
        }
        push_standings(u64::MAX, &attacks::standings(self.board), |square| places[square as usize], out);
    }

    /// The number of the piece on an occupied square: its kind, and its square in the view.
    #[inline]
    fn place(&self, square: Square) -> usize {
        self.kind_on(square) * SQUARES + usize::from(self.view.square(square as u8))
    }

    /// The kind of the piece on an occupied square, without a branch that could be foreseen wrongly.
    #[inline]
    fn kind_on(&self, square: Square) -> usize {
        let has = |set: BitBoard| usize::from(set.has(square));
        let piece: usize =
            Piece::ALL.into_iter().map(|piece| piece as usize * has(self.board.pieces(piece))).sum();
        has(self.board.colors(!self.colour)) * Piece::NUM + piece
    }
}

/// Appends the features of the pieces on some squares by how they stand; `place` is the number of such a piece.
#[inline]
fn push_standings(squares: u64, standings: &Standings, place: impl Fn(Square) -> u32, out: &mut Vec<u32>) {
    for (standing, set) in standings.iter().enumerate() {
        let first = (PLAIN + standing * PLACES) as u32;
        out.extend(BitBoard(set & squares).into_iter().map(|square| first + place(square)));
    }
}

/// Appends the number of each bit of a set of rights.
#[inline(always)]
fn push_rights(mut set: u64, out: &mut Vec<u32>) {
    while set != 0 {
        out.push(PLACES as u32 + set.trailing_zeros());
        set &= set - 1;
    }
}

impl ChessFeatures {
    pub(super) fn new(id: &str) -> Option<Self> {
        let set = match id {
            PIECES => Set::Pieces,
            PIECES_AND_ATTACKS => Set::PiecesAndAttacks,
            _ => return None,
        };
        Some(Self { set })
    }
}

impl Features<ChessPosition> for ChessFeatures {
    fn id(&self) -> String {
        match self.set {
            Set::Pieces => PIECES,
            Set::PiecesAndAttacks => PIECES_AND_ATTACKS,
        }
        .into()
    }

    fn count(&self) -> usize {
        match self.set {
            Set::Pieces => PLAIN,
            Set::PiecesAndAttacks => PLAIN + STANDINGS.len() * PLACES,
        }
    }

    fn max_active(&self) -> usize {
        match self.set {
            Set::Pieces => MOST_PIECES + MOST_RIGHTS,
            Set::PiecesAndAttacks => 2 * MOST_PIECES + MOST_RIGHTS,
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
            Set::PiecesAndAttacks => {
                let meaning = "as pieces, once more, by the first of these that the piece is; knights and bishops are \
                               worth more than pawns and less than rooks, these less than queens, and for a king \
                               the first of these is left aside; lines end at the first piece on them, and pins are \
                               left aside";
                let standings = Axis::new("standing", STANDINGS);
                layout.with("pieces under attack", meaning, vec![standings, kinds(), squares()])
            }
        }
    }

    fn active(&self, position: &ChessPosition, pov: Player, out: &mut Vec<u32>) {
        out.clear();
        let seen = Seen::new(position, pov);
        match self.set {
            Set::Pieces => seen.push_pieces(seen.board.occupied().0, out),
            Set::PiecesAndAttacks => seen.push_all(out),
        }
        push_rights(seen.rights(), out);
    }

    fn delta(
        &self,
        before: &ChessPosition,
        after: &ChessPosition,
        pov: Player,
        added: &mut Vec<u32>,
        removed: &mut Vec<u32>,
    ) {
        let [old, new] = [before, after].map(|position| Seen::new(position, pov));
        if old.view != new.view {
            // All squares change their numbers.
            self.compare(before, after, pov, added, removed);
            return;
        }
        added.clear();
        removed.clear();
        if !old.has_same_rights(&new) {
            let [was, is] = [&old, &new].map(Seen::rights);
            push_rights(was & !is, removed);
            push_rights(is & !was, added);
        }
        let changed = changed(old.board, new.board);
        let [was, is] = [&old, &new].map(|seen| seen.board.occupied().0);
        old.push_pieces(changed & was, removed);
        new.push_pieces(changed & is, added);
        if self.set == Set::PiecesAndAttacks {
            let [was, is] = [&old, &new].map(|seen| attacks::standings(seen.board));
            let changed = was.iter().zip(&is).fold(changed, |all, (was, is)| all | (was ^ is));
            old.push_standings(changed, &was, removed);
            new.push_standings(changed, &is, added);
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
