//! A batch in one piece of memory, as a device takes it: one transfer of small numbers instead of a dozen of
//! large ones.

use damier_engine::net::Arch;
use damier_records::quantised::ONE;

use crate::{batch::Batch, lists::Lists};

/// Places of an item that are added up together: few enough to keep a whole device busy with the features that
/// every position has, many enough that the sums of the groups are little work.
const GROUP: usize = 64;
/// The bits of a [cell](Groups) that say which of a position's moves it is.
pub const OFFSET_BITS: u32 = 12;
/// The largest batch that can be packed: a cell has room for no more.
pub const MOST_POSITIONS: usize = 1 << (u32::BITS - OFFSET_BITS);

/// What the tables of a batch are as high as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packing {
    /// Features of the network.
    pub features: usize,
    /// Policy rows of the network.
    pub policy_rows: usize,
}

impl Packing {
    /// Of the batches that a network learns from.
    pub fn of(arch: &Arch) -> Self {
        Self { features: arch.features, policy_rows: arch.policy_rows }
    }
}

/// A batch in one piece of memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Packed {
    /// All numbers; those of 16 bits share a word, the first in its low half.
    pub words: Vec<u32>,
    /// Where in the words each part is.
    pub layout: Layout,
}

/// Where in the words of [`Packed`] each part begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Positions of the batch.
    pub positions: usize,
    /// Classes of the value.
    pub classes: usize,
    /// Legal moves of all positions.
    pub moves: usize,
    /// Positions with a policy target.
    pub with_policy: usize,
    /// The active features of each position.
    pub active: Table,
    /// The policy rows of each position's moves.
    pub legal: Table,
    /// The policy targets, parallel to the items of `legal`, 16 bits each in units of 1/[`ONE`].
    pub shares: usize,
    /// Whether each position has a policy target: 1 or 0, as a float.
    pub has_policy: usize,
    /// The positions in which each feature is active.
    pub by_feature: Groups,
    /// The cells in which each policy row is a legal move: the position, then [`OFFSET_BITS`] bits for the move.
    pub by_row: Groups,
    /// The value targets, `[positions, classes]`, floats.
    pub value: usize,
    /// Plies to the end of the game, floats.
    pub plies: usize,
    /// Whether they count: 1 or 0, as a float.
    pub counts: usize,
}

/// Lists: list `l` are the items from `starts[l]` to `starts[l + 1]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// Where the starts begin.
    pub starts: usize,
    /// Where the items begin.
    pub items: usize,
    /// Whether two items share a word.
    pub half: bool,
}

/// Where each item of some lists occurs, as [`Occurrences`](crate::lists::Occurrences), in groups of at most [`GROUP`],
/// so that no sum is long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Groups {
    /// How many groups there are.
    pub count: usize,
    /// The groups.
    pub table: Table,
    /// Where the first group of each item is said, and behind the last item the number of groups.
    pub first: usize,
}

/// Packs batches, with working memory that it uses again.
#[derive(Clone, Debug)]
pub struct Packer {
    packing: Packing,
    /// Where the next occurrence of each item goes.
    next: Vec<u32>,
    /// Words of the last batch: about as many as the next one has.
    len: usize,
}

impl Packer {
    /// For batches of one network.
    pub fn new(packing: Packing) -> Self {
        Self { packing, next: Vec::new(), len: 0 }
    }

    /// Packs a batch.
    ///
    /// # Panics
    /// If it has more than [`MOST_POSITIONS`] positions, or one with more than 4,096 moves.
    pub fn pack(&mut self, batch: &Batch) -> Packed {
        let Packing { features, policy_rows } = self.packing;
        let positions = batch.len();
        assert!(positions <= MOST_POSITIONS, "a batch of {positions} positions is too large for a device");
        let mut words = Words(Vec::with_capacity(self.len + self.len / 32));
        let active = words.table(&batch.active, features);
        let legal = words.table(&batch.moves, policy_rows);
        // Shares are not negative, so that this rounds.
        let share = |share: &f32| (share * f32::from(ONE) + 0.5) as u32;
        let shares = words.halves(batch.policy.iter().map(share));
        let has_policy = words.floats(batch.has_policy.iter().map(|has| f32::from(u8::from(*has))));
        let half = positions <= 1 << 16;
        let by_feature = words.groups(&batch.active, features, half, &mut self.next, |list, _| list);
        let by_row = words.groups(&batch.moves, policy_rows, false, &mut self.next, |list, offset| {
            assert!(offset < 1 << OFFSET_BITS, "a position with more moves than a device takes");
            list << OFFSET_BITS | offset
        });
        let layout = Layout {
            positions,
            classes: batch.value.len() / positions.max(1),
            moves: batch.moves.items().len(),
            with_policy: batch.has_policy.iter().filter(|has| **has).count(),
            active,
            legal,
            shares,
            has_policy,
            by_feature,
            by_row,
            value: words.floats(batch.value.iter().copied()),
            plies: words.floats(batch.plies_left.iter().copied()),
            counts: words.floats(batch.counts_plies.iter().copied()),
        };
        self.len = words.0.len();
        Packed { words: words.0, layout }
    }
}

/// Words that are still being written; everything returns where it begins.
struct Words(Vec<u32>);

impl Words {
    fn whole(&mut self, values: &[u32]) -> usize {
        let base = self.0.len();
        self.0.extend_from_slice(values);
        base
    }

    fn halves(&mut self, mut values: impl Iterator<Item = u32>) -> usize {
        let base = self.0.len();
        while let Some(low) = values.next() {
            self.0.push(low | values.next().unwrap_or(0) << 16);
        }
        base
    }

    fn floats(&mut self, values: impl Iterator<Item = f32>) -> usize {
        let base = self.0.len();
        self.0.extend(values.map(f32::to_bits));
        base
    }

