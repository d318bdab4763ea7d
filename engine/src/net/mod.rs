//! The network: architecture, file format, quantised inference.
//!
//! Training produces a [`FloatNet`], [`FloatNet::quantise`] makes the [`Net`] that everything else uses,
//! and a [`NetEvaluator`] judges positions with it. The arithmetic and the file are specified in
//! `docs/reference/net-format.md`.

pub mod aligned;
pub mod arch;
pub mod error;
pub mod evaluator;
pub mod file;
pub mod float_net;
pub mod grown;
pub mod initial;
pub mod kernels;
pub mod origin;
pub mod quantise;
pub mod quantised;
mod shapes;
pub mod tensor;

pub use arch::{Arch, Sizes};
pub use error::NetError;
pub use evaluator::NetEvaluator;
pub use float_net::FloatNet;
pub use kernels::Kernel;
pub use origin::Origin;
pub use quantised::Net;
pub use tensor::{Tensor, Tensors};

#[cfg(test)]
mod headroom;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tolerance;
#[cfg(test)]
mod toy_game;
