//! Finished games as text people and other programs can read.

use damier_rules::{
    Game, GameText, Outcome, Player, Position,
    game::MoveOf,
    game_text::{self, TextMove},
};

use super::{Course, Ending, PlayedGame, PlayedMove};

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
    let round = format!("{}.{}", played.index / 2 + 1, played.index % 2 + 1);
    let [first, second] = &tags.names;
    let names = if played.first_seat == Player::FIRST { [first, second] } else { [second, first] };
    text(
        game,
        &tags.event,
        &round,
        &names.map(String::as_str),
        Played {
            start: &played.start,
            moves: &played.moves,
            opening_plies: played.opening_plies,
            outcome: played.outcome,
            ending: &played.ending,
        },
    )
}

/// The same for a game of any number of players; `names` are those of the seats.
pub fn course_text<G: Game>(
    game: &G,
    course: &Course<G>,
    event: &str,
    round: &str,
    names: &[String],
) -> String {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    text(
        game,
        event,
        round,
        &names,
        Played {
            start: &course.start,
            moves: &course.moves,
            opening_plies: course.opening_plies,
            outcome: course.outcome,
            ending: &course.ending,
        },
    )
}

/// What a text tells of a game.
struct Played<'p, G: Game> {
    start: &'p G::Position,
    moves: &'p [PlayedMove<MoveOf<G>>],
    opening_plies: usize,
    outcome: Outcome,
    ending: &'p Ending,
}

fn text<G: Game>(game: &G, event: &str, round: &str, names: &[&str], played: Played<'_, G>) -> String {
    let mut text = GameText::new(played.start.clone());
    text.tags.set("Event", event);
    text.tags.set("Round", round);
    for (seat, name) in names.iter().enumerate() {
        text.tags.set(game.player_name(Player::new(seat)), name);
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
