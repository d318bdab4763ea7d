//! What is refused, with the place and the remedy.

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use serde_json::{Value, json};

use super::{Site, get, post, run, settings};

/// Addresses that take a game.
const WITH_GAME: [&str; 5] =
    ["/api/v1/position", "/api/v1/search", "/api/v1/judge", "/api/v1/review", "/api/v1/write"];

#[test]
fn games_that_are_none_are_refused_with_the_place() {
    let site = Site::new(settings());
    run(async {
        for (body, at, part) in [
            (json!({"game": "rusian"}), "game", "did you mean russian"),
            (json!({"game": "chess:x=1"}), "game", "no option"),
            (json!({"game": "x".repeat(300)}), "game", "at most 200 bytes"),
            (json!({"game": "russian", "start": "W:Wz9"}), "start", "column"),
            (json!({"game": "russian", "start": "W".repeat(5_000)}), "start", "at most 4000 bytes"),
            (json!({"game": "russian", "moves": ["c3-d4", "c3-d4"]}), "moves[1]", "no piece on c3"),
            (json!({"game": "russian", "moves": ["x".repeat(300)]}), "moves[0]", "at most 200 bytes"),
            (json!({"game": "russian", "moves": vec!["c3-d4"; 2_001]}), "moves", "at most 2000"),
            (json!({"game": "tic-tac-toe", "moves": ["1", "4", "2", "5", "3", "6"]}), "moves[5]", "is over"),
        ] {
            for path in WITH_GAME {
                let mut body = body.clone();
                if path.ends_with("write") {
                    body["format"] = json!("txt");
                }
                let reply = site.post(path, &body).await;
                assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}: {}", reply.text());
                assert_eq!(reply.at(), json!(at), "{path}: {}", reply.text());
                assert!(reply.message().contains(part), "{path}: {}", reply.text());
                assert!(!reply.message().contains('\n') && reply.message().len() < 1_000, "{}", reply.text());
            }
        }
    });
}

#[test]
fn fields_out_of_range_are_refused_with_the_place() {
    let site = Site::new(settings());
    let over = json!(["1", "4", "2", "5", "3"]);
    run(async {
        for (path, field, value, at, part) in [
            ("position", "viewer", json!(2), "viewer", "seats are 0 to 1"),
            ("search", "level", json!(21), "level", "1 to 20"),
            ("search", "level", json!(0), "level", "1 to 20"),
            ("search", "lines", json!(0), "lines", "1 to 100"),
            ("search", "priority", json!(5_000), "priority", "-1000 to 1000"),
            ("search", "id", json!("x".repeat(201)), "id", "at most 200"),
            ("search", "searcher", json!("magic"), "searcher", "no search"),
            ("search", "limits", json!({"millis": 0}), "limits.millis", "1 to 300000 ms"),
            ("search", "limits", json!({"millis": 300_001}), "limits.millis", "1 to 300000 ms"),
            ("search", "limits", json!({"nodes": 0}), "limits.nodes", "at least 1"),
            ("search", "limits", json!({"depth": 0}), "limits.depth", "at least 1"),
            ("search", "only", json!(["1", "10"]), "only[1]", "1 to 9"),
            ("search", "plies", json!([0]), "plies", "analyse"),
            ("search", "moves", over, "moves", "over"),
            ("search", "built_in", json!(false), "game", "built_in"),
            ("judge", "built_in", json!(false), "game", "--net FILE"),
            ("write", "format", json!("sgf"), "format", "txt"),
            ("write", "result", json!("won"), "result", "no result"),
            ("write", "tags", json!({"FEN": "x"}), "tags", "FEN"),
            ("write", "tags", json!({"a b": "x"}), "tags", "no name of a tag"),
            ("analyse", "positions", json!([]), "positions", "no position"),
            (
                "analyse",
                "positions",
                json!([{"game": "chess", "lines": 0}]),
                "positions[0].lines",
                "1 to 100",
            ),
            (
                "analyse",
                "positions",
                json!([{"game": "chess", "plies": vec![0; 1_001]}]),
                "positions",
                "more than 1000",
            ),
            ("read", "game", json!("nothing"), "game", "no such game"),
        ] {
            let mut body = match path {
                "read" => json!({"text": "1. e4 *"}),
                "analyse" => json!({}),
                _ => json!({"game": "tic-tac-toe", "built_in": true}),
            };
            if ["position", "write"].contains(&path) {
                body = json!({"game": "tic-tac-toe"});
            }
            if path == "write" {
                body["format"] = json!("txt");
            }
            body[field] = value;
            let reply = site.post(&format!("/api/v1/{path}"), &body).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {body}: {}", reply.text());
            assert_eq!(reply.at(), json!(at), "{path} {body}: {}", reply.text());
            assert!(reply.message().contains(part), "{path} {body}: {}", reply.text());
        }
    });
}

