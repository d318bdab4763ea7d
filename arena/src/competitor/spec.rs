//! Competitors in one line of text.
//!
//! - `random`, `greedy`: no search, and a search of one ply.
//! - `ab:material`, `ab:net=PATH`: alpha-beta; `hash=MIB` sizes its table. With more than two players
//!   `ab:material` is the paranoid search.
//! - `mcts:net=PATH`, `mcts:material`: tree search; `memory=MIB` bounds its tree, `threads=N` search in it, and
//!   `level=1` to `level=20` (full strength) weaken it.
//! - `endgames=DIR` lets both of them ask the endgame tables of a folder.
//! - `engine:FILE.toml`: an engine of others, described by a file ([`Description`]); `command=PATH` and
//!   `directory=PATH` say where it is on this machine, `log=DIR` keeps what it says.
//!
//! Material is what the game's beginners count ([`Game::judge`]): pieces, lines of stones, distances.
//!
//! All take `time=200ms`, `nodes=800`, `depth=6` and `clock=5m+3s` as a pace of their own in place of the match's,
//! and `name=TEXT`. Items are separated by commas, so paths and names have none.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use damier_endgames::EndgameTables;
use damier_engine::{
    engine::{self, EngineOptions, Level},
    net::Net,
    search::{Limits, SearchTables, alphabeta::AlphaBetaParams},
    time::parse_duration,
};
use damier_rules::Game;
use thiserror::Error;

use super::{Entrant, Pace};
use crate::{
    error::ArenaError,
    rival::{self, Description, DescriptionError},
};

/// A competitor as text describes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    text: String,
    /// The name, if it has one of its own.
    pub name: Option<String>,
    /// What it is.
    pub kind: Kind,
    /// Its own pace; infinite where it takes the match's.
    pub pace: Pace,
}

/// What a competitor is.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// It plays random moves.
    Random,
    /// It looks one ply ahead.
    Greedy,
    /// Alpha-beta.
    AlphaBeta {
        /// What it judges by.
        judge: Judge,
        /// Size of the transposition table in MiB.
        hash_mb: usize,
        /// The folder of endgame tables that it asks.
        endgames: Option<PathBuf>,
    },
    /// Monte-Carlo tree search.
    Mcts {
        /// What it judges by.
        judge: Judge,
        /// Bound on the tree in MiB.
        memory_mib: usize,
        /// Threads that search.
        threads: usize,
        /// How strong it plays.
        level: Level,
        /// The folder of endgame tables that it asks.
        endgames: Option<PathBuf>,
    },
    /// An engine of others.
    Engine {
        /// Its description.
        file: PathBuf,
        /// Its program, where the description's is not meant.
        command: Option<String>,
        /// Where it runs, where the description's directory is not meant.
        directory: Option<PathBuf>,
        /// The folder that keeps what it says.
        log: Option<PathBuf>,
    },
}

/// What a search judges by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judge {
    /// What the game's beginners count.
    Material,
    /// The net in a file.
    Net(PathBuf),
}

/// Why a text is no competitor.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("competitor {spec:?}: {reason}")]
pub struct SpecError {
    /// The text.
    pub spec: String,
    /// What is wrong and what would be right.
    pub reason: String,
}

const KINDS: &str =
    "random, greedy, ab:material, ab:net=PATH, mcts:material, mcts:net=PATH, engine:FILE.toml";
/// Tables and trees larger than a terabyte are mistakes.
const MAX_MIB: usize = 1 << 20;
const LONGEST: Duration = Duration::from_secs(86_400);
const MAX_THREADS: usize = 256;
/// The tree of a match has other trees beside it.
const DEFAULT_TREE_MIB: usize = 256;

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        parse(text).map_err(|reason| SpecError { spec: text.to_owned(), reason })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name.as_deref().unwrap_or(&self.text))
    }
}

impl Spec {
    /// Tree search with the net in a file, under a name: `mcts:net=PATH,name=NAME` for any path.
    pub fn net(path: &Path, name: &str) -> Self {
        Self {
            text: format!("mcts:net={}", path.display()),
            name: Some(name.to_owned()),
            kind: Kind::Mcts {
                judge: Judge::Net(path.to_owned()),
                memory_mib: DEFAULT_TREE_MIB,
                threads: 1,
                level: Level::FULL,
                endgames: None,
            },
            pace: Pace::default(),
        }
    }

