//! A tournament that others play.

use std::path::Path;

use damier_rules::{AnyGame, Game, Position};

use super::{
    CONFIG_FILE, LOG_FILE, SHEET_FILE, TournamentFile, WatchedResults, encounters::recall, read_sheet,
    run::report_of,
};
use crate::{
    competitor::Spec,
    pairing::{Event, Meeting, Report},
    play::{LogError, LogReader, MoveTimes},
    watch::{GameRow, KeptGame, Summary, WatchError, read_plain},
};

/// A tournament that others play.
pub(crate) struct WatchedTournament {
    file: TournamentFile,
    event: Event,
    game: AnyGame,
    seats: usize,
    /// Meetings of stages that are over, and those of the one that is played.
    over: Vec<Meeting>,
    current: Vec<Meeting>,
    is_over: bool,
    /// The finished games of programs; people write a sheet.
    played: Option<PlayedGames>,
}

/// The finished games of programs.
#[derive(Debug)]
struct PlayedGames {
    results: WatchedResults,
    /// The names of the players, where they are known.
    names: Vec<Option<String>>,
    /// Whether the time of moves is shown.
    times: MoveTimes,
}

impl WatchedTournament {
    /// Reads what a tournament is, and the results that people wrote.
    ///
    /// # Errors
    /// A file is missing, or not that of a tournament.
    pub(crate) fn open(folder: &Path) -> Result<Self, WatchError> {
        let path = folder.join(CONFIG_FILE);
        let text = read_plain(&path)?
            .ok_or_else(|| WatchError::unfit(&path, "is not there; give the folder of a tournament"))?;
        let file = TournamentFile::parse(&text, &path)?;
        let game =
            AnyGame::of_id(file.game()).map_err(|error| WatchError::unfit(&path, error.to_string()))?;
        let seats = game.start().players();
        file.check_size(seats).map_err(|reason| WatchError::unfit(&path, reason))?;
        let specs = file.specs(&path)?;
        // Descriptions of engines are files elsewhere: the names that they tell are taken from the finished games.
        let names: Option<Vec<Option<String>>> =
            specs.as_ref().map(|specs| specs.iter().map(Spec::known_name).collect());
        let shown = match &specs {
            Some(specs) => specs.iter().map(Spec::to_string).collect(),
            None => file.people(),
        };
        let event = file.event_of(&path, shown)?;
        let identity = format!("{} ({})", event.name(), game.id());
        let results = WatchedResults::new(&folder.join(LOG_FILE), &identity, seats);
        let pace = file.settings(&path)?.pace();
        let counts = specs.iter().flatten().any(|spec| spec.counts_time(&pace));
        let times = if counts { MoveTimes::Shown } else { MoveTimes::Hidden };
        let played = names.map(|names| PlayedGames { results, names, times });
        let (over, current) = (Vec::new(), Vec::new());
        let mut watched = Self { file, event, game, seats, over, current, is_over: false, played };
        if watched.played.is_none() {
            watched.read_sheet(&folder.join(SHEET_FILE))?;
        } else {
            watched.advance()?;
        }
        Ok(watched)
    }

    fn read_sheet(&mut self, path: &Path) -> Result<(), WatchError> {
        let text = read_plain(path)?.unwrap_or_default();
        self.current = read_sheet(&self.event, &text, path)?;
        self.is_over =
            self.current.iter().all(|meeting| meeting.games.len() >= self.event.games_due(meeting));
        Ok(())
    }

    /// Reads the games that came since.
    ///
    /// # Errors
    /// The log cannot be read, is damaged, or of another tournament.
    pub(crate) fn read(&mut self) -> Result<(), WatchError> {
        let Some(played) = &mut self.played else { return Ok(()) };
        played.results.read()?;
        self.advance()
    }

    /// Puts the finished games into their encounters.
    fn advance(&mut self) -> Result<(), WatchError> {
        let Some(played) = &mut self.played else { return Ok(()) };
        let named = played.names.clone();
        loop {
            let encounters = self.event.next(&self.over)?;
            if encounters.is_empty() {
                self.is_over = true;
                self.current.clear();
                break;
            }
            let mut meetings: Vec<Meeting> = encounters.into_iter().map(Meeting::new).collect();
            for meeting in &mut meetings {
                played.recall(meeting, self.seats)?;
            }
            let is_done = |meeting: &Meeting| meeting.games.len() >= self.event.games_due(meeting);
            if !meetings.iter().all(is_done) {
                self.current = meetings;
                break;
            }
            self.over.extend(meetings);
        }
        if named != played.names {
            let known = played.names.iter().zip(self.event.names());
            let names = known.map(|(name, shown)| name.clone().unwrap_or_else(|| shown.clone())).collect();
            self.event = self.file.event_of(played.results.log().path(), names)?;
        }
        Ok(())
    }

    /// Returns the log; people have none.
    pub(crate) fn log(&self) -> Option<&LogReader> {
        self.played.as_ref().map(|played| played.results.log())
    }

    /// Says whether people play it.
    pub(crate) fn is_of_people(&self) -> bool {
        self.played.is_none()
    }

    /// Returns the number of finished games.
    pub(crate) fn games(&self) -> usize {
        match &self.played {
            Some(played) => played.results.table().games().len(),
            None => self.meetings().iter().map(|meeting| meeting.games.len()).sum(),
        }
    }

    fn meetings(&self) -> Vec<Meeting> {
        [&self.over[..], &self.current[..]].concat()
    }

    /// Returns what a list says of it.
    pub(crate) fn summary(&self) -> Summary {
        let due: usize = self.meetings().iter().map(|meeting| self.event.games_due(meeting)).sum();
        Summary {
            game: self.game.id().to_owned(),
            title: self.event.name().to_owned(),
            players: self.event.names().to_vec(),
            finished: self.games(),
            total: Some(due),
            over: self.is_over,
        }
    }

    /// Returns the tables so far.
    pub(crate) fn report(&self) -> Report {
        let meetings = self.meetings();
        match &self.played {
            Some(played) => report_of(&self.event, &meetings, played.results.table(), &[], played.times),
            None => self.event.report(&meetings),
        }
    }

    /// Returns a finished game without its moves; there are none of people.
    pub(crate) fn row(&self, number: usize) -> Option<GameRow> {
        self.played.as_ref()?.results.row(number)
    }

    /// Returns a finished game with its moves; `None` where there is none of this number.
    ///
    /// # Errors
    /// It cannot be read any more.
    pub(crate) fn game(&self, number: usize) -> Result<Option<KeptGame>, WatchError> {
        self.played.as_ref().map_or(Ok(None), |played| played.results.game(&self.game, number))
    }
}

impl PlayedGames {
    /// Adds to a meeting its finished games, and learns names from them.
    fn recall(&mut self, meeting: &mut Meeting, seats: usize) -> Result<(), LogError> {
        let Self { results, names, .. } = self;
        let mut is_called = |player: usize, found: &str| match &mut names[player] {
            Some(name) => name == found,
            unknown => {
                *unknown = Some(found.to_owned());
                true
            }
        };
        recall(meeting, results.table(), seats, &mut is_called).map_err(|(line, _)| LogError::Foreign {
            path: results.log().path().to_owned(),
            found: format!("{} in round {}", line.seats.join(" – "), line.round),
        })
    }
}
