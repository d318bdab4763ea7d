//! The runs of a folder: their figures, their games, and what is refused.

use std::{
    collections::BTreeMap,
    fs,
    future::poll_fn,
    path::{Path, PathBuf},
    pin::Pin,
    sync::OnceLock,
    time::SystemTime,
};

use axum::http::StatusCode;
use damier_files::FolderLock;
use damier_records::generation::read_generation;
use damier_train::run::RunState;
use futures_core::Stream as _;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower_service::Service as _;

use super::{
    Site, get, run, settings,
    training::{GAMES, GENERATIONS, train},
};
use crate::Settings;

/// A folder with the run `tiny`, which is trained once for all tests.
fn runs() -> TempDir {
    static TRAINED: OnceLock<TempDir> = OnceLock::new();
    let trained = TRAINED.get_or_init(|| {
        let folder = TempDir::new().expect("a folder");
        train(folder.path(), &mut || {});
        folder
    });
    let folder = TempDir::new().expect("a folder");
    copy(trained.path(), &folder.path().join("tiny"));
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("a copy")),
        }
    }
}

fn site(folder: &Path) -> Site {
    Site::new(Settings { runs: Some(folder.to_owned()), ..settings() })
}

impl Site {
    /// What is read where nothing may be wrong.
    async fn read(&self, path: &str) -> Value {
        let reply = self.get(path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text());
        reply.json()
    }
}

#[test]
fn a_run_is_listed_and_told_with_its_figures() {
    let folder = runs();
    let site = site(folder.path());
    run(async {
        let list = site.read("/api/v1/runs").await;
        assert_eq!((list["exists"].clone(), list["runs"].as_array().map(Vec::len)), (json!(true), Some(1)));
        let line = &list["runs"][0];
        assert_eq!(
            (&line["name"], &line["game"], &line["state"]),
            (&json!("tiny"), &json!("russian"), &json!("finished"))
        );
        assert_eq!((&line["finished"], &line["generations"]), (&json!(GENERATIONS), &json!(GENERATIONS)));
        assert_eq!(line["strength"]["elo"], json!([120.0, 40.0, null]));

        let view = site.read("/api/v1/runs/tiny").await;
        assert_eq!((&view["problem"], &view["now"]["underway"]), (&Value::Null, &Value::Null));
        let figures = &view["run"];
        assert!(figures["config"].as_str().is_some_and(|text| text.contains("simulations = 8")), "{view}");
        let finished = figures["finished"].as_array().expect("generations");
        assert_eq!(finished.len(), GENERATIONS as usize);
        let mut before = 0.0;
        for (index, generation) in finished.iter().enumerate() {
            assert_eq!(generation["generation"], json!(index + 1));
            assert_eq!(generation["games"], json!(GAMES));
            let minutes = generation["core_minutes"].as_f64().expect("this version tells it");
            assert!(minutes > before, "computing only grows: {generation}");
            before = minutes;
            assert!(generation["games_per_second"].as_f64().is_some_and(|speed| speed > 0.0));
            let bins = generation["calibration"].as_array().expect("bins");
            let counts: u64 = bins.iter().map(|bin| bin["count"].as_u64().expect("a count")).sum();
            assert!(bins.len() == 10 && counts > 0, "{generation}");
            assert!(
                generation["calibration_error"].as_f64().is_some_and(|error| (0.0..=1.0).contains(&error))
            );
            assert_eq!(generation["measured"][0]["games"], json!([8, 3, 1]));
        }
    });
}

