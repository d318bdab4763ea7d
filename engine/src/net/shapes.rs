//! The shapes of a net's tensors.

use super::{arch::Arch, tensor::Tensor};

impl Tensor {
    /// Rows and columns; a bias is one row.
    pub const fn shape(self, arch: &Arch) -> [usize; 2] {
        match self {
            Self::EmbeddingBias => [1, arch.width],
            Self::Embedding => [arch.features, arch.width],
            Self::L1Bias => [1, arch.hidden + arch.policy],
            Self::L1 => [arch.hidden + arch.policy, arch.width],
            Self::L2Bias => [1, arch.value_hidden],
            Self::L2 => [arch.value_hidden, arch.hidden],
            Self::L3Bias => [1, arch.outputs()],
            Self::L3 => [arch.outputs(), arch.value_hidden],
            Self::PolicyBias => [1, arch.policy_rows],
            Self::Policy => [arch.policy_rows, arch.policy],
        }
    }

    /// The number of values.
    pub const fn len(self, arch: &Arch) -> usize {
        let [rows, columns] = self.shape(arch);
        rows * columns
    }

    /// The bytes that all tensors take once they are quantised; each has `rows × columns` values, numbers of at most 2³²,
    /// so the products are computed in `u64`.
    pub(super) fn bytes_of_all(arch: &Arch) -> u64 {
        let bytes = |tensor: &Self| {
            let [rows, columns] = tensor.shape(arch);
            rows as u64 * columns as u64 * tensor.storage().bytes() as u64
        };
        Self::ALL.iter().map(bytes).sum()
    }
}
