//! What an engine speaks.

use std::fmt;

use damier_protocol::{Protocol, server::games_of};
use damier_rules::NotationFormat;
use serde::Deserialize;

use crate::competitor::Ponders;

/// What an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// UCI.
    Uci,
    /// CECP, the protocol of xboard and WinBoard, version 2.
    #[serde(alias = "cecp")]
    Xboard,
    /// CECP, version 1: the engine declares nothing about itself.
    Xboard1,
    /// Hub, version 2.
    Hub,
    /// Hub, version 1.
    Hub1,
    /// Gomocup's protocol.
    Gomocup,
    /// DamExchange.
    Dxp,
    /// Our own protocol.
    Damier,
}

impl EngineProtocol {
    /// Returns how games are written in it.
    pub fn notation(self) -> NotationFormat {
        match self {
            Self::Uci => NotationFormat::Uci,
            Self::Xboard | Self::Xboard1 => NotationFormat::Xboard,
            Self::Hub | Self::Hub1 | Self::Dxp => NotationFormat::Hub,
            Self::Gomocup => NotationFormat::Gomocup,
            Self::Damier => NotationFormat::Native,
        }
    }

    /// Returns whether an engine can be told in it to think on the opponent's time.
    pub(in crate::external) fn ponders(self) -> Ponders {
        match self {
            Self::Uci | Self::Xboard | Self::Xboard1 | Self::Hub | Self::Damier => Ponders::Can,
            Self::Hub1 | Self::Gomocup | Self::Dxp => Ponders::Cannot,
        }
    }

    /// Returns whether it has a word for the memory of an engine.
    pub(super) fn tells_memory(self) -> bool {
        match self {
            Self::Uci | Self::Xboard | Self::Hub | Self::Gomocup | Self::Damier => true,
            Self::Xboard1 | Self::Hub1 | Self::Dxp => false,
        }
    }

    /// Returns the only game that is played over it; `None` where there are several.
    pub(super) fn only_game(self) -> Option<&'static str> {
        let protocol = match self {
            Self::Uci => Protocol::Uci,
            Self::Xboard | Self::Xboard1 => Protocol::Xboard,
            Self::Hub | Self::Dxp => Protocol::Hub,
            Self::Hub1 => return games_of(Protocol::Hub).first().copied(),
            Self::Gomocup => Protocol::Gomocup,
            Self::Damier => Protocol::Native,
        };
        let games = games_of(protocol);
        if let [game] = games[..] { Some(game) } else { None }
    }
}

impl fmt::Display for EngineProtocol {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Uci => "UCI",
            Self::Xboard => "CECP",
            Self::Xboard1 => "CECP 1",
            Self::Hub => "Hub 2",
            Self::Hub1 => "Hub 1",
            Self::Gomocup => "Gomocup's protocol",
            Self::Dxp => "DamExchange",
            Self::Damier => "damier's protocol",
        })
    }
}
