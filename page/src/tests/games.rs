//! Every game is played through the API alone.

use std::collections::HashSet;

use damier_rules::registry;
use serde_json::{Value, json};

use super::{Site, run, settings};

/// Games with options, beside those of the registry.
const WITH_OPTIONS: [&str; 6] = [
    "chinese-checkers:players=3",
    "chinese-checkers:players=4",
    "chinese-checkers:players=6",
    "chinese-checkers:hop=equidistant",
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

#[test]
fn the_list_of_games_names_every_game_and_its_net() {
    let site = Site::new(settings());
    run(async {
        let games = site.get("/api/v1/games").await.json();
        let games = games["games"].as_array().expect("a list");
        assert!(games.iter().map(|game| &game["id"]).eq(registry::NAMES.iter()));
        for game in games {
            assert_eq!(game["net"], json!(game["id"] != "tic-tac-toe"), "{game}");
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
            assert_eq!(last["sealed"], sealed);
            for field in ["played", "text", "position", "board_text"] {
                let told = view[field].to_string().to_uppercase().contains("W42");
                assert!(!(told && sealed), "{field}: {}", view[field]);
            }
            assert_eq!(view["text"].to_string().contains("W42"), !sealed);
        }
    });
}
