//! Moves as PSQ files write them: column and row from the top left, from 1.

use super::{
    five_move::FiveMove,
    points::name_of,
    position::FivePosition,
    rules::Rules,
    sgf::{check_rules, check_size},
};
use crate::{
    game_text::{TagError, Tags},
    text_error::TextError,
};

/// Tells the board: `15x15`.
const BOARD: &str = "Board";

/// Tells the rules: the word behind the winner.
const RULES: &str = "Rules";

/// The board of a game by these rules.
pub(super) fn start_tags(rules: Rules) -> Vec<(&'static str, String)> {
    vec![(BOARD, format!("{0}x{0}", rules.size))]
}

/// Checks that the board and the word for the rules are those of these rules.
pub(super) fn check(rules: Rules, tags: &Tags) -> Result<(), TagError> {
    let board = tags.get(BOARD).unwrap_or_default();
    let is_own = board == format!("{0}x{0}", rules.size);
    check_size(rules, is_own, board).map_err(|reason| TagError { tag: BOARD, reason })?;
    // Files name the rule set without its options.
    if tags.get(RULES) == Some(rules.set.name()) {
        return Ok(());
    }
    check_rules(rules, tags, RULES)
}

/// Writes a stone.
pub(super) fn write_move(position: &FivePosition, mv: FiveMove) -> Option<String> {
    let FiveMove::Stone(point) = mv else { return None };
    let (point, size) = (usize::from(point), position.rules.size());
    Some(format!("{},{}", point % size + 1, size - point / size))
}

/// A stone in the game's own notation, which says whether it may be put.
pub(super) fn read_move(position: &FivePosition, text: &str) -> Result<String, TextError> {
    let size = position.rules.size();
    let error = |reason: String| TextError::new("move", text, 0, reason);
    let numbers = text.split_once(',').map(|(column, row)| (column.trim().parse(), row.trim().parse()));
    let Some((Ok(column), Ok(row))) = numbers else {
        return Err(error("a point is column,row".into()));
    };
    let range = 1..=size;
    if !range.contains(&column) || !range.contains(&row) {
        return Err(error(format!("the point {text} is not on the board: columns and rows are 1 to {size}")));
    }
    Ok(name_of((size - row) * size + column - 1, size))
}
