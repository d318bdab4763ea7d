//! Games as text in the games that have no standard of their own, in draughts, and where texts are damaged.

use super::{GameText, GameTextError, Mark, TextMove, read, write};
use crate::{
    any::AnyGame,
    game::Game,
    games::draughts::{Draughts, English, International, Russian},
    notation::{Notation, NotationFormat::Native},
    outcome::Outcome,
    player::Player,
};

/// The smallest game.
fn ticks() -> AnyGame {
    AnyGame::of_id("tic-tac-toe").expect("a game")
}

fn hundred() -> AnyGame {
    AnyGame::new(Draughts::<International>::new())
}

fn one(game: &AnyGame, text: &str) -> GameText {
    let mut games: Vec<_> = read(game, text).collect();
    assert_eq!(games.len(), 1, "one game in {text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(game: &AnyGame, text: &str) -> String {
    let errors: Vec<GameTextError> = read(game, text).filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1, "one error in {text}");
    errors[0].to_string()
}

fn marks(text: &GameText) -> Vec<&[Mark]> {
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
    let game = hundred();
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
    let text = one(&hundred(), text);
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
    let game = hundred();
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
    let game = AnyGame::new(Draughts::<Russian>::new());
    let drawn = one(&game, "1. c3-d4 1-1");
    assert!(write(&game, &drawn).contains("[Result \"1/2-1/2\"]"), "one on sixty-four");
}

#[test]
fn who_moves_first_is_numbered_first() {
    let game = AnyGame::new(Draughts::<English>::new());
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
    let game = AnyGame::of_id("chinese-checkers:players=3").expect("three play");
    let mut text = GameText::new(game.start());
    text.outcome = Some(Outcome::Places([1, 0, 2, 0, 0, 0]));
    let written = write(&game, &text);
    assert!(written.ends_with("[Variant \"chinese-checkers:players=3\"]\n\n2/1/3\n\n"), "{written}");
    assert_eq!(one(&game, &written).outcome, text.outcome);
    assert!(refused(&game, "1/1 *").contains("line 1, column 1"));
}

#[test]
fn games_of_other_games_are_refused() {
    let russian = AnyGame::new(Draughts::<Russian>::new());
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
        refused(&AnyGame::of_id("chess").expect("a game"), "[Variant \"russian\"] *").contains("of russian")
    );
}

#[test]
fn the_reader_goes_on_behind_an_error() {
    let game = hundred();
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
    let game = ticks();
    let mut played = TextMove::from(game.parse_move(Native, &game.start(), "5").expect("legal"));
    played.say("a  b");
    played.say("\nc");
    assert_eq!(played.comment, "a b c");
}

/// The comments of a game, in their order.
fn comments(text: &GameText) -> Vec<&str> {
    let after = text.line.moves.iter().map(|played| played.comment.as_str());
    [text.line.comment.as_str()].into_iter().chain(after).filter(|comment| !comment.is_empty()).collect()
}

/// The texts of all games, and the places of all errors.
fn all(game: &AnyGame, text: &str) -> (Vec<String>, Vec<(usize, usize)>) {
    let (games, errors): (Vec<_>, Vec<_>) = read(game, text).partition(Result::is_ok);
    let games = games.iter().flatten().map(|text| write(game, text)).collect();
    (games, errors.into_iter().filter_map(Result::err).map(|error| (error.line, error.column)).collect())
}

