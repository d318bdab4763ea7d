//! Statistics of one edge: visits, value sum, virtual visits (virtual loss), proof, prior and child.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, SeqCst},
};

use super::access::{Access, Visits};
use crate::search::Proof;

/// Index of a node: its first line in the pool.
pub(super) type NodeIndex = u32;

/// Visits and value sum of an edge, read atomically.
///
/// Values are shares of the point (0..=1) for the player who makes the move. Of a proven edge the sum is the exact share
/// with the sign bit set. Of an unvisited edge it is the one-ply child evaluation, or zero without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counts(u64);

impl Counts {
    const NONE: Self = Self(0);
    const SIGN: u32 = 1 << 31;

    #[inline]
    pub(super) fn new(visits: u32, sum: f32) -> Self {
        Self(u64::from(visits) << 32 | u64::from(sum.to_bits()))
    }

    #[inline]
    pub(super) fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(super) fn visits(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    pub(super) fn sum(self) -> f32 {
        f32::from_bits(self.0 as u32)
    }

    #[inline]
    pub(super) fn is_proven(self) -> bool {
        self.0 as u32 & Self::SIGN != 0
    }

    /// Returns the mean value, exact where proven; `None` for an unvisited edge.
    #[inline]
    pub(super) fn value(self) -> Option<f32> {
        (self.visits() > 0).then(|| self.mean())
    }

    /// Returns the mean value, or before the first visit the [one-ply child evaluation](Edge::set_child_eval).
    #[inline]
    pub(super) fn expected(self) -> Option<f32> {
        match self.visits() {
            0 if !self.is_proven() => (self.sum() > 0.0).then(|| self.sum()),
            _ => Some(self.mean()),
        }
    }

    /// Returns the mean value of a visited or proven edge.
    #[inline]
    pub(super) fn mean(self) -> f32 {
        if self.is_proven() { self.sum().abs() } else { self.sum() / self.visits() as f32 }
    }

    /// Returns the proof in a game of `players`.
    #[inline]
    pub(super) fn proof(self, players: usize) -> Proof {
        if self.is_proven() { Proof::of_share(self.sum().abs(), players) } else { Proof::Unknown }
    }

    /// Returns the counts with `visits` and `amount` added; a proven value stays.
    #[inline]
    fn plus(self, visits: i32, amount: f32) -> Self {
        let after = self.visits().wrapping_add_signed(visits);
        if self.is_proven() {
            return Self::new(after, self.sum());
        }
        // A one-ply child evaluation is no part of the mean.
        let sum = if self.visits() > 0 { self.sum() + amount } else { amount };
        // Rounding must not set the sign bit, which marks a proof.
        Self::new(after, if sum > 0.0 { sum } else { 0.0 })
    }
}

/// Least one-ply child evaluation: zero marks an edge without one.
const MIN_CHILD_EVAL: f32 = 1.0e-6;

/// Virtual visits (virtual loss) that running simulations have added to an edge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VirtualVisits {
    visits: u32,
    /// Value of each virtual visit.
    value: f32,
}

impl VirtualVisits {
    #[inline(always)]
    fn sum(self) -> f32 {
        self.visits as f32 * self.value
    }
}

/// Edge of a node: statistics, prior and child, in 16 bytes.
///
/// The tree's [pool](super::pool) is an array of these; the head of a node occupies three of them.
#[derive(Debug)]
#[repr(align(16))]
pub(super) struct Edge {
    counts: AtomicU64,
    /// Bits of the prior in the high half, index of the child in the low half.
    link: AtomicU64,
}

impl Edge {
    const NO_CHILD: NodeIndex = NodeIndex::MAX;

    /// Returns the content of an unused slot of the pool.
    #[inline]
    pub(super) const fn empty() -> Self {
        Self { counts: AtomicU64::new(0), link: AtomicU64::new(0) }
    }

    /// Returns the two words of the slot, for the heads of nodes.
    #[inline]
    pub(super) fn words(&self) -> [&AtomicU64; 2] {
        [&self.counts, &self.link]
    }

    /// Resets the edge; no other thread may see it yet.
    #[inline]
    pub(super) fn reset(&self, prior: f32) {
        self.counts.store(Counts::NONE.0, Relaxed);
        self.link.store(link(prior, Self::NO_CHILD), Relaxed);
    }

