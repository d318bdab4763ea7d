//! Games as text in the games that have no standard of their own, in draughts, and where texts are damaged.

use super::{GameText, GameTextError, Mark, TextMove, decode, read, write};
use crate::{
    game::Game,
    games::{
        chinese_checkers::ChineseCheckers,
        draughts::{Draughts, English, International, Russian},
        tic_tac_toe::TicTacToe,
    },
    options::Options,
    outcome::Outcome,
    player::Player,
    position::Position,
};

/// The smallest game.
fn ticks() -> TicTacToe {
    TicTacToe::with_options(Options::none()).expect("no options")
}

type Hundred = Draughts<International>;

fn one<G: Game>(game: &G, text: &str) -> GameText<G::Position> {
    let mut games: Vec<_> = read(game, text).collect();
    assert_eq!(games.len(), 1, "one game in {text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused<G: Game>(game: &G, text: &str) -> String {
    let errors: Vec<GameTextError> = read(game, text).filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1, "one error in {text}");
    errors[0].to_string()
}

fn marks<P: Position>(text: &GameText<P>) -> Vec<&[Mark]> {
    text.line.moves.iter().map(|played| played.marks.as_slice()).collect()
}

const FINAL: &str = r#"[Event "Final"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Sijbrands"]
[Black "?"]
[Result "2-0"]
[GameType "20"]

{Dutch} 1. 32-28! 19-23 {a capture} 2. 28x19 14x23 $7 (2... 13x24? 3. 37-32
$18) 3. 37-32 *

"#;

#[test]
fn draughts_are_written_as_pdn() {
    let game = Hundred::new();
    let text = one(&game, FINAL);
    assert_eq!(text.outcome, Some(Outcome::Win(Player::FIRST)));
    assert_eq!(text.tags.get("White"), Some("Sijbrands"));
    assert_eq!((text.line.comment.as_str(), text.line.moves.len()), ("Dutch", 5));
    assert_eq!(text.line.moves[3].marks, [Mark::OnlyMove]);
    assert_eq!(text.line.moves[3].variations[0].moves[1].marks, [Mark::Won]);
    assert_eq!(write(&game, &text), FINAL);
}

#[test]
fn marks_are_read_however_they_are_written() {
    let text =
        "1. 32-28!? 19-23* 2. 28x19 ! 14x23(?) 3. 37-32!+ 10-14 = 4. 41-37?* 5-10 a.l. +1 5. 46-41 $10 1-1";
    let text = one(&Hundred::new(), text);
    let expected: [&[Mark]; 9] = [
        &[Mark::Interesting],
        &[Mark::OnlyMove],
        &[Mark::Good],
        &[Mark::Mistake],
        &[Mark::Good, Mark::Won],
        &[Mark::Drawn],
        &[Mark::Mistake, Mark::OnlyMove],
        &[],
        &[Mark::Drawn],
    ];
    assert_eq!(marks(&text), expected);
    assert_eq!(text.line.moves[7].comment, "a.l. +1");
    assert_eq!(text.outcome, Some(Outcome::Draw));
}

#[test]
fn results_of_every_kind_are_read() {
    let game = Hundred::new();
    for (result, outcome) in [
        ("2-0", Some(Outcome::Win(Player::FIRST))),
        ("1-0", Some(Outcome::Win(Player::FIRST))),
        ("0-2", Some(Outcome::Win(Player::SECOND))),
        ("1/2-1/2", Some(Outcome::Draw)),
        ("0-0", None),
        ("*", None),
    ] {
        assert_eq!(one(&game, &format!("1. 32-28 {result}")).outcome, outcome, "{result}");
        assert_eq!(one(&game, &format!("[Result \"{result}\"] 1. 32-28 *")).outcome, outcome, "{result}");
    }
    let won = one(&game, "1. 32-28 1-0");
    assert!(write(&game, &won).contains("[Result \"2-0\"]"), "two points on a hundred squares");
    let game = Draughts::<Russian>::new();
    let drawn = one(&game, "1. c3-d4 1-1");
    assert!(write(&game, &drawn).contains("[Result \"1/2-1/2\"]"), "one on sixty-four");
}