#[test]
fn comments_outside_the_moves_belong_to_a_game() {
    let game = hundred();
    for (text, expected) in [
        ("{a}\n[Event \"x\"]\n\n1. 32-28 *", vec![vec!["a"]]),
        (";; a\n\n[Event \"x\"] ; b\n{c} [Site \"y\"]\n\n1. 32-28 *", vec![vec!["; a b c"]]),
        ("1. 32-28 * {a} ; b\n{c}\n\n1. 31-27 *", vec![vec!["a b c"], vec![]]),
        ("1. 32-28 * ; a\n\n{b}\n\n1. 31-27 *\n\n{c}\n\n;d", vec![vec!["a"], vec!["b", "c d"]]),
        ("1. 32-28 *\n{a}\n[Event \"x\"]\n\n1. 31-27 *", vec![vec![], vec!["a"]]),
        ("[Event \"x\"]\n\n{a}\n\n[Event \"y\"]\n\n1. 31-27 *", vec![vec!["a"], vec![]]),
        ("[Event \"x\"]\n\n{a}\n[Event \"y\"]\n\n1. 31-27 *", vec![vec![], vec!["a"]]),
        ("{a} $2 [Event \"x\"]\n\n1. 31-27 *", vec![vec!["a $2"]]),
        ("{a}\n\n; b\n", vec![]),
    ] {
        let read: Result<Vec<_>, _> = read(&game, text).collect();
        let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.iter().map(comments).collect::<Vec<_>>(), expected, "{text}");
    }
    let text = one(&game, "[FEN \"W:W32:B19\"] ; {a}\n[Result \"2-0\"]\n\n1. 32-28");
    assert_eq!(
        (text.start, text.outcome),
        (game.parse_position(Native, "W:W32:B19").expect("FEN"), Some(Outcome::Win(Player::FIRST)))
    );
}

#[test]
fn no_game_takes_its_neighbour_with_it() {
    let game = ticks();
    let good = |name: &str| format!("[Event \"{name}\"]\n[Result \"*\"]\n\n1. 5 *\n\n");
    for bad in [
        "[Event \"a\"]\n\n1. 10 *\n\n",
        "[Event \"a\"]\n[Variant \"chess\"]\n\n1. 5 *\n\n",
        "[Event \"a\"]\n[FEN\n[Site \"y\"]\n\n1. 5 *\n\n",
        "[FEN \"?\"]\n\n",
        "1. 5 (1. 4\n\n",
        "1. 5 {open\n\n",
        "[Event \"a\"]\n{open\n[Site \"y\"]\n\n1. 5 *\n\n",
        "1. 5 ) * {a}\n\n",
    ] {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("{}{bad}{}{}", good("x"), good("y"), good("z")).replace('\n', end);
            let (games, errors) = all(&game, &text);
            assert_eq!((games.len(), errors.len()), (3, 1), "{text:?}");
            assert!(
                games[2].contains("[Event \"z\"]") && errors[0].0 > 5 && errors[0].0 < 11,
                "{errors:?} in {text:?}"
            );
        }
    }
    // Tags do not have to begin a line, and a game does not need them.
    let (games, errors) =
        all(&game, "  [ Event \"a\"]\n\n1. 10 *\n\n  [ Event \"b\"]\n\n1. 5 *\n\n1. 11 * 1. 1 *\n1. 2 *");
    assert_eq!((games.len(), errors), (3, vec![(3, 4), (9, 4)]));
}

#[test]
fn tags_behind_tags_are_those_of_another_game() {
    let game = ticks();
    let count = |text: &str| {
        let (games, errors) = all(&game, text);
        assert_eq!(errors, [], "{text}");
        games.len()
    };
    let long = "[Event \"a\"]\n[Site \"a\"]\n[Result \"*\"]\n";
    assert_eq!(count(&format!("{long}\n{long}\n1. 5 *")), 2);
    assert_eq!(count(&format!("{long}{long}\n1. 5 *")), 2);
    assert_eq!(count("[Site \"a\"]\n\n[Event \"b\"]\n\n1. 5"), 2);
    assert_eq!(count("[Site \"a\"]\n\n[Round \"1\"]\n[Site \"b\"]\n\n1. 5"), 2);
    assert_eq!(count("[Event \"a\"]\n\n[Site \"b\"]\n\n1. 5"), 1, "an empty line within tags");
    assert_eq!(count("[Event \"a\"]\n\n1-0\n\n[Event \"a\"]\n*\n\n[Event \"a\"]"), 3);
}

