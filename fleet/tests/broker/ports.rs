//! Ports for brokers of tests.

use std::{
    net::TcpListener,
    sync::atomic::{AtomicU16, Ordering},
};

/// Ports below those that Linux gives to connections on its own (32768 and above): nothing takes one between its choice and
/// the start of the broker.
const FIRST: u16 = 20_000;
const COUNT: u16 = 12_000;

/// Returns a port of this machine that is free, another one each time.
pub(crate) fn free_port() -> u16 {
    static TRIED: AtomicU16 = AtomicU16::new(0);
    // Processes begin at different places.
    let begin = std::process::id().wrapping_mul(97) % u32::from(COUNT);
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let next = || {
        let place = (begin + u32::from(TRIED.fetch_add(1, Ordering::Relaxed))) % u32::from(COUNT);
        FIRST + place as u16
    };
    std::iter::repeat_with(next).take(usize::from(COUNT)).find(is_free).expect("a free port")
}
