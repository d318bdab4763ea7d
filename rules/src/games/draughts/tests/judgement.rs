//! What pieces count.

use super::position;
use crate::{
    games::draughts::{Draughts, Russian},
    heuristics::SearchHeuristics,
    player::Player,
};

#[test]
fn material_is_counted_in_men_as_long_as_there_are_no_kings() {
    let count = |text: &str| {
        let position = position::<Russian>(text);
        [Player::FIRST, Player::SECOND].map(|player| Draughts::<Russian>::new().material(&position, player))
    };
    assert_eq!(count("W:Wa1,c1,e1:Bb8"), [Some(200), Some(-200)]);
    assert_eq!(count("B:Wa1:Bb8"), [Some(0), Some(0)]);
    assert_eq!(count("W:Wa1,c1,Ke1:Bb8"), [None, None]);
    assert_eq!(count("W:Wa1,c1,e1:BKb8"), [None, None]);
}
