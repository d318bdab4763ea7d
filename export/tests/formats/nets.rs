//! Small random nets.

use damier_engine::net::{Arch, FloatNet, Net, Sizes, Tensor};
use damier_rules::{
    Game,
    registry::{self, GameVisitor},
};

/// The sizes of the nets.
pub(crate) const SIZES: Sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };

struct Random;

impl GameVisitor for Random {
    type Output = FloatNet;

    fn visit<G: Game>(self, game: G) -> FloatNet {
        const SEED: u64 = 11;
        const GAIN: f32 = 8.0;
        let arch = Arch::of(&game, game.feature_sets()[0], SIZES).expect("in range");
        let mut net = FloatNet::random(arch, SEED).expect("in range");
        // Heads as strong as trained ones, so that the net has opinions.
        for tensor in [Tensor::L3, Tensor::Policy] {
            net.tensor_mut(tensor).iter_mut().for_each(|weight| *weight *= GAIN);
        }
        net
    }
}

/// The float weights of a random net.
pub(crate) fn random_floats(game: &str) -> FloatNet {
    registry::dispatch(game, Random).expect("the registry names it")
}

/// A random net.
pub(crate) fn random_net(game: &str) -> Net {
    random_floats(game).quantise().expect("in range").with_metadata("{\"made by\":\"a test\"}")
}
