//! The API over HTTP, in this process.

mod bad_input;
mod games;
mod matches;
mod requests;
mod runs;
mod searches;
mod sockets;
mod training;

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use serde_json::{Value, json};
use tower_service::Service as _;

use crate::{answer::collect, api, context::Context, settings::Settings};

/// Most bytes of an answer.
const MOST_BYTES: usize = 64 << 20;

/// The settings of a server that is not reached from outside.
fn settings() -> Settings {
    Settings { searches: 2, memory_mib: 8, ..Settings::at(SocketAddr::from(([127, 0, 0, 1], 0))) }
}

/// A server without a listener.
struct Site {
    router: Router,
    context: Arc<Context>,
}

/// What came back.
struct Reply {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The message of a refusal.
    fn message(&self) -> String {
        self.json()["error"]["message"].as_str().expect("a message").to_owned()
    }

    /// The place that a refusal names.
    fn at(&self) -> Value {
        self.json()["error"]["at"].clone()
    }

    /// The events, by name and data.
    fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let blocks = text.split("\n\n").filter(|block| !block.is_empty() && !block.starts_with(':'));
        let read = |block: &str| {
            let (name, data) = block.split_once('\n').expect("two lines");
            let name = name.strip_prefix("event: ").expect("a name").to_owned();
            let data = data.strip_prefix("data: ").expect("data");
            (name, serde_json::from_str(data).expect("JSON"))
        };
        blocks.map(read).collect()
    }

    /// The data of the only event of a name.
    fn event(&self, name: &str) -> Value {
        let found: Vec<Value> =
            self.events().into_iter().filter(|(other, _)| other == name).map(|(_, data)| data).collect();
        let [data] = &found[..] else { panic!("{} events {name}: {}", found.len(), self.text()) };
        data.clone()
    }
}

impl Site {
    fn new(settings: Settings) -> Self {
        let context = Context::new(settings);
        Self { router: api::router(Arc::clone(&context)), context }
    }

    async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().call(request).await.expect("it always answers");
        let (parts, body) = response.into_parts();
        let body = collect(body.into_data_stream(), MOST_BYTES).await.expect("it can be read");
        Reply { status: parts.status, headers: parts.headers, body: body.expect("it is short") }
    }

    async fn get(&self, path: &str) -> Reply {
        self.send(get(path)).await
    }

    async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(post(path, body.to_string())).await
    }

    /// What is answered where nothing may be wrong.
    async fn ask(&self, path: &str, body: &Value) -> Value {
        let reply = self.post(path, body).await;
        assert_eq!(reply.status, StatusCode::OK, "{path} {body}: {}", reply.text());
        reply.json()
    }

    async fn position(&self, game: &str, moves: &[String]) -> Value {
        self.ask("/api/v1/position", &json!({"game": game, "moves": moves})).await
    }
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).header(header::HOST, "127.0.0.1:7575").body(Body::empty()).expect("a request")
}

fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::post(path).header(header::HOST, "127.0.0.1:7575");
    request.header(header::CONTENT_TYPE, "application/json").body(body.into()).expect("a request")
}

/// Runs a test that waits.
fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test);
}
