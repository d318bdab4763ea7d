//! The positions of few pieces, numbered for endgame tables.
//!
//! Positions are seen with the first player to move: others are turned, which exchanges the players. A number is
//! made of four digits, the last of them running fastest: the men of the player to move, the men of the other,
//! the kings of the player to move, the kings of the other. Each is the number of a set of squares
//! ([`choose`]): men among the squares on which they may stand, kings among those that the groups before them
//! leave free. The digits of the men do not see one another, so numbers with two men on one square belong to no
//! position.

mod choose;
mod material;
mod unmoves;
mod walk;

use std::{marker::PhantomData, ops::Range};

use self::{
    choose::{MOST_PIECES, rank},
    material::{Balance, slices},
    walk::Walker,
};
use super::{bits::Bits, board::DraughtsPosition, goal::Goal, variant::Variant};
use crate::{
    player::Player,
    position::{MoveList, Position},
    tablebase_index::{Ahead, EndingValue, MaterialSlice, Next, Place, TablebaseIndex, TablebaseLayout},
};

/// The identity of this numbering.
const ID: &str = "draughts-1";

/// Counts that a group may have, and none.
const COUNTS: usize = MOST_PIECES + 1;

/// Where the positions of a balance are.
#[derive(Clone, Copy, Debug)]
struct Part {
    slice: usize,
    part: usize,
    sizes: [u64; 4],
}

/// The numbering of a variant.
#[derive(Debug)]
pub(super) struct DraughtsIndex<V> {
    slices: Vec<MaterialSlice>,
    balances: Vec<Vec<Balance>>,
    /// By the counts of the groups; see [`place_of`].
    parts: Vec<Option<Part>>,
    variant: PhantomData<V>,
}

/// Where the balance of these groups is in the list of parts.
#[inline(always)]
fn place_of([first, second, third, fourth]: [usize; 4]) -> usize {
    ((first * COUNTS + second) * COUNTS + third) * COUNTS + fourth
}

/// The position as it looks with the first player to move.
#[inline(always)]
fn seen_by_mover<V: Variant>(position: &DraughtsPosition<V>) -> DraughtsPosition<V> {
    if position.mover() == Player::FIRST {
        return *position;
    }
    let turned = DraughtsPosition::<V>::turned;
    DraughtsPosition {
        own: turned(position.own),
        their: turned(position.their),
        kings: turned(position.kings),
        ..DraughtsPosition::empty_board(Player::FIRST)
    }
}

/// The squares on which the men of a player may stand.
#[inline(always)]
fn squares_of_men<V: Variant>(player: Player) -> V::Bits {
    V::Bits::from_mask(V::GEOMETRY.board & !V::GEOMETRY.crowning[player.index()])
}

impl<V: Variant> DraughtsIndex<V> {
    pub(super) fn new() -> Self {
        let (slices, balances): (Vec<_>, Vec<_>) = slices::<V>().into_iter().unzip();
        let mut parts = vec![None; COUNTS.pow(4)];
        for (slice, balances) in balances.iter().enumerate() {
            for (part, balance) in balances.iter().enumerate() {
                let sizes = balance.group_sizes::<V>();
                parts[place_of(balance.groups())] = Some(Part { slice, part, sizes });
            }
        }
        Self { slices, balances, parts, variant: PhantomData }
    }

    /// Visits those of the numbers (ascending) that belong to a position.
    #[inline]
    fn walk(
        &self,
        slice: usize,
        part: usize,
        indices: impl IntoIterator<Item = u64>,
        mut visit: impl FnMut(u64, &DraughtsPosition<V>),
    ) {
        let mut walker = Walker::<V>::new(self.balances[slice][part]);
        for index in indices {
            if let Some(position) = walker.go_to(index) {
                visit(index, &position);
            }
        }
    }

    #[inline(always)]
    fn part(&self, position: &DraughtsPosition<V>) -> Option<&Part> {
        // What a position is worth depends on what wins.
        if position.occupied().count() as usize > MOST_PIECES || position.goal() != Goal::Capture {
            return None;
        }
        let (own, their, kings) = (position.own, position.their, position.kings);
        let groups = [own & !kings, their & !kings, own & kings, their & kings];
        self.parts[place_of(groups.map(|group| group.count() as usize))].as_ref()
    }
}

impl<V: Variant> TablebaseLayout for DraughtsIndex<V> {
    fn id(&self) -> &'static str {
        ID
    }

    fn slices(&self) -> &[MaterialSlice] {
        &self.slices
    }

    fn look_ahead(
        &self,
        slice: usize,
        part: usize,
        range: Range<u64>,
        visit: &mut dyn FnMut(u64, Ahead<'_>),
    ) {
        let (mut moves, mut next) = (MoveList::new(), Vec::new());
        self.walk(slice, part, range, |index, position| {
            position.legal_moves(&mut moves);
            if let Some(outcome) = position.outcome_given(!moves.is_empty()) {
                visit(index, Ahead::Over(EndingValue::of_outcome(outcome, position.mover())));
                return;
            }
            next.clear();
            next.extend(moves.iter().map(|mv| {
                let mut after = *position;
                after.play(*mv);
                // Without a number the capture was the last one, and the player without a piece has lost.
                self.place(&after).map_or(Next::Decided(EndingValue::Loss), Next::Numbered)
            }));
            visit(index, Ahead::Moves(&next));
        });
    }

    fn look_back(
        &self,
        slice: usize,
        part: usize,
        indices: &mut dyn Iterator<Item = u64>,
        visit: &mut dyn FnMut(Place, u64),
    ) {
        self.walk(slice, part, indices, |index, position| {
            unmoves::each(position, |before| {
                let place = self.place(before).expect("taking a step back leaves the material as it is");
                visit(place, index);
            });
        });
    }
}

impl<V: Variant> TablebaseIndex<DraughtsPosition<V>> for DraughtsIndex<V> {
    fn place(&self, position: &DraughtsPosition<V>) -> Option<Place> {
        let part = self.part(position)?;
        let DraughtsPosition { own, their, kings, .. } = seen_by_mover(position);
        let board = V::Bits::from_mask(V::GEOMETRY.board);
        let (own_men, their_men) = (own & !kings, their & !kings);
        let open = board & !(own_men | their_men);
        let mut index = rank(own_men, squares_of_men::<V>(Player::FIRST));
        index = index * part.sizes[1] + rank(their_men, squares_of_men::<V>(Player::SECOND));
        index = index * part.sizes[2] + rank(own & kings, open);
        index = index * part.sizes[3] + rank(their & kings, open & !own);
        Some(Place { slice: part.slice, part: part.part, index })
    }

    fn position(&self, place: Place) -> Option<DraughtsPosition<V>> {
        let mut found = None;
        self.walk(place.slice, place.part, [place.index], |_, position| found = Some(*position));
        found
    }
}
