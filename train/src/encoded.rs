//! What a network sees of the positions of a game, worked out once instead of at every step that learns one of them.

use damier_rules::{
    AnyEncoder, AnyFeatures, AnyGame, AnyPosition, Features as _, Game as _, MoveEncoding as _,
};

use crate::lists::Lists;

/// The active features of positions, and the policy rows of their legal moves in canonical order.
#[derive(Clone, Debug)]
pub(crate) struct Encoded {
    active: Narrow,
    rows: Narrow,
}

/// Lists of numbers, in half the memory where all that there may be are small.
#[derive(Clone, Debug)]
struct Narrow {
    /// Where each list begins, and where the last one ends.
    starts: Vec<u32>,
    items: Items,
}

#[derive(Clone, Debug)]
enum Items {
    Half(Vec<u16>),
    Whole(Vec<u32>),
}

/// The same of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EncodedPosition<'e> {
    /// The active features.
    pub(crate) active: List<'e>,
    /// The policy rows of the legal moves.
    pub(crate) rows: List<'e>,
}

/// Numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List<'e> {
    Half(&'e [u16]),
    Whole(&'e [u32]),
}

impl List<'_> {
    /// How many.
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Half(items) => items.len(),
            Self::Whole(items) => items.len(),
        }
    }

    /// Adds them to the lists as another.
    pub(crate) fn copy_to(self, lists: &mut Lists) {
        match self {
            Self::Half(items) => lists.push_all(items.iter().map(|item| u32::from(*item))),
            Self::Whole(items) => lists.push(items),
        }
    }
}

impl Encoded {
    /// Of positions, as their players to move see them.
    pub(crate) fn of<'p>(
        game: &AnyGame,
        features: &AnyFeatures,
        positions: impl Iterator<Item = &'p AnyPosition>,
    ) -> Self {
        let mut encoder = AnyEncoder::new(game, features);
        let rows = Narrow::below(game.encoding().count());
        let mut encoded = Self { active: Narrow::below(features.count()), rows };
        for position in positions {
            encoder.encode(position);
            encoded.active.push(encoder.active());
            encoded.rows.push(encoder.rows());
        }
        encoded
    }

    /// Those of the position of this number.
    pub(crate) fn get(&self, number: usize) -> EncodedPosition<'_> {
        EncodedPosition { active: self.active.get(number), rows: self.rows.get(number) }
    }

    /// Gives back the memory that more positions would have taken.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.active.shrink_to_fit();
        self.rows.shrink_to_fit();
    }
}

impl Narrow {
    fn below(bound: usize) -> Self {
        let half = bound <= 1 << u16::BITS;
        Self { starts: vec![0], items: if half { Items::Half(Vec::new()) } else { Items::Whole(Vec::new()) } }
    }

    fn push(&mut self, list: &[u32]) {
        let len = match &mut self.items {
            Items::Half(items) => {
                items.extend(list.iter().map(|item| *item as u16));
                items.len()
            }
            Items::Whole(items) => {
                items.extend_from_slice(list);
                items.len()
            }
        };
        self.starts.push(len as u32);
    }

    fn get(&self, number: usize) -> List<'_> {
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        match &self.items {
            Items::Half(items) => List::Half(&items[range]),
            Items::Whole(items) => List::Whole(&items[range]),
        }
    }

    fn shrink_to_fit(&mut self) {
        self.starts.shrink_to_fit();
        match &mut self.items {
            Items::Half(items) => items.shrink_to_fit(),
            Items::Whole(items) => items.shrink_to_fit(),
        }
    }
}
