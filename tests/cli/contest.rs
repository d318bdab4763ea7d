use std::fs;

use super::{nets, program::damier};

const QUICK: [&str; 5] = ["match", "ab:material,depth=3", "random", "--pairs", "2"];

fn contest(more: &[&str]) -> super::program::Run {
    let mut arguments = QUICK.to_vec();
    arguments.extend(more);
    damier(&arguments)
}

#[test]
fn a_match_ends_with_a_table() {
    let text = contest(&["--game", "russian"]).success();
    for expected in ["russian", "games      4 (", "score", "Elo", "pairs      2", "from 2 openings"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
}

#[test]
fn nets_tell_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = nets::write(folder.path(), "english");
    let (first, second) = (format!("mcts:net={net},nodes=10"), format!("ab:net={net},depth=1"));
    let text = damier(&["match", &first, &second, "--pairs", "1"]).success();
    assert!(text.starts_with("english:"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_games_and_no_file_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    for (name, threads) in [("one.pdn", "1"), ("two.pdn", "2")] {
        contest(&["--game", "russian", "--games-out", &path(name), "--concurrency", threads]).success();
    }
    let games = fs::read_to_string(path("one.pdn")).expect("read");
    assert_eq!(games, fs::read_to_string(path("two.pdn")).expect("read"));
    assert_eq!(games.matches("[Event ").count(), 4);
    let error = contest(&["--game", "english", "--games-out", &path("one.pdn")]).failure(1);
    assert!(error.contains("one.pdn") && error.contains("exists"), "{error}");
    assert_eq!(games, fs::read_to_string(path("one.pdn")).expect("read"));
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("openings.txt");
    let name = path.to_str().expect("UTF-8");
    fs::write(&path, "# two\nW:Wa1,c1,c3:Bb8,d8,f6\n\nB:Wa1,c1,c3:Bb8,d8,f6\n").expect("written");
    let text = contest(&["--game", "russian", "--openings", name]).success();
    assert!(text.contains("from 2 openings"), "{text}");
    fs::write(&path, "W:Wa1,c1,c3:Bb8,d8,f6\nnonsense\n").expect("written");
    let error = contest(&["--game", "russian", "--openings", name]).failure(1);
    assert!(error.contains("openings.txt, line 2"), "{error}");
    fs::write(&path, "").expect("written");
    assert!(contest(&["--game", "russian", "--openings", name]).failure(1).contains("no opening"));
}

#[test]
fn openings_come_from_tables_and_from_games() {
    let english = |more: &[&str]| contest(&[&["--game", "english"], more].concat());
    let text = english(&["--openings", "three-move", "--random-plies"]).failure(2);
    assert!(text.contains("--random-plies"), "{text}");
    assert!(english(&["--openings", "three-move"]).success().contains("from 2 openings\n"));
    let error = english(&["--openings", "five-move"]).failure(1);
    assert!(error.contains("no such file") && error.contains("two-move, three-move"), "{error}");
    let error = contest(&["--game", "turkish", "--openings", "three-move"]).failure(1);
    assert!(error.contains("no opening tables of its own"), "{error}");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pdn");
    let name = path.to_str().expect("UTF-8");
    fs::write(&path, "[Event \"a\"]\n\n1. 9-13 22-18 2. 12-16 *\n").expect("written");
    let text = english(&["--openings", name, "--opening-plies", "2"]).success();
    assert!(text.contains("from 1 openings; the book has 1, so 1 pair plays one again"), "{text}");
    fs::write(&path, "[Event \"a\"]\n\n1. 9-13 22-17 2. 13-17 *\n").expect("written");
    let error = english(&["--openings", name]).failure(1);
    assert!(error.contains("games.pdn, line 3, column 18"), "{error}");
    let text = contest(&["--game", "russian", "--random-plies", "4", "--balance", "0"]).success();
    assert!(text.contains("from 2 openings"), "{text}");
}

/// The competitors put the first stones and choose their colours themselves.
#[test]
fn five_in_a_row_is_opened_by_swap2() {
    let game = ["--game", "gomoku-freestyle:opening=swap2,size=9"];
    let text = contest(&[&game[..], &["--random-plies", "0"]].concat()).success();
    assert!(text.contains("games      4") && !text.contains("forfeit"), "{text}");
}

#[test]
fn a_sequential_test_ends_early() {
    let arguments = ["match", "ab:material,depth=3", "random", "--game", "russian", "--pairs", "400"];
    let text = damier(&[&arguments[..], &["--sprt", "0,100"]].concat()).success();
    assert!(text.contains("passed") && !text.contains("games      800"), "{text}");
}

#[test]
fn wrong_competitors_and_arguments_are_refused() {
    assert!(contest(&[]).failure(1).contains("--game"));
    for spec in
        ["", "human", "mcts", "mcts:net", "ab:material,depth=0", "random:depth=x", "ab:material,colour=red"]
    {
        let error = damier(&["match", spec, "random", "--game", "russian"]).failure(2);
        assert!(error.contains("damier match --help"), "{error}");
    }
    assert!(contest(&["--game", "russian", "--sprt", "20,0"]).failure(2).contains("SPRT"));
    contest(&["--game", "russian", "--sprt", "x"]).failure(2);
    contest(&["--game", "go"]).failure(2);
    contest(&["--game", "russian", "--concurrency", "0"]).failure(2);
    contest(&["--game", "russian", "--openings", "a", "--random-plies", "2"]).failure(2);
    let error = contest(&["--game", "russian", "--games-out", "/nowhere/games.pdn"]).failure(1);
    assert!(error.contains("/nowhere"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    let net = nets::write(folder.path(), "russian");
    let spec = format!("mcts:net={net},nodes=5");
    let error = damier(&["match", &spec, "random", "--game", "english"]).failure(1);
    assert!(error.contains(nets::NET) && error.contains("english"), "{error}");
}
