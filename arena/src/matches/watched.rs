//! A match that others play.

use std::{collections::BTreeMap, path::Path};

use damier_rules::{AnyGame, Game};

use super::{
    GAMES_FILE, Identity, MatchReport, MultiplayerReport, SETTINGS_FILE, Standing,
    contender::Contender,
    directory, identity,
    runner::{Played, check_number},
    scoreboard::{FinishedGame, GameSummary, Scoreboard},
};
use crate::{
    play::{GameLine, LineSpan, LogError, LogReader, OldLogs, seating},
    rating::{Sprt, Tally},
    remote::WorkerShares,
    watch::{GameRow, KeptGame, Summary, WatchError, read_plain},
};

/// Openings whose moves are kept as texts.
const MOST_OPENINGS: usize = 1_000;

/// Where a match stands.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchProgress {
    /// Games, and the sequential test.
    pub standing: Standing,
    /// What the finished games say.
    pub report: MatchSummary,
    /// What it is played by.
    pub settings: Identity,
    /// The results of the first competitor of two, by the seat that it had.
    pub by_seat: Vec<Tally>,
    /// Its results by opening, the openings that are played most often first; none with more players.
    pub by_opening: Vec<OpeningScore>,
}

/// The summary of a match.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchSummary {
    /// Of a match of two.
    Two(Box<MatchReport>),
    /// Of one of more.
    More(MultiplayerReport),
}

/// Results from one opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningScore {
    /// The moves of one game that led there.
    pub moves: String,
    /// What the first competitor got.
    pub tally: Tally,
}

/// A match that others play.
pub(crate) struct WatchedMatch {
    game: AnyGame,
    players: usize,
    identity: Identity,
    contenders: Vec<Contender>,
    sprt: Option<Sprt>,
    log: LogReader,
    board: Scoreboard,
    /// The place in the match and the line of each game, in the order in which they ended.
    games: Vec<(usize, LineSpan)>,
    /// The moves of openings, by the key of the position that they lead to.
    openings: BTreeMap<u64, String>,
}

impl WatchedMatch {
    /// Reads what a match is played by.
    ///
    /// # Errors
    /// The settings are missing, or not those of a match.
    pub(crate) fn open(folder: &Path) -> Result<Self, WatchError> {
        let path = folder.join(SETTINGS_FILE);
        let refused = |reason: String| WatchError::unfit(&path, reason);
        let text = read_plain(&path)?.ok_or_else(|| {
            WatchError::unfit(
                folder,
                format!(
                    "has a {GAMES_FILE}, but no {SETTINGS_FILE} that says of which match; give its directory"
                ),
            )
        })?;
        let identity: Identity =
            toml::from_str(&text).map_err(|error| refused(error.message().to_owned()))?;
        let named = |name: &str| {
            identity
                .get(name)
                .ok_or_else(|| refused(format!("does not tell {name}; it is not of `damier match`")))
        };
        let game = AnyGame::of_id(named("game")?).map_err(|error| refused(error.to_string()))?;
        let rounds: usize = named("pairs")?
            .parse()
            .map_err(|_| refused(format!("pairs = {:?} is no number of pairs", identity["pairs"])))?;
        let contenders = identity::contenders(&identity);
        let players = check_number(&game, contenders.len()).map_err(|error| refused(error.to_string()))?;
        let sprt = identity::sprt_of(&identity).map_err(refused)?;
        let log = LogReader::new(&folder.join(GAMES_FILE), directory::head(&game), OldLogs::Bare);
        let board = Scoreboard::new(rounds.saturating_mul(players), sprt);
        let (games, openings) = (Vec::new(), BTreeMap::new());
        Ok(Self { game, players, identity, contenders, sprt, log, board, games, openings })
    }

    /// Reads the games that came since.
    ///
    /// # Errors
    /// The log cannot be read, is damaged, or of another match.
    pub(crate) fn read(&mut self) -> Result<(), WatchError> {
        let Self { game, players, contenders, log, board, games, openings, .. } = self;
        let seats_of = |index: usize| seating(*players, contenders.len(), index % *players);
        log.read(&mut |line: GameLine, place| {
            let (index, text) = (line.index(), line.opening_text());
            let finished =
                FinishedGame::of_line(line, game, &seats_of).map_err(|reason| place.damaged(reason))?;
            if board.lacks(index) {
                if openings.len() < MOST_OPENINGS {
                    openings.entry(finished.opening).or_insert(text);
                }
                board.enter(finished);
                games.push((index, place.span));
            }
            Ok::<(), LogError>(())
        })?;
        Ok(())
    }

