//! Features and policy rows.

use super::{game, position};
use crate::{
    encoding::MoveEncoding,
    features::Features,
    game::Game,
    player::Player,
    position::{MoveList, Position},
};

fn active(options: &str, set: &str, text: &str, pov: Player) -> Vec<u32> {
    let game = game(options);
    let position = if text.is_empty() { game.start() } else { position(&game, text) };
    let mut active = Vec::new();
    game.features(set).expect("a feature set").active(&position, pov, &mut active);
    active.sort_unstable();
    active
}

#[test]
fn every_player_sees_its_home_at_the_top() {
    for (options, kinds) in [("", 2), ("players=3", 3), ("players=4", 6), ("players=6", 6)] {
        let game = game(options);
        let features = game.features("ps").expect("a feature set");
        assert_eq!(features.count(), kinds * 121, "{options}");
        for pov in (0..game.start().players()).map(Player::new) {
            let seen = active(options, "ps", "", pov);
            assert_eq!(seen[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "{options} {pov:?}");
        }
    }
    // The opponent of two sits at the bottom.
    let seen = active("", "ps", "", Player::SECOND);
    assert_eq!(seen[10..], [232, 233, 234, 235, 236, 237, 238, 239, 240, 241]);
}

#[test]
fn the_race_is_told_by_goal_distance_and_standing() {
    // Behind 2 × 121 cells for each kind 11 + 41 + 7 + 31 features.
    let seen = active("", "ps+race", "", Player::FIRST);
    // No piece in the goal; 30 + 42 + 52 + 16 = 140 steps to the outermost cell.
    assert_eq!(seen[20..], [242, 242 + 11 + 35, 332, 332 + 11 + 35]);
    let text = "B:R112-121#1:Yx:B1-10";
    let seen = active("players=3", "ps+race", text, Player::FIRST);
    let base = 3 * 121;
    // Red is in as the first: 2 + 6 + 12 = 20 steps; Yellow has forfeited.
    assert_eq!(seen[20..23], [base + 10, base + 11 + 5, base + 52]);
    assert_eq!(seen[23], base + 90 + 52 + 6);
    let seen = active("passivity=on", "ps+race", "R:R1-10/3:G112-121/2", Player::SECOND);
    assert!(seen.contains(&(242 + 59 + 2)) && seen.contains(&(332 + 59 + 3)));
}

#[test]
fn one_net_sees_both_ways_of_hopping_and_own_moves_where_they_count() {
    let race = game("").features("ps+race").expect("a feature set");
    for (options, text) in [("hop=equidistant", "R:R1-10/3:G112-121/2"), ("", "R:R1-10:G112-121")] {
        let other = game(options);
        assert_eq!(
            (other.net_id(), other.encoding().count()),
            (game("").net_id(), game("").encoding().count())
        );
        let mut seen = Vec::new();
        race.active(&position(&other, text), Player::SECOND, &mut seen);
        seen.sort_unstable();
        assert_eq!(seen, active(options, "ps+race", text, Player::SECOND), "{options}");
    }
    for players in ["players=3", "players=4", "players=6"] {
        assert_eq!(game(&format!("{players},hop=equidistant")).net_id(), game(players).id());
        assert_eq!(game(players).net_id(), game(players).id());
    }
    for options in ["ranking=moves", "cap=60", "players=4,ranking=moves"] {
        assert_eq!(game(options).net_id(), game(options).id(), "another aim");
    }
}

#[test]
fn rows_are_seen_from_the_mover() {
    let game = game("");
    let encoding = game.encoding();
    assert_eq!(encoding.count(), 121 * 121 + 1);
    let mut position = game.start();
    let (mut moves, mut first, mut second) = (MoveList::new(), Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    encoding.rows(&position, &moves, &mut first);
    assert_eq!(first[0], 3 * 121 + 14, "4-15 in numbers from 1");
    position.play(moves[0]);
    position.legal_moves(&mut moves);
    encoding.rows(&position, &moves, &mut second);
    first.sort_unstable();
    second.sort_unstable();
    assert_eq!(first, second);
}
