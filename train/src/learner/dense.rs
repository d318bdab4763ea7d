//! The dense middle of the network, in burn: from activations to the value outputs and the policy vector.

use burn::tensor::{Device, Tensor, TensorData};
use damier_engine::net::{FloatNet, Tensor as Name};

use crate::fake_quantisation;

/// The tensors of the middle, in the order of [`Dense::NAMES`].
#[derive(Clone, Debug)]
pub struct Dense {
    tensors: [Tensor<2>; 6],
}

/// The two ends of the middle.
#[derive(Clone, Debug)]
pub struct Middle {
    /// `[positions, policy]`: what the policy rows are multiplied with.
    pub policy: Tensor<2>,
    /// `[positions, 4]`: win, draw and loss logits, moves left.
    pub outputs: Tensor<2>,
}

impl Dense {
    /// Which tensors of the network these are.
    pub const NAMES: [Name; 6] = [Name::L1Bias, Name::L1, Name::L2Bias, Name::L2, Name::L3Bias, Name::L3];

    /// Copies the weights of a net, rounded to their grid, to a device.
    pub fn of(net: &FloatNet, device: &Device) -> Self {
        let tensors = Self::NAMES.map(|name| {
            let data = TensorData::new(fake_quantisation::rounded(net, name), name.shape(&net.arch));
            Tensor::from_data(data, device)
        });
        Self { tensors }
    }

    /// The same as leaves of a differentiation.
    #[must_use]
    pub fn tracked(self) -> Self {
        Self { tensors: self.tensors.map(|tensor| tensor.autodiff().require_grad()) }
    }

    /// The tensors, in the order of [`NAMES`](Self::NAMES).
    pub fn tensors(&self) -> &[Tensor<2>; 6] {
        &self.tensors
    }

    /// From `[positions, width]` activations; the first `hidden` units of the first layer are the value
    /// part.
    pub fn forward(&self, activations: Tensor<2>, hidden: usize) -> Middle {
        let [l1_bias, l1, l2_bias, l2, l3_bias, l3] = self.tensors.clone();
        let [positions, _] = activations.dims();
        let [units, _] = l1.dims();
        let first = (activations.matmul(l1.transpose()) + l1_bias).clamp(0.0, 1.0);
        let value = first.clone().slice([0..positions, 0..hidden]);
        let policy = first.slice([0..positions, hidden..units]);
        let second = (value.matmul(l2.transpose()) + l2_bias).clamp(0.0, 1.0);
        Middle { policy, outputs: second.matmul(l3.transpose()) + l3_bias }
    }
}
