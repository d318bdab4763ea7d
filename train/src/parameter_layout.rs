//! Parameter layout: all weights of a network in one vector, so that one kernel updates all ten tensors.

use damier_engine::net::{Arch, FloatNet, Tensor as Name};

use crate::{config::Learn, optimizer};

/// Alignment of tensors in the vector, in numbers (256 bytes): sufficient for every device.
const ALIGNMENT: usize = 64;

/// Order of the tensors in the vector: the gradients that sum over a batch's positions are adjacent.
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

/// Number of losses behind the gradient: value, policy, moves left.
pub(crate) const LOSSES: usize = 3;

/// Number of settings of a tensor.
pub(crate) const SETTINGS: usize = 5;
/// Setting: end of the tensor.
pub(crate) const END: usize = 0;
/// Setting: stored value of 1.0, as a float.
pub(crate) const ONE: usize = 1;
/// Setting: largest magnitude, as a float.
pub(crate) const LIMIT: usize = 2;
/// Settings: whether weights decay (1 or 0, as floats), one for each [`Learn`].
pub(crate) const DECAYS: usize = 3;

/// Offsets of all tensors in the vector, with the shapes that kernels need.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ParameterLayout {
    /// Rows of the embedding.
    pub(crate) features: usize,
    /// Columns of the embedding.
    pub(crate) width: usize,
    /// Rows of the first layer.
    pub(crate) units: usize,
    /// Rows of the first layer that feed the value; the others feed the policy.
    pub(crate) hidden: usize,
    /// Rows of the second layer.
    pub(crate) value_hidden: usize,
    /// Rows of the third layer.
    pub(crate) outputs: usize,
    /// Rows of the policy.
    pub(crate) policy_rows: usize,
    /// Offset of the embedding's bias: the first gradient that sums over all positions.
    pub(crate) embedding_bias: usize,
    /// Offset of the first layer's bias: the first weight that is rounded.
    pub(crate) l1_bias: usize,
    /// Offset of the first layer.
    pub(crate) l1: usize,
    /// Offset of the second layer's bias.
    pub(crate) l2_bias: usize,
    /// Offset of the second layer.
    pub(crate) l2: usize,
    /// Offset of the third layer's bias.
    pub(crate) l3_bias: usize,
    /// Offset of the third layer.
    pub(crate) l3: usize,
    /// Offset of the policy's bias.
    pub(crate) policy_bias: usize,
    /// Offset of the policy's rows.
    pub(crate) policy: usize,
    /// Length of the vector.
    pub(crate) len: usize,
}

impl ParameterLayout {
    /// Returns the layout of an architecture.
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

    /// Returns the columns of a policy row.
    pub(crate) const fn policy_size(&self) -> usize {
        self.units - self.hidden
    }

    /// Returns the number of sums over a batch's positions: gradients from the embedding's bias up to the policy, and the
    /// losses.
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
        let parameters = ParameterLayout::of(&arch());
        let row = parameters.row(&net);
        assert_eq!(row.len(), parameters.len);
        assert_eq!(parameters.net(&row, &arch()), net);
        let weights: usize = ORDER.iter().map(|name| name.len(&arch())).sum();
        assert!(weights < parameters.len, "something lies between tensors");
        let zeros = row.iter().filter(|value| **value == 0.0).count();
        let of_net: usize =
            ORDER.iter().map(|name| net.tensor(*name).iter().filter(|value| **value == 0.0).count()).sum();
        assert_eq!(zeros - of_net, parameters.len - weights, "what lies between tensors is zero");
    }

    #[test]
    fn every_weight_has_the_settings_of_its_tensor() {
        let parameters = ParameterLayout::of(&arch());
        let settings = parameters.settings();
        let settings: Vec<&[u32]> = settings.chunks_exact(SETTINGS).collect();
        for name in ORDER {
            let first = parameters.start(name) as u32;
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
