//! The games of one file, one after the other.

use damier_records::{Chunk, Fingerprint, game_text_of, record_of, validate};
use damier_rules::{AnyGame, Game, GameText, game_text};

use super::{
    output::Output,
    report::Report,
    source::{Content, Source},
};
use crate::terminal::progress::WorkBar;

/// The conversion of a file.
pub(super) struct Conversion<'c> {
    pub(super) game: &'c AnyGame,
    pub(super) source: &'c Source,
    /// Bytes of the files before this one.
    pub(super) before: u64,
    pub(super) output: &'c mut Output,
    pub(super) report: &'c mut Report,
    pub(super) bar: &'c WorkBar,
}

impl Conversion<'_> {
    pub(super) fn run(mut self, content: &Content) -> anyhow::Result<()> {
        match content {
            Content::Text(text) => self.texts(text),
            Content::Records(chunk) => self.records(chunk),
        }
    }

    fn texts(&mut self, text: &str) -> anyhow::Result<()> {
        let mut games = game_text::read(self.game, text);
        while let Some(read) = games.next() {
            self.bar.set_position(self.before + games.done() as u64);
            let path = self.source.path.display();
            match read {
                Err(error) => self.report.skip(format!("{path}, {error}"))?,
                Ok(read) => {
                    let (line, column) = games.place();
                    let place = || format!("{path}, line {line}, column {column}");
                    if !self.output.takes_records() {
                        self.report.note(Fingerprint::of_text(self.game, &read), place);
                    }
                    let done = self.write(&read);
                    self.report.converted(done?.map_err(|reason| format!("{}: {reason}", place())))?;
                }
            }
        }
        Ok(())
    }

    fn records(&mut self, chunk: &Chunk) -> anyhow::Result<()> {
        let event = format!("{} generation {}", chunk.header.program, chunk.header.generation);
        for (number, record) in chunk.records.iter().enumerate() {
            let part = self.source.size * number as u64 / chunk.records.len() as u64;
            self.bar.set_position(self.before + part);
            let checked = validate(self.game, record).map_err(|error| error.to_string());
            let done = match checked {
                Err(reason) => Err(reason),
                Ok(()) if self.output.takes_records() => {
                    self.output.put_record(self.game.id(), record.clone())?
                }
                Ok(()) => {
                    let text = game_text_of(self.game, record, &event)?;
                    self.output.put_text(self.game, &text)?
                }
            };
            let path = self.source.path.display();
            self.report.converted(done.map_err(|reason| format!("{path}: {reason}")))?;
        }
        Ok(())
    }

    /// Writes a game; the inner error is why that game has no place there.
    fn write(&mut self, text: &GameText) -> anyhow::Result<Result<(), String>> {
        if !self.output.takes_records() {
            return self.output.put_text(self.game, text);
        }
        let record = record_of(self.game, text, 0);
        match record {
            Ok(record) => self.output.put_record(self.game.id(), record),
            Err(reason) => Ok(Err(reason.to_string())),
        }
    }
}
