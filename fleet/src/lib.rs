//! Self-play and matches on many machines. The folder of a run, or the score of a match, is the only truth, the broker is a
//! hint: a game follows from a seed, its index, the nets and the settings. So whatever a broker loses, doubles or reorders
//! is played again and comes out the same.
//!
//! [`wire`] and [`slices`] are what is said, without a network, [`class`] who may hear it, and [`trust`] decides what is
//! checked. With the feature
//! `nats`, `coordinator` has the games of a run or a match played, `worker` plays them, and `bus` is the only module that
//! knows the client of NATS. `folder` is the folder of a fleet: its `settings`, the `roster` of its workers, their keys, and
//! the broker's configuration. `broker` starts and asks the program `nats-server`. `access` is the address of an invitation.
//! [`event_log`] is what happened, in the folder of a run.

#[cfg(feature = "nats")]
pub mod access;
#[cfg(feature = "nats")]
pub mod broker;
#[cfg(feature = "nats")]
pub mod bus;
pub mod class;
#[cfg(feature = "nats")]
pub mod coordinator;
#[cfg(feature = "nats")]
mod dispatcher;
pub mod effort;
#[cfg(feature = "nats")]
pub mod event_log;
#[cfg(feature = "nats")]
mod figures;
#[cfg(feature = "nats")]
pub mod folder;
#[cfg(feature = "nats")]
pub mod greetings;
pub mod hello;
#[cfg(feature = "nats")]
mod host;
#[cfg(feature = "nats")]
pub mod roster;
#[cfg(feature = "nats")]
pub mod settings;
pub mod slices;
pub mod trust;
pub mod wire;
#[cfg(feature = "nats")]
pub mod worker;
#[cfg(feature = "nats")]
mod workload;
