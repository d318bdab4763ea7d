//! Games of `damier play` that outlive their program: saved, loaded, kept through kills.

use std::{fs, path::Path};

use super::program::damier_where;

const FAST: [&str; 2] = ["--nodes", "50"];

/// A folder of state of its own, so that no other test's games are in it.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &str {
        self.0.path().to_str().expect("UTF-8")
    }

    fn play(&self, arguments: &[&str], lines: &[&str]) -> super::program::Run {
        let mut all = vec!["play"];
        all.extend(arguments);
        all.extend(FAST);
        damier_where(&[("XDG_STATE_HOME", self.path())], &all, &(lines.join("\n") + "\n"))
    }

    fn kept(&self) -> Vec<String> {
        let folder = self.0.path().join("damier/games");
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let files = entries.map(|entry| entry.expect("an entry").path());
        files
            .filter(|file| file.extension().is_some_and(|extension| extension == "game"))
            .map(|file| fs::read_to_string(file).expect("text"))
            .collect()
    }
}

fn fen(text: &str) -> &str {
    let is_position = |line: &&str| {
        line.starts_with("W:")
            || line.starts_with("B:")
            || line.contains('/') && (line.contains(" w ") || line.contains(" b "))
    };
    text.lines().rev().find(is_position).expect("a position")
}

#[test]
fn a_game_is_saved_and_loaded() {
    let home = Home::new();
    let file = home.0.path().join("my game.pdn");
    let name = file.to_str().expect("UTF-8");
    let save = format!("save {name}");
    let text = home.play(&["russian", "--level", "4"], &["c3 d4", "fen", &save, "quit"]).success();
    assert!(text.contains("The game is in"), "{text}");
    let saved = fs::read_to_string(&file).expect("a file");
    assert!(saved.contains("[PlayLevel \"4\"]") && saved.contains("1. c3-d4"), "{saved}");
    assert!(saved.contains("[White \"Person\"]") && saved.contains("[Black \"damier, level 4\"]"), "{saved}");
    let loaded = home.play(&["--load", name], &["fen", "level", "quit"]).success();
    assert_eq!(fen(&loaded), fen(&text));
    assert!(loaded.contains("level 4 of 20"), "{loaded}");
    let loaded = home.play(&["russian"], &["a3 b4", &format!("load {name}"), "fen", "quit"]).success();
    assert_eq!(fen(&loaded), fen(&text));
}

