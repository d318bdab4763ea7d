//! Finished games as text people and other programs can read, in the manner of PDN.

use std::fmt::Write;

use damier_rules::{Game, Outcome, Player, Position};

use super::PlayedGame;

const LINE_WIDTH: usize = 80;

/// What the head of a game says about the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTextTags {
    /// The name of the match.
    pub event: String,
    /// The competitors, the first one first.
    pub names: [String; 2],
}

/// A finished game: tags, then the moves with the players' scores and depths as comments. The result counts
/// for the player who moves first in the game's start position: `1-0` is that player's win.
pub fn game_text<G: Game>(game: &G, played: &PlayedGame<G>, tags: &GameTextTags) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\"")));
    };
    tag("Event", &tags.event);
    tag("Round", &format!("{}.{}", played.index / 2 + 1, played.index % 2 + 1));
    for seat in [Player::FIRST, Player::SECOND] {
        tag(game.player_name(seat), &tags.names[usize::from(seat != played.first_seat)]);
    }
    let result = match played.outcome {
        Outcome::Win(Player::FIRST) => "1-0",
        Outcome::Win(_) => "0-1",
        Outcome::Draw | Outcome::Places(_) => "1/2-1/2",
    };
    tag("Result", result);
    tag("Variant", game.id());
    if played.start != game.start() {
        tag("FEN", &game.position_text(&played.start));
    }
    tag("OpeningPlies", &played.opening_plies.to_string());
    tag("Termination", &played.ending.to_string());
    let mut last = played.start.clone();
    played.moves.iter().for_each(|step| last.play(step.mv));
    if let Some(text) = game.result_text(&last) {
        tag("ResultText", &text);
    }
    text.push('\n');
    wrap(&mut text, &words(game, played, result));
    text.push('\n');
    text
}

fn words<G: Game>(game: &G, played: &PlayedGame<G>, result: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut position = played.start.clone();
    let mut number = 1;
    for (ply, step) in played.moves.iter().enumerate() {
        let mut word = String::new();
        if position.to_move() == Player::FIRST {
            let _ = write!(word, "{number}. ");
        } else {
            if ply == 0 {
                let _ = write!(word, "{number}... ");
            }
            number += 1;
        }
        word.push_str(&game.move_text(&position, step.mv));
        words.push(word);
        if let Some(score) = &step.score {
            words.push(match step.depth {
                Some(depth) => format!("{{{score}/{depth}}}"),
                None => format!("{{{score}}}"),
            });
        }
        position.play(step.mv);
    }
    words.push(result.to_owned());
    words
}

/// Appends `words` in lines of bounded width.
fn wrap(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE_WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}
