//! Tags as properties of the root.

use crate::{any::AnyGame, display::GameDisplay, game_text::style::UNKNOWN_VALUE, player::Player};

/// Tags of games, and the properties that say the same.
pub(super) const TAGS: [(&str, &str); 16] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Round", "RO"),
    ("Annotator", "AN"),
    ("Opening", "ON"),
    ("Source", "SO"),
    ("Copyright", "CP"),
    ("Encoder", "US"),
    ("GameName", "GN"),
    ("BlackRank", "BR"),
    ("WhiteRank", "WR"),
    ("BlackTeam", "BT"),
    ("WhiteTeam", "WT"),
    ("TimeControl", "TM"),
    ("Overtime", "OT"),
    ("Handicap", "HA"),
];
/// The tag of the date, which is written with hyphens.
pub(super) const DATE: (&str, &str) = ("Date", "DT");
/// The players.
pub(super) const PLAYERS: [&str; 2] = ["PB", "PW"];
/// The tag that says how a game ended.
pub(super) const TERMINATION: &str = "Termination";
/// What a game comment is.
pub(super) const GAME_COMMENT: &str = "GC";

/// Whether a tag says nothing.
pub(super) fn is_unknown(value: &str) -> bool {
    value.is_empty() || value == UNKNOWN_VALUE || value.starts_with("????")
}

/// The tag of a player's name.
pub(super) fn name_tag(game: &AnyGame, black: Player, property: &str) -> &'static str {
    let seat = if property == PLAYERS[0] { black } else { black.opponent() };
    game.player_name(seat)
}

/// Reads a value of one line: line breaks are blanks, everything else stays.
pub(super) fn simple_text(value: &str) -> String {
    value.replace("\r\n", " ").replace(['\n', '\r'], " ")
}

/// A date with the other signs between its numbers.
pub(super) fn date(text: &str, from: char, to: char) -> String {
    let numbers = |text: &str| text.split(from).all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if numbers(text) { text.replace(from, &to.to_string()) } else { text.to_owned() }
}
