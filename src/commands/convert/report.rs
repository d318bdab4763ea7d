//! What became of the games.

use std::{collections::HashSet, io::Write};

use damier_records::Fingerprint;

use super::OnError;
use crate::terminal::numbers;

/// Reasons that an error tells where no game was converted.
const REASONS_SHOWN: usize = 5;

/// Counts, and the reasons with their places.
pub(super) struct Report {
    on_error: OnError,
    read: u64,
    written: u64,
    reasons: Vec<String>,
    /// Damaged parts of chunks.
    damage: Vec<String>,
    /// Games in those parts, as far as it is known.
    lost: u64,
    /// Games of texts so far.
    seen: HashSet<Fingerprint>,
    /// Those that were there before, and where the first of them is.
    doubled: u64,
    first_doubled: String,
}

impl Report {
    pub(super) fn new(on_error: OnError) -> Self {
        Self {
            on_error,
            read: 0,
            written: 0,
            reasons: Vec::new(),
            damage: Vec::new(),
            lost: 0,
            seen: HashSet::new(),
            doubled: 0,
            first_doubled: String::new(),
        }
    }

    /// Notes a game of a text, to tell whether it comes again; `place` is where it is.
    pub(super) fn note(&mut self, game: Fingerprint, place: impl FnOnce() -> String) {
        if self.seen.insert(game) {
            return;
        }
        if self.doubled == 0 {
            self.first_doubled = place();
        }
        self.doubled += 1;
    }

    /// A game that could not be read or converted.
    ///
    /// # Errors
    /// The reason, where errors are to end everything.
    pub(super) fn skip(&mut self, reason: String) -> anyhow::Result<()> {
        if self.on_error == OnError::Fail {
            anyhow::bail!(reason);
        }
        self.read += 1;
        self.reasons.push(reason);
        Ok(())
    }

    /// A damaged part of a chunk that is left out.
    pub(super) fn leave_out(&mut self, part: String) {
        self.damage.push(part);
    }

    /// Games that were in parts that are left out.
    pub(super) fn add_lost(&mut self, games: u64) {
        self.lost += games;
    }

    /// A game, or why it was not converted.
    ///
    /// # Errors
    /// As for [`skip`](Self::skip).
    pub(super) fn converted(&mut self, done: Result<(), String>) -> anyhow::Result<()> {
        match done {
            Err(reason) => self.skip(reason),
            Ok(()) => {
                self.read += 1;
                self.written += 1;
                Ok(())
            }
        }
    }

    /// Fails where no game was converted.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.written > 0 {
            return Ok(());
        }
        if self.reasons.is_empty() {
            anyhow::bail!("there is no game to convert");
        }
        let all = numbers::grouped(self.read);
        let shown = &self.reasons[..self.reasons.len().min(REASONS_SHOWN)];
        let more = match self.reasons.len() - shown.len() {
            0 => String::new(),
            more => format!("\nand {} more", numbers::grouped(more as u64)),
        };
        anyhow::bail!(
            "none of {all} games could be converted, and nothing was written: {}{more}",
            shown.join("\n")
        )
    }

    /// Writes how many games were read, written and skipped, and why.
    pub(super) fn write(&self, files: usize, to: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let skipped = self.read - self.written;
        let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        writeln!(out, "read     {} games in {files}", numbers::grouped(self.read))?;
        writeln!(out, "written  {} games to {to}", numbers::grouped(self.written))?;
        if skipped > 0 {
            writeln!(out, "skipped  {} games", numbers::grouped(skipped))?;
        }
        for reason in &self.reasons {
            writeln!(out, "  {reason}")?;
        }
        if !self.damage.is_empty() {
            let (parts, games) = (self.damage.len(), numbers::grouped(self.lost));
            writeln!(
                out,
                "left out {parts} damaged parts of chunks with {games} games, as far as that is known"
            )?;
        }
        for part in &self.damage {
            writeln!(out, "  {part}")?;
        }
        if self.doubled > 0 {
            let doubled = numbers::grouped(self.doubled);
            writeln!(out, "doubled  {doubled} games are there before, and were written again; the first:")?;
            writeln!(out, "  {}", self.first_doubled)?;
        }
        Ok(())
    }
}
