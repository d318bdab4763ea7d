//! What the yardsticks ask: judgements, promises, tactical moves, quietness.

use super::{game, legal, played};
use crate::{
    MoveList, Player, Position,
    game::Game,
    games::five_in_a_row::FiveInARow,
    heuristics::SearchHeuristics,
    notation::{Notation, NotationFormat::Native},
};

fn promising(game: &FiveInARow, position: &crate::games::five_in_a_row::FivePosition) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.retain(|mv| game.move_score(position, *mv).is_some());
    moves.iter().map(|mv| game.move_text(Native, position, *mv)).collect()
}

#[test]
fn a_five_is_taken_or_blocked_and_nothing_else() {
    let game = game("gomoku-freestyle");
    let own = played(&game, "h8 a1 i8 c1 j8 e1 k8 g1");
    assert_eq!(promising(&game, &own), ["g8", "l8"]);
    assert!(own.is_quiet());
    let facing = played(&game, "h8 a1 i8 c1 j8 g8 k8");
    assert_eq!(promising(&game, &facing), ["l8"]);
    assert!(!facing.is_quiet());
    // Both have four: the one to move wins.
    let both = played(&game, "h8 a1 i8 b1 j8 c1 k8 d1");
    assert_eq!(promising(&game, &both), ["g8", "l8"]);
    assert!(!both.is_quiet());
}

#[test]
fn far_and_forbidden_points_are_not_searched() {
    let renju = game("renju");
    assert_eq!(promising(&renju, &renju.start()).len(), 9, "the middle and its neighbours");
    let one = played(&renju, "h8");
    assert_eq!(promising(&renju, &one).len(), 24, "two points around h8");
    let position = renju
        .parse_position(Native, "15/15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/o1o1o1o8 x")
        .expect("a position");
    assert!(!promising(&renju, &position).contains(&"h7".to_owned()));
    assert!(legal(&renju, &position).contains(&"h7".to_owned()));
}

#[test]
fn fours_and_fives_are_tactical() {
    let game = game("gomoku-freestyle");
    let texts = |moves: &str| {
        let position = played(&game, moves);
        let mut list = MoveList::new();
        game.tactical_moves(&position, &mut list);
        let mut texts: Vec<String> = list.iter().map(|mv| game.move_text(Native, &position, *mv)).collect();
        let best = texts.first().cloned();
        texts.sort_unstable();
        (texts, best)
    };
    assert_eq!(texts("h8 a1").0, Vec::<String>::new());
    let (fours, best) = texts("h8 g8 i8 a1 j8 c1");
    assert_eq!(fours, ["k8", "l8"]);
    assert!(best.is_some());
    let (_, best) = texts("h8 a1 i8 c1 j8 e1");
    assert!(matches!(best.as_deref(), Some("g8" | "k8")), "a straight four first: {best:?}");
    assert_eq!(texts("h8 a1 i8 c1 j8 e1 k8 g1").0, ["g8", "l8"]);
}

#[test]
fn judgements_follow_the_lines() {
    let game = game("gomoku-freestyle");
    let judged = |moves: &str| {
        let position = played(&game, moves);
        let score = game.static_eval(&position, Player::FIRST);
        assert_eq!(game.static_eval(&position, Player::SECOND), -score);
        score
    };
    assert_eq!(judged(""), 0);
    let two = judged("h8 a1 i8 o15");
    let three = judged("h8 a1 i8 o15 j8 a15");
    let four = judged("h8 a1 i8 o15 j8 a15 k8 o1");
    assert!(0 < two && two < three && three < four, "{two} {three} {four}");
    assert!(judged("a1 h8 o15 i8 a15 j8") < 0);
}

#[test]
fn some_move_has_a_promise_in_every_position() {
    use rand::{RngExt, SeedableRng};
    for identity in [
        "gomoku-freestyle:size=9",
        "renju:size=9",
        "gomoku-predicted:size=9",
        "gomoku-standard:size=10,opening=swap2",
    ] {
        let game = game(identity);
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(11);
        let mut moves = MoveList::new();
        for _ in 0..40 {
            let mut position = game.start();
            while position.outcome().is_none() {
                let place = game.position_text(Native, &position);
                assert!(!promising(&game, &position).is_empty(), "{identity} {place}");
                position.legal_moves(&mut moves);
                position.play(moves[rng.random_range(0..moves.len())]);
            }
        }
    }
}
