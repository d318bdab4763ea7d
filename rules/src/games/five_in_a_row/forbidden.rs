//! Forbidden points: overline, double-four and double-three.

use super::{
    colour::Colour,
    lines::{DIRECTIONS, Lines},
    shape::Shape,
    shape_table::{CELL_BITS, OUTSIDE, ShapeTable},
};

/// Whether a stone of `colour`, to which the rules forbid shapes, is forbidden on an empty point. A five takes
/// precedence. `lines` is the same afterwards.
pub(super) fn is_forbidden(lines: &mut Lines, table: &ShapeTable, point: usize, colour: Colour) -> bool {
    let shapes = shapes(lines, table, point, colour);
    if shapes.contains(&Shape::Five) {
        return false;
    }
    if shapes.contains(&Shape::Overline) {
        return true;
    }
    let fours: usize = shapes
        .iter()
        .map(|shape| match shape {
            Shape::Four | Shape::StraightFour => 1,
            Shape::DoubleFour => 2,
            _ => 0,
        })
        .sum();
    if fours > 1 {
        return true;
    }
    let three = |direction: &usize| shapes[*direction] == Shape::Three;
    if (0..DIRECTIONS).filter(three).count() < 2 {
        return false;
    }
    lines.toggle(point, colour);
    let threes = (0..DIRECTIONS)
        .filter(three)
        .filter(|direction| becomes_straight_four(lines, table, point, *direction, colour))
        .count();
    lines.toggle(point, colour);
    threes > 1
}

/// Whether the row through the stone on `point` has an empty point that makes it a straight four, makes no
/// five and is not forbidden.
fn becomes_straight_four(
    lines: &mut Lines,
    table: &ShapeTable,
    point: usize,
    direction: usize,
    colour: Colour,
) -> bool {
    [-1, 1].into_iter().any(|way| {
        // The first empty cell on this side; a stone farther off would leave a gap.
        let mut steps = 0;
        let next = loop {
            steps += way;
            match stone_at(lines, point, direction, steps) {
                Cell::Own(other) if other == colour => {}
                Cell::Empty(next) => break next,
                Cell::Own(_) | Cell::Outside => return false,
            }
        };
        let shapes = shapes(lines, table, next, colour);
        shapes[direction] == Shape::StraightFour
            && !shapes.contains(&Shape::Five)
            && !is_forbidden(lines, table, next, colour)
    })
}

enum Cell {
    Own(Colour),
    Empty(usize),
    Outside,
}

fn stone_at(lines: &Lines, point: usize, direction: usize, steps: isize) -> Cell {
    let place = lines.place(point, direction);
    let shift = place.shift as isize + CELL_BITS as isize * steps;
    match lines.word(place.line) >> shift & OUTSIDE {
        0 => Cell::Empty((point as isize + steps * place.step) as usize),
        1 => Cell::Own(Colour::Black),
        2 => Cell::Own(Colour::White),
        _ => Cell::Outside,
    }
}

fn shapes(lines: &Lines, table: &ShapeTable, point: usize, colour: Colour) -> [Shape; DIRECTIONS] {
    std::array::from_fn(|direction| lines.pair(table, point, direction).of(colour))
}
