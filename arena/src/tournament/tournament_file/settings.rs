//! What the games of a file are played by.

use std::{num::NonZero, path::Path, time::Duration};

use damier_engine::{
    search::Limits,
    time::{TimeControl, parse_duration},
};

use super::{TournamentFile, TournamentFileError};
use crate::{
    openings::{Book, OpeningSource, RandomOpenings},
    play::{Adjudication, DEFAULT_MARGIN, MatchSettings},
    tournament::SharedOpenings,
};

/// Time for a move where the file says nothing.
const DEFAULT_TIME: Duration = Duration::from_millis(200);

impl TournamentFile {
    /// Returns what the games are played by, one at a time.
    ///
    /// # Errors
    /// Times that are none.
    pub fn settings(&self, path: &Path) -> Result<MatchSettings, TournamentFileError> {
        let wrong = |key, reason: String| Self::wrong(path, key, reason);
        let time =
            self.time.as_deref().map(parse_duration).transpose().map_err(|reason| wrong("time", reason))?;
        let clock = self.clock.as_deref().map(str::parse::<TimeControl>).transpose();
        let clock = clock.map_err(|reason| wrong("clock", reason))?;
        let margin = self.margin.as_deref().map(parse_duration).transpose();
        let margin = margin.map_err(|reason| wrong("margin", reason))?;
        let mut limits = Limits {
            time,
            nodes: self.nodes.map(NonZero::get),
            depth: self.depth.map(NonZero::get),
            ..Limits::default()
        };
        if limits.is_infinite() && clock.is_none() {
            limits = Limits::time(DEFAULT_TIME);
        }
        let openings = match (&self.openings, self.random_plies) {
            (Some(_), Some(_)) => {
                return Err(wrong("openings", "are read from a file or random, not both".to_owned()));
            }
            (Some(file), None) => OpeningSource::Book(Book::named(file)),
            (None, Some(plies)) => {
                OpeningSource::Random(RandomOpenings { plies, ..RandomOpenings::default() })
            }
            (None, None) => OpeningSource::Random(self.default_openings.clone()),
        };
        Ok(MatchSettings {
            limits,
            clock,
            margin: margin.unwrap_or(DEFAULT_MARGIN),
            adjudication: self.adjudication().map_err(|(key, reason)| wrong(key, reason))?,
            openings,
            ply_cap: self.ply_cap.map(NonZero::get),
            threads: NonZero::<usize>::MIN,
            seed: self.seed,
            ..MatchSettings::default()
        })
    }

    /// When games end that go on by the rules.
    fn adjudication(&self) -> Result<Adjudication, (&'static str, String)> {
        let win = self.adjudicate_win.as_deref().map(str::parse).transpose();
        let draw = self.adjudicate_draw.as_deref().map(str::parse).transpose();
        Ok(Adjudication {
            win: win.map_err(|reason| ("adjudicate-win", reason))?,
            draw: draw.map_err(|reason| ("adjudicate-draw", reason))?,
            tables: self.adjudicate_tables.clone(),
        })
    }

    /// Returns which encounters begin with the same openings.
    pub fn shared_openings(&self) -> SharedOpenings {
        self.shared_openings
    }
}
