//! The players of a match of another machine.

use std::{
    collections::BTreeMap,
    fmt,
    num::NonZero,
    ops::ControlFlow,
    path::PathBuf,
    sync::{Mutex, atomic::AtomicBool},
};

use damier_engine::{search::Limits, time::parse_duration};
use damier_files::sha256;
use damier_numerics::seed::Seed;
use damier_rules::{AnyGame, Notation, NotationFormat::Native, Position};

use super::{Behaviour, RemoteGame};
use crate::{
    competitor::{CompetitorKind, EvaluationSpec, Pace, Participant, Spec, SpecError},
    error::ArenaError,
    openings::{Opening, OpeningQueue},
    play::{
        Adjudication, DEFAULT_MARGIN, Effort, FirstMoves, GameLine, MatchSettings, PlayedGame, Task,
        TaskRunner, Terms,
    },
    remote::RemoteMatch,
};

/// Plies behind the opening by which two machines find out whether they play alike: two moves of each of two players.
const BEHAVIOUR_PLIES: usize = 4;

/// The players of a match of another machine.
pub struct Players {
    game: AnyGame,
    participants: Vec<Participant>,
    terms: Terms,
}

impl Players {
    /// Makes the players of a match; `net_of` returns the file of the net with a SHA-256.
    ///
    /// # Errors
    /// Why this machine cannot play it, in one line: an unknown game, a competitor that is none of this program's searches,
    /// a net that is not there.
    pub fn of(wanted: &RemoteMatch, net_of: &dyn Fn(&str) -> Option<PathBuf>) -> Result<Self, String> {
        let game = AnyGame::of_id(&wanted.game).map_err(|error| error.to_string())?;
        let participants = wanted.competitors.iter().map(|text| participant(text, &game, net_of));
        let participants = participants.collect::<Result<Vec<_>, _>>()?;
        let timing = wanted.timing.as_ref();
        let time = timing.and_then(|timing| timing.time.as_ref()).map(|text| parse_duration(text));
        let clock = timing.and_then(|timing| timing.clock.as_ref()).map(|text| text.parse());
        let margin = timing.map(|timing| parse_duration(&timing.margin)).transpose()?;
        let settings = MatchSettings {
            limits: Limits {
                time: time.transpose()?,
                nodes: wanted.nodes,
                depth: wanted.depth,
                ..Limits::default()
            },
            clock: clock.transpose()?,
            margin: margin.unwrap_or(DEFAULT_MARGIN),
            ply_cap: wanted.ply_cap,
            adjudication: Adjudication {
                win: wanted.win_rule.as_ref().map(|text| text.parse()).transpose()?,
                draw: wanted.draw_rule.as_ref().map(|text| text.parse()).transpose()?,
                tables: None,
            },
            ..MatchSettings::default()
        };
        let said = |error: ArenaError| error.to_string();
        let terms = Terms::of(&game, &settings).map_err(said)?;
        participants.iter().try_for_each(|participant| terms.admit(participant)).map_err(said)?;
        if timing.is_none() && participants.iter().any(|participant| participant.counts_time(&terms.pace)) {
            return Err("time bounds moves, and the match does not say so".to_owned());
        }
        Ok(Self { game, participants, terms })
    }

