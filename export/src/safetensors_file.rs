//! A net as a safetensors file.

use std::collections::HashMap;

use damier_engine::net::Tensor;
use safetensors::{Dtype, tensor::TensorView};

use crate::{
    card::Card,
    error::ExportError,
    source::Source,
    values::{self, Values},
};

/// The key of the card in the header's metadata. There is only this one, so that the same net always gives the same
/// bytes: the order of several would be a matter of chance.
pub const CARD_KEY: &str = "damier";

/// The content of the file: the ten tensors by name, and the card as metadata.
///
/// # Errors
/// As [`Card::of`].
pub fn write(source: &Source) -> Result<Vec<u8>, ExportError> {
    let card = serde_json::to_string(&Card::of(source)?).expect("plain data");
    let parts: Vec<(Tensor, Vec<u8>)> =
        Tensor::ALL.into_iter().map(|tensor| (tensor, source.values(tensor).bytes())).collect();
    let views = parts.iter().map(|(tensor, bytes)| {
        let shape = values::shape(*tensor, source.arch());
        let view = TensorView::new(dtype(source.values(*tensor)), shape, bytes);
        (tensor.name(), view.expect("as many bytes as the shape asks for"))
    });
    let metadata = HashMap::from([(CARD_KEY.to_owned(), card)]);
    safetensors::serialize(views, Some(metadata)).map_err(|error| ExportError::File {
        file: "safetensors".to_owned(),
        place: "header".to_owned(),
        reason: format!("{error}; use another format"),
    })
}

fn dtype(values: Values<'_>) -> Dtype {
    match values {
        Values::F32(_) => Dtype::F32,
        Values::I32(_) => Dtype::I32,
        Values::I16(_) => Dtype::I16,
        Values::I8(_) => Dtype::I8,
    }
}
