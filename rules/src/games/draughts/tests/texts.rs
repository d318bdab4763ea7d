//! Positions and moves as text.

use super::{after, legal, position};
use crate::{
    display::GameDisplay,
    game::Game,
    games::draughts::{
        Brazilian, Draughts, English, International, Italian, Russian, Spanish, Turkish, variant::Variant,
    },
    notation::{Notation, NotationFormat::Native},
    position::{MoveList, Position},
};

fn refused<V: Variant>(text: &str) -> String {
    match Draughts::<V>::new().parse_position(Native, text) {
        Ok(read) => panic!("{text} is read as {read:?}"),
        Err(error) => error.to_string(),
    }
}

fn move_refused<V: Variant>(place: &str, text: &str) -> String {
    match Draughts::<V>::new().parse_move(Native, &position::<V>(place), text) {
        Ok(read) => panic!("{text} is read as {read:?} in {place}"),
        Err(error) => error.to_string(),
    }
}

fn same<V: Variant>(text: &str, other: &str) {
    assert_eq!(position::<V>(text), position::<V>(other), "{text} and {other}");
}

#[test]
fn start_positions() {
    same::<International>("W:W31-50:B1-20", &start::<International>());
    same::<Russian>("W:W21-32:B1-12", &start::<Russian>());
    same::<Russian>(
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
        &start::<Russian>(),
    );
    same::<English>("B:W21-32:B1-12", &start::<English>());
    same::<Italian>("W:W21-32:B1-12", &start::<Italian>());
    // PDN numbers the Spanish board from White's lower right corner.
    same::<Spanish>("W:W1-12:B21-32", &start::<Spanish>());
    same::<Turkish>("W:W41-56:B9-24", &start::<Turkish>());
    same::<Turkish>("W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:B9-24", &start::<Turkish>());
}

fn start<V: Variant>() -> String {
    let game = Draughts::<V>::new();
    game.position_text(Native, &game.start())
}

