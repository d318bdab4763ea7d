//! Whether a game that another machine has played is one.

use damier_rules::{AnyGame, GameDisplay, GameSoFar, MoveList, Outcome, Position};

use crate::{
    openings::Opening,
    play::{Ending, GameLine, Grounds, PlayedGame, Terms},
};

/// Reads a game, which has to be the game `number` from `opening`, to obey the rules, and to end as `terms` say. Whether a
/// competitor failed in it, or both agreed on its end, only playing it again shows.
///
/// # Errors
/// What is wrong with it.
pub(super) fn replayed(
    game: &AnyGame,
    line: GameLine,
    number: u64,
    opening: &Opening,
    terms: &Terms,
) -> Result<PlayedGame, String> {
    let (found, played) = line.read(game)?;
    if found as u64 != number {
        return Err(format!("is game {found}"));
    }
    let begins = played.moves.iter().map(|played| played.mv).take(played.opening_plies);
    if played.start != opening.start || !begins.eq(opening.moves.iter().copied()) {
        return Err("has another opening than the one that was asked for".to_owned());
    }
    let mut so_far = GameSoFar::new(game.clone(), played.start.clone());
    let mut legal = MoveList::new();
    for (ply, played) in played.moves.iter().enumerate() {
        let is_over = outcome(&so_far, &mut legal).is_some();
        if ply >= opening.moves.len() && is_over {
            return Err(format!("goes on after ply {ply}, where the rules end it"));
        }
        if ply >= opening.moves.len() && terms.ply_cap.is_some_and(|cap| ply >= cap) {
            return Err(format!("goes on after ply {ply}, the last of a game of this match"));
        }
        if !legal.contains(&played.mv) {
            return Err(format!("ply {} breaks the rules", ply + 1));
        }
        so_far.play(played.mv);
    }
    let by_rules = outcome(&so_far, &mut legal);
    let (position, history) = (so_far.position(), so_far.history());
    let plies = played.moves.len();
    let fits = match (&played.ending, by_rules) {
        (Ending::Rules(rule), Some(outcome)) => {
            let text = game.ending_text(position, history).unwrap_or("the rules");
            outcome == played.outcome && *rule == text
        }
        (Ending::PlyCap, None) => {
            played.outcome == Outcome::Draw && terms.ply_cap.is_some_and(|cap| plies >= cap)
        }
        (Ending::Adjudication(Grounds::AgreedWin), None) => {
            matches!(played.outcome, Outcome::Win(_)) && terms.can_end(Grounds::AgreedWin)
        }
        (Ending::Adjudication(Grounds::AgreedDraw), None) => {
            played.outcome == Outcome::Draw && terms.can_end(Grounds::AgreedDraw)
        }
        (Ending::Forfeit { .. }, None) => true,
        _ => false,
    };
    if fits { Ok(played) } else { Err(format!("ends otherwise than it says: {}", played.ending)) }
}

/// Returns the outcome by the rules, if the game is over; `legal` then has the legal moves.
fn outcome(so_far: &GameSoFar, legal: &mut MoveList<damier_rules::AnyMove>) -> Option<Outcome> {
    so_far.position().legal_moves(legal);
    so_far.history().outcome_given(so_far.position(), !legal.is_empty())
}
