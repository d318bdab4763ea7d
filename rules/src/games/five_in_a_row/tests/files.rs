//! Games in SGF and PSQ.

use std::time::Duration;

use crate::{
    any::{AnyGame, AnyPosition},
    game::Game,
    game_text::{
        self, Evaluation, Form, GameText, GameTextError, Line, Mark, Score, identity_of, read, write_form,
    },
    notation::{Notation, NotationFormat::Native},
    outcome::Outcome,
    player::Player,
};

fn game(identity: &str) -> AnyGame {
    AnyGame::new(super::game(identity))
}

/// Plays moves, separated by spaces, from the start.
fn played(game: &AnyGame, moves: &str) -> AnyPosition {
    let typed = game.typed().expect("five in a row");
    AnyPosition::new(super::played(typed, moves))
}

fn one(game: &AnyGame, text: &str) -> GameText {
    let mut games: Vec<_> = read(game, text).collect();
    assert_eq!(games.len(), 1, "one game in {text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Reads what is written and asserts that it is the same game, tags and their order apart.
fn assert_same(game: &AnyGame, written: &str, expected: &GameText) {
    let read = one(game, written);
    let parts = |text: &GameText| (text.line.clone(), text.outcome);
    assert_eq!(parts(&read), parts(expected), "{written}");
    assert_eq!(
        game.position_text(Native, &read.start),
        game.position_text(Native, &expected.start),
        "{written}"
    );
    for (name, value) in expected.tags.iter() {
        assert_eq!(read.tags.get(name), Some(value), "{name} in {written}");
    }
}

fn refused(game: &AnyGame, text: &str) -> String {
    let errors: Vec<GameTextError> = read(game, text).filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1, "one error in {text}: {errors:?}");
    errors[0].to_string()
}

fn moves(game: &AnyGame, start: &AnyPosition, line: &Line) -> String {
    use crate::position::Position as _;
    let mut position = start.clone();
    let words = line.moves.iter().map(|played| {
        let word = game.move_text(Native, &position, played.mv);
        position.play(played.mv);
        word
    });
    words.collect::<Vec<_>>().join(" ")
}

/// As the specification of FF\[4\] has it: coordinates from the top left, a tree of variations, escaped brackets, and
/// a property that no game of gomoku has.
const TREE: &str =
    "(;FF[4]GM[4]SZ[15]CA[UTF-8]PB[Ann]PW[Ben]DT[2024-05-01]EV[Final]RE[B+R]C[opening \\[a\\] \\
comment]
;B[hh]C[centre]BM[2]LB[hh:1]
;W[gh]WL[118.5]V[0.25]
(;B[gg]TE[1];W[ii])
(;B[ig]C[or here];W[gi](;B[aa])(;B[oo]))
(;C[nothing]))";

#[test]
fn trees_are_read() {
    let renju = game("renju");
    let text = one(&renju, TREE);
    let tag = |name: &str| text.tags.get(name);
    assert_eq!((tag("Black"), tag("White"), tag("Event")), (Some("Ann"), Some("Ben"), Some("Final")));
    assert_eq!((tag("Date"), tag("Termination")), (Some("2024.05.01"), Some("resignation")));
    assert_eq!(text.outcome, Some(Outcome::Win(Player::FIRST)));
    assert_eq!(text.line.comment, "opening [a] comment");
    assert_eq!(moves(&renju, &text.start, &text.line), "h8 g8 g9 i7");
    let [first, second, third, _] = &text.line.moves[..] else { panic!("four moves") };
    assert_eq!((first.comment.as_str(), &first.marks[..]), ("centre", &[Mark::Blunder][..]));
    assert_eq!(second.annotations.clock, Some(Duration::from_millis(118_500)));
    assert_eq!(second.annotations.evaluation, Some(Evaluation { score: Score::Hundredths(25), depth: None }));
    assert_eq!(third.marks, [Mark::Good]);
    let before = played(&renju, "h8 g8");
    let [variation, remark] = &third.variations[..] else { panic!("two variations") };
    assert_eq!(moves(&renju, &before, variation), "i9 g7 a15");
    assert_eq!(moves(&renju, &played(&renju, "h8 g8 i9 g7"), &variation.moves[2].variations[0]), "o1");
    assert_eq!((remark.comment.as_str(), remark.moves.len()), ("nothing", 0));
    let written = write_form(&renju, Form::Sgf, &text).expect("a form of the game");
    assert_same(&renju, &written, &text);
    assert_eq!(write_form(&renju, Form::Sgf, &one(&renju, &written)), Ok(written));
}

