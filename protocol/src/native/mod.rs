//! Our own protocol, for every game: `docs/reference/native-protocol.md`.

mod command;
mod info;
mod reply;

pub use command::{Command, Go};
pub use info::{Info, Proven};
pub use reply::{Kind, OptionDeclaration, Reply, Situation};

/// The version of the protocol.
pub const VERSION: u32 = 1;
