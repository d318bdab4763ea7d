//! The protocols from outside.

mod clients;
mod dxp;
mod noise;
mod round_trip;
mod transcripts;
