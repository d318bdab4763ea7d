//! Items that are out for long at the end of an order: others get a copy, and what comes first counts.

use super::Dispatcher;
use crate::{
    bus::Offered,
    class::Class,
    event_log::Event,
    wire::copy_subject,
    workload::{Workload, unreachable},
};

impl<B: Workload> Dispatcher<'_, B> {
    /// Issues copies of items that are out for long, once workers have nothing else to do. Those that are missing then have
    /// been out at least since. Games that no machine repeats are waited for: of two that differ, the first one would be
    /// the shorter one.
    pub(super) async fn back_up(&mut self) -> Result<(), B::Error> {
        let class = self.workload.class();
        let Some(is_idle) = self.bus.is_idle(class).await else { return Ok(()) };
        let idle = self.figures.idle(is_idle).as_secs_f64();
        // Before anything is known of items, one takes what it was cut for.
        let usual = self.figures.median().unwrap_or(self.settings.item_seconds);
        if !is_idle || class == Class::Trusted || idle <= self.settings.backup_after * usual {
            return Ok(());
        }
        let before = self.figures.copies;
        for games in self.slices(&self.workload.missing()) {
            if !self.copied.insert(games.clone()) {
                continue;
            }
            let item = self.item(&games)?;
            let subject = copy_subject(class, &self.order.name, &games);
            let offered = self.bus.offer(subject, item).await.map_err(unreachable::<B>)?;
            self.figures.copies += u64::from(offered == Offered::New);
        }
        match self.figures.copies - before {
            0 => {}
            items => self.tell(&Event::Copied { items }),
        }
        Ok(())
    }
}
