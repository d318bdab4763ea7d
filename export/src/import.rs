//! A net from a safetensors file, made here or elsewhere.

use damier_engine::net::{Arch, FloatNet, Net, Sizes, Tensor, Tensors, tensor::Storage};
use damier_rules::AnyGame;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::Deserialize;

use crate::{error::ExportError, safetensors_file::CARD_KEY, values};

/// The header's keys for files that were not made here: the game, the feature set, and what the net says about
/// itself.
const GAME_KEY: &str = "game";
const FEATURE_SET_KEY: &str = "feature_set";
const METADATA_KEY: &str = "metadata";

/// What import reads of a card.
#[derive(Deserialize)]
struct Identity {
    game: GameIdentity,
    features: FeaturesIdentity,
    #[serde(default)]
    metadata: String,
}

#[derive(Deserialize)]
struct GameIdentity {
    id: String,
}

#[derive(Deserialize)]
struct FeaturesIdentity {
    id: String,
}

/// Makes a net of the content of a safetensors file; `file` names it in errors. Floats are quantised as training
/// does it.
///
/// # Errors
/// It is no whole safetensors file; it does not say which game and feature set it is for, or they are not known here;
/// a tensor is missing, has another type or shape, or there is one that nets do not have; or a float weight cannot
/// be quantised.
pub fn import(content: &[u8], file: &str) -> Result<Net, ExportError> {
    let reader = Reader { file };
    let refuse =
        |error| reader.refused("header", format!("not a whole safetensors file ({error}); write it again"));
    let tensors = SafeTensors::deserialize(content).map_err(refuse)?;
    let (_, header) = SafeTensors::read_metadata(content).map_err(refuse)?;
    let identity = reader.identity(header.metadata().as_ref())?;
    let game =
        AnyGame::of_id(&identity.game.id).map_err(|error| reader.refused("header", error.to_string()))?;
    let arch = shapes(game, &reader, &tensors, &identity)?;
    reader.check_names(&tensors)?;
    let net = match reader.find(&tensors, Tensor::Embedding)?.dtype() {
        Dtype::F32 => reader
            .floats(&tensors, &arch)?
            .quantise()
            .map_err(|error| reader.refused("weights", error.to_string()))?,
        Dtype::I16 => Net::new(arch.clone(), reader.integers(&tensors, &arch)?, String::new())?,
        other => {
            let reason = format!(
                "numbers of type {other:?}; they have to be F32, or I16 with the others quantised too"
            );
            return Err(reader.refused(Tensor::Embedding.name(), reason));
        }
    };
    Ok(net.with_metadata(identity.metadata))
}

/// Reads the tensors of one file.
struct Reader<'a> {
    file: &'a str,
}

