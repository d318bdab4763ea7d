//! Results.

use crate::{game_text::style::UNKNOWN_VALUE, outcome::Outcome, player::Player};

/// What a result says of how a game ended, and the tag's value.
const TERMINATIONS: [(&str, &str); 3] = [("resignation", "R"), ("time forfeit", "T"), ("forfeit", "F")];
/// Results without a winner, and those that tell nothing.
const DRAWS: [&str; 4] = ["0", "draw", "drawn", "jigo"];
const UNKNOWN: [&str; 4] = ["?", "", "void", "*"];
/// The colours as programs write them, in small letters.
const BLACK: [&str; 4] = ["black", "b", "黑", "黒"];
const WHITE: [&str; 3] = ["white", "w", "白"];
/// What is said of a winner and of a loser, in small letters.
const WON: [&str; 7] = ["wins", "won", "win", "胜", "勝", "中盘胜", "中押し勝ち"];
const LOST: [&str; 5] = ["resigns", "resigned", "loses", "lost", "负"];

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

/// Reads the outcome that a result tells, and how it came about; `None` if it is no result.
///
/// Besides the words of the format (`B+`, `W+R`, `0`), those that programs write are read: `Black wins`, `黑胜`.
pub(super) fn read_result(text: &str, black: Player) -> Option<(Option<Outcome>, Option<&'static str>)> {
    let text = text.trim().to_lowercase();
    if UNKNOWN.contains(&text.as_str()) {
        return Some((None, None));
    }
    if DRAWS.contains(&text.as_str()) {
        return Some((Some(Outcome::Draw), None));
    }
    let side = |names: &[&str]| {
        let name = names.iter().find(|name| text.starts_with(**name))?;
        Some(text[name.len()..].trim().to_owned())
    };
    let (player, annotations) = match (side(&BLACK), side(&WHITE)) {
        (Some(annotations), _) => (black, annotations),
        (None, Some(annotations)) => (black.opponent(), annotations),
        (None, None) => return None,
    };
    if let Some(how) = annotations.strip_prefix('+') {
        let letter = how.trim().chars().next().map(|letter| letter.to_ascii_uppercase().to_string());
        let found = TERMINATIONS.iter().find(|(_, other)| letter.as_deref() == Some(other));
        return Some((Some(Outcome::Win(player)), found.map(|(word, _)| *word)));
    }
    match annotations.trim_end_matches(['.', '!']) {
        annotations if WON.contains(&annotations) => Some((Some(Outcome::Win(player)), None)),
        annotations if LOST.contains(&annotations) => Some((Some(Outcome::Win(player.opponent())), None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_words_are_read_and_others_are_none() {
        let black = Player::SECOND;
        let winner = |text: &str| read_result(text, black).and_then(|(outcome, _)| outcome);
        for text in ["B+", "b+5", "Black wins", "black won.", "B+Win", "黑胜", "White resigns"] {
            assert_eq!(winner(text), Some(Outcome::Win(black)), "{text}");
        }
        for text in ["W+R", "white+Time", "白胜", "W wins"] {
            assert_eq!(winner(text), Some(Outcome::Win(black.opponent())), "{text}");
        }
        assert_eq!(
            read_result("W+Time", black),
            Some((Some(Outcome::Win(Player::FIRST)), Some("time forfeit")))
        );
        for text in ["1-0", "1/2", "Test AW AB", "B", "lost", "Black", "bye"] {
            assert_eq!(read_result(text, black), None, "{text}");
        }
    }
}
