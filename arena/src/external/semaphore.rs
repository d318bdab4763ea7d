//! One at a time, for engines that can be there only once.

use crossbeam_channel::{Receiver, Sender, bounded};

/// A semaphore of one permit.
#[derive(Clone, Debug)]
pub(super) struct Semaphore {
    give: Sender<()>,
    take: Receiver<()>,
}

/// The permit; given back when dropped.
#[derive(Debug)]
pub(super) struct Permit(Sender<()>);

impl Semaphore {
    /// Returns a semaphore whose permit is free.
    pub(super) fn new() -> Self {
        let (give, take) = bounded(1);
        let _ = give.send(());
        Self { give, take }
    }

    /// Waits until the permit is free, and takes it.
    pub(super) fn acquire(&self) -> Permit {
        // The semaphore holds both ends of the channel, so it is never closed.
        let _ = self.take.recv();
        Permit(self.give.clone())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}
