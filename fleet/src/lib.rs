//! Self-play on many machines. The folder of a run is the only truth, the broker is a hint: a game follows from the run's
//! seed, its generation, its index, the net and the settings. So whatever a broker loses, doubles or reorders is played
//! again and comes out with the same bytes.

#[cfg(feature = "nats")]
pub mod access;
