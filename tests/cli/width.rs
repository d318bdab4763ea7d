//! What is printed fits the width of a terminal.

use std::process::Command;

use super::{
    chunks, nets,
    tiny::{Scratch, TINY},
};

/// What a command prints where a terminal has that many columns.
fn printed(columns: usize, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .env("COLUMNS", columns.to_string())
        .env_remove("DAMIER_NETS")
        .output()
        .expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn reports_and_tables_fit_eighty_columns() {
    let scratch = Scratch::new();
    let config = scratch.write("tiny.toml", TINY);
    let run = scratch.path("run");
    let net = nets::write(scratch.folder(), "russian");
    let games = scratch.path("games");
    std::fs::create_dir(&games).expect("made");
    chunks::write(games.as_ref(), "russian", 0, &chunks::records("russian"));
    for arguments in [
        &["run", &config, "--dir", &run][..],
        &["inspect", &run, "--validate"],
        &["inspect", &run, "--games", "2"],
        &["inspect", &format!("{run}/nets/final.dmn")],
        &["inspect", &format!("{run}/games/gen-0000-chunk-0000.dmr")],
        &["inspect", &games, "--games", "2"],
        &["games"],
        &["analyse", "--net", &net, "--nodes", "20"],
        &["train", &config, "--games", &games, "--out", &scratch.path("new.dmn")],
        &["selfplay", &config, "--out", &scratch.path("played")],
    ] {
        for columns in [80, 132] {
            let text = printed(columns, arguments);
            // A position is not broken, so that it can be copied.
            for line in text.lines().filter(|line| !line.contains("W:W")) {
                assert!(line.chars().count() <= columns, "{arguments:?} at {columns}: {line}");
            }
        }
    }
}

#[test]
fn help_fits_the_terminal() {
    for arguments in [&["--help"][..], &["run", "--help"], &["match", "--help"], &["book", "grow", "--help"]]
    {
        for line in printed(80, arguments).lines() {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
        }
    }
}
