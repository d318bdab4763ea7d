//! The network that plays.

use super::{
    aligned::Aligned,
    arch::Arch,
    error::NetError,
    float_net::Output,
    kernels::{Heads, Kernel, Scratch, Weights},
    origin::{Origin, Provenance},
    tensor::{Tensor, Tensors},
};

/// A quantised network: immutable, shared by all threads that evaluate with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    pub(super) weights: Weights,
    metadata: String,
    pub(super) provenance: Provenance,
}

impl Net {
    /// A net from its parts.
    ///
    /// # Errors
    /// A dimension is out of range or a tensor has the wrong length.
    pub fn new(arch: Arch, tensors: Tensors, metadata: String) -> Result<Self, NetError> {
        arch.validate()?;
        for tensor in Tensor::ALL {
            let (expected, found) = (tensor.len(&arch), tensors.length(tensor));
            if expected != found {
                return Err(NetError::Length { tensor, expected, found });
            }
        }
        Ok(Self { weights: Weights::new(arch, &tensors), metadata, provenance: Provenance::default() })
    }

    /// Identity and dimensions.
    pub fn arch(&self) -> &Arch {
        &self.weights.arch
    }

    /// Free text, by convention a JSON object: where the net comes from.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// Bytes of all weights.
    pub fn bytes(&self) -> usize {
        Tensor::bytes_of_all(self.arch()) as usize
    }

    /// The same net with other metadata.
    #[must_use]
    pub fn with_metadata(self, metadata: impl Into<String>) -> Self {
        Self { metadata: metadata.into(), provenance: Provenance::default(), ..self }
    }

    /// Returns where it was read.
    pub fn origin(&self) -> &Origin {
        &self.provenance.origin
    }

    /// Returns the same net, said to be read elsewhere.
    #[must_use]
    pub fn with_origin(mut self, origin: Origin) -> Self {
        self.provenance.origin = origin;
        self
    }

    /// The weights, row-major.
    pub fn tensors(&self) -> Tensors {
        self.weights.tensors()
    }

    /// Judges one position given by its `active` features and the policy `rows` of its legal moves,
    /// seen from the player to move: the slow way, for checks. Searches use
    /// [`NetEvaluator`](super::NetEvaluator).
    ///
    /// # Panics
    /// If a feature or a row is out of range.
    pub fn forward(&self, active: &[u32], rows: &[u32], kernel: Kernel) -> Output {
        let mut scratch = Scratch::new(self.arch());
        let mut accumulator = Aligned::new(self.arch().width);
        kernel.accumulate(&self.weights, &self.weights.embedding_bias, &mut accumulator, active, &[]);
        let outputs = kernel.value(&self.weights, &accumulator, Heads::ValueAndPolicy, &mut scratch);
        let mut logits = vec![0.0; rows.len()];
        kernel.policy(&self.weights, &scratch, rows, &mut logits);
        Output::new(&outputs[..self.arch().outputs()], logits)
    }
}
