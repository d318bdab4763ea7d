//! A net as a JSON object.

use std::collections::BTreeMap;

use damier_engine::net::Tensor;
use serde::Serialize;

use crate::{
    card::Card,
    error::ExportError,
    source::Source,
    values::{self, Shaped},
};

#[derive(Serialize)]
struct File<'a> {
    #[serde(flatten)]
    card: Card,
    values: BTreeMap<&'static str, Shaped<'a>>,
}

/// The content of the file: the fields of the card, and `values` with the numbers of each tensor, matrices as lists
/// of rows.
///
/// # Errors
/// As [`Card::of`].
pub fn write(source: &Source) -> Result<Vec<u8>, ExportError> {
    let shapes = Tensor::ALL.map(|tensor| values::shape(tensor, source.arch()));
    let tensors = Tensor::ALL.into_iter().zip(&shapes);
    let values =
        tensors.map(|(tensor, shape)| (tensor.name(), Shaped { values: source.values(tensor), shape }));
    let file = File { card: Card::of(source)?, values: values.collect() };
    let mut content = serde_json::to_vec(&file).expect("plain data");
    content.push(b'\n');
    Ok(content)
}
