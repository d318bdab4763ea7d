//! The sparse ends of the network: sums of embedding rows at the input, dot products of policy rows at
//! the output, each with its derivative.
//!
//! burn's own `Embedding` and `select` are several times slower here than the dense middle of the
//! network, so both ends are operations of their own: [`host`] on the processor, [`device`] with tensor
//! operations that every burn backend has. The dense middle between them is burn with its automatic
//! differentiation; the derivatives are handed over at the two seams.

pub mod device;
pub mod host;
