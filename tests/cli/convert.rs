use std::fs;

use super::{
    program::damier,
    tiny::{Scratch, TINY},
};

/// Two whole games, one without a result, and one with a mistake in it.
const GAMES: &str = "[Event \"one\"]\n[GameType \"25\"]\n\n1. c3-d4 {[%eval 0.10] good} d6-c5 2. b2-c3 1-0\n\n\
                     [Event \"two\"]\n[GameType \"25\"]\n\n1. g3-h4 b6-a5 0-1\n\n\
                     [Event \"three\"]\n[GameType \"25\"]\n\n1. g3-h4 *\n\n\
                     [Event \"four\"]\n[GameType \"25\"]\n\n1. g3-h5 *\n";

#[test]
fn games_become_records_and_records_games() {
    let scratch = Scratch::new();
    let path = |name: &str| scratch.path(name);
    fs::write(path("in.pdn"), GAMES).expect("written");
    let records = path("experts/");
    let text = damier(&["convert", &path("in.pdn"), "--to", &records]).success();
    for expected in [
        "read     4 games",
        "written  2 games",
        "skipped  2",
        "in.pdn, line 11",
        "no result",
        "line 19, column 4",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let text = damier(&["inspect", &records, "--validate"]).success();
    assert!(text.contains("all 2 games follow the rules"), "{text}");
    damier(&["convert", &records, "--to", &path("out.pdn")]).success();
    let written = fs::read_to_string(path("out.pdn")).expect("written");
    assert!(written.contains("1. c3-d4 {[%eval ") && written.contains("[GameType \"25\"]"), "{written}");
    damier(&["convert", &path("out.pdn"), "--to", &path("again.dmr")]).success();
    let text = damier(&["inspect", &path("again.dmr"), "--validate"]).success();
    assert!(text.contains("all 2 games follow the rules"), "{text}");
}

/// Two games with a copy of each among them: in records each is once, as text all stay, and either way it is reported.
#[test]
fn games_that_are_there_twice_are_told() {
    let scratch = Scratch::new();
    let path = |name: &str| scratch.path(name);
    fs::write(path("in.pdn"), GAMES).expect("written");
    let text = damier(&["convert", &path("in.pdn"), &path("in.pdn"), "--to", &path("out/")]).success();
    assert!(
        text.contains("written  2 games") && text.contains("game 1 of the records is the same"),
        "{text}"
    );
    damier(&["inspect", &path("out"), "--validate"]).success();
    let text = damier(&["convert", &path("in.pdn"), &path("in.pdn"), "--to", &path("out.pdn")]).success();
    assert!(text.contains("written  6 games") && text.contains("doubled  3 games"), "{text}");
    assert!(text.contains("in.pdn, line 1, column 1"), "{text}");

    // The same chunk under another number is a copy.
    fs::copy(path("out/gen-0000-chunk-0000.dmr"), path("out/gen-0001-chunk-0000.dmr")).expect("copied");
    let error = damier(&["inspect", &path("out"), "--validate"]).failure(1);
    assert!(error.contains("2 of 4 games are copies") && error.contains("convert FOLDER"), "{error}");
}

#[test]
fn nothing_is_overwritten_and_errors_leave_nothing() {
    let scratch = Scratch::new();
    let path = |name: &str| scratch.path(name);
    fs::write(path("in.pdn"), GAMES).expect("written");
    let error = damier(&["convert", &path("in.pdn"), "--to", &path("out.pdn"), "--strict"]).failure(1);
    assert!(error.contains("in.pdn, line 19, column 4") && error.contains("g3-h5"), "{error}");
    let error = damier(&["convert", &path("in.pdn"), "--to", &path("in.pdn")]).failure(1);
    assert!(error.contains("exists already"), "{error}");
    let error = damier(&["convert", &path("in.pdn"), "--to", &path("out.sgf")]).failure(1);
    assert!(error.contains("SGF is no form of russian"), "{error}");
    let error = damier(&["convert", &path("in.pdn"), "--to", "pdf"]).failure(1);
    assert!(error.contains("--to pdf") && error.contains("psq"), "{error}");
    let error = damier(&["convert", &path("none.pdn"), "--to", "pdn"]).failure(1);
    assert!(error.contains("none.pdn"), "{error}");
    fs::write(path("bare.pgn"), "1. e4 e5 *").expect("written");
    let error = damier(&["convert", &path("bare.pgn"), "--to", "pgn"]).failure(1);
    assert!(error.contains("--game"), "{error}");
    let error = damier(&["convert", &path("in.pdn"), "--to", &path("x/"), "--game", "english"]).failure(1);
    assert!(error.contains("none of 4 games") && error.contains("another game than english"), "{error}");
    let left: Vec<_> = fs::read_dir(scratch.folder())
        .expect("listed")
        .map(|entry| entry.expect("one").file_name())
        .collect();
    assert_eq!(left.len(), 2, "only the inputs: {left:?}");
}

#[test]
fn stones_go_between_their_forms_with_the_size_of_their_board() {
    let scratch = Scratch::new();
    let path = |name: &str| scratch.path(name);
    fs::write(path("a.psq"), "Piskvorky 20x20, 11:11, 0\n10,10,500\n11,9,20\nann\nben\n-1\n1,Freestyle\n")
        .expect("written");
    let game = ["--game", "gomoku-freestyle"];
    let out = path("a.sgf");
    damier(&[&["convert", &path("a.psq"), "--to", &out], &game[..]].concat()).success();
    let text = damier(&["convert", &out, "--to", "txt"]).success();
    assert!(
        text.contains("[Variant \"gomoku-freestyle:size=20\"]") && text.contains("[Black \"ann\"]"),
        "{text}"
    );
    assert!(text.contains("1. j11 {[%emt 0:00:00.5]} 1... k12 {[%emt 0:00:00.02]} 1-0"), "{text}");
    damier(&["convert", &out, "--to", &path("b.psq")]).success();
    let again = fs::read_to_string(path("b.psq")).expect("written");
    assert!(again.starts_with("Piskvorky 20x20, 11:11, 0\n10,10,500\n11,9,20\nann\nben\n-1\n1,"), "{again}");
}

/// A net learns from games of others as from its own.
#[test]
fn converted_games_are_trained_on() {
    let scratch = Scratch::new();
    // Twenty different ones, for a game that is there twice is left out.
    let firsts = ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4"];
    let games: String = firsts
        .iter()
        .flat_map(|first| ["b6-a5", "b6-c5", "f6-g5", "h6-g5"].map(|reply| (first, reply)))
        .map(|(first, reply)| format!("[GameType \"25\"]\n\n1. {first} {reply} 1-0\n\n"))
        .collect();
    let games = scratch.write("in.pdn", games);
    let experts = scratch.path("experts/");
    damier(&["convert", &games, "--to", &experts]).success();
    let config = scratch.write("tiny.toml", TINY);
    let net = scratch.path("net.dmn");
    let text = damier(&["train", &config, "--games", &experts, "--out", &net, "--steps", "4"]).success();
    assert!(text.contains("in 20 games"), "{text}");
}

#[test]
fn a_terminal_obeys_nothing_of_what_a_file_says() {
    let scratch = Scratch::new();
    let games = "[White \"\u{1b}]0;owned\u{7}\"]\n\n1. c3-\u{1b}d9 *\n\n[White \"B\"]\n\n1. c3-d4 *\n";
    let file = scratch.write("games.pdn", games);
    let run = damier(&["convert", &file, "--to", &scratch.path("out.pdn"), "--game", "russian"]);
    let said = format!("{}{}", run.stdout, run.stderr);
    assert!(said.contains("\\u{1b}") && !said.contains(['\u{1b}', '\u{7}']), "{said}");
}
