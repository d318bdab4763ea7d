//! Laws of analysis, with the game's own judgement.

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Game, GameText, History, MoveList, Notation,
    NotationFormat::Native,
    Player, Position,
    game_text::{self, Mark, Score},
    games::draughts::{Draughts, International, Russian},
    registry,
};

use super::{
    Finding, MoveReview, Suite, annotate, json, look,
    marks::{BLUNDER, DUBIOUS, MISTAKE, loss, share, strength},
    parse_suite, review, solve, table,
};
use crate::{
    AnyEngine,
    engine::{EngineOptions, Judge},
    evaluation::{Value, Wdl},
    search::{Limits, Proof, SearchReport, StopHandle},
};

type Hundred = Draughts<International>;
type Checkers = Draughts<Russian>;

const LIMITS: u64 = 400;

fn engine(game: &AnyGame, lines: usize) -> AnyEngine {
    let options = EngineOptions { multipv: lines, ..EngineOptions::default() };
    AnyEngine::new(game.clone(), Judge::BuiltIn, options).expect("no net, no error")
}

fn found(game: &AnyGame, text: &str) -> (AnyPosition, Finding<AnyMove>) {
    let position = game.parse_position(Native, text).expect("a position");
    let history = History::new(&position);
    let limits = Limits::nodes(LIMITS);
    let finding = look(&mut engine(game, 3), &position, &history, &limits, &StopHandle::new(), &mut |_| ());
    (position, finding)
}

fn reviewed(game: &AnyGame, text: &GameText) -> Vec<MoveReview<AnyMove>> {
    review(&mut engine(game, 1), text, &Limits::nodes(LIMITS), &StopHandle::new(), &mut |_, _| ())
}

fn one(game: &AnyGame, text: &str) -> GameText {
    game_text::read(game, text).next().expect("a game").expect("well formed")
}

#[test]
fn positions_that_are_over_are_judged_by_the_rules() {
    let (position, finding) = found(&AnyGame::new(Checkers::new()), "W:W:Ba3");
    assert_eq!((finding.value, finding.proof), (Value::Two(Wdl::LOSS), Proof::Loss));
    assert!(finding.search.is_none() && finding.outcome.is_some());
    let text = table::finding_table(&AnyGame::new(Checkers::new()), &position, &finding);
    assert!(text.contains("the game is over"), "{text}");
}

#[test]
fn values_are_told_from_either_side() {
    let (_, finding) = found(&AnyGame::new(Checkers::new()), "W:Wa1,c1,e1,g1:Bb8");
    let [own, other] = [Player::FIRST, Player::SECOND].map(|player| finding.value_for(player).score());
    assert!(own > 0.6 && (own + other - 1.0).abs() < 1e-6);
}

