//! Feature sets: pieces on squares, and with them local patterns of men.

use std::marker::PhantomData;

use super::{bits::Bits, board::DraughtsPosition, layout, variant::Variant, windows::Windows};
use crate::{
    features::Features,
    layout::{Axis, Layout},
    player::Player,
};

/// The identities of the feature sets, the default first.
pub const FEATURE_SETS: [&str; 2] = [PIECES, PIECES_AND_MEN];

const PIECES: &str = "ps";
const PIECES_AND_MEN: &str = "ps+men6";

/// Own man, own king, their man, their king.
const KINDS: usize = 4;

/// Which features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Pieces,
    PiecesAndMen,
}

/// A feature set.
///
/// - `ps`: one feature for each kind of piece (own man, own king, their man, their king) and square:
///   `kind × squares + square`.
/// - `ps+men6`: these, and one feature for each window of six squares that has a man in it: see
///   [`windows`](super::windows).
///
/// The board is turned by 180° for the second player.
#[derive(Clone, Debug)]
pub struct DraughtsFeatures<V> {
    set: Set,
    variant: PhantomData<V>,
}

impl<V: Variant> DraughtsFeatures<V> {
    const SQUARES: usize = V::GEOMETRY.squares;
    const WINDOWS: &'static Windows = &Windows::new(&V::DESCRIPTION, V::GEOMETRY);

    pub(super) fn new(id: &str) -> Option<Self> {
        let set = match id {
            PIECES => Set::Pieces,
            PIECES_AND_MEN => Set::PiecesAndMen,
            _ => return None,
        };
        Some(Self { set, variant: PhantomData })
    }

    /// Appends one feature per square of a set.
    #[inline]
    fn push_pieces(kind: usize, set: V::Bits, pov: Player, out: &mut Vec<u32>) {
        let base = (kind * Self::SQUARES) as u32;
        let last = Self::SQUARES as u32 - 1;
        let turned = pov == Player::SECOND;
        out.extend(set.squares().map(|bit| {
            let table = &V::GEOMETRY.square_of;
            let square = u32::from(table[bit as usize & (table.len() - 1)]);
            base + if turned { last - square } else { square }
        }));
    }

    /// Appends the feature of a window, unless it is empty.
    #[inline]
    fn push_window(window: usize, pattern: u32, out: &mut Vec<u32>) {
        if pattern != 0 {
            out.push((KINDS * Self::SQUARES) as u32 + window as u32 * Windows::PATTERNS + pattern);
        }
    }
}

/// The sets of the four kinds of pieces.
#[inline]
fn kinds<V: Variant>(position: &DraughtsPosition<V>, pov: Player) -> [V::Bits; KINDS] {
    let own = position.pieces(pov);
    let their = position.pieces(pov.opponent());
    let kings = position.kings;
    [own & !kings, own & kings, their & !kings, their & kings]
}

/// Own and their men, the board turned for the second player.
#[inline]
fn men<V: Variant>(kinds: &[V::Bits; KINDS], pov: Player) -> [V::Bits; 2] {
    let men = [kinds[0], kinds[2]];
    if pov == Player::FIRST { men } else { men.map(DraughtsPosition::<V>::turned) }
}

impl<V: Variant> Features<DraughtsPosition<V>> for DraughtsFeatures<V> {
    fn id(&self) -> String {
        match self.set {
            Set::Pieces => PIECES,
            Set::PiecesAndMen => PIECES_AND_MEN,
        }
        .into()
    }

    fn count(&self) -> usize {
        let windows = match self.set {
            Set::Pieces => 0,
            Set::PiecesAndMen => Self::WINDOWS.count * Windows::PATTERNS as usize,
        };
        KINDS * Self::SQUARES + windows
    }

    fn max_active(&self) -> usize {
        let windows = match self.set {
            Set::Pieces => 0,
            Set::PiecesAndMen => Self::WINDOWS.count,
        };
        2 * V::DESCRIPTION.men + windows
    }

    fn layout(&self) -> Layout {
        let kinds = Axis::new("kind", ["own man", "own king", "their man", "their king"]);
        let pieces = "active where a piece of that kind stands on that square";
        let layout = layout::seen::<V>().with("pieces", pieces, vec![kinds, layout::squares::<V>("square")]);
        match self.set {
            Set::Pieces => layout,
            Set::PiecesAndMen => {
                let windows = Axis::new("window", layout::windows::<V>(Self::WINDOWS));
                let patterns = Axis::numbers("pattern", Windows::PATTERNS as usize);
                layout.with("men", layout::WINDOWS_MEANING, vec![windows, patterns])
            }
        }
    }

    fn active(&self, position: &DraughtsPosition<V>, pov: Player, out: &mut Vec<u32>) {
        out.clear();
        let kinds = kinds(position, pov);
        for (kind, set) in kinds.into_iter().enumerate() {
            Self::push_pieces(kind, set, pov, out);
        }
        if self.set == Set::PiecesAndMen {
            let men = men::<V>(&kinds, pov);
            for window in 0..Self::WINDOWS.count {
                Self::push_window(window, Self::WINDOWS.pattern(window, men), out);
            }
        }
    }

    fn delta(
        &self,
        before: &DraughtsPosition<V>,
        after: &DraughtsPosition<V>,
        pov: Player,
        added: &mut Vec<u32>,
        removed: &mut Vec<u32>,
    ) {
        added.clear();
        removed.clear();
        let old = kinds(before, pov);
        let new = kinds(after, pov);
        for kind in 0..KINDS {
            Self::push_pieces(kind, new[kind] & !old[kind], pov, added);
            Self::push_pieces(kind, old[kind] & !new[kind], pov, removed);
        }
        if self.set == Set::PiecesAndMen {
            let old = men::<V>(&old, pov);
            let new = men::<V>(&new, pov);
            let changed = (old[0] ^ new[0]) | (old[1] ^ new[1]);
            for window in Self::WINDOWS.touched(changed) {
                let (was, is) = (Self::WINDOWS.pattern(window, old), Self::WINDOWS.pattern(window, new));
                if was != is {
                    Self::push_window(window, is, added);
                    Self::push_window(window, was, removed);
                }
            }
        }
    }
}
