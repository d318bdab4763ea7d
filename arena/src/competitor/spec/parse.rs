//! Reading a competitor.

use std::{path::PathBuf, str::FromStr, time::Duration};

use damier_engine::{
    engine::{Level, Searcher},
    search::{Limits, MOST_CONTEMPT},
    time::parse_duration,
};

use super::{CompetitorKind, DEFAULT_MEMORY_MIB, EvaluationSpec, Spec, SpecError, items::Items};
use crate::{competitor::Pace, external::OptionValue};

const KINDS: &str = "random, greedy, ab, ab:material, ab:net=PATH, mcts, mcts:material, mcts:net=PATH, suited, suited:material, suited:net=PATH, engine:FILE.toml";
/// Tables and trees larger than a terabyte are mistakes.
pub(crate) const MAX_MEMORY_MIB: usize = 1 << 20;
const LONGEST: Duration = Duration::from_secs(86_400);
const MAX_THREADS: usize = 256;
/// What `memory` was called for alpha-beta.
const OLDER_MEMORY: &str = "hash";
const MEMORY: &str = "memory";
const THREADS: &str = "threads";
const COMMON: &str = "time=200ms, nodes=N, depth=N, clock=5m+3s, name=TEXT";

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        parse(text).map_err(|reason| SpecError { spec: text.to_owned(), reason })
    }
}

fn parse(text: &str) -> Result<Spec, String> {
    let text = text.trim();
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let mut items = Items::of(rest)?;
    let name = items.take("name")?.map(str::to_owned);
    let limits = Limits {
        time: items.take("time")?.map(duration).transpose()?,
        nodes: items.take_number("nodes", 1, u64::MAX)?,
        depth: items.take_number("depth", 1, 100)?,
        ..Limits::default()
    };
    let pace = Pace { limits, clock: items.take("clock")?.map(str::parse).transpose()? };
    if pace.clock.is_some() && limits.time.is_some() {
        return Err("time= is for each move and clock= for the game: one of them".to_owned());
    }
    let kind = match kind.trim() {
        "random" => {
            items.end("name=TEXT")?;
            CompetitorKind::Random
        }
        "greedy" => {
            items.end("name=TEXT")?;
            CompetitorKind::Greedy
        }
        "ab" => {
            let evaluation = evaluation_of(&mut items, "ab")?;
            let older = items.take_number(OLDER_MEMORY, 0, MAX_MEMORY_MIB)?;
            let memory = items.take_number(MEMORY, 0, MAX_MEMORY_MIB)?;
            if older.is_some() && memory.is_some() {
                return Err("hash= is the older name of memory=: one of them".to_owned());
            }
            let memory_mib = memory.or(older);
            let contempt = contempt_of(&mut items)?;
            let endgames = items.take("endgames")?.map(PathBuf::from);
            items.end(&format!("material, net=PATH, memory=MIB, contempt=N, endgames=DIR, {COMMON}"))?;
            CompetitorKind::AlphaBeta { evaluation, memory_mib, contempt, endgames }
        }
        "mcts" | "suited" => {
            let kind = kind.trim();
            let searcher = if kind == "mcts" { Searcher::Tree } else { Searcher::Suited };
            let evaluation = evaluation_of(&mut items, kind)?;
            let memory_mib = items.take_number(MEMORY, 1, MAX_MEMORY_MIB)?;
            let threads = items.take_number(THREADS, 1, MAX_THREADS)?.unwrap_or(1);
            let level = level_of(&mut items)?;
            let contempt = contempt_of(&mut items)?;
            let endgames = items.take("endgames")?.map(PathBuf::from);
            let book = items.take("book")?.map(PathBuf::from);
            if book.is_some() && level != Level::FULL {
                return Err("book=FILE is for full strength: a weaker level searches every move".to_owned());
            }
            items.end(&format!(
                "material, net=PATH, memory=MIB, threads=N, level=N, elo=N, contempt=N, endgames=DIR, book=FILE, {COMMON}"
            ))?;
            CompetitorKind::Own { searcher, evaluation, memory_mib, threads, level, contempt, endgames, book }
        }
        "engine" => {
            let file = items.take_first(".toml")?;
            let file = file.ok_or("an engine needs its description: engine:FILE.toml")?.into();
            let command = items.take("command")?.map(str::to_owned);
            let directory = items.take("directory")?.map(PathBuf::from);
            let log = items.take("log")?.map(PathBuf::from);
            let threads = items.take_number(THREADS, 1, MAX_THREADS as u32)?;
            let memory_mib = items.take_number(MEMORY, 1, MAX_MEMORY_MIB as u32)?;
            let option = |(name, value): (&str, &str)| (name.to_owned(), OptionValue::Text(value.to_owned()));
            let options = items.take_all("option.")?.into_iter().map(option).collect();
            items.end(&format!(
                "command=PATH, directory=PATH, threads=N, memory=MIB, option.NAME=VALUE, log=DIR, {COMMON}"
            ))?;
            CompetitorKind::Engine { file, command, directory, threads, memory_mib, options, log }
        }
        other => return Err(format!("unknown kind {other:?}; there are {KINDS}")),
    };
    let pace = if pace.is_infinite() { pace_of_level(&kind) } else { pace };
    Ok(Spec { text: text.to_owned(), name, kind, pace, default_memory_mib: DEFAULT_MEMORY_MIB })
}

/// Takes what a draw is worth.
fn contempt_of(items: &mut Items<'_>) -> Result<i32, String> {
    Ok(items.take_number("contempt", -MOST_CONTEMPT, MOST_CONTEMPT)?.unwrap_or(0))
}

/// Takes the strength: a level by its number or its rating, by default all of it.
fn level_of(items: &mut Items<'_>) -> Result<Level, String> {
    let number = items.take_number("level", Level::WEAKEST.number(), Level::FULL.number())?;
    let elo = items.take_number("elo", Level::MIN_ELO, Level::MAX_ELO)?;
    match (number, elo) {
        (Some(_), Some(_)) => Err("level= and elo= say the same: one of them".to_owned()),
        (None, Some(elo)) => Ok(Level::of_elo(elo)),
        (number, None) => Ok(number.and_then(Level::new).unwrap_or(Level::FULL)),
    }
}

/// Returns the pace of a weakened engine: the most that either search does at its level.
fn pace_of_level(kind: &CompetitorKind) -> Pace {
    let level = if let CompetitorKind::Own { level, .. } = kind { *level } else { Level::FULL };
    let limits = Limits { nodes: level.simulations().max(level.nodes()), ..Limits::default() };
    Pace { limits, clock: None }
}

fn evaluation_of(items: &mut Items<'_>, kind: &str) -> Result<EvaluationSpec, String> {
    match (items.take_mark("material")?, items.take("net")?) {
        (true, None) => Ok(EvaluationSpec::Material),
        (false, Some(path)) => Ok(EvaluationSpec::Net(path.into())),
        (true, Some(_)) => Err(format!("{kind} judges by material or by net=PATH, not by both")),
        (false, None) => Ok(EvaluationSpec::Shipped),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    match parse_duration(text) {
        Ok(duration) if duration <= LONGEST => Ok(duration),
        _ => Err(format!("time={text} has to be a number with its unit, at most a day: 200ms, 1.5s, 2m")),
    }
}