    /// Returns the same with `factor` times the time.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let Self { game, participants, terms } = self;
        let scale = |pace: Pace| pace.scaled(factor);
        let participants = participants.iter().map(|one| one.clone().repaced(scale)).collect();
        Self { game: game.clone(), participants, terms: terms.repaced(scale) }
    }

    /// Plays games, several at a time, and returns them as lines of JSON in their order; `None` where `cancelled` was set.
    ///
    /// # Errors
    /// A game that is none, or what [`play`](crate::matches::play) says.
    pub fn play(
        &self,
        games: &[RemoteGame],
        threads: NonZero<usize>,
        cancelled: &AtomicBool,
    ) -> Result<Option<Vec<u8>>, String> {
        let mut openings = Vec::new();
        let mut tasks = Vec::new();
        for (place, game) in games.iter().enumerate() {
            openings.push(self.opening(game)?);
            tasks.push(Task { seats: game.seats.clone(), opening: place, seed: Seed::of_number(game.seed) });
        }
        let Self { game, participants, terms } = self;
        let openings = Mutex::new(OpeningQueue::of(openings));
        let runner = TaskRunner { game, participants, terms, openings, threads };
        let mut lines = BTreeMap::new();
        let mut take = |place: usize, played: PlayedGame| {
            lines.insert(place, line(game, games[place].number, &played));
            Ok(ControlFlow::Continue(()))
        };
        let mut first_moves = FirstMoves::new(participants.len());
        runner.run(&tasks, &mut first_moves, &mut take, cancelled).map_err(|error| error.to_string())?;
        let text = |line: &GameLine| serde_json::to_string(line).map_err(|error| error.to_string());
        let texts = lines.values().map(text).collect::<Result<Vec<_>, _>>()?;
        Ok((texts.len() == games.len()).then(|| texts.join("\n").into_bytes()))
    }

    /// Returns how this machine plays the first moves of a game, by `nodes` a move where time bounds them; `None` where
    /// `cancelled` was set.
    ///
    /// # Errors
    /// A game that is none.
    pub fn behaviour(
        &self,
        wanted: &RemoteGame,
        nodes: Option<u64>,
        cancelled: &AtomicBool,
    ) -> Result<Option<Behaviour>, String> {
        let opening = self.opening(wanted)?;
        let Self { game, participants, terms } = self;
        let task = Task { seats: wanted.seats.clone(), opening: 0, seed: Seed::of_number(wanted.seed) };
        Ok(behaviour(game, (participants, terms), (&opening, &task), nodes, cancelled))
    }

    /// Returns the pace of each, in words.
    #[cfg(test)]
    pub(super) fn paces(&self) -> Vec<String> {
        let pace = |one: &Participant| one.pace_in(&self.terms.pace).unwrap_or_default().to_string();
        self.participants.iter().map(pace).collect()
    }

    /// Returns the opening of a game, which has to have a competitor for every seat.
    fn opening(&self, wanted: &RemoteGame) -> Result<Opening, String> {
        let wrong = |reason: String| format!("game {}: {reason}", wanted.number);
        let start =
            self.game.parse_position(Native, &wanted.start).map_err(|error| wrong(error.to_string()))?;
        let fits = wanted.seats.iter().all(|seat| *seat < self.participants.len());
        if wanted.seats.len() != start.players() || !fits {
            return Err(wrong("has other seats than the game".to_owned()));
        }
        let mut position = start.clone();
        let mut moves = Vec::new();
        for text in &wanted.opening {
            let mv =
                self.game.parse_move(Native, &position, text).map_err(|error| wrong(error.to_string()))?;
            position.play(mv);
            moves.push(mv);
        }
        Ok(Opening { start, moves })
    }
}

impl fmt::Debug for Players {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.participants.iter().map(Participant::name).collect();
        out.debug_struct("Players").field("names", &names).field("terms", &self.terms).finish_non_exhaustive()
    }
}

/// Returns a competitor that another machine names: a search of this program, with nothing of this machine's.
fn participant(
    text: &str,
    game: &AnyGame,
    net_of: &dyn Fn(&str) -> Option<PathBuf>,
) -> Result<Participant, String> {
    let spec: Spec = text.parse().map_err(|error: SpecError| error.to_string())?;
    let spec = match &spec.kind {
        CompetitorKind::Random | CompetitorKind::Greedy => spec,
        CompetitorKind::AlphaBeta { evaluation, endgames: None, .. }
        | CompetitorKind::Own { evaluation, endgames: None, book: None, .. } => match evaluation {
            EvaluationSpec::Material => spec,
            EvaluationSpec::Net(name) => {
                let path =
                    name.to_str().and_then(net_of).ok_or_else(|| format!("{text}: its net was not sent"))?;
                spec.with_net(&path)
            }
            EvaluationSpec::Shipped => return Err(format!("{text}: does not say by which net")),
        },
        _ => return Err(format!("{text}: is no search of this program alone")),
    };
    spec.participant(game).map_err(|error| error.to_string())
}

/// Returns a finished game as other machines get it.
pub(super) fn line(game: &AnyGame, number: u64, played: &PlayedGame) -> GameLine {
    GameLine::of(game, number as usize, played)
}

/// Returns how a game is played on the first plies behind its opening, by `nodes` a move where time bounds them; `None`
/// where `cancelled` was set.
pub(super) fn behaviour(
    game: &AnyGame,
    (participants, terms): (&[Participant], &Terms),
    (opening, task): (&Opening, &Task),
    nodes: Option<u64>,
    cancelled: &AtomicBool,
) -> Option<Behaviour> {
    let pace = |pace: Pace| nodes.map_or(pace, |nodes| pace.in_nodes(nodes));
    let participants: Vec<Participant> =
        participants.iter().map(|participant| participant.clone().repaced(pace)).collect();
    let terms = terms.capped(opening.moves.len() + BEHAVIOUR_PLIES).repaced(pace);
    let runner = TaskRunner {
        game,
        participants: &participants,
        terms: &terms,
        openings: Mutex::new(OpeningQueue::of(vec![opening.clone()])),
        threads: NonZero::<usize>::MIN,
    };
    let played = runner.play(&Task { opening: 0, ..task.clone() }, &mut Vec::new(), cancelled)?;
    let mut effort = Effort::default();
    played.effort.iter().for_each(|cost| effort += *cost);
    let seconds = effort.time.as_secs_f64();
    let seconds_per_move = seconds / effort.moves.max(1) as f64;
    Some(Behaviour { digest: digest(line(game, 0, &played)), seconds_per_move, seconds })
}

/// Returns the SHA-256 of all of a game that another machine repeats, in hexadecimal digits.
pub(super) fn digest(line: GameLine) -> String {
    sha256(&serde_json::to_vec(&line.without_times()).expect("plain data"))
}