    /// Makes it ready to play `game`: reads its net, or its description.
    ///
    /// # Errors
    /// The net or the description cannot be read, or is for another game; an engine's program is not there; there are
    /// no endgame tables of the game in the folder, or they are damaged.
    pub fn entrant<G: Game>(&self, game: &G) -> Result<Entrant<G>, ArenaError> {
        let read = |path: &PathBuf| Net::read_for(path, game).map(Arc::new);
        let tables = |folder: &Option<PathBuf>| match folder {
            Some(folder) => EndgameTables::open(game, folder).map(|tables| SearchTables::new(tables)),
            None => Ok(SearchTables::none()),
        };
        let entrant = match &self.kind {
            Kind::Random => Entrant::random(),
            Kind::Greedy => Entrant::greedy(game.clone()),
            Kind::AlphaBeta { judge, hash_mb, endgames } => {
                let params = AlphaBetaParams { hash_mb: *hash_mb, ..AlphaBetaParams::default() };
                let tables = tables(endgames)?;
                match judge {
                    Judge::Material => Entrant::material(game.clone(), params, tables),
                    Judge::Net(path) => Entrant::alpha_beta(game.clone(), read(path)?, params, tables)?,
                }
            }
            Kind::Mcts { judge, memory_mib, threads, level, endgames } => {
                let options = EngineOptions {
                    threads: *threads,
                    memory_mib: *memory_mib,
                    level: *level,
                    // Nothing lies between the decision and the match.
                    overhead: Duration::ZERO,
                    ..EngineOptions::default()
                };
                let judge = match judge {
                    Judge::Material => engine::Judge::BuiltIn,
                    Judge::Net(path) => engine::Judge::Net(read(path)?),
                };
                Entrant::mcts(game.clone(), judge, options, tables(endgames)?)?
            }
            Kind::Engine { log, .. } => {
                let entrant = rival::entrant(game, self.description()?, log.as_deref())?;
                let entrant = match &self.name {
                    Some(name) => entrant.named(name),
                    None => entrant,
                };
                return Ok(self.paced(entrant));
            }
        };
        Ok(self.paced(entrant.named(self.to_string())))
    }

    fn paced<G: Game>(&self, entrant: Entrant<G>) -> Entrant<G> {
        if self.pace.is_infinite() { entrant } else { entrant.with_pace(self.pace) }
    }

    /// The description of an engine, with what this text says otherwise.
    fn description(&self) -> Result<Description, DescriptionError> {
        let Kind::Engine { file, command, directory, .. } = &self.kind else {
            let reason = "it is no engine of others".to_owned();
            return Err(DescriptionError { file: PathBuf::new(), line: None, reason });
        };
        let mut description = Description::read(file)?;
        if let Some(command) = command {
            description.command.clone_from(command);
        }
        if let Some(directory) = directory {
            description.directory = Some(directory.clone());
        }
        Ok(description)
    }

    /// The only game that an engine of others plays by its protocol; `None` where it may be any, or it is none.
    ///
    /// # Errors
    /// Its description cannot be read.
    pub fn only_game(&self) -> Result<Option<&'static str>, DescriptionError> {
        if !matches!(self.kind, Kind::Engine { .. }) {
            return Ok(None);
        }
        Ok(self.description()?.only_game())
    }

    /// The same, keeping what an engine of others says in a folder, where it has none of its own.
    #[must_use]
    pub fn logging_to(mut self, folder: &Path) -> Self {
        if let Kind::Engine { log, .. } = &mut self.kind {
            log.get_or_insert_with(|| folder.to_owned());
        }
        self
    }

    /// What it is called in reports: by its own name, that of an engine's description, or else its text.
    ///
    /// # Errors
    /// The description of an engine of others cannot be read.
    pub fn player_name(&self) -> Result<String, DescriptionError> {
        match (&self.name, &self.kind) {
            (None, Kind::Engine { .. }) => Ok(self.description()?.name),
            _ => Ok(self.to_string()),
        }
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The files that say how it plays.
    pub fn files(&self) -> Vec<&Path> {
        match &self.kind {
            Kind::AlphaBeta { judge: Judge::Net(net), .. } | Kind::Mcts { judge: Judge::Net(net), .. } => {
                vec![net]
            }
            Kind::Engine { file, .. } => vec![file],
            _ => Vec::new(),
        }
    }

    /// The folder of endgame tables that it asks.
    pub fn endgames(&self) -> Option<&Path> {
        match &self.kind {
            Kind::AlphaBeta { endgames, .. } | Kind::Mcts { endgames, .. } => endgames.as_deref(),
            _ => None,
        }
    }
}

/// The items of a spec; each is taken once, and what is left is an error.
struct Items<'t> {
    items: Vec<(&'t str, Option<&'t str>)>,
}

