//! The broker of a fleet: the program `nats-server` with the configuration that follows from the fleet's folder.
//!
//! [`Program`] finds it, [`Broker`] starts, reloads and stops it, and `monitor` asks it for its state.

pub(crate) mod configuration;
mod error;
mod log;
pub mod monitor;
#[cfg(unix)]
mod process;
mod program;

pub use self::error::BrokerError;
#[cfg(unix)]
pub use self::process::{Broker, State};
pub use self::program::{Program, Version};

/// Endings of a broker's files in the fleet's folder: `broker.conf`, or `broker-2.conf` of the second member of a cluster.
pub(crate) const CONFIGURATION: &str = "conf";
/// The same of the file in which the broker writes the number of its process.
const PID: &str = "pid";
/// The same of what the broker says.
#[cfg(unix)]
const LOG: &str = "log";
/// The same of the file that is locked for as long as the broker lives: it inherits the open file. So no number of a process
/// is taken for the broker that another program has got since. It holds the name of the broker's machine.
#[cfg(unix)]
const LOCK: &str = "lock";
