//! The board, and who sits where.

use super::game;
use crate::{
    game::Game,
    games::chinese_checkers::star::{CELLS, DISTANCES, NEIGHBOURS, POINT_CELLS, POINTS, bit, cells},
    player::Player,
    position::Position,
};

#[test]
fn players_sit_clockwise_and_head_for_the_opposite_point() {
    for (options, points) in [
        ("players=2", &[0, 3][..]),
        ("players=3", &[0, 2, 4]),
        ("players=4", &[0, 1, 3, 4]),
        ("players=6", &[0, 1, 2, 3, 4, 5]),
    ] {
        let start = game(options).start();
        assert_eq!(start.players(), points.len());
        for (seat, point) in points.iter().enumerate() {
            assert_eq!(start.pieces[seat], POINT_CELLS[*point], "{options}");
            assert_eq!(start.rules.goal(Player::new(seat)), POINT_CELLS[(point + 3) % POINTS], "{options}");
        }
        assert!(start.pieces[points.len()..].iter().all(|pieces| *pieces == 0));
    }
}

#[test]
fn points_are_numbered_clockwise_from_the_top() {
    let lowest = |point: usize| cells(POINT_CELLS[point]).next().expect("ten cells") + 1;
    assert_eq!([0, 1, 2, 3, 4, 5].map(lowest), [1, 20, 75, 112, 66, 11]);
    assert!(POINT_CELLS.iter().all(|point| point.count_ones() == 10));
}

#[test]
fn distances_are_steps_on_an_empty_board() {
    for from in 0..CELLS as u8 {
        let (mut reached, mut distance) = (bit(from), 0);
        let mut ring = reached;
        while ring != 0 {
            for cell in cells(ring) {
                assert_eq!(DISTANCES[usize::from(from)][usize::from(cell)], distance, "{from} to {cell}");
            }
            let around = cells(ring).fold(0, |all, cell| all | NEIGHBOURS[usize::from(cell)]);
            ring = around & !reached;
            reached |= ring;
            distance += 1;
        }
        assert_eq!(reached.count_ones() as usize, CELLS);
    }
}