#[test]
fn tables_and_json_tell_the_best_lines() {
    let game = AnyGame::new(Checkers::new());
    let (position, finding) = found(&game, "W:Wc3,e3,g3:Bd6,f6,h6");
    let text = table::finding_table(&game, &position, &finding);
    assert!(text.starts_with("russian  W:W"), "{text}");
    assert!(text.contains("White to move") && text.contains("visits") && text.contains("line"), "{text}");
    let json = json::finding(&game, &position, &finding);
    assert!(!json.contains('\n'));
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["game"], "russian");
    assert_eq!(value["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(value["lines"][0]["moves"][0], value["best"]);
    assert!(value["win"].is_number() && value["lines"][0]["win"].is_number());
}

/// A search in which each move was found to be worth so much, the first one best.
fn search(values: &[f32]) -> SearchReport<AnyMove> {
    let game = AnyGame::new(Checkers::new());
    let position = game.start();
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let history = History::new(&position);
    let limits = Limits::nodes(LIMITS);
    let finding = look(&mut engine(&game, 1), &position, &history, &limits, &StopHandle::new(), &mut |_| ());
    let mut report = finding.search.expect("searched");
    report.moves.truncate(values.len());
    for (root, value) in report.moves.iter_mut().zip(values) {
        (root.value, root.prior, root.proof) = (Some(*value), 1.0 / values.len() as f32, Proof::Unknown);
    }
    report.best = report.moves[0].mv;
    report
}

#[test]
fn marks_follow_what_is_given_away() {
    let report = search(&[0.5, 0.48, 0.4]);
    let other = report.moves[1].mv;
    let marked = |after: f32| strength(&report, other, 0.5, after, 2);
    assert_eq!(marked(0.5 - BLUNDER - 0.01), Some(Mark::Blunder));
    assert_eq!(marked(0.5 - MISTAKE - 0.01), Some(Mark::Mistake));
    assert_eq!(marked(0.5 - DUBIOUS - 0.01), Some(Mark::Dubious));
    assert_eq!(marked(0.5), None);
    assert_eq!(marked(0.6), Some(Mark::Interesting));
    assert_eq!(strength(&report, report.best, 0.5, 0.1, 2), None, "the best move is no mistake");
    assert_eq!(loss(report.best, report.best, 0.5, 0.1), 0.0);
}

#[test]
fn the_best_move_is_good_when_others_are_not() {
    let marked = |values: &[f32]| {
        let report = search(values);
        strength(&report, report.best, values[0], values[0], 2)
    };
    assert_eq!(marked(&[0.5, 0.45, 0.1]), None);
    assert_eq!(marked(&[0.5, 0.38, 0.1]), Some(Mark::Good));
    assert_eq!(marked(&[0.5, 0.2, 0.1]), Some(Mark::OnlyMove));
    let mut report = search(&[0.5, 0.2, 0.1]);
    report.moves[0].prior = 0.01;
    assert_eq!(strength(&report, report.best, 0.5, 0.5, 2), Some(Mark::Brilliant));
}

#[test]
fn reviews_are_written_into_the_text() {
    let game = AnyGame::new(Checkers::new());
    let mut text = one(&game, "[FEN \"W:Wc3,a1,g1:Bf6,h8,b8\"]\n1. c3-d4 {oh} f6-e5 2. d4:f6 *");
    let reviews = reviewed(&game, &text);
    assert_eq!(reviews.len(), 3);
    assert!(reviews.iter().all(|review| (0.0..=1.0).contains(&share(&review.before, 2))));
    annotate(&game, &mut text, &reviews);
    let written = game_text::write(&game, &text);
    assert_eq!(one(&game, &written).moves().collect::<Vec<_>>(), text.moves().collect::<Vec<_>>());
    assert!(text.line.moves[0].comment.starts_with("oh "), "{written}");
    // White is a man up after its capture.
    let last = text.line.moves[2].annotations.evaluation.map(|found| found.score);
    assert!(matches!(last, Some(Score::Hundredths(1..) | Score::Moves(1..))), "{last:?}");
    assert_eq!(written.matches("[%eval ").count(), 3, "{written}");
    let mut again = text.clone();
    again.line.moves[0].annotations.evaluation = None;
    annotate(&game, &mut again, &reviews);
    assert_eq!(again.line.moves[0].annotations, text.line.moves[0].annotations);
    assert!(text.line.moves.iter().all(|said| said.comment.contains(" % -> ")), "{written}");
    let lines = json::review(&game, 1, &text.start, &reviews[0]);
    let value: serde_json::Value = serde_json::from_str(&lines).expect("JSON");
    assert_eq!((value["ply"].as_u64(), value["player"].as_str()), (Some(1), Some("White")));
    let summary = table::review_table(&game, &text, &reviews);
    assert!(summary.contains("White") && summary.contains("Black"), "{summary}");
}

#[test]
fn a_forced_move_that_wins_is_marked() {
    let game = AnyGame::new(Hundred::new());
    let text = one(&game, "[FEN \"W:W32:B23,1\"]\n1. 32-28 23x32 *");
    let reviews = reviewed(&game, &text);
    assert_eq!(reviews[1].proof, Proof::Win);
    assert!(reviews[1].marks.contains(&Mark::Won) && reviews[1].best.is_none(), "forced, and it wins");
}

#[test]
fn what_annotators_have_said_stays() {
    let game = AnyGame::new(Checkers::new());
    let mut text = one(&game, "1. c3-d4?? *");
    let mut reviews = reviewed(&game, &text);
    reviews[0].marks = vec![Mark::Good, Mark::Drawn];
    annotate(&game, &mut text, &reviews);
    assert_eq!(text.line.moves[0].marks, [Mark::Blunder, Mark::Drawn]);
}

#[test]
fn a_stopped_review_tells_what_was_searched() {
    let game = AnyGame::new(Checkers::new());
    let text = one(&game, "1. c3-d4 f6-g5 2. b2-c3 g7-f6 *");
    let control = StopHandle::new();
    let stopper = control.clone();
    let reviews = review(&mut engine(&game, 1), &text, &Limits::nodes(LIMITS), &control, &mut |done, all| {
        assert_eq!(all, 5);
        if done == 3 {
            stopper.stop();
        }
    });
    assert_eq!(reviews.len(), 2);
}

#[test]
fn suites_are_solved_and_counted() {
    let game = AnyGame::new(Checkers::new());
    let text = "# two\nW:Wc3,a1:Bd4,h8 bm c3:e5; id \"take it\";\n\n  W:Wc3,e3,g3:Bd6,f6,h6 am c3-b4 e3-d4; id x; c0 \"a;b\"\n\
                W:Wc3,e3,g3:Bd6,f6,h6\n";
    let Suite { positions: suite, left_out } = parse_suite(&game, text);
    assert!(left_out.is_empty(), "{left_out:?}");
    assert_eq!(suite.iter().map(|test| test.line).collect::<Vec<_>>(), [2, 4, 5]);
    assert_eq!(suite[0].name.as_deref(), Some("take it"));
    assert_eq!((suite[1].best.len(), suite[1].avoid.len()), (0, 2));
    assert!(suite[1].avoid.iter().all(|mv| !suite[1].is_solved_by(*mv)));
    let limits = Limits::nodes(LIMITS);
    let solved = solve(&mut engine(&game, 1), &suite, &limits, &StopHandle::new(), &mut |_| ());
    assert_eq!((solved.len(), solved[0].solved, solved[2].solved), (3, Some(true), None));
    let found = table::suite_table(&game, &suite, &solved);
    assert!(found.contains("take it") && found.contains(" of 2 ("), "{found}");
    let json = json::solved(&game, &suite[0], &solved[0]);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&value["solved"], &value["best_moves"][0]), (&true.into(), &value["best"]));
    let score: serde_json::Value =
        serde_json::from_str(&json::score(&parse_suite(&game, text), &solved)).expect("JSON");
    assert_eq!((score["searched"].as_u64(), score["asked"].as_u64()), (Some(3), Some(2)));
}

