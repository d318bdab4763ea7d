//! Pieces that are missing at the start: the option `without`.

use super::game;
use crate::{
    AnyGame,
    game::Game,
    game_text::{self, GameText, Tags},
    notation::{
        Notation,
        NotationFormat::{Hub, Native},
    },
    outcome::Outcome,
    perft::{Counting, perft},
    tags::GameTags,
    text_error::TextError,
};

const TWO_MEN: &str = "russian:without=d6+f6";

fn start(identity: &str) -> String {
    let game = game(identity);
    game.position_text(Native, &game.start())
}

#[test]
fn the_start_lacks_the_pieces_that_are_named() {
    let position = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6";
    assert_eq!(start(TWO_MEN), position);
    for (identity, left) in [
        ("international:without=31", [19, 20]),
        ("english:without=1+2+32", [11, 10]),
        ("turkish:goal=lose-all,without=a2+b3", [14, 16]),
        ("frysk:without=1", [5, 4]),
    ] {
        let text = start(identity);
        let pieces = |colour: char| {
            let part = text.split(':').skip(1).find_map(|part| part.strip_prefix(colour));
            part.unwrap_or_default().split(',').count()
        };
        assert_eq!([pieces('W'), pieces('B')], left, "{identity}: {text}");
    }
}

#[test]
fn identities_have_the_squares_in_the_order_of_the_board_and_nets_are_those_of_the_whole_game() {
    for (told, id, net_id) in [
        ("russian:without=f6+d6", TWO_MEN, "russian"),
        ("russian:without=none", "russian", "russian"),
        ("russian:without=F6", "russian:without=f6", "russian"),
        ("frisian:without=50+1,goal=lose-all", "frisian:goal=lose-all,without=1+50", "frisian:goal=lose-all"),
        ("thai:without=1", "thai:without=1", "thai"),
    ] {
        let game = game(told);
        assert_eq!((game.id(), game.net_id()), (id, net_id), "{told}");
    }
}

#[test]
fn what_cannot_be_missing_is_refused_with_the_reason() {
    for (identity, part) in [
        ("russian:without=", "\"\" is no square"),
        ("russian:without=f6+", "\"\" is no square"),
        ("russian:without=f6x", "\"f6x\" is no square"),
        ("russian:without=men", "\"men\" is no square"),
        ("russian:without=f6+f6", "missing already"),
        ("russian:without=f5", "not a square that is played on"),
        ("russian:without=f4", "no piece stands on f4"),
        ("international:without=51", "no square 51"),
        ("international:without=25", "no piece stands on 25"),
        ("frysk:without=1+2+3+4+5", "left without pieces"),
        ("russian:handicap=f6", "the options are goal, without"),
    ] {
        let TextError { reason, .. } = AnyGame::of_id(identity).err().unwrap_or_else(|| panic!("{identity}"));
        assert!(reason.contains(part), "{identity}: {reason}");
    }
}

#[test]
fn files_have_the_position_and_are_read_by_any_game_of_the_variant() {
    let handicap = game(TWO_MEN);
    let mut text = GameText::new(handicap.start());
    text.line.moves.push(handicap.parse_move(Native, &text.start, "c3-d4").expect("a move").into());
    text.outcome = Some(Outcome::Draw);
    let written = game_text::write(&handicap, &text);
    let position = format!("[SetUp \"1\"]\n[FEN \"{}\"]", start(TWO_MEN));
    assert!(written.contains("[GameType \"25\"]") && written.contains(&position), "{written}");
    for reader in [TWO_MEN, "russian", "russian:without=a1"] {
        let read: Vec<_> = game_text::read(&game(reader), &written).collect();
        assert!(matches!(&read[..], [Ok(read)] if read.start == text.start), "{reader}: {written}");
    }
}

#[test]
fn a_tag_that_names_the_handicap_is_for_that_game_alone() {
    let mut tags = Tags::default();
    tags.set("Variant", TWO_MEN);
    let told = game(TWO_MEN).of_tags(Native, &tags).expect("its own name");
    assert_eq!((told.id(), told.start() == game(TWO_MEN).start()), (TWO_MEN, true));
    for other in ["russian", "russian:without=a1"] {
        let error = game(other).of_tags(Native, &tags).err().expect("another game").to_string();
        assert!(error.contains("read it as such"), "{error}");
    }
    let plain = game(TWO_MEN).of_tags(Native, &Tags::default()).expect("no tag");
    assert_eq!(plain.id(), "russian");
    assert_eq!(game_text::usual_start(&game(TWO_MEN), Native), game("russian").start());
}

#[test]
fn settings_of_programs_change_the_goal_and_leave_the_handicap() {
    let losing = game("international:without=1").with_setting(Hub, "variant", "losing").expect("a goal");
    assert_eq!(losing.id(), "international:goal=lose-all,without=1");
    assert_eq!(losing.start(), game("international:goal=lose-all,without=1").start());
}

#[test]
fn endgame_tables_hold_and_published_openings_do_not() {
    let (plain, handicap) = (game("english"), game("english:without=1"));
    assert!(plain.tablebase_index().is_some() && handicap.tablebase_index().is_some());
    assert!(!plain.opening_tables().is_empty() && handicap.opening_tables().is_empty());
}

#[test]
fn perft_from_the_start_is_that_of_another_generator() {
    // pydraughts counts the same.
    let counts: [u64; 4] = [7, 49, 341, 2_286];
    for (depth, count) in (1..).zip(counts) {
        let game = game(TWO_MEN);
        assert_eq!(perft(&game.start(), depth, Counting::Bulk), count, "depth {depth}");
    }
}
