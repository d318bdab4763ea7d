//! The sparse ends with tensor operations that every burn backend has: gathering rows and adding them up
//! in a tree. Nothing is scattered, so results do not depend on the order in which a device adds.

use burn::tensor::{Device, Int, Tensor, TensorData};

use crate::lists::{Lists, Occurrences};

/// Rows that are added at once where lists may be long.
const FAN: usize = 16;

/// Which rows of a matrix to add up for each row of another one.
#[derive(Clone, Debug)]
pub struct Sums {
    /// Each level adds groups of `fan` rows of the level before (first: of the matrix); a row one beyond the
    /// last is zero.
    levels: Vec<Level>,
    /// The row of the last level that each result is; one beyond the last is zero.
    last: Vec<i32>,
}

#[derive(Clone, Debug)]
struct Level {
    fan: usize,
    rows: Vec<i32>,
}

impl Sums {
    /// One result per list, the sum of the rows in it; `rows` is the height of the matrix.
    pub fn of_lists(lists: &Lists, rows: usize) -> Self {
        let longest = (0..lists.len()).map(|list| lists.range(list).len()).max().unwrap_or(0).max(1);
        Self::new((0..lists.len()).map(|list| lists.get(list).to_vec()).collect(), rows, longest)
    }

    /// One result per item, the sum over the lists where it occurs; the matrix has one row per list.
    pub fn by_item(occurrences: &Occurrences, items: usize, lists: usize) -> Self {
        Self::new((0..items).map(|item| occurrences.lists(item).to_vec()).collect(), lists, FAN)
    }

    /// One result per item, the sum over its places; `row` is the row of the matrix that belongs to a
    /// place of a list.
    pub fn by_place(
        occurrences: &Occurrences,
        items: usize,
        rows: usize,
        row: impl Fn(u32, u32) -> u32,
    ) -> Self {
        let of = |item: usize| {
            let both = occurrences.lists(item).iter().zip(occurrences.places(item));
            both.map(|(list, place)| row(*list, *place)).collect()
        };
        Self::new((0..items).map(of).collect(), rows, FAN)
    }

    fn new(mut lists: Vec<Vec<u32>>, mut rows: usize, fan: usize) -> Self {
        let mut levels = Vec::new();
        while lists.iter().any(|list| list.len() > 1) {
            let mut level = Level { fan, rows: Vec::new() };
            let mut groups = 0;
            for list in &mut lists {
                let first = groups;
                for group in list.chunks(fan) {
                    level.rows.extend(group.iter().map(|row| *row as i32));
                    level.rows.resize((groups + 1) * fan, rows as i32);
                    groups += 1;
                }
                *list = (first as u32..groups as u32).collect();
            }
            levels.push(level);
            rows = groups;
        }
        let last = lists.iter().map(|list| list.first().map_or(rows as i32, |row| *row as i32)).collect();
        Self { levels, last }
    }

    /// The sums of the rows of `matrix`.
    pub fn of(&self, matrix: Tensor<2>) -> Tensor<2> {
        let device = matrix.device();
        let [_, columns] = matrix.dims();
        let with_zero = |matrix: Tensor<2>| {
            let zero = Tensor::zeros([1, columns], &device);
            Tensor::cat(vec![matrix, zero], 0)
        };
        let mut matrix = with_zero(matrix);
        for Level { fan, rows } in &self.levels {
            let groups = rows.len() / fan;
            let gathered: Tensor<3> =
                matrix.select(0, indices(rows, &device)).reshape([groups, *fan, columns]);
            matrix = with_zero(gathered.sum_dim(1).reshape([groups, columns]));
        }
        matrix.select(0, indices(&self.last, &device))
    }
}

/// Legal moves as a rectangle: one line per position, as long as the longest.
#[derive(Clone, Debug)]
pub struct MoveGrid {
    /// The longest list.
    pub longest: usize,
    /// Policy rows, line by line; 0 beyond a position's moves.
    rows: Vec<i32>,
    /// 1 where there is a move, 0 beyond.
    there: Vec<f32>,
}

impl MoveGrid {
    /// Of a batch's legal moves.
    pub fn new(moves: &Lists) -> Self {
        let longest = (0..moves.len()).map(|list| moves.range(list).len()).max().unwrap_or(0).max(1);
        let mut grid =
            Self { longest, rows: vec![0; moves.len() * longest], there: vec![0.0; moves.len() * longest] };
        for list in 0..moves.len() {
            for (offset, row) in moves.get(list).iter().enumerate() {
                grid.rows[list * longest + offset] = *row as i32;
                grid.there[list * longest + offset] = 1.0;
            }
        }
        grid
    }

    /// The line of the grid and the place in it, as one number, of a place of a list.
    pub fn cell(&self, moves: &Lists, list: u32, place: u32) -> u32 {
        let offset = place as usize - moves.range(list as usize).start;
        (list as usize * self.longest + offset) as u32
    }

    /// Numbers parallel to the items of `moves` as `[positions, longest]`, 0 beyond.
    pub fn spread(&self, moves: &Lists, values: &[f32], device: &Device) -> Tensor<2> {
        let mut cells = vec![0.0; self.rows.len()];
        for list in 0..moves.len() {
            let range = moves.range(list);
            cells[list * self.longest..][..range.len()].copy_from_slice(&values[range]);
        }
        Tensor::from_data(TensorData::new(cells, [moves.len(), self.longest]), device)
    }

    /// The inverse of [`spread`](Self::spread).
    pub fn gather(&self, moves: &Lists, cells: &[f32]) -> Vec<f32> {
        (0..moves.len())
            .flat_map(|list| cells[list * self.longest..][..moves.range(list).len()].iter().copied())
            .collect()
    }

    /// 1 where there is a move, `[positions, longest]`.
    pub fn there(&self, device: &Device) -> Tensor<2> {
        let lines = self.there.len() / self.longest;
        Tensor::from_data(TensorData::new(self.there.clone(), [lines, self.longest]), device)
    }

    /// The policy rows of all cells, `[positions · longest]`.
    pub fn rows(&self, device: &Device) -> Tensor<1, Int> {
        indices(&self.rows, device)
    }
}

fn indices(rows: &[i32], device: &Device) -> Tensor<1, Int> {
    Tensor::from_data(TensorData::new(rows.to_vec(), [rows.len()]), device)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_add_every_row_of_a_list_once() {
        let device = Device::flex();
        let rows = 100;
        let matrix: Vec<f32> = (0..rows * 2).map(|value| value as f32).collect();
        let matrix = Tensor::<2>::from_data(TensorData::new(matrix, [rows, 2]), &device);
        let mut lists = Lists::default();
        for length in [0, 1, 2, 16, 17, 100, 3] {
            let list: Vec<u32> = (0..length).map(|row| (row * 7) % rows as u32).collect();
            lists.push(&list);
        }
        let expected: Vec<f32> = (0..lists.len())
            .flat_map(|list| [0, 1].map(|c| lists.get(list).iter().map(|row| (row * 2 + c) as f32).sum()))
            .collect();
        let all: Vec<Vec<u32>> = (0..lists.len()).map(|list| lists.get(list).to_vec()).collect();
        for sums in [Sums::of_lists(&lists, rows), Sums::new(all, rows, 4)] {
            let found: Vec<f32> = sums.of(matrix.clone()).into_data().try_into_vec().expect("floats");
            assert_eq!(found, expected);
        }
    }
}