#[test]
fn bodies_that_are_no_request_are_refused() {
    let site = Site::new(settings());
    run(async {
        for (body, at, part) in [
            ("", Value::Null, "EOF"),
            ("{", Value::Null, "EOF"),
            ("[]", Value::Null, "invalid length"),
            ("{}", Value::Null, "missing field `game`"),
            ("{\"game\":1}", json!("game"), "string"),
            ("{\"game\":\"chess\",\"moves\":[\"e4\",2]}", json!("moves[1]"), "string"),
            ("{\"game\":\"chess\",\"movs\":[]}", json!("movs"), "unknown field `movs`"),
            ("{\"game\":\"chess\"} x", Value::Null, "trailing"),
            ("{\"game\":\"chess\",\"viewer\":-1}", json!("viewer"), "-1"),
        ] {
            let reply = site.send(post("/api/v1/position", body)).await;
            assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{body}: {}", reply.text());
            assert!(reply.message().contains(part), "{body}: {}", reply.text());
            assert_eq!(reply.at(), at, "{body}: {}", reply.text());
        }
        let deep = "[".repeat(100_000);
        let reply = site.send(post("/api/v1/position", deep)).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{}", reply.text());
        let plain =
            Request::post("/api/v1/position").header(header::HOST, "localhost").body(Body::from("{}"));
        let reply = site.send(plain.expect("a request")).await;
        assert_eq!(reply.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert!(reply.message().contains("Content-Type"));
    });
}

#[test]
fn long_bodies_are_refused_whether_or_not_they_tell_their_length() {
    let site = Site::new(settings());
    let million = json!({"game": "russian", "moves": vec!["c3-d4"; 1_000_000]}).to_string();
    let megabyte = json!({"game": "russian", "start": "W".repeat(1 << 20)}).to_string();
    let file = json!({"text": "x".repeat(9 << 20)}).to_string();
    run(async {
        for (path, body) in
            [("/api/v1/position", &million), ("/api/v1/search", &megabyte), ("/api/v1/read", &file)]
        {
            let mut told = post(path, body.clone());
            told.headers_mut().insert(header::CONTENT_LENGTH, body.len().into());
            for request in [told, post(path, body.clone())] {
                let reply = site.send(request).await;
                assert_eq!(reply.status, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
                assert!(reply.message().contains("KiB"));
            }
        }
    });
}

#[test]
fn wrong_addresses_and_methods_are_refused_with_the_right_ones() {
    let site = Site::new(settings());
    run(async {
        for path in ["/api/v1/nothing", "/api/v2/games", "/api/", "/nothing.html"] {
            assert_eq!(site.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        let reply = site.send(get("/api/v1/search")).await;
        assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED);
        assert!(reply.message().contains("POST"));
    });
}

#[test]
fn texts_are_read_and_written_and_faults_have_lines() {
    let site = Site::new(settings());
    run(async {
        let moves = json!(["c3-d4", "d6-c5", "b2-c3"]);
        let asked = json!({"game": "russian", "moves": moves, "format": "pdn", "result": "1-0",
                           "tags": {"Event": "a \"test\"", "White": "Ann"}});
        let written = site.ask("/api/v1/write", &asked).await;
        assert_eq!(written["name"], json!("russian.pdn"));
        let read = site.ask("/api/v1/read", &json!({"text": written["text"]})).await;
        let game = &read["games"][0];
        assert_eq!((&game["moves"], &game["game"]), (&moves, &json!("russian")));
        assert_eq!((&game["start"], &game["result"]), (&Value::Null, &json!("1-0")));
        assert_eq!((&game["tags"]["Event"], &game["tags"]["White"]), (&json!("a \"test\""), &json!("Ann")));
        assert_eq!(read["problems"], json!([]));
        let faulty = format!("{}\n[Event \"x\"]\n\n1. c3-c4 *\n", written["text"].as_str().expect("a text"));
        let read = site.ask("/api/v1/read", &json!({"text": faulty, "game": "russian"})).await;
        assert_eq!(
            (read["games"].as_array().map(Vec::len), read["problems"].as_array().map(Vec::len)),
            (Some(1), Some(1))
        );
        assert!(read["problems"][0]["line"].as_u64().is_some_and(|line| line > 10), "{read}");
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let read = site.ask("/api/v1/read", &json!({"text": fen, "game": "chess"})).await;
        assert_eq!(read["games"][0]["start"], json!(fen), "{read}");
        let unknown = site.post("/api/v1/read", &json!({"text": "hello"})).await;
        assert_eq!((unknown.status, unknown.at()), (StatusCode::UNPROCESSABLE_ENTITY, json!("text")));
    });
}
