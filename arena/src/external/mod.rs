//! Engines of others, as programs beside this one.
//!
//! A [`Description`] in TOML says which program it is and which protocol it speaks (`docs/reference/engine-files.md`); a
//! process is started from it, a driver turns the turns of a game into the protocol's words, and a
//! `ExternalCompetitor` holds both together: whatever the program does ends as a move or
//! as a [`Failure`](crate::competitor::Failure), and after a failure it is started anew for the next game.

mod competitor;
mod connection;
mod description;
mod driver;
mod drivers;
mod pondering;
mod process;
mod semaphore;
mod supported_pace;
mod transcript;

pub(crate) use competitor::participant;
pub use description::{Description, DescriptionError, Dxp, DxpRole, EngineProtocol, Lifetime, OptionValue};