    /// Returns the log.
    pub(crate) fn log(&self) -> &LogReader {
        &self.log
    }

    /// Returns the number of finished games.
    pub(crate) fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns what a list says of it.
    pub(crate) fn summary(&self) -> Summary {
        let standing = self.board.standing();
        let names: Vec<String> = self.contenders.iter().map(|contender| contender.name.clone()).collect();
        Summary {
            game: self.game.id().to_owned(),
            title: names.join(" – "),
            players: names,
            finished: standing.finished,
            total: Some(standing.games),
            over: self.board.is_decided() || standing.finished == standing.games,
        }
    }

    /// Returns where it stands.
    pub(crate) fn progress(&self) -> MatchProgress {
        let standing = self.board.standing();
        let summaries = self.board.clone().summaries();
        let (by_seat, by_opening) = if self.players == 2 {
            (by_seat(&summaries.games), self.by_opening(&summaries.games))
        } else {
            (Vec::new(), Vec::new())
        };
        let workers = WorkerShares::default();
        let played = Played { games: summaries, book: None, opening_source: String::new(), workers };
        let report = if self.players == 2 {
            MatchSummary::Two(Box::new(MatchReport::of(&self.game, &self.contenders, self.sprt, played)))
        } else {
            MatchSummary::More(MultiplayerReport::of(&self.game, &self.contenders, played))
        };
        MatchProgress { standing, report, settings: self.identity.clone(), by_seat, by_opening }
    }

    fn by_opening(&self, games: &[GameSummary]) -> Vec<OpeningScore> {
        let mut tallies: BTreeMap<u64, Tally> = BTreeMap::new();
        for game in games {
            tallies.entry(game.opening).or_default().add(game.point, None);
        }
        let mut scores: Vec<OpeningScore> = tallies
            .into_iter()
            .filter_map(|(key, tally)| Some(OpeningScore { moves: self.openings.get(&key)?.clone(), tally }))
            .collect();
        scores.sort_by(|one, other| {
            other.tally.played().cmp(&one.tally.played()).then_with(|| one.moves.cmp(&other.moves))
        });
        scores
    }

    /// Returns a finished game without its moves.
    pub(crate) fn row(&self, number: usize) -> Option<GameRow> {
        let (index, _) = *self.games.get(number)?;
        let (game, ending) = self.board.game(index)?;
        Some(GameRow {
            number,
            place: format!("{}.{}", index / self.players + 1, index % self.players + 1),
            seats: game.seats.iter().map(|contender| self.contenders[*contender].name.clone()).collect(),
            shares: (0..self.players).map(|seat| game.share(seat)).collect(),
            ending: ending.to_owned(),
            plies: game.plies,
        })
    }

    /// Returns a finished game with its moves; `None` where there is none of this number.
    ///
    /// # Errors
    /// It cannot be read any more.
    pub(crate) fn game(&self, number: usize) -> Result<Option<KeptGame>, WatchError> {
        let (Some(row), Some((_, span))) = (self.row(number), self.games.get(number)) else {
            return Ok(None);
        };
        let line: GameLine = self.log.line(*span)?;
        let (_, played) = line
            .read(&self.game)
            .map_err(|reason| WatchError::unfit(self.log.path(), format!("game {}: {reason}", row.place)))?;
        let row = GameRow { ending: played.ending.to_string(), ..row };
        let (start, opening_plies) = (played.start, played.opening_plies);
        Ok(Some(KeptGame { row, start, moves: played.moves, opening_plies }))
    }
}

/// Counts the results of the first competitor by the seat that it had.
fn by_seat(games: &[GameSummary]) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); 2];
    for game in games {
        for seat in game.seats_of(0) {
            tallies[seat].add(game.point, None);
        }
    }
    tallies
}
