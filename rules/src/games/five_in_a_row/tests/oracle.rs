//! The rules of stones written down straight from their definitions: a board of cells, nothing
//! remembered, nothing shared with the engine but the names of colours and rule sets. Slow.

use std::collections::BTreeSet;

use crate::games::five_in_a_row::{
    board::Stroke,
    colour::Colour,
    rules::{Row, RuleSet},
};

/// A point as file and rank.
type Point = (i32, i32);

const DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone)]
pub(super) struct Oracle {
    pub(super) set: RuleSet,
    pub(super) size: i32,
    pub(super) cells: Vec<Option<Colour>>,
}

impl Oracle {
    pub(super) fn new(set: RuleSet, size: usize) -> Self {
        Self { set, size: size as i32, cells: vec![None; size * size] }
    }

    fn is_on_board(&self, (file, rank): Point) -> bool {
        (0..self.size).contains(&file) && (0..self.size).contains(&rank)
    }

    fn at(&self, point: Point) -> Option<Colour> {
        if self.is_on_board(point) { self.cells[self.index(point)] } else { None }
    }

    fn is_empty(&self, point: Point) -> bool {
        self.is_on_board(point) && self.at(point).is_none()
    }

    fn index(&self, (file, rank): Point) -> usize {
        (rank * self.size + file) as usize
    }

    fn point(&self, index: usize) -> Point {
        (index as i32 % self.size, index as i32 / self.size)
    }

    fn with(&self, point: Point, colour: Colour) -> Self {
        let mut next = self.clone();
        let index = next.index(point);
        next.cells[index] = Some(colour);
        next
    }

    /// The unbroken row of `colour` through a stone.
    fn row(&self, point: Point, (x, y): Point, colour: Colour) -> BTreeSet<Point> {
        let mut row = BTreeSet::from([point]);
        for way in [-1, 1] {
            let mut next = (point.0 + way * x, point.1 + way * y);
            while self.at(next) == Some(colour) {
                row.insert(next);
                next = (next.0 + way * x, next.1 + way * y);
            }
        }
        row
    }

    fn wins(&self, length: usize, colour: Colour) -> bool {
        length == 5 || length > 5 && self.set.row(colour) == Row::OrMore
    }

    /// Whether the stone on `point` stands in a winning row.
    fn is_five(&self, point: Point, colour: Colour) -> bool {
        DIRECTIONS.iter().any(|direction| self.wins(self.row(point, *direction, colour).len(), colour))
    }

    /// The points of a line on the board.
    fn line(&self, point: Point, (x, y): Point) -> Vec<Point> {
        let all = (-self.size..=self.size).map(|steps| (point.0 + steps * x, point.1 + steps * y));
        all.filter(|point| self.is_on_board(*point)).collect()
    }

    /// The four-stone sets through the stone on `point` that one more stone makes an exact five.
    fn fours(&self, point: Point, direction: Point, colour: Colour) -> BTreeSet<BTreeSet<Point>> {
        let mut sets = BTreeSet::new();
        for empty in self.line(point, direction) {
            if !self.is_empty(empty) {
                continue;
            }
            let mut row = self.with(empty, colour).row(empty, direction, colour);
            if row.len() == 5 && row.contains(&point) {
                row.remove(&empty);
                sets.insert(row);
            }
        }
        sets
    }

    /// Whether the row through the stone on `point` is an unbroken four with two exact-five completions.
    fn is_straight_four(&self, point: Point, direction: Point, colour: Colour) -> bool {
        let row = self.row(point, direction, colour);
        let completions = self.line(point, direction).into_iter().filter(|empty| {
            self.is_empty(*empty) && {
                let five = self.with(*empty, colour).row(*empty, direction, colour);
                five.len() == 5 && five.is_superset(&row)
            }
        });
        row.len() == 4 && completions.count() == 2
    }

    /// Whether the stone on `point` is part of a three.
    fn is_three(&self, point: Point, direction: Point, colour: Colour) -> bool {
        self.line(point, direction).into_iter().any(|empty| {
            if !self.is_empty(empty) {
                return false;
            }
            let next = self.with(empty, colour);
            next.is_straight_four(empty, direction, colour)
                && next.row(empty, direction, colour).contains(&point)
                && !next.is_five(empty, colour)
                && !self.is_forbidden(empty, colour)
        })
    }

    /// Whether a stone of `colour`, to which shapes are forbidden, is forbidden on an empty point.
    fn is_forbidden(&self, point: Point, colour: Colour) -> bool {
        let next = self.with(point, colour);
        if next.is_five(point, colour) {
            return false;
        }
        let overline = DIRECTIONS.iter().any(|way| next.row(point, *way, colour).len() > 5);
        let fours: usize = DIRECTIONS.iter().map(|way| next.fours(point, *way, colour).len()).sum();
        overline || fours >= 2 || {
            DIRECTIONS.iter().filter(|way| next.is_three(point, **way, colour)).count() >= 2
        }
    }

    /// What a stone on an empty point makes of the game.
    pub(super) fn stroke(&self, index: usize, colour: Colour) -> Stroke {
        let point = self.point(index);
        if self.with(point, colour).is_five(point, colour) {
            Stroke::Five
        } else if self.set.forbids(colour) && self.is_forbidden(point, colour) {
            Stroke::Forbidden
        } else {
            Stroke::Goes
        }
    }

    /// The board for people, the highest rank first.
    pub(super) fn drawn(&self) -> String {
        let letter = |cell: &Option<Colour>| match cell {
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
            None => '.',
        };
        let ranks = self.cells.chunks(self.size as usize).rev();
        ranks.map(|rank| rank.iter().map(letter).collect::<String>() + "\n").collect()
    }

    pub(super) fn put(&mut self, index: usize, colour: Colour) {
        self.cells[index] = Some(colour);
    }
}