#[test]
fn saving_replaces_only_its_own_file_and_loading_what_is_no_game_changes_nothing() {
    let home = Home::new();
    let file = home.0.path().join("precious.pdn");
    fs::write(&file, "precious").expect("written");
    let name = file.to_str().expect("UTF-8");
    let other = home.0.path().join("own.pgn");
    let own = other.to_str().expect("UTF-8");
    let lines = [
        "e4".to_owned(),
        format!("save {name}"),
        format!("load {name}"),
        "load /nowhere/game.pgn".to_owned(),
        "save /nowhere/game.pgn".to_owned(),
        format!("save {own}"),
        "a3".to_owned(),
        format!("save {own}"),
        "history".to_owned(),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = home.play(&["chess"], &lines).success();
    assert!(text.contains("exists already; name another file"), "{text}");
    assert!(text.contains("/nowhere/game.pgn") && text.contains("cannot be written"), "{text}");
    assert!(text.contains("1. e4"), "the game goes on: {text}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), "precious");
    assert!(fs::read_to_string(other).expect("a file").contains("2. a3"));
}

#[test]
fn a_game_of_another_kind_is_refused_with_the_way_to_play_it() {
    let home = Home::new();
    let file = home.0.path().join("game.txt");
    let name = file.to_str().expect("UTF-8");
    home.play(&["gomoku"], &["h8", &format!("save {name}"), "quit"]).success();
    let text = home.play(&["chess"], &[&format!("load {name}"), "quit"]).success();
    assert!(text.contains("gomoku-freestyle") && text.contains("--load"), "{text}");
}

#[test]
fn the_last_game_goes_on_where_it_was_left() {
    let home = Home::new();
    let error = home.play(&["--resume"], &[]).failure(1);
    assert!(error.contains("no unfinished game"), "{error}");
    let left = home.play(&["chess", "--level", "2", "--colour", "black"], &["e5", "fen"]).success();
    assert!(left.contains("The game is kept"), "{left}");
    let resumed = home.play(&["--resume"], &["fen", "level"]).success();
    assert_eq!(fen(&left), fen(&resumed));
    assert!(resumed.contains("Black: you") && resumed.contains("level 2 of 20"), "{resumed}");
    assert_eq!(home.kept().len(), 1, "it goes on in its file");
    home.play(&["russian"], &["c3 d4"]).success();
    let resumed = home.play(&["chess", "--resume"], &["fen"]).success();
    assert_eq!(fen(&left), fen(&resumed));
    assert!(home.play(&["--resume", "renju"], &[]).failure(1).contains("no unfinished game"));
}

#[test]
fn finished_games_and_games_without_moves_are_not_gone_on_with() {
    let home = Home::new();
    home.play(&["chess"], &["quit"]).success();
    home.play(&["chess"], &["e4", "undo", "quit"]).success();
    assert!(home.kept().is_empty());
    home.play(&["chess"], &["e4", "resign", "quit"]).success();
    assert!(home.play(&["--resume"], &[]).failure(1).contains("no unfinished game"));
    home.play(&["international", "--fen", "W:W32:B28"], &["32x23"]).success();
    assert!(home.play(&["--resume"], &[]).failure(1).contains("no unfinished game"));
}

#[test]
fn where_nothing_can_be_kept_that_is_said_and_the_game_goes_on() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let path = file.path().to_str().expect("UTF-8");
    let arguments = ["play", "chess", "--nodes", "50"];
    let run = damier_where(&[("XDG_STATE_HOME", path)], &arguments, "e4\na3\nquit\n");
    let text = run.success();
    assert_eq!(text.matches("cannot be kept").count(), 1, "{text}");
    assert!(text.contains("Black plays"), "{text}");
}

/// Every signal that ends a program, and the one that it cannot even notice.
#[cfg(unix)]
#[test]
fn a_killed_game_goes_on_with_every_move() {
    use std::io::{BufRead as _, BufReader, Write as _};

    for signal in ["KILL", "TERM", "INT", "HUP"] {
        let home = Home::new();
        let variables = [("XDG_STATE_HOME", home.path())];
        let mut child = super::program::damier_open(&variables, &["play", "chess", "--nodes", "50"]);
        let mut input = child.stdin.take().expect("a pipe");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        input.write_all(b"e4\nfen\n").expect("it listens");
        let position = lines
            .by_ref()
            .map(|line| line.expect("UTF-8"))
            .find(|line| line.contains("/") && line.contains(" w "))
            .expect("the position after its answer");
        let id = child.id().to_string();
        assert!(
            std::process::Command::new("kill").args(["-s", signal, &id]).status().expect("kill").success()
        );
        let output = child.wait_with_output().expect("it ends");
        assert!(!output.status.success(), "{signal}");
        let resumed = home.play(&["--resume"], &["fen", "history"]).success();
        assert_eq!(fen(&resumed), position, "{signal}");
        assert!(resumed.contains("1. e4"), "{signal}: {resumed}");
        assert!(Path::new(home.path()).exists());
    }
}

#[cfg(unix)]
#[test]
fn a_game_that_is_being_played_is_not_taken_over() {
    use std::io::{BufRead as _, BufReader, Write as _};

    let home = Home::new();
    let variables = [("XDG_STATE_HOME", home.path())];
    let mut child = super::program::damier_open(&variables, &["play", "chess", "--nodes", "50"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    input.write_all(b"e4\nlevel\n").expect("it listens");
    assert!(lines.any(|line| line.expect("UTF-8").contains("plays at level")));
    assert!(home.play(&["--resume"], &[]).failure(1).contains("no unfinished game"));
    drop(input);
    lines.for_each(drop);
    child.wait().expect("it ends");
    home.play(&["--resume"], &["quit"]).success();
}
