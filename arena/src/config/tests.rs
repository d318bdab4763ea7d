//! Matches of games that are known at run time only, and their directories.

use std::{fs, path::Path, sync::atomic::AtomicBool};

use damier_engine::net::{Arch, FloatNet, Sizes};
use damier_rules::{
    Game,
    registry::{self, GameVisitor},
};

use super::{MatchConfig, run_match};
use crate::{
    contest::{self, MatchReport, MatchSettings, Silent},
    error::ArenaError,
};

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
    let config = MatchConfig { games_file: Some(path.clone()), ..config(["random", "random:name=other"]) };
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
        (
            "russian",
            config(["random", "ab:material,depth=2,endgames=/no/such"]),
            "damier endgames build russian",
        ),
        (
            "chess",
            config(["mcts:material,nodes=5,endgames=/no/such", "random"]),
            "no endgame tables of this game",
        ),
    ] {
        let error = run(game, &config).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}
