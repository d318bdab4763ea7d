//! The weights of a network in one row of numbers: a device that updates them is told to do so once, not once
//! for each of ten tensors.

use damier_engine::net::{Arch, FloatNet, Tensor as Name};

use crate::{config::Learn, optimizer};

/// Tensors begin at multiples of this many numbers (256 bytes), where every device can begin to read.
const ALIGNMENT: usize = 64;

/// The order in the row: what sums over all positions of a batch give lies side by side.
const ORDER: [Name; 10] = [
    Name::Embedding,
    Name::EmbeddingBias,
    Name::L1Bias,
    Name::L1,
    Name::L2Bias,
    Name::L2,
    Name::L3Bias,
    Name::L3,
    Name::PolicyBias,
    Name::Policy,
];

/// Losses that follow the gradient: value, policy, moves left.
pub(crate) const LOSSES: usize = 3;

/// Numbers of a tensor's settings.
pub(crate) const SETTINGS: usize = 5;
/// Where in them the end of the tensor is said.
pub(crate) const END: usize = 0;
/// Where, as a float, what 1.0 is once it is stored.
pub(crate) const ONE: usize = 1;
/// Where, as a float, the largest magnitude.
pub(crate) const LIMIT: usize = 2;
/// Where, as floats, whether weights decay, 1 or 0, for each [`Learn`].
pub(crate) const DECAYS: usize = 3;

/// Where each tensor of a network lies in the row, and what a kernel needs to know of its shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Plan {
    /// Rows of the embedding.
    pub(crate) features: usize,
    /// Columns of the embedding.
    pub(crate) width: usize,
    /// Rows of the first layer.
    pub(crate) units: usize,
    /// Those of them that the value comes from; the policy comes from the others.
    pub(crate) hidden: usize,
    /// Rows of the second layer.
    pub(crate) value_hidden: usize,
    /// Rows of the third layer.
    pub(crate) outputs: usize,
    /// Rows of the policy.
    pub(crate) policy_rows: usize,
    /// Where the bias of the embedding begins, and so the first sum over all positions.
    pub(crate) embedding_bias: usize,
    /// Where the bias of the first layer begins: the first weight that is rounded.
    pub(crate) l1_bias: usize,
    /// Where the first layer begins.
    pub(crate) l1: usize,
    /// Where the bias of the second layer begins.
    pub(crate) l2_bias: usize,
    /// Where the second layer begins.
    pub(crate) l2: usize,
    /// Where the bias of the third layer begins.
    pub(crate) l3_bias: usize,
    /// Where the third layer begins.
    pub(crate) l3: usize,
    /// Where the bias of the policy begins.
    pub(crate) policy_bias: usize,
    /// Where the rows of the policy begin.
    pub(crate) policy: usize,
    /// Numbers of the row.
    pub(crate) len: usize,
}

impl Plan {
    /// Of the networks of one architecture.
    pub(crate) fn of(arch: &Arch) -> Self {
        let mut end = 0;
        let starts = ORDER.map(|name| {
            let start = end;
            end = (start + name.len(arch)).next_multiple_of(ALIGNMENT);
            start
        });
        let [_, embedding_bias, l1_bias, l1, l2_bias, l2, l3_bias, l3, policy_bias, policy] = starts;
        Self {
            features: arch.features,
            width: arch.width,
            units: arch.hidden + arch.policy,
            hidden: arch.hidden,
            value_hidden: arch.value_hidden,
            outputs: arch.outputs(),
            policy_rows: arch.policy_rows,
            embedding_bias,
            l1_bias,
            l1,
            l2_bias,
            l2,
            l3_bias,
            l3,
            policy_bias,
            policy,
            len: end,
        }
    }

    /// Columns of a row of the policy.
    pub(crate) const fn policy_size(&self) -> usize {
        self.units - self.hidden
    }

    /// How many numbers are sums over all positions of a batch: weights from the bias of the embedding up to the policy,
    /// and the losses of a step.
    pub(crate) const fn sums(&self) -> usize {
        self.policy_bias - self.embedding_bias + LOSSES
    }

