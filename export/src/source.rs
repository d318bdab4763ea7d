//! What is exported.

use damier_engine::net::{Arch, FloatNet, Net, Tensor, Tensors};

use crate::{error::ExportError, format::Kind, values::Values};

/// A net with its weights of one kind.
#[derive(Clone, Debug)]
pub struct Source {
    arch: Arch,
    weights: Weights,
    metadata: String,
}

#[derive(Clone, Debug)]
enum Weights {
    Quantised(Box<Tensors>),
    Float(Box<FloatNet>),
}

impl Source {
    /// A net, unchanged.
    pub fn quantised(net: &Net) -> Self {
        Self {
            arch: net.arch().clone(),
            weights: Weights::Quantised(Box::new(net.tensors())),
            metadata: net.metadata().to_owned(),
        }
    }

    /// A net with its weights in real units, from which quantising makes the same net again.
    ///
    /// # Errors
    /// A weight that does not come back; no net that was quantised from floats has one.
    pub fn float(net: &Net) -> Result<Self, ExportError> {
        let float = FloatNet::of_quantised(net);
        let tensors = net.tensors();
        for tensor in Tensor::ALL {
            let (one, limit) = (tensor.storage().one() as f32, tensor.limit());
            let stored = Values::quantised(&tensors, tensor).integers().expect("they are integers");
            let pairs = stored.iter().zip(float.tensor(tensor)).enumerate();
            for (index, (stored, real)) in pairs {
                if real.abs() > limit || real * one != *stored as f32 || (real * one) as i32 != *stored {
                    return Err(ExportError::Inexact { tensor: tensor.name(), index, value: *stored });
                }
            }
        }
        Ok(Self::trained(float, net.metadata().to_owned()))
    }

    /// Weights as training knows them.
    pub fn trained(net: FloatNet, metadata: String) -> Self {
        Self { arch: net.arch.clone(), weights: Weights::Float(Box::new(net)), metadata }
    }

    /// Identity and dimensions.
    pub fn arch(&self) -> &Arch {
        &self.arch
    }

    /// What the net says about itself.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// What its weights are.
    pub fn kind(&self) -> Kind {
        match self.weights {
            Weights::Quantised(_) => Kind::Quantised,
            Weights::Float(_) => Kind::Float,
        }
    }

    /// The numbers of a tensor.
    pub fn values(&self, tensor: Tensor) -> Values<'_> {
        match &self.weights {
            Weights::Quantised(tensors) => Values::quantised(tensors, tensor),
            Weights::Float(net) => Values::F32(net.tensor(tensor)),
        }
    }

    /// The float weights, where they are floats.
    pub(crate) fn float_net(&self) -> Option<&FloatNet> {
        match &self.weights {
            Weights::Quantised(_) => None,
            Weights::Float(net) => Some(net),
        }
    }

    /// The net that plays.
    ///
    /// # Errors
    /// A float weight that cannot be quantised.
    pub fn net(&self) -> Result<Net, ExportError> {
        let net = match &self.weights {
            Weights::Quantised(tensors) => Net::new(self.arch.clone(), (**tensors).clone(), String::new())?,
            Weights::Float(net) => net.quantise()?,
        };
        Ok(net.with_metadata(self.metadata.clone()))
    }
}
