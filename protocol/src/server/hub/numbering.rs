//! Where the numbers of squares in moves begin.

use std::{fmt, str::FromStr};

use damier_rules::{Notation, NotationFormat};

use super::Hub;
use crate::server::host::EngineHost;

/// Which numbers of squares moves are written with. The letters of a position are in the order of Hub's numbers with
/// both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Numbering {
    /// Those by which the moves of a position are legal.
    #[default]
    Auto,
    /// Those of the letters of a position.
    Hub,
    /// Those of PDN, where the variant has others.
    Pdn,
}

const NAMES: [(&str, Numbering); 3] =
    [("auto", Numbering::Auto), ("hub", Numbering::Hub), ("pdn", Numbering::Pdn)];

impl Numbering {
    /// Returns the names of all.
    pub(super) fn all() -> Vec<String> {
        NAMES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

impl fmt::Display for Numbering {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, numbering)| numbering == self).map_or("", |(name, _)| name);
        formatter.write_str(name)
    }
}

impl FromStr for Numbering {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        let error = || format!("{} is expected instead of {text:?}", Self::all().join(", "));
        found.map(|(_, numbering)| *numbering).ok_or_else(error)
    }
}

impl Hub {
    /// Sets a position up. Where the numbers are not known, they are those by which the moves are legal; where both
    /// could be meant, those of the moves before.
    ///
    /// # Errors
    /// Why it is wrong; there is nothing to search then.
    pub(super) fn set_up(
        &mut self,
        text: &str,
        moves: &[String],
        host: &mut EngineHost<'_>,
    ) -> Result<(), String> {
        let two_ways = host.current.game().has_format(NotationFormat::HubPdn);
        let pdn = match self.numbering {
            Numbering::Auto => self.heard_pdn,
            Numbering::Hub => false,
            Numbering::Pdn => true,
        };
        let format = |pdn: bool| if pdn && two_ways { NotationFormat::HubPdn } else { NotationFormat::Hub };
        host.current.set_format(format(pdn));
        let done = host.set_up(Some(text), moves);
        let Err(reason) = done else { return Ok(()) };
        if !two_ways || self.numbering != Numbering::Auto {
            return Err(reason);
        }
        host.current.set_format(format(!pdn));
        if host.set_up(Some(text), moves).is_ok() {
            self.heard_pdn = !pdn;
            return Ok(());
        }
        host.current.set_format(format(pdn));
        Err(host.no_position(reason))
    }
}
