//! Symmetric matrices, as small as the number of competitors.

use std::ops::{Index, IndexMut};

/// A square matrix by rows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.entries[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }
}

impl Matrix {
    /// All entries are 0.
    pub(super) fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(0.0);
    }

    /// Returns the lower triangular `L` with `L·Lᵀ` this matrix, which is symmetric and positive definite; directions
    /// that nothing is known about count as though very little were known.
    fn root(&self) -> Self {
        const SMALLEST_PIVOT: f64 = 1e-12;
        let mut root = Self::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| root[(row, k)] * root[(column, k)]).sum();
                let left = self[(row, column)] - known;
                root[(row, column)] = if row == column {
                    left.max(SMALLEST_PIVOT).sqrt()
                } else {
                    left / root[(column, column)]
                };
            }
        }
        root
    }

    /// Returns the vector that this matrix takes to `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        self.root().back_and_forth(right)
    }

    /// Returns the inverse.
    pub(super) fn inverse(&self) -> Self {
        let root = self.root();
        let mut inverse = Self::zero(self.size);
        let mut unit = vec![0.0; self.size];
        for column in 0..self.size {
            unit[column] = 1.0;
            for (row, value) in root.back_and_forth(&unit).into_iter().enumerate() {
                inverse[(row, column)] = value;
            }
            unit[column] = 0.0;
        }
        inverse
    }

    /// For a root: the vector that the matrix it is the root of takes to `right`.
    fn back_and_forth(&self, right: &[f64]) -> Vec<f64> {
        let mut values = right.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| self[(row, k)] * values[k]).sum();
            values[row] = (values[row] - known) / self[(row, row)];
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| self[(k, row)] * values[k]).sum();
            values[row] = (values[row] - known) / self[(row, row)];
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_undo() {
        let entries = [4.0, 1.0, -0.5, 1.0, 3.0, 0.25, -0.5, 0.25, 2.0];
        let matrix = Matrix { size: 3, entries: entries.to_vec() };
        let inverse = matrix.inverse();
        for row in 0..3 {
            for column in 0..3 {
                let entry: f64 = (0..3).map(|k| matrix[(row, k)] * inverse[(k, column)]).sum();
                assert!((entry - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        let solved = matrix.solve(&[1.0, 2.0, 3.0]);
        let first: f64 = (0..3).map(|k| matrix[(0, k)] * solved[k]).sum();
        assert!((first - 1.0).abs() < 1e-12);
    }
}
