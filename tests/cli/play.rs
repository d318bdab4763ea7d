use std::path::Path;

use super::{
    nets::{self, NET},
    program::{damier, damier_reading},
};

const FAST: [&str; 2] = ["--nodes", "50"];

/// Plays with `arguments`, typing `lines`.
fn play(arguments: &[&str], lines: &[&str]) -> String {
    let mut all = vec!["play"];
    all.extend(arguments);
    all.extend(FAST);
    if !arguments.contains(&"--net") {
        all.push("--built-in");
    }
    damier_reading(&all, &(lines.join("\n") + "\n")).success()
}

#[test]
fn a_move_is_played_and_answered() {
    let text = play(&["--game", "international"], &["32-28"]);
    assert!(text.contains("Black plays "), "{text}");
    assert!(text.contains("○28"), "the man stands on 28: {text}");
    assert!(!text.contains('\x1b'), "no colours in a pipe");
}

#[test]
fn the_end_of_the_input_leaves_cleanly() {
    let run = damier_reading(&["play", "--game", "russian"], "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn illegal_input_gets_the_reason_and_another_try() {
    let text = play(&["--game", "international"], &["31-22", "99-1", "please", "\u{fffd}-🦀", "32-28"]);
    assert!(text.contains("31-22") && text.contains("adjacent"), "{text}");
    assert!(text.contains("there is no square 99"), "{text}");
    assert!(text.contains("Black plays "), "{text}");
}

#[test]
fn a_capture_that_has_to_be_made_is_the_reason() {
    let text = play(&["--game", "international", "--fen", "W:W32,40:B28,5"], &["40-35"]);
    assert!(text.contains("captur"), "{text}");
}

#[test]
fn every_command_answers() {
    let lines = ["help", "moves", "hint", "eval", "fen", "board", "flip", "new", "undo", "quit"];
    let text = play(&["--game", "russian"], &lines);
    assert!(text.contains("take back your last move"), "help: {text}");
    assert!(text.contains("c3-d4"), "moves: {text}");
    assert!(text.contains("The engine would play "), "hint: {text}");
    assert!(text.contains("White wins "), "eval: {text}");
    assert!(text.contains("W:W"), "fen: {text}");
    assert!(text.contains("no move of yours to take back"), "undo: {text}");
}

#[test]
fn undo_takes_back_the_move_and_the_answer() {
    let start = play(&["--game", "russian"], &["fen", "quit"]);
    let fen = start.lines().find(|line| line.starts_with("W:W")).expect("a position");
    let text = play(&["--game", "russian"], &["c3-d4", "undo", "fen", "quit"]);
    assert!(text.lines().any(|line| line == fen), "{text}");
}

#[test]
fn a_position_can_be_set_up_and_a_wrong_one_changes_nothing() {
    let text = play(&["--game", "russian"], &["fen W:Wc3:Bnowhere", "fen W:WKa1:Bh2", "fen", "quit"]);
    assert!(text.contains("nowhere"), "{text}");
    assert!(text.lines().any(|line| line == "W:WKa1:Bh2"), "{text}");
}

#[test]
fn the_end_of_the_game_is_announced_with_its_reason() {
    let text = play(&["--game", "international", "--fen", "W:W32:B28"], &["32x23", "quit"]);
    assert!(text.contains("White wins: no move left."), "{text}");
    let text = play(&["--game", "international"], &["resign", "hint", "new", "32-28", "quit"]);
    assert!(text.contains("Black wins: White resigned."), "{text}");
    assert!(text.contains("The game is over."), "{text}");
    assert!(text.contains("Black plays "), "{text}");
}

#[test]
fn a_draw_names_its_rule() {
    let moves = ["1-6", "46-41", "6-1", "41-46", "1-6", "46-41", "6-1", "41-46"];
    let fen = "W:WK1:BK46";
    let text = play(&["--game", "international", "--colour", "both", "--fen", fen], &moves);
    assert!(text.contains("Draw: third repetition."), "{text}");
}

#[test]
fn the_engine_begins_where_the_person_has_the_other_colour() {
    let text = play(&["--game", "russian", "--colour", "black"], &["quit"]);
    assert!(text.contains("White plays "), "{text}");
    let text = play(&["--game", "english", "--colour", "white"], &["quit"]);
    assert!(text.contains("Black plays "), "{text}");
    for game in ["english", "gomoku", "renju", "chess", "turkish", "chinese checkers"] {
        let text = play(&[game], &["quit"]);
        assert!(!text.contains(" plays "), "a person begins in {game}: {text}");
    }
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let fen = "W:WK1:BK46";
    let text = play(&["--game", "international", "--colour", "none", "--fen", fen], &[]);
    assert!(text.contains("Draw: ") || text.contains(" wins: "), "{text}");
}

#[test]
fn a_net_shows_its_chances() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = nets::write(folder.path(), "russian");
    let text = play(&["--net", &path, "--no-book"], &["c3-d4", "eval", "quit"]);
    let (before, after) = text.split_once("draw ").expect("an answer to eval");
    assert!(before.contains("Black plays ") && !before.contains("expected: "), "no plan unasked: {text}");
    assert!(after.contains("nodes in "), "{text}");
    assert!(text.contains("draw ") && text.contains("plies left") && text.contains("expected: "), "{text}");
}

