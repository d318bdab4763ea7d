//! Who may ask, and what the files of the page are.

use std::net::SocketAddr;

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use serde_json::json;

use super::{Site, get, run, settings};
use crate::{ServeError, Server, Settings, random_token};

/// A request for the games with some headers.
fn with_headers(path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let request =
        headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
    request.body(Body::empty()).expect("a request")
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let named = Settings { hosts: vec!["games.example".to_owned()], ..settings() };
    let site = Site::new(named);
    run(async {
        for (headers, status) in [
            (&[("host", "127.0.0.1:7575")][..], StatusCode::OK),
            (&[("host", "localhost:80")], StatusCode::OK),
            (&[("host", "[::1]:7575")], StatusCode::OK),
            (&[("host", "LOCALHOST.")], StatusCode::OK),
            (&[("host", "games.example")], StatusCode::OK),
            (&[("host", "evil.example:7575")], StatusCode::MISDIRECTED_REQUEST),
            (&[("host", "127.0.0.1.evil.example")], StatusCode::MISDIRECTED_REQUEST),
            (&[("host", "localhost.evil.example")], StatusCode::MISDIRECTED_REQUEST),
            (&[("host", "")], StatusCode::BAD_REQUEST),
            (&[("host", "127.0.0.1/x")], StatusCode::BAD_REQUEST),
            (&[("host", "127.0.0.1"), ("host", "evil.example")], StatusCode::BAD_REQUEST),
            (&[], StatusCode::BAD_REQUEST),
            (&[("host", "127.0.0.1:7575"), ("origin", "http://127.0.0.1:7575")], StatusCode::OK),
            (&[("host", "games.example"), ("origin", "https://games.example")], StatusCode::OK),
            (&[("host", "127.0.0.1:7575"), ("origin", "http://evil.example")], StatusCode::FORBIDDEN),
            (&[("host", "127.0.0.1:7575"), ("origin", "http://127.0.0.1:7576")], StatusCode::FORBIDDEN),
            (&[("host", "127.0.0.1:7575"), ("origin", "null")], StatusCode::FORBIDDEN),
        ] {
            for path in ["/api/v1/games", "/api/v1/about", "/"] {
                let reply = site.send(with_headers(path, headers)).await;
                let refused = status != StatusCode::OK;
                assert!(
                    reply.status == status || !refused && path == "/",
                    "{path} {headers:?}: {}",
                    reply.status
                );
                assert!(!refused || !reply.message().is_empty());
            }
        }
    });
}

#[test]
fn every_answer_has_the_headers_that_bind_the_browser() {
    let site = Site::new(settings());
    run(async {
        for path in ["/", "/api/v1/about", "/api/v1/nothing", "/nothing"] {
            let reply = site.get(path).await;
            let policy = reply.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("a text");
            assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
            assert_eq!(reply.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
            assert_eq!(reply.headers[header::REFERRER_POLICY], "no-referrer");
            assert!(reply.headers.contains_key(header::CACHE_CONTROL));
            assert!(!reply.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
        }
    });
}

#[test]
fn a_server_with_a_token_answers_those_who_have_it() {
    let token = random_token().expect("random numbers");
    assert_ne!(token, random_token().expect("random numbers"));
    let site = Site::new(Settings { token: Some(token.clone()), ..settings() });
    run(async {
        let about = site.get("/api/v1/about").await;
        assert_eq!(about.json()["needs_token"], json!(true));
        assert_eq!(site.get("/api/v1/games").await.status, StatusCode::UNAUTHORIZED);
        let wrong = format!("Bearer {}", &token[..token.len() - 1]);
        let right = format!("Bearer {token}");
        for (given, status) in [
            (right.as_str(), StatusCode::OK),
            (wrong.as_str(), StatusCode::UNAUTHORIZED),
            ("Bearer ", StatusCode::UNAUTHORIZED),
            (token.as_str(), StatusCode::UNAUTHORIZED),
        ] {
            let headers = [("host", "127.0.0.1:7575"), ("authorization", given)];
            assert_eq!(site.send(with_headers("/api/v1/games", &headers)).await.status, status, "{given}");
        }
        // It is never taken from a link, which others may read.
        let in_a_link = format!("/api/v1/games?token={token}");
        assert_eq!(site.get(&in_a_link).await.status, StatusCode::UNAUTHORIZED);
    });
}

#[test]
fn others_reach_no_server_without_a_token() {
    let open = Settings { address: SocketAddr::from(([0, 0, 0, 0], 0)), ..settings() };
    assert!(matches!(Server::bind(open), Err(ServeError::NoToken { .. })));
}

#[test]
fn paths_do_not_lead_out_of_the_folder() {
    let site = Site::new(settings());
    run(async {
        for path in [
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "/%2e%2e/Cargo.toml",
            "/..\\Cargo.toml",
            "/assets/../../Cargo.toml",
            "//etc/passwd",
            "/.hidden.js",
            "/Cargo.toml",
            "/index.html/",
            "/index.html%00.js",
        ] {
            let request = Request::get(path).header(header::HOST, "localhost").body(Body::empty());
            // What is no path at all never comes here.
            let Ok(request) = request else { continue };
            assert_eq!(site.send(request).await.status, StatusCode::NOT_FOUND, "{path}");
        }
    });
}

#[test]
fn files_are_sent_again_only_when_they_have_changed() {
    let site = Site::new(settings());
    run(async {
        let page = site.get("/").await;
        assert_eq!((page.status, &page.headers[header::CONTENT_TYPE]), (StatusCode::OK, &html()));
        let tag = page.headers[header::ETAG].clone();
        let mut again = get("/index.html");
        again.headers_mut().insert(header::IF_NONE_MATCH, tag);
        let reply = site.send(again).await;
        assert_eq!((reply.status, reply.body.len()), (StatusCode::NOT_MODIFIED, 0));
        let posted =
            Request::post("/").header(header::HOST, "localhost").body(Body::empty()).expect("a request");
        assert_eq!(site.send(posted).await.status, StatusCode::METHOD_NOT_ALLOWED);
    });
}

fn html() -> header::HeaderValue {
    header::HeaderValue::from_static("text/html; charset=utf-8")
}
