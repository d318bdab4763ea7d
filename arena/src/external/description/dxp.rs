//! How an engine is met over DamExchange.

use serde::Deserialize;

/// How an engine is met over DamExchange.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dxp {
    /// Who waits for the other.
    #[serde(default)]
    pub role: DxpRole,
    /// Its port where it cannot be told one; such an engine plays one game at a time.
    #[serde(default)]
    pub port: Option<u16>,
    /// A chat that tells it the time of a move, which the protocol cannot; `{milliseconds}` stands for it.
    #[serde(default)]
    pub move_time_chat: Option<String>,
}

/// Who waits for the other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DxpRole {
    /// The engine waits.
    #[default]
    Listens,
    /// The engine connects to us.
    Connects,
}
