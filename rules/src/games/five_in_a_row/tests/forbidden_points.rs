//! Forbidden points: drawn examples, and agreement with the definition on random positions.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{ALL_SETS, game, oracle::Oracle};
use crate::{
    games::five_in_a_row::{
        board::{Board, Stroke},
        colour::Colour,
        points::{name_of, read_point},
        rules::RuleSet,
    },
    heuristics::SearchHeuristics,
    notation::{Notation, NotationFormat::Native},
};

const SIZE: usize = 15;

/// Reads a drawing: `X` Black, `O` White, `.` empty, `!` empty and forbidden to Black, `5` empty and a five for
/// Black, `?` empty and not asked for. The drawing lies in the lower left corner of the board, or away from all edges.
fn check_drawing(name: &str, drawing: &[&str], offset: usize) {
    let mut board = Board::new(RuleSet::Renju, SIZE);
    let mut expected = Vec::new();
    for (rank, row) in drawing.iter().rev().enumerate() {
        for (file, cell) in row.split_whitespace().enumerate() {
            let point = (rank + offset) * SIZE + file + offset;
            match cell {
                "X" => _ = board.put(point, Colour::Black),
                "O" => _ = board.put(point, Colour::White),
                "!" => expected.push((point, Stroke::Forbidden)),
                "5" => expected.push((point, Stroke::Five)),
                "." => expected.push((point, Stroke::Goes)),
                _ => {}
            }
        }
    }
    for (point, stroke) in expected {
        let place = (point % SIZE - offset, point / SIZE - offset);
        assert_eq!(board.stroke(point, Colour::Black), stroke, "{name}: file and rank {place:?}");
        assert_ne!(board.stroke(point, Colour::White), Stroke::Forbidden, "{name}: {place:?}");
    }
}

/// Away from the edges.
const MIDDLE: usize = 4;

#[test]
fn double_threes() {
    check_drawing(
        "two open threes that cross",
        &[
            ". . . . . . .", //
            ". . . . . . .",
            ". . . X . . .",
            ". . . X . . .",
            ". X X ! . . .",
            ". . . . . . .",
            ". . . . . . .",
        ],
        MIDDLE,
    );
    check_drawing(
        "a three whose row is closed on one side is none",
        &[
            ". . . . . . .", //
            ". . . O . . .",
            ". . . X . . .",
            ". . . X . . .",
            ". X X . . . .",
            ". . . . . . .",
            ". . . . . . .",
        ],
        MIDDLE,
    );
    check_drawing(
        "threes with a gap count",
        &[
            ". . . . . . .", //
            ". . . X . . .",
            ". . . . . . .",
            ". . . X . . .",
            ". X X ! . . .",
            ". . . . . . .",
            ". . . . . . .",
        ],
        MIDDLE,
    );
}

#[test]
fn double_fours() {
    check_drawing(
        "fours in two directions",
        &[
            ". . . . . .", //
            ". . . . X .",
            ". . . . X .",
            ". . . . X .",
            "O X X X ! .",
            ". . . . O .",
        ],
        MIDDLE,
    );
    check_drawing("two on one line, gaps outside", &[". X . X ! X . X ."], MIDDLE);
    check_drawing("two on one line, gaps inside", &["X X X . ! . X X X"], 0);
    check_drawing("a straight four counts once", &[". . X X X . . ."], MIDDLE);
}

#[test]
fn overlines_and_fives() {
    check_drawing("six in a row", &["O X X X ! X X O"], MIDDLE);
    check_drawing(
        "five takes precedence over an overline",
        &[
            "? ? ? ? X ? ?", //
            "? ? ? ? X ? ?",
            "? ? ? ? X ? ?",
            "? ? ? ? X ? ?",
            "X X X X 5 X ?",
        ],
        MIDDLE,
    );
}

/// Stones strewn densely around random centres, so that shapes abound.
fn strewn(rng: &mut Xoshiro256PlusPlus, set: RuleSet) -> (Board, Oracle) {
    let size = rng.random_range(9..=16);
    let (mut board, mut oracle) = (Board::new(set, size), Oracle::new(set, size));
    let black = rng.random_range(0.5..0.9);
    let stones = rng.random_range(6..size * size / 2);
    let reach = rng.random_range(3..=size);
    let corner = [rng.random_range(0..=size - reach), rng.random_range(0..=size - reach)];
    for _ in 0..stones {
        let [file, rank] = corner.map(|first| first + rng.random_range(0..reach));
        let point = rank * size + file;
        let colour = if rng.random_bool(black) { Colour::Black } else { Colour::White };
        // A row that has been won or forbidden cannot stand on a board.
        if board.stone(point).is_none() && board.stroke(point, colour) == Stroke::Goes {
            board.put(point, colour);
            oracle.put(point, colour);
        }
    }
    (board, oracle)
}

fn agree_with_the_definition(positions: usize, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = 0;
    for index in 0..positions {
        let set = ALL_SETS[[2, 3, 2, 0, 2, 1][index % 6]];
        let (board, oracle) = strewn(&mut rng, set);
        for point in (0..board.size() * board.size()).filter(|point| board.stone(*point).is_none()) {
            for colour in Colour::ALL {
                let expected = oracle.stroke(point, colour);
                found += usize::from(expected == Stroke::Forbidden);
                let place = (point % board.size(), point / board.size());
                assert_eq!(board.stroke(point, colour), expected, "{place:?} {colour:?}\n{}", oracle.drawn());
            }
        }
    }
    assert!(found > positions, "only {found} forbidden points");
}