#[test]
fn tags_that_decide_nothing_cost_no_game() {
    let tags = |text: &str| one(&ticks(), &format!("{text}\n\n1. 5 *"));
    for (text, name, value) in [
        ("[Event \"5th \"Rose\" Open\"]", "Event", "5th \"Rose\" Open"),
        ("[X \"\"Mephisto\"\"] [O \"b\"]", "X", "\"Mephisto\""),
        ("[X \"\"Mephisto\"\"] [O \"b\"]", "O", "b"),
        ("[Site \"C:\\games\\\"]", "Site", "C:\\games\\"),
        ("[Site \"a\\b \\\" \\\\\"]", "Site", "a\\b \" \\"),
        ("[White-Elo \"2000\"]", "White_Elo", "2000"),
        ("[BlackType: \"program\"]", "BlackType", "program"),
        ("[Event \"x\"", "Event", "x"),
        ("[Event \"over\ntwo lines\"]", "Event", "over two lines"),
        ("[Event \"x\"]\n[Event \"y\"]", "Event", "y"),
        ("[Event \"x\"]\n[Event \"x\"]", "Event", "x"),
        ("[Event \"x\"\n]", "Event", "x"),
    ] {
        assert_eq!(tags(text).tags.get(name), Some(value), "{text}");
    }
    for (text, comment) in [
        ("[Event \"x\"]\n[Event \"y\"]", "[Event \"x\"]"),
        ("[Event x]", "[Event x]"),
        ("[Event \"x\" y]", "[Event \"x\" y]"),
        ("[Event]", "[Event]"),
        ("[Result \"adjourned\"]", ""),
    ] {
        assert_eq!(tags(text).line.comment, comment, "{text}");
    }
    assert_eq!(tags("[Result \"adjourned\"]").line.moves[0].comment, "[Result \"adjourned\"]");
    assert!(refused(&ticks(), "[variant \"chess\"] 5 *").contains("a game of chess"));
}

#[test]
fn annotations_cost_no_game() {
    let game = hundred();
    let text = one(
        &game,
        "$7 (1. 31-27) 1. 32-28 $902 $ 19-23(!?!!!) 2. 28x19!!! ± 14x23+- 3. 37-32 N # 10-14 [%clk 0:01:00] -+ *",
    );
    assert_eq!(comments(&text), ["$7 (1. 31-27)", "$902 $", "!?!!!", "!!!", "#"]);
    let glyphs = |glyphs: &[u8]| glyphs.iter().map(|glyph| Mark::Glyph(*glyph)).collect::<Vec<_>>();
    let expected = [vec![], vec![], glyphs(&[16]), glyphs(&[18]), glyphs(&[146]), vec![Mark::Won]];
    assert_eq!(marks(&text), expected);
    assert_eq!(text.line.moves[5].annotations.clock, Some(std::time::Duration::from_secs(60)));
}

#[test]
fn variations_cost_no_game() {
    let game = hundred();
    let text = one(
        &game,
        "1. 32-28 19-23 (1... 18-23 2. -- 17-22 {a [%clk 0:00:01]} (b) ; c )\n) 2. 28x19 (-- 4 ((5) ) *) 14x23 *",
    );
    assert_eq!(text.line.moves.len(), 4);
    let first = &text.line.moves[1].variations[0];
    assert_eq!(
        (first.moves.len(), first.moves[0].comment.as_str()),
        (1, "-- 17-22 a [clk 0:00:01] (b) ; c )")
    );
    let second = &text.line.moves[2].variations[0];
    assert_eq!((second.moves.len(), second.comment.as_str()), (0, "-- 4 ((5) ) *"));
    assert_eq!(one(&game, &write(&game, &text)).line, text.line);
    assert!(refused(&game, "1. 32-28 -- 2. 31-27 *").contains("null move"));
}