#[test]
fn who_moves_first_is_numbered_first() {
    let game = Draughts::<English>::new();
    let text = one(&game, "1. 11-15 23-19 2. 8-11 22-17 $18 *");
    assert_eq!(marks(&text)[3], [Mark::Won], "White wins, and White has moved");
    assert!(write(&game, &text).contains("1. 11-15 23-19 2. 8-11 22-17 $18 *"));
    let text = one(&game, "[SetUp \"1\"]\n[FEN \"W:W22:B11\"]\n1... 22-18 2. 11-15 *");
    assert!(write(&game, &text).contains("\n1... 22-18 2. 11-15 *"), "{}", write(&game, &text));
}

#[test]
fn games_without_a_standard_have_the_same_form() {
    let game = ticks();
    let mut text = one(&game, "[X \"Ann\"] 1. 5! 1 2. 3 7 *");
    assert_eq!(text.line.moves.len(), 4);
    text.line.moves[1].marks.push(Mark::OnlyMove);
    text.line.moves[3].marks.push(Mark::Drawn);
    text.outcome = Some(Outcome::Draw);
    let expected = "[Event \"?\"]\n[X \"Ann\"]\n[O \"?\"]\n[Result \"1/2-1/2\"]\n[Variant \"tic-tac-toe\"]\n\n\
                    1. 5! 1* 2. 3 7= 1/2-1/2\n\n";
    assert_eq!(write(&game, &text), expected);
    assert_eq!(one(&game, expected).line, text.line);
}

#[test]
fn more_than_two_players_have_places() {
    let (_, options) = Options::parse("chinese-checkers:players=3").expect("well formed");
    let game = ChineseCheckers::with_options(options).expect("three play");
    let mut text = GameText::new(game.start());
    text.outcome = Some(Outcome::Places([1, 0, 2, 0, 0, 0]));
    let written = write(&game, &text);
    assert!(written.ends_with("[Variant \"chinese-checkers:players=3\"]\n\n2/1/3\n\n"), "{written}");
    assert_eq!(one(&game, &written).outcome, text.outcome);
    assert!(refused(&game, "1/1 *").contains("line 1, column 1"));
}

#[test]
fn games_of_other_games_are_refused() {
    let russian = Draughts::<Russian>::new();
    for (text, place, reason) in [
        ("[GameType \"20\"]\n*", "line 1, column 12", "20 is another game than russian, which is 25"),
        ("[GameType \"x\"]\n*", "line 1, column 12", "no number of a game"),
        ("\n[Variant \"english\"]\n*", "line 2, column 11", "a game of english"),
    ] {
        let error = refused(&russian, text);
        assert!(error.contains(place) && error.contains(reason), "{error}");
    }
    assert_eq!(
        one(&russian, "[GameType \"25,W,8,8,A0,0\"] [Variant \"Russian draughts\"] c3-d4 *").line.moves.len(),
        1
    );
    assert!(refused(&ticks(), "[Variant \"chess\"] *").contains("a game of chess"));
    assert!(
        refused(&crate::games::chess::Chess::standard(), "[Variant \"russian\"] *").contains("of russian")
    );
}

#[test]
fn the_reader_goes_on_behind_an_error() {
    let game = Hundred::new();
    let text = "[Event \"a\"]\n\n1. 32-28 19-22 *\n\n[Event \"b\"]\n[Round \"1\"]\n\n1. 32-28 {open\n\n\
                [Event \"c\"]\n[GameType \"25\"]\n[Site \"?\"]\n\n1. c3-d4 {[x]}\n*\n\n\
                [Event \"d\"]\n\n1. 31-26 (1. 32-28\n\n[Event \"e\"]\n\n1. 33-28 *";
    let read: Vec<_> = read(&game, text).collect();
    let places: Vec<_> =
        read.iter().map(|game| game.as_ref().map_err(|error| (error.line, error.column))).collect();
    assert_eq!(places.len(), 5);
    assert_eq!(
        places[..4].iter().filter_map(|place| place.err()).collect::<Vec<_>>(),
        [(3, 10), (8, 10), (11, 12), (21, 1)]
    );
    assert_eq!(read[4].as_ref().map(|game| game.tags.get("Event")), Ok(Some("e")));
}

#[test]
fn comments_are_added_word_by_word() {
    let mut played = TextMove::from(1);
    played.say("a  b");
    played.say("\nc");
    assert_eq!(played.comment, "a b c");
}

#[test]
fn files_are_utf_8_or_else_latin_1() {
    assert_eq!(decode("Mähne ½".into()), "Mähne ½");
    assert_eq!(decode(b"M\xe4hne \xbd".to_vec()), "Mähne ½");
}