    const fn start(&self, name: Name) -> usize {
        match name {
            Name::Embedding => 0,
            Name::EmbeddingBias => self.embedding_bias,
            Name::L1Bias => self.l1_bias,
            Name::L1 => self.l1,
            Name::L2Bias => self.l2_bias,
            Name::L2 => self.l2,
            Name::L3Bias => self.l3_bias,
            Name::L3 => self.l3,
            Name::PolicyBias => self.policy_bias,
            Name::Policy => self.policy,
        }
    }

    /// The row of a network; what lies between tensors is zero and stays so.
    pub(crate) fn row(&self, net: &FloatNet) -> Vec<f32> {
        let mut row = vec![0.0; self.len];
        for name in ORDER {
            let tensor = net.tensor(name);
            row[self.start(name)..][..tensor.len()].copy_from_slice(tensor);
        }
        row
    }

    /// The network of a row.
    pub(crate) fn net(&self, row: &[f32], arch: &Arch) -> FloatNet {
        let mut net = FloatNet::zeros(arch.clone()).expect("the dimensions were checked");
        for name in ORDER {
            let tensor = net.tensor_mut(name);
            let len = tensor.len();
            tensor.copy_from_slice(&row[self.start(name)..][..len]);
        }
        net
    }

    /// What holds for all weights of a tensor, [`SETTINGS`] numbers for each in the order of the row.
    pub(crate) fn settings(&self) -> Vec<u32> {
        let ends = ORDER[1..].iter().map(|name| self.start(*name)).chain([self.len]);
        let of_tensor = |(name, end): (Name, usize)| {
            let decays = |learn| f32::from(u8::from(optimizer::decays(name, learn)));
            let mut settings = [end as u32; SETTINGS];
            settings[ONE] = (name.storage().one() as f32).to_bits();
            settings[LIMIT] = name.limit().to_bits();
            settings[DECAYS + Learn::All as usize] = decays(Learn::All).to_bits();
            settings[DECAYS + Learn::Policy as usize] = decays(Learn::Policy).to_bits();
            settings
        };
        ORDER.into_iter().zip(ends).flat_map(of_tensor).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arch() -> Arch {
        Arch {
            game: "none".to_owned(),
            players: 3,
            feature_set: "none".to_owned(),
            features: 21,
            max_active: 7,
            policy_rows: 13,
            width: 32,
            hidden: 16,
            policy: 32,
            value_hidden: 16,
        }
    }

    #[test]
    fn a_network_comes_back_from_its_row() {
        let net = FloatNet::random(arch(), 1).expect("a net");
        let plan = Plan::of(&arch());
        let row = plan.row(&net);
        assert_eq!(row.len(), plan.len);
        assert_eq!(plan.net(&row, &arch()), net);
        let weights: usize = ORDER.iter().map(|name| name.len(&arch())).sum();
        assert!(weights < plan.len, "something lies between tensors");
        let zeros = row.iter().filter(|value| **value == 0.0).count();
        let of_net: usize =
            ORDER.iter().map(|name| net.tensor(*name).iter().filter(|value| **value == 0.0).count()).sum();
        assert_eq!(zeros - of_net, plan.len - weights, "what lies between tensors is zero");
    }

    #[test]
    fn every_weight_has_the_settings_of_its_tensor() {
        let plan = Plan::of(&arch());
        let settings = plan.settings();
        let settings: Vec<&[u32]> = settings.chunks_exact(SETTINGS).collect();
        for name in ORDER {
            let first = plan.start(name) as u32;
            let last = first + name.len(&arch()) as u32 - 1;
            for weight in [first, last] {
                let its = settings.iter().find(|settings| weight < settings[END]).expect("some settings");
                assert_eq!(f32::from_bits(its[LIMIT]), name.limit(), "{name}");
                assert_eq!(f32::from_bits(its[ONE]), name.storage().one() as f32, "{name}");
                for learn in [Learn::All, Learn::Policy] {
                    let decays = f32::from_bits(its[DECAYS + learn as usize]) == 1.0;
                    assert_eq!(decays, optimizer::decays(name, learn), "{name}");
                }
            }
        }
    }
}
