//! Results that people write down: one text file for a whole tournament.
//!
//! Each line of a round is an encounter with what the players got from its games behind a colon, such as
//! `Ann – Bob: 1-0` or, with two games, `Ann – Bob: 1-0 ½-½`. A line without a result is still to be played. The
//! names are for people; what counts is the place in the round.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::pairing::{Encounter, Event, EventError, Meeting};

/// Why a sheet cannot be read.
#[derive(Debug, Error)]
pub enum SheetError {
    /// A line that does not fit.
    #[error("{path}, line {line}: {reason}", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// A round that cannot be paired.
    #[error("{path}: {source}", path = path.display())]
    Event {
        /// The file.
        path: PathBuf,
        /// Why.
        source: EventError,
    },
}

/// The head of a sheet.
const HEAD: &str = "\
# Write what the first and the second got from each game behind the colon: 1-0, 0-1 or ½-½ (1/2-1/2 will do),
# one after the other where there are several games. Then run the same command again.
";

/// Replays a tournament from a sheet: the meetings so far, with those of the next round, which have no games yet.
/// The sheet may end anywhere.
///
/// # Errors
/// A line that is no encounter of its round, or a result that is none.
pub fn read_sheet(event: &Event, text: &str, path: &Path) -> Result<Vec<Meeting>, SheetError> {
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        let head = line.strip_prefix("Round ").is_some_and(|number| number.parse::<u32>().is_ok());
        !line.is_empty() && !line.starts_with('#') && !head
    });
    let mut lines = lines.peekable();
    let wrong = |line: usize, reason: String| SheetError::Line { path: path.to_owned(), line, reason };
    let mut meetings: Vec<Meeting> = Vec::new();
    loop {
        let over = meetings.iter().all(|meeting| meeting.games.len() >= event.games_due(meeting));
        if !over {
            break;
        }
        let next =
            event.next(&meetings).map_err(|source| SheetError::Event { path: path.to_owned(), source })?;
        if next.is_empty() {
            break;
        }
        for encounter in next {
            let mut meeting = Meeting::new(encounter);
            if let Some((line, number)) = lines.next() {
                let head = encounter_head(event, &meeting.encounter);
                let results = line.trim().strip_prefix(&head).ok_or_else(|| {
                    wrong(
                        number,
                        format!(
                            "{:?} is expected here; results change no pairings that were made before",
                            head
                        ),
                    )
                })?;
                meeting.games = results
                    .split_whitespace()
                    .map(|result| {
                        shares(result).ok_or_else(|| {
                            wrong(number, format!("{result:?} is no result; write 1-0, 0-1 or ½-½"))
                        })
                    })
                    .collect::<Result<_, _>>()?;
                let due = event.games_due(&meeting);
                if meeting.games.len() > due {
                    return Err(wrong(
                        number,
                        format!("{} games where there are {due}", meeting.games.len()),
                    ));
                }
            }
            meetings.push(meeting);
        }
    }
    match lines.next() {
        Some((_, number)) => {
            Err(wrong(number, "no encounter is left for this line; an earlier one lacks a result".to_owned()))
        }
        None => Ok(meetings),
    }
}

/// Writes a sheet with what is known.
pub fn write_sheet(event: &Event, meetings: &[Meeting]) -> String {
    let mut text = format!("# {}\n{HEAD}", event.name());
    for round in meetings.chunk_by(|one, other| one.encounter.round == other.encounter.round) {
        let _ = writeln!(text, "\nRound {}", round[0].encounter.round);
        for meeting in round {
            text.push_str(&encounter_head(event, &meeting.encounter));
            for shares in &meeting.games {
                let _ = write!(
                    text,
                    " {}",
                    shares.iter().map(|share| share_text(*share)).collect::<Vec<_>>().join("-")
                );
            }
            text.push('\n');
        }
    }
    text
}

/// Returns how the line of an encounter begins.
fn encounter_head(event: &Event, encounter: &Encounter) -> String {
    let names: Vec<&str> = encounter.players.iter().map(|player| event.names()[*player].as_str()).collect();
    match names[..] {
        [alone] => format!("{alone} has no opponent"),
        _ => format!("{}:", names.join(" – ")),
    }
}

fn share_text(share: f64) -> &'static str {
    match share {
        share if share > 0.75 => "1",
        share if share < 0.25 => "0",
        _ => "½",
    }
}

fn shares(result: &str) -> Option<Vec<f64>> {
    match result {
        "1-0" => Some(vec![1.0, 0.0]),
        "0-1" => Some(vec![0.0, 1.0]),
        "½-½" | "1/2-1/2" | "0.5-0.5" | "=" => Some(vec![0.5, 0.5]),
        _ => None,
    }
}
