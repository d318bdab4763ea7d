//! Larger nets that judge as smaller ones.
//!
//! New units hear all that is below them, but no unit reads them yet, so that nothing changes until they are trained.
//! (Chen, Goodfellow and Shlens, "Net2Net", ICLR 2016, double units that are there instead.)

use super::{
    arch::Arch,
    error::NetError,
    float_net::FloatNet,
    tensor::{Storage, Tensor},
};

impl Arch {
    /// The first size, with its value here and in `smaller`, that keeps a net of `smaller` from
    /// [growing](FloatNet::grown) into one of this architecture. Whether a feature set begins with the other's features is
    /// for the game to tell.
    pub fn lacks(&self, smaller: &Self) -> Option<(&'static str, usize, usize)> {
        let sizes = |arch: &Self| {
            [
                ("number of features", arch.features),
                ("width", arch.width),
                ("hidden", arch.hidden),
                ("policy", arch.policy),
                ("value_hidden", arch.value_hidden),
            ]
        };
        let mut pairs = sizes(self).into_iter().zip(sizes(smaller));
        pairs.find(|((_, own), (_, other))| own < other).map(|((name, own), (_, other))| (name, own, other))
    }
}

impl FloatNet {
    /// A net of `arch`, which may have more features and larger layers, that judges as this one does: what its new
    /// units make of their inputs is that of a [random](FloatNet::random) net of `seed`; new features and new units
    /// weigh nothing for the units that were there.
    ///
    /// # Errors
    /// A dimension is out of range.
    ///
    /// # Panics
    /// If `arch` [lacks](Arch::lacks) something that this net has, or is of another game.
    pub fn grown(&self, arch: Arch, seed: u64) -> Result<Self, NetError> {
        let heads = |arch: &Arch| (arch.game.clone(), arch.outputs(), arch.policy_rows);
        assert!(arch.lacks(&self.arch).is_none() && heads(&arch) == heads(&self.arch), "a net only grows");
        let mut net = Self::random(arch, seed)?;
        for tensor in Tensor::ALL {
            let [rows, columns] = places(tensor, &self.arch, &net.arch);
            let known = self.tensor(tensor);
            let stride = tensor.shape(&self.arch)[1];
            // A row of weights is a unit's; the columns of the embedding and of biases are.
            let units_are_rows = tensor.storage() == Storage::Weight;
            let mut values = net.tensor_mut(tensor).iter_mut();
            for row in &rows {
                for (column, value) in columns.iter().zip(&mut values) {
                    let is_known_unit = if units_are_rows { row } else { column }.is_some();
                    match (row, column) {
                        (Some(row), Some(column)) => *value = known[row * stride + column],
                        _ if is_known_unit => *value = 0.0,
                        _ => (),
                    }
                }
            }
        }
        Ok(net)
    }
}

/// Where each row and each column of a tensor of a net of `new` is in one of `old`, if it is there.
fn places(tensor: Tensor, old: &Arch, new: &Arch) -> [Vec<Option<usize>>; 2] {
    let of = |size: fn(&Arch) -> usize| -> Vec<_> {
        (0..size(new)).map(|place| (place < size(old)).then_some(place)).collect()
    };
    let one = || vec![Some(0)];
    let width = || of(|arch| arch.width);
    let first_layer = || {
        let policy = of(|arch| arch.policy).into_iter().map(|place| Some(old.hidden + place?));
        of(|arch| arch.hidden).into_iter().chain(policy).collect()
    };
    match tensor {
        Tensor::EmbeddingBias => [one(), width()],
        Tensor::Embedding => [of(|arch| arch.features), width()],
        Tensor::L1Bias => [one(), first_layer()],
        Tensor::L1 => [first_layer(), width()],
        Tensor::L2Bias => [one(), of(|arch| arch.value_hidden)],
        Tensor::L2 => [of(|arch| arch.value_hidden), of(|arch| arch.hidden)],
        Tensor::L3Bias => [one(), of(Arch::outputs)],
        Tensor::L3 => [of(Arch::outputs), of(|arch| arch.value_hidden)],
        Tensor::PolicyBias => [one(), of(|arch| arch.policy_rows)],
        Tensor::Policy => [of(|arch| arch.policy_rows), of(|arch| arch.policy)],
    }
}
