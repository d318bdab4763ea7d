//! What is seen of matches, tournaments and leagues equals what their own commands report.

use std::{fs, num::NonZero, path::Path, sync::atomic::AtomicBool};

use damier_engine::search::Limits;
use damier_rules::{Game, Notation, NotationFormat::Native};

use super::*;
use crate::{
    MatchConfig, MatchSettings, Spec,
    league::{LeagueConfig, run_league},
    matches::{MatchSummary, Silent, run_match, run_multiplayer_match},
    tournament::{TournamentEnd, TournamentError, TournamentFile, TournamentOptions, run_tournament},
};

fn specs(texts: &[&str]) -> Vec<Spec> {
    texts.iter().map(|text| text.parse().expect("a competitor")).collect()
}

fn config(folder: &Path, competitors: &[&str], sprt: Option<&str>) -> MatchConfig {
    MatchConfig {
        competitors: specs(competitors),
        settings: MatchSettings {
            limits: Limits::nodes(60),
            pairs: 3,
            ply_cap: Some(60),
            sprt: sprt.map(|text| text.parse().expect("a test")),
            ..MatchSettings::default()
        },
        games_file: None,
        directory: Some(folder.to_owned()),
    }
}

fn progress(watched: &Watched) -> MatchProgress {
    let Progress::Match(progress) = watched.progress() else { panic!("a match") };
    *progress
}

#[test]
fn a_match_is_seen_as_its_report_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(folder.path(), &["ab:material,name=one", "random"], Some("0,200"));
    let report = run_match("russian", &config, &Silent, &AtomicBool::new(false)).expect("played");
    let watched = Watched::open(folder.path()).expect("a match");
    let seen = progress(&watched);
    let MatchSummary::Two(two) = &seen.report else { panic!("of two") };
    assert_eq!((two.tally, two.estimate, two.sprt), (report.tally, report.estimate, report.sprt));
    assert_eq!((&two.names, two.plies, &two.endings), (&report.names, report.plies, &report.endings));
    assert_eq!(two.different_openings, report.different_openings);
    assert_eq!((watched.kind(), watched.games(), seen.standing.games), (Kind::Match, 6, 6));
    let seats = seen.by_seat.iter().map(|tally| tally.played()).sum::<u64>();
    let openings = seen.by_opening.iter().map(|score| score.tally.played()).sum::<u64>();
    assert_eq!((seats, openings), (two.tally.played(), two.tally.played()));
    assert!(seen.by_opening.iter().all(|score| !score.moves.is_empty()));
    for number in 0..6 {
        let kept = watched.game(number).expect("readable").expect("a game");
        assert_eq!(Some(kept.row.plies), watched.row(number).map(|row| row.plies));
        assert_eq!((kept.moves.len(), kept.row.seats.len()), (kept.row.plies, 2));
        assert!(kept.opening_plies > 0 && kept.moves.iter().any(|played| played.time.is_some()));
    }
    assert!(watched.game(6).expect("readable").is_none());
}

/// Returns the lines of a log with their ends.
fn lines(log: &Path) -> Vec<String> {
    fs::read_to_string(log).expect("a log").split_inclusive('\n').map(str::to_owned).collect()
}

#[test]
fn games_are_seen_as_they_come() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(folder.path(), &["ab:material", "random"], None);
    run_match("russian", &config, &Silent, &AtomicBool::new(false)).expect("played");
    let log = folder.path().join("games.jsonl");
    let lines = lines(&log);
    let write = |text: String| fs::write(&log, text).expect("written");
    write(lines[..3].concat());
    let mut watched = Watched::open(folder.path()).expect("a match");
    assert_eq!((watched.games(), watched.version()), (2, 0));
    assert!(!watched.refresh().expect("as before"));
    // A line that is being written is no game yet.
    let (half, rest) = lines[3].split_at(lines[3].len() / 2);
    write(lines[..3].concat() + half);
    assert!(!watched.refresh().expect("half a line"));
    write(lines[..3].concat() + half + rest);
    assert!(watched.refresh().expect("a line"));
    assert_eq!((watched.games(), watched.version()), (3, 1));
    assert_eq!(progress(&watched).standing.finished, 3);
    // A log that was replaced is read anew.
    write(
        [lines[0].clone(), lines[4].clone(), lines[3].clone(), lines[2].clone(), lines[1].clone()].concat(),
    );
    assert!(watched.refresh().expect("another log"));
    assert_eq!((watched.games(), watched.version()), (4, 2));
    // Damage is reported with its place, and what was read stays.
    write(lines[..5].concat() + &lines[5].replace("\"game\":", "\"gone\":"));
    let error = watched.refresh().expect_err("damaged").to_string();
    assert!(error.contains("games.jsonl, line 6: the checksum is wrong"), "{error}");
    write(lines.concat());
    assert!(watched.refresh().expect("mended"));
    assert_eq!(watched.games(), 6);
}

