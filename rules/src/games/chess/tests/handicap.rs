//! Pieces that are missing at the start: the option `without`.

use super::chess_of;
use crate::games::chess::{Castling, Chess};
use crate::{
    any::AnyGame,
    game::Game,
    game_text::{self, GameText, Tags},
    notation::{Notation, NotationFormat::Native},
    options::Options,
    perft::{Counting, perft},
    tags::GameTags,
};

fn start(options: &str) -> String {
    let game = chess_of(options);
    game.position_text(Native, &game.start())
}

#[test]
fn the_start_lacks_the_pieces_that_are_named() {
    for (options, position) in [
        ("without=b1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
        ("without=queen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"),
        ("without=black-queen+f7", "rnb1kbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("without=white-knights+g8", "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1"),
        ("without=pawns+bishops", "rnbqkbnr/pppppppp/8/8/8/8/8/RN1QK1NR w KQkq - 0 1"),
    ] {
        assert_eq!(start(options), position, "{options}");
    }
}

#[test]
fn rights_to_castle_go_with_their_rooks() {
    for (options, rights) in [
        ("without=a1", "Kkq"),
        ("without=h1+a8", "Qk"),
        ("without=rooks", "kq"),
        ("without=rooks+black-rooks", "-"),
        ("start=0,without=h1", "Qkq"),
    ] {
        let text = start(options);
        assert_eq!(text.split(' ').nth(2), Some(rights), "{options}: {text}");
        assert_eq!(chess_of(options).castling() == Castling::Standard, !options.contains("start"));
    }
}

#[test]
fn identities_have_the_squares_in_order_and_nets_are_those_of_the_whole_game() {
    for (told, id, net_id) in [
        ("chess:without=queen", "chess:without=d1", "chess"),
        ("chess:without=none", "chess", "chess"),
        ("chess:without=black-rooks+b1", "chess:without=b1+a8+h8", "chess"),
        ("chess:without=queen,start=0", "chess:start=0,without=c1", "chess:start=0"),
    ] {
        let game = AnyGame::of_id(told).expect("a game");
        assert_eq!((game.id(), game.net_id()), (id, net_id));
    }
}

#[test]
fn what_cannot_be_missing_is_refused_with_the_reason() {
    for (options, part) in [
        ("without=", "neither a square nor a set"),
        ("without=rook", "neither a square nor a set"),
        ("without=queens", "neither a square nor a set"),
        ("without=red-queen", "neither a square nor a set"),
        ("without=i9", "neither a square nor a set"),
        ("without=king", "neither a square nor a set"),
        ("without=e1", "the king on e1 cannot be missing"),
        ("without=e4", "no piece stands on e4"),
        ("without=d1+queen", "missing already"),
        (
            "without=queen+rooks+bishops+knights+pawns+black-queen+black-rooks+black-bishops+black-knights+black-pawns",
            "over before it begins",
        ),
        ("with=b1", "the options are start, without"),
    ] {
        let identity = format!("chess:{options}");
        let (_, read) = Options::parse(&identity).expect("well formed");
        let error = Chess::with_options(read).expect_err(options);
        assert!(error.reason.contains(part), "{options}: {error}");
    }
}

#[test]
fn files_have_the_position_and_are_read_by_any_game_of_chess() {
    let game = AnyGame::new(chess_of("without=b1"));
    let text = GameText::new(game.start());
    let written = game_text::write(&game, &text);
    let position = format!("[SetUp \"1\"]\n[FEN \"{}\"]", start("without=b1"));
    assert!(written.contains(&position) && !written.contains("Variant"), "{written}");
    for reader in ["without=b1", "without=none", "without=d8"] {
        let read: Vec<_> = game_text::read(&AnyGame::new(chess_of(reader)), &written).collect();
        assert!(matches!(&read[..], [Ok(read)] if read.start == text.start), "{reader}: {written}");
    }
}

#[test]
fn a_tag_that_names_the_handicap_is_for_that_game_alone() {
    let mut tags = Tags::default();
    tags.set("Variant", "chess:without=b1");
    let told = chess_of("without=b1").of_tags(Native, &tags).expect("its own name");
    assert_eq!(told, chess_of("without=b1"));
    for other in ["without=none", "without=d8"] {
        let error = chess_of(other).of_tags(Native, &tags).expect_err("another game").to_string();
        assert!(error.contains("read it as such"), "{error}");
    }
    let usual = game_text::usual_start(&chess_of("without=b1"), Native);
    assert_eq!(usual, Chess::standard().start());
}

#[test]
fn perft_from_the_start_is_that_of_another_generator() {
    // python-chess counts the same.
    let counts: [u64; 4] = [20, 380, 8_362, 177_051];
    for (depth, count) in (1..).zip(counts) {
        let start = chess_of("without=a1+g8").start();
        assert_eq!(perft(&start, depth, Counting::Bulk), count, "depth {depth}");
    }
}
