//! Asks the broker of a fleet what its workers say of themselves.

use crate::{
    bus::{Bus, BusError, Greeting},
    folder::Folder,
};

/// The name of the connection by which this asks in the broker's lists: it is not that of a coordinator.
pub const CONNECTION: &str = "damier: status";

/// Returns the last greeting of each process of a worker of the last minute, by worker and process.
///
/// # Errors
/// If the broker does not answer.
pub fn greetings(folder: &Folder) -> Result<Vec<Greeting>, BusError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime
        .map_err(|error| BusError::Broker { action: "be reached from here", reason: error.to_string() })?;
    let access = folder.coordinator();
    runtime.block_on(async { Bus::connect_named(&access, CONNECTION, |_| true).await?.greetings().await })
}
