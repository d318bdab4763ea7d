//! From a configuration to its game and its threads.

use damier_rules::registry::{self, GameVisitor};

use super::{config::RunConfig, cycle::RunError};

/// Visits the game of `config` in a pool of its threads.
pub(super) fn dispatch<T: Send, V>(config: &RunConfig, visitor: V) -> Result<T, RunError>
where
    V: GameVisitor<Output = Result<T, RunError>> + Send,
{
    let pool = rayon::ThreadPoolBuilder::new().num_threads(config.threads).build()?;
    pool.install(|| registry::dispatch(&config.game, visitor)?)
}
