//! From a configuration to its game and its threads.

use damier_rules::AnyGame;

use super::{config::RunConfig, error::RunError};

/// Calls `work` with the game of `config`, in a pool of its threads.
pub(super) fn dispatch<T: Send>(
    config: &RunConfig,
    work: impl FnOnce(AnyGame) -> Result<T, RunError> + Send,
) -> Result<T, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(config.threads).build()?;
    pool.install(|| work(AnyGame::of_id(&config.game)?))
}
