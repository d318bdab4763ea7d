//! Engines of others, as programs beside this one.
//!
//! A [`Description`] in TOML says which program it is and which protocol it speaks (`docs/reference/engine-files.md`); a
//! process is started from it, a driver turns the turns of a game into the protocol's words, and a
//! `RivalCompetitor` holds both together: whatever the program does ends as a move or
//! as a [`Failure`](crate::competitor::Failure), and after a failure it is started anew for the next game.

mod description;
mod driver;
mod drivers;
mod gate;
mod journal;
mod link;
mod pace;
mod pondering;
mod process;
mod rival_competitor;

pub use description::{Description, DescriptionError, Dxp, DxpRole, Language, Lifetime, OptionValue};
pub(crate) use rival_competitor::entrant;
