//! The accumulators of the nets in `nets/` stay within three quarters of their room.

use std::path::Path;

use damier_numerics::single;
use damier_rules::{AnyGame, Features, Game as _, History, MoveEncoding, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{FloatNet, Net, tensor::ACCUMULATOR_ROOM};

/// The part of its room that a sum may take.
const PART: f32 = 0.75;
/// Positions for each net, of games that it plays against itself.
const POSITIONS: usize = 2_000;
/// Random plies that such a game begins with.
const RANDOM_PLIES: usize = 8;

/// Returns the largest sum of a net's first layer.
fn largest_sum(net: &FloatNet) -> f32 {
    let arch = &net.arch;
    let game = AnyGame::of_id(&arch.game).expect("the registry names it");
    let features = game.features(&arch.feature_set).expect("the game has it");
    let encoding = game.encoding();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut moves, mut active, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    let (mut largest, mut seen) = (0.0f32, 0);
    while seen < POSITIONS {
        let mut position = game.start();
        let mut history = History::new(&position);
        let mut plies = 0;
        while history.outcome(&position).is_none() && seen < POSITIONS {
            features.active(&position, position.to_move(), &mut active);
            let sums = net.accumulator(&active);
            largest = sums.iter().fold(largest, |largest, sum| largest.max(sum.abs()));
            position.legal_moves(&mut moves);
            encoding.rows(&position, &moves, &mut rows);
            let logits = net.forward(&active, &rows).policy_logits;
            // The largest logit with Gumbel noise is a draw from their softmax.
            let noisy = logits.iter().map(|logit| {
                let noise = -single::ln(-single::ln(rng.random_range(f32::MIN_POSITIVE..1.0)));
                if plies < RANDOM_PLIES { noise } else { logit + noise }
            });
            let drawn = noisy.enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
            history.play(&mut position, moves[drawn.expect("a legal move").0]);
            (plies, seen) = (plies + 1, seen + 1);
        }
    }
    largest
}

#[test]
fn no_shipped_net_comes_near_the_end_of_its_accumulators() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nets");
    let mut found = 0;
    for file in folder.read_dir().expect("nets/ is there") {
        let path = file.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "dmn") {
            continue;
        }
        let net = FloatNet::of_quantised(&Net::read(&path).expect("a net"));
        let largest = largest_sum(&net);
        assert!(largest < PART * ACCUMULATOR_ROOM, "{}: {largest}", path.display());
        found += 1;
    }
    assert!(found > 0, "no nets in {}", folder.display());
}
