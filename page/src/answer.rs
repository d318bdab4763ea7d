//! JSON in requests and answers.

use std::{future::poll_fn, pin::Pin, time::Duration};

use axum::{
    body::{Body, BodyDataStream},
    extract::{FromRequest, Request},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures_core::Stream as _;
use serde::{Serialize, de::DeserializeOwned};

use crate::error::ApiError;

/// How long a client may take to send a request.
const LONGEST_UPLOAD: Duration = Duration::from_secs(30);
/// Media type of requests and answers.
const JSON: &str = "application/json";

/// An answer as JSON.
pub(crate) struct Answer<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let Ok(text) = serde_json::to_vec(&self.0) else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        ([(header::CONTENT_TYPE, HeaderValue::from_static(JSON))], text).into_response()
    }
}

/// A request whose body is JSON.
pub(crate) trait JsonRequest: DeserializeOwned {
    /// Most bytes of the body.
    const MOST_BYTES: usize = 256 << 10;
}

/// The body of a request, read.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: JsonRequest, S: Sync> FromRequest<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let headers = request.headers();
        let is_json = |value: &HeaderValue| {
            let kind = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
            kind.trim().eq_ignore_ascii_case(JSON)
        };
        if !headers.get(header::CONTENT_TYPE).is_some_and(is_json) {
            let message = format!("the body has to be JSON: send the header Content-Type: {JSON}");
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let told = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if told.is_some_and(|bytes: u64| bytes > T::MOST_BYTES as u64) {
            return Err(too_large::<T>());
        }
        let text = read(request.into_body(), T::MOST_BYTES).await?.ok_or_else(too_large::<T>)?;
        parse(&text).map(Self)
    }
}

/// Reads a body.
///
/// # Errors
/// It is no JSON, or not what the address takes.
pub(crate) fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, ApiError> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let place = error.path().to_string();
        let reason = error.into_inner();
        // What is no JSON at all has no fields to name.
        let at = Some(place).filter(|place| reason.is_data() && place != ".");
        ApiError { at, ..bad_json(&reason) }
    })?;
    json.end().map_err(|error| bad_json(&error))?;
    Ok(read)
}

fn bad_json(error: &serde_json::Error) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, format!("the body is not what this address takes: {error}"))
}

fn too_large<T: JsonRequest>() -> ApiError {
    let message = format!("the body has more than {} KiB, the most that is read here", T::MOST_BYTES >> 10);
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

/// Reads a body; `None` where it is longer than `most` bytes.
async fn read(body: Body, most: usize) -> Result<Option<Vec<u8>>, ApiError> {
    match tokio::time::timeout(LONGEST_UPLOAD, collect(body.into_data_stream(), most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => {
            let message = format!("the body could not be read: {error}");
            Err(ApiError::new(StatusCode::BAD_REQUEST, message))
        }
        Err(_) => {
            let message = format!("the body did not arrive within {} s", LONGEST_UPLOAD.as_secs());
            Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, message))
        }
    }
}

/// Collects the bytes of a body; `None` where there are more than `most`.
pub(crate) async fn collect(mut parts: BodyDataStream, most: usize) -> Result<Option<Vec<u8>>, axum::Error> {
    let mut bytes = Vec::new();
    while let Some(part) = poll_fn(|context| Pin::new(&mut parts).poll_next(context)).await {
        let part = part?;
        if bytes.len() + part.len() > most {
            return Ok(None);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(Some(bytes))
}