#[test]
fn wrong_lines_of_suites_are_left_out_with_line_and_column() {
    let game = AnyGame::new(Checkers::new());
    for (text, place, reason) in [
        ("\n W:Wz3:B bm a", "line 2, column 5", "position \"W:Wz3:B\""),
        ("W:Wc3:Bd6 bm c3-d5;", "line 1, column 14", "no move here"),
        ("W:W:Bd6", "line 1, column 1", "the game is over"),
    ] {
        let suite = parse_suite(&game, &format!("{text}\rW:Wc3:Bd6;\0\n\0"));
        let [error] = &suite.left_out[..] else { panic!("{text}: {:?}", suite.left_out) };
        let error = error.to_string();
        assert!(error.contains(place) && error.contains(reason), "{error}");
        assert_eq!(suite.positions.len(), 1, "the next line is read: {text}");
    }
}

#[test]
fn chess_suites_are_epd() {
    struct Epd;
    impl Epd {
        fn visit(self, game: AnyGame) -> usize {
            let epd = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n\
                       6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 20 am g4;";
            let suite = parse_suite(&game, epd).positions;
            let limits = Limits::nodes(LIMITS);
            let solved = solve(&mut engine(&game, 1), &suite, &limits, &StopHandle::new(), &mut |_| ());
            solved.iter().filter(|done| done.solved == Some(true)).count()
        }
    }
    assert_eq!(AnyGame::of_id("chess").map(|game| Epd.visit(game)), Ok(2));
}

