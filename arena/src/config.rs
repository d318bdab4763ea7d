//! A whole match for a game that is known at run time only.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use damier_engine::{atomic_file, search::Limits, time::DurationText};
use damier_rules::{
    Game, Position,
    registry::{self, GameVisitor},
};

use crate::{
    competitor::Spec,
    contest::{
        self, GameTextTags, Identity, MatchDirectory, MatchReport, MatchResult, MatchSettings, Observer,
        game_text,
    },
    error::ArenaError,
    opening::OpeningSource,
    table::{self, TableReport, TableStanding},
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

impl MatchConfig {
    /// What makes the games of the match, as texts: the competitors and the files behind them, and the settings
    /// but for the number of threads.
    fn identity<G: Game>(&self, game: &G) -> Result<Identity, ArenaError> {
        let settings = &self.settings;
        let mut identity: Identity = [
            ("game", game.id().to_owned()),
            ("first", self.competitors[0].text().to_owned()),
            ("second", self.competitors[1].text().to_owned()),
            ("pairs", settings.pairs.to_string()),
            ("limits", limits_text(&settings.limits)),
            ("clock", settings.clock.map_or_else(|| "none".to_owned(), |clock| clock.to_string())),
            ("margin", DurationText(settings.margin).to_string()),
            ("openings", format!("{:?}", settings.openings)),
            ("ply cap", settings.ply_cap.map_or_else(|| "none".to_owned(), |cap| cap.to_string())),
            ("adjudication", format!("{:?}", settings.adjudication)),
            ("seed", settings.seed.to_string()),
            ("sprt", settings.sprt.map_or_else(|| "none".to_owned(), |sprt| format!("{sprt:?}"))),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        let openings = match &settings.openings {
            // The name of a table is no file.
            OpeningSource::Book(book) => Some(book.name.as_path()).filter(|path| path.is_file()),
            OpeningSource::Random(random) => random.balance.net.as_deref(),
        };
        for path in self.competitors.iter().flat_map(Spec::files).chain(openings) {
            let content = fs::read(path).map_err(reading(path))?;
            identity.insert(
                format!("checksum of {}", path.display()),
                format!("{:08x}", crc32fast::hash(&content)),
            );
        }
        let adjudicating = settings.adjudication.tables.as_deref();
        for folder in self.competitors.iter().filter_map(Spec::endgames).chain(adjudicating) {
            identity.insert(format!("tables in {}", folder.display()), tables_text(game, folder)?);
        }
        Ok(identity)
    }
}

/// Which endgame tables a folder has of a game: their content follows from the game.
fn tables_text<G: Game>(game: &G, folder: &Path) -> Result<String, ArenaError> {
    let folder = damier_endgames::game_folder(game, folder);
    let mut names = fs::read_dir(&folder)
        .and_then(|entries| {
            entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect::<io::Result<Vec<_>>>()
        })
        .map_err(reading(&folder))?;
    names.retain(|name| Path::new(name).extension().is_some_and(|ending| ending == damier_endgames::EXTENSION));
    names.sort_unstable();
    Ok(names.join(" "))
}

fn reading(path: &Path) -> impl FnOnce(io::Error) -> ArenaError {
    let file = path.to_owned();
    move |error| ArenaError::Io { file, action: "reading", error }
}

/// The bounds of a move, for people.
fn limits_text(limits: &Limits) -> String {
    let time = limits.time.map(|time| format!("time {}", DurationText(time)));
    let nodes = limits.nodes.map(|nodes| format!("nodes {nodes}"));
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let told: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
    if told.is_empty() { "none".to_owned() } else { told.join(", ") }
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

/// Who plays at a table of more than two players, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct TableConfig {
    /// The competitors, 2 or more.
    pub competitors: Vec<Spec>,
    /// How they play; its pairs are rounds, in which everyone takes every seat.
    pub settings: MatchSettings,
}

/// Plays the rounds of a table in the game with identity `game`, which may have any number of players; see
/// [`table::play`].
///
/// # Errors
/// There is no such game, too few or too many competitors, or a net or opening file cannot be used.
pub fn run_table(
    game: &str,
    config: &TableConfig,
    observer: &(dyn Fn(&TableStanding) + Sync),
    cancelled: &AtomicBool,
) -> Result<TableReport, ArenaError> {
    registry::dispatch(game, RunTable { config, observer, cancelled })?
}

struct RunTable<'r> {
    config: &'r TableConfig,
    observer: &'r (dyn Fn(&TableStanding) + Sync),
    cancelled: &'r AtomicBool,
}

impl GameVisitor for RunTable<'_> {
    type Output = Result<TableReport, ArenaError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let entrants =
            self.config.competitors.iter().map(|spec| spec.entrant(&game)).collect::<Result<Vec<_>, _>>()?;
        let settings = &self.config.settings;
        Ok(table::play(&game, &entrants, settings, self.observer, self.cancelled)?.report)
    }
}

