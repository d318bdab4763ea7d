//! A match as a command describes it.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use damier_rules::{AnyGame, Game, Position};

use super::{
    MatchDirectory, MatchGame, MatchReport, MultiplayerReport, Observer,
    contender::Contender,
    games_file::{EVENT, GamesFile, TextSink},
    identity::identity,
    runner::{self, Means, Played, check_number},
};
use crate::{
    competitor::{Participant, Spec},
    error::ArenaError,
    play::{CompetitorTags, MatchSettings, MoveTimes, game_text},
    remote::{RemotePlay, RemoteRunner},
};

/// Who plays, how, and where the games go.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchConfig {
    /// The competitors, 2 or more.
    pub competitors: Vec<Spec>,
    /// How they play; in a game of more than two players its pairs are rounds, in which everyone takes every seat.
    pub settings: MatchSettings,
    /// The new file that the games are written to as they are finished, in the order of their places.
    pub games_file: Option<PathBuf>,
    /// The directory that keeps the finished games as they come, so that the same match goes on there.
    pub directory: Option<PathBuf>,
}

/// Plays a match between two in the game with identity `game`.
///
/// # Errors
/// There is no such game, it is no game of two, a net or opening file cannot be used, the file of games is there already,
/// or what [`play`](super::play) says. Games that cannot be written to their file end no match: the report has the reason.
pub fn run_match(
    game: &str,
    config: &MatchConfig,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchReport, ArenaError> {
    run_match_on(game, config, None, observer, cancelled)
}

/// The same, played by other machines if there are any. The games are those that this machine would play, unless time
/// bounds moves; the report then says which machine played how many, and with how much time.
///
/// # Errors
/// As [`run_match`]; [`ArenaError::Remote`] where the machines do not play the games: because they need what is only here,
/// or no machine is trusted and time bounds moves.
pub fn run_match_on(
    game: &str,
    config: &MatchConfig,
    machines: Option<&dyn RemotePlay>,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchReport, ArenaError> {
    let game = AnyGame::of_id(game)?;
    let (players, found) = (game.start().players(), config.competitors.len());
    if players != 2 {
        return Err(ArenaError::Competitors { game: game.id().to_owned(), players, found });
    }
    let (participants, played, unwritten) = run(&game, config, machines, observer, cancelled)?;
    let report = MatchReport::of(&game, &participants, config.settings.sprt, played);
    Ok(MatchReport { unwritten, ..report })
}

/// Plays the rounds of a match in the game with identity `game`, which may have any number of players.
///
/// # Errors
/// As [`run_match`]; too few or too many competitors.
pub fn run_multiplayer_match(
    game: &str,
    config: &MatchConfig,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MultiplayerReport, ArenaError> {
    run_multiplayer_match_on(game, config, None, observer, cancelled)
}

/// The same, played by other machines if there are any.
///
/// # Errors
/// As [`run_multiplayer_match`] and [`run_match_on`].
pub fn run_multiplayer_match_on(
    game: &str,
    config: &MatchConfig,
    machines: Option<&dyn RemotePlay>,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MultiplayerReport, ArenaError> {
    let game = AnyGame::of_id(game)?;
    let (participants, played, unwritten) = run(&game, config, machines, observer, cancelled)?;
    Ok(MultiplayerReport { unwritten, ..MultiplayerReport::of(&game, &participants, played) })
}

/// Who played, what came of it, and why the file of games lacks some.
type Run = (Vec<Contender>, Played, Option<String>);

fn run(
    game: &AnyGame,
    config: &MatchConfig,
    machines: Option<&dyn RemotePlay>,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<Run, ArenaError> {
    let MatchConfig { competitors, settings, games_file, directory } = config;
    // It reads and hashes all files, so only where it is needed, and once.
    let mut known = None;
    let text = || Ok(serde_json::json!(known.insert(identity(game, competitors, settings)?)).to_string());
    let remote = RemoteRunner::of(machines, game, competitors, settings, text)?;
    let participants =
        competitors.iter().map(|spec| spec.participant(game)).collect::<Result<Vec<_>, _>>()?;
    let players = check_number(game, participants.len())?;
    let kept = match directory {
        Some(folder) => {
            let identity = known.map_or_else(|| identity(game, competitors, settings), Ok)?;
            Some(MatchDirectory::open(folder, &identity)?)
        }
        None => None,
    };
    let tags: Vec<CompetitorTags> = participants.iter().map(Participant::tags).collect();
    let times = MoveTimes::of(&participants, &settings.pace());
    let text = |finished: &MatchGame| {
        let MatchGame { index, seats, game: played } = finished;
        let tags: Vec<&CompetitorTags> = seats.iter().map(|competitor| &tags[*competitor]).collect();
        let round = format!("{}.{}", index / players + 1, index % players + 1);
        game_text(game, played, EVENT, &round, &tags, times)
    };
    let reserve = |path: &PathBuf| GamesFile::reserve(path, directory.as_deref());
    let mut sink = TextSink { file: games_file.as_ref().map(reserve).transpose()?, text };
    let means = Means { directory: kept.as_ref(), remote };
    let played = runner::play_in(game, &participants, settings, means, &mut sink, observer, cancelled);
    let (played, unwritten) = sink.finish(played)?;
    Ok((participants.iter().map(Contender::of).collect(), played, unwritten))
}