#[test]
fn games_are_paged_and_told_with_what_the_search_thought() {
    let folder = runs();
    let site = site(folder.path());
    let records = read_generation(&folder.path().join("tiny/games"), 1).expect("records");
    run(async {
        let mut places = Vec::new();
        for from in [0, 5, 10] {
            let list = site.read(&format!("/api/v1/runs/tiny/games/2?from={from}&count=5")).await;
            assert_eq!((&list["all"], &list["from"]), (&json!(GAMES), &json!(from)));
            for line in list["games"].as_array().expect("games") {
                let record = &records[places.len()];
                assert_eq!(
                    (&line["index"], &line["moves"]),
                    (&json!(record.index), &json!(record.plies.len()))
                );
                places.push(line["place"].as_u64().expect("a place"));
            }
        }
        assert_eq!(places, (0..GAMES).collect::<Vec<_>>());

        let mut searched = 0;
        for place in [0, 7, GAMES - 1] {
            let game = site.read(&format!("/api/v1/runs/tiny/games/2/{place}")).await;
            let record = &records[place as usize];
            let asked = json!({"game": game["game"], "start": game["start"], "moves": game["moves"]});
            let last = site.ask("/api/v1/position", &asked).await;
            assert_eq!(
                last["played"].as_array().map(Vec::len),
                Some(record.plies.len()),
                "every move is legal"
            );
            let thoughts = game["thoughts"].as_array().expect("thoughts");
            for (ply, thought) in record.plies.iter().zip(thoughts) {
                let sum = |values: &Value| -> f64 {
                    values
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|value| value.as_f64().expect("a number"))
                        .sum()
                };
                assert_eq!(thought["simulations"], json!(ply.kind.simulations()));
                assert_eq!(thought["value"].is_null(), ply.kind.value().is_none());
                if ply.kind.value().is_some() {
                    assert!((sum(&thought["value"]) - 1.0).abs() < 1e-3, "{thought}");
                }
                let policy = thought["policy"].as_array().expect("a policy");
                let shares: Vec<f64> =
                    policy.iter().map(|move_| move_["prior"].as_f64().expect("a share")).collect();
                assert_eq!(shares.is_empty(), ply.kind.policy().is_none());
                if !shares.is_empty() {
                    searched += 1;
                    assert!(
                        (shares.iter().sum::<f64>() - 1.0).abs() < 1e-3 && shares.is_sorted_by(|a, b| a >= b)
                    );
                }
            }
        }
        assert!(searched > 0, "some moves were searched");
    });
}

#[test]
fn what_is_out_of_range_is_refused_with_the_place() {
    let folder = runs();
    let site = site(folder.path());
    run(async {
        for (path, status, at, part) in [
            ("none", StatusCode::NOT_FOUND, json!("run"), "no run of that name"),
            (
                "tiny/games/0",
                StatusCode::NOT_FOUND,
                json!("generation"),
                "generation 0 has no finished chunk",
            ),
            ("tiny/games/3", StatusCode::NOT_FOUND, json!("generation"), "generation 3"),
            ("tiny/games/x", StatusCode::UNPROCESSABLE_ENTITY, json!("generation"), "invalid digit"),
            ("tiny/games/-1", StatusCode::UNPROCESSABLE_ENTITY, json!("generation"), "invalid digit"),
            ("tiny/games/1?count=0", StatusCode::UNPROCESSABLE_ENTITY, json!("count"), "1 to 200"),
            ("tiny/games/1?count=201", StatusCode::UNPROCESSABLE_ENTITY, json!("count"), "1 to 200"),
            ("tiny/games/1?from=x", StatusCode::UNPROCESSABLE_ENTITY, json!("from"), "invalid digit"),
            ("tiny/games/1?form=1", StatusCode::BAD_REQUEST, Value::Null, "from and count"),
            ("tiny/games/1/12", StatusCode::NOT_FOUND, json!("place"), "has 12 games"),
            ("tiny/games/1/18446744073709551615", StatusCode::NOT_FOUND, json!("place"), "has 12 games"),
            (
                "tiny/games/1/18446744073709551616",
                StatusCode::UNPROCESSABLE_ENTITY,
                json!("place"),
                "too large",
            ),
        ] {
            let reply = site.get(&format!("/api/v1/runs/{path}")).await;
            assert_eq!((reply.status, reply.at()), (status, at), "{path}: {}", reply.text());
            assert!(
                reply.message().contains(part) && !reply.message().contains('\n'),
                "{path}: {}",
                reply.text()
            );
        }
        let beyond = site.read("/api/v1/runs/tiny/games/1?from=18446744073709551615").await;
        assert_eq!(beyond["games"], json!([]));
    });
}

#[test]
fn names_never_leave_the_folder() {
    let outside = runs();
    let folder = runs();
    fs::create_dir(folder.path().join("inner")).expect("a folder");
    let site = site(&folder.path().join("inner"));
    let absolute = folder.path().join("tiny").display().to_string().replace('/', "%2F");
    run(async {
        for name in [
            "..",
            "%2e%2e",
            ".",
            "..%2Ftiny",
            "%2E%2E%5Ctiny",
            &absolute,
            "inner%2F..%2F..%2Ftiny",
            "%00",
            "%ff",
        ] {
            for rest in ["", "/games/1", "/games/1/0", "/live"] {
                let reply = site.get(&format!("/api/v1/runs/{name}{rest}")).await;
                let refused = [StatusCode::NOT_FOUND, StatusCode::BAD_REQUEST];
                assert!(refused.contains(&reply.status), "{name}{rest}: {}", reply.text());
                assert!(!reply.text().contains("russian"), "{name}{rest}");
            }
        }
    });
    drop(outside);
}

