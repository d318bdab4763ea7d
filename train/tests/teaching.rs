//! What a teacher does to the targets of others.

use std::sync::Arc;

use damier_engine::{
    net::{Arch, FloatNet, Net, NetEvaluator, Sizes},
    search::{
        Limits, Request, StopHandle,
        alphabeta::{AlphaBeta, AlphaBetaParams},
    },
};
use damier_records::RootValue;
use damier_rules::{AnyGame, Game as _, History, MoveList, Position as _, Symmetry as _};
use damier_train::{GameExamples, GameKey, teacher::Teacher};

mod support;

const SIZES: Sizes = Sizes { width: 64, hidden: 16, policy: 16, value_hidden: 16 };
const KEY: GameKey = GameKey { generation: 2, index: 3 };

fn turkish() -> AnyGame {
    AnyGame::of_id("turkish").expect("a game")
}

fn net(game: &AnyGame) -> Arc<Net> {
    let arch = Arch::of(game, game.feature_sets()[0], SIZES).expect("an architecture");
    Arc::new(FloatNet::random(arch, 7).and_then(|net| net.quantise()).expect("a net"))
}

fn taught(share: f32) -> [GameExamples; 2] {
    let game = turkish();
    let found = support::random_game(&game, KEY);
    let mut teacher = Teacher::new(game.clone(), net(&game), share).expect("a net of this game");
    [teacher.taught(&found), found]
}

/// A policy target in canonical order of the legal moves, in units of 1/65535.
fn shares(examples: &GameExamples, number: usize) -> Vec<u16> {
    let example = &examples.examples()[number];
    let mut moves = MoveList::new();
    example.position.legal_moves(&mut moves);
    let mut shares = vec![0; moves.len()];
    for (place, share) in examples.policy(example) {
        shares[usize::from(*place)] = *share;
    }
    shares
}

/// The largest difference between the numbers of two targets.
fn apart(one: &[u16], other: &[u16]) -> u16 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(one, other)| one.abs_diff(*other)).max().unwrap_or(0)
}

#[test]
fn without_a_share_nothing_changes() {
    let [taught, found] = taught(0.0);
    assert_eq!((taught.key, taught.examples().len()), (found.key, found.examples().len()));
    for (number, (taught_one, found_one)) in taught.examples().iter().zip(found.examples()).enumerate() {
        assert_eq!(taught_one.position, found_one.position);
        assert_eq!((taught_one.outcome, taught_one.plies_left), (found_one.outcome, found_one.plies_left));
        assert!(apart(&shares(&taught, number), &shares(&found, number)) <= 1);
        let roots = [taught_one, found_one].map(|one| one.root.expect("a value"));
        assert!(apart(roots[0].classes(), roots[1].classes()) <= 1);
    }
}

#[test]
fn the_share_is_the_part_between_what_was_found_and_what_the_teacher_says() {
    let [whole, found] = taught(1.0);
    let [quarter, _] = taught(0.25);
    let of = |examples: &GameExamples, index: usize| -> Vec<f64> {
        let one = &examples.examples()[index];
        let root = one.root.expect("a value");
        shares(examples, index).iter().chain(root.classes()).map(|share| f64::from(*share)).collect()
    };
    for index in 0..found.examples().len() {
        let numbers = of(&found, index).into_iter().zip(of(&whole, index)).zip(of(&quarter, index));
        for ((found, teacher), mixed) in numbers {
            assert!((0.75 * found + 0.25 * teacher - mixed).abs() < 3.0, "{found} {teacher} {mixed}");
        }
    }
}

#[test]
fn the_teacher_says_the_same_of_a_position_and_of_its_images() {
    let game = turkish();
    let found = support::random_game(&game, KEY);
    let mut teacher = Teacher::new(game.clone(), net(&game), 1.0).expect("a net of this game");
    for example in found.examples() {
        let (mut moves, mut turned) = (MoveList::new(), MoveList::new());
        example.position.legal_moves(&mut moves);
        let policies = [0, 1].map(|symmetry| {
            let image = game.transform(&example.position, symmetry);
            image.legal_moves(&mut turned);
            let mut one = GameExamples::new(KEY);
            // Searched only quickly: the teacher's policy takes the place that was empty.
            one.push(image, example.outcome, example.root, None, &[]);
            let taught = teacher.taught(&one);
            let policy = shares(&taught, 0);
            assert_eq!(policy.iter().map(|share| u32::from(*share)).sum::<u32>(), u32::from(u16::MAX));
            let shares = moves.iter().map(|mv| {
                let image = game.transform_move(&example.position, *mv, symmetry);
                policy[turned.binary_search(&image).expect("a legal move")]
            });
            shares.collect::<Vec<u16>>()
        });
        assert!(apart(&policies[0], &policies[1]) <= 2, "{policies:?}");
    }
}

#[test]
fn a_teacher_that_looks_ahead_tells_what_the_search_finds_and_leaves_policies() {
    const NODES: u64 = 300;
    let game = turkish();
    let teacher = || {
        let teacher = Teacher::new(game.clone(), net(&game), 1.0).expect("a net of this game");
        teacher.looking_ahead(NODES).expect("the same game")
    };
    let found = support::random_game(&game, KEY);
    let mut first = teacher();
    let taught = first.taught(&found);
    let evaluator = NetEvaluator::new(game.clone(), net(&game)).expect("a net of this game");
    for (index, (taught_one, found_one)) in taught.examples().iter().zip(found.examples()).enumerate() {
        assert!(apart(&shares(&taught, index), &shares(&found, index)) <= 1);
        if index == 0 {
            // Nothing that was seen before helps the first search.
            let params = AlphaBetaParams { hash_mb: 1, ..AlphaBetaParams::default() };
            let mut search = AlphaBeta::new(game.clone(), evaluator.clone(), params);
            let control = StopHandle::new();
            let request = Request::new(Limits::nodes(NODES), &control);
            let (position, history) = (&found_one.position, History::new(&found_one.position));
            let value = search.search_watched(position, &history, &request, &mut |_| ()).value;
            let told = taught_one.root.expect("a value");
            assert!(apart(told.classes(), RootValue::from_value(&value).classes()) <= 1);
        }
    }
    // Another game in between changes nothing.
    first.taught(&support::random_game(&game, GameKey { index: 4, ..KEY }));
    for again in [first.taught(&found), teacher().taught(&found)] {
        for (one, other) in again.examples().iter().zip(taught.examples()) {
            assert_eq!(
                one.root.map(|root| root.classes().to_vec()),
                other.root.map(|root| root.classes().to_vec())
            );
        }
    }
    assert_eq!(teacher().identity().nodes, Some(NODES));
}