impl Reader<'_> {
    fn refused(&self, place: &str, reason: String) -> ExportError {
        ExportError::File { file: self.file.to_owned(), place: place.to_owned(), reason }
    }

    fn identity(
        &self,
        metadata: Option<&std::collections::HashMap<String, String>>,
    ) -> Result<Identity, ExportError> {
        let text = |key: &str| metadata.and_then(|metadata| metadata.get(key)).cloned();
        if let Some(card) = text(CARD_KEY) {
            return serde_json::from_str(&card).map_err(|error| {
                self.refused("header", format!("the metadata {CARD_KEY:?} is unreadable: {error}"))
            });
        }
        let (Some(game), Some(features)) = (text(GAME_KEY), text(FEATURE_SET_KEY)) else {
            let reason = format!(
                "the metadata does not say what the net is for; give it {GAME_KEY:?} (see `damier games`) and \
                 {FEATURE_SET_KEY:?}, both texts"
            );
            return Err(self.refused("header", reason));
        };
        Ok(Identity {
            game: GameIdentity { id: game },
            features: FeaturesIdentity { id: features },
            metadata: text(METADATA_KEY).unwrap_or_default(),
        })
    }

    fn check_names(&self, tensors: &SafeTensors<'_>) -> Result<(), ExportError> {
        let known = |name: &str| Tensor::ALL.iter().any(|tensor| tensor.name() == name);
        let mut names = tensors.names();
        names.sort_unstable();
        match names.into_iter().find(|name| !known(name)) {
            Some(name) => Err(self.refused(name, "a net has no such tensor; leave it out".to_owned())),
            None => Ok(()),
        }
    }

    fn find<'d>(&self, tensors: &SafeTensors<'d>, tensor: Tensor) -> Result<TensorView<'d>, ExportError> {
        tensors
            .tensor(tensor.name())
            .map_err(|_| self.refused(tensor.name(), "this tensor is missing; a net has all ten".to_owned()))
    }

    /// The rows and columns of a matrix.
    fn matrix(&self, tensors: &SafeTensors<'_>, tensor: Tensor) -> Result<[usize; 2], ExportError> {
        let view = self.find(tensors, tensor)?;
        view.shape().try_into().map_err(|_| {
            self.refused(tensor.name(), format!("shape {:?}; it has to have rows and columns", view.shape()))
        })
    }

    /// The bytes of a tensor of the type and shape that it has to have.
    fn bytes<'d>(
        &self,
        tensors: &SafeTensors<'d>,
        tensor: Tensor,
        arch: &Arch,
        dtype: Dtype,
    ) -> Result<&'d [u8], ExportError> {
        let view = self.find(tensors, tensor)?;
        let shape = values::shape(tensor, arch);
        if view.shape() != shape {
            let reason =
                format!("shape {:?} where the game and the other tensors ask for {shape:?}", view.shape());
            return Err(self.refused(tensor.name(), reason));
        }
        if view.dtype() != dtype {
            let reason = format!("numbers of type {:?} where {dtype:?} is needed", view.dtype());
            return Err(self.refused(tensor.name(), reason));
        }
        Ok(view.data())
    }

    fn floats(&self, tensors: &SafeTensors<'_>, arch: &Arch) -> Result<FloatNet, ExportError> {
        let mut net = FloatNet::zeros(arch.clone())?;
        for tensor in Tensor::ALL {
            let bytes = self.bytes(tensors, tensor, arch, Dtype::F32)?;
            *net.tensor_mut(tensor) = numbers(bytes, f32::from_le_bytes);
        }
        Ok(net)
    }

    fn integers(&self, tensors: &SafeTensors<'_>, arch: &Arch) -> Result<Tensors, ExportError> {
        let bytes = |tensor: Tensor| {
            let dtype = match tensor.storage() {
                Storage::Accumulator => Dtype::I16,
                Storage::Weight => Dtype::I8,
                Storage::Bias => Dtype::I32,
            };
            self.bytes(tensors, tensor, arch, dtype)
        };
        Ok(Tensors {
            embedding_bias: numbers(bytes(Tensor::EmbeddingBias)?, i16::from_le_bytes),
            embedding: numbers(bytes(Tensor::Embedding)?, i16::from_le_bytes),
            l1_bias: numbers(bytes(Tensor::L1Bias)?, i32::from_le_bytes),
            l1: numbers(bytes(Tensor::L1)?, i8::from_le_bytes),
            l2_bias: numbers(bytes(Tensor::L2Bias)?, i32::from_le_bytes),
            l2: numbers(bytes(Tensor::L2)?, i8::from_le_bytes),
            l3_bias: numbers(bytes(Tensor::L3Bias)?, i32::from_le_bytes),
            l3: numbers(bytes(Tensor::L3)?, i8::from_le_bytes),
            policy_bias: numbers(bytes(Tensor::PolicyBias)?, i32::from_le_bytes),
            policy: numbers(bytes(Tensor::Policy)?, i8::from_le_bytes),
        })
    }
}

fn numbers<T, const BYTES: usize>(bytes: &[u8], read: impl Fn([u8; BYTES]) -> T) -> Vec<T> {
    let (values, _) = bytes.as_chunks::<BYTES>();
    values.iter().map(|value| read(*value)).collect()
}

/// The architecture that the game and the matrices ask for.
fn shapes(
    game: AnyGame,
    reader: &Reader<'_>,
    tensors: &SafeTensors<'_>,
    identity: &Identity,
) -> Result<Arch, ExportError> {
    let matrix = |tensor| reader.matrix(tensors, tensor);
    let [_, width] = matrix(Tensor::Embedding)?;
    let [value_hidden, hidden] = matrix(Tensor::L2)?;
    let [_, policy] = matrix(Tensor::Policy)?;
    let sizes = Sizes { width, hidden, policy, value_hidden };
    Arch::of(&game, &identity.features.id, sizes).map_err(|error| reader.refused("sizes", error.to_string()))
}