#[test]
fn positions_are_put_up() {
    let freestyle = game("gomoku-freestyle:size=9");
    let closed = one(&freestyle, "(;GM[4]SZ[9:9]AB[ee][aa:ab]AW[fe]AW[ff]PL[W];W[ia])");
    assert_eq!(freestyle.position_text(Native, &closed.start), "x8/x8/9/9/4xo3/5o3/9/9/9 o");
    assert_eq!(moves(&freestyle, &closed.start, &closed.line), "i9");
    for form in [Form::Sgf, Form::Tagged] {
        let written = write_form(&freestyle, form, &closed).expect("a form of the game");
        assert_same(&freestyle, &written, &closed);
    }
    assert!(write_form(&freestyle, Form::Psq, &closed).is_err(), "PSQ begins with the empty board");
}

/// Colours that are chosen: who has Black is known at the end, and the choices have no stones.
#[test]
fn games_with_swap2_are_written_and_read() {
    let swap2 = game("gomoku-standard:opening=swap2");
    let line = "h8 h9 i8 two-more a1 b2 black c3 d4";
    let mut text = GameText::new(swap2.start());
    let mut position = swap2.start();
    for word in line.split(' ') {
        use crate::position::Position as _;
        let mv = swap2.parse_move(Native, &position, word).unwrap_or_else(|error| panic!("{word}: {error}"));
        text.line.moves.push(mv.into());
        position.play(mv);
    }
    // The first player has taken Black after the second put two more.
    text.tags.set("First", "Ann");
    text.tags.set("Second", "Ben");
    text.outcome = Some(Outcome::Win(Player::SECOND));
    let written = write_form(&swap2, Form::Sgf, &text).expect("a form of the game");
    assert!(written.contains("PB[Ann]PW[Ben]RE[W+]") && written.contains("MV[two-more]"), "{written}");
    assert_same(&swap2, &written, &text);
    let reason = write_form(&swap2, Form::Psq, &text).expect_err("a choice");
    assert!(reason.contains("ply 4, two-more"), "{reason}");
}

#[test]
fn predictions_and_passes_are_written_and_read() {
    let predicted = game("gomoku-predicted:size=9");
    let mut text = GameText::new(predicted.start());
    let mut position = predicted.start();
    for word in "a1 i1 a9 i9 W42 W46 e5 pass".split(' ') {
        use crate::position::Position as _;
        let mv =
            predicted.parse_move(Native, &position, word).unwrap_or_else(|error| panic!("{word}: {error}"));
        text.line.moves.push(mv.into());
        position.play(mv);
    }
    let written = write_form(&predicted, Form::Sgf, &text).expect("a form of the game");
    assert!(written.contains("MV[W42]") && written.contains(";W[]"), "{written}");
    assert_same(&predicted, &written, &text);
    assert!(!Form::Psq.is_of(&predicted));
    let refused = refused(&predicted, "Piskvorky 9x9, 11:11, 0\n1,1,0\n");
    assert!(refused.contains("PSQ, which holds no games of gomoku-predicted"), "{refused}");
}

/// As Piskvork writes them; the last line is Gomocup's.
const PISKVORK: &str = "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n11,9,2310\r\n1,20,15\r\npbrain-a.zip\r\npbrain-b.exe\r\n\
                        -1\r\n2,Freestyle\r\n";

