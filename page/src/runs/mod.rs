//! The runs of a folder, as their files tell. Nothing is written, and no lock is taken.

mod games;
mod look;
mod store;

pub(crate) use games::Generation;
pub(crate) use look::{Activity, Look, Stamp};
pub(crate) use store::{RunFolder, Runs};
