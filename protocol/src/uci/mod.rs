//! UCI, the protocol of chess engines (specification of April 2006, with the customs of today's programs:
//! `wdl`, `UCI_ShowWDL`).

mod command;
mod go;
mod info;
mod option;
mod reply;
mod words;

pub use command::{Command, Start, Switch};
pub use go::Go;
pub use info::{Bound, Info, PerMille, Score};
pub use option::{Kind, OptionDeclaration};
pub use reply::Reply;
