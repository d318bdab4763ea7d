//! Records from games, and games from records.

use damier_engine::Value;
use damier_records::{Ending, NoRecord, PlyKind, game_text_of, record_of, validate};
use damier_rules::{
    AnyGame, Game, GameText, Outcome, Player, Position,
    game_text::{self, Score},
    games::draughts::{Draughts, International, Russian},
};

fn read(game: &AnyGame, text: &str) -> GameText {
    game_text::read(game, text).next().expect("a game").expect("well formed")
}

/// A game that White won and the rules did not end; its third ply is the only legal one.
const WON: &str = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 2-0";

#[test]
fn a_game_teaches_its_moves_and_its_result() {
    let game = AnyGame::new(Draughts::<International>::new());
    let record = record_of(&game, &read(&game, WON), 7).expect("a record");
    validate(&game, &record).expect("valid");
    assert_eq!(
        (record.index, record.outcome, record.ending),
        (7, Outcome::Win(Player::FIRST), Ending::Adjudicated)
    );
    assert_eq!(record.plies[2].kind, PlyKind::Forced);
    for (number, ply) in record.plies.iter().enumerate().filter(|(number, _)| *number != 2) {
        let PlyKind::Searched { value, policy, .. } = &ply.kind else {
            panic!("ply {number} has a choice");
        };
        assert_eq!(policy.probability(ply.index as usize), 1.0);
        let expected = if number % 2 == 0 { 1.0 } else { 0.0 };
        assert_eq!(value.value().score(), expected, "ply {number}, for who moves");
    }
}

#[test]
fn what_would_teach_something_wrong_is_no_record() {
    let game = AnyGame::new(Draughts::<Russian>::new());
    let reason = |text: &str| record_of(&game, &read(&game, text), 0).expect_err(text);
    assert_eq!(reason("1. c3-d4 *"), NoRecord::NoResult);
    assert_eq!(reason("1-0"), NoRecord::Empty);
    let end = "[SetUp \"1\"]\n[FEN \"W:Wc3:Bd4\"]\n\n1. c3:e5";
    let lost = reason(&format!("{end} 0-1"));
    assert!(matches!(lost, NoRecord::OtherResult { .. }), "{lost}");
    assert_eq!(lost.to_string(), "its result is 0-1, and by the rules it is 1-0");
    // The rules know the result of the same game without being given it.
    let record = record_of(&game, &read(&game, &format!("{end} *")), 0).expect("over");
    assert_eq!((record.outcome, record.ending), (Outcome::Win(Player::FIRST), Ending::Rules));
    // Kings that go to and fro: the position stands for the third time after eight plies.
    let again = "1. c1-b2 b8-a7 2. b2-c1 a7-b8 ";
    let text = format!("[SetUp \"1\"]\n[FEN \"W:WKc1:BKb8\"]\n\n{}c1-b2 b8-a7 1/2-1/2", again.repeat(2));
    let goes_on = reason(&text);
    assert!(matches!(goes_on, NoRecord::GoesOn { plies: 8, .. }), "{goes_on}");
}

#[test]
fn records_are_games_with_what_the_searches_thought() {
    let game = AnyGame::new(Draughts::<International>::new());
    let record = record_of(&game, &read(&game, WON), 0).expect("a record");
    let text = game_text_of(&game, &record, "test").expect("replayed");
    let again = read(&game, &game_text::write(&game, &text));
    assert_eq!((&again.line, again.outcome), (&text.line, text.outcome));
    assert_eq!(record_of(&game, &again, 0).as_ref(), Ok(&record));
    let scores = text.line.moves.iter().map(|played| played.annotations.evaluation.map(|found| found.score));
    let winning = |score: Option<Score>| matches!(score, Some(Score::Hundredths(score)) if score > 1000);
    let told: Vec<bool> = scores.map(winning).collect();
    assert_eq!(told, [true, true, false, true, true], "White wins, and the forced ply was not searched");
    assert_eq!(text.tags.get("Round"), Some("1"));
}

#[test]
fn more_than_two_players_have_shares() {
    let game = AnyGame::of_id("chinese-checkers:players=3").expect("three play");
    let mut text = GameText::new(game.start());
    let mut moves = damier_rules::MoveList::new();
    game.start().legal_moves(&mut moves);
    text.line.moves.push(moves[0].into());
    text.outcome = Some(Outcome::Places([2, 0, 1, 0, 0, 0]));
    let record = record_of(&game, &text, 0).expect("a record");
    validate(&game, &record).expect("valid");
    let value = record.plies[0].kind.value().expect("searched").value();
    assert_eq!(value, Value::of_outcome(record.outcome, Player::FIRST, 3), "the first player is last");
    let again = game_text_of(&game, &record, "test").expect("replayed");
    assert_eq!((again.outcome, again.line.moves.len()), (text.outcome, 1));
}
