//! Why a request is refused.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use damier_nets::NetsError;
use serde::Serialize;

use crate::answer::Answer;

/// Refusal of a request: a status, one line with the remedy, and where in the request the fault is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
    pub(crate) at: Option<String>,
}

/// An [`ApiError`] as JSON.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ErrorView {
    error: ErrorDetails,
}

/// Fault and place.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ErrorDetails {
    message: String,
    at: Option<String>,
}

impl ApiError {
    /// Returns a refusal without a place.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), at: None }
    }

    /// Returns a refusal of something in the request, such as `moves[3]`.
    pub(crate) fn at(place: impl Into<String>, message: impl ToString) -> Self {
        let message = message.to_string();
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, message, at: Some(place.into()) }
    }

    /// Returns the refusal of a request that comes while too much is going on.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// Returns the failure of code that should not fail.
    pub(crate) fn internal() -> Self {
        let message = "the server failed inside; this is a bug of damier, please report it with the request";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// Returns why there is no net, with the remedy.
    pub(crate) fn no_net(error: &NetsError) -> Self {
        let remedy = match error {
            NetsError::None { .. } => ": ask with \"built_in\": true, or start damier serve with --net FILE",
            _ => "",
        };
        Self::at("game", format!("{error}{remedy}"))
    }

    /// Returns it as JSON.
    pub(crate) fn view(self) -> ErrorView {
        ErrorView { error: self.details() }
    }

    /// Returns what is said of it in an answer about many things.
    pub(crate) fn details(self) -> ErrorDetails {
        ErrorDetails { message: self.message, at: self.at }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let retry = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS].contains(&self.status);
        let mut response = (self.status, Answer(self.view())).into_response();
        if retry {
            let one_second = axum::http::HeaderValue::from_static("1");
            response.headers_mut().insert(axum::http::header::RETRY_AFTER, one_second);
        }
        response
    }
}
