//! Checkpoints as safetensors files; see `docs/reference/checkpoint-format.md`.

use std::collections::HashMap;

use damier_engine::net::{Arch, FloatNet, Tensor};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::Deserialize;

use super::{CHECKSUM_BYTES, Checkpoint, Header, REMEDY, SETS, checked, fill, header};
use crate::learner::LearnerState;

/// Version of the format.
const VERSION: u32 = 2;
/// Key of the header in the file's metadata. There is only this one: the order of several would be a matter of chance.
const HEADER_KEY: &str = "damier.checkpoint";
/// Names of the sets of tensors.
const SET_NAMES: [&str; SETS] = ["weights", "first_moments", "second_moments", "ema"];
/// Name of the last tensor, the CRC-32 of everything before it: an integer, because these come after all floats.
const CHECKSUM: &str = "crc32";
/// Bytes before the JSON of a safetensors file: its length.
const LENGTH_BYTES: usize = size_of::<u64>();

/// Returns whether bytes begin like a safetensors file.
pub(super) fn is_format(bytes: &[u8]) -> bool {
    bytes.get(LENGTH_BYTES) == Some(&b'{')
}

/// Returns the bytes of a checkpoint's file.
pub(super) fn to_bytes(checkpoint: &Checkpoint) -> Vec<u8> {
    let LearnerState { weights, first, second, ema, .. } = &checkpoint.learner;
    let mut parts = Vec::with_capacity(SETS * Tensor::ALL.len() + 1);
    for (set, net) in SET_NAMES.into_iter().zip([weights, first, second, ema]) {
        for tensor in Tensor::ALL {
            let bytes = net.tensor(tensor).iter().flat_map(|value| value.to_le_bytes()).collect();
            parts.push((name(set, tensor), Dtype::F32, shape(tensor, &net.arch), bytes));
        }
    }
    parts.push((CHECKSUM.to_owned(), Dtype::U32, vec![1], vec![0; CHECKSUM_BYTES]));
    let views = parts.iter().map(|(name, dtype, shape, bytes): &(String, Dtype, Vec<usize>, Vec<u8>)| {
        let view = TensorView::new(*dtype, shape.clone(), bytes);
        (name, view.expect("as many bytes as the shape asks for"))
    });
    let header = serde_json::to_string(&Header::of(checkpoint, VERSION)).expect("numbers and texts");
    let metadata = HashMap::from([(HEADER_KEY.to_owned(), header)]);
    let mut bytes =
        safetensors::serialize(views, Some(metadata)).expect("a header within the format's limit");
    let content = bytes.len() - CHECKSUM_BYTES;
    let checksum = crc32fast::hash(&bytes[..content]);
    bytes[content..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Reads a checkpoint.
pub(super) fn parse(bytes: &[u8]) -> Result<Checkpoint, String> {
    checked(bytes)?;
    let unreadable = |error| format!("its header is unreadable: {error}; {REMEDY}");
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(unreadable)?;
    let texts = metadata.metadata().as_ref();
    let Some(json) = texts.and_then(|texts| texts.get(HEADER_KEY)) else {
        return Err("a safetensors file, but no checkpoint of damier".to_owned());
    };
    let version = serde_json::from_str(json).map_or(VERSION, |Version { version }| version);
    if version != VERSION {
        return Err(format!(
            "a checkpoint of version {version}, this program reads up to version {VERSION}; use the program that wrote it"
        ));
    }
    let header = header(json.as_bytes())?;
    let file = SafeTensors::deserialize(bytes).map_err(unreadable)?;
    let arch = header.arch(metadata.data_len().saturating_sub(CHECKSUM_BYTES))?;
    let mut sets = SET_NAMES.into_iter();
    header.checkpoint(|| set(&file, sets.next().expect("a name for each set"), &arch))
}

/// Version in a header, whatever else that contains.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// Reads a set of tensors.
fn set(file: &SafeTensors<'_>, set: &str, arch: &Arch) -> Result<FloatNet, String> {
    let mut net = FloatNet::zeros(arch.clone()).map_err(|error| error.to_string())?;
    for tensor in Tensor::ALL {
        let name = name(set, tensor);
        let view = file.tensor(&name).map_err(|error| format!("tensor {name}: {error}; {REMEDY}"))?;
        if view.dtype() != Dtype::F32 || view.shape() != shape(tensor, arch) {
            return Err(format!(
                "tensor {name} has another type or shape than its dimensions ask for; {REMEDY}"
            ));
        }
        fill(net.tensor_mut(tensor), view.data());
    }
    Ok(net)
}

fn name(set: &str, tensor: Tensor) -> String {
    format!("{set}.{}", tensor.name())
}

/// Returns the dimensions of a tensor: one for a bias, two for a matrix.
fn shape(tensor: Tensor, arch: &Arch) -> Vec<usize> {
    let [rows, columns] = tensor.shape(arch);
    if tensor.name().ends_with("_bias") { vec![columns] } else { vec![rows, columns] }
}
