//! Positions as text, boards, and symmetries.

use super::{after, chess960, position, position960};
use crate::{
    diagram::Cell,
    display::GameDisplay,
    game::Game,
    games::chess::Chess,
    history::History,
    notation::{Notation, NotationFormat::Native},
    options::Options,
    position::Position,
    symmetry::Symmetry,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn refused(text: &str) -> String {
    match Chess::standard().parse_position(Native, text) {
        Ok(read) => panic!("{text} is read as {read:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn texts_are_kept() {
    let game = chess960(0);
    for text in [
        START,
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 37 61",
        "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2",
        // The rook on g1 castles, the one on h1 stands further out.
        "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR w K - 0 1",
    ] {
        assert_eq!(game.position_text(Native, &position960(text)), text);
    }
    assert_eq!(game.position_text(Native, &Chess::standard().start()), START);
}

#[test]
fn start_positions_have_their_numbers() {
    for (number, text) in [
        (518, START),
        (0, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"),
        (959, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1"),
    ] {
        let game = chess960(number);
        assert_eq!(game.position_text(Native, &game.start()), text);
    }
}

#[test]
fn texts_are_read_tolerantly() {
    for other in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w  kqKQ -  0 1 ",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - -",
    ] {
        assert_eq!(position(other), position(START), "{other}");
    }
    let texts = [
        ("4k3/8/8/8/8/8/8/4K2R w", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R b - - 7 0", "4k3/8/8/8/8/8/8/4K2R b - - 7 1"),
        ("4k3/8/8/8/8/8/8/4K2R b - - 180 99999", "4k3/8/8/8/8/8/8/4K2R b - - 100 65535"),
    ];
    for (text, written) in texts {
        assert_eq!(Chess::standard().position_text(Native, &position(text)), written, "{text}");
    }
}

/// No rook, no king, no pawn: no right, and the position is the same without it.
#[test]
fn rights_that_cannot_be_are_left_out() {
    for (text, same) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1"),
        ("r5k1/8/8/8/8/8/8/R3K2R w KQq - 0 1", "r5k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("2r1k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "2r1k2r/8/8/8/8/8/8/4K3 b k - 0 1"),
        ("4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1"),
        ("4k3/4n3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/4n3/8/3Pp3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3Pp3/8/3n4/8/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/3n4/8/4K3 w - - 0 1"),
    ] {
        let game = Chess::standard();
        assert_eq!(game.position_text(Native, &position(text)), same, "{text}");
    }
    let no_rook = "4k3/8/8/8/8/8/8/5KR1 w KQ - 0 1";
    assert_eq!(position960(no_rook), position960("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"));
    let wrong_file = chess960(0).parse_position(Native, "4k3/8/8/8/8/8/8/4K1R1 w H - 0 1");
    assert!(wrong_file.expect_err("no rook there").to_string().contains("no rook on that file"));
}

#[test]
fn en_passant_is_part_of_a_position_only_where_it_is_legal() {
    let text = |square: &str| format!("4k3/8/8/3Pp3/8/8/8/4K3 w - {square} 0 2");
    assert_ne!(position(&text("e6")), position(&text("-")));
    assert_ne!(position(&text("e6")).key(), position(&text("-")).key());
    let far = |square: &str| format!("4k3/8/8/P3p3/8/8/8/4K3 w - {square} 0 2");
    assert_eq!(position(&far("e6")), position(&far("-")));
    assert_eq!(position(&far("e6")).key(), position(&far("-")).key());
}

#[test]
fn counters_are_no_part_of_a_position_but_begin_a_game() {
    let text = "4k3/8/8/8/8/8/8/R3K3 w - - 42 60";
    let counted = position(text);
    assert_eq!(counted, position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    assert_eq!(History::new(&counted).clock().quiet, 42);
    assert_eq!(
        Chess::standard().position_text(Native, &after(text, "Rb1 Ke7")),
        "8/4k3/8/8/8/8/8/1R2K3 w - - 44 61"
    );
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (text, reason) in [
        ("", "placement of the pieces is missing"),
        ("4k3/8/8/8/8/8/8/4K3", "the player to move (w or b) is missing"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has more than one king"),
        ("k7/8/8/8/8/8/8/K6 w - - 0 1", "rank 1 has fewer than 8 squares"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "rank 1 has more than 8 squares"),
        ("k7/8/8/8/8/8/8/K7R w - - 0 1", "rank 1 has more than 8 squares"),
        ("k7/8/8/8/8/8/K7 w - - 0 1", "fewer than 8 ranks"),
        ("k7/8/8/8/8/8/8/8/K7 w - - 0 1", "more than 8 ranks"),
        ("k7/8/8/8/8/8/8/K6X w - - 0 1", "'X' is no piece"),
        ("k7/8/8/8/8/8/8/K6♔ w - - 0 1", "is no piece"),
        ("k7/9/8/8/8/8/8/K7 w - - 0 1", "'9' is no piece"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn cannot stand on rank 8"),
        ("k7/8/8/8/8/8/8/K6p w - - 0 1", "a pawn cannot stand on rank 1"),
        ("k7/PPPPPPPP/P7/8/8/8/8/K7 w - - 0 1", "White has more than 8 pawns"),
        ("k7/8/8/8/8/8/PPPPPPPP/KQQ5 w - - 0 1", "White has 1 promoted pieces, but only 0 pawns are missing"),
        ("k7/8/8/8/8/8/PPPPPPP1/KBBB1B2 w - - 0 1", "White has 2 promoted pieces"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "the player to move is w or b"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "Black is in check"),
        ("kK6/8/8/8/8/8/8/8 w - - 0 1", "the kings stand side by side"),
        ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "'X' is no right to castle"),
        ("4k3/8/8/8/8/8/4K3/7R w H - 0 1", "the king is not on its first rank"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "that side is named already"),
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "Variant \"Chess960\", or with the game chess:start=N"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "only Chess960 has them"),
        ("4k3/8/8/8/8/8/8/4K2R w B - 0 1", "there is no rook on that file"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e5 0 1", "captures en passant on rank 6 only"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - x9 0 1", "square of a capture en passant is expected"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "a number of at most 9 digits"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "a number of at most 9 digits"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1e3", "a number of at most 9 digits"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1234567890", "a number of at most 9 digits"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "nothing is expected here"),
    ] {
        let error = refused(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    let error = refused("4k3/8/8/4r3/8/5n2/8/1q2K3 w - - 0 1");
    assert!(error.contains("more than two pieces give check"), "{error}");
}

#[test]
fn errors_name_the_column() {
    assert!(refused("k7/8/8/8/8/8/8/K6X w - - 0 1").contains("column 18"));
    assert!(refused("4k3/8/8/8/8/8/8/4K2R w X - 0 1").contains("column 24"));
}

#[test]
fn chess960_has_its_own_castling_rights() {
    let rook_on_g1 = "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1";
    assert_eq!(position960(rook_on_g1), position960("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"));
    let twice = chess960(0).parse_position(Native, "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1");
    assert!(twice.expect_err("two rooks on one side").to_string().contains("named already"));
}

#[test]
fn boards_are_drawn_with_white_at_the_bottom() {
    let game = Chess::standard();
    let board = game.board_text(&game.start());
    let rows: Vec<&str> = board.lines().collect();
    assert_eq!(rows[0], "  8  r n b q k b n r");
    assert_eq!(rows[7], "  1  R N B Q K B N R");
    assert_eq!(rows[8], "     a b c d e f g h");
    let diagram = game.diagram(&game.start()).expect("chess has one");
    let Cell::Square { name, piece: Some(piece), .. } = &diagram.rows[7][4] else {
        panic!("the king's square")
    };
    assert_eq!((name.as_str(), piece.glyph()), ("e1", '♔'));
}

#[test]
fn the_image_exchanges_the_colours() {
    let game = chess960(0);
    let before = position960("r3k3/8/8/8/4Pp2/8/8/4K1RR b Gq e3 3 9");
    let image = game.transform(&before, 1);
    assert_eq!(game.position_text(Native, &image), "4k1rr/8/8/4pP2/8/8/8/R3K3 w Qg e6 3 9");
}

#[test]
fn the_start_position_is_an_option_of_the_identity() {
    let id = |identity: &str| {
        let (_, options) = Options::parse(identity).expect("well formed");
        Chess::with_options(options).map(|game| game.id().to_owned())
    };
    assert_eq!(id("chess").as_deref(), Ok("chess"));
    assert_eq!(id("chess:start=518").as_deref(), Ok("chess"));
    assert_eq!(id("chess:start=7").as_deref(), Ok("chess:start=7"));
    let error = id("chess:start=960").expect_err("there are 960").to_string();
    assert!(error.contains("a number from 0 to 959"), "{error}");
    let error = id("chess:size=9").expect_err("no such option").to_string();
    assert!(error.contains("the options are start"), "{error}");
}
