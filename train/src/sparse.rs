//! The sparse ends of the network on the processor: sums of embedding rows at the input, dot products of policy
//! rows at the output, each with its derivative; the kernels of the feature `device` have them for devices.
//!
//! Threads share batch rows forwards and table rows backwards, so that no two threads ever add to the same number and the
//! result does not depend on how many there are.

use rayon::prelude::*;

use crate::{
    lists::{Lists, Occurrences},
    vectorised::vectorised,
};

/// Rows per task: enough work to be worth handing out, few enough to share evenly.
const ROWS_PER_TASK: usize = 32;
/// Rows per partial sum of a reduction over the batch; fixed, so that sums never depend on threads.
const ROWS_PER_PARTIAL: usize = 256;
/// Independent sums of a dot product: as many as the widest vector registers want. Fixed, so that
/// results are the same on every machine.
const LANES: usize = 16;

/// The activations of the accumulators: `clamp(bias + Σ table[feature], 0, 1)²`.
///
/// `table` is `[features, width]`, `bias` `[width]`, the result `[positions, width]`.
pub fn accumulate(table: &[f32], bias: &[f32], active: &Lists) -> Vec<f32> {
    let width = bias.len();
    let mut activations = vec![0.0; active.len() * width];
    let tasks = activations.par_chunks_mut(ROWS_PER_TASK * width).enumerate();
    tasks.for_each(|(task, rows)| activate(rows, table, bias, active, task * ROWS_PER_TASK));
    activations
}

vectorised! {
    /// The activations of the positions from `first` on.
    fn activate<'a>(rows: &'a mut [f32], table: &'a [f32], bias: &'a [f32], active: &'a Lists, first: usize) {
        for (offset, row) in rows.chunks_exact_mut(bias.len()).enumerate() {
            row.copy_from_slice(bias);
            add_rows(row, table, active.get(first + offset));
            for value in row {
                let clamped = value.clamp(0.0, 1.0);
                *value = clamped * clamped;
            }
        }
    }
}

/// Takes the loss's derivative by the activations back: the derivative by the table, `[features, width]`,
/// replaces the content of `table`; the one by the bias, `[width]`, is returned.
///
/// `gradient` is `[positions, width]`, used up as working memory; `occurrences` belongs to the active
/// features of the batch.
pub fn accumulate_backward(
    activations: &[f32],
    mut gradient: Vec<f32>,
    occurrences: &Occurrences,
    table: &mut [f32],
    width: usize,
) -> Vec<f32> {
    let task = ROWS_PER_TASK * width;
    let tasks = gradient.par_chunks_mut(task).zip(activations.par_chunks(task));
    tasks.for_each(|(gradient, activations)| slope(gradient, activations));
    table
        .par_chunks_mut(width)
        .enumerate()
        .for_each(|(feature, row)| sum_rows(row, &gradient, occurrences.lists(feature)));
    column_sums(&gradient, width)
}

vectorised! {
    /// Takes the derivative by the activations back to the accumulators.
    fn slope<'a>(gradient: &'a mut [f32], activations: &'a [f32]) {
        for (gradient, activation) in gradient.iter_mut().zip(activations) {
            // d clamp(x)²/dx is 2x inside the range and 0 outside; the activation is x².
            let slope = if *activation < 1.0 { 2.0 * activation.sqrt() } else { 0.0 };
            *gradient *= slope;
        }
    }
}

vectorised! {
    /// The sum of some rows of a matrix takes the place of the content of `sum`.
    fn sum_rows<'a>(sum: &'a mut [f32], matrix: &'a [f32], rows: &'a [u32]) {
        sum.fill(0.0);
        add_rows(sum, matrix, rows);
    }
}

/// The policy logits of all legal moves: `table[row] · vector + bias[row]`.
///
/// `table` is `[rows, size]`, `bias` `[rows]`, `vectors` `[positions, size]`; the result is parallel to
/// [`Lists::items`] of `moves`.
pub fn policy_logits(table: &[f32], bias: &[f32], vectors: &[f32], moves: &Lists) -> Vec<f32> {
    let mut logits = vec![0.0; moves.items().len()];
    let mut tasks = Vec::with_capacity(moves.len().div_ceil(ROWS_PER_TASK));
    let mut rest = &mut logits[..];
    for from in (0..moves.len()).step_by(ROWS_PER_TASK) {
        let to = (from + ROWS_PER_TASK).min(moves.len());
        let (here, after) = rest.split_at_mut(moves.range(to - 1).end - moves.range(from).start);
        tasks.push((from, here));
        rest = after;
    }
    tasks.into_par_iter().for_each(|(from, logits)| row_logits(logits, table, bias, vectors, moves, from));
    logits
}

vectorised! {
    /// The logits of a task's positions, from `first` on.
    fn row_logits<'a>(
        logits: &'a mut [f32],
        table: &'a [f32],
        bias: &'a [f32],
        vectors: &'a [f32],
        moves: &'a Lists,
        first: usize,
    ) {
        let size = table.len() / bias.len();
        let base = moves.range(first).start;
        for position in first..(first + ROWS_PER_TASK).min(moves.len()) {
            let vector = row_of(vectors, position as u32, size);
            let range = moves.range(position);
            let logits = &mut logits[range.start - base..range.end - base];
            for (logit, row) in logits.iter_mut().zip(moves.get(position)) {
                *logit = dot(row_of(table, *row, size), vector) + bias[*row as usize];
            }
        }
    }
}

