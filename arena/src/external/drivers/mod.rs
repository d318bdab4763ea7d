//! One driver for each protocol.

mod dxp;
mod gomocup;
mod hub;
mod hub1;
mod hub_handshake;
mod native;
mod uci;
mod uci_option;
mod xboard;
mod xboard_features;
mod xboard_time;

use std::sync::Arc;

use damier_rules::AnyGame;

pub(super) use self::dxp::connect;
use self::{dxp::Dxp, gomocup::Gomocup, hub::Hub, hub1::Hub1, native::Native, uci::Uci, xboard::Xboard};
use super::{Description, EngineProtocol, driver::Driver};

/// Makes the driver of a description's protocol.
pub(super) fn driver(game: AnyGame, description: Arc<Description>) -> Box<dyn Driver> {
    match description.protocol {
        EngineProtocol::Uci => Box::new(Uci::new(game, description)),
        EngineProtocol::Xboard | EngineProtocol::Xboard1 => Box::new(Xboard::new(game, description)),
        EngineProtocol::Hub => Box::new(Hub::new(game, description)),
        EngineProtocol::Hub1 => Box::new(Hub1::new(game, description)),
        EngineProtocol::Gomocup => Box::new(Gomocup::new(game, description)),
        EngineProtocol::Dxp => Box::new(Dxp::new(game, description)),
        EngineProtocol::Damier => Box::new(Native::new(game, description)),
    }
}
