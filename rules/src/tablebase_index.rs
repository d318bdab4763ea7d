//! The positions of few pieces, numbered: what tables of exact values are made from.
//!
//! The positions of one balance of material make a [`MaterialSlice`]. A slice has a part for each of the two sides that
//! may be the one to move, or a single part where both sides have the same; within a part every position has a
//! number. Positions that a symmetry of the game makes of each other may share their number. Not every number
//! has to belong to a position.

use std::ops::Range;

use crate::{outcome::Outcome, player::Player, position::Position};

/// The positions of one balance of material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialSlice {
    /// What people and files call it: lower-case letters, digits and hyphens.
    pub name: String,
    /// Pieces on the board.
    pub pieces: usize,
    /// How many numbers each part has; one or two parts.
    pub sizes: Vec<u64>,
}

/// Where the value of a position is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The slice, as an index of [`TablebaseLayout::slices`].
    pub slice: usize,
    /// The part of the slice.
    pub part: usize,
    /// The number within the part.
    pub index: u64,
}

/// The exact value of a position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum EndingValue {
    /// The player to move loses.
    Loss = 0,
    /// Neither player can force a win.
    Draw = 1,
    /// The player to move wins.
    Win = 2,
}

impl EndingValue {
    /// All, ascending.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The same, for the other player.
    #[must_use]
    pub fn for_other(self) -> Self {
        Self::ALL[Self::Win as usize - self as usize]
    }

    /// What an outcome of a game of two is to `player`.
    pub fn of_outcome(outcome: Outcome, player: Player) -> Self {
        match outcome {
            Outcome::Win(winner) if winner == player => Self::Win,
            Outcome::Win(_) => Self::Loss,
            Outcome::Draw | Outcome::Places(_) => Self::Draw,
        }
    }

    /// The outcome that it means where `player` is to move.
    pub fn outcome(self, player: Player) -> Outcome {
        match self {
            Self::Win => Outcome::Win(player),
            Self::Draw => Outcome::Draw,
            Self::Loss => Outcome::Win(player.opponent()),
        }
    }
}

/// A position one move ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// It has a number.
    Numbered(Place),
    /// It has none, and its value is certain.
    Decided(EndingValue),
}

/// What the rules say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ahead<'a> {
    /// The game is over, and this is the value.
    Over(EndingValue),
    /// The positions that the legal moves lead to, at least one; each has its value for the other player.
    Moves(&'a [Next]),
}

/// Numbers the positions of few pieces of a game of two players in which they take turns.
pub trait TablebaseLayout: Send + Sync {
    /// The identity of the numbering; files carry it.
    fn id(&self) -> &'static str;

    /// All slices, by the number of pieces and so that every move leads into the same slice, into an earlier
    /// one, or out of all of them to a position whose value is certain.
    fn slices(&self) -> &[MaterialSlice];

    /// Calls `visit` for those numbers of a range that belong to a position, ascending.
    fn look_ahead(&self, slice: usize, part: usize, range: Range<u64>, visit: &mut dyn FnMut(u64, Ahead<'_>));

    /// Calls `visit` with the place of every position of the same slice from which a move leads to one of
    /// `indices` (ascending), and the number of that one; once for each move. Positions whose legal moves all
    /// leave the slice may be among them although no legal move leads from them there.
    fn look_back(
        &self,
        slice: usize,
        part: usize,
        indices: &mut dyn Iterator<Item = u64>,
        visit: &mut dyn FnMut(Place, u64),
    );
}

/// A numbering, and the positions themselves.
pub trait TablebaseIndex<P: Position>: TablebaseLayout {
    /// The place of a position; `None` where it has too many pieces, or one side has none.
    fn place(&self, position: &P) -> Option<Place>;

    /// A position of that place; `None` where the number belongs to none.
    fn position(&self, place: Place) -> Option<P>;
}
