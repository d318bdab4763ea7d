//! Strength for computing, from a run of a second.

use std::fs;

use super::{
    program::damier,
    tiny::{Scratch, TINY},
};

/// Games of nine plies at most.
const OPENING: &str = "[selfplay.opening]\nmin_plies = 0\nmax_plies = 2\n";

/// Learns nothing much; the folder of the run.
fn learned(scratch: &Scratch) -> String {
    let folder = scratch.path("run");
    let text = TINY.replace("russian", "tic-tac-toe").replace("opening_plies = 2", "opening_plies = 1");
    let file = scratch.write("run.toml", text + OPENING);
    damier(&["run", &file, "--dir", &folder]).success();
    folder
}

/// Arguments of a curve that comes out the same.
fn arguments<'a>(run: &'a str, folder: &'a str) -> Vec<&'a str> {
    let limits = ["--games", "2", "--nodes", "8", "--random-plies", "1", "--memory", "2"];
    [&["curve", run, "--dir", folder], &limits[..]].concat()
}

/// The content of a curve without its dates.
fn undated(folder: &str) -> String {
    let text = fs::read_to_string(format!("{folder}/curve.json")).expect("a curve");
    text.lines().filter(|line| !line.contains("_game\":")).collect()
}

#[test]
fn a_curve_by_nodes_comes_out_the_same_and_makes_a_page() {
    let scratch = Scratch::new();
    let run = learned(&scratch);
    let [one, other] = ["one", "other"].map(|name| scratch.path(name));
    let text = damier(&arguments(&run, &one)).success();
    for expected in
        ["tic-tac-toe: strength for computing", "core-minutes", "0 (random weights)", "curve.json"]
    {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert_eq!(damier(&arguments(&run, &one)).success(), text, "nothing was left to play");
    // As if it had been killed: the last game is half written, and the curve is not there.
    damier(&arguments(&run, &other)).success();
    let log = format!("{other}/results.jsonl");
    let games = fs::read(&log).expect("read");
    fs::write(&log, &games[..games.len() * 2 / 3]).expect("written");
    damier(&arguments(&run, &other)).success();
    assert_eq!(undated(&one), undated(&other));

    let page = damier(&["results", &one]).success();
    let section = page.split("## Strength for computing").nth(1).expect("a section");
    for expected in [
        "| game | run | 1 min |",
        "### tic-tac-toe by run",
        "| command | `damier curve run --dir DIR --games 2 --nodes 8 --memory 2 --random-plies 1` |",
        "| core-minutes | generation | positions | Elo (95 %) | score against ab:material |",
        "| 0 | 0 (random weights) | 0 | ",
    ] {
        assert!(section.contains(expected), "{expected} in {section}");
    }
    let error = damier(&["results", &one, &other]).failure(1);
    assert!(error.contains("are both of \"run, 8 nodes a move\" in tic-tac-toe"), "{error}");
    let damaged = scratch.write("damaged.json", &undated(&one)[..500]);
    let error = damier(&["results", &damaged]).failure(1);
    assert!(error.contains("damaged.json: no curve of a run"), "{error}");
}

#[test]
fn what_has_no_curve_is_refused() {
    let scratch = Scratch::new();
    let run = learned(&scratch);
    let folder = scratch.path("curve");
    let refused = |arguments: &[&str], part: &str| {
        let error = damier(arguments).failure(1);
        assert!(error.contains(part), "{part}: {error}");
    };
    refused(&arguments(&scratch.path("none"), &folder), "none: no run");
    refused(&[&arguments(&run, &folder)[..4], &["--games", "3"]].concat(), "a multiple of 2 is needed");
    refused(
        &[&arguments(&run, &folder)[..], &["--opponent", "greedy", "--opponent", "greedy"]].concat(),
        "greedy",
    );
    let state = format!("{run}/state.json");
    let text = fs::read_to_string(&state).expect("a state");
    let mut older: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.contains("\"cpu_seconds\"") {
            lines.by_ref().find(|line| line.contains(']'));
        } else {
            older.push(line);
        }
    }
    fs::write(&state, older.join("\n")).expect("written");
    refused(&arguments(&run, &folder), "generation 1 has no processor time");
    fs::write(&state, text).expect("written");
    for generation in 0..2 {
        fs::remove_file(format!("{run}/nets/gen-000{generation}.dmn")).expect("removed");
    }
    refused(&arguments(&run, &folder), "has 1 of the nets of 2 finished generations");
    damier(&["curve", &run, "--dir", &folder, "--points", "1"]).failure(2);
}
