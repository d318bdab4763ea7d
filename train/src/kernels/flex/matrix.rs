//! Matrices and rows in plain memory.

use burn::{
    backend::{
        Flex,
        tensor::{FloatTensor, IntTensor},
    },
    tensor::TensorData,
};

use crate::sparse::{add_scaled, dot};

/// A matrix in plain memory.
pub(super) struct Matrix {
    pub(super) columns: usize,
    pub(super) values: Vec<f32>,
}

impl Matrix {
    pub(super) fn of(tensor: &FloatTensor<Flex>) -> Self {
        let tensor = tensor.to_contiguous();
        let columns = *tensor.layout().shape().last().expect("a matrix");
        Self { columns, values: tensor.as_slice::<f32>().expect("contiguous floats").to_vec() }
    }

    pub(super) fn zeros(rows: usize, columns: usize) -> Self {
        Self { columns, values: vec![0.0; rows * columns] }
    }

    pub(super) fn rows(&self) -> usize {
        self.values.len() / self.columns.max(1)
    }

    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.columns..][..self.columns]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.values[row * self.columns..][..self.columns]
    }

    pub(super) fn add(&mut self, row: usize, other: &[f32], scale: f32) {
        add_scaled(self.row_mut(row), other, scale);
    }

    /// Keeps what passes what was clamped.
    pub(super) fn pass(&mut self, row: usize, clamped: &[f32]) {
        let cells = self.row_mut(row).iter_mut().zip(clamped);
        cells.filter(|(_, clamped)| !passes(**clamped)).for_each(|(cell, _)| *cell = 0.0);
    }

    pub(super) fn clamped(mut self) -> Self {
        self.values.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
        self
    }

    pub(super) fn tensor(self) -> FloatTensor<Flex> {
        let rows = self.rows();
        FloatTensor::<Flex>::from_data(TensorData::new(self.values, [rows, self.columns]))
    }
}

/// All numbers of a row.
pub(super) fn row_of(tensor: &FloatTensor<Flex>) -> Vec<f32> {
    tensor.to_contiguous().as_slice::<f32>().expect("contiguous floats").to_vec()
}

pub(super) fn row(values: Vec<f32>) -> FloatTensor<Flex> {
    let len = values.len();
    FloatTensor::<Flex>::from_data(TensorData::new(values, [len]))
}

pub(super) fn words_of(tensor: &IntTensor<Flex>) -> Vec<u32> {
    tensor.as_slice::<u32>().expect("words are contiguous").to_vec()
}

pub(super) fn float(words: &[u32], base: usize, index: usize) -> f32 {
    f32::from_bits(words[base + index])
}

/// Whether a derivative passes what was clamped.
pub(super) fn passes(clamped: f32) -> bool {
    clamped > 0.0 && clamped < 1.0
}

/// What a layer of `units` makes of the first columns of `below`, as many as its weights have.
pub(super) fn layer(below: &Matrix, weights: &[f32], bias: &[f32], units: usize) -> Matrix {
    let inputs = weights.len() / units;
    let mut layer = Matrix::zeros(below.rows(), units);
    for position in 0..below.rows() {
        let input = &below.row(position)[..inputs];
        let cells = layer.row_mut(position).iter_mut().zip(weights.chunks_exact(inputs));
        for ((cell, weights), bias) in cells.zip(bias) {
            *cell = bias + dot(weights, input);
        }
    }
    layer
}
