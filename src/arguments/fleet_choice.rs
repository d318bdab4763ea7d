//! Which fleet plays the games.

#[cfg(any(feature = "train", all(feature = "fleet", unix)))]
use std::path::PathBuf;

use clap::Args;
use damier_arena::remote;
#[cfg(all(feature = "fleet", unix))]
use damier_fleet::{coordinator::Coordinator, folder::Folder};
#[cfg(feature = "train")]
use damier_selfplay::RemotePlay;

use super::concurrency::Concurrency;

/// Machines that play games of self-play and of matches.
#[cfg(feature = "train")]
pub(crate) trait Machines: RemotePlay + remote::RemotePlay {}

#[cfg(feature = "train")]
impl<M: RemotePlay + remote::RemotePlay> Machines for M {}

/// A fleet, where the build has any.
#[derive(Args, Debug)]
pub(crate) struct FleetChoice {
    /// Have the games played by the workers of a fleet, which DIR is the folder of (see damier fleet up). This machine then
    /// plays none itself, unless it runs a damier worker, too
    #[cfg(all(feature = "fleet", unix))]
    #[arg(long, value_name = "DIR")]
    fleet: Option<PathBuf>,
}

#[cfg(all(feature = "fleet", unix))]
impl FleetChoice {
    fn coordinator(&self) -> anyhow::Result<Option<Coordinator>> {
        let Some(path) = &self.fleet else { return Ok(None) };
        Ok(Some(Coordinator::connect(&Folder::open(path)?)?))
    }

    /// Connects to the fleet; `None` where this machine plays alone. What happens in the fleet is kept in the file `log`.
    #[cfg(feature = "train")]
    pub(crate) fn connect(&self, log: Option<PathBuf>) -> anyhow::Result<Option<Box<dyn Machines>>> {
        let logged = |coordinator: Coordinator| match log {
            Some(log) => coordinator.with_log(log),
            None => coordinator,
        };
        Ok(self.coordinator()?.map(|coordinator| Box::new(logged(coordinator)) as _))
    }

    /// The same for matches; `notes` takes what the user should know, in lines.
    pub(crate) fn connect_for_matches(
        &self,
        notes: impl Fn(&str) + Send + Sync + 'static,
    ) -> anyhow::Result<Option<Box<dyn remote::RemotePlay>>> {
        Ok(self.coordinator()?.map(|coordinator| Box::new(coordinator.with_notes(notes)) as _))
    }

    /// Whether a fleet plays.
    pub(crate) fn is_given(&self) -> bool {
        self.fleet.is_some()
    }
}

impl FleetChoice {
    /// Refuses a number of games at a time beside a fleet.
    ///
    /// # Errors
    /// Both are given.
    pub(crate) fn check_alone(&self, concurrency: Concurrency) -> anyhow::Result<()> {
        if self.is_given() && concurrency.is_given() {
            anyhow::bail!(
                "--concurrency is of games on this machine, and --fleet has others play them; leave one out"
            );
        }
        Ok(())
    }
}

/// This build knows no fleet, so this machine plays alone.
#[cfg(not(all(feature = "fleet", unix)))]
impl FleetChoice {
    #[cfg(feature = "train")]
    pub(crate) fn connect(&self, _: Option<PathBuf>) -> anyhow::Result<Option<Box<dyn Machines>>> {
        Ok(None)
    }

    pub(crate) fn connect_for_matches(
        &self,
        _: impl Fn(&str) + Send + Sync + 'static,
    ) -> anyhow::Result<Option<Box<dyn remote::RemotePlay>>> {
        Ok(None)
    }

    pub(crate) fn is_given(&self) -> bool {
        false
    }
}
