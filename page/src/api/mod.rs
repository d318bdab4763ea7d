//! The JSON API: an address each ([`ROUTES`]), described in `docs/reference/http-api.md` and `page/openapi.json`.

mod about;
mod address;
mod analyse;
mod bodies;
mod files;
mod finding;
mod games;
mod judge;
mod matches;
#[cfg(test)]
mod openapi;
mod position;
mod prepare;
mod query;
mod review;
mod runs;
mod search;
mod setup;
mod tree;

use std::sync::Arc;

pub use self::bodies::read_body;

use axum::{
    Router,
    extract::Request,
    http::StatusCode,
    middleware,
    response::{IntoResponse as _, Response},
    routing::{MethodRouter, get, post},
};

use crate::{assets, context::Context, error::ApiError, guard};

/// What addresses of the API begin with.
pub(crate) const PREFIX: &str = "/api/";
/// The address that needs no token: it says whether others need one.
pub(crate) const ABOUT: &str = "/api/v1/about";

/// An address: its method, its path, and what answers.
type Route = (&'static str, &'static str, fn() -> MethodRouter<Arc<Context>>);

/// All addresses of the API.
pub(crate) const ROUTES: &[Route] = &[
    ("get", ABOUT, || get(about::about)),
    ("get", "/api/v1/games", || get(games::games)),
    ("post", "/api/v1/position", || post(position::position)),
    ("post", "/api/v1/setup", || post(setup::setup)),
    ("post", "/api/v1/judge", || post(judge::judge)),
    ("post", "/api/v1/prepare", || post(prepare::prepare)),
    ("post", "/api/v1/search", || post(search::search)),
    ("post", "/api/v1/tree", || post(tree::tree)),
    ("post", "/api/v1/review", || post(review::review)),
    ("post", "/api/v1/analyse", || post(analyse::analyse)),
    ("post", "/api/v1/read", || post(files::read)),
    ("post", "/api/v1/write", || post(files::write)),
    ("get", "/api/v1/runs", || get(runs::list)),
    ("get", "/api/v1/runs/{run}", || get(runs::run)),
    ("get", "/api/v1/runs/{run}/live", || get(runs::live::live)),
    ("get", "/api/v1/runs/{run}/games/{generation}", || get(runs::games::list)),
    ("get", "/api/v1/runs/{run}/games/{generation}/{place}", || get(runs::games::game)),
    ("get", "/api/v1/matches", || get(matches::list)),
    ("get", "/api/v1/matches/{name}", || get(matches::one)),
    ("get", "/api/v1/matches/{name}/live", || get(matches::live::live)),
    ("get", "/api/v1/matches/{name}/games", || get(matches::games::list)),
    ("get", "/api/v1/matches/{name}/games/{number}", || get(matches::games::game)),
];

/// Returns what answers all requests.
pub(crate) fn router(context: Arc<Context>) -> Router {
    let mut router = Router::new();
    for (method, path, answer) in ROUTES {
        router = router.route(path, answer().fallback(|| wrong_method(method)));
    }
    router
        .route("/api/{*rest}", axum::routing::any(no_such_address))
        .fallback(assets::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(&context), guard::guard))
        .with_state(context)
}

async fn no_such_address(request: Request) -> Response {
    let message =
        format!("there is no such address: {}; docs/reference/http-api.md lists them", request.uri().path());
    ApiError::new(StatusCode::NOT_FOUND, message).into_response()
}

async fn wrong_method(right: &str) -> Response {
    let message = format!("this address is asked by {}", right.to_uppercase());
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message).into_response()
}