#[test]
fn games_of_piskvork_are_read() {
    let twenty = game("gomoku-freestyle:size=20");
    let text = one(&twenty, PISKVORK);
    assert_eq!(moves(&twenty, &text.start, &text.line), "j11 k12 a1");
    assert_eq!(text.line.moves[1].annotations.elapsed, Some(Duration::from_millis(2_310)));
    assert_eq!(
        (text.tags.get("Black"), text.tags.get("White")),
        (Some("pbrain-a.zip"), Some("pbrain-b.exe"))
    );
    assert_eq!(text.outcome, Some(Outcome::Win(Player::SECOND)));
    let written = write_form(&twenty, Form::Psq, &text).expect("a form of the game");
    assert_eq!(written, PISKVORK.replace('\r', "").replace("Freestyle", "gomoku-freestyle") + "\n");
    assert_same(&twenty, &written, &text);
    for end in ["\n", "\r"] {
        let other = one(&twenty, &PISKVORK.replace("\r\n", end));
        assert_eq!((&other.line, other.outcome), (&text.line, text.outcome));
        assert!(other.tags.iter().eq(text.tags.iter()), "{end:?}");
    }
    let bare = one(&twenty, "Piskvorky 20x20, 0:0, 1\n1,1\n-1\n");
    assert_eq!((bare.line.moves.len(), bare.outcome, bare.tags.iter().count()), (1, None, 0));
    assert_eq!(read(&twenty, &written.repeat(3)).filter(Result::is_ok).count(), 3);
}

#[test]
fn errors_name_their_place_and_the_reader_goes_on() {
    let renju = game("renju");
    for (text, place, reason) in [
        ("(;GM[1];B[hh])", "line 1, column 3", "game 1 of SGF"),
        ("(;GM[2]SZ[15];B[hh])", "line 1, column 3", "game 2 of SGF"),
        ("(;GM[4]SZ[19];B[hh])", "line 1, column 8", "read it as renju:size=19"),
        ("(;GM[4]RU[gomoku-standard])", "line 1, column 8", "a game of gomoku-standard"),
        ("(;GM[4]\n;B[hh];B[ii])", "line 2, column 10", "White"),
        ("(;GM[4];B[hh];W[hh])", "line 1, column 17", "stands on h8"),
        ("(;GM[4];B[zz])", "line 1, column 11", "not on a board"),
        ("(;GM[4];B[hh][ii])", "line 1, column 9", "one point"),
        ("(;GM[4];B[hh];AB[aa])", "line 1, column 15", "before the first move only"),
        ("(;GM[4];B[hh];W[])", "line 1, column 17", "pass"),
        ("(;GM[4]RU[Pente])", "line 1, column 8", "a game of Pente, not of renju"),
        ("(;GM[4]RU[Freestyle])", "line 1, column 8", "a game of Freestyle, not of renju"),
        ("(;GM[1]SZ[15]KM[6.5];B[hh])", "line 1, column 3", "write GM[4]"),
        ("(;GM[1]SZ[15]RE[B+3.5];B[hh])", "line 1, column 3", "write GM[4]"),
        ("(;GM[1]SZ[15]RU[Japanese];B[hh])", "line 1, column 14", "a game of Japanese"),
        ("Piskvorky 15x15, 11:11, 0\n1,1,0\n1,Freestyle", "line 3, column 1", "a game of Freestyle"),
        ("(;GM[4]AB[hh][ii])", "line 1, column 8", "White is not to move"),
        ("(;GM[4]C[open)", "line 1, column 9", "no closing bracket"),
        ("(;GM[4];B[hh]", "line 1, column 1", "no closing parenthesis"),
        ("(;GM[4];B)", "line 1, column 10", "a value in brackets"),
        ("(;GM[4](;B[hh])x)", "line 1, column 16", "expected here"),
        ("Piskvorky 19x19, 11:11, 0\n1,1,0", "line 1, column 10", "renju:size=19"),
        ("Piskvorky 15x15, 11:11, 0\n1,1,0\n16,1,0", "line 3, column 1", "not on the board"),
        ("Piskvorky 15x15, 11:11, 0\n1,1,0\n1,1,0", "line 3, column 1", "stands on a15"),
        ("Piskvorky 15x15, 11:11, 0\na\nb\n-1\nc\nd\n", "line 6, column 1", "end of the game"),
    ] {
        let error = refused(&renju, text);
        assert!(error.starts_with(place) && error.contains(reason), "{text:?}: {error}");
    }
    // The line with a variation of the broken game begins no game.
    let text = "(;GM[4];B[hh])\n(;GM[4];B[hh];W[hh]\n(;B[(])\n\n(;GM[4];B[ii])";
    let read: Vec<_> = read(&renju, text).map(|game| game.map(|game| game.line.moves.len())).collect();
    assert!(matches!(read[..], [Ok(1), Err(_), Ok(1)]), "{read:?}");
    let text = "Piskvorky 15x15, 11:11, 0\n99,1,0\nPiskvorky 15x15, 11:11, 0\n8,8,0\n";
    let read: Vec<_> =
        game_text::read(&renju, text).map(|game| game.map(|game| game.line.moves.len())).collect();
    assert!(matches!(read[..], [Err(_), Ok(1)]), "{read:?}");
}

