//! One at a time, for engines that can be there only once.

use crossbeam_channel::{Receiver, Sender, bounded};

/// Lets one through at a time.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    give: Sender<()>,
    take: Receiver<()>,
}

/// The leave to be inside; given back when dropped.
#[derive(Debug)]
pub(super) struct Leave(Sender<()>);

impl Gate {
    /// With nobody inside.
    pub(super) fn new() -> Self {
        let (give, take) = bounded(1);
        let _ = give.send(());
        Self { give, take }
    }

    /// Waits until nobody else is inside.
    pub(super) fn enter(&self) -> Leave {
        // The gate holds both ends of the channel, so it is never closed.
        let _ = self.take.recv();
        Leave(self.give.clone())
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}
