//! Hub, version 2: the protocol of draughts engines.

mod command;
mod info;
mod level;
mod reply;

pub use command::{Command, Mode};
pub use info::Info;
pub use level::Level;
pub use reply::{Kind, Parameter, Reply};