#[test]
fn squares_may_stand_apart_or_together() {
    let game = hundred();
    for text in [
        "1. 32 - 28 19- 23 2. 28x 19 14 x23 3. 37 -32  10- 14 *",
        "1. 32–28 19−23 2. 28×19 14:23 3. 37x32 10x14 *",
        "1. 3228 1923 2. 2819 1423 3. 3732 1014 *",
        "1 32 -\n28 19 -23 2 28 x 19 14x23 3 37-32 10 - 14 *",
    ] {
        let written = write(&game, &one(&game, text));
        assert!(written.ends_with("\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *\n\n"), "{written}");
    }
    for (text, reason) in [
        ("1. 32 28 *", "32 is no move"),
        ("1. 32-28 3 19-23 *", "not the number of the next one, which is 1"),
        ("1. 32-28 19-23 2. -28 *", "square"),
        ("1. 3228 9999 *", "9999 is no move"),
        ("1. 32 -99 *", "no square 99"),
        ("1. 32- 41 *", "41 is occupied"),
    ] {
        let error = refused(&game, text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn signs_of_captures_and_capital_letters_are_as_good_as_others() {
    let game = AnyGame::new(Draughts::<Russian>::new());
    assert_eq!(one(&game, "1. C3:D4 d6xc5 2. B2-c3 *").line.moves.len(), 3);
    assert!(refused(&game, "1. c3:e5 *").contains("nothing to capture"));
}

#[test]
fn points_and_words_of_the_tags_end_a_game() {
    let game = hundred();
    let first = Some(Outcome::Win(Player::FIRST));
    for (text, outcome) in [
        ("1. 32-28 12-8", None),
        ("[Result \"12-8\"]\n1. 32-28 12-8", None),
        ("1. 32-28 20-0\n\n[Event \"x\"]", first),
        ("1. 32-28 ½-½", Some(Outcome::Draw)),
        ("1. 32-28 0.5-0.5", Some(Outcome::Draw)),
        ("1. 32-28 1/2", Some(Outcome::Draw)),
        ("1. 32-28 1/2 - 1/2", Some(Outcome::Draw)),
        ("1. 32-28 2 – 0", first),
        ("1. 32-28 2-0 *", first),
        ("1. 32-28 2-0 2-0", first),
        ("[Result \"White wins\"] 1. 32-28 *", None),
        ("[Result \"½-½\"]\n1. - - 2. - - *", Some(Outcome::Draw)),
    ] {
        let read: Vec<_> = read(&game, text).collect();
        assert_eq!(read[0].as_ref().map(|game| game.outcome), Ok(outcome), "{text}");
        assert!(read.len() == 1 || text.contains("Event"), "{text}");
    }
    let error = refused(&game, "1. 32-28 12-8 19-23 *");
    assert!(error.contains("line 1, column 10"), "{error}");
}

#[test]
fn positions_of_lidraughts_are_read() {
    let game = hundred();
    let start = game.parse_position(Native, "W:W37,38:B12,18").expect("FEN");
    for fen in ["W:W37,38:B12,18:H0:F12", "W:W37,38:B12,18:F1", "W:H3:W37,38:B12,18:+0+1:F2."] {
        for game_type in ["20", "99"] {
            let text = one(&game, &format!("[GameType \"{game_type}\"]\n[FEN \"{fen}\"]\n\n12. 37-31 *"));
            assert_eq!((&text.start, text.line.moves.len()), (&start, 1));
        }
    }
    assert!(refused(&game, "[GameType \"99\"] 1. 32-28 *").contains("another game"));
    assert!(
        game.parse_position(Native, "W:W37:B12:H").is_err()
            && game.parse_position(Native, "W:W37:B12:X1").is_err()
    );
}

#[test]
fn a_mark_before_another_byte_order_is_no_part_of_the_text() {
    assert_eq!(one(&ticks(), "\u{feff}% for programs\n1. 5 *").line.moves.len(), 1);
}

/// 23x14x7 leaves the man on 19, 23x16x7 that on 18.
#[test]
fn a_capture_with_two_ways_is_the_one_after_which_the_game_goes_on() {
    let game = AnyGame::new(Draughts::<English>::new());
    let text =
        |moves: &str| format!("[GameType \"21\"]\n[FEN \"W:W23:B18,10,19,11,1\"]\n\n1. 23x7 {moves} *");
    for (moves, way) in [("19-23", "23x14x7"), ("(23x7 1-6) {a comment} 18-22", "23x16x7")] {
        let read = one(&game, &text(moves));
        assert_eq!(game.move_text(Native, &read.start, read.line.moves[0].mv), way, "{moves}");
        assert_eq!(read.line.moves.len(), 2);
    }
    // Both go on, neither does, and nothing follows.
    for moves in ["1-6", "2-6", ""] {
        let error = refused(&game, &text(moves));
        assert!(error.contains("ambiguous: 23x14x7 or 23x16x7"), "{moves}: {error}");
    }
}