/// Plies of the games of a text; `None` where a game is refused.
fn plies(game: &AnyGame, text: &str) -> Vec<Option<usize>> {
    read(game, text).map(|game| game.ok().map(|game| game.line.moves.len())).collect()
}

#[test]
fn an_error_takes_no_other_game_with_it() {
    let renju = game("renju");
    for (text, expected) in [
        // On one line, and joined without anything between them.
        ("(;GM[4];B[hh];W[hh])(;GM[4];B[hh];W[hg])(;GM[4];B[hh])", &[None, Some(2), Some(1)][..]),
        ("(;B[hh];W[hh])(;B[hh])(;B[zz])(;B[hh];W[hg])", &[None, Some(1), None, Some(2)]),
        // First nodes over several lines.
        ("(;GM[4];B[hh];W[hh])\n(;\nFF[4]\nGM[4];B[hh])\n(\n;\nSZ\n[15]\n;B[hh])", &[None, Some(1), Some(1)]),
        // Without the closing parenthesis or bracket.
        ("(;GM[4];B[hh]\n(;GM[4];B[hh];W[hg])\n(;GM[4];B[hh])", &[None, Some(2), Some(1)]),
        ("(;GM[4];B[hh](;GM[4];B[hh];W[hg])", &[None, Some(2)]),
        ("(;GM[4];B[hh]C[nice\n\n(;GM[4];B[ii];W[ih])\n(;GM[4];B[hh])", &[None, Some(2), Some(1)]),
        ("(;GM[4]C[nice\n(;GM[4];B[ii];W[ih]C[so])", &[None, Some(2)]),
        ("(;GM[4]C[a (;GM[4 stays\\] a comment];B[hh])", &[Some(1)]),
        // What is broken at its beginning, too.
        ("FF[4]GM[4];B[hh])(;GM[4];B[hh])", &[None, Some(1)]),
        ("黑[4];B[hh])(;GM[4];B[hh])", &[None, Some(1)]),
    ] {
        assert_eq!(plies(&renju, text), expected, "{text}");
    }
}

#[test]
fn text_around_games_is_passed_over() {
    let renju = game("renju");
    let text = "Exported by a site (2020)\n(;GM[4];B[hh])\n-- next; --\n(;GM[4];B[hh];W[hg])\nbye (;\n";
    assert_eq!(game_text::form_of(text), Some(Form::Sgf));
    assert_eq!(plies(&renju, text), [Some(1), Some(2)]);
    assert_eq!(identity_of("from: x\n\n(;GM[4]SZ[19])", Some("renju")).as_deref(), Some("renju:size=19"));
}

