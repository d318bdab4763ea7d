//! Boards for people.

use super::{
    colour::Colour,
    points::{file_letter, name_of},
    position::FivePosition,
};
use crate::diagram::{Cell, Diagram, Ink, Piece, Surface};

/// The board as cells, rank 1 at the bottom. Until colours are dealt Black is shown as the first player's.
pub(super) fn diagram(position: &FivePosition) -> Diagram {
    let size = position.rules.size();
    let cell = |rank: usize, file: usize| {
        let point = rank * size + file;
        let piece = position.board.stone(point).map(|colour| piece_of(position, colour));
        Cell::Square { name: name_of(point, size), piece, tint: None }
    };
    Diagram {
        surface: Surface::Points,
        rows: (0..size).rev().map(|rank| (0..size).map(|file| cell(rank, file)).collect()).collect(),
        row_labels: (1..=size).rev().map(|rank| rank.to_string()).collect(),
        column_labels: (0..size).map(|file| file_letter(file).to_string()).collect(),
    }
}

/// The stones of both colours.
pub(super) fn piece_kinds(position: &FivePosition) -> Vec<Piece> {
    [Colour::Black, Colour::White].map(|colour| piece_of(position, colour)).to_vec()
}

fn piece_of(position: &FivePosition, colour: Colour) -> Piece {
    let ink = match colour {
        Colour::Black => Ink::Black,
        Colour::White => Ink::White,
    };
    Piece { player: position.seat(colour), outline: '○', solid: '●', letter: letter(Some(colour)), ink }
}

/// The board in plain letters: `x` for Black, `o` for White.
pub(super) fn board_text(position: &FivePosition) -> String {
    let size = position.rules.size();
    let mut text = String::new();
    for rank in (0..size).rev() {
        text.push_str(&format!("{:>3} ", rank + 1));
        for file in 0..size {
            text.push(' ');
            text.push(letter(position.board.stone(rank * size + file)));
        }
        text.push('\n');
    }
    let files: Vec<String> = (0..size).map(|file| file_letter(file).to_string()).collect();
    text.push_str(&format!("     {}\n", files.join(" ")));
    text
}

/// The letter of a cell.
pub(super) fn letter(stone: Option<Colour>) -> char {
    match stone {
        Some(Colour::Black) => 'x',
        Some(Colour::White) => 'o',
        None => '.',
    }
}
