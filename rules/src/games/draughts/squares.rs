//! The names of squares, and where they are in a diagram.

use super::{
    description::{Notation, WhiteHome},
    geometry::column_of,
    variant::Variant,
};

/// The row from the top and the column from the left of a bit in a diagram with White at the bottom.
pub(super) fn cell_of<V: Variant>(bit: u32) -> (usize, usize) {
    let description = V::DESCRIPTION;
    let square = usize::from(V::GEOMETRY.square_of[bit as usize]);
    let row = square / description.columns();
    let column = column_of(description.playing, row, square % description.columns());
    match description.white_home {
        WhiteHome::HighNumbers => (row, column),
        WhiteHome::LowNumbers => (description.rows - 1 - row, description.rows - 1 - column),
    }
}

/// The name of a bit in the variant's notation.
pub(super) fn name_of<V: Variant>(bit: u32) -> String {
    match V::DESCRIPTION.notation {
        Notation::Numeric => (V::GEOMETRY.square_of[bit as usize] + 1).to_string(),
        Notation::Algebraic => {
            let (row, column) = cell_of::<V>(bit);
            format!("{}{}", file_letter(column), V::DESCRIPTION.rows - row)
        }
    }
}

/// The letter of a column of the diagram.
pub(super) fn file_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// What stands at the start of a text.
pub(super) enum Read {
    /// A square: its bit and the length of its name.
    Square(u32, usize),
    /// Something that looks like a square but is none of this board: the length and the reason.
    NoSquare(String),
    /// Nothing like a square.
    Nothing,
}

/// Reads a square, numeric or algebraic with a letter of either case, at the start of a text.
pub(super) fn read_square<V: Variant>(text: &str) -> Read {
    let bytes = text.as_bytes();
    let letter = bytes.first().filter(|byte| byte.is_ascii_alphabetic()).map(u8::to_ascii_lowercase);
    let digits_from = usize::from(letter.is_some());
    let digits = bytes[digits_from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return Read::Nothing;
    }
    let length = digits_from + digits;
    let number: usize = text[digits_from..length].parse().unwrap_or(usize::MAX);
    let rows = V::DESCRIPTION.rows;
    let squares = V::GEOMETRY.squares;
    let Some(letter) = letter else {
        return match number {
            1.. if number <= squares => Read::Square(u32::from(V::GEOMETRY.bit_of[number - 1]), length),
            _ => Read::NoSquare(format!("there is no square {}: they are 1 to {squares}", &text[..length])),
        };
    };
    let column = usize::from(letter - b'a');
    if column >= rows || !(1..=rows).contains(&number) {
        let last = file_letter(rows - 1);
        return Read::NoSquare(format!(
            "there is no square {}: they are a1 to {last}{rows}",
            &text[..length]
        ));
    }
    let wanted = (rows - number, column);
    let found = (0..squares)
        .map(|square| u32::from(V::GEOMETRY.bit_of[square]))
        .find(|bit| cell_of::<V>(*bit) == wanted);
    match found {
        Some(bit) => Read::Square(bit, length),
        None => Read::NoSquare(format!("{} is not a square that is played on", &text[..length])),
    }
}
