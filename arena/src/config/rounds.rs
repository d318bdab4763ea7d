//! A match of more than two players.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use damier_rules::{AnyGame, Game, Position};

use super::{
    games_file::{EVENT, GamesFile, TextSink},
    identity::identity,
};
use crate::{
    competitor::{Participant, Spec},
    error::ArenaError,
    multiplayer::{self, MultiplayerGame, MultiplayerReport, MultiplayerStanding},
    play::{CompetitorTags, MatchDirectory, MatchSettings, MoveTimes, played_game_text},
};

/// Who plays at a table of more than two players, how, and where the games go.
#[derive(Clone, PartialEq, Debug)]
pub struct MultiplayerConfig {
    /// The competitors, 2 or more.
    pub competitors: Vec<Spec>,
    /// How they play; its pairs are rounds, in which everyone takes every seat.
    pub settings: MatchSettings,
    /// The new file that the games are written to as they are finished, in the order of their places.
    pub games_file: Option<PathBuf>,
    /// The directory that keeps the finished games as they come, so that the same match goes on there.
    pub directory: Option<PathBuf>,
}

/// Plays the rounds of a table in the game with identity `game`, which may have any number of players; see
/// [`multiplayer::play_in`].
///
/// # Errors
/// There is no such game, a net or opening file cannot be used, the file of games is there already, or whatever
/// [`multiplayer::play_in`] says. Games that cannot be written to their file end no match: the report tells of them.
pub fn run_multiplayer_match(
    game: &str,
    config: &MultiplayerConfig,
    observer: &(dyn Fn(&MultiplayerStanding) + Sync),
    cancelled: &AtomicBool,
) -> Result<MultiplayerReport, ArenaError> {
    run(AnyGame::of_id(game)?, config, observer, cancelled)
}

fn run(
    game: AnyGame,
    config: &MultiplayerConfig,
    observer: &(dyn Fn(&MultiplayerStanding) + Sync),
    cancelled: &AtomicBool,
) -> Result<MultiplayerReport, ArenaError> {
    let MultiplayerConfig { competitors, settings, games_file, directory } = config;
    let participants =
        competitors.iter().map(|spec| spec.participant(&game)).collect::<Result<Vec<_>, _>>()?;
    multiplayer::check_number(&game, participants.len())?;
    let kept = match directory {
        Some(folder) => Some(MatchDirectory::open(folder, &identity(&game, competitors, settings)?)?),
        None => None,
    };
    let tags: Vec<CompetitorTags> = participants.iter().map(Participant::tags).collect();
    let times = MoveTimes::of(&participants, &settings.pace());
    let players = game.start().players();
    let text = |played: &MultiplayerGame| {
        let seats: Vec<&CompetitorTags> = played.seats.iter().map(|competitor| &tags[*competitor]).collect();
        let round = format!("{}.{}", played.index / players + 1, played.index % players + 1);
        played_game_text(&game, &played.played, EVENT, &round, &seats, times)
    };
    let reserve = |path: &PathBuf| GamesFile::reserve(path, directory.as_deref());
    let mut sink = TextSink { file: games_file.as_ref().map(reserve).transpose()?, text };
    let played = multiplayer::play_in(&game, &participants, settings, kept, &mut sink, observer, cancelled);
    sink.finish(played, |report| &mut report.unwritten)
}
