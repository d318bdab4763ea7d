use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use damier_train::run::{Measured, RunState};

use super::{
    nets,
    program::{Run, damier, damier_reading, damier_with_small_files},
    tiny::{self, TINY},
};

/// A folder with a configuration, and the directory of its run.
struct Place {
    folder: tempfile::TempDir,
    config: String,
    run: String,
}

impl Place {
    fn new(config: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
        let place = Self { config: path("tiny.toml"), run: path("run"), folder };
        place.configure(config);
        place
    }

    fn configure(&self, config: &str) {
        fs::write(&self.config, config).expect("written");
    }

    fn start(&self) -> Run {
        damier(&["run", &self.config, "--dir", &self.run])
    }

    /// The files of the run below `folder` with their content.
    fn files(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        tiny::files(&Path::new(&self.run).join(folder))
    }
}

#[test]
fn a_run_ends_with_a_net_that_plays() {
    let place = Place::new(TINY);
    let text = place.start().success();
    let net = format!("{}/nets/final.dmn", place.run);
    assert!(text.contains(&net) && text.contains("damier play --net"), "{text}");
    assert!(text.contains("random"), "the strength is shown: {text}");

    let text = damier(&["inspect", &place.run, "--validate"]).success();
    assert!(text.contains("2 of 2 finished") && text.contains("all 16 games follow the rules"), "{text}");
    assert!(text.contains("final.dmn") && text.contains("random"), "{text}");
    damier(&["inspect", &net]).success();
    let text = damier_reading(&["play", "--net", &net, "--nodes", "20"], "c3-d4\nquit\n").success();
    assert!(text.contains("Black plays "), "{text}");
    assert!(!place.files("tensorboard/run").is_empty());

    let league = ["league", &place.run, "--games", "2", "--nodes", "8", "--ply-cap", "60"];
    let text = damier(&league).success();
    assert!(text.contains("generation 2") && text.contains("index.html"), "{text}");
    assert_eq!(damier(&league).success(), text, "nothing was left to play");
    for name in ["elo-by-generation.svg", "elo-by-simulations.svg", "elo-by-hours.svg", "index.html"] {
        assert!(place.files("league").contains_key(Path::new(name)), "{name}");
    }
    assert!(!place.files("tensorboard/league").is_empty());
    assert!(damier(&["league", &net]).failure(1).contains("no run"));

    let before = (place.files("nets"), place.files("games"));
    place.start().success();
    assert_eq!((place.files("nets"), place.files("games")), before, "a finished run changes nothing");
}

#[test]
fn the_same_seed_gives_the_same_games_and_nets() {
    let (one, other) = (Place::new(TINY), Place::new(TINY));
    one.start().success();
    other.start().success();
    assert_eq!(one.files("games"), other.files("games"));
    assert_eq!(one.files("nets"), other.files("nets"));
}

/// The same run, whose games are played by alpha-beta search.
fn by_alpha_beta() -> String {
    let search = "games = 8\nsearch = \"alpha-beta\"\nguide = 0.5";
    TINY.replace("games = 8", search).replace("simulations = 4", "simulations = 40")
}

#[test]
fn a_run_by_alpha_beta_search_is_the_same_again() {
    let (one, other) = (Place::new(&by_alpha_beta()), Place::new(&by_alpha_beta()));
    one.start().success();
    other.start().success();
    assert_eq!(one.files("nets"), other.files("nets"));
    let text = damier(&["inspect", &one.run, "--validate"]).success();
    assert!(text.contains("all 16 games follow the rules"), "{text}");
}

#[test]
fn impossible_configurations_are_refused_and_nothing_is_made() {
    let changed = |from: &str, to: &str| TINY.replace(from, to);
    for (config, part) in [
        (changed("steps = 6", "steps = 6\nspeed = 1"), "speed"),
        (changed("steps = 6", "steps = \"six\""), "line 4"),
        (changed("steps = 6", "steps = 0"), "steps"),
        (changed("generations = 2", "generations = 0"), "generations"),
        (changed("games = 8", "games = 0"), "games"),
        (changed("width = 32", "width = 33"), "32"),
        (changed("batch_size = 16", "batch_size = 0"), "batch_size"),
        (changed("\"russian\"", "\"rusian\""), "rusian"),
        (changed("[\"random\"]", "[\"human\"]"), "human"),
        (changed("[net]", "[net"), "line"),
        (by_alpha_beta().replace("\"russian\"", "\"chinese-checkers:players=3\""), "two players"),
        (changed("games = 8", "games = 8\nsearch = \"beta\""), "alpha-beta"),
        (String::new(), "game"),
    ] {
        let place = Place::new(&config);
        let error = place.start().failure(1);
        assert!(error.contains(part), "{part}: {error}");
        assert!(!Path::new(&place.run).exists(), "{part}: the run was begun");
    }
    let place = Place::new(TINY);
    assert!(damier(&["run", "/nowhere.toml"]).failure(1).contains("/nowhere.toml"));
    damier(&["run"]).failure(2);
    drop(place);
}

#[test]
fn a_directory_of_something_else_is_left_alone() {
    let place = Place::new(TINY);
    fs::create_dir(&place.run).expect("made");
    let note = Path::new(&place.run).join("note.txt");
    fs::write(&note, "mine").expect("written");
    let error = place.start().failure(1);
    assert!(error.contains("note.txt"), "{error}");
    assert_eq!(fs::read_dir(&place.run).expect("listed").count(), 1);
    drop(place.folder);
}