impl<'t> Items<'t> {
    fn of(text: &'t str) -> Result<Self, String> {
        let mut items = Vec::new();
        for item in text.split(',').map(str::trim).filter(|_| !text.is_empty()) {
            let (key, value) = match item.split_once('=') {
                Some((key, value)) => (key.trim(), Some(value.trim())),
                None => (item, None),
            };
            if key.is_empty() || value == Some("") {
                return Err(format!("item {item:?} is empty; items are key=value, separated by commas"));
            }
            if items.iter().any(|(other, _)| *other == key) {
                return Err(format!("{key:?} is given twice"));
            }
            items.push((key, value));
        }
        Ok(Self { items })
    }

    fn take(&mut self, key: &str) -> Result<Option<&'t str>, String> {
        let Some(at) = self.items.iter().position(|(other, _)| *other == key) else { return Ok(None) };
        let (_, value) = self.items.remove(at);
        value.map(Some).ok_or_else(|| format!("{key:?} needs a value: {key}=…"))
    }

    fn take_number<T: FromStr + PartialOrd + fmt::Display + Copy>(
        &mut self,
        key: &str,
        low: T,
        high: T,
    ) -> Result<Option<T>, String> {
        let Some(value) = self.take(key)? else { return Ok(None) };
        match value.parse() {
            Ok(number) if number >= low && number <= high => Ok(Some(number)),
            _ => Err(format!("{key}={value} has to be a whole number from {low} to {high}")),
        }
    }

    fn take_mark(&mut self, key: &str) -> Result<bool, String> {
        let Some(at) = self.items.iter().position(|(other, _)| *other == key) else { return Ok(false) };
        match self.items.remove(at).1 {
            None => Ok(true),
            Some(value) => Err(format!("{key:?} takes no value, but has {value:?}")),
        }
    }

    /// An item without a value whose key ends like that: a file.
    fn take_first(&mut self, ending: &str) -> Result<Option<&'t str>, String> {
        let Some(at) = self.items.iter().position(|(key, _)| key.ends_with(ending)) else { return Ok(None) };
        let (key, value) = self.items.remove(at);
        if value.is_some() { Err(format!("{key:?} takes no value")) } else { Ok(Some(key)) }
    }

    fn end(self, known: &str) -> Result<(), String> {
        match self.items.first() {
            None => Ok(()),
            Some((key, _)) => Err(format!("unknown item {key:?}; there are {known}")),
        }
    }
}

const COMMON: &str = "time=200ms, nodes=N, depth=N, clock=5m+3s, name=TEXT";

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
            Kind::Random
        }
        "greedy" => {
            items.end("name=TEXT")?;
            Kind::Greedy
        }
        "ab" => {
            let judge = judge_of(&mut items, "ab")?;
            let hash_mb = items.take_number("hash", 0, MAX_MIB)?;
            let hash_mb = hash_mb.unwrap_or(AlphaBetaParams::default().hash_mb);
            let endgames = items.take("endgames")?.map(PathBuf::from);
            items.end(&format!("material, net=PATH, hash=MIB, endgames=DIR, {COMMON}"))?;
            Kind::AlphaBeta { judge, hash_mb, endgames }
        }
        "mcts" => {
            let judge = judge_of(&mut items, "mcts")?;
            let memory_mib = items.take_number("memory", 1, MAX_MIB)?.unwrap_or(DEFAULT_TREE_MIB);
            let threads = items.take_number("threads", 1, MAX_THREADS)?.unwrap_or(1);
            let level = items.take_number("level", Level::WEAKEST.number(), Level::FULL.number())?;
            let level = level.and_then(Level::new).unwrap_or(Level::FULL);
            let endgames = items.take("endgames")?.map(PathBuf::from);
            items.end(&format!(
                "material, net=PATH, memory=MIB, threads=N, level=N, endgames=DIR, {COMMON}"
            ))?;
            Kind::Mcts { judge, memory_mib, threads, level, endgames }
        }
        "engine" => {
            let file = items.take_first(".toml")?;
            let file = file.ok_or("an engine needs its description: engine:FILE.toml")?.into();
            let command = items.take("command")?.map(str::to_owned);
            let directory = items.take("directory")?.map(PathBuf::from);
            let log = items.take("log")?.map(PathBuf::from);
            items.end(&format!("command=PATH, directory=PATH, log=DIR, {COMMON}"))?;
            Kind::Engine { file, command, directory, log }
        }
        other => return Err(format!("unknown kind {other:?}; there are {KINDS}")),
    };
    Ok(Spec { text: text.to_owned(), name, kind, pace })
}

