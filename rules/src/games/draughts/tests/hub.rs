//! Positions and moves as the protocol Hub writes them.

use super::position;
use crate::{
    NotationFormat,
    game::Game,
    games::draughts::{Brazilian, Draughts, English, International, Russian, Turkish, variant::Variant},
    notation::{Notation, NotationFormat::Native},
    position::{MoveList, Position},
};

fn read<V: Variant>(text: &str) -> Result<String, String> {
    let game = Draughts::<V>::new();
    let read = game.parse_position(NotationFormat::Hub, text);
    read.map(|position| game.position_text(Native, &position)).map_err(|error| error.reason)
}

fn moved<V: Variant>(fen: &str, text: &str) -> Result<String, String> {
    let game = Draughts::<V>::new();
    let position = position::<V>(fen);
    let mv = game.parse_move(NotationFormat::Hub, &position, text).map_err(|error| error.reason)?;
    Ok(game.move_text(Native, &position, mv))
}

#[test]
fn the_start_has_a_letter_for_each_square() {
    let game = Draughts::<International>::new();
    let text = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    assert_eq!(game.position_text(NotationFormat::Hub, &game.start()), text);
    assert_eq!(game.parse_position(NotationFormat::Hub, text), Ok(game.start()));
    let game = Draughts::<Russian>::new();
    let text = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    assert_eq!(game.position_text(NotationFormat::Hub, &game.start()), text);
    let game = Draughts::<English>::new();
    assert_eq!(game.position_text(NotationFormat::Hub, &game.start()), "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
}

#[test]
fn kings_are_capital_letters() {
    // The example of the protocol's description.
    let text = "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeewweBeeeeeeeeeBee";
    assert_eq!(text.len(), 50);
    assert!(read::<International>(text).is_err_and(|reason| reason.contains("49 squares")));
    assert_eq!(read::<International>(&format!("{text}e")).as_deref(), Ok("B:WK4,K5,25,34,35:BK37,K47"));
}

#[test]
fn what_cannot_be_on_a_board_is_refused() {
    let board = |first: &str, rest: char| format!("{first}{}", rest.to_string().repeat(51 - first.len()));
    for (text, part) in [
        (String::new(), "W or B"),
        (board("w", 'e'), "W or B"),
        (board("W", 'e'), "no piece"),
        (board("W", 'x'), "w, b, W, B or e"),
        (board("Ww", 'e'), "crowned"),
        (board("W", 'W'), "more than 20"),
        (format!("{}e", board("W", 'e')), "51 squares"),
        ("Wé".to_owned(), "w, b, W, B or e"),
    ] {
        let reason = read::<International>(&text).expect_err("refused");
        assert!(reason.contains(part), "{text}: {reason}");
    }
}

#[test]
fn captures_name_what_they_capture_in_any_order() {
    let fen = "W:W28:B23,13,K1";
    assert_eq!(moved::<International>(fen, "28x8x13x23").as_deref(), Ok("28x8"));
    assert_eq!(moved::<International>(fen, "28x8x23x13").as_deref(), Ok("28x8"));
    assert_eq!(moved::<International>(fen, "28x8").as_deref(), Ok("28x8"));
    for (text, part) in [
        ("28x8x23", "takes other pieces"),
        ("28-22", "a capture has to be made"),
        ("28", "two squares"),
        ("28-", "two numbers"),
        ("0-51", "two numbers"),
        ("", "two numbers"),
        ("28x8x99999999999999999999", "two numbers"),
    ] {
        let reason = moved::<International>(fen, text).expect_err("refused");
        assert!(reason.contains(part), "{text}: {reason}");
    }
    assert_eq!(moved::<International>("W:W31:B1", "31-27").as_deref(), Ok("31-27"));
    assert!(moved::<International>("W:W31:B1", "32-27").is_err());
}

#[test]
fn other_boards_have_their_own_numbers() {
    assert_eq!(moved::<Russian>("W:Wc3:Bh8", "22-18").as_deref(), Ok("c3-d4"));
}

/// The moves that pydraughts 0.6.7 finds at the start, as it writes them.
#[test]
fn pydraughts_numbers_moves_from_the_corner_of_pdn() {
    fn written<V: Variant>(fen: &str) -> Vec<String> {
        let game = Draughts::<V>::new();
        let position = position::<V>(fen);
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut texts: Vec<String> = moves
            .iter()
            .filter_map(|mv| game.try_move_text(NotationFormat::HubPdn, &position, *mv))
            .collect();
        texts.sort();
        texts
    }
    let diagonal = ["10-13", "10-14", "11-14", "11-15", "12-15", "12-16", "9-13"];
    let start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8";
    assert_eq!(written::<Russian>(start), diagonal);
    assert_eq!(written::<Brazilian>(start), diagonal);
    // Its English games are begun by White, whose men are at the bottom.
    let english = ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"];
    assert_eq!(written::<English>("W:W21,22,23,24,25:B1"), english);
    assert_eq!(written::<Turkish>("W:Wa3,b2:Bh8"), ["10-11", "10-18", "10-9", "17-18", "17-25"]);
    assert_eq!(Draughts::<International>::new().formats(), [NotationFormat::Hub]);
}