/// EPD in the form of collections: every line is a test position, with this solution and these counters.
#[test]
fn epd_of_the_wild_is_read() {
    const POSITION: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    struct Wild;
    impl Wild {
        fn visit(self, game: AnyGame) {
            for (operations, best, name, counters) in [
                ("wdl 2; bm Ra8#;", 1, None, "0 1"),
                ("; bm Ra8 +; id BK.01", 1, Some("BK.01"), "0 1"),
                (" ;D1 20 ;D2 400", 0, None, "0 1"),
                ("bm; id \"x\";", 0, Some("x"), "0 1"),
                ("0 1;", 0, None, "0 1"),
                (" 3 20; 18 knights; should be fine(", 0, None, "3 20"),
                ("3 20 wdl_table 2;", 0, None, "3 20"),
                ("hmvc 98; fmvn 120;", 0, None, "98 120"),
                ("bm Ra8+ dm 1; id \"y\";", 1, Some("y"), "0 1"),
                ("bm Ra8, g4; fmvn 0", 2, None, "0 1"),
                ("0 0 bm Ra8; bm g4", 2, None, "0 1"),
            ] {
                let line = format!("{POSITION} {operations}");
                let suite = parse_suite(&game, &line);
                assert!(suite.left_out.is_empty(), "{line}: {:?}", suite.left_out);
                let test = &suite.positions[0];
                assert_eq!((test.best.len(), test.name.as_deref()), (best, name), "{line}");
                assert_eq!(
                    game.position_text(Native, &test.position),
                    format!("{POSITION} {counters}"),
                    "{line}"
                );
            }
            for (line, place) in [
                ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w KxQ - bm Ra8;", "column 31"),
                ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc much;", "column 34"),
                ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm bn;", "column 37"),
                ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 ??? bm Ra8;", "column 38"),
            ] {
                let suite = parse_suite(&game, line);
                let errors: Vec<_> = suite.left_out.iter().map(ToString::to_string).collect();
                assert!(errors.len() == 1 && errors[0].contains(place), "{line}: {errors:?}");
            }
            let startpos = parse_suite(&game, "startpos; bm e4");
            assert_eq!(startpos.positions[0].position, game.start());
        }
    }
    AnyGame::of_id("chess").map(|game| Wild.visit(game)).expect("a game");
}

#[test]
fn every_game_is_analysed() {
    struct Any;
    impl Any {
        fn visit(self, game: AnyGame) {
            let mut text = GameText::new(game.start());
            let mut position = game.start();
            let mut moves = MoveList::new();
            for _ in 0..3 {
                position.legal_moves(&mut moves);
                text.line.moves.push(moves[moves.len() / 2].into());
                position.play(moves[moves.len() / 2]);
            }
            let limits = Limits::nodes(30);
            let reviews = review(&mut engine(&game, 2), &text, &limits, &StopHandle::new(), &mut |_, _| ());
            assert_eq!(reviews.len(), 3, "{}", game.id());
            annotate(&game, &mut text, &reviews);
            let written = game_text::write(&game, &text);
            let read: Vec<_> = game_text::read(&game, &written).collect();
            assert!(matches!(&read[..], [Ok(read)] if read.line == text.line), "{written}");
            let history = History::new(&position);
            let finding =
                look(&mut engine(&game, 2), &position, &history, &limits, &StopHandle::new(), &mut |_| ());
            assert!(table::finding_table(&game, &position, &finding).contains("to move"));
            assert!(json::finding(&game, &position, &finding).starts_with('{'));
        }
    }
    for id in registry::NAMES.iter().copied().chain(["chinese-checkers:players=3"]) {
        AnyGame::of_id(id).map(|game| Any.visit(game)).expect("listed");
    }
}
