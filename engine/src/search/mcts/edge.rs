//! A way out of a node, without the move: what the simulations that took it found.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, SeqCst},
};

use super::{
    access::{Access, Visits},
    tree::NodeIndex,
};
use crate::search::Proof;

/// Visits and the sum of their values, read at one moment.
///
/// Values are shares of the point (0..=1) for the player who makes the move. Where the value is proven the sum
/// is the exact share with its sign bit set. Before the first visit it is what the move looks worth, or zero.
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

    /// The mean of the visits, exact where it is proven; `None` where there was none.
    #[inline]
    pub(super) fn value(self) -> Option<f32> {
        (self.visits() > 0).then(|| self.mean())
    }

    /// What the move looks worth, where that is known: the mean of the visits, and before the first of them a
    /// [glance](Edge::set_glance).
    #[inline]
    pub(super) fn expected(self) -> Option<f32> {
        match self.visits() {
            0 if !self.is_proven() => (self.sum() > 0.0).then(|| self.sum()),
            _ => Some(self.mean()),
        }
    }

    /// The mean for an edge that was visited, or is proven.
    #[inline]
    pub(super) fn mean(self) -> f32 {
        if self.is_proven() { self.sum().abs() } else { self.sum() / self.visits() as f32 }
    }

    /// What is proven, in a game of `players`.
    #[inline]
    pub(super) fn proof(self, players: usize) -> Proof {
        if self.is_proven() { Proof::of_share(self.sum().abs(), players) } else { Proof::Unknown }
    }

    /// With one visit more (or less), and `amount` more in sum where that is not proven.
    #[inline]
    fn plus(self, visits: i32, amount: f32) -> Self {
        let after = self.visits().wrapping_add_signed(visits);
        if self.is_proven() {
            return Self::new(after, self.sum());
        }
        // What it looked worth before the first visit is no part of the mean.
        let sum = if self.visits() > 0 { self.sum() + amount } else { amount };
        // Rounding must not make it look proven.
        Self::new(after, if sum > 0.0 { sum } else { 0.0 })
    }
}

/// What looks worth less than this is taken for as much: zero says that nobody has looked.
const LEAST_GLANCE: f32 = 1.0e-6;

/// Visits that an edge was lent by simulations on their way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loan {
    visits: u32,
    /// What each of them was taken to be worth.
    value: f32,
}

impl Loan {
    #[inline(always)]
    fn sum(self) -> f32 {
        self.visits as f32 * self.value
    }
}

/// A way out of a node, with the statistics of the simulations that took it.
///
/// The tree's [pool](super::pool) consists of these sixteen bytes; a node's head takes the place of three.
#[derive(Debug)]
#[repr(align(16))]
pub(super) struct Edge {
    counts: AtomicU64,
    /// The prior's bits above the child's index.
    link: AtomicU64,
}

impl Edge {
    const NO_CHILD: NodeIndex = NodeIndex::MAX;

    /// What lies in the pool where nothing is.
    #[inline]
    pub(super) const fn empty() -> Self {
        Self { counts: AtomicU64::new(0), link: AtomicU64::new(0) }
    }

    /// The two numbers, for what else there is in the pool.
    #[inline]
    pub(super) fn words(&self) -> [&AtomicU64; 2] {
        [&self.counts, &self.link]
    }

    /// Makes it new; nobody may know of it yet.
    #[inline]
    pub(super) fn reset(&self, prior: f32) {
        self.counts.store(Counts::NONE.0, Relaxed);
        self.link.store(link(prior, Self::NO_CHILD), Relaxed);
    }

