//! Every kernel gives the bits of the scalar one, whatever the net and the accumulator are.

use damier_rules::player::MAX_PLAYERS;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    super::{Arch, Net, Sizes, Tensors, aligned::Aligned, tensor::Tensor},
    Heads, Kernel, Scratch,
};

/// How the numbers of a test are spread.
#[derive(Clone, Copy, Debug)]
enum Spread {
    /// Over the whole range of their type.
    Whole,
    /// At its ends and at zero.
    Extreme,
    /// Near zero, like most weights of a trained net.
    Small,
}

const SPREADS: [Spread; 3] = [Spread::Whole, Spread::Extreme, Spread::Small];

impl Spread {
    fn draw(self, rng: &mut impl Rng, min: i32, max: i32) -> i32 {
        match self {
            Self::Whole => rng.random_range(min..=max),
            Self::Extreme => [min, max, 0, -1, 1][rng.random_range(0..5)],
            Self::Small => rng.random_range(min / 16..=max / 16),
        }
    }

    fn i8(self, rng: &mut impl Rng, count: usize) -> Vec<i8> {
        (0..count).map(|_| self.draw(rng, i8::MIN.into(), i8::MAX.into()) as i8).collect()
    }

    fn i16(self, rng: &mut impl Rng, count: usize) -> Vec<i16> {
        (0..count).map(|_| self.draw(rng, i16::MIN.into(), i16::MAX.into()) as i16).collect()
    }

    fn i32(self, rng: &mut impl Rng, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.draw(rng, i32::MIN, i32::MAX)).collect()
    }
}

fn net(rng: &mut impl Rng, arch: &Arch, spread: Spread) -> Net {
    let len = |tensor: Tensor| tensor.len(arch);
    let tensors = Tensors {
        embedding_bias: spread.i16(rng, len(Tensor::EmbeddingBias)),
        embedding: spread.i16(rng, len(Tensor::Embedding)),
        // Biases as large as sums are, so that the outputs are not all clipped.
        l1_bias: Spread::Whole.i32(rng, len(Tensor::L1Bias)).iter().map(|bias| bias >> 16).collect(),
        l1: spread.i8(rng, len(Tensor::L1)),
        l2_bias: spread.i32(rng, len(Tensor::L2Bias)).iter().map(|bias| bias >> 18).collect(),
        l2: spread.i8(rng, len(Tensor::L2)),
        l3_bias: spread.i32(rng, len(Tensor::L3Bias)),
        l3: spread.i8(rng, len(Tensor::L3)),
        policy_bias: spread.i32(rng, len(Tensor::PolicyBias)),
        policy: spread.i8(rng, len(Tensor::Policy)),
    };
    Net::new(arch.clone(), tensors, String::new()).expect("the dimensions are in range")
}

fn arch(sizes: Sizes, players: usize) -> Arch {
    Arch {
        game: "test".to_owned(),
        players,
        feature_set: "test".to_owned(),
        features: 50,
        max_active: 20,
        policy_rows: 23,
        width: sizes.width,
        hidden: sizes.hidden,
        policy: sizes.policy,
        value_hidden: sizes.value_hidden,
    }
}

/// Runs everything on one net with a kernel and with the scalar one.
fn compare(rng: &mut impl Rng, net: &Net, kernel: Kernel) {
    let arch = net.arch();
    let rows_of = |rng: &mut dyn Rng, most: usize, below: usize| -> Vec<u32> {
        let count = rng.random_range(0..=most);
        (0..count).map(|_| rng.random_range(0..below as u32)).collect()
    };
    let mut scratches = [Scratch::new(arch), Scratch::new(arch)];
    for spread in [Spread::Whole, Spread::Extreme, Spread::Small, Spread::Small] {
        let from = Aligned::from_slice(&spread.i16(rng, arch.width));
        let added = rows_of(rng, 20, arch.features);
        let removed = rows_of(rng, 20, arch.features);
        let rows = rows_of(rng, 12, arch.policy_rows);
        let results = [kernel, Kernel::scalar()].map(|kernel| {
            let scratch = &mut scratches[usize::from(kernel.name() == "scalar")];
            let mut to = Aligned::new(arch.width);
            kernel.accumulate(&net.weights, &from, &mut to, &added, &removed);
            let mut logits = vec![0.0; rows.len()];
            let outputs = kernel.value(&net.weights, &to, Heads::ValueAndPolicy, scratch);
            kernel.policy(&net.weights, scratch, &rows, &mut logits);
            let layers = (scratch.first.to_vec(), scratch.second.to_vec());
            // Small sums too, which neither wrap nor clip.
            let value = kernel.value(&net.weights, &from, Heads::Value, scratch);
            (to, outputs, logits, layers, value)
        });
        assert_eq!(results[0], results[1], "{kernel:?} {spread:?} {:?}", arch.sizes());
    }
}

#[test]
fn every_kernel_equals_the_scalar_one() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let layers = [16, 32, 48, 64, 80, 112, 144, 512];
    let widths = [32, 64, 96, 128, 160, 256, 288, 512, 1056, 4096];
    for kernel in Kernel::available() {
        for width in widths {
            for spread in SPREADS {
                for _ in 0..4 {
                    let mut pick = || layers[rng.random_range(0..layers.len())];
                    let sizes = Sizes { width, hidden: pick(), policy: pick(), value_hidden: pick() };
                    let arch = arch(sizes, rng.random_range(2..=MAX_PLAYERS));
                    let net = net(&mut rng, &arch, spread);
                    compare(&mut rng, &net, kernel);
                }
            }
        }
    }
}

#[test]
fn every_kernel_equals_the_scalar_one_at_the_usual_sizes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let full = Sizes { width: 256, hidden: 32, policy: 32, value_hidden: 32 };
    let quick = Sizes { width: 128, hidden: 16, policy: 32, value_hidden: 16 };
    for kernel in Kernel::available() {
        for sizes in [full, quick] {
            for spread in SPREADS {
                let net = net(&mut rng, &arch(sizes, 2), spread);
                (0..50).for_each(|_| compare(&mut rng, &net, kernel));
            }
        }
    }
}

#[test]
fn every_activation_equals_the_formula() {
    let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
    let arch = arch(sizes, 2);
    let mut tensors = net(&mut Xoshiro256PlusPlus::seed_from_u64(13), &arch, Spread::Small).tensors();
    tensors.l1.fill(0);
    let net = Net::new(arch.clone(), tensors, String::new()).expect("in range");
    for kernel in Kernel::available() {
        let mut scratch = Scratch::new(&arch);
        for start in (i16::MIN..=i16::MAX).step_by(arch.width) {
            let accumulator: Vec<i16> = (0..arch.width as i16).map(|lane| start + lane).collect();
            kernel.value(&net.weights, &accumulator, Heads::Value, &mut scratch);
            for (sum, activation) in accumulator.iter().zip(scratch.activations.iter()) {
                let clipped = f64::from(*sum).clamp(0.0, 512.0) / 512.0;
                let wanted = (clipped * clipped * 128.0 + 0.5).floor().min(127.0);
                assert_eq!(f64::from(*activation), wanted, "{kernel:?} {sum}");
            }
        }
    }
}

#[test]
fn kernels_are_found_by_their_names() {
    for kernel in Kernel::available() {
        assert_eq!(Kernel::by_name(kernel.name()), Some(kernel));
    }
    assert_eq!(Kernel::by_name("scalar"), Some(Kernel::scalar()));
    assert_eq!(Kernel::by_name("abacus"), None);
    assert_eq!(Kernel::detect(), Kernel::available()[0]);
}
