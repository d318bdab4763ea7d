//! Products of dense matrices on the processor.
//!
//! Every cell is a sum of fused products in the order of the shared dimension, in blocks of terms whose sums are added
//! up. The blocks depend on the dimensions alone, so that the result depends on neither the number of threads nor the
//! processor's registers and caches.

use std::ops::Range;

use rayon::prelude::*;

use crate::vectorised::{vectorised, wide_registers};

/// Most terms of a cell that are summed before they are added to it.
const BLOCK: usize = 1024;
/// The same in results of at most [`SMALL`] rows and columns.
const BLOCK_OF_SMALL: usize = 512;
/// Most rows and columns of a small result.
const SMALL: usize = 64;
/// Rows of the cells that are summed in registers at once.
const ROWS: usize = 4;
/// Columns of these cells.
const COLUMNS: usize = 16;
/// Columns of these cells where there are 32 registers of 16 numbers.
const WIDE_COLUMNS: usize = 32;
/// Rows of the result that one task computes.
const ROWS_PER_TASK: usize = 24 * ROWS;

/// A matrix in memory of any strides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    values: &'a [f32],
    rows: usize,
    columns: usize,
    row_stride: usize,
    column_stride: usize,
}

impl<'a> View<'a> {
    /// A matrix row by row.
    pub(crate) fn new(values: &'a [f32], columns: usize) -> Self {
        let rows = values.len() / columns;
        Self { values, rows, columns, row_stride: columns, column_stride: 1 }
    }

    /// The first columns.
    #[must_use]
    pub(crate) fn first_columns(self, columns: usize) -> Self {
        Self { columns, ..self }
    }

    /// The transposed matrix.
    #[must_use]
    pub(crate) fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }

    #[inline(always)]
    fn at(&self, row: usize, column: usize) -> f32 {
        self.values[row * self.row_stride + column * self.column_stride]
    }
}

/// Multiplies `left`, `[rows, terms]`, by `right`, `[terms, columns]`: `[rows, columns]`, row by row.
///
/// # Panics
/// If the shared dimensions differ.
pub(crate) fn product(left: View<'_>, right: View<'_>) -> Vec<f32> {
    assert_eq!(left.columns, right.rows, "the shared dimension");
    let mut cells = vec![0.0; left.rows * right.columns];
    if cells.is_empty() {
        return cells;
    }
    let block = block(left.rows, right.rows, right.columns);
    for first in (0..right.rows).step_by(block) {
        let terms = first..(first + block).min(right.rows);
        if wide_registers() {
            let panels = packed::<WIDE_COLUMNS>(right, terms.clone());
            let add =
                |part: Part<'_>| add_wide(part.cells, right.columns, left, part.first, terms.start, &panels);
            in_parts(&mut cells, right.columns, add);
        } else {
            let panels = packed::<COLUMNS>(right, terms.clone());
            let add = |part: Part<'_>| {
                add_narrow(part.cells, right.columns, left, part.first, terms.start, &panels)
            };
            in_parts(&mut cells, right.columns, add);
        }
    }
    cells
}

/// Returns how many terms of a cell are summed before they are added to it. Blocks of large results are of equal size.
fn block(rows: usize, terms: usize, columns: usize) -> usize {
    match rows <= SMALL && columns <= SMALL {
        true => BLOCK_OF_SMALL,
        false => terms.div_ceil(terms.div_ceil(BLOCK).max(1)).max(1),
    }
}

/// Rows of the result, from `first` on.
struct Part<'a> {
    cells: &'a mut [f32],
    first: usize,
}

/// Shares the rows of the result out among the threads.
fn in_parts(cells: &mut [f32], columns: usize, add: impl Fn(Part<'_>) + Sync) {
    let tasks = cells.par_chunks_mut(ROWS_PER_TASK * columns).enumerate();
    tasks.for_each(|(task, cells)| add(Part { cells, first: task * ROWS_PER_TASK }));
}

/// The rows `terms` of a matrix as panels of `N` columns, each row by row, the last one filled up with zeros.
fn packed<const N: usize>(matrix: View<'_>, terms: Range<usize>) -> Vec<Vec<[f32; N]>> {
    let starts: Vec<usize> = (0..matrix.columns).step_by(N).collect();
    let panel = |start: usize| {
        let count = N.min(matrix.columns - start);
        let row = |term| {
            let mut row = [0.0; N];
            if matrix.column_stride == 1 {
                let from = term * matrix.row_stride + start;
                row[..count].copy_from_slice(&matrix.values[from..from + count]);
            } else {
                (0..count).for_each(|column| row[column] = matrix.at(term, start + column));
            }
            row
        };
        terms.clone().map(row).collect()
    };
    starts.into_par_iter().map(panel).collect()
}

vectorised! {
    /// [`add_products`] with panels for narrow registers.
    fn add_narrow<'a>(
        cells: &'a mut [f32],
        columns: usize,
        left: View<'a>,
        first: usize,
        start: usize,
        panels: &'a [Vec<[f32; COLUMNS]>],
    ) {
        add_products(cells, columns, left, [first, start], panels);
    }
}

