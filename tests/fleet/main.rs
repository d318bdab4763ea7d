//! Fleets with a real broker, by the built command.
//!
//! `DAMIER_NATS_SERVER` names the `nats-server`. Without one the tests are skipped, and fail where `CI` is set.

#![cfg(unix)]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

mod broker;
mod cluster;
mod fleet;
#[cfg(target_os = "linux")]
#[path = "../libm/foreign.rs"]
mod foreign;
mod games;
mod matches;
#[path = "../../fleet/tests/broker/ports.rs"]
mod ports;
mod process;
mod scene;
mod secure;
mod timed;
#[path = "../cli/tiny.rs"]
mod tiny;
