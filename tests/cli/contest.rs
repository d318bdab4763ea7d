use std::fs;

#[cfg(target_os = "linux")]
use super::program::{damier_with_little_memory, damier_with_small_files};
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
    let run = contest(&["--game", "russian", "--openings", name]);
    assert!(run.stderr.contains("openings.txt, line 2"), "{}", run.stderr);
    let text = run.success();
    assert!(text.contains("the book has 1,") && text.contains("left out   1 lines or games"), "{text}");
    let error = contest(&["--game", "russian", "--openings", name, "--strict"]).failure(1);
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
    for spec in ["", "human", "mcts:net", "ab:material,depth=0", "random:depth=x", "ab:material,colour=red"] {
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

#[test]
fn a_table_of_more_than_two_refuses_what_only_two_can_follow() {
    let table = ["match", "greedy", "random", "--game", "chinese-checkers:players=3", "--pairs", "1"];
    for option in [["--balance", "50"], ["--balance-net", "any.dmn"], ["--sprt", "0,20"]] {
        let error = damier(&[&table[..], &option].concat()).failure(1);
        assert!(error.contains(option[0]) && error.contains("leave it out"), "{error}");
    }
}

#[test]
fn clocks_are_kept_and_wrong_ones_are_refused() {
    let text = damier(&[
        "match",
        "ab:material",
        "mcts:material",
        "--game",
        "russian",
        "--pairs",
        "1",
        "--clock",
        "200ms+2ms",
    ]);
    assert!(text.success().contains("games      2 ("));
    for (clock, part) in [("5", "40m+15s"), ("0/5m", "number of moves")] {
        let error =
            damier(&["match", "ab:material", "random", "--game", "russian", "--clock", clock]).failure(2);
        assert!(error.contains(part), "{error}");
    }
    damier(&["match", "ab:material", "random", "--game", "russian", "--clock", "5m", "--time", "1s"])
        .failure(2);
    let error = contest(&["--game", "russian", "--adjudicate-win", "0.3,8"]).failure(2);
    assert!(error.contains("0.98,8"), "{error}");
    let error = contest(&["--game", "russian", "--adjudicate-tables", "/nowhere"]).failure(1);
    assert!(error.contains("damier endgames build"), "{error}");
}

#[test]
fn a_match_in_a_directory_is_played_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match");
    let name = path.to_str().expect("UTF-8");
    let first = contest(&["--game", "russian", "--dir", name]).success();
    let games = fs::read_to_string(path.join("games.jsonl")).expect("kept");
    assert_eq!(games.lines().count(), 1 + 4);
    assert_eq!(contest(&["--game", "russian", "--dir", name, "--concurrency", "1"]).success(), first);
    assert_eq!(fs::read_to_string(path.join("games.jsonl")).expect("kept"), games);
    let error = contest(&["--game", "russian", "--dir", name, "--seed", "2"]).failure(1);
    assert!(error.contains("seed = 1"), "{error}");
}

#[test]
fn competitors_ask_endgame_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("UTF-8");
    damier(&["endgames", "build", "english", "--pieces", "2", "--dir", dir]).success();
    let spec = format!("ab:material,depth=2,endgames={dir}");
    let play = |spec: &str, game: &str| damier(&["match", spec, "random", "--game", game, "--pairs", "1"]);
    assert!(play(&spec, "english").success().contains("games      2 ("));
    for (spec, game, part) in [
        (spec.as_str(), "russian", "damier endgames build russian"),
        (&spec, "tic-tac-toe", "no endgame tables of this game"),
        (&spec, "chess", "no Syzygy tables"),
        ("mcts:material,nodes=5,endgames=/no/such", "english", "/no/such/english: no endgame tables"),
    ] {
        let error = play(spec, game).failure(1);
        assert!(error.contains(part), "{error}");
    }
    fs::write(folder.path().join("english/k-k.endgame"), "no table").expect("written");
    assert!(play(&spec, "english").failure(1).contains("k-k.endgame"));
}

