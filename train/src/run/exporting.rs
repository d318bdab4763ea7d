//! The nets of a run, as files.

use damier_engine::net::FloatNet;

use super::{config::RunConfig, directory::RunDirectory, error::RunError, generating::PROGRAM};

/// Writes the net of a generation, which came out after that many steps.
pub(super) fn write(
    directory: &RunDirectory,
    config: &RunConfig,
    net: &FloatNet,
    (generation, steps): (u32, u64),
) -> Result<(), RunError> {
    let metadata = serde_json::json!({
        "game": config.game,
        "generation": generation,
        "steps": steps,
        "seed": config.seed,
        "program": PROGRAM,
    });
    let net = net.quantise()?.with_metadata(metadata.to_string());
    net.write(&directory.net(generation))?;
    Ok(())
}
