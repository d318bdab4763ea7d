//! The numbers of a tensor, whatever their type.

use damier_engine::net::{Arch, Tensor, Tensors};
use serde::{Serialize, Serializer, ser::SerializeSeq};

/// The numbers of a tensor, row-major.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Values<'a> {
    /// 32-bit floats.
    F32(&'a [f32]),
    /// 32-bit integers.
    I32(&'a [i32]),
    /// 16-bit integers.
    I16(&'a [i16]),
    /// 8-bit integers.
    I8(&'a [i8]),
}

impl<'a> Values<'a> {
    /// Of a quantised net's tensor.
    pub fn quantised(tensors: &'a Tensors, tensor: Tensor) -> Self {
        match tensor {
            Tensor::EmbeddingBias => Self::I16(&tensors.embedding_bias),
            Tensor::Embedding => Self::I16(&tensors.embedding),
            Tensor::L1Bias => Self::I32(&tensors.l1_bias),
            Tensor::L1 => Self::I8(&tensors.l1),
            Tensor::L2Bias => Self::I32(&tensors.l2_bias),
            Tensor::L2 => Self::I8(&tensors.l2),
            Tensor::L3Bias => Self::I32(&tensors.l3_bias),
            Tensor::L3 => Self::I8(&tensors.l3),
            Tensor::PolicyBias => Self::I32(&tensors.policy_bias),
            Tensor::Policy => Self::I8(&tensors.policy),
        }
    }

    /// The name of the type: `f32`, `i32`, `i16`, `i8`.
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::F32(_) => "f32",
            Self::I32(_) => "i32",
            Self::I16(_) => "i16",
            Self::I8(_) => "i8",
        }
    }

    /// Little-endian.
    pub fn bytes(self) -> Vec<u8> {
        match self {
            Self::F32(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Self::I32(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Self::I16(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Self::I8(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        }
    }

    /// Whole numbers; `None` for floats.
    pub fn integers(self) -> Option<Vec<i32>> {
        match self {
            Self::F32(_) => None,
            Self::I32(values) => Some(values.to_vec()),
            Self::I16(values) => Some(values.iter().map(|value| i32::from(*value)).collect()),
            Self::I8(values) => Some(values.iter().map(|value| i32::from(*value)).collect()),
        }
    }
}

/// A tensor's numbers and where its rows end.
#[derive(Clone, Copy, Debug)]
pub struct Shaped<'a> {
    /// The numbers.
    pub values: Values<'a>,
    /// The dimensions: one for a bias, two for a matrix.
    pub shape: &'a [usize],
}

/// The dimensions in files: a bias has one, a matrix rows and columns.
pub fn shape(tensor: Tensor, arch: &Arch) -> Vec<usize> {
    let [rows, columns] = tensor.shape(arch);
    if is_bias(tensor) { vec![columns] } else { vec![rows, columns] }
}

/// Whether it is a row rather than a matrix.
pub const fn is_bias(tensor: Tensor) -> bool {
    matches!(
        tensor,
        Tensor::EmbeddingBias | Tensor::L1Bias | Tensor::L2Bias | Tensor::L3Bias | Tensor::PolicyBias
    )
}

impl Serialize for Shaped<'_> {
    /// A list of numbers, or of rows.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.shape.last().copied().unwrap_or(1);
        match self.values {
            Values::F32(values) => nested(values, self.shape.len(), columns, serializer),
            Values::I32(values) => nested(values, self.shape.len(), columns, serializer),
            Values::I16(values) => nested(values, self.shape.len(), columns, serializer),
            Values::I8(values) => nested(values, self.shape.len(), columns, serializer),
        }
    }
}

fn nested<T: Serialize, S: Serializer>(
    values: &[T],
    dimensions: usize,
    columns: usize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if dimensions == 1 {
        return values.serialize(serializer);
    }
    let mut rows = serializer.serialize_seq(Some(values.len() / columns))?;
    for row in values.chunks_exact(columns) {
        rows.serialize_element(row)?;
    }
    rows.end()
}
