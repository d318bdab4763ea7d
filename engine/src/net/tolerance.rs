//! The quantised net judges real positions as the float net does, within the tolerance of
//! `docs/reference/net-format.md`.

use damier_rules::{AnyGame, Features, Game as _, History, MoveEncoding, Position, registry};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Arch, FloatNet, Kernel, Sizes, Tensor, float_net::Output};
use crate::Value;

/// Differences of the expected score, the largest and on average.
const SCORE: [f32; 2] = [0.05, 0.01];
/// Differences of policy logits, likewise.
const LOGIT: [f32; 2] = [0.5, 0.08];
/// Positions over all games, at least.
const POSITIONS: usize = 10_000;

/// Differences of one quantity.
#[derive(Debug, Default)]
struct Differences {
    largest: f32,
    sum: f32,
    count: f32,
}

impl Differences {
    fn add(&mut self, wanted: f32, found: f32) {
        let difference = (wanted - found).abs();
        self.largest = self.largest.max(difference);
        self.sum += difference;
        self.count += 1.0;
    }

    fn are_within(&self, [largest, mean]: [f32; 2]) -> bool {
        self.largest < largest && self.sum / self.count < mean
    }
}

/// Returns the differences of the expected score, and of the policy logits.
fn compare(game: &AnyGame, positions: usize) -> [Differences; 2] {
    let features = game.features(game.feature_sets()[0]).expect("the game names it");
    let encoding = game.encoding();
    let sizes = Sizes { width: 256, hidden: 32, policy: 32, value_hidden: 32 };
    let arch = Arch::of(game, game.feature_sets()[0], sizes).expect("in range");
    let float = as_if_trained(FloatNet::random(arch, 21).expect("in range"));
    let net = float.quantise().expect("in range");

    let mut rng = Xoshiro256PlusPlus::seed_from_u64(22);
    let [mut scores, mut logits] = [Differences::default(), Differences::default()];
    let (mut moves, mut active, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = 0;
    while seen < positions {
        let mut position = game.start();
        let mut history = History::new(&position);
        while history.outcome(&position).is_none() && seen < positions {
            position.legal_moves(&mut moves);
            features.active(&position, position.to_move(), &mut active);
            encoding.rows(&position, &moves, &mut rows);
            let wanted = float.forward(&active, &rows);
            let found = net.forward(&active, &rows, Kernel::detect());
            let score =
                |output: &Output| Value::from_logits(position.players(), &output.value_logits).score();
            scores.add(score(&wanted), score(&found));
            for (wanted, found) in wanted.policy_logits.iter().zip(&found.policy_logits) {
                logits.add(*wanted, *found);
            }
            let mv = moves[rng.random_range(0..moves.len())];
            history.play(&mut position, mv);
            seen += 1;
        }
    }
    [scores, logits]
}

/// A random net with heads as large as training makes them, so that it has opinions.
fn as_if_trained(mut net: FloatNet) -> FloatNet {
    const GAIN: f32 = 8.0;
    for tensor in [Tensor::L3, Tensor::Policy] {
        net.tensor_mut(tensor).iter_mut().for_each(|weight| *weight *= GAIN);
    }
    net
}

#[test]
fn real_positions_of_every_game_are_judged_within_the_tolerance() {
    let games = registry::NAMES;
    for id in games {
        let game = AnyGame::of_id(id).expect("the registry names it");
        let [scores, logits] = compare(&game, POSITIONS.div_ceil(games.len()));
        assert!(scores.are_within(SCORE) && logits.are_within(LOGIT), "{id}: {scores:?} {logits:?}");
    }
}
