//! The matches and tournaments of a folder over the API.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use axum::http::StatusCode;
use damier_arena::{
    MatchConfig, MatchSettings,
    matches::{Silent, run_match},
};
use damier_engine::search::Limits;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Site, get, run, settings};
use crate::Settings;

/// Plays a match of six games in a folder.
fn play(folder: &Path) {
    let config = MatchConfig {
        competitors: ["ab:material,name=A <b>", "random"].map(|text| text.parse().expect("valid")).to_vec(),
        settings: MatchSettings {
            limits: Limits::nodes(50),
            pairs: 3,
            ply_cap: Some(40),
            sprt: Some("0,200".parse().expect("a test")),
            ..MatchSettings::default()
        },
        games_file: None,
        directory: Some(folder.to_owned()),
    };
    run_match("russian", &config, &Silent, &AtomicBool::new(false)).expect("played");
}

/// A folder with a match in `deep/one`, and its server.
fn site() -> (TempDir, PathBuf, Site) {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("deep/one");
    play(&folder);
    let site = Site::new(Settings { games: Some(root.path().to_owned()), ..settings() });
    (root, folder, site)
}

async fn ask(site: &Site, path: &str) -> Value {
    let reply = site.get(path).await;
    assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text());
    reply.json()
}

#[test]
fn a_match_is_listed_shown_and_replayed() {
    let (_root, _, site) = site();
    run(async {
        let list = ask(&site, "/api/v1/matches").await;
        let [line] = &list["matches"].as_array().expect("a list")[..] else { panic!("{list}") };
        assert_eq!(line["name"], "deep/one");
        assert_eq!((&line["kind"], &line["problem"]), (&json!("match"), &Value::Null));
        assert_eq!(line["summary"]["players"], json!(["A <b>", "random"]));
        assert_eq!((&line["summary"]["finished"], &line["summary"]["total"]), (&json!(6), &json!(6)));
        let view = ask(&site, "/api/v1/matches/deep%2Fone").await;
        let two = &view["two"];
        let sum =
            |results: &Value| ["won", "drawn", "lost"].map(|name| results[name].as_u64().expect("a number"));
        assert_eq!(sum(&two["results"]).iter().sum::<u64>(), 6);
        let seats: Vec<u64> = two["by_seat"].as_array().expect("a list").iter().flat_map(sum).collect();
        assert_eq!(seats.iter().sum::<u64>(), 6);
        let bounds = ["lower", "ratio", "upper"].map(|name| two["sprt"][name].as_f64().expect("a number"));
        assert!(bounds[0] < 0.0 && bounds[2] > 0.0, "{bounds:?}");
        assert_eq!(view["seats"], json!(["White", "Black"]));
        let games = ask(&site, "/api/v1/matches/deep%2Fone/games?from=2&count=3").await;
        assert_eq!((&games["all"], &games["games"][0]["number"]), (&json!(6), &json!(2)));
        assert_eq!(games["games"].as_array().map(Vec::len), Some(3));
        let game = ask(&site, "/api/v1/matches/deep%2Fone/games/2").await;
        let moves: Vec<String> = serde_json::from_value(game["moves"].clone()).expect("moves");
        assert_eq!(game["played"]["plies"], json!(moves.len()));
        assert_eq!(game["thoughts"].as_array().map(Vec::len), Some(moves.len()));
        let request = json!({"game": game["game"], "start": game["start"], "moves": moves});
        site.ask("/api/v1/position", &request).await;
    });
}

#[test]
fn other_addresses_are_refused() {
    let (_root, _, site) = site();
    run(async {
        for (path, status, part) in [
            ("/api/v1/matches/none", StatusCode::NOT_FOUND, "no match of that name"),
            ("/api/v1/matches/deep", StatusCode::NOT_FOUND, "no match of that name"),
            ("/api/v1/matches/..%2Fone", StatusCode::NOT_FOUND, "no match of that name"),
            ("/api/v1/matches/deep%2F..%2Fdeep%2Fone", StatusCode::NOT_FOUND, "no match of that name"),
            ("/api/v1/matches/%2Fetc", StatusCode::NOT_FOUND, "no match of that name"),
            ("/api/v1/matches/deep%2Fone%00", StatusCode::NOT_FOUND, "no match of that name"),
            ("/api/v1/matches/%FF", StatusCode::BAD_REQUEST, "UTF-8"),
            ("/api/v1/matches/deep%2Fone/games/6", StatusCode::NOT_FOUND, "there are 6 games"),
            ("/api/v1/matches/deep%2Fone/games/x", StatusCode::UNPROCESSABLE_ENTITY, "\"x\""),
            ("/api/v1/matches/deep%2Fone/games?count=0", StatusCode::UNPROCESSABLE_ENTITY, "1 to 200"),
            ("/api/v1/matches/deep%2Fone/games?first=0", StatusCode::BAD_REQUEST, "from and count"),
        ] {
            let reply = site.get(path).await;
            assert_eq!(reply.status, status, "{path}: {}", reply.text());
            assert!(reply.message().contains(part), "{path}: {}", reply.text());
        }
        let reply = site.post("/api/v1/matches/deep%2Fone", &json!({})).await;
        assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED);
        assert!(reply.message().contains("GET"), "{}", reply.text());
    });
}

