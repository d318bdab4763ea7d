//! Self-play on many machines. The folder of a run is the only truth, the broker is a hint: a game follows from the run's
//! seed, its generation, its index, the net and the settings. So whatever a broker loses, doubles or reorders is played
//! again and comes out with the same bytes.
//!
//! [`wire`] and [`slices`] are what is said, without a network, and [`trust`] decides what is checked. With the feature
//! `nats`, `coordinator` has the games of a run played, `worker` plays them, and `bus` is the only module that knows the
//! client of NATS. `folder` is the folder of a fleet: its `settings`, the `roster` of its workers, their keys, and the
//! broker's configuration. `broker` starts and asks the program `nats-server`. `access` is the address of an invitation.

#[cfg(feature = "nats")]
pub mod access;
#[cfg(feature = "nats")]
pub mod broker;
#[cfg(feature = "nats")]
pub mod bus;
#[cfg(feature = "nats")]
pub mod coordinator;
#[cfg(feature = "nats")]
pub mod folder;
#[cfg(feature = "nats")]
pub mod roster;
#[cfg(feature = "nats")]
pub mod settings;
pub mod slices;
pub mod trust;
pub mod wire;
#[cfg(feature = "nats")]
pub mod worker;
