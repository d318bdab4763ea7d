//! A run that is killed again and again ends with the same bytes as one that is not.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use damier_records::{ChunkName, generation::read_generation, reader::read_header};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const GENERATIONS: u32 = 3;
const GAMES: u64 = 24;
const KILLS: usize = 20;
/// The longest life of a killed process; a whole run takes a few of them.
const LONGEST_LIFE_MS: u64 = 150;

const CONFIG: &str = r#"
game = "russian"
generations = 3
steps = 30

[net]
width = 32
hidden = 16
policy = 16
value_hidden = 16

[selfplay]
games = 24
games_per_chunk = 4
simulations = 8

[train]
batch_size = 64
held_out_share = 0.1

[measure]
games = 0
final_games = 0
"#;

fn start(config: &Path, directory: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["run", "--dir"])
        .args([directory, config])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn finish(config: &Path, directory: &Path) {
    let output = start(config, directory).wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn net(directory: &Path, name: &str) -> Vec<u8> {
    fs::read(directory.join("nets").join(name)).expect("a net")
}

#[test]
fn a_run_killed_at_twenty_instants_loses_and_doubles_nothing() {
    check_killed(CONFIG, ["gen-0000.dmn", "gen-0001.dmn", "gen-0002.dmn"]);
}

#[test]
fn so_does_one_whose_games_run_ahead_of_the_training() {
    check_killed(&lagging(), ["gen-0000.dmn", "gen-0000.dmn", "gen-0001.dmn"]);
}

fn lagging() -> String {
    CONFIG.replace("steps = 30", "steps = 30\nlag = 1")
}

/// Compares a run that is not killed with one that is, and the nets that play its generations with `players`.
fn check_killed(text: &str, players: [&str; GENERATIONS as usize]) {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("tiny.toml");
    fs::write(&config, text).expect("written");
    let (straight, killed) = (folder.path().join("straight"), folder.path().join("killed"));
    finish(&config, &straight);

    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..KILLS {
        let mut child = start(&config, &killed);
        thread::sleep(Duration::from_millis(random.random_range(1..LONGEST_LIFE_MS)));
        // A process that has ended already cannot be killed, which is as good.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    finish(&config, &killed);

    for (generation, player) in (0..).zip(players) {
        let chunk = ChunkName { generation, chunk: 0 }.path(&straight.join("games"));
        assert_eq!(read_header(&chunk).expect("a header").net, player);
        let read = |directory: &Path| read_generation(&directory.join("games"), generation).expect("records");
        let records = read(&killed);
        let indices: Vec<u64> = records.iter().map(|record| record.index).collect();
        assert_eq!(indices, (0..GAMES).collect::<Vec<_>>(), "generation {generation}");
        assert_eq!(records, read(&straight), "generation {generation}");
        let name = format!("gen-{generation:04}.dmn");
        assert_eq!(net(&killed, &name), net(&straight, &name), "{name}");
    }
    assert_eq!(net(&killed, "final.dmn"), net(&straight, "final.dmn"));
}

#[test]
fn a_directory_of_another_run_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("tiny.toml");
    let directory = folder.path().join("run");
    fs::write(&config, CONFIG).expect("written");
    finish(&config, &directory);
    let before = net(&directory, "final.dmn");

    for (from, to, says) in [
        ("\"russian\"", "\"brazilian\"", "is a run of russian, not of brazilian"),
        ("steps = 30", "steps = 31", "another configuration"),
        ("steps = 30", "steps = 30\nlag = 1", "was `lag = 0`, is `lag = 1`"),
        ("steps = 30", "steps = 30\nlag = 2", "lag: must be 0 or 1"),
        ("steps = 30", "stepz = 30", "stepz"),
        ("width = 32", "width = 33", "width"),
        ("simulations = 8", "simulations = 0", "simulations"),
        ("batch_size = 64", "batch_size = \"64\"", "line 18, column 14: invalid type"),
    ] {
        fs::write(&config, CONFIG.replace(from, to)).expect("written");
        let output = start(&config, &directory).wait_with_output().expect("it ends");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{to}: {error}");
        assert!(error.contains(says), "{to}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{to}: {error}");
    }
    assert_eq!(net(&directory, "final.dmn"), before);
}
