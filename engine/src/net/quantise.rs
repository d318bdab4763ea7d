//! From float weights to integers, and back.

use super::{
    error::NetError,
    float_net::FloatNet,
    quantised::Net,
    tensor::{Tensor, Tensors},
};

impl FloatNet {
    /// The quantised net, with empty metadata. Every value becomes the nearest integer at its tensor's
    /// scale, ties to even.
    ///
    /// # Errors
    /// A dimension is out of range, a tensor has the wrong length, or a value lies outside
    /// [`Tensor::limit`]; nothing is ever clipped silently.
    pub fn quantise(&self) -> Result<Net, NetError> {
        self.arch.validate()?;
        let tensors = Tensors {
            embedding_bias: self.quantised(Tensor::EmbeddingBias, |value| value as i16)?,
            embedding: self.quantised(Tensor::Embedding, |value| value as i16)?,
            l1_bias: self.quantised(Tensor::L1Bias, |value| value as i32)?,
            l1: self.quantised(Tensor::L1, |value| value as i8)?,
            l2_bias: self.quantised(Tensor::L2Bias, |value| value as i32)?,
            l2: self.quantised(Tensor::L2, |value| value as i8)?,
            l3_bias: self.quantised(Tensor::L3Bias, |value| value as i32)?,
            l3: self.quantised(Tensor::L3, |value| value as i8)?,
            policy_bias: self.quantised(Tensor::PolicyBias, |value| value as i32)?,
            policy: self.quantised(Tensor::Policy, |value| value as i8)?,
        };
        Net::new(self.arch.clone(), tensors, String::new())
    }

    /// The weights of a quantised net; quantising them gives the same net, but for its metadata.
    pub fn of_quantised(net: &Net) -> Self {
        let tensors = net.tensors();
        let mut float = Self::zeros(net.arch().clone()).expect("the net has the same dimensions");
        for tensor in Tensor::ALL {
            let one = tensor.storage().one();
            *float.tensor_mut(tensor) = match tensor {
                Tensor::EmbeddingBias => scaled(&tensors.embedding_bias, one),
                Tensor::Embedding => scaled(&tensors.embedding, one),
                Tensor::L1Bias => scaled(&tensors.l1_bias, one),
                Tensor::L1 => scaled(&tensors.l1, one),
                Tensor::L2Bias => scaled(&tensors.l2_bias, one),
                Tensor::L2 => scaled(&tensors.l2, one),
                Tensor::L3Bias => scaled(&tensors.l3_bias, one),
                Tensor::L3 => scaled(&tensors.l3, one),
                Tensor::PolicyBias => scaled(&tensors.policy_bias, one),
                Tensor::Policy => scaled(&tensors.policy, one),
            };
        }
        float
    }

    /// Checks and scales one tensor; `narrow` only ever sees whole numbers that fit its type.
    fn quantised<T>(&self, tensor: Tensor, narrow: impl Fn(f32) -> T) -> Result<Vec<T>, NetError> {
        let values = self.tensor(tensor);
        let expected = tensor.len(&self.arch);
        if values.len() != expected {
            return Err(NetError::Length { tensor, expected, found: values.len() });
        }
        let [_, columns] = tensor.shape(&self.arch);
        let limit = tensor.limit();
        let one = tensor.storage().one() as f32;
        let quantise = |(index, value): (usize, &f32)| {
            // A value that is not a number fails this comparison too.
            if value.abs() <= limit {
                Ok(narrow((value * one).round_ties_even()))
            } else {
                let (row, column) = (index / columns, index % columns);
                Err(NetError::Range { tensor, row, column, index, value: *value, limit })
            }
        };
        values.iter().enumerate().map(quantise).collect()
    }
}

/// Whole numbers in units of one over `one`.
fn scaled<T: Copy + Into<f64>>(values: &[T], one: i32) -> Vec<f32> {
    values.iter().map(|value| ((*value).into() / f64::from(one)) as f32).collect()
}
