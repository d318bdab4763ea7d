//! The operations as plain loops on the processor.

use burn::{
    backend::{
        Flex,
        tensor::{FloatTensor, IntTensor},
    },
    tensor::TensorData,
};

use super::{AdamStep, Kernels, LossWeights, Through};
use crate::{
    loss::cross_entropy,
    optimizer::EPSILON,
    packed::{Groups, Layout, OFFSET_BITS, Table, number},
};
use damier_engine::net::arch::MOVES_LEFT_UNIT;
use damier_selfplay::quantised::ONE;

/// A matrix in plain memory.
struct Matrix {
    columns: usize,
    values: Vec<f32>,
}

impl Matrix {
    fn of(tensor: &FloatTensor<Flex>) -> Self {
        let tensor = tensor.to_contiguous();
        let columns = *tensor.layout().shape().last().expect("a matrix");
        Self { columns, values: tensor.as_slice::<f32>().expect("contiguous floats").to_vec() }
    }

    fn zeros(rows: usize, columns: usize) -> Self {
        Self { columns, values: vec![0.0; rows * columns] }
    }

    fn rows(&self) -> usize {
        self.values.len() / self.columns.max(1)
    }

    fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.columns..][..self.columns]
    }

    fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.values[row * self.columns..][..self.columns]
    }

    fn add(&mut self, row: usize, other: &[f32], scale: f32) {
        self.row_mut(row).iter_mut().zip(other).for_each(|(sum, value)| *sum += scale * value);
    }

    fn tensor(self) -> FloatTensor<Flex> {
        let rows = self.rows();
        FloatTensor::<Flex>::from_data(TensorData::new(self.values, [rows, self.columns]))
    }
}

fn words_of(tensor: &IntTensor<Flex>) -> Vec<u32> {
    tensor.as_slice::<u32>().expect("words are contiguous").to_vec()
}

fn float(words: &[u32], base: usize, index: usize) -> f32 {
    f32::from_bits(words[base + index])
}

fn map(matrix: &FloatTensor<Flex>, value: impl Fn(usize, f32) -> f32) -> FloatTensor<Flex> {
    let mut matrix = Matrix::of(matrix);
    matrix.values.iter_mut().enumerate().for_each(|(index, cell)| *cell = value(index, *cell));
    matrix.tensor()
}

impl Kernels for Flex {
    fn accumulate(
        table: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        words: IntTensor<Self>,
        active: Table,
        positions: usize,
    ) -> FloatTensor<Self> {
        let (table, bias, words) = (Matrix::of(&table), Matrix::of(&bias), words_of(&words));
        let mut clamped = Matrix::zeros(positions, table.columns);
        for position in 0..positions {
            clamped.add(position, bias.row(0), 1.0);
            active.get(&words, position).for_each(|row| clamped.add(position, table.row(row), 1.0));
            clamped.row_mut(position).iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
        }
        clamped.tensor()
    }

    fn policy_logits(
        rows: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        vectors: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let [rows, bias, vectors] = [&rows, &bias, &vectors].map(Matrix::of);
        let words = words_of(&words);
        let logits = (0..layout.positions).flat_map(|position| {
            let vector = vectors.row(position);
            let (rows, bias) = (&rows, &bias);
            layout.legal.get(&words, position).map(move |row| {
                bias.values[row] + rows.row(row).iter().zip(vector).map(|(a, b)| a * b).sum::<f32>()
            })
        });
        Matrix { columns: 1, values: logits.collect() }.tensor()
    }

    fn policy_gradient(
        logits: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weight: f32,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (logits, words) = (Matrix::of(&logits), words_of(&words));
        let mut gradient = Matrix::zeros(layout.moves, 1);
        let mut losses = Matrix::zeros(layout.positions, 1);
        for position in 0..layout.positions {
            let range = layout.legal.range(&words, position);
            let share = |place| number(&words, layout.shares, place, true) as f32 / f32::from(ONE);
            let targets: Vec<f32> = range.clone().map(share).collect();
            let (loss, shares) = cross_entropy(&logits.values[range.clone()], &targets);
            losses.values[position] = loss;
            let scale = weight * float(&words, layout.has_policy, position);
            for (place, (share, target)) in range.zip(shares.iter().zip(targets)) {
                gradient.values[place] = scale * (share - target);
            }
        }
        (gradient.tensor(), losses.tensor())
    }

    fn vector_gradient(
        rows: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let (rows, gradient, words) = (Matrix::of(&rows), Matrix::of(&gradient), words_of(&words));
        let mut sums = Matrix::zeros(layout.positions, rows.columns);
        for position in 0..layout.positions {
            let range = layout.legal.range(&words, position);
            for (place, row) in range.zip(layout.legal.get(&words, position)) {
                sums.add(position, rows.row(row), gradient.values[place]);
            }
        }
        sums.tensor()
    }

    fn row_gradients(
        vectors: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let (vectors, gradient, words) = (Matrix::of(&vectors), Matrix::of(&gradient), words_of(&words));
        let size = vectors.columns;
        let mut sums = Matrix::zeros(layout.by_row.count, size + 1);
        for group in 0..layout.by_row.count {
            for cell in layout.by_row.table.get(&words, group) {
                let (position, offset) = (cell >> OFFSET_BITS, cell & ((1 << OFFSET_BITS) - 1));
                let gradient = gradient.values[layout.legal.range(&words, position).start + offset];
                sums.add(group, vectors.row(position), gradient);
                sums.row_mut(group)[size] += gradient;
            }
        }
        sums.tensor()
    }

