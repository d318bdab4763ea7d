//! Finished games as text people and other programs can read.

use damier_rules::{
    AnyGame, AnyMove, GameDisplay, GameText, Player,
    game_text::{self, TextMove},
};

use super::{PlayedGame, PlayedMove};
use crate::competitor::{Pace, Participant};

/// What the head of a game says about a competitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompetitorTags {
    /// Its name.
    pub name: String,
    /// The threads that it searches with, where that is known.
    pub threads: Option<usize>,
}

/// Whether a text holds the time of each move. Where no limit is one of time it would make texts of the same games
/// differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveTimes {
    /// As `[%emt 0:00:00.123]`.
    Shown,
    /// It does not.
    Hidden,
}

impl MoveTimes {
    /// Returns whether they are shown where `participants` meet at `pace`: if time counts for one of them.
    pub fn of(participants: &[Participant], pace: &Pace) -> Self {
        let counts = participants.iter().any(|participant| participant.counts_time(pace));
        if counts { Self::Shown } else { Self::Hidden }
    }
}

/// Returns a finished game in the form of the game's files: tags, then the moves with the players' scores, depths and
/// times as comments. `seats` are the tags of the competitors by seat.
pub fn game_text(
    game: &AnyGame,
    played: &PlayedGame,
    event: &str,
    round: &str,
    seats: &[&CompetitorTags],
    times: MoveTimes,
) -> String {
    let mut text = GameText::new(played.start.clone());
    text.tags.set("Event", event);
    text.tags.set("Round", round);
    for (seat, competitor) in seats.iter().enumerate() {
        let player = game.player_name(Player::new(seat));
        text.tags.set(player, &competitor.name);
        if let Some(threads) = competitor.threads.filter(|threads| *threads > 1) {
            text.tags.set(&format!("{player}{THREADS}"), &threads.to_string());
        }
    }
    text.tags.set("OpeningPlies", &played.opening_plies.to_string());
    text.tags.set("Termination", &played.ending.to_string());
    if let Some(words) = game.result_text(&played.position_after(played.moves.len())) {
        text.tags.set("ResultText", &words);
    }
    text.line.moves = played.moves.iter().map(|step| with_score(step, times)).collect();
    text.outcome = Some(played.outcome);
    game_text::write(game, &text)
}

/// Behind the name of a player, the tag of the threads that it searches with, if it is more than one.
const THREADS: &str = "Threads";

fn with_score(step: &PlayedMove<AnyMove>, times: MoveTimes) -> TextMove {
    let mut said = TextMove::from(step.mv);
    said.annotations.elapsed = step.time.filter(|_| times == MoveTimes::Shown);
    match (&step.score, step.depth) {
        (Some(score), Some(depth)) => said.say(&format!("{score}/{depth}")),
        (Some(score), None) => said.say(score),
        (None, _) => {}
    }
    said
}
