//! What every fuzz target does with its bytes: it must not panic, and what it accepts has to make sense.

pub mod files;
pub mod fleet;
pub mod protocols;
pub mod text;

/// A parser under test.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name, that of its file in `fuzz_targets`.
    pub name: &'static str,
    /// Feeds it.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 31] = [
    Target { name: "position", run: text::position },
    Target { name: "move_text", run: text::move_text },
    Target { name: "game_text", run: text::game_text },
    Target { name: "identity", run: text::identity },
    Target { name: "competitor", run: text::competitor },
    Target { name: "openings", run: text::openings },
    Target { name: "config", run: text::config },
    Target { name: "net", run: files::net },
    Target { name: "safetensors", run: files::safetensors },
    Target { name: "chunk", run: files::chunk },
    Target { name: "block", run: files::block },
    Target { name: "record", run: files::record },
    Target { name: "checkpoint", run: files::checkpoint },
    Target { name: "opening_book", run: files::opening_book },
    Target { name: "endgame_table", run: files::endgame_table },
    Target { name: "syzygy_table", run: files::syzygy_table },
    Target { name: "run_state", run: files::run_state },
    Target { name: "suite", run: text::suite },
    Target { name: "tournament", run: text::tournament },
    Target { name: "description", run: text::description },
    Target { name: "uci", run: protocols::uci },
    Target { name: "xboard", run: protocols::xboard },
    Target { name: "hub", run: protocols::hub },
    Target { name: "gomocup", run: protocols::gomocup },
    Target { name: "native", run: protocols::native },
    Target { name: "dxp", run: protocols::dxp },
    Target { name: "page_body", run: text::page_body },
    Target { name: "fleet_item", run: fleet::fleet_item },
    Target { name: "fleet_subject", run: fleet::fleet_subject },
    Target { name: "fleet_hello", run: fleet::fleet_hello },
    Target { name: "fleet_games", run: fleet::fleet_games },
];
