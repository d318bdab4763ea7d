//! Moves as text.

use super::{after, chess960, legal, position, position960};
use crate::{
    display::GameDisplay,
    games::chess::{Castling, Chess, ChessPosition},
    notation::{Notation, NotationFormat::Native},
    position::{MoveList, Position},
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn refused(position: &ChessPosition, text: &str) -> String {
    match Chess::standard().parse_move(Native, position, text) {
        Ok(read) => panic!("{text} is read as {read:?}"),
        Err(error) => error.to_string(),
    }
}

/// The text of a move that is read from another text.
fn rewritten(position: &ChessPosition, text: &str) -> String {
    let game = Chess::standard();
    let mv = game.parse_move(Native, position, text).unwrap_or_else(|error| panic!("{error}"));
    game.move_text(Native, position, mv)
}

#[test]
fn the_start_position_has_twenty_moves() {
    let expected = [
        "Na3", "Nc3", "Nf3", "Nh3", "a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "e4", "f3", "f4",
        "g3", "g4", "h3", "h4",
    ];
    assert_eq!(legal(&position(START)), expected);
}

#[test]
fn moves_are_written_as_short_as_they_are_unambiguous() {
    for (text, uci, san) in [
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"),
        ("4k3/8/8/8/1N6/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
        ("7k/8/8/1Q3Q2/8/8/8/K4Q2 w - - 0 1", "f5d3", "Qf5d3"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", "d5e6", "dxe6"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
        // The knight on e3 is pinned, so the other one needs no distinction.
        ("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
    ] {
        assert_eq!(rewritten(&position(text), uci), san, "{text}");
    }
}

#[test]
fn moves_are_read_in_the_usual_spellings() {
    let start = position(START);
    for text in ["Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1f3", " Nf3! ", "Nf3+", "Nf3?!"] {
        assert_eq!(rewritten(&start, text), "Nf3", "{text}");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!!"] {
        assert_eq!(rewritten(&start, text), "e4", "{text}");
    }
    let promotion = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["axb8=Q", "axb8Q", "ab8=q", "axb8(Q)", "a7xb8=Q+", "a7b8q", "a7b8Q", "axb8/Q", "a:b8=Q"] {
        assert_eq!(rewritten(&promotion, text), "axb8=Q+", "{text}");
    }
    let castling = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for text in ["O-O", "0-0", "o-o", "O-O!", "e1g1", "e1h1"] {
        assert_eq!(rewritten(&castling, text), "O-O", "{text}");
    }
    for text in ["O-O-O", "0-0-0", "e1c1", "e1a1"] {
        assert_eq!(rewritten(&castling, text), "O-O-O", "{text}");
    }
    let en_passant = position("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    for text in ["dxe6", "dxe6 e.p.", "dxe6ep", "d5e6"] {
        assert_eq!(rewritten(&en_passant, text), "dxe6", "{text}");
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let start = position(START);
    for (text, reason) in [
        ("", "a move is expected"),
        ("+", "a move is expected"),
        ("N", "the square that the piece goes to"),
        ("Nf9", "this is no move"),
        ("Nz3", "this is no move"),
        ("Nbg1f3", "at most two squares"),
        ("e5", "no pawn of White can go to e5"),
        ("Nd4", "no knight of White can go to d4"),
        ("Ke2", "the king on e1 cannot go to e2"),
        ("Qd8", "the queen on d1 cannot go to d8"),
        ("e3e4", "there is no piece on e3"),
        ("e7e5", "is Black's, and White is to move"),
        ("e2e4q", "the pawn on e2 is not promoted on e4"),
        ("Nf3=Q", "not promoted"),
        ("O-O", "cannot castle on that side: a piece is in the way"),
        ("--", "the square that the piece goes to"),
        ("éa", "this is no move"),
    ] {
        let error = refused(&start, text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    for (place, text, reason) in [
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "ambiguous: Nbd2 or Nfd2"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "say what the pawn becomes on a8"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "say what the pawn becomes on a8"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", "does not become a king"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "it is pinned"),
        ("4k3/4r3/8/8/8/8/8/N3K3 w - - 0 1", "Nc2", "White is in check"),
        ("4k3/4r3/8/8/8/8/8/N3K2R w K - 0 1", "O-O", "it is in check"),
        ("4k3/5r2/8/8/8/8/8/N3K2R w K - 0 1", "O-O", "would pass an attacked square"),
        ("4k3/8/8/8/8/8/8/N3K2R w - - 0 1", "O-O", "has moved"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "White has no queen there"),
    ] {
        let error = refused(&position(place), text);
        assert!(error.contains(reason), "{place} {text}: {error}");
    }
}

#[test]
fn castling_in_chess960() {
    let game = chess960(0);
    // The king goes one step, the rook jumps over it; the king stays, the rook moves.
    let place = "4k3/8/8/8/8/8/8/RR3KR1 w AG - 0 1";
    let board = position960(place);
    for (texts, expected) in [(["O-O", "f1g1"], "4k3/8/8/8/8/8/8/RR3RK1 b - - 1 1"), (["O-O-O", "f1a1"], "")]
    {
        for text in texts {
            match game.parse_move(Native, &board, text) {
                Ok(mv) => {
                    let mut next = board.clone();
                    next.play(mv);
                    assert_eq!(game.position_text(Native, &next), expected, "{text}");
                    assert_eq!(game.uci_text(&board, mv, Castling::Chess960), "f1g1");
                    assert_eq!(game.uci_text(&board, mv, Castling::Standard), "f1g1");
                }
                // A rook stands on b1, in the way.
                Err(_) => assert_eq!(expected, "", "{text}"),
            }
        }
    }
    let stays = "4k3/8/8/8/8/8/8/R1K4R w AH - 0 1";
    assert_eq!(game.position_text(Native, &after(stays, "O-O-O")), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    // A king's step onto its castling square is a step.
    let step = "4k3/8/8/8/8/8/8/R4K1R w AH - 0 1";
    assert_eq!(game.position_text(Native, &after(step, "f1g1")), "4k3/8/8/8/8/8/8/R5KR b - - 1 1");
    assert_eq!(game.position_text(Native, &after(step, "O-O")), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    assert_eq!(game.position_text(Native, &after(step, "f1c1")), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
}

#[test]
fn castling_is_written_as_the_protocol_asks() {
    let game = Chess::standard();
    let board = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for (text, standard, onto_the_rook) in [("O-O", "e1g1", "e1h1"), ("O-O-O", "e1c1", "e1a1")] {
        let mv = game.parse_move(Native, &board, text).expect("legal");
        assert_eq!(game.uci_text(&board, mv, Castling::Standard), standard);
        assert_eq!(game.uci_text(&board, mv, Castling::Chess960), onto_the_rook);
        let squares = game.move_squares(&board, mv);
        assert!(squares.contains(&standard[2..].to_owned()), "{squares:?}");
    }
    let promotion = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let mv = game.parse_move(Native, &promotion, "a8=N").expect("legal");
    assert_eq!(game.uci_text(&promotion, mv, game.castling()), "a7a8n");
}

#[test]
fn the_square_of_a_pawn_captured_en_passant_changes() {
    let game = Chess::standard();
    let board = position("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    let mv = game.parse_move(Native, &board, "dxe6").expect("legal");
    assert_eq!(game.move_squares(&board, mv), ["d5", "e6", "e5"]);
}

#[test]
fn the_path_of_castling_is_the_kings_move_unless_that_is_a_step() {
    let path = |game: &Chess, board: &ChessPosition, text: &str| {
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        let mv = game.parse_move(Native, board, text).expect("legal");
        let index = moves.iter().position(|other| *other == mv).expect("legal");
        game.move_paths(board).swap_remove(index)
    };
    let (game, usual) = (Chess::standard(), position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"));
    assert_eq!(path(&game, &usual, "O-O"), ["e1", "g1"]);
    assert_eq!(path(&game, &usual, "O-O-O"), ["e1", "c1"]);
    let (game, ambiguous) = (chess960(0), position960("4k3/8/8/8/8/8/8/R4K1R w AH - 0 1"));
    assert_eq!(path(&game, &ambiguous, "Kg1"), ["f1", "g1"]);
    assert_eq!(path(&game, &ambiguous, "O-O"), ["f1", "h1"]);
    assert_eq!(path(&game, &ambiguous, "O-O-O"), ["f1", "c1"]);
    let at_home = position960("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    assert_eq!(path(&game, &at_home, "O-O"), ["g1", "h1"]);
}
