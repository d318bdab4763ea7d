use std::fs;

use super::{program::damier, tiny::Scratch};

const SWISS: &str = r#"
name = "Four"
game = "russian"
format = "swiss"
rounds = 2
nodes = 30
random-plies = 4
[[player]]
competitor = "ab:material"
[[player]]
name = "walker"
competitor = "random"
[[player]]
name = "runner"
competitor = "random"
[[player]]
competitor = "greedy"
"#;

#[test]
fn a_tournament_ends_with_tables_and_a_page() {
    let scratch = Scratch::new();
    let file = scratch.write("swiss.toml", SWISS);
    let folder = scratch.path("games");
    let text = damier(&["tournament", &file, "--dir", &folder]).success();
    for expected in ["Four", "Swiss, round 2 of 2", "8 games played", "walker", "Ratings", "index.html"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let again = damier(&["tournament", &file, "--dir", &folder, "--concurrency", "1"]).success();
    assert_eq!(again, text);
    let page = fs::read_to_string(scratch.path("games/index.html")).expect("a page");
    assert!(page.starts_with("<!doctype html>") && page.contains("greedy"));
}

#[test]
fn other_programs_take_part() {
    let scratch = Scratch::new();
    let program = env!("CARGO_BIN_EXE_damier");
    let engine = |protocol: &str| {
        let text = format!("protocol = \"{protocol}\"\ncommand = {program:?}\narguments = [\"engine\"]");
        format!("engine:{}", scratch.write(&format!("{protocol}.toml"), text))
    };
    let players = [engine("hub"), engine("damier"), "greedy".to_owned()];
    let players = players.map(|player| format!("[[player]]\ncompetitor = {player:?}\n")).concat();
    let head = "name = \"Cup\"\ngame = \"russian\"\nformat = \"round-robin\"\nclock = \"1s+10ms\"\nmargin = \"1m\"\n\
                adjudicate-win = \"0.99,6\"\nadjudicate-draw = \"0.1,8,40\"\nply-cap = 80\n";
    let file = scratch.write("cup.toml", format!("{head}{players}"));
    let folder = scratch.path("games");
    let text = damier(&["tournament", &file, "--dir", &folder]).success();
    for expected in ["6 games played", "  hub ", "  damier "] {
        assert!(text.contains(expected) && !text.contains("forfeits"), "{expected} in {text}");
    }
    let error = fs::read_to_string(&file).expect("read").replace("\"1m\"", "\"1\"");
    let file = scratch.write("wrong.toml", error);
    let error = damier(&["tournament", &file, "--dir", &scratch.path("other")]).failure(1);
    assert!(error.contains("margin") && error.contains("200ms"), "{error}");
}

#[test]
fn people_are_paired_round_by_round() {
    let scratch = Scratch::new();
    let text = "name = \"Club\"\ngame = \"russian\"\nformat = \"swiss\"\nrounds = 2\ngames = 1\n";
    let players = ["Ann", "Bob", "Cid", "Dee"].map(|name| format!("[[player]]\nname = \"{name}\"\n"));
    let file = scratch.write("club.toml", format!("{text}{}", players.concat()));
    let folder = scratch.path("club");
    let command = ["tournament", &file, "--dir", &folder];
    let first = damier(&command).success();
    assert!(first.contains("write the results into"), "{first}");
    let sheet = scratch.path("club/results.txt");
    let filled: String = fs::read_to_string(&sheet)
        .expect("a sheet")
        .lines()
        .map(|line| if line.contains('–') { format!("{line} 1-0\n") } else { format!("{line}\n") })
        .collect();
    fs::write(&sheet, filled).expect("written");
    let second = damier(&command).success();
    assert!(second.contains("round 2 of 2") && second.contains("2 games played"), "{second}");
    // The text at the top has a colon before 1-0, too.
    let broken = fs::read_to_string(&sheet)
        .expect("a sheet")
        .replace("Dee: 1-0", "Dee: 3-0")
        .replace("Ann: 1-0", "Ann: 3-0");
    fs::write(&sheet, broken).expect("written");
    assert!(damier(&command).failure(1).contains("3-0"));
}

#[test]
fn wrong_tournaments_are_refused() {
    let scratch = Scratch::new();
    let folder = scratch.path("games");
    let missing = scratch.path("missing.toml");
    assert!(damier(&["tournament", &missing, "--dir", &folder]).failure(1).contains("missing.toml"));
    for (from, to, part) in [
        ("rounds = 2", "rounds = 7", "1 to 3 rounds"),
        ("\"swiss\"", "\"swis\"", "line 4"),
        ("\"greedy\"", "\"gredy\"", "unknown kind"),
    ] {
        let file = scratch.write("wrong.toml", SWISS.replace(from, to));
        let error = damier(&["tournament", &file, "--dir", &folder]).failure(1);
        assert!(error.contains(part) && error.contains("wrong.toml"), "{error}");
    }
    let file = scratch.write("right.toml", SWISS);
    damier(&["tournament", &file]).failure(2);
}
