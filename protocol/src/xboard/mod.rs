//! CECP, the Chess Engine Communication Protocol of xboard and WinBoard, version 2, as xboard's `engine-intf.html`
//! describes it.

mod command;
mod feature;
mod level;
mod option;
mod reply;
mod result;
mod status;
mod thinking;
mod words;

pub use command::Command;
pub use feature::Feature;
pub use level::Level;
pub use option::{option_text, read_option};
pub use reply::Reply;
pub use result::GameResult;
pub use status::Status;
pub use thinking::{MATE, Thinking};
