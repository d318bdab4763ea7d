//! Handicap: the option `without`, pieces that are missing from the start position.

use crate::options::GameOption;

/// The name of the option.
pub(crate) const WITHOUT: &str = "without";
/// The value of a start position with all pieces.
pub(crate) const NOTHING: &str = "none";
/// Stands between two pieces.
const SEPARATOR: &str = "+";

/// Returns the option of a game whose pieces are named as `values` has it.
pub(crate) const fn option(values: &'static str) -> GameOption {
    GameOption {
        name: WITHOUT,
        values,
        default: NOTHING,
        summary: "handicap: pieces that are missing at the start",
    }
}

/// Reads the squares of a value such as `f6+d6`; `squares_of` reads one item of it.
///
/// # Errors
/// The reason of `squares_of`, or a square that is named twice.
pub(crate) fn read<S: PartialEq>(
    value: &str,
    squares_of: impl Fn(&str) -> Result<Vec<S>, String>,
) -> Result<Vec<S>, String> {
    let mut missing = Vec::new();
    if value == NOTHING {
        return Ok(missing);
    }
    for item in value.split(SEPARATOR) {
        for square in squares_of(item)? {
            if missing.contains(&square) {
                return Err(format!("{item:?} is missing already; name each piece once"));
            }
            missing.push(square);
        }
    }
    Ok(missing)
}

/// Writes the value of squares, which [`read`] reads.
pub(crate) fn text(squares: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = squares.collect();
    if names.is_empty() { NOTHING.to_owned() } else { names.join(SEPARATOR) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(value: &str) -> Result<Vec<u32>, String> {
        let digits =
            |item: &str| item.chars().map(|c| c.to_digit(10).ok_or_else(|| format!("{c}?"))).collect();
        read(value, digits)
    }

    #[test]
    fn items_are_read_in_order_and_none_is_nothing() {
        assert_eq!(digits("3+12"), Ok(vec![3, 1, 2]));
        assert_eq!(digits(NOTHING), Ok(vec![]));
        assert_eq!(text(["f6", "d6"].into_iter().map(str::to_owned)), "f6+d6");
        assert_eq!(text([].into_iter()), NOTHING);
    }

    #[test]
    fn what_is_no_item_or_comes_twice_is_refused() {
        assert_eq!(digits("3+x"), Err("x?".to_owned()));
        let twice = digits("3+13").expect_err("twice");
        assert!(twice.contains("\"13\" is missing already"), "{twice}");
    }
}