#[test]
fn positions_are_read_tolerantly() {
    let text = "W:W31,K32:B5,K6";
    for other in [
        "W:W31,K32:B5,K6.",
        " W : W 31 , K32 : B 5 , K 6 . ",
        "\"W:W31,K32:B5,K6\"",
        "w:w31,K32:b5,K6",
        "W:B5,K6:W31,K32",
        "W:Wb4,Kd4:Bj10,Kb8.",
        "W:WK32-32,31-31:B5,K6",
    ] {
        if !other.contains("b4") {
            same::<International>(text, other);
        }
    }
    same::<International>("W:W31:B5", "W:Wb4:Bj10");
    same::<International>("W:WK1-5:B20", "W:WK1-K5:B20");
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (text, reason) in [
        ("", "the side to move"),
        ("X:W1:B2", "W or B"),
        ("W", "the pieces of White are missing"),
        ("W:W31", "the pieces of Black are missing"),
        ("W:W:B", "no piece on the board"),
        ("W:W31:W32:B1", "listed twice"),
        ("W:W31:B31", "two pieces on 31"),
        ("W:W31,31:B1", "two pieces on 31"),
        ("W:W51:B1", "there is no square 51"),
        ("W:W0:B1", "there is no square 0"),
        ("W:W99999999999999999999999:B1", "there is no square"),
        ("W:Wa2:B1", "not a square that is played on"),
        ("W:Wk1:B1", "there is no square k1"),
        ("W:W5:B6", "a man of White cannot stand on 5"),
        ("W:W31:B46", "a man of Black cannot stand on 46"),
        ("W:W30-50:B1", "more than 20 pieces"),
        ("W:W35-31:B1", "runs backwards"),
        ("W:W31-:B1", "a square is expected"),
        ("W:W31,:B1", "a square is expected"),
        ("W:Wb4-d4:B1", "ranges are for numbered squares"),
        ("W:W31-K35:B1", "a range is of men or of kings"),
        ("W:W31:B1 tail", "nothing is expected here"),
        ("W:W31:B1:X0", "W or B"),
        ("W:W31:B1:H", "W or B"),
        ("W:W31ä:B1", "nothing is expected here"),
    ] {
        let error = refused::<International>(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert!(refused::<Turkish>("W:Wa8:Bh2").contains("cannot stand on a8"));
    assert!(refused::<Russian>("W:Wa2:Bh2").contains("not a square"));
}

#[test]
fn errors_name_the_column() {
    assert!(refused::<International>("W:W31:B5,77").contains("column 10"), "");
}

#[test]
fn moves_are_read_in_the_usual_spellings() {
    let place = "W:Wc3:Bb6";
    for text in ["c3-d4", " c3-d4 ", "c3d4", "22-18"] {
        assert_eq!(after::<Russian>(place, text), "B:Wd4:Bb6", "{text}");
    }
    let place = "W:Wc3:Bd4,h8";
    for text in ["c3:e5", "c3xe5", "c3Xe5", "c3×e5", "c3e5", "c3-e5"] {
        assert_eq!(after::<Brazilian>(place, text), "B:We5:Bh8", "{text}");
    }
    assert_eq!(after::<International>("W:W28:B23", "28x19"), "B:W19:B");
}

#[test]
fn captures_that_share_both_ends_are_written_in_full() {
    let place = "W:W23:B18,10,19,11,1";
    assert_eq!(legal::<English>(place), ["23x14x7", "23x16x7"]);
    assert_eq!(after::<English>(place, "23x14x7"), "B:W7:B1,11,19");
    assert_eq!(after::<English>(place, "23x16x7"), "B:W7:B1,10,18");
    // So does the beginning, where only one goes that way.
    assert_eq!(after::<English>(place, "23x16"), "B:W7:B1,10,18");
    let error = move_refused::<English>(place, "23x7");
    assert!(error.contains("ambiguous: 23x14x7 or 23x16x7"), "{error}");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let open = "W:W32,33,K46:B6";
    for (place, text, reason) in [
        (open, "", "at least two squares"),
        (open, "32", "at least two squares"),
        (open, "32-", "ends after a separator"),
        (open, "32+28", "a separator is expected"),
        (open, "-28", "a square is expected"),
        (open, "32-99", "there is no square 99"),
        (open, "31-27", "no piece on 31"),
        (open, "6-11", "is Black's, and White is to move"),
        (open, "32-27-21", "a step has two squares"),
        (open, "32x37", "there is nothing to capture"),
        (open, "32-37", "the man on 32 cannot go to 37"),
        (open, "46-45", "the king on 46 cannot go to 45"),
        ("W:W32,28:B6", "32-28", "28 is occupied"),
        ("W:W28,48:B23", "48-43", "a capture is compulsory, e.g. 28x19"),
        ("W:W28,48:B23,13,43", "48x39", "a capture of 2 is compulsory, e.g. 28x8"),
        ("W:W28:B23", "28x17", "a capture is compulsory, e.g. 28x19"),
    ] {
        let error = move_refused::<International>(place, text);
        assert!(error.contains(reason), "{place} {text}: {error}");
    }
    let error = move_refused::<Spanish>("W:WK14:BK19,11", "14x7");
    assert!(error.contains("a capture of more kings is compulsory"), "{error}");
    let error = move_refused::<Italian>("W:W22,K24:B18,20", "22x13");
    assert!(error.contains("a capture with a king"), "{error}");
}

#[test]
fn boards_are_drawn_with_white_at_the_bottom() {
    let game = Draughts::<Spanish>::new();
    let board = game.board_text(&game.start());
    let rows: Vec<&str> = board.lines().collect();
    assert_eq!(rows.len(), 8);
    assert!(rows[0].trim_start().starts_with("32") && rows[0].contains('b'), "{board}");
    assert!(rows[7].ends_with('1') && rows[7].contains('w'), "{board}");
    let game = Draughts::<Russian>::new();
    let board = game.board_text(&game.start());
    assert!(board.ends_with("a b c d e f g h\n"), "{board}");
}

/// Plays a game of any moves, and reads every path as a move.
fn paths_are_read_as_their_moves<V: Variant>() -> usize {
    let game = Draughts::<V>::new();
    let mut position = game.start();
    let mut moves = MoveList::new();
    let mut longest = 0;
    for turn in 0..300 {
        position.legal_moves(&mut moves);
        if position.outcome().is_some() {
            position = game.start();
            continue;
        }
        let paths = game.move_paths(&position);
        assert_eq!(paths.len(), moves.len());
        for (mv, path) in moves.iter().zip(&paths) {
            let text = path.join("x");
            assert_eq!(game.parse_move(Native, &position, &text).as_ref(), Ok(mv), "{text}");
            longest = longest.max(path.len());
        }
        // The longest path of the position half of the time, so that long ones come up.
        let index = if turn % 2 == 0 { turn * 7 } else { paths.iter().map(Vec::len).max().unwrap_or(0) };
        position.play(moves[index % moves.len()]);
    }
    longest
}

#[test]
fn paths_have_every_landing_of_a_capture() {
    let longest = [
        paths_are_read_as_their_moves::<International>(),
        paths_are_read_as_their_moves::<Russian>(),
        paths_are_read_as_their_moves::<English>(),
        paths_are_read_as_their_moves::<Italian>(),
        paths_are_read_as_their_moves::<Spanish>(),
        paths_are_read_as_their_moves::<Turkish>(),
    ];
    assert!(longest.iter().all(|squares| *squares >= 3), "captures of several pieces: {longest:?}");
    let game = Draughts::<Russian>::new();
    let mut paths = game.move_paths(&position::<Russian>("W:Wa1:Bb2,d4,f4,d6"));
    paths.sort_unstable();
    assert_eq!(paths, [["a1", "c3", "e5", "c7"], ["a1", "c3", "e5", "g3"]]);
    // A king that comes back to where it began, over four men, one way or the other.
    let circle = game.move_paths(&position::<Russian>("W:WKc1:Bb2,d2,b4,d4"));
    let one_of = [["c1", "e3", "c5", "a3", "c1"], ["c1", "a3", "c5", "e3", "c1"]];
    assert!(circle.iter().any(|path| one_of.iter().any(|way| way == path.as_slice())), "{circle:?}");
}
