//! When a game is drawn.
//!
//! Moves are counted in plies from the position that a move brings about: a limit of `n` moves by each side
//! is reached when both have made `n` moves after it. A capture always brings about a new balance; crowning
//! does so only where it changes the kind of balance (or where the rule says that material has to stay as
//! it is).

use super::{
    bits::Bits,
    board::DraughtsPosition,
    draw_rules::{Balance, Kings, MAX_ENDINGS, Place},
    goal::Goal,
    variant::Variant,
};
use crate::any::{Counters, PackedCounters};

/// Occurrences of a position that draw the game.
pub const REPETITIONS: usize = 3;

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

/// Whether a limit is reached. What pieces a player needs to win is known for the usual goal only.
pub(super) fn is_drawn<V: Variant>(
    position: &DraughtsPosition<V>,
    clock: &Clock,
    occurrences: usize,
) -> bool {
    let rules = V::DESCRIPTION.draws;
    let by_each = |moves: u16| 2 * moves;
    let mut endings = rules.endings.iter().zip(clock.endings);
    occurrences >= REPETITIONS
        || clock.quiet >= by_each(rules.quiet_moves)
        || (position.goal() == Goal::Capture && endings.any(|(rule, plies)| plies >= by_each(rule.moves)))
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
