//! Rows of boards as FEN has them.

/// Returns a row of cells as text: letters, and the number of empty cells between them.
pub(super) fn board_row(cells: impl IntoIterator<Item = Option<char>>) -> String {
    let mut row = String::new();
    let mut empty = 0;
    for cell in cells {
        match cell {
            None => empty += 1,
            Some(letter) => {
                push_number(&mut row, empty);
                empty = 0;
                row.push(letter);
            }
        }
    }
    push_number(&mut row, empty);
    row
}

fn push_number(row: &mut String, empty: usize) {
    if empty > 0 {
        row.push_str(&empty.to_string());
    }
}