    fn sum_groups(matrix: FloatTensor<Self>, words: IntTensor<Self>, groups: Groups) -> FloatTensor<Self> {
        let (matrix, words) = (Matrix::of(&matrix), words_of(&words));
        let mut sums = Matrix::zeros(groups.count, matrix.columns);
        for group in 0..groups.count {
            groups.table.get(&words, group).for_each(|row| sums.add(group, matrix.row(row), 1.0));
        }
        sums.tensor()
    }

    fn sum_by_item(
        sums: FloatTensor<Self>,
        words: IntTensor<Self>,
        groups: Groups,
        items: usize,
    ) -> FloatTensor<Self> {
        let (sums, words) = (Matrix::of(&sums), words_of(&words));
        let mut by_item = Matrix::zeros(items, sums.columns);
        for item in 0..items {
            let [from, to] = [item, item + 1].map(|item| words[groups.first + item] as usize);
            (from..to).for_each(|group| by_item.add(item, sums.row(group), 1.0));
        }
        by_item.tensor()
    }

    fn value_gradient(
        outputs: FloatTensor<Self>,
        policy: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weights: LossWeights,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (outputs, policy, words) = (Matrix::of(&outputs), Matrix::of(&policy), words_of(&words));
        let classes = layout.classes;
        let mut gradient = Matrix::zeros(layout.positions, classes + 1);
        let mut losses = Matrix::zeros(layout.positions, 3);
        let per_position = 1.0 / layout.positions as f32;
        for position in 0..layout.positions {
            let output = outputs.row(position);
            let target = |class| float(&words, layout.value, position * classes + class);
            let targets: Vec<f32> = (0..classes).map(target).collect();
            let (value, shares) = cross_entropy(&output[..classes], &targets);
            let whole: f32 = targets.iter().sum();
            let by_output = gradient.row_mut(position);
            for class in 0..classes {
                let slope = shares[class] * whole - targets[class];
                by_output[class] = weights.value * per_position * slope;
            }
            let counts = float(&words, layout.counts, position);
            let error = output[classes] - float(&words, layout.plies, position) / MOVES_LEFT_UNIT;
            let near = error.abs().min(weights.threshold);
            let huber = 0.5 * near * near + (error.abs() - near) * weights.threshold;
            by_output[classes] = weights.moves_left * per_position * counts * near * error.signum();
            losses.row_mut(position).copy_from_slice(&[value, policy.values[position], counts * huber]);
        }
        (gradient.tensor(), losses.tensor())
    }

    fn tall_products(left: FloatTensor<Self>, right: FloatTensor<Self>, part: usize) -> FloatTensor<Self> {
        let [left, right] = [&left, &right].map(Matrix::of);
        let width = right.columns;
        let mut products = Matrix::zeros(left.rows().div_ceil(part), left.columns * width);
        for row in 0..left.rows() {
            let sums = products.row_mut(row / part);
            for (left, sums) in left.row(row).iter().zip(sums.chunks_exact_mut(width)) {
                sums.iter_mut().zip(right.row(row)).for_each(|(sum, right)| *sum += left * right);
            }
        }
        products.tensor()
    }

    fn sum_rows(matrix: FloatTensor<Self>, part: usize) -> FloatTensor<Self> {
        let matrix = Matrix::of(&matrix);
        let mut sums = Matrix::zeros(matrix.rows().div_ceil(part), matrix.columns);
        (0..matrix.rows()).for_each(|row| sums.add(row / part, matrix.row(row), 1.0));
        sums.tensor()
    }

    fn through(gradient: FloatTensor<Self>, clamped: FloatTensor<Self>, way: Through) -> FloatTensor<Self> {
        let clamped = Matrix::of(&clamped);
        map(&gradient, |index, gradient| {
            let clamped = clamped.values[index];
            match way {
                _ if clamped <= 0.0 || clamped >= 1.0 => 0.0,
                Through::Clamp => gradient,
                Through::ClampSquared => 2.0 * clamped * gradient,
            }
        })
    }

    fn rounded(matrix: FloatTensor<Self>, one: f32) -> FloatTensor<Self> {
        map(&matrix, |_, value| (value * one).round_ties_even() / one)
    }

    fn squares(matrix: FloatTensor<Self>) -> FloatTensor<Self> {
        let sum = Matrix::of(&matrix).values.iter().map(|value| value * value).sum();
        Matrix { columns: 1, values: vec![sum] }.tensor()
    }

    fn adam(
        weights: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        average: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        squares: FloatTensor<Self>,
        step: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let norm = Matrix::of(&squares).values[0].sqrt();
        let scale = if norm > step.clip { step.clip / norm } else { 1.0 };
        let gradient = Matrix::of(&gradient).values;
        let first =
            map(&first, |index, first| first * step.beta1 + scale * gradient[index] * (1.0 - step.beta1));
        let second = map(&second, |index, second| {
            let gradient = scale * gradient[index];
            second * step.beta2 + gradient * gradient * (1.0 - step.beta2)
        });
        let (mean, spread) = (Matrix::of(&first).values, Matrix::of(&second).values);
        let weights = map(&weights, |index, weight| {
            let root = (spread[index] * step.correction2).sqrt() + EPSILON;
            let moved = weight * step.shrink - mean[index] * step.correction1 / root * step.rate;
            moved.clamp(-step.limit, step.limit)
        });
        let new = Matrix::of(&weights).values;
        let average = map(&average, |index, average| average + (new[index] - average) * step.averaging);
        (weights, first, second, average)
    }
}
