//! Finished games as text people and other programs can read.

use damier_rules::{
    Game, GameText, Player, Position,
    game_text::{self, TextMove},
};

use super::{PlayedGame, PlayedMove};

/// What the head of a game says about the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTextTags {
    /// The name of the match.
    pub event: String,
    /// The competitors, the first one first.
    pub names: [String; 2],
}

/// A finished game in the form of the game's files: tags, then the moves with the players' scores and depths as
/// comments.
pub fn game_text<G: Game>(game: &G, played: &PlayedGame<G>, tags: &GameTextTags) -> String {
    let mut text = GameText::new(played.start.clone());
    text.tags.set("Event", &tags.event);
    text.tags.set("Round", &format!("{}.{}", played.index / 2 + 1, played.index % 2 + 1));
    for seat in [Player::FIRST, Player::SECOND] {
        text.tags.set(game.player_name(seat), &tags.names[usize::from(seat != played.first_seat)]);
    }
    text.tags.set("OpeningPlies", &played.opening_plies.to_string());
    text.tags.set("Termination", &played.ending.to_string());
    let mut last = played.start.clone();
    played.moves.iter().for_each(|step| last.play(step.mv));
    if let Some(words) = game.result_text(&last) {
        text.tags.set("ResultText", &words);
    }
    text.line.moves = played.moves.iter().map(with_score).collect();
    text.outcome = Some(played.outcome);
    game_text::write(game, &text)
}

fn with_score<M: Copy>(step: &PlayedMove<M>) -> TextMove<M> {
    let mut said = TextMove::from(step.mv);
    match (&step.score, step.depth) {
        (Some(score), Some(depth)) => said.say(&format!("{score}/{depth}")),
        (Some(score), None) => said.say(score),
        (None, _) => {}
    }
    said
}
