//! Hub, version 2: the protocol of draughts engines.

mod command;
mod info;
mod level;
mod reply;
mod variant;

pub use command::{Command, Mode};
pub use info::Info;
pub use level::Level;
pub use reply::{Kind, Parameter, Reply};
pub use variant::{VARIANT, game_of, variant_of, variants};
