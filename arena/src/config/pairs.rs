//! A match between two.

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
    contest::{
        self, GameTextTags, MatchDirectory, MatchReport, MatchResult, MatchSettings, Observer, game_text,
    },
    error::ArenaError,
};

/// Who plays, how, and where the games go.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchConfig {
    /// The competitors.
    pub competitors: [Spec; 2],
    /// How they play.
    pub settings: MatchSettings,
    /// The file that the finished games are written to.
    pub games_file: Option<PathBuf>,
    /// The directory that keeps the finished games as they come, so that the same match goes on there.
    pub directory: Option<PathBuf>,
}

/// Plays a match of the game with identity `game`; see [`contest::play`].
///
/// # Errors
/// There is no such game, a net or opening file cannot be used, or the games cannot be written.
pub fn run_match(
    game: &str,
    config: &MatchConfig,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchReport, ArenaError> {
    registry::dispatch(game, Run { config, observer, cancelled })?
}

struct Run<'r> {
    config: &'r MatchConfig,
    observer: &'r dyn Observer,
    cancelled: &'r AtomicBool,
}

impl GameVisitor for Run<'_> {
    type Output = Result<MatchReport, ArenaError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let MatchConfig { competitors, settings, games_file, directory } = self.config;
        let players = game.start().players();
        if players != 2 {
            return Err(ArenaError::Competitors { game: game.id().to_owned(), players, found: 2 });
        }
        let entrants = [competitors[0].entrant(&game)?, competitors[1].entrant(&game)?];
        games_file.as_deref().map(games_file::check_folder).transpose()?;
        let kept = match directory {
            Some(folder) => {
                Some(MatchDirectory::open(&game, folder, &identity(&game, competitors, settings)?)?)
            }
            None => None,
        };
        let MatchResult { games, report } =
            contest::play_in(&game, &entrants, settings, kept, self.observer, self.cancelled)?;
        let tags = GameTextTags { event: EVENT.to_owned(), names: report.names.clone() };
        let texts = games.iter().map(|played| game_text(&game, played, &tags));
        games_file::write(games_file.as_deref(), directory.as_deref(), self.cancelled, texts)?;
        Ok(report)
    }
}
