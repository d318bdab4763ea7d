//! Thinking on the opponent's time.

use std::{fs, path::Path};

use damier_arena::{MatchSettings, play::Pondering};
use damier_engine::search::Limits;

use super::engines::{Engines, impatient, patient, play, settings};

fn pondering() -> MatchSettings {
    MatchSettings { pondering: Pondering::On, limits: Limits::nodes(200), ply_cap: Some(40), ..settings() }
}

/// All that was said to engines.
fn said(logs: &Path) -> String {
    let files = fs::read_dir(logs).expect("logs").map(|entry| entry.expect("a log").path());
    files.map(|path| fs::read_to_string(path).expect("text")).collect()
}

#[test]
fn engines_ponder_and_hear_whether_they_guessed_right() {
    let engines = Engines::new();
    for (protocol, game, hit) in
        [("uci", "chess", "> ponderhit"), ("hub", "russian", "> ponder-hit"), ("damier", "russian", "> hit")]
    {
        let logs = engines.path(protocol);
        let spec = engines.describe("rogue", protocol, game, "none", &patient());
        let spec = format!("{spec},log={}", logs.display());
        for opponent in ["mcts:material,nodes=200", "random"] {
            let report = play(game, &spec, opponent, pondering());
            assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{protocol}: {report}");
        }
        let said = said(&logs);
        for words in [hit, "> stop", "> go ponder"] {
            assert!(said.contains(words), "{protocol}: {words} in {said}");
        }
        assert_eq!(said.contains("name Ponder value true"), protocol == "uci");
    }
}

#[test]
fn nobody_ponders_unless_it_is_asked_for() {
    let engines = Engines::new();
    let logs = engines.path("logs");
    let spec = engines.describe("rogue", "uci", "chess", "none", &patient());
    let settings = MatchSettings { pondering: Pondering::Off, ..pondering() };
    play("chess", &format!("{spec},log={}", logs.display()), "random", settings);
    assert!(!said(&logs).to_lowercase().contains("go ponder"));
}

#[test]
fn who_fails_while_it_ponders_forfeits_with_its_next_move() {
    let engines = Engines::new();
    for (trouble, more, cause) in [("crash@2", patient(), "crash"), ("hang@2", impatient(), "hang")] {
        for (protocol, game) in [("uci", "chess"), ("hub", "russian"), ("damier", "russian")] {
            let spec = engines.describe("rogue", protocol, game, trouble, &more);
            let report = play(game, &spec, "random", pondering());
            let endings: Vec<_> = report.endings.keys().cloned().collect();
            assert_eq!(endings, [format!("rogue forfeits: {cause}")], "{protocol}, {trouble}: {report}");
            assert_eq!(report.tally.games, [2, 0, 0]);
        }
    }
}
