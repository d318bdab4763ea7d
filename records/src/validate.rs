//! Whether a record follows the rules of its game.

use damier_rules::{Game, Outcome, Player, Position};

use crate::{
    error::RecordError,
    record::{Ending, GameRecord, PlyKind},
    replay::{Replay, Step},
};

/// Replays a record and checks everything in it that the rules decide: every move, the length of every
/// policy target, the forced plies, the outcome, and the way it came about.
///
/// # Errors
/// The first thing that is wrong, with its game and ply.
pub fn validate<G: Game>(game: &G, record: &GameRecord) -> Result<(), RecordError> {
    let mut replay = Replay::new(game, record)?;
    while let Some(step) = replay.step()? {
        check_ply::<G>(record, &step)?;
    }
    check_end(record, replay.position().players(), replay.history().outcome(replay.position()))
}

fn check_ply<G: Game>(record: &GameRecord, step: &Step<'_, G>) -> Result<(), RecordError> {
    let refuse = |reason: String| Err(RecordError::invalid(record.index, step.number, reason));
    let legal = step.moves.len();
    match &step.ply.kind {
        PlyKind::Forced if legal != 1 => refuse(format!("called forced, but there are {legal} legal moves")),
        PlyKind::Searched { policy, .. } if policy.shares().len() != legal => {
            refuse(format!("a policy target over {} moves, {legal} are legal", policy.shares().len()))
        }
        PlyKind::Fast { simulations: 0, .. } | PlyKind::Searched { simulations: 0, .. } => {
            refuse("searched with 0 simulations".to_owned())
        }
        _ => Ok(()),
    }
}

fn check_end(record: &GameRecord, players: usize, ruled: Option<Outcome>) -> Result<(), RecordError> {
    let end = record.plies.len();
    let refuse = |reason: String| Err(RecordError::invalid(record.index, end, reason));
    let seated = |player: Player| player.index() < players;
    if let Outcome::Win(winner) = record.outcome
        && !seated(winner)
    {
        return refuse(format!("won by seat {} of {players} players", winner.index()));
    }
    if let Some(wish) = record.resignation
        && (!seated(wish.player) || wish.ply as usize > end)
    {
        let seat = wish.player.index();
        return refuse(format!("seat {seat} wished to resign after {} plies", wish.ply));
    }
    match (record.ending, ruled) {
        (Ending::Rules, None) => refuse("said to be over by the rules, but it is not".to_owned()),
        (Ending::Rules, Some(outcome)) if outcome != record.outcome => {
            refuse(format!("the outcome is {outcome:?} by the rules, the record says {:?}", record.outcome))
        }
        (Ending::Rules, Some(_)) => Ok(()),
        (ending, Some(outcome)) => {
            refuse(format!("said to have ended {}, but the rules ended it: {outcome:?}", ending.name()))
        }
        (Ending::PlyCap, None) if record.outcome != Outcome::Draw => {
            refuse(format!("ended {}, but the outcome is {:?}", record.ending.name(), record.outcome))
        }
        (Ending::Resigned, None) => check_resignation(record, players),
        (Ending::PlyCap | Ending::Adjudicated, None) => Ok(()),
    }
}

fn check_resignation(record: &GameRecord, players: usize) -> Result<(), RecordError> {
    let end = record.plies.len();
    let refuse = |reason: String| Err(RecordError::invalid(record.index, end, reason));
    match record.resignation {
        None => refuse("ended by resignation, but nobody wished to resign".to_owned()),
        Some(wish) if wish.ply as usize != end => {
            refuse(format!("ended by resignation, but the wish came after {} plies", wish.ply))
        }
        Some(wish) if players == 2 && record.outcome != Outcome::Win(wish.player.opponent()) => {
            let seat = wish.player.index();
            refuse(format!("seat {seat} resigned, but the outcome is {:?}", record.outcome))
        }
        Some(_) => Ok(()),
    }
}
