//! The tournament of a curve.

use std::fmt::Write as _;

use damier_arena::tournament::{CurveNet, CurvePlan, TournamentFile};
use damier_engine::{search::Limits, time::DurationText};
use toml::{Table, Value};

use super::{
    DEFAULT_GAMES, DEFAULT_MEMORY_MIB, DEFAULT_PLY_CAP, DEFAULT_POINTS, DEFAULT_SEED, DEFAULT_TIME,
    HANDCRAFTED, Options, competitor_path, points::net_file,
};
use crate::arguments::opening_choice::default_openings;

/// Nothing but a busy machine oversteps a time in this process; that loses no game.
const MARGIN: &str = "1m";

/// Returns the round robin of `nets` and the opponents, in this order.
///
/// # Errors
/// The path of a net cannot stand in the description of a competitor, or a number is too large.
pub(super) fn tournament_of(
    options: &Options,
    game: &str,
    nets: &[CurveNet],
    games: usize,
) -> anyhow::Result<TournamentFile> {
    let Limits { time, nodes, depth, .. } = options.limits.or_time(DEFAULT_TIME);
    let run = CurvePlan::name_of(&options.run);
    let mut keys = Table::new();
    let mut set = |key: &str, value: Option<Value>| value.map(|value| keys.insert(key.to_owned(), value));
    let number = |number: u64| i64::try_from(number).map(Value::Integer);
    let count = |count: usize| number(count as u64);
    set("name", Some(format!("Strength for computing of {run}").into()));
    set("game", Some(game.into()));
    set("format", Some("round-robin".into()));
    set("games", Some(count(games)?));
    set("time", time.map(|time| DurationText(time).to_string().into()));
    set("nodes", nodes.map(number).transpose()?);
    set("depth", depth.map(|depth| i64::from(depth).into()));
    set("memory", Some(i64::from(options.memory.get()).into()));
    set("margin", Some(MARGIN.into()));
    set("ply-cap", Some(count(options.ply_cap.get())?));
    set("openings", options.openings.as_ref().map(|path| path.to_string_lossy().into_owned().into()));
    set("random-plies", options.random_plies.map(count).transpose()?);
    set("seed", Some(number(options.seed)?));
    // All pairs begin with the same openings.
    set("ballots", Some("event".into()));
    let mut players = Vec::new();
    for net in nets {
        let path = net_file(&options.run, net);
        let competitor = format!("suited:net={}", competitor_path(&path)?);
        let name = match net.generation {
            0 => "random weights".to_owned(),
            generation => format!("generation {generation}"),
        };
        players.push(Table::from_iter(
            [("name", name), ("competitor", competitor)].map(|(key, text)| (key.to_owned(), text.into())),
        ));
    }
    let opponents = options.opponents.iter();
    players.extend(opponents.map(|spec| Table::from_iter([("competitor".to_owned(), spec.text().into())])));
    set("player", Some(players.into()));
    let mut file = TournamentFile::parse(&keys.to_string(), &options.dir)?;
    file.set_default_openings(default_openings(game)?);
    Ok(file)
}

/// Returns the command that plays the same curve, with `DIR` for the folder of its games.
pub(super) fn command_of(options: &Options) -> String {
    let mut command = format!("damier curve {} --dir DIR", CurvePlan::name_of(&options.run));
    let Limits { time, nodes, depth, .. } = options.limits.given();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            // Writing into a text never fails.
            let _ = write!(command, " --{name} {value}");
        }
    };
    add("points", (options.points != DEFAULT_POINTS).then(|| options.points.to_string()));
    let handcrafted = matches!(&options.opponents[..], [only] if only.text() == HANDCRAFTED);
    for opponent in options.opponents.iter().filter(|_| !handcrafted) {
        add("opponent", Some(format!("'{}'", opponent.text())));
    }
    add("games", options.games.filter(|games| games.get() != DEFAULT_GAMES).map(|games| games.to_string()));
    add("time", time.map(|time| DurationText(time).to_string()));
    add("nodes", nodes.map(|nodes| nodes.to_string()));
    add("depth", depth.map(|depth| depth.to_string()));
    add("memory", (options.memory.get() != DEFAULT_MEMORY_MIB).then(|| options.memory.to_string()));
    add("openings", options.openings.as_ref().map(|path| path.display().to_string()));
    add("random-plies", options.random_plies.map(|plies| plies.to_string()));
    add("ply-cap", (options.ply_cap.get() != DEFAULT_PLY_CAP).then(|| options.ply_cap.to_string()));
    add("seed", (options.seed != DEFAULT_SEED).then(|| options.seed.to_string()));
    command
}
