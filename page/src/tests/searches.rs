//! Searches: what they find, how they wait, and how they end.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, atomic::AtomicBool},
};

use axum::http::StatusCode;
use damier_endgames::BuildPlan;
use futures_core::Stream as _;
use serde_json::{Value, json};
use tower_service::Service as _;

use super::{Site, post, run, settings};
use crate::Settings;

/// A search of a moment.
fn short(game: &str) -> Value {
    json!({"game": game, "limits": {"nodes": 50, "millis": 60_000}})
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn a_search_finds_a_legal_move_with_its_value() {
    let site = Site::new(settings());
    run(async {
        for (game, classes) in [("russian", 3), ("chess", 3), ("chinese-checkers:players=3", 3), ("renju", 3)]
        {
            for searcher in ["suited", "tree", "alpha-beta"] {
                let mut asked = short(game);
                asked["searcher"] = json!(searcher);
                asked["book"] = json!(false);
                let reply = site.post("/api/v1/search", &asked).await;
                let done = reply.event("done");
                let legal = site.position(game, &[]).await;
                let texts: Vec<&Value> =
                    legal["legal"].as_array().expect("moves").iter().map(|mv| &mv["text"]).collect();
                assert!(texts.contains(&&done["best"]), "{game} {searcher}: {done}");
                assert_eq!(done["lines"][0]["moves"][0], done["best"]);
                let value: Vec<f64> = done["value"].as_array().expect("numbers").iter().map(number).collect();
                assert!(value.len() == classes && (value.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{done}");
                assert!((0.0..=1.0).contains(&number(&done["score"])));
                assert!(done["judge"].as_str().is_some_and(|judge| judge.contains(".dmn")), "{done}");
                assert!(number(&done["nodes"]) > 0.0);
            }
        }
    });
}

#[test]
fn tree_search_tells_lines_and_every_move() {
    let site = Site::new(settings());
    run(async {
        let mut asked = short("international");
        asked["searcher"] = json!("tree");
        asked["lines"] = json!(3);
        asked["limits"]["nodes"] = json!(400);
        let done = site.post("/api/v1/search", &asked).await.event("done");
        assert_eq!(done["lines"].as_array().map(Vec::len), Some(3));
        assert_eq!(done["moves"].as_array().map(Vec::len), Some(9), "every legal move");
        let visits: f64 =
            done["moves"].as_array().expect("moves").iter().map(|mv| number(&mv["visits"])).sum();
        assert!(visits >= 300.0, "{done}");
        asked["only"] = json!(["32-28"]);
        asked["lines"] = json!(1);
        let done = site.post("/api/v1/search", &asked).await.event("done");
        assert_eq!(done["best"], json!("32-28"));
    });
}

#[test]
fn levels_draw_by_the_seed() {
    let site = Site::new(settings());
    run(async {
        let best = async |seed: u64| {
            let mut asked = short("chess");
            asked["level"] = json!(1);
            asked["seed"] = json!(seed);
            site.post("/api/v1/search", &asked).await.event("done")["best"].clone()
        };
        let first = best(1).await;
        assert_eq!(best(1).await, first, "the same seed, the same move");
        let mut other = Vec::new();
        for seed in 2..12 {
            other.push(best(seed).await);
        }
        assert!(other.iter().any(|mv| *mv != first), "{first} {other:?}");
    });
}

#[test]
fn the_book_answers_unless_it_is_left_out() {
    let site = Site::new(settings());
    run(async {
        for (book, from_book) in [(true, true), (false, false)] {
            let mut asked = short("russian");
            asked["book"] = json!(book);
            let done = site.post("/api/v1/search", &asked).await.event("done");
            assert_eq!(done["from_book"], json!(from_book), "{done}");
        }
    });
}

#[test]
fn a_game_without_a_net_is_searched_by_the_built_in_judgement() {
    let site = Site::new(settings());
    run(async {
        let mut asked = short("tic-tac-toe");
        let refused = site.post("/api/v1/search", &asked).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.message().contains("\"built_in\": true"), "{}", refused.message());
        asked["built_in"] = json!(true);
        let done = site.post("/api/v1/search", &asked).await.event("done");
        assert!(done["best"].is_string(), "{done}");
    });
}

#[test]
fn what_was_prepared_is_used_by_the_search() {
    let site = Site::new(settings());
    run(async {
        let asked = short("russian");
        let prepared = site.ask("/api/v1/prepare", &asked).await;
        assert!(prepared["judge"].as_str().is_some_and(|judge| judge.contains(".dmn")), "{prepared}");
        assert_eq!(site.context.engines.count(), 1, "it waits for its search");
        site.post("/api/v1/search", &asked).await.event("done");
        assert_eq!(site.context.engines.count(), 1, "the search has made none of its own");
        let refused = site.post("/api/v1/prepare", &short("tic-tac-toe")).await;
        assert!(refused.message().contains("\"built_in\": true"), "{}", refused.message());
    });
}

#[test]
fn a_judgement_has_a_prior_for_each_move() {
    let site = Site::new(settings());
    run(async {
        for game in ["chess", "gomoku-predicted", "chinese-checkers"] {
            let judged = site.ask("/api/v1/judge", &json!({"game": game})).await;
            let moves = judged["moves"].as_array().expect("moves");
            let sum: f64 = moves.iter().map(|mv| number(&mv["prior"])).sum();
            assert!((sum - 1.0).abs() < 1e-3 && !moves.is_empty(), "{game}: {sum}");
            assert!((0.0..=1.0).contains(&number(&judged["score"])));
        }
    });
}

#[test]
fn a_review_marks_the_move_that_loses() {
    let site = Site::new(settings());
    run(async {
        // The queen is given away.
        let moves = ["e4", "e5", "Qh5", "Nc6", "Qxf7+", "Kxf7"];
        let asked = json!({"game": "chess", "moves": moves, "limits": {"nodes": 300, "millis": 60_000}});
        let reply = site.post("/api/v1/review", &asked).await;
        let done = reply.event("done");
        let reviewed = done["moves"].as_array().expect("moves");
        assert!(reviewed.iter().map(|mv| &mv["text"]).eq(moves.iter()), "{done}");
        assert_eq!(reviewed[4]["marks"][0], json!("??"), "{}", reviewed[4]);
        assert!(number(&reviewed[4]["loss"]) > 0.2 && reviewed[4]["best"]["line"][0].is_string());
        assert_eq!(reviewed[4]["number"], json!("3."));
        let [white, black] = [0, 1].map(|seat| number(&done["summary"][seat]["lost"]));
        assert!(white > black, "{done}");
        assert!(reply.events().iter().any(|(name, _)| name == "progress"));
        // As long as the searches of each position might take.
        let asked = json!({"game": "chess", "moves": moves, "limits": {"millis": 300_000}});
        let refused = site.post("/api/v1/review", &asked).await;
        assert_eq!(
            (refused.status, refused.at()),
            (StatusCode::UNPROCESSABLE_ENTITY, json!("limits.millis"))
        );
    });
}

#[test]
fn many_positions_are_analysed_by_priority_and_errors_stop_no_other() {
    let site = Site::new(Settings { searches: 1, ..settings() });
    run(async {
        let limits = json!({"nodes": 20, "millis": 60_000});
        let mut asked = json!({"positions": [
            {"id": "low", "game": "russian", "priority": -1},
            {"id": "game", "game": "russian", "moves": ["c3-d4", "d6-c5"], "plies": [0, 1, 2]},
            {"id": "wrong", "game": "russian", "moves": ["c3-c4"]},
            {"id": "high", "game": "english", "priority": 5},
        ]});
        for query in asked["positions"].as_array_mut().expect("a list") {
            query["limits"] = limits.clone();
            query["book"] = json!(false);
        }
        let reply = site.post("/api/v1/analyse", &asked).await;
        let label = |(name, data): (String, Value)| {
            (name != "queued" && name != "done").then(|| format!("{name} {} {}", data["id"], data["ply"]))
        };
        let order: Vec<String> = reply.events().into_iter().filter_map(label).collect();
        assert_eq!(
            order,
            [
                "result \"high\" null",
                "result \"game\" 0",
                "result \"game\" 1",
                "result \"game\" 2",
                "error \"wrong\" null",
                "result \"low\" null",
            ]
        );
        assert_eq!(reply.event("error")["error"]["at"], json!("positions[2].moves[0]"));
        let done = reply.event("done");
        assert_eq!((&done["positions"], &done["errors"]), (&json!(6), &json!(1)));
        assert!(number(&done["nodes"]) >= 100.0);
    });
}

#[test]
fn a_search_stops_when_its_client_is_gone_and_the_next_one_begins() {
    let site = Site::new(Settings { searches: 1, ..settings() });
    run(async {
        let endless = json!({"game": "chess", "limits": {"millis": 300_000}}).to_string();
        let mut streams = Vec::new();
        for _ in 0..3 {
            let response =
                site.router.clone().call(post("/api/v1/search", endless.clone())).await.expect("an answer");
            assert_eq!(response.status(), StatusCode::OK);
            streams.push(response.into_body().into_data_stream());
        }
        let mut waiting = streams.pop().expect("the third");
        let event = poll_fn(|context| Pin::new(&mut waiting).poll_next(context))
            .await
            .expect("an event")
            .expect("bytes");
        let event = String::from_utf8_lossy(&event).into_owned();
        assert!(event.starts_with("event: queued") && event.contains("\"place\":2"), "{event}");
        assert_eq!(site.context.searches.load(), (1, 2));
        drop(streams);
        // The first two end without an answer, and the third begins.
        while site.context.searches.load() != (1, 0) {
            tokio::task::yield_now().await;
        }
        drop(waiting);
        while site.context.searches.load() != (0, 0) {
            tokio::task::yield_now().await;
        }
        let found = site.post("/api/v1/search", &short("chess")).await;
        assert!(found.event("done")["best"].is_string(), "the pool goes on");
    });
}

#[test]
fn two_hundred_requests_at_once_are_answered_or_refused() {
    let site = Arc::new(Site::new(settings()));
    run(async {
        let ask = |index: usize| {
            let site = Arc::clone(&site);
            let search = short(["russian", "chess", "renju"][index % 3]);
            tokio::spawn(async move { site.post("/api/v1/search", &search).await })
        };
        let tasks: Vec<_> = (0..200).map(ask).collect();
        let mut done = 0;
        for task in tasks {
            let reply = task.await.expect("no panic");
            match reply.status {
                StatusCode::OK => {
                    assert!(reply.event("done")["best"].is_string());
                    done += 1;
                }
                StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                    assert!(reply.message().contains("again") && reply.headers.contains_key("retry-after"));
                }
                other => panic!("{other}: {}", reply.text()),
            }
        }
        assert!((1..=200).contains(&done), "{done}");
        assert_eq!(site.context.searches.load(), (0, 0));
    });
}

#[test]
fn the_tree_of_a_search_is_opened_move_by_move() {
    let site = Site::new(settings());
    run(async {
        let game = json!({"game": "international", "built_in": true});
        assert_eq!(site.ask("/api/v1/tree", &game).await["moves"], Value::Null);
        let mut asked = game.clone();
        asked["searcher"] = json!("tree");
        asked["limits"] = json!({"nodes": 400, "millis": 60_000});
        let done = site.post("/api/v1/search", &asked).await.event("done");
        let root = site.ask("/api/v1/tree", &game).await;
        assert_eq!(root["moves"], done["moves"]);
        let mut deeper = game.clone();
        deeper["line"] = json!([done["best"]]);
        let child = site.ask("/api/v1/tree", &deeper).await;
        let legal =
            site.position("international", &[done["best"].as_str().expect("a move").to_owned()]).await;
        let texts = |moves: &Value| -> Vec<Value> {
            moves.as_array().expect("moves").iter().map(|mv| mv["text"].clone()).collect()
        };
        assert_eq!(texts(&child["moves"]), texts(&legal["legal"]));
        deeper["line"] = json!(["1-2"]);
        let reply = site.post("/api/v1/tree", &deeper).await;
        assert_eq!((reply.status, reply.at()), (StatusCode::UNPROCESSABLE_ENTITY, json!("line[0]")));
        deeper["line"] = json!(vec!["1-2"; 101]);
        assert_eq!(site.post("/api/v1/tree", &deeper).await.at(), json!("line"));
    });
}

#[test]
fn the_tree_of_a_running_search_is_opened() {
    // A full tree would forget its least visited nodes.
    let site = Site::new(Settings { memory_mib: 256, ..settings() });
    run(async {
        let game = json!({"game": "international", "built_in": true});
        let mut asked = game.clone();
        asked["searcher"] = json!("tree");
        asked["limits"] = json!({"millis": 300_000});
        let searching =
            site.router.clone().call(post("/api/v1/search", asked.to_string())).await.expect("an answer");
        let mut deeper = game.clone();
        deeper["line"] = json!(["32-28"]);
        let visits = |moves: &Value| {
            moves.as_array().map(|moves| moves.iter().map(|mv| number(&mv["visits"])).sum::<f64>())
        };
        let mut before = None;
        for question in [&deeper, &game, &game] {
            let now = loop {
                // The search may not have begun yet.
                match visits(&site.ask("/api/v1/tree", question).await["moves"]) {
                    Some(visits) => break visits,
                    None => assert_eq!(site.context.searches.load().0, 1, "it has ended without an answer"),
                }
            };
            assert!(before.is_none_or(|before| before <= now), "the tree grows");
            before = Some(now);
        }
        assert_eq!(site.context.searches.load(), (1, 0), "it goes on");
        drop(searching);
        while site.context.searches.load() != (0, 0) {
            tokio::task::yield_now().await;
        }
        let kept = visits(&site.ask("/api/v1/tree", &game).await["moves"]);
        assert!(kept >= before, "what was found is kept");
    });
}

#[test]
fn endgame_tables_are_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = damier_rules::AnyGame::of_id("russian").expect("listed");
    let stop = AtomicBool::new(false);
    let plan = BuildPlan { folder: folder.path(), pieces: 2, threads: 1, stop: &stop };
    damier_endgames::build(&game, &plan, &damier_endgames::Silent).expect("built");
    let site = Site::new(Settings { endgames: Some(folder.path().to_owned()), ..settings() });
    run(async {
        for (start, table) in [("W:WKa1:BKh2", json!("draw")), ("W:WKa1,c3:BKh2", Value::Null)] {
            let asked = json!({"game": "russian", "start": start, "built_in": true, "searcher": "tree",
                "limits": {"nodes": 30, "millis": 60_000}});
            let done = site.post("/api/v1/search", &asked).await.event("done");
            assert_eq!(done["table"], table, "{done}");
            let told = done["moves"].as_array().expect("moves").iter().all(|mv| mv["table"].is_string());
            assert_eq!(told, table.is_string(), "{done}");
            let judged = site.ask("/api/v1/judge", &json!({"game": "russian", "start": start})).await;
            let tables = |of: &Value| {
                let moves = of["moves"].as_array().expect("moves");
                (of["table"].clone(), moves.iter().map(|mv| mv["table"].clone()).collect::<Vec<_>>())
            };
            assert_eq!(tables(&judged), tables(&done), "a judgement has the same tables as a search");
        }
    });
}

#[test]
fn tables_of_chess_count_quiet_moves() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../endgames/tests/syzygy/tables");
    let site = Site::new(Settings { endgames: Some(folder.into()), ..settings() });
    run(async {
        for (quiet, told) in [(0, "win"), (99, "draw")] {
            let start = format!("7k/8/8/8/8/8/8/KQ6 w - - {quiet} 80");
            let judged = site.ask("/api/v1/judge", &json!({"game": "chess", "start": start})).await;
            assert_eq!(judged["table"], told, "{judged}");
            let table = |mv: &str| {
                let moves = judged["moves"].as_array().expect("moves");
                moves.iter().find(|told| told["text"] == mv).expect("a legal move")["table"].clone()
            };
            assert_eq!(table("Qg6"), "draw", "stalemate, or the fiftieth quiet move");
            assert_eq!(table("Qb6"), told, "{judged}");
        }
    });
}
