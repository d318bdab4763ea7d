//! The formats: which encounters follow from the results so far.

pub(super) mod gauntlet;
pub(super) mod groups;
pub(super) mod knockout;
pub(super) mod ladder;
pub(super) mod round_robin;
pub(super) mod teams;
#[cfg(test)]
mod tests;