#[test]
fn a_match_of_three_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(folder.path(), &["greedy", "random"], None);
    let game = "chinese-checkers:players=3,cap=10";
    let report = run_multiplayer_match(game, &config, &Silent, &AtomicBool::new(false)).expect("played");
    let watched = Watched::open(folder.path()).expect("a match");
    let seen = progress(&watched);
    let MatchSummary::More(more) = &seen.report else { panic!("of three") };
    assert_eq!((&more.rows[0].elo, more.games), (&report.rows[0].elo, report.games));
    assert!(seen.by_seat.is_empty() && seen.by_opening.is_empty());
    assert_eq!(watched.summary().players, ["greedy", "random"]);
}

const ROUND_ROBIN: &str = "name = \"Three\"\ngame = \"russian\"\nformat = \"round-robin\"\nnodes = 40\nply-cap = 60\n\
    [[player]]\ncompetitor = \"ab:material\"\n[[player]]\ncompetitor = \"random\"\n[[player]]\ncompetitor = \"greedy\"\n";

/// Plays a tournament, or pairs its next round, one game at a time.
fn run(file: &TournamentFile, folder: &Path) -> Result<TournamentEnd, TournamentError> {
    let never = AtomicBool::new(false);
    run_tournament(
        file,
        Path::new("t.toml"),
        folder,
        TournamentOptions::here(NonZero::<usize>::MIN),
        &|_| (),
        &never,
    )
}

#[test]
fn a_tournament_is_seen_as_its_tables_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = TournamentFile::parse(ROUND_ROBIN, Path::new("t.toml")).expect("a tournament");
    let end = run(&file, folder.path()).expect("played");
    let mut watched = Watched::open(folder.path()).expect("a tournament");
    let Progress::Tournament(report) = watched.progress() else { panic!("a tournament") };
    assert_eq!((report.title, report.tables), (end.report.title, end.report.tables));
    let summary = watched.summary();
    assert_eq!((summary.finished, summary.total, summary.over), (6, Some(6), true));
    let kept = watched.game(0).expect("readable").expect("a game");
    assert_eq!((kept.moves.len(), kept.row.place.as_str()), (kept.row.plies, "1.1.1"));
    let game = damier_rules::AnyGame::of_id("russian").expect("listed");
    assert_eq!(game.position_text(Native, &kept.start), game.position_text(Native, &game.start()));
    // Games that are missing at the end are due.
    let log = folder.path().join("results.jsonl");
    let lines = lines(&log);
    fs::write(&log, lines[..lines.len() - 2].concat()).expect("written");
    assert!(watched.refresh().expect("readable"));
    let summary = watched.summary();
    assert_eq!((summary.finished, summary.total, summary.over), (4, Some(6), false));
}

#[test]
fn people_are_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "name = \"Club\"\ngame = \"russian\"\nformat = \"round-robin\"\ngames = 1\n\
        [[player]]\nname = \"Ann\"\n[[player]]\nname = \"Bob\"\n[[player]]\nname = \"Cid\"\n";
    let file = TournamentFile::parse(text, Path::new("t.toml")).expect("a tournament");
    run(&file, folder.path()).expect("paired");
    let mut watched = Watched::open(folder.path()).expect("a tournament");
    assert_eq!((watched.games(), watched.row(0)), (0, None));
    let sheet = folder.path().join("results.txt");
    let paired = fs::read_to_string(&sheet).expect("a sheet");
    let line = paired.lines().find(|line| line.ends_with(':')).expect("an encounter");
    fs::write(&sheet, paired.replacen(line, &format!("{line} 1-0"), 1)).expect("written");
    assert!(watched.refresh().expect("readable"));
    assert_eq!(watched.games(), 1);
}