    /// Sets the one-ply child evaluation; no other thread may see the edge yet.
    #[inline]
    pub(super) fn set_child_eval(&self, share: f32) {
        self.counts.store(Counts::new(0, share.max(MIN_CHILD_EVAL)).0, Relaxed);
    }

    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits((self.link.load(Relaxed) >> 32) as u32)
    }

    #[inline]
    pub(super) fn counts(&self) -> Counts {
        Counts(self.counts.load(Relaxed))
    }

    #[inline]
    pub(super) fn child(&self) -> Option<NodeIndex> {
        let child = self.link.load(Acquire) as u32;
        (child != Self::NO_CHILD).then_some(child)
    }

    /// Sets or removes the child; needs exclusive access.
    pub(super) fn set_child(&mut self, child: Option<NodeIndex>) {
        *self.link.get_mut() = link(self.prior(), child.unwrap_or(Self::NO_CHILD));
    }

    /// Copies statistics and child of another edge; no other thread may see this one yet.
    pub(super) fn copy_from(&self, other: &Self) {
        self.counts.store(other.counts.load(Relaxed), Relaxed);
        self.link.store(other.link.load(Relaxed), Relaxed);
    }

    /// Publishes `child` as the child of this edge.
    ///
    /// # Errors
    /// The child that another thread has published before.
    #[inline]
    pub(super) fn attach(&self, child: NodeIndex) -> Result<(), NodeIndex> {
        let prior = self.prior();
        let (none, child) = (link(prior, Self::NO_CHILD), link(prior, child));
        self.link.compare_exchange(none, child, AcqRel, Acquire).map(drop).map_err(|known| known as u32)
    }

    /// Adds virtual visits of descending simulations, and returns them (virtual loss, Chaslot et al. 2008).
    #[inline(always)]
    pub(super) fn add_virtual_visits<A: Access>(&self, visits: u32) -> VirtualVisits {
        if A::VISITS == Visits::AtBackpropagation {
            return VirtualVisits::default();
        }
        // On an unvisited edge they count as losses, which keeps other threads away; else they keep the mean.
        let counts = self.counts();
        let value = if counts.is_proven() { 0.0 } else { counts.value().unwrap_or(0.0) };
        let virtual_visits = VirtualVisits { visits, value };
        A::update(&self.counts, |bits| Counts(bits).plus(visits as i32, virtual_visits.sum()).0);
        virtual_visits
    }

    /// Replaces virtual visits by `visits` finished simulations with the value sum `shares`.
    #[inline(always)]
    pub(super) fn replace_virtual_visits<A: Access>(
        &self,
        virtual_visits: VirtualVisits,
        visits: u32,
        shares: f32,
    ) {
        let more = visits as i32 - virtual_visits.visits as i32;
        A::update(&self.counts, |bits| Counts(bits).plus(more, shares - virtual_visits.sum()).0);
    }

    /// Removes the virtual visits of abandoned simulations.
    #[inline]
    pub(super) fn remove_virtual_visits<A: Access>(&self, virtual_visits: VirtualVisits) {
        if virtual_visits.visits > 0 {
            self.replace_virtual_visits::<A>(virtual_visits, 0, 0.0);
        }
    }

    /// Sets the proven value; the first proof stays.
    #[inline]
    pub(super) fn prove(&self, share: f32) {
        self.counts.update(SeqCst, SeqCst, |bits| {
            let counts = Counts(bits);
            if counts.is_proven() { bits } else { Counts::new(counts.visits(), -share).0 }
        });
    }

    /// Returns the counts, sequentially consistent with all proofs.
    #[inline]
    pub(super) fn counts_among_proofs(&self) -> Counts {
        Counts(self.counts.load(SeqCst))
    }
}

fn link(prior: f32, child: NodeIndex) -> u64 {
    u64::from(prior.to_bits()) << 32 | u64::from(child)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mcts::access::{SharedTree, SingleThread};

    fn edge() -> Edge {
        let edge = Edge::empty();
        edge.reset(0.5);
        edge
    }

    #[test]
    fn virtual_visits_leave_only_the_value_behind() {
        let edges = [(); 3].map(|()| edge());
        for share in [0.25, 0.75, 0.5] {
            let virtual_visits = edges[0].add_virtual_visits::<SingleThread>(1);
            edges[0].replace_virtual_visits::<SingleThread>(virtual_visits, 1, share);
            let lent =
                [edges[1].add_virtual_visits::<SharedTree>(1), edges[1].add_virtual_visits::<SharedTree>(3)];
            edges[1].remove_virtual_visits::<SharedTree>(lent[1]);
            edges[1].replace_virtual_visits::<SharedTree>(lent[0], 1, share);
        }
        let virtual_visits = edges[2].add_virtual_visits::<SharedTree>(2);
        edges[2].remove_virtual_visits::<SharedTree>(virtual_visits);
        assert_eq!(edges[0].counts(), edges[1].counts());
        assert_eq!((edges[0].counts().visits(), edges[0].counts().value()), (3, Some(0.5)));
        assert_eq!(edges[2].counts().value(), None);
    }

    #[test]
    fn a_child_evaluation_counts_until_the_first_visit() {
        let edge = edge();
        assert_eq!(edge.counts().expected(), None);
        edge.set_child_eval(0.75);
        assert_eq!((edge.counts().expected(), edge.counts().value()), (Some(0.75), None));
        let virtual_visits = edge.add_virtual_visits::<SharedTree>(1);
        assert_eq!(edge.counts().expected(), Some(0.0), "virtual loss");
        edge.replace_virtual_visits::<SharedTree>(virtual_visits, 1, 0.25);
        assert_eq!((edge.counts().expected(), edge.counts().value()), (Some(0.25), Some(0.25)));
        edge.replace_virtual_visits::<SingleThread>(edge.add_virtual_visits::<SingleThread>(1), 1, 0.75);
        assert_eq!(edge.counts().expected(), Some(0.5));
        edge.set_child_eval(0.0);
        edge.prove(1.0);
        assert_eq!((edge.counts().expected(), edge.counts().visits()), (Some(1.0), 0));
    }

    #[test]
    fn a_proof_is_exact_for_ever() {
        for share in [0.0, 0.5, 1.0] {
            let edge = edge();
            let virtual_visits = edge.add_virtual_visits::<SharedTree>(1);
            let late = edge.add_virtual_visits::<SharedTree>(1);
            edge.replace_virtual_visits::<SharedTree>(virtual_visits, 1, share);
            assert_eq!(edge.counts().proof(2), Proof::Unknown);
            edge.prove(share);
            edge.replace_virtual_visits::<SharedTree>(late, 1, 0.3);
            edge.prove(0.7);
            let virtual_visits = edge.add_virtual_visits::<SharedTree>(1);
            edge.remove_virtual_visits::<SharedTree>(virtual_visits);
            assert_eq!((edge.counts().value(), edge.counts().visits()), (Some(share), 2));
            assert_eq!(edge.counts().proof(2), Proof::of_share(share, 2));
        }
    }
}
