//! The files of the page.

use axum::{
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

use crate::error::ApiError;

/// The files of `page/assets`, part of the program; a debug build reads them from there.
#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// The file at `/`.
const INDEX: &str = "index.html";

/// Media types by what names end with.
const TYPES: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

/// Answers a request for a file of the page.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let message = "the files of the page are read by GET; addresses to POST to begin with /api/v1/";
        let mut refused = ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message).into_response();
        refused.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return refused;
    }
    let path = uri.path().trim_start_matches('/');
    let name = if path.is_empty() { INDEX } else { path };
    let Some((file, kind)) = find(name) else {
        return ApiError::new(StatusCode::NOT_FOUND, "there is no such page; the page is at /")
            .into_response();
    };
    let tag: String = file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let fixed = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        // Asked for each time, but sent only where it has changed.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let mut response = if known {
        (StatusCode::NOT_MODIFIED, fixed).into_response()
    } else {
        (fixed, file.data).into_response()
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Returns a file with its media type. Names that could lead out of the folder are none.
fn find(name: &str) -> Option<(rust_embed::EmbeddedFile, &'static str)> {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    if !name.split('/').all(is_plain) {
        return None;
    }
    let (_, ending) = name.rsplit_once('.')?;
    let (_, kind) = TYPES.iter().find(|(known, _)| *known == ending)?;
    Some((Assets::get(name)?, kind))
}
