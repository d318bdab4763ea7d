//! What became of the games.

use std::io::Write;

use super::OnError;
use crate::numbers;

/// Reasons that an error tells where no game was converted.
const REASONS_SHOWN: usize = 5;

/// Counts, and the reasons with their places.
pub(super) struct Report {
    on_error: OnError,
    read: u64,
    written: u64,
    reasons: Vec<String>,
}

impl Report {
    pub(super) fn new(on_error: OnError) -> Self {
        Self { on_error, read: 0, written: 0, reasons: Vec::new() }
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
        Ok(())
    }
}