#[test]
fn values_that_say_nothing_stay_as_comments() {
    let renju = game("renju");
    for (result, outcome) in [
        ("Black wins", Some(Outcome::Win(Player::FIRST))),
        ("黑胜", Some(Outcome::Win(Player::FIRST))),
        ("Void", None),
        ("", None),
    ] {
        let text = one(&renju, &format!("(;GM[4]RE[{result}];B[hh])"));
        assert_eq!((text.outcome, text.line.comment.as_str()), (outcome, ""), "{result}");
    }
    for result in ["1-0", "Test AW AB", "1/2", "lost"] {
        let text = one(&renju, &format!("(;GM[4]RE[{result}]C[so];B[hh])"));
        assert_eq!((text.outcome, text.line.comment), (None, format!("RE[{result}] so")));
    }
    let text = one(&renju, "(;GM[4]TG[no];B[hh]V[56.3%]BL[4:30];W[hg]WL[soon]V[1.5]NG[$999])");
    let [first, second] = &text.line.moves[..] else { panic!("two moves") };
    assert_eq!(
        (first.comment.as_str(), first.annotations.clock),
        ("V[56.3%]", Some(Duration::from_secs(270)))
    );
    assert_eq!(
        (second.comment.as_str(), second.annotations.evaluation.is_some()),
        ("WL[soon] NG[$999]", true)
    );
    assert_eq!(text.line.comment, "TG[no]");
}

#[test]
fn a_variation_that_cannot_be_read_costs_itself_only() {
    let renju = game("renju");
    let text = one(&renju, "(;GM[4];B[hh](;W[hg];B[hi])(;W[gh];B[hh];W[aa])(;W[hh])(;W[ig]))");
    assert_eq!(moves(&renju, &text.start, &text.line), "h8 h9 h7");
    let variations = &text.line.moves[1].variations;
    let plies: Vec<usize> = variations.iter().map(|line| line.moves.len()).collect();
    assert_eq!(plies, [1, 0, 1]);
    let reason = &variations[0].moves[0].comment;
    assert!(reason.starts_with("[not read from here on: \"hh\""), "{reason}");
}

#[test]
fn positions_and_moves_of_joined_records_are_read() {
    let renju = game("renju");
    // Put up behind the first node, with a stone taken away again.
    let text = one(&renju, "(;GM[4]SZ[15];AB[hh][aa];AW[gg]AE[aa]PL[B];B[hg])");
    assert_eq!(
        (text.start.clone(), text.line.moves.len()),
        (one(&renju, "(;GM[4]AB[hh]AW[gg]PL[B])").start, 1)
    );
    // All moves in one node, with a variation of the next.
    let text = one(&renju, "(;GM[4];B[hh]W[hg]B[hi]C[three](;W[gg]B[gh];W[ii])(;W[ff]))");
    assert_eq!(moves(&renju, &text.start, &text.line), "h8 h9 h7 g9 g8 i7");
    assert_eq!(text.line.moves[2].comment, "three");
    assert_eq!(moves(&renju, &played(&renju, "h8 h9 h7"), &text.line.moves[3].variations[0]), "f10");
}

/// Old Go editors write gomoku as Go; on a board that is none of Go, without komi and score, it can be read.
#[test]
fn rules_are_known_by_the_words_of_others() {
    for (id, rules) in [
        ("renju", "GM[1]SZ[15]"),
        ("renju", "GM[1]SZ[15]KM[0.00]HA[0]RE[B+R]"),
        ("renju", "GM[4]RU[Renju (RIF)]"),
        ("renju", "GM[4]RU[]"),
        ("gomoku-freestyle", "GM[4]RU[Free Gomoku, Swap2]"),
        ("gomoku-standard", "GM[4]RU[Standard]"),
    ] {
        assert_eq!(plies(&game(id), &format!("(;{rules};B[hh])")), [Some(1)], "{id} {rules}");
    }
    assert_eq!(identity_of("(;GM[1]SZ[15];B[hh])", None), None, "the game has to be named");
}

#[test]
fn names_with_white_space_of_any_kind_survive_sgf() {
    let renju = game("renju");
    let mut text = one(&renju, "(;GM[4];B[hh])");
    for (name, value) in [
        ("Black", " Ann"),
        ("White", "B\u{b}en "),
        ("Event", "a\tb  c"),
        ("ECO", "  x\u{b}\u{c}y"),
        ("Site", "\\]:"),
    ] {
        text.tags.set(name, value);
    }
    let written = write_form(&renju, Form::Sgf, &text).expect("a form of the game");
    assert_same(&renju, &written, &text);
}

