//! Published openings that a game knows by name.

/// A table of openings, such as the ballots of a variant of draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningTable {
    /// Its name, e.g. `three-move`.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The openings in the form of the [module](super), with their source.
    pub text: &'static str,
}