#[test]
fn what_cannot_be_shown_is_told_and_others_are_listed() {
    let (root, folder, site) = site();
    let make = |name: &str, file: &str, text: &str| {
        fs::create_dir_all(root.path().join(name)).expect("made");
        fs::write(root.path().join(name).join(file), text).expect("written");
    };
    make("foreign", "match.toml", "colour = \"red\"");
    make("lonely", "games.jsonl", "{}\n");
    make("club", "tournament.toml", "name = ");
    make("run/league", "results.jsonl", "garbage\n");
    make("elsewhere", "notes.txt", "nothing");
    // A line that was cut off is no damage.
    let log = folder.join("games.jsonl");
    let text = fs::read_to_string(&log).expect("a log");
    fs::write(&log, &text[..text.len() - 5]).expect("written");
    #[cfg(unix)]
    let outside = tempfile::tempdir().expect("a folder");
    #[cfg(unix)]
    {
        play(&outside.path().join("far"));
        std::os::unix::fs::symlink(outside.path().join("far"), root.path().join("link")).expect("a link");
        std::os::unix::fs::symlink(&folder, root.path().join("again")).expect("a link");
    }
    run(async {
        let list = ask(&site, "/api/v1/matches").await;
        let lines: Vec<(&str, &str)> = list["matches"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|line| (line["name"].as_str().expect("a name"), line["problem"].as_str().unwrap_or("")))
            .collect();
        let mut expected = vec![
            ("club", "tournament.toml"),
            ("deep/one", ""),
            ("foreign", "does not tell game"),
            ("lonely", "no match.toml"),
            ("run/league", "results.jsonl, line 1"),
        ];
        if cfg!(unix) {
            expected.insert(3, ("link", "leads out of the folder"));
        }
        assert_eq!(lines.len(), expected.len(), "{lines:?}");
        for ((name, problem), (wanted, part)) in lines.iter().zip(expected) {
            assert!(*name == wanted && problem.contains(part) && !problem.contains('\n'), "{lines:?}");
        }
        assert_eq!(ask(&site, "/api/v1/matches/deep%2Fone").await["summary"]["finished"], 5);
        for name in ["foreign", "club", "run%2Fleague"] {
            let reply = site.get(&format!("/api/v1/matches/{name}")).await;
            assert_eq!(reply.status, StatusCode::CONFLICT, "{}", reply.text());
        }
        if cfg!(unix) {
            let reply = site.get("/api/v1/matches/link").await;
            assert_eq!(reply.status, StatusCode::FORBIDDEN, "{}", reply.text());
        }
    });
}

#[test]
fn nothing_is_written_or_locked() {
    let (root, _, site) = site();
    let look = || -> Vec<(PathBuf, Vec<u8>)> {
        let folder = root.path().join("deep/one");
        let mut files: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .map(|path| (path.clone(), fs::read(path).expect("a file")))
            .collect();
        files.sort();
        files
    };
    let before = look();
    // Its own process has it.
    let lock = damier_files::FolderLock::take(&root.path().join("deep/one")).expect("a folder");
    assert!(lock.is_some());
    run(async {
        for path in ["", "/deep%2Fone", "/deep%2Fone/games", "/deep%2Fone/games/0"] {
            ask(&site, &format!("/api/v1/matches{path}")).await;
        }
    });
    drop(lock);
    assert_eq!(look(), before);
}

#[test]
fn a_match_that_goes_on_is_told() {
    let (_root, folder, site) = site();
    let log = folder.join("games.jsonl");
    let whole = fs::read_to_string(&log).expect("a log");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    fs::write(&log, lines[..3].concat()).expect("written");
    run(async {
        let context = std::sync::Arc::clone(&site.context);
        let writing = tokio::spawn(async move {
            // Until the first state was read.
            while context.matches.with("deep/one", |watched| Ok(watched.games())) != Ok(2) {
                tokio::task::yield_now().await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            fs::write(&log, lines_of(&whole, 5)).expect("written");
            while context.matches.with("deep/one", |watched| Ok(watched.games())) != Ok(4) {
                tokio::task::yield_now().await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
            context.matches.watchers.close();
        });
        let reply = site.send(get("/api/v1/matches/deep%2Fone/live")).await;
        writing.await.expect("it ends");
        let told: Vec<u64> = reply
            .events()
            .iter()
            .map(|(name, data)| {
                assert_eq!(name, "match");
                data["summary"]["finished"].as_u64().expect("a number")
            })
            .collect();
        assert_eq!(told, [2, 4]);
    });
}

/// The first lines of a text.
fn lines_of(text: &str, count: usize) -> String {
    text.split_inclusive('\n').take(count).collect()
}

#[test]
fn a_server_without_a_folder_says_so() {
    let site = Site::new(settings());
    run(async {
        let list = ask(&site, "/api/v1/matches").await;
        assert_eq!((&list["folder"], &list["matches"]), (&Value::Null, &json!([])));
        assert_eq!(ask(&site, "/api/v1/about").await["matches"], false);
        assert_eq!(site.get("/api/v1/matches/one").await.status, StatusCode::NOT_FOUND);
    });
}
