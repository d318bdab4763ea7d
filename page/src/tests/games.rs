//! Every game is played through the API alone.

use std::collections::HashSet;

use damier_rules::registry;
use serde_json::{Value, json};

use super::{Site, run, settings};

/// Games with options, beside those of the registry.
const WITH_OPTIONS: [&str; 7] = [
    "chinese-checkers:players=3",
    "chinese-checkers:players=4",
    "chinese-checkers:players=6",
    "chinese-checkers:hop=equidistant",
    "chinese-checkers:players=3,hop=equidistant",
    "chess:start=0",
    "gomoku-standard:opening=swap2",
];
const PLIES: usize = 40;

fn texts(values: &Value) -> Vec<String> {
    let texts = values.as_array().expect("a list").iter();
    texts.map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// The names of the squares of a board.
fn squares(board: &Value) -> HashSet<String> {
    let rows = board["rows"].as_array().expect("rows").iter();
    let cells = rows.flat_map(|row| row.as_array().expect("cells"));
    cells
        .filter(|cell| !cell.is_null())
        .map(|cell| cell["name"].as_str().expect("a name").to_owned())
        .collect()
}

/// What has to hold in every position.
fn check(game: &str, view: &Value, plies: usize) {
    let board = &view["board"];
    let legal = view["legal"].as_array().expect("a list");
    assert_eq!(legal.is_empty(), !view["over"].is_null(), "{game}: moves until it is over");
    assert_eq!(view["played"].as_array().map(Vec::len), Some(plies));
    assert_eq!(view["seats"].as_array().map(Vec::len), view["players"].as_u64().map(|count| count as usize));
    if board.is_null() {
        return;
    }
    let squares = squares(board);
    let mut told_apart = HashSet::new();
    for mv in legal {
        let [path, changed, captures] = ["path", "squares", "captures"].map(|name| texts(&mv[name]));
        assert!(path.iter().chain(&changed).all(|square| squares.contains(square)), "{game}: {mv}");
        assert!(captures.iter().all(|square| changed.contains(square)), "{game}: {mv}");
        assert_eq!(path.is_empty(), changed.is_empty(), "{game}: {mv}");
        assert!(told_apart.insert((path, mv["text"].to_string())), "{game}: twice {mv}");
    }
}

#[test]
fn every_game_is_played_by_its_legal_moves() {
    let site = Site::new(settings());
    run(async {
        for game in registry::NAMES.iter().chain(&WITH_OPTIONS) {
            let mut moves: Vec<String> = Vec::new();
            let mut view = site.position(game, &moves).await;
            check(game, &view, 0);
            while moves.len() < PLIES && view["over"].is_null() {
                let legal = view["legal"].as_array().expect("moves");
                let index = (7 * moves.len() + 3) % legal.len();
                moves.push(legal[index]["text"].as_str().expect("a text").to_owned());
                view = site.position(game, &moves).await;
                check(game, &view, moves.len());
            }
            let played: Vec<Value> = view["played"].as_array().expect("a list").clone();
            assert!(played.iter().map(|mv| &mv["text"]).eq(moves.iter()), "{game}");
            // The position by itself is the same one.
            let again = json!({"game": game, "start": view["position"]});
            let again = site.ask("/api/v1/position", &again).await;
            assert_eq!(again["board"], view["board"], "{game}");
        }
    });
}

/// The games that no net comes for.
const WITHOUT_A_NET: [&str; 1] = ["tic-tac-toe"];

#[test]
fn the_list_of_games_names_every_game_and_its_net() {
    let site = Site::new(settings());
    run(async {
        let games = site.get("/api/v1/games").await.json();
        let games = games["games"].as_array().expect("a list");
        assert!(games.iter().map(|game| &game["id"]).eq(registry::NAMES.iter()));
        for game in games {
            let has_none = WITHOUT_A_NET.iter().any(|id| game["id"] == *id);
            assert_eq!(game["net"], json!(!has_none), "{game}");
            assert!(
                !texts(&game["formats"]).is_empty() && !game["name"].as_str().expect("a name").is_empty()
            );
        }
        let names: HashSet<String> = games.iter().map(|game| game["name"].to_string()).collect();
        assert_eq!(names.len(), games.len(), "each game has a name of its own");
    });
}

#[test]
fn a_long_capture_has_the_squares_on_which_the_piece_lands() {
    let site = Site::new(settings());
    run(async {
        let asked = json!({"game": "russian", "start": "W:Wa1:Bb2,d4,f4,d6"});
        let view = site.ask("/api/v1/position", &asked).await;
        let paths: Vec<Vec<String>> =
            view["legal"].as_array().expect("moves").iter().map(|mv| texts(&mv["path"])).collect();
        assert!(paths.contains(&["a1", "c3", "e5", "g3"].map(str::to_owned).to_vec()), "{paths:?}");
        let captures = texts(&view["legal"][0]["captures"]);
        assert_eq!(captures.len(), 3, "{captures:?}");
    });
}

#[test]
fn what_is_sealed_is_shown_to_its_player_alone() {
    let site = Site::new(settings());
    run(async {
        let game = "gomoku-predicted";
        let mut moves = Vec::new();
        let mut view = site.position(game, &moves).await;
        // Until the first prediction is made: predictions have no squares.
        while !(view["legal"][0]["path"] == json!([]) && view["legal"].as_array().expect("moves").len() > 50)
        {
            moves.push(view["legal"][20 * moves.len() % 200]["text"].as_str().expect("a text").to_owned());
            view = site.position(game, &moves).await;
        }
        let predicting = view["to_move"].as_u64().expect("a seat");
        moves.push("W42".to_owned());
        for (viewer, sealed) in [(predicting, false), (1 - predicting, true)] {
            let asked = json!({"game": game, "moves": moves, "viewer": viewer});
            let view = site.ask("/api/v1/position", &asked).await;
            let last = view["played"].as_array().expect("moves").last().expect("a move").clone();
            assert_eq!((&last["sealed"], &last["secret"]), (&json!(sealed), &json!(true)));
            for field in ["played", "text", "position", "board_text"] {
                let told = view[field].to_string().to_uppercase().contains("W42");
                assert!(!(told && sealed), "{field}: {}", view[field]);
            }
            assert_eq!(view["text"].to_string().contains("W42"), !sealed);
        }
        moves.push("B43".to_owned());
        let both = site.position(game, &moves).await;
        assert!(both["played"].as_array().expect("moves").iter().all(|mv| mv["secret"] == false), "{both}");
    });
}

#[test]
fn a_position_is_set_up_piece_by_piece() {
    let site = Site::new(settings());
    run(async {
        for game in registry::NAMES.iter().chain(&WITH_OPTIONS) {
            let view = site.position(game, &[]).await;
            let cells = view["board"]["rows"].as_array().expect("rows").iter();
            let cells: Vec<&Value> = cells.flat_map(|row| row.as_array().expect("a row")).collect();
            let pieces: serde_json::Map<String, Value> = cells
                .into_iter()
                .filter(|cell| cell["piece"].is_object())
                .map(|cell| {
                    (cell["name"].as_str().expect("a name").to_owned(), cell["piece"]["letter"].clone())
                })
                .collect();
            assert!(!view["kinds"].as_array().expect("a list").is_empty(), "{game}");
            let asked = json!({"game": game, "pieces": pieces, "to_move": view["to_move"]});
            let found = site.ask("/api/v1/setup", &asked).await;
            if pieces.is_empty() && found["start"].is_null() {
                // Games that begin with an opening are in play only after it.
                let problem = found["problem"].as_str().expect("a reason");
                assert!(problem.contains("0 stones"), "{game}: {problem}");
                continue;
            }
            let again = json!({"game": game, "start": found["start"]});
            let again = site.ask("/api/v1/position", &again).await;
            assert_eq!((&again["board"], &again["to_move"]), (&view["board"], &view["to_move"]), "{game}");
        }
        for (body, part) in [
            (json!({"game": "chess", "pieces": {"e1": "K"}, "to_move": 0}), "king"),
            (json!({"game": "tic-tac-toe", "pieces": {"1": "O"}, "to_move": 0}), "X begins"),
        ] {
            let found = site.ask("/api/v1/setup", &body).await;
            assert!(found["start"].is_null(), "{found}");
            assert!(found["problem"].as_str().is_some_and(|problem| problem.contains(part)), "{found}");
        }
        for (body, at, part) in [
            (json!({"game": "chess", "pieces": {"z9": "K"}, "to_move": 0}), "pieces", "no square"),
            (json!({"game": "chess", "pieces": {"e1": "x"}, "to_move": 0}), "pieces.e1", "no piece"),
            (json!({"game": "chess", "pieces": {}, "to_move": 2}), "to_move", "no seat 2"),
            (json!({"game": "russian", "pieces": {"a3": "w"}, "to_move": 2}), "to_move", "no seat"),
        ] {
            let reply = site.post("/api/v1/setup", &body).await;
            assert_eq!(reply.at(), json!(at), "{body}: {}", reply.text());
            assert!(reply.message().contains(part), "{body}: {}", reply.text());
        }
    });
}

#[test]
fn comments_and_marks_of_a_file_stay() {
    let site = Site::new(settings());
    let text = "[Event \"Club\"]\n[GameType \"25\"]\n\n{A start} 1. c3-d4 $1 {good} (1. a3-b4 b6-c5) d6-c5 {[%eval 0.2]} 2. b2-c3 *\n";
    run(async {
        let read = site.ask("/api/v1/read", &json!({"text": text})).await;
        let game = &read["games"][0];
        let source = game["source"].as_str().expect("it has comments");
        let write = |moves: Value| json!({"game": game["game"], "moves": moves, "format": "pdn", "tags": game["tags"], "source": source});
        let written = site.ask("/api/v1/write", &write(game["moves"].clone())).await;
        let written = written["text"].as_str().expect("a text");
        assert_eq!(written, source);
        for part in ["A start", "good", "a3-b4", "eval"] {
            assert!(written.contains(part), "{written}");
        }
        // Another move drops what is said of those that it takes the place of.
        let other = site.ask("/api/v1/write", &write(json!(["c3-d4", "f6-e5"]))).await;
        let other = other["text"].as_str().expect("a text");
        assert!(other.contains("good") && !other.contains("eval"), "{other}");
        let plain = site.ask("/api/v1/read", &json!({"text": "1. c3-d4 d6-c5 *", "game": "russian"})).await;
        assert_eq!(plain["games"][0]["source"], Value::Null);
        let mut wrong = write(json!([]));
        wrong["source"] = json!("1. zz *");
        assert_eq!(site.post("/api/v1/write", &wrong).await.at(), json!("source"));
    });
}
