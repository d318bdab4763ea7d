//! Policy rows.

use super::{
    board_move::StarMove,
    layout::{cell_axis, view},
    position::StarPosition,
    star::{CELLS, POINTS, TURNED},
};
use crate::{
    encoding::MoveEncoding,
    layout::{Axis, Layout},
};

/// The row of a pass, behind those of the moves.
const PASS_ROW: u32 = (CELLS * CELLS) as u32;

/// One row for each origin and destination, the board turned so that the player to move sits at the top:
/// `origin × cells + destination`; and one for a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FromTo;

impl MoveEncoding<StarPosition> for FromTo {
    fn count(&self) -> usize {
        PASS_ROW as usize + 1
    }

    fn layout(&self) -> Layout {
        let ends = vec![cell_axis("from"), cell_axis("to")];
        Layout::seen(view())
            .with("moves", "a step or chain of hops between these cells, however it goes", ends)
            .with("pass", "a pass, where nothing else is legal", vec![Axis::new("move", ["pass"])])
    }

    fn rows(&self, position: &StarPosition, moves: &[StarMove], out: &mut Vec<u32>) {
        out.clear();
        let turned = &TURNED[(POINTS - position.rules.point(position.to_move)) % POINTS];
        out.extend(moves.iter().map(|mv| {
            if *mv == StarMove::PASS {
                return PASS_ROW;
            }
            let cell = |cell: u8| u32::from(turned[usize::from(cell)]);
            cell(mv.from) * CELLS as u32 + cell(mv.to)
        }));
    }
}
