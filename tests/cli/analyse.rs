use std::fs;

use super::{
    nets,
    program::{damier, unwrapped},
    tiny::Scratch,
};

/// Analyses with `arguments`, quickly.
fn analyse(arguments: &[&str]) -> super::program::Run {
    damier(&[&["analyse"], arguments, &["--nodes", "60"]].concat())
}

const GAME: &str = "[White \"Ann\"]\n\n1. c3-d4 f6-g5 2. b2-c3 *\n";

#[test]
fn a_position_shows_its_best_lines() {
    let text = analyse(&["--game", "international", "--multipv", "4"]).success();
    assert!(text.starts_with("international  W:W31"), "{text}");
    assert!(text.contains("White to move") && text.contains("visits"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with(char::is_numeric)).count(), 5, "{text}");
    let over = analyse(&["--game", "russian", "--position", "W:Wa1:Bb2,c3"]).success();
    assert!(over.contains("the game is over"), "{over}");
}

#[test]
fn nets_judge_and_json_has_one_object_on_a_line() {
    let scratch = Scratch::new();
    let net = nets::write(scratch.folder(), "russian");
    let text = analyse(&["--net", &net, "--json"]).success();
    assert_eq!(text.lines().count(), 1);
    assert!(text.starts_with("{\"game\":\"russian\",\"position\":\"W:W"), "{text}");
    let game = scratch.write("game.pdn", GAME);
    let text = analyse(&["--net", &net, "--file", &game, "--json"]).success();
    assert_eq!(text.lines().count(), 3);
    assert!(text.lines().all(|line| line.starts_with('{') && line.contains("\"loss\":")), "{text}");
}

#[test]
fn games_are_annotated_and_bad_ones_reported() {
    let scratch = Scratch::new();
    let file = scratch
        .write("games.pdn", format!("{GAME}\n[Event \"b\"]\n\n1. c3-c4 *\n\n[Event \"c\"]\n\n1. g3-f4 *\n"));
    let run = analyse(&["--game", "russian", "--file", &file]);
    let text = run.stdout.clone();
    let error = run.failure(1);
    assert!(error.contains("games.pdn: 1 of 3 games could not be read: line 7, column 4"), "{error}");
    assert_eq!(text.matches("[Annotator \"damier, russian.dmn\"]").count(), 2, "{text}");
    assert_eq!(unwrapped(&text).matches(" % -> ").count(), 4, "{text}");
    let good = scratch.write("good.pdn", GAME);
    let out = scratch.path("out.pdn");
    let summary = analyse(&["--game", "russian", "--file", &good, "--out", &out]).success();
    assert!(summary.contains("White (Ann)"), "{summary}");
    let annotated = fs::read_to_string(&out).expect("written");
    assert!(annotated.contains("c3-d4") && annotated.contains(" % -> "), "{annotated}");
    let error = analyse(&["--game", "russian", "--file", &good, "--out", &out]).failure(1);
    assert!(error.contains("exists already"), "{error}");
    let again = analyse(&["--game", "russian", "--file", &out]).success();
    assert!(again.contains("c3-d4"), "what is written is read: {again}");
}

#[test]
fn suites_are_solved() {
    let scratch = Scratch::new();
    let suite = scratch.write("suite.txt", "W:Wc3,a1:Bd4,h8 bm c3:e5; id \"take it\";\nW:Wc3,e3:Bd6,f6\n");
    let text = analyse(&["--game", "russian", "--suite", &suite]).success();
    assert!(text.contains("take it") && text.contains("solved 1 of 1 (100.0 %)"), "{text}");
    let json = analyse(&["--game", "russian", "--suite", &suite, "--json"]).success();
    assert_eq!(json.lines().count(), 3);
    let score = "{\"positions\":2,\"left_out\":0,\"searched\":2,\"asked\":1,\"solved\":1}\n";
    assert!(json.ends_with(score), "{json}");
    let wrong = scratch.write("wrong.txt", "W:Wc3:Bd6 bm c3-d5;\n");
    let error = analyse(&["--game", "russian", "--suite", &wrong]).failure(1);
    assert!(error.contains("wrong.txt: none of 1 lines") && error.contains("line 1, column 14"), "{error}");
}

#[test]
fn bad_lines_of_suites_are_left_out_and_told() {
    let scratch = Scratch::new();
    let suite = scratch.write("suite.txt", "W:Wc3:Bd6 bm c3-d5;\nW:Wc3,a1:Bd4,h8 bm c3:e5;\nW:W:Bd6\n");
    let run = analyse(&["--game", "russian", "--suite", &suite]);
    let told = run.stderr.clone();
    for place in ["left out: ", "suite.txt, line 1, column 14", "suite.txt, line 3, column 1"] {
        assert!(told.contains(place), "{place} in {told}");
    }
    let text = run.success();
    assert!(text.contains("solved 1 of 1") && text.contains("left out 2 of 3 lines"), "{text}");
    let json = analyse(&["--game", "russian", "--suite", &suite, "--json"]).success();
    assert!(
        json.contains("{\"line\":1,\"column\":14,\"left_out\":") && json.contains("\"left_out\":2,"),
        "{json}"
    );
    let error = analyse(&["--game", "russian", "--suite", &suite, "--strict"]).failure(1);
    assert!(error.contains("suite.txt, line 1, column 14"), "{error}");
    let games = scratch.write("games.pdn", format!("{GAME}\n[Event \"b\"]\n\n1. c3-c4 *\n"));
    let run = analyse(&["--game", "russian", "--file", &games, "--strict"]);
    assert_eq!(run.stdout, "");
    assert!(run.failure(1).contains("games.pdn, line 7, column 4"));
}

#[test]
fn wrong_arguments_are_refused() {
    let scratch = Scratch::new();
    let net = nets::write(scratch.folder(), "russian");
    let empty = scratch.write("empty.pdn", "\n");
    for arguments in [
        &["--multipv", "3"][..],
        &["--game", "russian", "--multipv", "0"],
        &["--game", "russian", "--out", "a.pdn"],
        &["--game", "russian", "--file", "a", "--suite", "b"],
    ] {
        analyse(arguments).failure(2);
    }
    for (arguments, part) in [
        (&["--net", &net, "--game", "english"][..], "english"),
        (&["--net", "/nowhere/a.dmn"], "/nowhere/a.dmn"),
        (&["--game", "russian", "--position", "W:Wz9:B"], "z9"),
        (&["--game", "russian", "--file", "/nowhere/a.pdn"], "/nowhere/a.pdn"),
        (&["--game", "russian", "--file", &empty], "no game"),
        (&["--game", "russian", "--suite", &empty], "no position"),
        (&["--game", "russian", "--file", &empty, "--out", "/nowhere/a.pdn"], "/nowhere/a.pdn"),
    ] {
        let error = analyse(arguments).failure(1);
        assert!(error.contains(part), "{error}");
    }
}