#[test]
fn pondering_is_for_those_who_can() {
    let trees =
        ["match", "mcts:material,nodes=50", "random", "--game", "russian", "--pairs", "1", "--ponder"];
    assert!(damier(&trees).success().contains("games      2 ("));
    let error = contest(&["--game", "russian", "--ponder"]).failure(1);
    assert!(error.contains("tree searches"), "{error}");
}

#[test]
fn a_table_of_three_goes_on_in_its_directory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let play = |more: &[&str]| {
        let table = ["match", "greedy", "random", "--game", "chinese-checkers:players=3", "--pairs", "1"];
        damier(&[&table[..], &["--ply-cap", "60", "--dir", &path("table")], more].concat())
    };
    let first = play(&[]).success();
    assert!(first.contains("3 games of 3 players"), "{first}");
    let games = fs::read_to_string(path("table/games.jsonl")).expect("kept");
    assert_eq!(games.lines().count(), 1 + 3);
    let again = play(&["--games-out", &path("games.txt")]).success();
    assert!(again.starts_with(&first), "{again}");
    assert_eq!(fs::read_to_string(path("table/games.jsonl")).expect("kept"), games);
    assert_eq!(fs::read_to_string(path("games.txt")).expect("written").matches("[Event ").count(), 3);
    let error = play(&["--seed", "2"]).failure(1);
    assert!(error.contains("seed = 1"), "{error}");
}

#[test]
fn the_program_plays_against_itself_as_another_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_damier");
    for (protocol, game, opponent) in [("damier", "russian", "random"), ("gomocup", "renju", "random")] {
        let file = folder.path().join(format!("{protocol}.toml"));
        let text = format!(
            "protocol = \"{protocol}\"\ncommand = {program:?}\narguments = [\"engine\"]\nintroduces = \"damier\""
        );
        fs::write(&file, text).expect("written");
        let (spec, logs) = (format!("engine:{}", file.display()), folder.path().join("logs"));
        let logs = logs.to_str().expect("UTF-8");
        let text = damier(&[
            "match",
            &spec,
            opponent,
            "--game",
            game,
            "--pairs",
            "1",
            "--nodes",
            "20",
            "--engine-log",
            logs,
        ])
        .success();
        assert!(text.contains("games      2 (") && !text.contains("forfeit"), "{text}");
        assert!(fs::read_dir(logs).expect("logs").count() > 0);
    }
    let error = damier(&["match", "engine:/no/such.toml", "random", "--game", "russian"]).failure(1);
    assert!(error.contains("/no/such.toml") && error.contains("engines/"), "{error}");
}

/// The descriptions in `engines/` are read, and those of this program play.
#[test]
fn checked_in_descriptions_are_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/engines");
    let games = [
        ("uci", "chess", "nodes=5"),
        ("xboard", "chess", "depth=1"),
        ("hub", "english", "nodes=5"),
        ("gomocup", "gomoku-freestyle", "nodes=5"),
        ("damier", "russian", "nodes=5"),
    ];
    for (protocol, game, pace) in games {
        let program = env!("CARGO_BIN_EXE_damier");
        let spec = format!("engine:{folder}/damier-{protocol}.toml,command={program},{pace}");
        let text = damier(&["match", &spec, "random", "--game", game, "--pairs", "1"]).success();
        assert!(text.contains(&format!("damier ({protocol})")) && !text.contains("forfeit"), "{text}");
    }
    let entries = fs::read_dir(folder).expect("descriptions").map(|entry| entry.expect("an entry").path());
    for path in entries.filter(|path| path.is_file()) {
        if let Err(error) = damier_arena::external::Description::read(&path) {
            panic!("{error}");
        }
    }
}

/// The text of a description of this program, with more keys.
fn description(protocol: &str, more: &str) -> String {
    let program = env!("CARGO_BIN_EXE_damier");
    format!(
        "name = \"other\"\nprotocol = \"{protocol}\"\ncommand = {program:?}\narguments = [\"engine\"]\n{more}"
    )
}