#[cfg(unix)]
#[test]
fn symbolic_links_that_leave_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;

    let outside = runs();
    let folder = runs();
    let link = |from: PathBuf, to: &str| symlink(from, folder.path().join(to)).expect("a link");
    link(outside.path().join("tiny"), "linked");
    copy(&outside.path().join("tiny"), &folder.path().join("games-linked"));
    copy(&outside.path().join("tiny"), &folder.path().join("state-linked"));
    fs::remove_dir_all(folder.path().join("games-linked/games")).expect("removed");
    fs::remove_file(folder.path().join("state-linked/state.json")).expect("removed");
    link(outside.path().join("tiny/games"), "games-linked/games");
    link(outside.path().join("tiny/state.json"), "state-linked/state.json");
    let chunk = "games/gen-0000-chunk-0000.dmr";
    fs::remove_file(folder.path().join("tiny").join(chunk)).expect("removed");
    link(outside.path().join("tiny").join(chunk), &format!("tiny/{chunk}"));
    let site = site(folder.path());
    run(async {
        let list = site.read("/api/v1/runs").await;
        for line in list["runs"].as_array().expect("runs") {
            let leads_out =
                line["problem"].as_str().is_some_and(|text| text.contains("leads out of the folder"));
            assert_eq!(leads_out, line["name"] != "tiny", "{line}");
        }
        for path in ["linked", "linked/games/1/0", "tiny/games/1", "tiny/games/1/0"] {
            let reply = site.get(&format!("/api/v1/runs/{path}")).await;
            assert_eq!(reply.status, StatusCode::FORBIDDEN, "{path}: {}", reply.text());
        }
        for path in ["games-linked/games/1/0", "state-linked/games/1/0"] {
            let reply = site.get(&format!("/api/v1/runs/{path}")).await;
            assert_eq!(reply.status, StatusCode::CONFLICT, "{path}: {}", reply.text());
        }
    });
}

#[test]
fn folders_that_are_broken_are_told_and_the_others_listed() {
    let folder = runs();
    let path = |name: &str| folder.path().join(name);
    let broken = |name: &str, file: &str, text: &[u8]| {
        copy(&path("tiny"), &path(name));
        fs::write(path(name).join(file), text).expect("written");
    };
    let state = fs::read(path("tiny/state.json")).expect("a state");
    broken("torn", "state.json", &state[..state.len() / 2]);
    broken("newer", "run.json", br#"{"layout":2,"program":"9.9.9","game":"russian"}"#);
    broken("unknown-key", "config.toml", b"game = \"russian\"\nmagic = 1\n");
    broken("binary", "config.toml", &[0xff; 64]);
    fs::create_dir(path("nothing")).expect("a folder");
    fs::create_dir(path("begun")).expect("a folder");
    fs::write(path("begun/run.json"), br#"{"layout":1,"program":"0.1.0","game":"russian"}"#)
        .expect("written");
    fs::write(path("a-file"), "text").expect("written");
    let site = site(folder.path());
    run(async {
        let list = site.read("/api/v1/runs").await;
        assert_eq!(list["others"], json!(["nothing"]));
        let expected = BTreeMap::from([
            ("begun", "config.toml"),
            ("binary", "config.toml"),
            ("newer", "layout 2"),
            ("torn", "not a state file"),
            ("unknown-key", "magic"),
        ]);
        let found = list["runs"].as_array().expect("runs");
        assert_eq!(found.len(), expected.len() + 1, "{list}");
        for line in found {
            let name = line["name"].as_str().expect("a name");
            let Some(part) = expected.get(name) else {
                assert_eq!((name, &line["problem"]), ("tiny", &Value::Null));
                continue;
            };
            let problem = line["problem"].as_str().expect("a problem");
            assert!(line["state"] == "unreadable" && problem.contains(part), "{line}");
            assert!(!problem.contains('\n'), "{line}");
            let view = site.read(&format!("/api/v1/runs/{name}")).await;
            assert_eq!((&view["run"], view["problem"].as_str()), (&Value::Null, Some(problem)));
        }
    });
}

#[test]
fn a_folder_that_is_missing_is_an_empty_list() {
    let folder = TempDir::new().expect("a folder");
    run(async {
        let list = site(&folder.path().join("runs")).read("/api/v1/runs").await;
        assert_eq!((&list["exists"], &list["runs"]), (&json!(false), &json!([])));
        assert!(list["folder"].as_str().is_some_and(|path| path.ends_with("runs")));
        let none = Site::new(settings()).read("/api/v1/runs").await;
        assert_eq!((&none["folder"], &none["runs"]), (&Value::Null, &json!([])));
    });
}

#[test]
fn a_damaged_chunk_is_told_and_the_games_of_the_others_are_shown() {
    let folder = runs();
    let chunk = folder.path().join("tiny/games/gen-0000-chunk-0001.dmr");
    let bytes = fs::read(&chunk).expect("a chunk");
    fs::write(&chunk, &bytes[..bytes.len() - 30]).expect("written");
    let site = site(folder.path());
    run(async {
        let list = site.read("/api/v1/runs/tiny/games/1").await;
        assert_eq!(list["all"], json!(GAMES - 5));
        let problems = list["problems"].as_array().expect("problems");
        assert!(
            problems.len() == 1 && problems[0].as_str().is_some_and(|text| text.contains("trailer")),
            "{list}"
        );
        assert_eq!(site.read("/api/v1/runs/tiny/games/1/5").await["index"], json!(10));
    });
}

/// Everything in a folder, with its times.
fn everything(folder: &Path, found: &mut BTreeMap<PathBuf, (SystemTime, Vec<u8>)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            everything(&path, found);
        }
        let changed = fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
        let content = if path.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
        found.insert(path, (changed, content));
    }
}

