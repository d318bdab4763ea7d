//! Goals, forfeits, ranks and the cap.

use super::{after, game, position};
use crate::{
    display::GameDisplay,
    game::Game,
    games::chinese_checkers::{ChineseCheckers, StarPosition, ranking::Standing},
    history::History,
    notation::{Notation, NotationFormat::Native},
    outcome::Outcome,
    player::Player,
    position::Position,
};

const FIRST: Outcome = Outcome::Win(Player::FIRST);
const SECOND: Outcome = Outcome::Win(Player::SECOND);

fn places(places: &[u8]) -> Outcome {
    let mut all = [0; 6];
    all[..places.len()].copy_from_slice(places);
    Outcome::Places(all)
}

#[test]
fn ten_pieces_in_the_goal_win() {
    let game = game("");
    let before = "R:R107,112-114,116-121:G57-66";
    assert_eq!(position(&game, before).outcome(), None);
    let end = after(&game, before, "107-115");
    assert_eq!(end.outcome(), Some(FIRST));
    assert_eq!(end.count_moves(), 0);
    assert_eq!(game.position_text(Native, &end), "G:R112-121#1:G57-66");
}

#[test]
fn an_opponent_in_the_goal_keeps_it_open() {
    let game = game("");
    let end = after(&game, "R:R106,112-114,116-121:G57-65,115", "106-107");
    assert_eq!(end.outcome(), None);
}

#[test]
fn a_race_goes_on_until_all_but_one_are_placed() {
    let game = game("players=3");
    // Red fills the bottom point and leaves the others to it.
    let text = "R:R107,112-114,116-121:Y11-14,24-26,36-37,48:B1-10";
    let on = after(&game, text, "107-115");
    assert_eq!((on.outcome(), on.to_move()), (None, Player::SECOND));
    let on = after(&game, text, "107-115 48-49 10-19");
    assert_eq!((on.outcome(), on.to_move()), (None, Player::SECOND));
    let end = after(&game, text, "107-115 48-49 10-19 49-48 19-10 48-47");
    assert_eq!(end.outcome(), Some(places(&[0, 1, 2])));
    assert_eq!(end.standing(Player::SECOND), Standing::Finished(1));
}

#[test]
fn equal_numbers_of_moves_share_the_rank() {
    let game = game("ranking=moves");
    let text = "R:R107,112-114,116-121/29:G1-9,19/29";
    // Red is in with 30 moves; Green has its 30th to come.
    assert_eq!(after(&game, text, "107-115").outcome(), None);
    assert_eq!(after(&game, text, "107-115 19-10").outcome(), Some(Outcome::Draw));
    assert_eq!(after(&game, text, "107-115 19-18").outcome(), Some(FIRST));
    // Where Green is in with as many moves as Red has made, Red cannot get in with as few.
    assert_eq!(after(&game, text, "107-106 19-10").outcome(), Some(SECOND));
    let fewer = "R:R107,112-114,116-121/29:G1-9,19/27";
    assert_eq!(after(&game, fewer, "107-115 19-18").outcome(), None);
    assert_eq!(after(&game, fewer, "107-115 19-18 18-19").outcome(), None);
    assert_eq!(after(&game, fewer, "107-115 19-18 18-19 19-10").outcome(), Some(Outcome::Draw));
    assert_eq!(after(&game, fewer, "107-115 19-10").outcome(), Some(SECOND));
}

#[test]
fn too_many_pieces_at_home_forfeit() {
    for (moves, enough) in [(20, 5), (25, 8)] {
        let game = game("passivity=on");
        for (outside, expected) in [(enough - 1, Some(SECOND)), (enough, None)] {
            let at_home = 10 - outside;
            let red = format!("1-{at_home},{}-65", 66 - outside);
            let text = format!("R:R{red}/{}:G112-121/3", moves - 1);
            // A piece outside moves on.
            let end = after(&game, &text, "65-75");
            assert_eq!(end.outcome(), expected, "{text}");
        }
    }
    let game = game("passivity=on");
    let late = "R:R1,57-65/29:G112-121/3";
    assert_eq!(after(&game, late, "65-75").outcome(), Some(SECOND));
    assert_eq!(game.position_text(Native, &after(&game, late, "65-75")), "G:Rx:G112-121/3");
    let late = "R:R17,57-65/29:G112-121/3";
    assert_eq!(after(&game, late, "17-18").outcome(), None);
    // A piece may go home again after the last deadline, and between deadlines.
    assert_eq!(after(&game, late, "17-18 112-103 18-9").outcome(), None);
}

#[test]
fn those_who_forfeit_share_the_last_place() {
    let game = game("players=4,passivity=on");
    let text = "R:R1-10/19:O20-23,33-35,45-46,56/19:G112-121/5:B66,76-77,87-89,99-102/5";
    let on = after(&game, text, "10-19");
    assert_eq!((on.outcome(), on.standing(Player::FIRST)), (None, Standing::Forfeited));
    let on = after(&game, text, "10-19 56-55");
    assert_eq!(on.outcome(), None);
    let history = History::new(&on);
    assert_eq!(game.ending_text(&on, &history), None);
    let text = "G:Rx:Ox:G113-121,103/5:B66,76-77,87-89,99-102/19";
    assert_eq!(after(&game, text, "103-104 66-57").outcome(), Some(places(&[1, 1, 0, 1])));
}

/// The outcome of a game from the start with a cap of one round.
fn capped(game: &ChineseCheckers, moves: &str) -> Option<Outcome> {
    let mut position: StarPosition = game.start();
    let mut history = History::new(&position);
    for mv in moves.split_whitespace() {
        assert_eq!(history.outcome(&position), None, "before {mv}");
        let mv = game.parse_move(Native, &position, mv).unwrap_or_else(|error| panic!("{error}"));
        history.play(&mut position, mv);
    }
    history.outcome(&position)
}

#[test]
fn the_cap_ranks_by_the_goal_then_by_distance() {
    let two = game("cap=1");
    assert_eq!(capped(&two, "7-15"), None);
    // As far, further, less far.
    assert_eq!(capped(&two, "7-15 115-107"), Some(Outcome::Draw));
    assert_eq!(capped(&two, "7-15 118-105"), Some(SECOND));
    assert_eq!(capped(&two, "4-15 115-107"), Some(FIRST));
    let three = game("players=3,cap=1");
    assert_eq!(capped(&three, "4-15 75-65 66-57"), Some(places(&[0, 1, 1])));
    // One piece in the goal is worth more than any distance.
    let game = game("cap=1");
    let mut history = History::new(&game.start());
    let before = position(&game, "G:R1-6,10-12,112:G17-19,28-30,38-39,48-49");
    let mv = game.parse_move(Native, &before, "48-57").expect("a step back");
    let mut next = before;
    history.play(&mut next, mv);
    assert_eq!(history.outcome(&next), Some(FIRST));
    assert_eq!(
        game.ending_text(&next, &history),
        Some("too many rounds: pieces in the goal and the distance to it decide")
    );
}

#[test]
fn repetition_does_not_end_a_game() {
    let game = game("cap=9");
    let mut position = game.start();
    let mut history = History::new(&position);
    for round in 0..9 {
        assert_eq!(history.outcome(&position), None);
        for mv in [["7-15", "112-103"], ["15-7", "103-112"]][round % 2] {
            let mv = game.parse_move(Native, &position, mv).unwrap_or_else(|error| panic!("{error}"));
            history.play(&mut position, mv);
        }
    }
    assert!(history.occurrences() > 3);
    assert!(history.outcome(&position).is_some(), "the cap does");
}
