//! When a game is drawn.
//!
//! Moves are counted in plies from the position that a move brings about: a limit of `n` moves by each side
//! is reached when both have made `n` moves after it. A capture always brings about a new balance; crowning
//! does so only where it changes the kind of balance (or where the rule says that material has to stay as
//! it is).

use super::{bits::Bits, position::DraughtsPosition, variant::Variant};
use crate::any::{Counters, PackedCounters};

/// The most rules about endings that a variant has.
pub const MAX_ENDINGS: usize = 5;

/// Occurrences of a position that draw the game.
pub const REPETITIONS: usize = 3;

/// The draw rules of a variant; the third repetition draws in every one.
#[derive(Clone, Copy, Debug)]
pub struct DrawRules {
    /// Moves by each side without a capture or a man's move.
    pub quiet_moves: u16,
    /// Rules about endings, at most [`MAX_ENDINGS`].
    pub endings: &'static [Ending],
    /// One king against one king.
    pub bare_kings: BareKings,
}

/// What becomes of one king against one king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareKings {
    /// Nothing special.
    PlayedOn,
    /// A draw at once, unless the player to move can capture.
    Drawn,
}

/// A balance of material that may last for a number of moves only.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The balance.
    pub balance: Balance,
    /// Moves by each side.
    pub moves: u16,
}

/// A kind of balance.
#[derive(Clone, Copy, Debug)]
pub enum Balance {
    /// A lone king against several pieces.
    LoneKing {
        /// The fewest and the most pieces on the other side.
        pieces: [u32; 2],
        /// The kings among them.
        kings: Kings,
        /// Where the lone king stands.
        place: Place,
    },
    /// Both sides have kings, and nothing has been captured or crowned since.
    BothHaveKings {
        /// The fewest and the most pieces of both sides together.
        pieces: [u32; 2],
    },
}

/// How many of several pieces are kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kings {
    /// One or more.
    Some,
    /// All.
    All,
}

/// Where a king has to stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Anywhere.
    Anywhere,
    /// On the long diagonal.
    LongDiagonal,
}

/// The counters of a game, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// Since the last capture or man's move.
    pub quiet: u16,
    /// For each rule about endings: since its balance came about; 0 where it does not hold.
    pub endings: [u16; MAX_ENDINGS],
}

impl Counters for Clock {
    fn pack(self) -> PackedCounters {
        let [a, b, c, d, e] = self.endings;
        [self.quiet, a, b, c, d, e, 0, 0]
    }

    fn unpack([quiet, a, b, c, d, e, ..]: PackedCounters) -> Self {
        Self { quiet, endings: [a, b, c, d, e] }
    }
}

/// Whether a move crowns or captures, as far as counters care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    Capture,
    Crowning,
    ManMove,
    KingMove,
}

/// The counters after a move from `before` to `after`.
pub(super) fn tick<V: Variant>(
    before: &DraughtsPosition<V>,
    after: &DraughtsPosition<V>,
    event: Event,
    clock: Clock,
) -> Clock {
    let quiet = if event == Event::KingMove { clock.quiet.saturating_add(1) } else { 0 };
    let mut next = Clock { quiet, endings: [0; MAX_ENDINGS] };
    let rules = V::DESCRIPTION.draws.endings;
    if rules.is_empty() || after.kings.is_empty() || event == Event::Capture {
        return next;
    }
    for (index, rule) in rules.iter().enumerate() {
        let crowning_counts = matches!(rule.balance, Balance::BothHaveKings { .. });
        let renewed = crowning_counts && event == Event::Crowning;
        if !renewed && holds(rule.balance, after) && holds(rule.balance, before) {
            next.endings[index] = clock.endings[index].saturating_add(1);
        }
    }
    next
}

/// Whether a limit is reached.
pub(super) fn is_drawn<V: Variant>(clock: &Clock, occurrences: usize) -> bool {
    let rules = V::DESCRIPTION.draws;
    let by_each = |moves: u16| 2 * moves;
    occurrences >= REPETITIONS
        || clock.quiet >= by_each(rules.quiet_moves)
        || rules.endings.iter().zip(clock.endings).any(|(rule, plies)| plies >= by_each(rule.moves))
}

fn holds<V: Variant>(balance: Balance, position: &DraughtsPosition<V>) -> bool {
    let (first, second) = (position.own, position.their);
    let kings = position.kings;
    match balance {
        Balance::BothHaveKings { pieces } => {
            within((first | second).count(), pieces)
                && !(first & kings).is_empty()
                && !(second & kings).is_empty()
        }
        Balance::LoneKing { pieces, kings: wanted, place } => {
            let against = |lone: V::Bits, others: V::Bits| {
                let placed = match place {
                    Place::Anywhere => kings,
                    Place::LongDiagonal => kings & V::Bits::from_mask(V::GEOMETRY.long_diagonal),
                };
                let other_kings = others & kings;
                lone.without_lowest().is_empty()
                    && !(lone & placed).is_empty()
                    && within(others.count(), pieces)
                    && match wanted {
                        Kings::Some => !other_kings.is_empty(),
                        Kings::All => other_kings == others,
                    }
            };
            against(first, second) || against(second, first)
        }
    }
}

fn within(count: u32, [fewest, most]: [u32; 2]) -> bool {
    (fewest..=most).contains(&count)
}
