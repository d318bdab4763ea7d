//! Tags as properties of the root.

use crate::{game::Game, game_text::style::UNKNOWN_VALUE, outcome::Outcome, player::Player};

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
/// The tag that says how a game ended, and what a result says of it.
pub(super) const TERMINATION: &str = "Termination";
const TERMINATIONS: [(&str, &str); 3] = [("resignation", "R"), ("time forfeit", "T"), ("forfeit", "F")];
/// What a game comment is.
pub(super) const GAME_COMMENT: &str = "GC";

/// Whether a tag says nothing.
pub(super) fn is_unknown(value: &str) -> bool {
    value.is_empty() || value == UNKNOWN_VALUE || value.starts_with("????")
}

/// The tag of a player's name.
pub(super) fn name_tag<G: Game>(game: &G, black: Player, property: &str) -> &'static str {
    let seat = if property == PLAYERS[0] { black } else { black.opponent() };
    game.player_name(seat)
}

/// A date with the other signs between its numbers.
pub(super) fn date(text: &str, from: char, to: char) -> String {
    let numbers = |text: &str| text.split(from).all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if numbers(text) { text.replace(from, &to.to_string()) } else { text.to_owned() }
}

/// The result of a game in which `black` has the black stones; `termination` is the tag of that name.
pub(super) fn result_text(outcome: Option<Outcome>, black: Player, termination: Option<&str>) -> String {
    match outcome {
        None => UNKNOWN_VALUE.to_owned(),
        Some(Outcome::Win(winner)) => {
            let colour = if winner == black { "B" } else { "W" };
            let how = TERMINATIONS.iter().find(|(word, _)| Some(*word) == termination);
            format!("{colour}+{}", how.map_or("", |(_, letter)| letter))
        }
        Some(Outcome::Draw | Outcome::Places(_)) => "0".to_owned(),
    }
}

/// The outcome that a result tells, and how it came about; `None` if it is no result.
pub(super) fn read_result(text: &str, black: Player) -> Option<(Option<Outcome>, Option<&'static str>)> {
    let text = text.trim();
    let unknown = ["?", "", "void"].iter().any(|word| text.eq_ignore_ascii_case(word));
    if unknown {
        return Some((None, None));
    }
    if ["0", "draw", "jigo"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some((Some(Outcome::Draw), None));
    }
    let (colour, how) = text.split_once('+')?;
    let winner = match colour.trim() {
        "B" | "b" => black,
        "W" | "w" => black.opponent(),
        _ => return None,
    };
    let letter = how.trim().chars().next().map(|letter| letter.to_ascii_uppercase().to_string());
    let termination = TERMINATIONS.iter().find(|(_, other)| letter.as_deref() == Some(other));
    Some((Some(Outcome::Win(winner)), termination.map(|(word, _)| *word)))
}