    /// Notes what the position behind it looks worth; nobody may know of it yet.
    #[inline]
    pub(super) fn set_glance(&self, share: f32) {
        self.counts.store(Counts::new(0, share.max(LEAST_GLANCE)).0, Relaxed);
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

    /// Leads to another child, or to none. Nobody else may be in the tree.
    pub(super) fn set_child(&mut self, child: Option<NodeIndex>) {
        *self.link.get_mut() = link(self.prior(), child.unwrap_or(Self::NO_CHILD));
    }

    /// Takes the figures and the child of another one; nobody may know of it yet.
    pub(super) fn become_like(&self, other: &Self) {
        self.counts.store(other.counts.load(Relaxed), Relaxed);
        self.link.store(other.link.load(Relaxed), Relaxed);
    }

    /// Makes `child` known to everybody.
    ///
    /// # Errors
    /// The child that was known already.
    #[inline]
    pub(super) fn attach(&self, child: NodeIndex) -> Result<(), NodeIndex> {
        let prior = self.prior();
        let (nobody, child) = (link(prior, Self::NO_CHILD), link(prior, child));
        self.link.compare_exchange(nobody, child, AcqRel, Acquire).map(drop).map_err(|known| known as u32)
    }

    /// So many simulations come by. Returns what they were lent.
    #[inline(always)]
    pub(super) fn enter<A: Access>(&self, visits: u32) -> Loan {
        if A::VISITS == Visits::Late {
            return Loan::default();
        }
        // A first visit is lent a loss, so that nobody follows; others do not change the mean.
        let counts = self.counts();
        let value = if counts.is_proven() { 0.0 } else { counts.value().unwrap_or(0.0) };
        let loan = Loan { visits, value };
        A::change(&self.counts, |bits| Counts(bits).plus(visits as i32, loan.sum()).0);
        loan
    }

    /// `visits` of the simulations have found `shares` in sum; the others have given up.
    #[inline(always)]
    pub(super) fn leave<A: Access>(&self, loan: Loan, visits: u32, shares: f32) {
        let more = visits as i32 - loan.visits as i32;
        A::change(&self.counts, |bits| Counts(bits).plus(more, shares - loan.sum()).0);
    }

    /// The simulations have given up.
    #[inline]
    pub(super) fn withdraw<A: Access>(&self, loan: Loan) {
        if loan.visits > 0 {
            self.leave::<A>(loan, 0, 0.0);
        }
    }

    /// Notes a proof; the first one counts.
    #[inline]
    pub(super) fn prove(&self, share: f32) {
        self.counts.update(SeqCst, SeqCst, |bits| {
            let counts = Counts(bits);
            if counts.is_proven() { bits } else { Counts::new(counts.visits(), -share).0 }
        });
    }

    /// The counts, in one order with all proofs.
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
    use crate::search::mcts::access::{Alone, Together};

    fn edge() -> Edge {
        let edge = Edge::empty();
        edge.reset(0.5);
        edge
    }

    #[test]
    fn lent_visits_leave_nothing_but_the_value_behind() {
        let edges = [(); 3].map(|()| edge());
        for share in [0.25, 0.75, 0.5] {
            let loan = edges[0].enter::<Alone>(1);
            edges[0].leave::<Alone>(loan, 1, share);
            let loans = [edges[1].enter::<Together>(1), edges[1].enter::<Together>(3)];
            edges[1].withdraw::<Together>(loans[1]);
            edges[1].leave::<Together>(loans[0], 1, share);
        }
        let loan = edges[2].enter::<Together>(2);
        edges[2].withdraw::<Together>(loan);
        assert_eq!(edges[0].counts(), edges[1].counts());
        assert_eq!((edges[0].counts().visits(), edges[0].counts().value()), (3, Some(0.5)));
        assert_eq!(edges[2].counts().value(), None);
    }

    #[test]
    fn a_glance_counts_until_the_first_visit() {
        let edge = edge();
        assert_eq!(edge.counts().expected(), None);
        edge.set_glance(0.75);
        assert_eq!((edge.counts().expected(), edge.counts().value()), (Some(0.75), None));
        let loan = edge.enter::<Together>(1);
        assert_eq!(edge.counts().expected(), Some(0.0), "nobody shall follow");
        edge.leave::<Together>(loan, 1, 0.25);
        assert_eq!((edge.counts().expected(), edge.counts().value()), (Some(0.25), Some(0.25)));
        edge.leave::<Alone>(edge.enter::<Alone>(1), 1, 0.75);
        assert_eq!(edge.counts().expected(), Some(0.5));
        edge.set_glance(0.0);
        edge.prove(1.0);
        assert_eq!((edge.counts().expected(), edge.counts().visits()), (Some(1.0), 0));
    }

    #[test]
    fn a_proof_is_exact_for_ever() {
        for share in [0.0, 0.5, 1.0] {
            let edge = edge();
            let loan = edge.enter::<Together>(1);
            let late = edge.enter::<Together>(1);
            edge.leave::<Together>(loan, 1, share);
            assert_eq!(edge.counts().proof(2), Proof::Unknown);
            edge.prove(share);
            edge.leave::<Together>(late, 1, 0.3);
            edge.prove(0.7);
            let loan = edge.enter::<Together>(1);
            edge.withdraw::<Together>(loan);
            assert_eq!((edge.counts().value(), edge.counts().visits()), (Some(share), 2));
            assert_eq!(edge.counts().proof(2), Proof::of_share(share, 2));
        }
    }
}
