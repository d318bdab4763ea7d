//! What stands in an address.

use std::{fmt::Display, str::FromStr};

use axum::{
    extract::{Path, rejection::PathRejection},
    http::{StatusCode, Uri},
};
use serde::de::DeserializeOwned;

use crate::error::ApiError;

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
pub(super) fn numbers<T: FromStr<Err: Display>, const N: usize>(
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
