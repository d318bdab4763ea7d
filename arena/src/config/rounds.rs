//! A match of more than two players.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use damier_rules::{
    Game, Position,
    registry::{self, GameVisitor},
};

use super::{
    games_file::{self, EVENT},
    identity::identity,
};
use crate::{
    competitor::Spec,
    contest::{MatchDirectory, MatchSettings, course_text},
    error::ArenaError,
    table::{self, TableGame, TableReport, TableResult, TableStanding},
};

/// Who plays at a table of more than two players, how, and where the games go.
#[derive(Clone, PartialEq, Debug)]
pub struct TableConfig {
    /// The competitors, 2 or more.
    pub competitors: Vec<Spec>,
    /// How they play; its pairs are rounds, in which everyone takes every seat.
    pub settings: MatchSettings,
    /// The file that the finished games are written to.
    pub games_file: Option<PathBuf>,
    /// The directory that keeps the finished games as they come, so that the same match goes on there.
    pub directory: Option<PathBuf>,
}

/// Plays the rounds of a table in the game with identity `game`, which may have any number of players; see
/// [`table::play`].
///
/// # Errors
/// There is no such game, too few or too many competitors, a net or opening file cannot be used, or the games cannot be
/// written.
pub fn run_table(
    game: &str,
    config: &TableConfig,
    observer: &(dyn Fn(&TableStanding) + Sync),
    cancelled: &AtomicBool,
) -> Result<TableReport, ArenaError> {
    registry::dispatch(game, Run { config, observer, cancelled })?
}

struct Run<'r> {
    config: &'r TableConfig,
    observer: &'r (dyn Fn(&TableStanding) + Sync),
    cancelled: &'r AtomicBool,
}

impl GameVisitor for Run<'_> {
    type Output = Result<TableReport, ArenaError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let TableConfig { competitors, settings, games_file, directory } = self.config;
        let entrants = competitors.iter().map(|spec| spec.entrant(&game)).collect::<Result<Vec<_>, _>>()?;
        table::check_number(&game, entrants.len())?;
        games_file.as_deref().map(games_file::check_folder).transpose()?;
        let kept = match directory {
            Some(folder) => {
                Some(MatchDirectory::open(&game, folder, &identity(&game, competitors, settings)?)?)
            }
            None => None,
        };
        let TableResult { games, report } =
            table::play_in(&game, &entrants, settings, kept, self.observer, self.cancelled)?;
        let players = game.start().players();
        let text = |played: &TableGame<G>| {
            let names: Vec<String> =
                played.seats.iter().map(|competitor| entrants[*competitor].name().to_owned()).collect();
            let round = format!("{}.{}", played.index / players + 1, played.index % players + 1);
            course_text(&game, &played.course, EVENT, &round, &names)
        };
        let texts = games.iter().map(text);
        games_file::write(games_file.as_deref(), directory.as_deref(), self.cancelled, texts)?;
        Ok(report)
    }
}
