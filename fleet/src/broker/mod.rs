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
pub use self::process::Broker;
pub use self::program::{Program, Version};

/// The broker's configuration.
pub(crate) const CONFIGURATION: &str = "broker.conf";
/// What the broker says.
pub(crate) const LOG: &str = "broker.log";