#[test]
fn misconfigured_programs_are_no_opponents() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.toml");
    let spec = format!("engine:{}", file.display());
    let games = folder.path().join("games.pgn");
    let games_name = games.to_str().expect("UTF-8");
    let play = |spec: &str| {
        let limits = ["--pairs", "1", "--nodes", "20", "--games-out", games_name];
        damier(&[&["match", "random", spec, "--game", "chess"], &limits[..]].concat())
    };
    fs::write(&file, description("uci", "")).expect("written");
    let error = play(&format!("{spec},option.Hsh=3")).failure(1);
    assert!(
        error.contains("other: ") && error.contains("no option \"Hsh\"") && error.contains("Hash"),
        "{error}"
    );
    for (command, part) in [("true", "ended"), ("cat", "no uciok within 100ms")] {
        let text = format!("protocol = \"uci\"\ncommand = \"{command}\"\nstart_timeout = \"100ms\"");
        fs::write(&file, text).expect("written");
        let error = play(&spec).failure(1);
        assert!(error.contains("other: ") && error.contains(part), "{error}");
    }
    assert!(!games.exists(), "no game was played");
}

#[test]
fn threads_are_told_in_the_report_and_in_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    fs::write(path("other.toml"), description("damier", "threads = 1")).expect("written");
    let other = format!("engine:{},threads=2", path("other.toml"));
    for (number, spec) in ["mcts:material,threads=2,name=two", &other].into_iter().enumerate() {
        let games = path(&format!("{number}.pdn"));
        let limits = ["--game", "russian", "--pairs", "1", "--nodes", "20", "--games-out", &games];
        let text = damier(&[&["match", spec, "ab:material,name=one"], &limits[..]].concat()).success();
        assert!(text.contains(": 2 threads, ") && text.contains("one: 1 thread, "), "{text}");
        let games = fs::read_to_string(&games).expect("games");
        assert!(games.contains("[WhiteThreads \"2\"]") && games.contains("[BlackThreads \"2\"]"), "{games}");
        assert!(!games.contains("%emt"), "no limit is one of time: {games}");
    }
}

#[test]
fn games_by_time_hold_the_time_of_each_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pdn");
    let name = path.to_str().expect("UTF-8");
    let limits = ["--game", "russian", "--pairs", "1", "--time", "1ms", "--ply-cap", "20"];
    let text =
        damier(&[&["match", "ab:material", "random", "--games-out", name], &limits[..]].concat()).success();
    assert!(text.contains("openings   8 random plies, level within 50 by material\n"), "{text}");
    assert!(fs::read_to_string(&path).expect("games").contains("[%emt 0:00:00"));
}

/// A disk that is full costs the file of games, not the report.
#[cfg(target_os = "linux")]
#[test]
fn a_file_of_games_that_cannot_be_written_costs_no_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pdn");
    let name = path.to_str().expect("UTF-8");
    let run =
        damier_with_small_files(&[&QUICK[..], &["--game", "russian", "--games-out", name]].concat(), 1000);
    assert!(run.stdout.contains("games      4 ("), "{}", run.stdout);
    let error = run.failure(1);
    assert!(error.contains("games.pdn: writing failed"), "{error}");
    let table = ["match", "greedy", "random", "--game", "chinese-checkers:players=3", "--pairs", "1"];
    let other = folder.path().join("table.txt");
    let more = ["--ply-cap", "60", "--games-out", other.to_str().expect("UTF-8")];
    let run = damier_with_small_files(&[&table[..], &more].concat(), 1000);
    assert!(run.stdout.contains("3 games of 3 players"), "{}", run.stdout);
    run.failure(1);
}

#[cfg(target_os = "linux")]
#[test]
fn more_threads_than_there_can_be_are_refused() {
    let many = ["--game", "russian", "--pairs", "5000", "--concurrency", "10000"];
    let run = damier_with_little_memory(&[&["match", "random", "greedy"], &many[..]].concat(), 2 << 30);
    let error = run.failure(1);
    assert!(error.contains("of 10000 games") && error.contains("give --concurrency"), "{error}");
}