#[test]
fn wrong_nets_and_arguments_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = nets::write(folder.path(), "russian");
    let error = damier(&["play"]).failure(2);
    assert!(error.contains("--net") && error.contains("damier games"), "{error}");
    assert!(damier(&["play", "--game", "go"]).failure(2).contains("russian"));
    assert!(damier(&["play", "--game", "russian", "--time", "0s"]).failure(2).contains("--time"));
    let error = damier(&["play", "--game", "international", "--net", &path]).failure(1);
    assert!(error.contains(NET) && error.contains("russian"), "{error}");
    let error = damier(&["play", "--net", "/nowhere/best.net"]).failure(1);
    assert!(error.contains("/nowhere/best.net"), "{error}");
    let error = damier(&["play", "--game", "russian", "--fen", "W:Wz9:B"]).failure(1);
    assert!(error.contains("z9"), "{error}");
    for damage in [nets::truncated, nets::flipped, nets::newer] {
        let bytes = damage(std::fs::read(&path).expect("read"));
        let damaged = folder.path().join("damaged.net");
        std::fs::write(&damaged, bytes).expect("written");
        let error = damier(&["play", "--net", damaged.to_str().expect("UTF-8")]).failure(1);
        assert!(error.contains("damaged.net"), "{error}");
    }
    assert!(Path::new(&path).exists());
}

#[test]
fn every_game_can_be_played_to_its_end() {
    for game in damier_rules::registry::NAMES {
        let text = play(&["--game", game, "--colour", "none"], &[]);
        let last = text.lines().last().expect("a line");
        assert!(last.starts_with("Draw: ") || last.contains(" wins: "), "{game}: {last}");
    }
}

#[test]
fn games_are_known_by_what_people_call_them() {
    for (said, id) in [
        (&["checkers"][..], "English draughts"),
        (&["Chess"], "Chess"),
        (&["10x10"], "International draughts"),
        (&["draughts"], "International draughts"),
        (&["gomoku"], "Five-in-a-row"),
        (&["chinese", "checkers"], "Chinese checkers"),
        (&["--game", "Checkers"], "English draughts"),
        (&["chinese checkers:players=3"], "three players"),
    ] {
        let text = play(said, &["quit"]);
        assert!(text.contains(id), "{said:?}: {text}");
    }
    let error = damier(&["play", "chees"]).failure(2);
    assert!(error.contains("did you mean chess?"), "{error}");
    let error = damier(&["play", "--game", "chekers"]).failure(2);
    assert!(error.contains("did you mean checkers?"), "{error}");
    let error = damier(&["play", "8x8"]).failure(2);
    assert!(error.contains("several games") && error.contains("russian"), "{error}");
}

#[test]
fn moves_are_read_as_people_type_them() {
    for (game, typed, played) in [
        ("russian", "c3 d4", "1. c3-d4"),
        ("english", "9 13", "1. 9-13"),
        ("chess", "nf3", "1. Nf3"),
        ("chess", "E2E4", "1. e4"),
        ("chess", "e2-e4", "1. e4"),
        ("chinese-checkers", "8 16", "1. 8-16"),
    ] {
        let text = play(&[game], &[typed, "history", "quit"]);
        assert!(text.contains(played), "{game} {typed}: {text}");
    }
}

#[test]
fn misunderstandings_are_told_in_the_persons_words() {
    let text = play(&["chess"], &["reveiw", "please", "level 99", "level x", "save", "load", "quit"]);
    assert!(text.contains("Did you mean the command review?"), "{text}");
    assert!(text.contains("please is no move here") && text.contains("`help` lists the commands"), "{text}");
    assert!(text.contains("\"99\" is no level: it is a number from 1 to 20"), "{text}");
    assert!(text.contains("Name a file: save FILE") && text.contains("Name a file: load FILE"), "{text}");
    assert!(!text.contains("column"), "{text}");
}

#[test]
fn the_level_is_set_shown_and_changed() {
    let text = play(&["chess", "--level", "3"], &["level", "e4", "level 12", "level", "quit"]);
    assert!(text.contains("Black: damier, level 3"), "{text}");
    assert!(text.contains("plays at level 3 of 20") && text.contains("plays at level 12 of 20"), "{text}");
    assert!(damier(&["play", "chess", "--level", "21"]).failure(2).contains("--level"));
    assert!(damier(&["play", "chess", "--level", "0"]).failure(2).contains("--level"));
}

#[test]
fn what_judges_is_told_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = nets::write(folder.path(), "russian");
    let text = play(&["--net", &path], &["quit"]);
    assert!(text.contains(&format!("The engine judges by {path}")), "{text}");
    let text = play(&["russian"], &["quit"]);
    assert!(text.contains("The engine judges by"), "{text}");
}

#[test]
fn a_review_tells_what_was_lost_and_what_was_better() {
    // White gives its queen away.
    let fen = "4k3/8/8/3p4/8/8/3Q4/3K4 w - - 0 1";
    let text = play(&["chess", "--fen", fen], &["review", "Qxd5", "review", "quit"]);
    assert!(text.contains("No move was played yet."), "{text}");
    assert!(text.contains("White: 1 move"), "{text}");
    let fen = "4k3/4p3/8/8/8/8/3Q4/3K4 w - - 0 1";
    let moves = ["Qd6", "exd6", "review", "quit"];
    let text = play(&["chess", "--fen", fen, "--colour", "both"], &moves);
    assert!(text.contains("1. Qd6") && text.contains("lost") && text.contains("better was"), "{text}");
    assert!(text.contains("White: 1 move") && text.contains("Black: 1 move"), "{text}");
}
