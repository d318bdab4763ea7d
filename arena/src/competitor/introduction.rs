//! What a competitor says of itself before the first game.

/// What is known of a competitor once it is ready to play.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Introduction {
    /// The name by which a program of others calls itself; `None` where it says none.
    pub name: Option<String>,
    /// The MiB for its table or tree that it was given; `None` where it was given no number.
    pub memory_mib: Option<u32>,
}