vectorised! {
    /// [`add_products`] with panels for wide registers.
    fn add_wide<'a>(
        cells: &'a mut [f32],
        columns: usize,
        left: View<'a>,
        first: usize,
        start: usize,
        panels: &'a [Vec<[f32; WIDE_COLUMNS]>],
    ) {
        add_products(cells, columns, left, [first, start], panels);
    }
}

/// Adds to the rows of the result from `first` on their products with the panels, which begin at the term `start`.
#[inline(always)]
fn add_products<const N: usize>(
    cells: &mut [f32],
    columns: usize,
    left: View<'_>,
    [first, start]: [usize; 2],
    panels: &[Vec<[f32; N]>],
) {
    for (offset, cells) in cells.chunks_mut(ROWS * columns).enumerate() {
        let first = first + offset * ROWS;
        let rows = cells.len() / columns;
        for (panel, from) in panels.iter().zip((0..columns).step_by(N)) {
            let sums = tile(left, first, rows, start, panel);
            let to = (from + N).min(columns);
            for (cells, sums) in cells.chunks_exact_mut(columns).zip(&sums) {
                for (cell, sum) in cells[from..to].iter_mut().zip(sums) {
                    *cell += sum;
                }
            }
        }
    }
}

/// The products of `rows` rows with a panel; the rows beyond repeat the last one.
#[inline(always)]
fn tile<const N: usize>(
    left: View<'_>,
    first: usize,
    rows: usize,
    start: usize,
    panel: &[[f32; N]],
) -> [[f32; N]; ROWS] {
    let mut sums = [[0.0f32; N]; ROWS];
    let places: [usize; ROWS] =
        std::array::from_fn(|row| (first + row.min(rows - 1)) * left.row_stride + start * left.column_stride);
    let len = (panel.len() - 1) * left.column_stride + 1;
    let factors = places.map(|place| &left.values[place..][..len]);
    for (term, right) in panel.iter().enumerate() {
        for row in 0..ROWS {
            let factor = factors[row][term * left.column_stride];
            for column in 0..N {
                sums[row][column] = factor.mul_add(right[column], sums[row][column]);
            }
        }
    }
    sums
}

/// Sums over the rows of a matrix, from the first row to the last.
pub(crate) fn column_sums(matrix: &[f32], columns: usize) -> Vec<f32> {
    let mut sums = vec![0.0; columns];
    for row in matrix.chunks_exact(columns) {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, salt: usize) -> Vec<f32> {
        (0..count).map(|index| ((index * 7919 + salt) % 1009) as f32 / 1009.0 - 0.4).collect()
    }

    /// One cell after the other, in blocks of terms.
    fn plain(left: View<'_>, right: View<'_>, block: usize) -> Vec<f32> {
        let cells = (0..left.rows).flat_map(|row| (0..right.columns).map(move |column| (row, column)));
        cells
            .map(|(row, column)| {
                let mut cell = 0.0;
                for first in (0..right.rows).step_by(block) {
                    let terms = first..(first + block).min(right.rows);
                    cell += terms
                        .fold(0.0, |sum: f32, term| left.at(row, term).mul_add(right.at(term, column), sum));
                }
                cell
            })
            .collect()
    }

    #[test]
    fn products_are_sums_in_the_order_of_the_terms() {
        for (rows, terms, columns, block) in [
            (1, 1, 1, 1),
            (7, 5, 3, 5),
            (100, 64, 33, 64),
            (13, 512, 16, 512),
            (5, 1000, 17, 512),
            (64, 1025, 2, 512),
            (65, 1300, 3, 650),
            (7, 2048, 70, 1024),
        ] {
            let (left, right) = (numbers(rows * terms, 1), numbers(terms * columns, 2));
            let (left, right) = (View::new(&left, terms), View::new(&right, columns));
            assert_eq!(product(left, right), plain(left, right, block), "{rows} {terms} {columns}");
            let (left, right) = (right.transposed(), left.transposed());
            assert_eq!(
                product(left, right),
                plain(left, right, block),
                "{columns} {terms} {rows}, transposed"
            );
        }
    }

    #[test]
    fn a_part_of_the_columns_is_multiplied_alone() {
        let (left, right) = (numbers(20 * 9, 3), numbers(4 * 6, 4));
        let part = View::new(&left, 9).first_columns(4);
        let right = View::new(&right, 6);
        assert_eq!(product(part, right), plain(part, right, 4));
        assert_eq!(product(right.transposed(), part.transposed()).len(), 6 * 20);
    }
}
