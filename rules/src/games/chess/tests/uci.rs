//! Moves as UCI and CECP write them.

use super::position;
use crate::{
    NotationFormat::{Uci, Xboard},
    game::Game,
    games::chess::Chess,
    notation::{Notation, NotationFormat::Native},
    tags::GameTags,
};

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn castling_is_the_kings_move_or_in_chess960_onto_the_rook() {
    let chess = Chess::standard();
    let chess960 = chess.with_setting(Uci, "UCI_Chess960", "true").expect("a switch");
    let place = position(CASTLING);
    let mv = chess.parse_move(Native, &place, "O-O").expect("legal");
    assert_eq!(chess.try_move_text(Uci, &place, mv).as_deref(), Some("e1g1"));
    assert_eq!(chess960.try_move_text(Uci, &place, mv).as_deref(), Some("e1h1"));
    for game in [&chess, &chess960] {
        for text in ["e1g1", "e1h1"] {
            assert_eq!(game.parse_move(Uci, &place, text), Ok(mv));
        }
    }
    let back = chess960.with_setting(Uci, "uci_chess960", "false").expect("a switch");
    assert_eq!(back.try_move_text(Uci, &place, mv).as_deref(), Some("e1g1"));
    assert_eq!(back.id(), "chess");
    assert_eq!(chess.switches(Uci), ["UCI_Chess960"]);
    for (name, value) in [("UCI_Chess960", "maybe"), ("UCI_Chess961", "true")] {
        assert!(chess.with_setting(Uci, name, value).is_err());
    }
}

#[test]
fn positions_of_chess960_are_read_once_it_is_switched_on() {
    const PLACE: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let chess = Chess::standard();
    assert!(chess.parse_position(Uci, PLACE).is_err());
    let chess960 = chess.with_setting(Uci, "UCI_Chess960", "true").expect("a switch");
    assert!(chess960.parse_position(Uci, PLACE).is_ok());
}

#[test]
fn castling_in_chess960_has_letters_over_cecp() {
    let chess = Chess::standard();
    let chess960 = chess.with_setting(Xboard, "variant", "fischerandom").expect("a variant");
    let place = position(CASTLING);
    for (text, plain) in [("O-O", "e1g1"), ("O-O-O", "e1c1")] {
        let mv = chess.parse_move(Native, &place, text).expect("legal");
        assert_eq!(chess.try_move_text(Xboard, &place, mv).as_deref(), Some(plain));
        assert_eq!(chess960.try_move_text(Xboard, &place, mv).as_deref(), Some(text));
    }
    let step = chess960.parse_move(Xboard, &place, "e1f1").expect("legal");
    assert_eq!(chess960.try_move_text(Xboard, &place, step).as_deref(), Some("e1f1"));
    assert_eq!(chess960.settings(Xboard), [("variant", "fischerandom".to_owned())]);
    assert_eq!(chess960.with_setting(Xboard, "variant", "normal"), Ok(chess.clone()));
    assert!(chess.switches(Xboard).is_empty() && chess.settings(Xboard).is_empty());
    assert!(chess.with_setting(Xboard, "variant", "suicide").is_err());
}