    /// Items are below `bound`.
    fn table(&mut self, lists: &Lists, bound: usize) -> Table {
        let half = bound <= 1 << 16;
        let starts = self.whole(lists.starts());
        let items = lists.items();
        let items = if half { self.halves(items.iter().copied()) } else { self.whole(items) };
        Table { starts, items, half }
    }

    /// Where each item occurs; `value` says what is written of a list and a place in it. `next` is working
    /// memory.
    fn groups(
        &mut self,
        lists: &Lists,
        items: usize,
        half: bool,
        next: &mut Vec<u32>,
        value: impl Fn(u32, u32) -> u32,
    ) -> Groups {
        next.clear();
        next.resize(items, 0);
        lists.items().iter().for_each(|item| next[*item as usize] += 1);
        let starts = self.0.len();
        let mut end = 0;
        let mut count = 0;
        for next in next.iter_mut() {
            let start = end;
            end += *next;
            self.0.extend((start..end).step_by(GROUP));
            count += (*next as usize).div_ceil(GROUP);
            *next = start;
        }
        self.0.push(end);
        let first = self.0.len();
        let mut group = 0;
        for item in 0..items {
            self.0.push(group);
            let end = next.get(item + 1).copied().unwrap_or(end);
            group += (end - next[item]).div_ceil(GROUP as u32);
        }
        self.0.push(group);

        let base = self.0.len();
        let all = lists.items().len();
        self.0.resize(base + if half { all.div_ceil(2) } else { all }, 0);
        let values = &mut self.0[base..];
        for list in 0..lists.len() {
            for (offset, item) in lists.get(list).iter().enumerate() {
                let value = value(list as u32, offset as u32);
                let place = next[*item as usize];
                next[*item as usize] += 1;
                if half {
                    values[place as usize / 2] |= value << (16 * (place % 2));
                } else {
                    values[place as usize] = value;
                }
            }
        }
        Groups { count, table: Table { starts, items: base, half }, first }
    }
}

/// Returns a whole number of a table as a device reads it.
#[cfg(any(test, feature = "oracle"))]
pub(crate) fn number(words: &[u32], base: usize, index: usize, half: bool) -> usize {
    if half {
        (words[base + index / 2] >> (16 * (index % 2)) & 0xffff) as usize
    } else {
        words[base + index] as usize
    }
}

#[cfg(any(test, feature = "oracle"))]
impl Table {
    /// The items of a list.
    pub(crate) fn get(self, words: &[u32], list: usize) -> impl Iterator<Item = usize> + '_ {
        self.range(words, list).map(move |place| number(words, self.items, place, self.half))
    }

    /// Where the items of a list are.
    pub(crate) fn range(self, words: &[u32], list: usize) -> std::ops::Range<usize> {
        words[self.starts + list] as usize..words[self.starts + list + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `positions` positions with up to nine features and moves each.
    fn batch(positions: u32) -> Batch {
        let mut batch = Batch { players: 2, ..Batch::default() };
        for position in 0..positions {
            let numbers =
                |count: u32, of: u32| (0..count).map(|n| (position * 7 + n * 3) % of).collect::<Vec<_>>();
            batch.active.push(&numbers(position % 10, 31));
            batch.moves.push(&numbers(position * 3 % 10, 29));
            batch.policy.resize(batch.moves.items().len(), 0.25);
            batch.has_policy.push(position % 2 == 0);
            batch.value.extend([0.5, 0.25, 0.25]);
            batch.plies_left.push(position as f32);
            batch.counts_plies.push(1.0);
        }
        batch
    }

    #[test]
    fn a_packed_batch_has_the_lists_of_the_plain_one() {
        let batch = batch(500);
        let Packed { words, layout } = Packer::new(Packing { features: 31, policy_rows: 29 }).pack(&batch);
        for (table, lists) in [(layout.active, &batch.active), (layout.legal, &batch.moves)] {
            for list in 0..lists.len() {
                let found: Vec<u32> = table.get(&words, list).map(|item| item as u32).collect();
                assert_eq!(found, lists.get(list));
            }
        }
        let share = number(&words, layout.shares, batch.policy.len() - 1, true);
        assert_eq!(share, usize::from(ONE).div_ceil(4));
        assert_eq!((layout.positions, layout.classes, layout.with_policy), (500, 3, 250));
    }

    #[test]
    fn groups_have_every_occurrence_of_an_item_once_and_are_short() {
        let batch = batch(500);
        let Packed { words, layout } = Packer::new(Packing { features: 31, policy_rows: 29 }).pack(&batch);
        let cell = |list: u32, offset: u32| list << OFFSET_BITS | offset;
        let of_moves = |list: u32, place: u32| cell(list, place - batch.moves.starts()[list as usize]);
        let check = |groups: Groups, lists: &Lists, items: usize, value: &dyn Fn(u32, u32) -> u32| {
            let occurrences = lists.occurrences(items);
            for item in 0..items {
                let [from, to] = [item, item + 1].map(|item| words[groups.first + item] as usize);
                let found: Vec<Vec<usize>> =
                    (from..to).map(|group| groups.table.get(&words, group).collect()).collect();
                assert!(found.iter().all(|group| (1..=GROUP).contains(&group.len())), "{found:?}");
                let both = occurrences.lists(item).iter().zip(occurrences.places(item));
                let expected: Vec<usize> = both.map(|(list, place)| value(*list, *place) as usize).collect();
                assert_eq!(found.concat(), expected, "item {item}");
            }
            assert_eq!(words[groups.first + items] as usize, groups.count);
        };
        check(layout.by_feature, &batch.active, 31, &|list, _| list);
        check(layout.by_row, &batch.moves, 29, &of_moves);
    }
}
