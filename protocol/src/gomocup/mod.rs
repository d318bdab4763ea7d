//! Gomocup's protocol, also called Piskvork's, with Yixin's additions: five-in-a-row between a brain and a
//! manager.

mod command;
mod info;
mod point;
mod reply;

pub use command::{Command, Whose};
pub use info::{Info, UNLIMITED};
pub use point::Point;
pub use reply::Reply;
