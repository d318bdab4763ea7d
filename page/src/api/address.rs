//! What stands in an address.

use std::{fmt::Display, ops::Range, str::FromStr};

use axum::{
    extract::{Path, rejection::PathRejection},
    http::{StatusCode, Uri},
};
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// Games of a page where `count` is not given, and at most.
const USUAL_GAMES: u64 = 50;
const MOST_GAMES: u64 = 200;
/// What a list of games may be asked for: the place of the first one, and how many.
pub(super) const GAMES: [&str; 2] = ["from", "count"];

/// What an address names.
pub(super) type Named<T> = Result<Path<T>, PathRejection>;

/// Returns what the address names.
///
/// # Errors
/// It is nothing of the kind.
pub(super) fn named<T: DeserializeOwned + Send>(path: Named<T>) -> Result<T, ApiError> {
    path.map(|Path(named)| named).map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, error.body_text()))
}

/// Reads a number of an address.
///
/// # Errors
/// It is none.
pub(super) fn number<T: FromStr<Err: Display>>(name: &str, text: &str) -> Result<T, ApiError> {
    text.parse().map_err(|error| ApiError::at(name, format!("{text:?}: {error}")))
}

/// Returns the numbers behind the question mark of an address, such as `from=0&count=50`; `None` for those that are not
/// given.
///
/// # Errors
/// Another name, or a value that is no number.
fn numbers<T: FromStr<Err: Display>, const N: usize>(
    uri: &Uri,
    names: [&str; N],
) -> Result<[Option<T>; N], ApiError> {
    let mut found = [const { None }; N];
    for part in uri.query().unwrap_or_default().split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let Some(index) = names.iter().position(|known| *known == name) else {
            let message = format!("there is no parameter {name:?}; there are {}", names.join(" and "));
            return Err(ApiError::new(StatusCode::BAD_REQUEST, message));
        };
        found[index] = Some(number(name, value)?);
    }
    Ok(found)
}

/// Returns the places of the games that a page of a list asks for, from 0.
///
/// # Errors
/// As [`numbers`]; too many at once, or none.
pub(super) fn places(uri: &Uri) -> Result<Range<u64>, ApiError> {
    let [from, count] = numbers(uri, GAMES)?;
    let (from, count) = (from.unwrap_or(0), count.unwrap_or(USUAL_GAMES));
    if !(1..=MOST_GAMES).contains(&count) {
        return Err(ApiError::at("count", format!("the games of a page are 1 to {MOST_GAMES}")));
    }
    Ok(from..from.saturating_add(count))
}