#[test]
fn a_league_is_seen_as_its_ratings_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let league = LeagueConfig {
        baselines: specs(&["random", "ab:material"]),
        generations: Vec::new(),
        predecessors: vec![1],
        games: 2,
        settings: MatchSettings { limits: Limits::nodes(16), ply_cap: Some(40), ..MatchSettings::default() },
        identity: "test".to_owned(),
    };
    run_league("russian", &league, folder.path(), None, &|_| (), &AtomicBool::new(false)).expect("played");
    let mut watched = Watched::open(folder.path()).expect("a league");
    assert_eq!((watched.kind(), watched.games()), (Kind::League, 0));
    let mut results =
        crate::tournament::Results::open(&folder.path().join("results.jsonl"), "league of russian: test")
            .expect("the log");
    for (game, shares) in [[1.0, 0.0], [0.5, 0.5]].into_iter().enumerate() {
        let mut seats = vec!["generation 3".to_owned(), "ab:material".to_owned()];
        if game == 1 {
            seats.reverse();
        }
        let line = crate::tournament::ResultLine {
            round: 3,
            board: 2,
            game,
            seats,
            shares: shares.to_vec(),
            ending: "no move left".to_owned(),
            plies: 0,
            effort: Vec::new(),
            played_by: None,
            ended: None,
            text: String::new(),
        };
        results.add(line).expect("written");
    }
    assert!(watched.refresh().expect("readable"));
    let Progress::League(rows) = watched.progress() else { panic!("a league") };
    let names: Vec<(&str, Option<u32>)> =
        rows.iter().map(|row| (row.name.as_str(), row.generation)).collect();
    assert_eq!(names, [("ab:material", None), ("generation 3", Some(3))]);
    assert!(rows[0].elo.value == 0.0 && rows[1].elo.value > 0.0 && rows[1].score == 0.75);
}

#[test]
fn what_is_no_match_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let refused = || Watched::open(folder.path()).expect_err("no match").to_string();
    let write = |name: &str, text: &str| fs::write(path(name), text).expect("written");
    assert!(refused().contains("holds no match, tournament or league"));
    write("results.jsonl", "{}\n");
    assert!(refused().contains("results.jsonl, line 1: the checksum is missing"), "{}", refused());
    write("tournament.toml", "name = 5");
    assert!(refused().contains("tournament.toml"), "{}", refused());
    let cycles = ROUND_ROBIN.replace("nodes = 40", "nodes = 40\ncycles = 4000000000");
    write("tournament.toml", &cycles);
    assert!(refused().contains("games or so; at most"), "{}", refused());
    write("games.jsonl", "");
    assert!(refused().contains("no match.toml that says of which match"), "{}", refused());
    for (settings, part) in [
        ("5", "match.toml: "),
        ("game = \"russian\"", "does not tell pairs"),
        ("game = \"go\"\npairs = \"5\"", "match.toml"),
        ("game = \"russian\"\npairs = \"5\"\nfirst = \"random\"", "1 competitors where 2 to 2"),
        (
            "game = \"russian\"\npairs = \"5\"\nfirst = \"random\"\nsecond = \"greedy\"\nsprt = \"yes\"",
            "sprt = \"yes\" is no test",
        ),
    ] {
        write("match.toml", settings);
        assert!(refused().contains(part), "{settings}: {}", refused());
    }
    let sound = "game = \"russian\"\npairs = \"99999999999999\"\nfirst = \"random\"\nsecond = \"greedy\"";
    write("match.toml", sound);
    assert_eq!(Watched::open(folder.path()).expect("a match without games").games(), 0);
    write("games.jsonl", "no game\n");
    assert!(refused().contains("games.jsonl, line 1"), "{}", refused());
    fs::remove_file(path("games.jsonl")).expect("removed");
    fs::create_dir(path("games.jsonl")).expect("made");
    assert!(refused().contains("is a link or no plain file"), "{}", refused());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let (folder, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    fs::write(other.path().join("secret"), "game = \"russian\"").expect("written");
    std::os::unix::fs::symlink(other.path().join("secret"), folder.path().join("match.toml"))
        .expect("a link");
    let error = Watched::open(folder.path()).expect_err("a link").to_string();
    assert!(error.contains("match.toml: is a link or no plain file"), "{error}");
}