struct Run<'r> {
    config: &'r MatchConfig,
    observer: &'r dyn Observer,
    cancelled: &'r AtomicBool,
}

impl GameVisitor for Run<'_> {
    type Output = Result<MatchReport, ArenaError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let players = game.start().players();
        if players != 2 {
            return Err(ArenaError::Competitors { game: game.id().to_owned(), players, found: 2 });
        }
        let [first, second] = &self.config.competitors;
        let entrants = [first.entrant(&game)?, second.entrant(&game)?];
        if let Some(path) = &self.config.games_file {
            check_folder(path)?;
        }
        let settings = &self.config.settings;
        let directory = match &self.config.directory {
            Some(folder) => Some(MatchDirectory::open(&game, folder, &self.config.identity(&game)?)?),
            None => None,
        };
        let MatchResult { games, report } =
            contest::play_in(&game, &entrants, settings, directory, self.observer, self.cancelled)?;
        // A match that goes on later writes its games then.
        let broken_off = self.config.directory.is_some() && self.cancelled.load(Ordering::Relaxed);
        if let Some(path) = self.config.games_file.as_ref().filter(|_| !broken_off) {
            let tags = GameTextTags { event: "damier match".to_owned(), names: report.names.clone() };
            let texts: Vec<_> = games.iter().map(|played| game_text(&game, played, &tags)).collect();
            write_games(path, &texts.concat())?;
        }
        Ok(report)
    }
}

/// Finds out now rather than after the match that `path` has no folder to be in.
fn check_folder(path: &Path) -> Result<(), ArenaError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::read_dir(folder).map(drop).map_err(|error| ArenaError::Io {
        file: folder.to_owned(),
        action: "opening the folder for the games",
        error,
    })
}

fn write_games(path: &Path, text: &str) -> Result<(), ArenaError> {
    atomic_file::write(path, text.as_bytes()).map_err(|error| ArenaError::Io {
        file: path.to_owned(),
        action: "writing",
        error,
    })
}

#[cfg(test)]
mod tests {
    use damier_engine::net::{Arch, FloatNet, Sizes};

    use super::*;
    use crate::contest::Silent;

    fn config(competitors: [&str; 2]) -> MatchConfig {
        MatchConfig {
            competitors: competitors.map(|text| text.parse().expect("a competitor")),
            settings: MatchSettings { pairs: 2, ..MatchSettings::default() },
            games_file: None,
            directory: None,
        }
    }

    fn run(game: &str, config: &MatchConfig) -> Result<MatchReport, ArenaError> {
        run_match(game, config, &Silent, &AtomicBool::new(false))
    }

    #[test]
    fn every_game_has_matches() {
        for id in registry::NAMES {
            let report = run(id, &config(["ab:material,depth=2", "random"])).expect("played");
            assert_eq!((report.game.as_str(), report.tally.played(), report.forfeits), (*id, 4, 0));
        }
    }