#[test]
fn strokes_agree_with_the_definition_on_some_positions() {
    agree_with_the_definition(1_000, 1);
}

#[test]
#[ignore = "slow: the definition is tried on 20,000 positions"]
fn strokes_agree_with_the_definition() {
    agree_with_the_definition(20_000, 2);
}

/// Boards on which another program has named the forbidden points; `tests/differential/forbidden_points.py`
/// says how. Each line: 225 cells from a1, rank by rank, four to a character of code 40 + 27a + 9b + 3c + d
/// (0 empty, 1 Black, 2 White); a space; the points, or `-`.
const NAMED_BY_ANOTHER_PROGRAM: &str = include_str!("../forbidden_points.txt");

#[test]
fn forbidden_points_are_those_that_another_program_names() {
    const CELLS_PER_CHARACTER: usize = 4;
    let mut boards = 0;
    for line in NAMED_BY_ANOTHER_PROGRAM.lines() {
        let (packed, named) = line.split_once(' ').expect("a board and points");
        let mut stones = Vec::new();
        for (index, character) in packed.bytes().enumerate() {
            let mut code = character - 40;
            for cell in (0..CELLS_PER_CHARACTER).rev() {
                let colour = [None, Some(Colour::Black), Some(Colour::White)][usize::from(code % 3)];
                stones.extend(colour.map(|colour| (CELLS_PER_CHARACTER * index + cell, colour)));
                code /= 3;
            }
        }
        let board = Board::with_stones(RuleSet::Renju, SIZE, stones.into_iter());
        let forbidden = (0..SIZE * SIZE).filter(|point| {
            board.stone(*point).is_none() && board.stroke(*point, Colour::Black) == Stroke::Forbidden
        });
        let names: Vec<String> = forbidden.map(|point| name_of(point, SIZE)).collect();
        let found = if names.is_empty() { "-".to_owned() } else { names.join(",") };
        assert_eq!(found, named, "{packed}");
        boards += 1;
    }
    assert_eq!(boards, 10_000);
}

const PUBLISHED: &str = include_str!("../published_boards.txt");

/// The board of rows from the top: a letter for a stone, a number for empty points.
fn board_of_rows(rows: &str) -> Board {
    let mut stones = Vec::new();
    for (row, text) in rows.split('/').enumerate() {
        let (mut file, mut empty) = (0, 0);
        for character in text.chars() {
            if let Some(digit) = character.to_digit(10) {
                empty = 10 * empty + digit as usize;
                continue;
            }
            file += empty;
            let colour = if character == 'x' { Colour::Black } else { Colour::White };
            stones.push(((SIZE - 1 - row) * SIZE + file, colour));
            (file, empty) = (file + 1, 0);
        }
    }
    Board::with_stones(RuleSet::Renju, SIZE, stones.into_iter())
}

#[test]
fn published_boards_are_judged_as_published() {
    let points = |names: &'static str| names.split(',').filter(|name| *name != "-");
    let mut boards = 0;
    for line in PUBLISHED.lines().filter(|line| !line.starts_with('#')) {
        let [rows, forbidden, allowed] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let board = board_of_rows(rows);
        let stroke = |name| board.stroke(read_point(name, SIZE).expect("a point"), Colour::Black);
        for name in points(forbidden) {
            assert_eq!(stroke(name), Stroke::Forbidden, "{name} of {rows}");
        }
        for name in points(allowed) {
            assert_ne!(stroke(name), Stroke::Forbidden, "{name} of {rows}");
        }
        boards += 1;
    }
    assert_eq!(boards, 44);
}

#[test]
fn a_forbidden_point_is_legal_and_loses() {
    let renju = game("renju");
    let position = renju
        .parse_position(Native, "15/15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/o1o1o1o8 x")
        .expect("a position");
    let mut next = position.clone();
    let mv = renju.parse_move(Native, &position, "h7").expect("legal");
    assert_eq!(renju.move_score(&position, mv), None);
    crate::Position::play(&mut next, mv);
    assert_eq!(
        crate::Position::outcome(&next),
        Some(crate::Outcome::Win(crate::Player::SECOND)),
        "a double-three loses"
    );
}

#[test]
fn taking_back_restores_the_board() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for set in ALL_SETS {
        let mut board = Board::new(set, SIZE);
        let mut stack = Vec::new();
        for ply in 0..SIZE * SIZE {
            let point = rng.random_range(0..SIZE * SIZE);
            if board.stone(point).is_none() {
                let colour = Colour::after_moves(ply);
                let before = board.clone();
                stack.push((before, point, colour, board.put(point, colour)));
            }
        }
        let stones: Vec<_> = stack.iter().map(|(_, point, colour, _)| (*point, *colour)).collect();
        assert_eq!(Board::with_stones(set, SIZE, stones.into_iter()), board, "{set:?}");
        while let Some((before, _, _, put)) = stack.pop() {
            board.take_back(put);
            assert_eq!(board, before, "{set:?}");
        }
    }
}