/// The derivatives of [`policy_logits`].
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyGradients {
    /// `[rows, size]`
    pub table: Vec<f32>,
    /// `[rows]`
    pub bias: Vec<f32>,
    /// `[positions, size]`
    pub vectors: Vec<f32>,
}

/// Takes the loss's derivative by the logits (`gradient`, parallel to them) back to the table, its bias
/// and the vectors; the other arguments as in [`policy_logits`].
pub fn policy_backward(
    table: &[f32],
    vectors: &[f32],
    gradient: &[f32],
    moves: &Lists,
    occurrences: &Occurrences,
    rows: usize,
) -> PolicyGradients {
    let size = table.len() / rows;
    let mut grad_vector = vec![0.0; moves.len() * size];
    let tasks = grad_vector.par_chunks_mut(ROWS_PER_TASK * size).enumerate();
    tasks.for_each(|(task, vectors)| {
        vector_gradients(vectors, table, gradient, moves, size, task * ROWS_PER_TASK);
    });
    let mut grad_table = vec![0.0; rows * size];
    let mut grad_bias = vec![0.0; rows];
    let tables = grad_table.par_chunks_mut(ROWS_PER_TASK * size);
    tables.zip(grad_bias.par_chunks_mut(ROWS_PER_TASK)).enumerate().for_each(|(task, (table, bias))| {
        table_gradients(table, bias, vectors, gradient, occurrences, task * ROWS_PER_TASK);
    });
    PolicyGradients { table: grad_table, bias: grad_bias, vectors: grad_vector }
}

vectorised! {
    /// The derivatives by the vectors of the positions from `first` on.
    fn vector_gradients<'a>(
        grad_vector: &'a mut [f32],
        table: &'a [f32],
        gradient: &'a [f32],
        moves: &'a Lists,
        size: usize,
        first: usize,
    ) {
        for (offset, vector) in grad_vector.chunks_exact_mut(size).enumerate() {
            let position = first + offset;
            for (row, gradient) in moves.get(position).iter().zip(&gradient[moves.range(position)]) {
                add_scaled(vector, row_of(table, *row, size), *gradient);
            }
        }
    }
}

vectorised! {
    /// The derivatives by the table's rows from `first` on, and their biases.
    fn table_gradients<'a>(
        grad_table: &'a mut [f32],
        grad_bias: &'a mut [f32],
        vectors: &'a [f32],
        gradient: &'a [f32],
        occurrences: &'a Occurrences,
        first: usize,
    ) {
        let size = grad_table.len() / grad_bias.len();
        for (offset, (row, bias)) in grad_table.chunks_exact_mut(size).zip(grad_bias).enumerate() {
            let index = first + offset;
            for (position, place) in occurrences.lists(index).iter().zip(occurrences.places(index)) {
                let gradient = gradient[*place as usize];
                add_scaled(row, row_of(vectors, *position, size), gradient);
                *bias += gradient;
            }
        }
    }
}

/// Sums over the rows of a matrix with `width` columns.
fn column_sums(matrix: &[f32], width: usize) -> Vec<f32> {
    let partials: Vec<Vec<f32>> = matrix
        .par_chunks(ROWS_PER_PARTIAL * width)
        .map(|rows| {
            let mut sums = vec![0.0; width];
            add_all(&mut sums, rows);
            sums
        })
        .collect();
    let mut sums = vec![0.0; width];
    partials.iter().for_each(|partial| add(&mut sums, partial));
    sums
}

vectorised! {
    /// Adds all rows of a matrix.
    fn add_all<'a>(sums: &'a mut [f32], matrix: &'a [f32]) {
        for row in matrix.chunks_exact(sums.len()) {
            add(sums, row);
        }
    }
}

#[inline(always)]
fn row_of(matrix: &[f32], row: u32, width: usize) -> &[f32] {
    &matrix[row as usize * width..][..width]
}

/// Adds rows of a matrix, four at a time: a quarter of the traffic to the sum, and four rows are fetched
/// from far memory at once.
#[inline(always)]
fn add_rows(sum: &mut [f32], matrix: &[f32], rows: &[u32]) {
    let width = sum.len();
    let fours = rows.chunks_exact(4);
    let rest = fours.remainder();
    for four in fours {
        let [first, second, third, fourth] =
            [four[0], four[1], four[2], four[3]].map(|row| &row_of(matrix, row, width)[..width]);
        for index in 0..width {
            sum[index] += (first[index] + second[index]) + (third[index] + fourth[index]);
        }
    }
    for row in rest {
        add(sum, row_of(matrix, *row, width));
    }
}

#[inline(always)]
fn add(sum: &mut [f32], row: &[f32]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}

/// Adds `scale` times a row.
#[inline(always)]
pub(crate) fn add_scaled(sum: &mut [f32], row: &[f32], scale: f32) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += scale * value;
    }
}

/// The dot product of rows of one length, a multiple of [`LANES`], as all of a network are.
#[inline(always)]
pub(crate) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    for (left, right) in left.chunks_exact(LANES).zip(right.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    sums.iter().sum()
}
