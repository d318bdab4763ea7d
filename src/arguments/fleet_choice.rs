//! Which fleet plays the games.

use clap::Args;
use damier_selfplay::RemotePlay;

/// A fleet, where the build has any.
#[derive(Args, Debug)]
pub(crate) struct FleetChoice {
    /// Have the games played by the workers of a fleet, which DIR is the folder of (see damier fleet up). This machine then
    /// plays none itself, unless it runs a damier worker, too
    #[cfg(all(feature = "fleet", unix))]
    #[arg(long, value_name = "DIR")]
    fleet: Option<std::path::PathBuf>,
}

impl FleetChoice {
    /// Connects to the fleet; `None` where this machine plays alone.
    #[cfg(all(feature = "fleet", unix))]
    pub(crate) fn connect(&self) -> anyhow::Result<Option<Box<dyn RemotePlay>>> {
        use damier_fleet::{coordinator::Coordinator, folder::Folder};

        let Some(path) = &self.fleet else { return Ok(None) };
        Ok(Some(Box::new(Coordinator::connect(&Folder::open(path)?)?)))
    }

    /// This build knows no fleet, so this machine plays alone.
    #[cfg(not(all(feature = "fleet", unix)))]
    pub(crate) fn connect(&self) -> anyhow::Result<Option<Box<dyn RemotePlay>>> {
        Ok(None)
    }
}