#[test]
fn line_breaks_in_names_are_blanks_in_sgf() {
    let renju = game("renju");
    let mut text = one(&renju, "(;GM[4]SZ[15];B[hh])");
    text.tags.set("Black", "a\rb\nc\r\nd");
    let written = write_form(&renju, Form::Sgf, &text).expect("a form of the game");
    assert_eq!(one(&renju, &written).tags.get("Black"), Some("a b c d"));
    assert_eq!(write_form(&renju, Form::Sgf, &one(&renju, &written)), Ok(written));
}

#[test]
fn nesting_is_bounded_and_length_is_not() {
    let freestyle = game("gomoku-freestyle");
    // Every move of a line may have a variation: parentheses then nest as deep as the line is long.
    // Four rows at a time, colours in turn: nowhere are there five of one.
    let points = (0..120).map(|point| (point % 15, point / 15 + point / 60));
    let letter = |number: usize| char::from(b'a' + number as u8);
    let colours = ["B", "W"].into_iter().cycle();
    let nodes = points.zip(colours).map(|((x, y), colour)| format!("(;{colour}[{}{}]", letter(x), letter(y)));
    let long: String = nodes.collect();
    let text = format!("(;GM[4]{long}{})", ")".repeat(120));
    assert_eq!(one(&freestyle, &text).line.moves.len(), 120);
    // The second of two moves every time: variations within variations.
    let nested = |levels: usize| {
        let node = |ply: usize, (x, y): (usize, usize)| {
            format!(";{}[{}{}]", if ply.is_multiple_of(2) { "B" } else { "W" }, letter(x), letter(y))
        };
        let path: String = (0..levels)
            .map(|ply| {
                format!("{}({})(", node(ply, (ply % 15, ply / 15 + ply / 60)), node(ply + 1, (14, 14)))
            })
            .collect();
        format!(
            "(;GM[4]{path}{}{}",
            node(levels, (levels % 15, levels / 15 + levels / 60)),
            ")".repeat(levels + 1)
        )
    };
    assert_eq!(one(&freestyle, &nested(64)).line.moves.len(), 2);
    assert!(refused(&freestyle, &nested(65)).contains("nested deeper than 64"));
}

#[test]
fn the_file_tells_the_size_of_the_board() {
    let wanted = Some("renju");
    assert_eq!(identity_of("(;GM[4]SZ[19])", wanted).as_deref(), Some("renju:size=19"));
    assert_eq!(identity_of("(;GM[4]SZ[19:19])", wanted).as_deref(), Some("renju:size=19"));
    assert_eq!(identity_of("(;GM[4]SZ[7])", wanted).as_deref(), Some("renju"));
    assert_eq!(identity_of(PISKVORK, Some("gomoku-freestyle")).as_deref(), Some("gomoku-freestyle:size=20"));
    assert_eq!(identity_of(PISKVORK, None), None);
    assert_eq!(
        identity_of("(;GM[4]SZ[15]RU[gomoku-standard:opening=swap])", None).as_deref(),
        Some("gomoku-standard:opening=swap")
    );
    assert_eq!(identity_of("[GameType \"25,W,8,8,A0,0\"]\n*", None).as_deref(), Some("russian"));
    assert_eq!(identity_of("[Variant \"renju:size=9\"]\n*", None).as_deref(), Some("renju:size=9"));
    assert_eq!(identity_of("[White \"x\"]\n1. e4 *", None), None);
    assert_eq!(identity_of("[White \"x\"]\n1. e4 *", Some("chess")).as_deref(), Some("chess"));
}

#[test]
fn names_of_any_kind_settle_in_psq() {
    let freestyle = game("gomoku-freestyle");
    for (black, white) in [("a, b", "?"), ("?", "?"), ("1,2", "-1"), (" Ann  B. ", "4[%eval ,1")] {
        let mut text = GameText::new(freestyle.start());
        text.tags.set("Black", black);
        text.tags.set("White", white);
        let written = write_form(&freestyle, Form::Psq, &text).expect("a form of the game");
        let again = write_form(&freestyle, Form::Psq, &one(&freestyle, &written));
        assert_eq!(again, Ok(written), "{black:?} {white:?}");
    }
}
