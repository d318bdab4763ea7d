//! From a position to the active features of the network's input.

use crate::{layout::Layout, player::Player, position::Position};

/// A feature set: a unit of identity, size and extraction, shared by training and inference.
///
/// A feature is a number below [`count`](Features::count); a position has at most
/// [`max_active`](Features::max_active) active ones, all different, seen from a player's point of view
/// (`pov`): equal positions with the players exchanged and the board turned have equal features.
pub trait Features<P: Position>: Clone + Send + Sync + 'static {
    /// The identity, e.g. `ps` or `ps+men6`; it changes whenever the meaning of any feature does.
    fn id(&self) -> String;

    /// The number of features.
    fn count(&self) -> usize;

    /// The most features that can be active at once.
    fn max_active(&self) -> usize;

    /// What every feature means, for programs that use a net without this one.
    fn layout(&self) -> Layout {
        Layout::untold(self.count())
    }

    /// Replaces the content of `out` by the active features.
    fn active(&self, position: &P, pov: Player, out: &mut Vec<u32>);

    /// Replaces the content of `added` and `removed` by the features that are active in `after` only and
    /// in `before` only. The positions need not be neighbours.
    fn delta(&self, before: &P, after: &P, pov: Player, added: &mut Vec<u32>, removed: &mut Vec<u32>) {
        self.compare(before, after, pov, added, removed);
    }

    /// What [`delta`](Features::delta) gives, by a look at everything: for positions that have little in common.
    fn compare(&self, before: &P, after: &P, pov: Player, added: &mut Vec<u32>, removed: &mut Vec<u32>) {
        self.active(before, pov, removed);
        self.active(after, pov, added);
        cancel(added, removed);
    }
}

/// Drops the features that stand in both lists.
pub fn cancel(added: &mut Vec<u32>, removed: &mut Vec<u32>) {
    let mut index = 0;
    while index < added.len() {
        if let Some(same) = removed.iter().position(|feature| *feature == added[index]) {
            removed.swap_remove(same);
            added.swap_remove(index);
        } else {
            index += 1;
        }
    }
}
