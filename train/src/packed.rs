//! A batch in one piece of memory, as a device takes it: one transfer of small numbers instead of a dozen of
//! large ones.

use damier_engine::net::Arch;
use damier_selfplay::quantised::ONE;

use crate::{batch::Batch, lists::Occurrences};

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

/// What belongs to each item of an [`Occurrences`], in groups of at most [`GROUP`], so that no sum is long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Groups {
    /// How many groups there are.
    pub count: usize,
    /// The groups.
    pub table: Table,
    /// Where the first group of each item is said, and behind the last item the number of groups.
    pub first: usize,
}

impl Packed {
    /// Packs a batch.
    ///
    /// # Panics
    /// If it has more than [`MOST_POSITIONS`] positions, or one with more than 4,096 moves.
    pub fn new(batch: &Batch, packing: Packing) -> Self {
        let positions = batch.len();
        assert!(positions <= MOST_POSITIONS, "a batch of {positions} positions is too large for a device");
        let mut words = Words(Vec::new());
        let active = words.table(batch.active.starts(), batch.active.items(), packing.features);
        let legal = words.table(batch.moves.starts(), batch.moves.items(), packing.policy_rows);
        let shares: Vec<u32> =
            batch.policy.iter().map(|share| (share * f32::from(ONE)).round() as u32).collect();
        let shares = words.halves(&shares);
        let has_policy: Vec<f32> = batch.has_policy.iter().map(|has| f32::from(u8::from(*has))).collect();
        let has_policy = words.floats(&has_policy);
        let by_feature = words.groups(
            &batch.active.occurrences(packing.features),
            packing.features,
            positions,
            |list, _| list,
        );
        let cell = |list: u32, place: u32| {
            let offset = place - batch.moves.starts()[list as usize];
            assert!(offset < 1 << OFFSET_BITS, "a position with more moves than a device takes");
            list << OFFSET_BITS | offset
        };
        let rows = packing.policy_rows;
        let by_row = words.groups(&batch.moves.occurrences(rows), rows, usize::MAX, cell);
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
            value: words.floats(&batch.value),
            plies: words.floats(&batch.plies_left),
            counts: words.floats(&batch.counts_plies),
        };
        Self { words: words.0, layout }
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

    fn halves(&mut self, values: &[u32]) -> usize {
        let base = self.0.len();
        self.0.extend(values.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |value| value << 16)));
        base
    }

    fn floats(&mut self, values: &[f32]) -> usize {
        let base = self.0.len();
        self.0.extend(values.iter().map(|value| value.to_bits()));
        base
    }

    /// Items are below `bound`.
    fn table(&mut self, starts: &[u32], items: &[u32], bound: usize) -> Table {
        let half = bound <= 1 << 16;
        let starts = self.whole(starts);
        let items = if half { self.halves(items) } else { self.whole(items) };
        Table { starts, items, half }
    }

    /// What `value` makes of the list and the place of each occurrence is below `bound`.
    fn groups(
        &mut self,
        occurrences: &Occurrences,
        items: usize,
        bound: usize,
        value: impl Fn(u32, u32) -> u32,
    ) -> Groups {
        let mut first = Vec::with_capacity(items + 1);
        let mut starts = Vec::new();
        let mut place = 0;
        for item in 0..items {
            first.push(starts.len() as u32);
            let end = place + occurrences.lists(item).len();
            starts.extend((place..end).step_by(GROUP).map(|start| start as u32));
            place = end;
        }
        first.push(starts.len() as u32);
        let count = starts.len();
        starts.push(place as u32);
        let of = |item: usize| occurrences.lists(item).iter().zip(occurrences.places(item));
        let values: Vec<u32> = (0..items).flat_map(of).map(|(list, place)| value(*list, *place)).collect();
        Groups { count, table: self.table(&starts, &values, bound), first: self.whole(&first) }
    }
}

/// Whole numbers of a table as a device reads them.
pub(crate) fn number(words: &[u32], base: usize, index: usize, half: bool) -> usize {
    if half {
        (words[base + index / 2] >> (16 * (index % 2)) & 0xffff) as usize
    } else {
        words[base + index] as usize
    }
}

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
