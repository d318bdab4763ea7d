//! Games in their notation.

use std::io::Write;

use damier_records::{GameRecord, Replay};
use damier_rules::{AnyGame, GameDisplay, Notation, NotationFormat::Native, Outcome, Position};

use crate::terminal;

/// A game: a heading, then its moves.
pub(super) fn write(game: &AnyGame, record: &GameRecord, out: &mut impl Write) -> anyhow::Result<()> {
    let verdict = match record.outcome {
        Outcome::Win(winner) => format!("{} won", game.player_name(winner)),
        Outcome::Draw => "drawn".to_owned(),
        Outcome::Places(places) => format!("places {places:?}"),
    };
    let plies = record.plies.len();
    writeln!(out)?;
    writeln!(
        out,
        "game {}: {verdict} {} after {plies} plies (seed {})",
        record.index,
        record.ending.name(),
        record.seed
    )?;
    if !record.start.is_empty() {
        writeln!(out, "from {}", record.start)?;
    }
    let mut replay = Replay::new(game, record)?;
    let mut line = String::new();
    let width = terminal::width();
    while let Some(step) = replay.step()? {
        let players = step.position.players();
        let number = if step.number.is_multiple_of(players) {
            format!("{}. ", step.number / players + 1)
        } else {
            String::new()
        };
        let word =
            format!("{number}{}", game.move_text(Native, step.position, step.moves[step.ply.index as usize]));
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            writeln!(out, "{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    if !line.is_empty() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