fn judge_of(items: &mut Items<'_>, kind: &str) -> Result<Judge, String> {
    match (items.take_mark("material")?, items.take("net")?) {
        (true, None) => Ok(Judge::Material),
        (false, Some(path)) => Ok(Judge::Net(path.into())),
        (true, Some(_)) => Err(format!("{kind} judges by material or by net=PATH, not by both")),
        (false, None) => Err(format!("{kind} needs something to judge by: material or net=PATH")),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    match parse_duration(text) {
        Ok(duration) if duration <= LONGEST => Ok(duration),
        _ => Err(format!("time={text} has to be a number with its unit, at most a day: 200ms, 1.5s, 2m")),
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn read(text: &str) -> Result<Spec, SpecError> {
        text.parse()
    }

    #[test]
    fn reads_every_kind() {
        assert_eq!(read("random").expect("valid").kind, Kind::Random);
        let spec = read("ab:material,depth=6,hash=4").expect("valid");
        assert_eq!(spec.kind, Kind::AlphaBeta { judge: Judge::Material, hash_mb: 4, endgames: None });
        assert_eq!(spec.pace.limits, Limits::depth(6));
        let spec = read("mcts: net=a/b.net, time=1.5s, name=new").expect("valid");
        assert_eq!(
            spec.kind,
            Kind::Mcts {
                judge: Judge::Net("a/b.net".into()),
                memory_mib: DEFAULT_TREE_MIB,
                threads: 1,
                level: Level::FULL,
                endgames: None
            }
        );
        assert_eq!(spec.pace.limits, Limits::time(Duration::from_millis(1500)));
        assert_eq!(spec.to_string(), "new");
        let spec = read("mcts:material,threads=2,level=5,endgames=a/tables").expect("valid");
        let level = Level::new(5).expect("a level");
        let (judge, memory_mib, endgames) = (Judge::Material, DEFAULT_TREE_MIB, Some("a/tables".into()));
        assert_eq!(spec.kind, Kind::Mcts { judge, memory_mib, threads: 2, level, endgames });
        let spec = read("engine:engines/x.toml,directory=/opt/x,nodes=5").expect("valid");
        let (command, directory) = (None, Some("/opt/x".into()));
        assert_eq!(spec.kind, Kind::Engine { file: "engines/x.toml".into(), command, directory, log: None });
        assert_eq!(spec.files(), [Path::new("engines/x.toml")]);
        let spec = spec.logging_to(Path::new("logs"));
        assert!(matches!(&spec.kind, Kind::Engine { log: Some(log), .. } if log == Path::new("logs")));
        let spec = read("ab:net=x,nodes=800").expect("valid");
        assert_eq!(spec.pace.limits, Limits::nodes(800));
        assert_eq!(spec.to_string(), "ab:net=x,nodes=800");
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, part) in [
            ("", "unknown kind"),
            ("alphabeta:material", "there are random, greedy, ab:material"),
            ("ab", "material or net=PATH"),
            ("ab:material,net=x", "not by both"),
            ("ab:materal", "material or net=PATH"),
            ("ab:material,deph=3", "unknown item \"deph\""),
            ("ab:material,depth=0", "from 1 to 100"),
            ("ab:material,depth", "needs a value"),
            ("ab:material=1", "takes no value"),
            ("ab:material,nodes=-5", "whole number"),
            ("ab:material,,depth=3", "empty"),
            ("ab:material,depth=3,depth=4", "given twice"),
            ("ab:material,time=200", "with its unit"),
            ("ab:material,time=nans", "with its unit"),
            ("mcts", "material or net=PATH"),
            ("ab:material,clock=5", "5m (the whole game)"),
            ("ab:material,clock=5m,time=1s", "one of them"),
            ("ab:material,endgames", "needs a value"),
            ("greedy:endgames=tables", "unknown item"),
            ("engine:x.toml,endgames=tables", "unknown item"),
            ("engine", "engine:FILE.toml"),
            ("engine:x.json", "engine:FILE.toml"),
            ("engine:x.toml,y=3", "command=PATH"),
            ("mcts:net=", "empty"),
            ("mcts:material,threads=0", "from 1 to 256"),
            ("mcts:material,level=21", "from 1 to 20"),
            ("random:depth", "needs a value"),
            ("random:speed=3", "unknown item"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text:?}: {error}");
            assert!(!error.contains('\n'));
        }
    }

    #[test]
    fn no_text_is_a_panic() {
        const PIECES: [&str; 22] = [
            "random",
            "ab",
            "mcts",
            ":",
            ",",
            "=",
            "material",
            "net",
            "depth",
            "nodes",
            "time",
            "hash",
            "memory",
            "name",
            "5",
            "ms",
            "-1",
            " ",
            "é",
            "1e99s",
            "99999999999999999999",
            "\n",
        ];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..20_000 {
            let length = random.random_range(0..9);
            let text: String = (0..length).map(|_| PIECES[random.random_range(0..PIECES.len())]).collect();
            if let Ok(spec) = read(&text) {
                assert_eq!(read(text.trim()).map(|spec| spec.kind), Ok(spec.kind));
            }
        }
    }
}
