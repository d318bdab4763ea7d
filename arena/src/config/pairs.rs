//! A match between two.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use damier_rules::{AnyGame, Game, Position};

use super::{
    games_file::{EVENT, GamesFile, TextSink},
    identity::identity,
};
use crate::{
    competitor::{Participant, Spec},
    error::ArenaError,
    play::{
        self, GameTextTags, MatchDirectory, MatchGame, MatchReport, MatchSettings, MoveTimes, Observer,
        game_text,
    },
};

/// Who plays, how, and where the games go.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchConfig {
    /// The competitors.
    pub competitors: [Spec; 2],
    /// How they play.
    pub settings: MatchSettings,
    /// The new file that the games are written to as they are finished, in the order of their places.
    pub games_file: Option<PathBuf>,
    /// The directory that keeps the finished games as they come, so that the same match goes on there.
    pub directory: Option<PathBuf>,
}

/// Plays a match of the game with identity `game`; see [`play::play`].
///
/// # Errors
/// There is no such game, a net or opening file cannot be used, the file of games is there already, or whatever
/// [`play::play_in`] says. Games that cannot be written to their file end no match: the report tells of them.
pub fn run_match(
    game: &str,
    config: &MatchConfig,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchReport, ArenaError> {
    run(AnyGame::of_id(game)?, config, observer, cancelled)
}

fn run(
    game: AnyGame,
    config: &MatchConfig,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchReport, ArenaError> {
    let MatchConfig { competitors, settings, games_file, directory } = config;
    let players = game.start().players();
    if players != 2 {
        return Err(ArenaError::Competitors { game: game.id().to_owned(), players, found: 2 });
    }
    let participants = [competitors[0].participant(&game)?, competitors[1].participant(&game)?];
    let kept = match directory {
        Some(folder) => Some(MatchDirectory::open(folder, &identity(&game, competitors, settings)?)?),
        None => None,
    };
    let tags = GameTextTags {
        event: EVENT.to_owned(),
        competitors: participants.each_ref().map(Participant::tags),
        times: MoveTimes::of(&participants, &settings.pace()),
    };
    let reserve = |path: &PathBuf| GamesFile::reserve(path, directory.as_deref());
    let mut sink = TextSink {
        file: games_file.as_ref().map(reserve).transpose()?,
        text: |played: &MatchGame| game_text(&game, played, &tags),
    };
    let played = play::play_in(&game, &participants, settings, kept, &mut sink, observer, cancelled);
    sink.finish(played, |report| &mut report.unwritten)
}
