//! Who wants to know how far the work is.

/// Observer of building or verifying, called from several threads.
pub trait Watch: Sync {
    /// The work begins: `total` numbers of positions, of which `done` need nothing any more.
    fn begin(&self, total: u64, done: u64);

    /// A slice is begun.
    fn slice(&self, name: &str);

    /// Adds a number of positions that are done.
    fn advance(&self, numbers: u64);
}

/// Does not want to know.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Watch for Silent {
    fn begin(&self, _: u64, _: u64) {}

    fn slice(&self, _: &str) {}

    fn advance(&self, _: u64) {}
}
