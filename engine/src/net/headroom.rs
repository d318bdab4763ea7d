//! The accumulators of the nets in `nets/` stay far inside 16 bits.

use std::path::Path;

use damier_rules::{
    Features, Game, History, Position,
    registry::{self, GameVisitor},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{FloatNet, Net};

/// Half of the room that a sum has, in real units.
const ROOM: f32 = 32.0;
/// Positions for each net, of random games: far more one-sided than those of real ones.
const POSITIONS: usize = 2_000;

struct LargestSum<'a> {
    net: &'a FloatNet,
}

impl GameVisitor for LargestSum<'_> {
    type Output = f32;

    fn visit<G: Game>(self, game: G) -> f32 {
        let arch = &self.net.arch;
        let features = game.features(&arch.feature_set).expect("the game has it");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut moves, mut active) = (Vec::new(), Vec::new());
        let mut sums = vec![0.0f32; arch.width];
        let (mut largest, mut seen) = (0.0f32, 0);
        while seen < POSITIONS {
            let mut position = game.start();
            let mut history = History::new(&position);
            while history.outcome(&position).is_none() && seen < POSITIONS {
                features.active(&position, position.to_move(), &mut active);
                sums.copy_from_slice(&self.net.embedding_bias);
                for feature in &active {
                    let row = &self.net.embedding[*feature as usize * arch.width..][..arch.width];
                    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
                }
                largest = sums.iter().fold(largest, |largest, sum| largest.max(sum.abs()));
                position.legal_moves(&mut moves);
                history.play(&mut position, moves[rng.random_range(0..moves.len())]);
                seen += 1;
            }
        }
        largest
    }
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
        let game = net.arch.game.clone();
        let largest = registry::dispatch(&game, LargestSum { net: &net }).expect("the registry names it");
        assert!(largest < ROOM, "{}: {largest}", path.display());
        found += 1;
    }
    assert!(found > 0, "no nets in {}", folder.display());
}
