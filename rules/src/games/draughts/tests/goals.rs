//! What wins: the option `goal`.

use super::Draughts;
use super::game;
use crate::{
    AnyGame,
    display::GameDisplay,
    game::Game,
    game_text::{self, Tags},
    games::draughts::International,
    heuristics::SearchHeuristics,
    history::History,
    notation::{Notation, NotationFormat::Native},
    outcome::Outcome,
    player::Player,
    position::Position,
    tags::GameTags,
};

const LOSING: &str = "international:goal=lose-all";
const BREAKTHROUGH: &str = "international:goal=first-king";

fn outcome(identity: &str, text: &str) -> Option<Outcome> {
    game(identity).parse_position(Native, text).unwrap_or_else(|error| panic!("{error}")).outcome()
}

const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Player::FIRST));
const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Player::SECOND));

#[test]
fn being_without_a_move_loses_or_wins() {
    for text in ["W:W:B20", "W:W35:B30,24"] {
        assert_eq!(outcome("international", text), BLACK_WINS);
        assert_eq!(outcome(LOSING, text), WHITE_WINS);
        assert_eq!(outcome(BREAKTHROUGH, text), BLACK_WINS);
    }
}

#[test]
fn the_first_king_wins_breakthrough_only() {
    let text = "B:WK1,32:B40,41";
    assert_eq!(outcome(BREAKTHROUGH, text), WHITE_WINS);
    assert_eq!(outcome(BREAKTHROUGH, "W:W32:B40,K46"), BLACK_WINS);
    assert_eq!((outcome("international", text), outcome(LOSING, text)), (None, None));
    let game = game(BREAKTHROUGH);
    let mut position = game.parse_position(Native, "W:W7:B40").expect("a position");
    assert_eq!(position.outcome(), None);
    let mut history = History::new(&position);
    let mv = game.parse_move(Native, &position, "7-1").expect("a move");
    history.play(&mut position, mv);
    assert_eq!(history.outcome(&position), WHITE_WINS);
    assert_eq!(game.ending_text(&position, &history), Some("a man is crowned"));
}

#[test]
fn what_pieces_are_worth_depends_on_the_goal() {
    let eval = |identity: &str, text: &str| {
        let game = game(identity);
        let position = game.parse_position(Native, text).expect("a position");
        (game.static_eval(&position, Player::FIRST), game.material(&position, Player::FIRST))
    };
    assert_eq!(eval("international", "W:W31,32:B20"), (100, Some(100)));
    assert_eq!(eval(LOSING, "W:W31,32:B20"), (-100, None));
    let (near, _) = eval(BREAKTHROUGH, "W:W12:B20");
    let (far, _) = eval(BREAKTHROUGH, "W:W42:B20");
    assert!(near > far, "{near} and {far}");
}

#[test]
fn positions_of_different_goals_are_different() {
    let starts = ["international", LOSING, BREAKTHROUGH].map(|identity| game(identity).start());
    for (index, one) in starts.iter().enumerate() {
        for other in &starts[..index] {
            assert!(one != other && one.key() != other.key());
        }
    }
}

#[test]
fn rules_on_endings_hold_for_the_usual_goal_only() {
    // No position occurs for the third time.
    let moves = [
        "46-5", "45-40", "5-46", "50-45", "46-5", "40-34", "5-46", "45-50", "46-5", "34-40", "5-46", "50-44",
    ];
    let plies_to_draw = |identity: &str| {
        let game = game(identity);
        let mut position = game.parse_position(Native, "W:WK46:BK45,K50").expect("a position");
        let mut history = History::new(&position);
        let mut over = None;
        for (ply, text) in moves.into_iter().enumerate() {
            let mv = game.parse_move(Native, &position, text).expect("a move");
            history.play(&mut position, mv);
            over = over.or_else(|| history.outcome(&position).map(|_| ply + 1));
        }
        over
    };
    assert_eq!((plies_to_draw("international"), plies_to_draw(LOSING)), (Some(10), None));
}

fn told(identity: &str, tags: &[(&str, &str)]) -> bool {
    let mut all = Tags::default();
    tags.iter().for_each(|(name, value)| all.set(name, value));
    game(identity).of_tags(Native, &all).is_ok()
}

#[test]
fn files_are_of_the_goal_that_they_tell() {
    for (tags, identity) in [
        (&[("GameType", "20")][..], "international"),
        (&[("GameType", "98")], LOSING),
        (&[("GameType", "96")], BREAKTHROUGH),
        (&[("GameType", "20"), ("Variant", LOSING)], LOSING),
        (&[("GameType", "20"), ("Variant", "Antidraughts")], LOSING),
        (&[("GameType", "25"), ("Variant", "russian:goal=lose-all")], "russian:goal=lose-all"),
        (&[("GameType", "25")], "russian"),
        (&[("GameType", "23")], "pool"),
        (&[("GameType", "28")], "portuguese"),
        (&[("GameType", "29")], "czech"),
        (&[("GameType", "40")], "frisian"),
        (&[("GameType", "97")], "frysk"),
        (&[("GameType", "31")], "thai"),
        // It has no number.
        (&[("Variant", "german")], "german"),
    ] {
        assert!(told(identity, tags), "{identity}: {tags:?}");
        for other in
            ["international", LOSING, BREAKTHROUGH, "russian", "russian:goal=lose-all", "frisian", "frysk"]
        {
            assert!(other == identity || !told(other, tags), "{other}: {tags:?}");
        }
        let text: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        if !text.contains("Antidraughts") {
            assert_eq!(game_text::identity_of(&text, None).as_deref(), Some(identity), "{text}");
        }
    }
}

#[test]
fn the_usual_goal_is_no_option_of_the_identity() {
    assert_eq!(game("international:goal=capture").id(), Draughts::<International>::new().id());
    let error =
        AnyGame::of_id("international:goal=win").map(|game| game.id().to_owned()).expect_err("no goal");
    assert!(error.to_string().contains("capture, lose-all, first-king"), "{error}");
}