    #[test]
    fn nets_play() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.dmn");
        registry::dispatch("russian", WriteNet { path: &path }).expect("listed");
        let net = path.display();
        let config = config([&format!("mcts:net={net},nodes=30"), &format!("ab:net={net},nodes=200")]);
        let report = run("russian", &config).expect("played");
        assert_eq!((report.tally.played(), report.forfeits), (4, 0), "{report}");
        assert!(report.effort.iter().all(|effort| effort.nodes > effort.moves));
        let error = run("english", &config).expect_err("another game").to_string();
        assert!(error.contains("a.dmn") && error.contains("russian"), "{error}");
    }

    struct WriteNet<'p> {
        path: &'p Path,
    }

    impl GameVisitor for WriteNet<'_> {
        type Output = ();

        fn visit<G: Game>(self, game: G) {
            let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
            let arch = Arch::of(&game, game.feature_sets()[0], sizes).expect("fits");
            let net = FloatNet::random(arch, 1).and_then(|net| net.quantise()).expect("a net");
            net.write(self.path).expect("written");
        }
    }

    #[test]
    fn games_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pdn");
        let config =
            MatchConfig { games_file: Some(path.clone()), ..config(["random", "random:name=other"]) };
        let report = run("russian", &config).expect("played");
        assert_eq!(report.names[1], "other");
        let text = std::fs::read_to_string(path).expect("written");
        assert_eq!(text.matches("[Event \"damier match\"]").count(), 4);
    }

    #[test]
    fn a_match_that_was_broken_off_goes_on_in_its_directory() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("match");
        let in_directory = |seed| {
            let mut config =
                MatchConfig { directory: Some(path.clone()), ..config(["ab:material,depth=2", "random"]) };
            config.settings.seed = seed;
            config
        };
        let whole = run("russian", &config(["ab:material,depth=2", "random"])).expect("played");
        let cancelled = AtomicBool::new(false);
        let stop = |standing: &crate::Standing| {
            if standing.finished == 3 {
                cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        let mut broken_off = in_directory(1);
        broken_off.settings.threads = std::num::NonZero::<usize>::MIN;
        let part = run_match("russian", &broken_off, &stop, &cancelled).expect("played");
        assert_eq!(part.tally.played(), 3);
        // The plug was pulled while a line was written.
        let games = path.join(contest::GAMES_FILE);
        let text = fs::read_to_string(&games).expect("games");
        assert_eq!(text.lines().count(), 3);
        fs::write(&games, format!("{text}{}", &text[..40])).expect("written");
        let resumed = run("russian", &in_directory(1)).expect("goes on");
        assert_eq!((resumed.tally, resumed.plies), (whole.tally, whole.plies));
        assert_eq!(fs::read_to_string(&games).expect("games").lines().count(), 4);
        assert_eq!(run("russian", &in_directory(1)).expect("nothing is left to do"), resumed);
        let error = run("russian", &in_directory(2)).expect_err("another match").to_string();
        assert!(error.contains("seed = 1") && !error.contains('\n'), "{error}");
        fs::write(&games, format!("nonsense\n{text}")).expect("written");
        let error = run("russian", &in_directory(1)).expect_err("damaged").to_string();
        assert!(error.contains("games.jsonl, line 1"), "{error}");
    }

    #[test]
    fn says_why_there_is_no_match() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("missing").join("games.pdn");
        let nowhere = MatchConfig { games_file: Some(missing), ..config(["random", "random"]) };
        for (game, config, part) in [
            ("rusian", config(["random", "random"]), "russian"),
            ("russian", config(["random", "ab:material"]), "no limit"),
            ("russian", config(["random", "mcts:net=/no/such/file,nodes=5"]), "/no/such/file"),
            ("russian", nowhere, "missing"),
            ("russian", config(["random", "ab:material,depth=2,endgames=/no/such"]), "damier endgames build russian"),
            ("chess", config(["mcts:material,nodes=5,endgames=/no/such", "random"]), "no endgame tables of this game"),
        ] {
            let error = run(game, &config).expect_err(part).to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
