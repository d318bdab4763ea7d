//! What becomes of a game record.

use damier_engine::{Value, Wdl};
use damier_numerics::double;
use damier_records::{Ending, GameRecord, Ply, PlyKind, PolicyTarget, RootValue};
use damier_rules::{AnyGame, Game as _, Outcome, Player, Position as _};
use damier_train::{GameExamples, GameKey};

fn russian() -> AnyGame {
    AnyGame::of_id("russian").expect("a game")
}

fn record(ending: Ending) -> GameRecord {
    let game = russian();
    let mut position = game.start();
    let value = RootValue::from_wdl(Wdl { win: 0.5, draw: 0.25, loss: 0.25 });
    let mut plies = Vec::new();
    for number in 0..6 {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let policy = PolicyTarget::from_probabilities(&vec![1.0; moves.len()]);
        let kind = match number {
            0 => PlyKind::Opening,
            1 => PlyKind::Fast { simulations: 4, value },
            2 => PlyKind::Forced,
            _ => PlyKind::Searched { simulations: 64, value, policy },
        };
        plies.push(Ply { index: 0, kind });
        position.play(moves[0]);
    }
    GameRecord {
        index: 5,
        seed: 1,
        start: String::new(),
        plies,
        outcome: Outcome::Win(Player::SECOND),
        ending,
        resignation: None,
    }
}

#[test]
fn searched_plies_become_examples_seen_from_the_player_to_move() {
    let game = russian();
    let examples = GameExamples::from_record(&game, 3, &record(Ending::Rules)).expect("converted");
    assert_eq!((examples.key.generation, examples.key.index), (3, 5));
    // Ply 1 without a policy target, then plies 3, 4 and 5 with one.
    let found: Vec<_> = examples
        .examples()
        .iter()
        .map(|example| (example.outcome_value(), example.plies_left, examples.policy(example).is_empty()))
        .collect();
    let expected = [
        (Value::Two(Wdl::WIN), Some(5), true),
        (Value::Two(Wdl::WIN), Some(3), false),
        (Value::Two(Wdl::LOSS), Some(2), false),
        (Value::Two(Wdl::WIN), Some(1), false),
    ];
    assert_eq!(found, expected);
    for example in examples.examples() {
        let policy = examples.policy(example);
        assert!(policy.iter().all(|(place, _)| usize::from(*place) < example.position.count_moves()));
        let sum: u32 = policy.iter().map(|(_, share)| u32::from(*share)).sum();
        assert!(policy.is_empty() || sum == u32::from(u16::MAX), "{policy:?}");
    }
}

#[test]
fn a_root_value_is_the_mean_of_those_that_follow_and_of_the_outcome() {
    const HORIZON: f32 = 8.0;
    let game = russian();
    let record = record(Ending::Rules);
    let of = |horizon| {
        let mut examples = GameExamples::from_record(&game, 3, &record).expect("converted");
        examples.look_ahead(&record, horizon);
        let win = |root: RootValue| f64::from(root.value().wdl().expect("of two players").win);
        examples.examples().iter().map(|example| win(example.root.expect("a value"))).collect::<Vec<_>>()
    };
    assert!(of(0.0).iter().all(|win| (win - 0.5).abs() < 1e-4), "every position's own");
    // Plies 1, 3, 4 and 5; the second player, whose turn the odd ones are, wins after the last.
    let mean = |plies: f64, own: [f64; 2], later: [f64; 2]| {
        let decay = double::exp(-plies / f64::from(HORIZON));
        [0, 1].map(|class| (1.0 - decay) * own[class] + decay * later[class])
    };
    // Win and loss of the player to move.
    let own = [0.5, 0.25];
    let fifth = mean(1.0, own, [1.0, 0.0]);
    let fourth = mean(1.0, own, [fifth[1], fifth[0]]);
    let third = mean(1.0, own, [fourth[1], fourth[0]]);
    let first = mean(2.0, own, third);
    for (found, expected) in of(HORIZON).into_iter().zip([first, third, fourth, fifth]) {
        assert!((found - expected[0]).abs() < 1e-4, "{found} {expected:?}");
    }
}

#[test]
fn softened_policies_keep_their_order_and_sum_to_one() {
    let game = russian();
    let of = |temperature| {
        let mut examples = GameExamples::new(GameKey { generation: 0, index: 0 });
        examples.push(game.start(), Outcome::Draw, None, None, &[52_428, 0, 13_107]);
        examples.soften(temperature);
        examples.policy(&examples.examples()[0]).to_vec()
    };
    assert_eq!(of(1.0), [(0, 52_428), (2, 13_107)], "as it was");
    // 0.8 and 0.2: their roots are as 2 to 1, their squares as 16 to 1.
    assert_eq!(of(2.0), [(0, 43_690), (2, 21_845)]);
    assert_eq!(of(0.5), [(0, 61_680), (2, 3_855)]);
}

#[test]
fn games_that_the_rules_did_not_end_say_nothing_about_their_length() {
    let game = russian();
    let examples = GameExamples::from_record(&game, 0, &record(Ending::PlyCap)).expect("converted");
    assert!(examples.examples().iter().all(|example| example.plies_left.is_none()));
}

#[test]
fn a_record_that_cannot_be_replayed_is_refused() {
    let game = russian();
    let mut wrong_move = record(Ending::Rules);
    wrong_move.plies[3].index = 1000;
    let mut wrong_policy = record(Ending::Rules);
    let PlyKind::Searched { policy, .. } = &mut wrong_policy.plies[4].kind else { panic!("a searched ply") };
    *policy = PolicyTarget::from_probabilities(&[1.0; 99]);
    for (record, ply) in [(wrong_move, "ply 3"), (wrong_policy, "ply 4")] {
        let error = GameExamples::from_record(&game, 0, &record).expect_err("refused").to_string();
        assert!(error.contains(ply), "{error}");
    }
}
