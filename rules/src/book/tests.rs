//! Openings line by line, and the beginnings of games.

use super::{BookLine, Length, read};
use crate::{
    any::AnyGame,
    game::Game,
    games::{
        chess::Chess,
        draughts::{Draughts, International, Russian},
    },
    notation::{Notation, NotationFormat::Native},
};

fn hundred() -> AnyGame {
    AnyGame::new(Draughts::<International>::new())
}

fn chess() -> AnyGame {
    AnyGame::new(Chess::standard())
}

fn texts(game: &AnyGame, text: &str, length: Length) -> Vec<String> {
    let openings = read(game, text, length).strict().unwrap_or_else(|error| panic!("{error}"));
    openings.iter().map(|opening| game.position_text(Native, &opening.end().0)).collect()
}

fn refused(game: &AnyGame, text: &str, length: Length) -> String {
    match read(game, text, length).strict() {
        Err(error) => error.to_string(),
        Ok(found) => panic!("{} openings in {text}", found.len()),
    }
}

#[test]
fn a_line_is_a_position_moves_or_both() {
    let game = AnyGame::new(Draughts::<Russian>::new());
    let text = "\u{feff}# three\nW:Wa1,c1:Bb8,f6\n\n  moves c3-d4 d6-c5; id \"two plies\";\n\
                W:Wa1,c1:Bb8,f6 moves c1-d2\nstartpos moves c3-b4; bm b6-a5; c0 \"the moves\";\n";
    let openings = read(&game, text, Length::Whole).strict().expect("openings");
    let plies: Vec<_> = openings.iter().map(|opening| opening.moves.len()).collect();
    assert_eq!(plies, [0, 2, 1, 1]);
    assert_eq!(openings[1].start, game.start());
    assert_eq!(game.position_text(Native, &openings[2].start), "W:Wa1,c1:Bb8,f6");
}

#[test]
fn epd_of_chess_is_read() {
    let text =
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; id \"open\";\nmoves e4 c5 Nf3";
    let ends = texts(&chess(), text, Length::Whole);
    assert!(ends[0].starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3"), "{ends:?}");
    // c5 is a move there, and a comment's number elsewhere.
    assert!(ends[1].starts_with("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq"), "{ends:?}");
}

#[test]
fn squares_of_en_passant_are_no_comments() {
    let position = "4k3/8/8/2pP4/8/8/8/4K3 w - c6";
    let text = format!("{position} 0 2\n{position} bm dxc6; id \"taken\";\n{position} c6 \"a comment\";\n");
    for end in texts(&chess(), &text, Length::Whole) {
        assert!(end.starts_with(position), "{end:?}");
    }
}

#[test]
fn games_are_openings_of_their_first_plies() {
    let game = hundred();
    let text = "[Event \"a\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n[Event \"b\"]\n\n1. 32-28 19-23 2. 28x19 13x24 *\n\
                \n[Event \"c\"]\n\n1. 31-26 *\n";
    let whole = read(&game, text, Length::Whole).strict().expect("games");
    assert_eq!(whole.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [4, 4, 1]);
    // The first two begin alike.
    let three = read(&game, text, Length::Plies(3)).strict().expect("games");
    assert_eq!(three.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [3, 1]);
    let numbered: Vec<BookLine> = read(&game, "1. 32-28 19-23", Length::Whole).strict().expect("a game");
    assert_eq!(numbered[0].moves.len(), 2);
}

#[test]
fn what_is_no_opening_is_refused_with_its_place() {
    let game = hundred();
    for (text, place, reason) in [
        ("nonsense", "line 1, column 1", "nonsense"),
        ("\n\nmoves 32-28 19-22", "line 3, column 13", "19-22"),
        ("  moves", "line 1, column 3", "moves are expected"),
        ("# x\n  W:W33:Bx", "line 2, column 10", "position"),
        ("B:W28:B", "line 1, column 1", "over in this position"),
        ("W:W28:B23 moves 28x19", "line 1, column 1", "over behind these moves"),
        ("[Event \"a\"]\n\n1. 32-28 99-1 *", "line 3, column 10", "99-1"),
        (
            "[Event \"a\"]\n\n1. 32-28 *\n\n[FEN \"W:W28:B23\"]\n1. 28x19 *",
            "line 5, column 1",
            "over behind these moves",
        ),
    ] {
        let error = refused(&game, text, Length::Whole);
        assert!(error.starts_with(place) && error.contains(reason), "{text:?}: {error}");
    }
    assert_eq!(
        read(&game, "W:W28:B23 moves 28x19", Length::Plies(0)).strict().map(|found| found.len()),
        Ok(1)
    );
    assert_eq!(read(&game, "# nothing\n", Length::Whole).strict(), Ok(Vec::new()));
}

#[test]
fn what_is_no_opening_is_left_out_and_the_rest_is_read() {
    let game = hundred();
    let lines = read(&game, "moves 32-28\nmoves 32-99\r\n# c\r\nmoves 31-26 1\rmoves 31-27", Length::Whole);
    assert_eq!(lines.lines.len(), 2);
    let places: Vec<_> = lines.left_out.iter().map(|error| (error.line, error.column)).collect();
    assert_eq!(places, [(2, 7), (4, 13)]);
    let games = "[Event \"a\"]\n\n1. 32-28 *\n\n[Event \"b\"]\n\n1. 32-99 *\n\n[FEN \"W:W28:B23\"]\n1. 28x19 *\n\n\
                 [Event \"c\"]\n\n1. 31-27 *\n";
    let games = read(&game, games, Length::Whole);
    assert_eq!((games.lines.len(), games.left_out.len()), (2, 2));
    assert_eq!(games.left_out[1].line, 9);
}

#[test]
fn counters_and_semicolons_of_epd_count_in_books() {
    let game = chess();
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    let text =
        format!("{position} ; hmvc 12; fmvn 30;\n{position} wdl 2; moves e2\n{position} ;id a; moves Kd2;\n");
    let found = read(&game, &text, Length::Whole);
    assert_eq!(game.position_text(Native, &found.lines[0].start), "4k3/8/8/8/8/8/8/4K2R w K - 12 30");
    assert_eq!((found.lines.len(), found.lines[1].moves.len(), found.left_out.len()), (2, 1, 1));
}
