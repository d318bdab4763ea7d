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
