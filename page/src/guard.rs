//! Who may ask: the checks before every answer, and the headers of every answer.
//!
//! A page of another host can make a browser send requests here. Its own name as `Host` (DNS rebinding) and its own
//! `Origin` give it away. Where other computers reach the server, requests need its token.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode,
        header::{self, HOST, ORIGIN},
        uri::Authority,
    },
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{api, context::Context, error::ApiError};

/// The name of this computer, on every computer.
const LOCALHOST: &str = "localhost";
/// How the token stands in the header `Authorization`.
const BEARER: &str = "Bearer ";
/// Bytes of a random token.
const TOKEN_BYTES: usize = 16;

/// Scripts, styles, pictures and connections of this server alone, no frames, no forms.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer that keep a browser from doing more with it than the page needs.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Returns a token that cannot be guessed: 32 hexadecimal digits from the system's random numbers.
///
/// # Errors
/// The system has none.
pub fn random_token() -> std::io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Answers what passes the checks, and sets the headers of the answer.
pub(crate) async fn guard(State(context): State<Arc<Context>>, request: Request, next: Next) -> Response {
    let is_open = !request.uri().path().starts_with(api::PREFIX) || request.uri().path() == api::ABOUT;
    let checked = check(&context, request.headers(), is_open);
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// `is_open` is what everyone may ask for: the files of the page, and whether a token is needed.
fn check(context: &Context, headers: &HeaderMap, is_open: bool) -> Result<(), ApiError> {
    let host = one(headers, HOST)?.ok_or_else(|| {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "the request has no header Host; send the address of this server",
        )
    })?;
    let authority: Authority = host.parse().map_err(|_| {
        ApiError::new(StatusCode::BAD_REQUEST, "the header Host is no address; send that of this server")
    })?;
    if !is_ours(authority.host(), &context.settings.hosts) {
        let message = "the header Host names another server; use the address that damier serve printed, or start it \
                       with --host NAME";
        return Err(ApiError::new(StatusCode::MISDIRECTED_REQUEST, message));
    }
    if let Some(origin) = one(headers, ORIGIN)? {
        let same = ["http://", "https://"].iter().any(|scheme| origin.strip_prefix(scheme) == Some(host));
        if !same {
            return Err(ApiError::new(StatusCode::FORBIDDEN, "pages of other servers may not use this one"));
        }
    }
    match &context.settings.token {
        Some(token) if !is_open && !has_token(headers, token) => {
            let message = "this server asks for its token, which damier serve printed: send the header \
                           Authorization: Bearer TOKEN";
            Err(ApiError::new(StatusCode::UNAUTHORIZED, message))
        }
        _ => Ok(()),
    }
}

/// Returns the value of a header that may stand once.
fn one(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, ApiError> {
    let mut values = headers.get_all(&name).iter();
    let refuse = |fault: &str| ApiError::new(StatusCode::BAD_REQUEST, format!("the header {name} {fault}"));
    let first =
        values.next().map(|value| value.to_str().map_err(|_| refuse("is no plain text"))).transpose()?;
    if values.next().is_some() { Err(refuse("stands twice; send it once")) } else { Ok(first) }
}

/// Says whether a host is one of this server. Rebinding needs a name, so every IP address is.
fn is_ours(host: &str, names: &[String]) -> bool {
    let plain = host.trim_start_matches('[').trim_end_matches(']');
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    plain.parse::<IpAddr>().is_ok() || name == LOCALHOST || names.contains(&name)
}

fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let told = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix(BEARER));
    told.is_some_and(|told| is_same(told.as_bytes(), token.as_bytes()))
}

/// Compares in a time that does not tell how much is right.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |found, (a, b)| found | (a ^ b)) == 0
}
