//! The network that plays.

use super::{
    aligned::Aligned,
    arch::Arch,
    error::NetError,
    float_net::Output,
    kernels::{Chunks, Heads, Kernel, Scratch},
    origin::{Origin, Provenance},
    tensor::Tensor,
};

/// Quantised weights, row-major, shapes as in [`Tensor`], scales as in
/// [`Storage`](super::tensor::Storage).
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are those of `Tensor`, which documents them")]
pub struct Tensors {
    pub embedding_bias: Vec<i16>,
    pub embedding: Vec<i16>,
    pub l1_bias: Vec<i32>,
    pub l1: Vec<i8>,
    pub l2_bias: Vec<i32>,
    pub l2: Vec<i8>,
    pub l3_bias: Vec<i32>,
    pub l3: Vec<i8>,
    pub policy_bias: Vec<i32>,
    pub policy: Vec<i8>,
}

impl Tensors {
    fn length(&self, tensor: Tensor) -> usize {
        match tensor {
            Tensor::EmbeddingBias => self.embedding_bias.len(),
            Tensor::Embedding => self.embedding.len(),
            Tensor::L1Bias => self.l1_bias.len(),
            Tensor::L1 => self.l1.len(),
            Tensor::L2Bias => self.l2_bias.len(),
            Tensor::L2 => self.l2.len(),
            Tensor::L3Bias => self.l3_bias.len(),
            Tensor::L3 => self.l3.len(),
            Tensor::PolicyBias => self.policy_bias.len(),
            Tensor::Policy => self.policy.len(),
        }
    }
}

/// A quantised network: immutable, shared by all threads that evaluate with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    arch: Arch,
    metadata: String,
    pub(super) provenance: Provenance,
    pub(super) embedding_bias: Aligned<i16>,
    pub(super) embedding: Aligned<i16>,
    pub(super) l1_bias: Aligned<i32>,
    pub(super) l2_bias: Aligned<i32>,
    pub(super) l3_bias: Aligned<i32>,
    pub(super) l3: Aligned<i8>,
    pub(super) policy_bias: Aligned<i32>,
    pub(super) policy: Aligned<i8>,
    pub(super) l1: Aligned<i8>,
    pub(super) l2: Aligned<i8>,
    /// `[inputs / 4, outputs, 4]`: four consecutive inputs of every output side by side, which is what
    /// the four-way dot products of the vector kernels take.
    pub(super) l1_interleaved: Aligned<i8>,
    /// Likewise.
    pub(super) l2_interleaved: Aligned<i8>,
    pub(super) l1_small: Chunks,
    pub(super) l2_small: Chunks,
}

/// Consecutive inputs that lie side by side in the interleaved layers.
pub(super) const INTERLEAVE: usize = 4;

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
        let l1_interleaved = interleaved(&tensors.l1, arch.width);
        let l2_interleaved = interleaved(&tensors.l2, arch.hidden);
        Ok(Self {
            embedding_bias: Aligned::from_slice(&tensors.embedding_bias),
            embedding: Aligned::from_slice(&tensors.embedding),
            l1_bias: Aligned::from_slice(&tensors.l1_bias),
            l2_bias: Aligned::from_slice(&tensors.l2_bias),
            l3_bias: Aligned::from_slice(&tensors.l3_bias),
            l3: Aligned::from_slice(&tensors.l3),
            policy_bias: Aligned::from_slice(&tensors.policy_bias),
            policy: Aligned::from_slice(&tensors.policy),
            l1: Aligned::from_slice(&tensors.l1),
            l2: Aligned::from_slice(&tensors.l2),
            l1_small: Chunks::small(&l1_interleaved, arch.hidden + arch.policy),
            l2_small: Chunks::small(&l2_interleaved, arch.value_hidden),
            l1_interleaved,
            l2_interleaved,
            arch,
            metadata,
            provenance: Provenance::default(),
        })
    }

    /// Identity and dimensions.
    pub fn arch(&self) -> &Arch {
        &self.arch
    }

    /// Free text, by convention a JSON object: where the net comes from.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// Bytes of all weights.
    pub fn bytes(&self) -> usize {
        Tensor::bytes_of_all(&self.arch) as usize
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
        Tensors {
            embedding_bias: self.embedding_bias.to_vec(),
            embedding: self.embedding.to_vec(),
            l1_bias: self.l1_bias.to_vec(),
            l1: self.l1.to_vec(),
            l2_bias: self.l2_bias.to_vec(),
            l2: self.l2.to_vec(),
            l3_bias: self.l3_bias.to_vec(),
            l3: self.l3.to_vec(),
            policy_bias: self.policy_bias.to_vec(),
            policy: self.policy.to_vec(),
        }
    }

    /// Judges one position given by its `active` features and the policy `rows` of its legal moves,
    /// seen from the player to move: the slow way, for checks. Searches use
    /// [`NetEvaluator`](super::NetEvaluator).
    ///
    /// # Panics
    /// If a feature or a row is out of range.
    pub fn forward(&self, active: &[u32], rows: &[u32], kernel: Kernel) -> Output {
        let mut scratch = Scratch::new(&self.arch);
        let mut accumulator = Aligned::new(self.arch.width);
        kernel.accumulate(self, &self.embedding_bias, &mut accumulator, active, &[]);
        let outputs = kernel.value(self, &accumulator, Heads::ValueAndPolicy, &mut scratch);
        let mut logits = vec![0.0; rows.len()];
        kernel.policy(self, &scratch, rows, &mut logits);
        Output::new(&outputs[..self.arch.outputs()], logits)
    }
}

fn interleaved(matrix: &[i8], inputs: usize) -> Aligned<i8> {
    let outputs = matrix.len() / inputs;
    let mut out = Aligned::new(matrix.len());
    for (output, row) in matrix.chunks_exact(inputs).enumerate() {
        for (chunk, weights) in row.chunks_exact(INTERLEAVE).enumerate() {
            let at = (chunk * outputs + output) * INTERLEAVE;
            out[at..at + INTERLEAVE].copy_from_slice(weights);
        }
    }
    out
}