#[test]
fn nothing_is_written_and_the_lock_is_not_taken() {
    let folder = runs();
    let root = folder.path().join("tiny");
    let held = FolderLock::take(&root).expect("possible").expect("free");
    let mut before = BTreeMap::new();
    everything(folder.path(), &mut before);
    let site = site(folder.path());
    run(async {
        for path in ["", "/tiny", "/tiny/games/1", "/tiny/games/2/3"] {
            site.read(&format!("/api/v1/runs{path}")).await;
        }
        if FolderLock::is_held(&root).is_some() {
            assert_eq!(site.read("/api/v1/runs/tiny").await["now"]["state"], json!("running"));
        }
    });
    let mut after = BTreeMap::new();
    everything(folder.path(), &mut after);
    assert!(before == after, "something was written");
    drop(held);
    assert!(FolderLock::take(&root).expect("possible").is_some());
}

#[test]
fn a_run_that_goes_on_is_told_as_it_does() {
    let folder = runs();
    let root = folder.path().join("tiny");
    let state_path = root.join("state.json");
    let whole = RunState::read(&state_path).expect("a state");
    let mut half = whole.clone();
    half.generations.truncate(1);
    half.write(&state_path).expect("written");
    // Without a chunk the games of the second generation are not finished.
    let chunk = root.join("games/gen-0001-chunk-0002.dmr");
    let games = fs::read(&chunk).expect("a chunk");
    fs::remove_file(&chunk).expect("removed");
    let site = site(folder.path());
    run(async {
        let live = site.router.clone().call(get("/api/v1/runs/tiny/live")).await.expect("an answer");
        let mut stream = live.into_body().into_data_stream();
        let mut pending = String::new();
        let mut next = async || {
            loop {
                if let Some((event, rest)) = pending.split_once("\n\n") {
                    let (name, data) = event.split_once("\ndata: ").unwrap_or_default();
                    let read = (name.to_owned(), serde_json::from_str::<Value>(data).unwrap_or_default());
                    pending = rest.to_owned();
                    if !read.0.is_empty() {
                        return read;
                    }
                    continue;
                }
                let part = poll_fn(|context| Pin::new(&mut stream).poll_next(context)).await;
                pending += std::str::from_utf8(&part.expect("it goes on").expect("bytes")).expect("a text");
            }
        };
        let (name, view) = next().await;
        assert_eq!(
            (name.as_str(), view["run"]["finished"].as_array().map(Vec::len)),
            ("event: run", Some(1))
        );
        let underway = &view["now"]["underway"];
        assert_eq!((&underway["generation"], &underway["stage"]), (&json!(2), &json!("games")));
        assert_eq!((&underway["games"], &underway["all_games"]), (&json!(10), &json!(GAMES)));
        assert!(view["now"]["seconds_left"].as_f64().is_some_and(|seconds| seconds > 0.0), "{view}");

        fs::write(&chunk, &games).expect("written");
        let (name, now) = next().await;
        assert_eq!((name.as_str(), &now["underway"]["games"]), ("event: now", &json!(GAMES)));
        assert_eq!(now["underway"]["stage"], json!("matches"), "its net is there");

        whole.write(&state_path).expect("written");
        let (name, view) = next().await;
        assert_eq!(
            (name.as_str(), view["run"]["finished"].as_array().map(Vec::len)),
            ("event: run", Some(2))
        );
        assert_eq!(view["now"]["underway"], Value::Null);

        fs::remove_dir_all(&root).expect("removed");
        let (name, view) = loop {
            let (name, data) = next().await;
            // The files go one by one.
            if data["run"].is_null() && data["problem"].as_str().is_some_and(|text| text.contains("is gone"))
            {
                break (name, data);
            }
        };
        assert_eq!((name.as_str(), &view["now"]["state"]), ("event: run", &json!("unreadable")));
    });
}