#[test]
fn another_game_or_configuration_does_not_go_on_with_a_run() {
    let place = Place::new(TINY);
    place.start().success();
    let before = (place.files("nets"), place.files("games"));
    for (from, to, part) in [
        ("\"russian\"", "\"english\"", "english"),
        ("batch_size = 16", "batch_size = 32", "batch_size"),
        ("width = 32", "width = 64", "width"),
    ] {
        place.configure(&TINY.replace(from, to));
        let error = place.start().failure(1);
        assert!(error.contains(part) && error.contains(&place.run), "{error}");
    }
    assert_eq!((place.files("nets"), place.files("games")), before);
}

#[test]
fn damaged_files_of_a_run_are_refused() {
    let place = Place::new(TINY);
    place.start().success();
    let run = Path::new(&place.run);
    let net = run.join("nets/gen-0002.dmn");
    let state = run.join("state.json");
    fs::write(&net, nets::flipped(fs::read(&net).expect("read"))).expect("written");
    assert!(damier(&["inspect", net.to_str().expect("UTF-8")]).failure(1).contains("gen-0002.dmn"));
    fs::write(&state, "{").expect("written");
    assert!(damier(&["inspect", &place.run]).failure(1).contains("state.json"));
    assert!(place.start().failure(1).contains("state.json"));
}

/// Starts the run where no file can grow beyond `bytes`, which has to fail at `file`, and then goes on with it.
#[cfg(target_os = "linux")]
fn goes_on_after_a_full_disk(place: &Place, bytes: u64, file: &str) {
    let error = damier_with_small_files(&["run", &place.config, "--dir", &place.run], bytes).failure(1);
    assert!(error.contains(file) && error.contains("free space"), "{file}: {error}");
    place.start().success();
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_stops_a_run_and_costs_nothing() {
    let straight = Place::new(TINY);
    straight.start().success();
    let size = |file: &str| fs::metadata(Path::new(&straight.run).join(file)).expect("a file").len();
    let (config, net) = (size("config.toml"), size("nets/gen-0000.dmn"));
    let checkpoint = size("checkpoints/latest.dmc");
    assert!(config < net && net < checkpoint);
    for (bytes, file) in [
        (100, "config.toml"),
        (config + 20, "gen-0000.dmn"),
        (net - 1, "gen-0000.dmn"),
        (checkpoint - 1, "latest.dmc"),
    ] {
        let place = Place::new(TINY);
        goes_on_after_a_full_disk(&place, bytes, file);
        assert_eq!(place.files("games"), straight.files("games"), "{file}");
        assert_eq!(place.files("nets"), straight.files("nets"), "{file}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_the_old_state_of_a_run() {
    let place = Place::new(TINY);
    place.start().success();
    let before = (place.files("nets"), place.files("games"));
    let path = Path::new(&place.run).join("state.json");
    let mut state = RunState::read(&path).expect("a state");
    // As if the last thing that the run did had not been done, with a state larger than any other file.
    state.generations.truncate(1);
    let measured = Measured { opponent: "random".into(), games: [2, 0, 0], score: 1.0, elo: [None; 3] };
    state.generations[0].measured = vec![measured; 10_000];
    state.write(&path).expect("written");
    let state = fs::read(&path).expect("read");
    let arguments = ["run", &place.config, "--dir", &place.run];
    let error = damier_with_small_files(&arguments, state.len() as u64 - 1).failure(1);
    assert!(error.contains("state.json") && error.contains("free space"), "{error}");
    assert!(fs::read(&path).expect("read") == state, "the old state stays");
    place.start().success();
    assert_eq!(RunState::read(&path).expect("a state").generations.len(), 2);
    assert_eq!((place.files("nets"), place.files("games")), before);
}

#[test]
fn a_run_whose_state_is_lost_derives_it_again() {
    let place = Place::new(TINY);
    place.start().success();
    let before = (place.files("nets"), place.files("games"));
    let path = Path::new(&place.run).join("state.json");
    fs::remove_file(&path).expect("removed");
    place.start().success();
    assert_eq!(RunState::read(&path).expect("a state").generations.len(), 2);
    assert_eq!((place.files("nets"), place.files("games")), before);
}

/// Paths are no texts of competitors: a run measures its nets wherever it is.
#[cfg(unix)]
#[test]
fn a_run_is_measured_in_a_folder_of_any_name() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let measured = TINY
        .replace("every = 0", "every = 1")
        .replace("opponents = [", "previous_net = \"play\"\nopponents = [");
    for name in [OsStr::new("a,b=c"), OsStr::from_bytes(b"not-\xff-utf8")] {
        let place = Place::new(&measured);
        let run = place.folder.path().join(name);
        let arguments = ["run".as_ref(), place.config.as_ref(), "--dir".as_ref(), run.as_os_str()];
        damier(&arguments).success();
        let state = RunState::read(&run.join("state.json")).expect("a state");
        let opponents = state.generations.iter().map(|generation| generation.measured.len());
        assert!(opponents.eq([2, 2]), "{:?}", state.generations);
    }
}
