//! A whole match for a game that is known at run time only.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use damier_engine::atomic_file;
use damier_rules::{
    Game, Position,
    registry::{self, GameVisitor},
};

use crate::{
    competitor::Spec,
    contest::{self, GameTextTags, MatchReport, MatchResult, MatchSettings, Observer, game_text},
    error::ArenaError,
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
        let MatchResult { games, report } =
            contest::play(&game, &entrants, &self.config.settings, self.observer, self.cancelled)?;
        if let Some(path) = &self.config.games_file {
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
    fn says_why_there_is_no_match() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("missing").join("games.pdn");
        let nowhere = MatchConfig { games_file: Some(missing), ..config(["random", "random"]) };
        for (game, config, part) in [
            ("rusian", config(["random", "random"]), "russian"),
            ("russian", config(["random", "ab:material"]), "no limit"),
            ("russian", config(["random", "mcts:net=/no/such/file,nodes=5"]), "/no/such/file"),
            ("russian", nowhere, "missing"),
        ] {
            let error = run(game, &config).expect_err(part).to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
