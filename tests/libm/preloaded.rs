//! With another C library in the place of the system's everything comes out the same.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::foreign::{ANNOUNCEMENT, foreign_library};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");
const GAMES: [&str; 5] = ["russian", "international", "chess", "gomoku-freestyle", "chinese-checkers"];

/// Few simulations, so that 1,000 games take seconds.
fn self_play(game: &str) -> String {
    config(game, 200, "batch_size = 16\nwindow_min = 100")
}

fn config(game: &str, games: u32, train: &str) -> String {
    format!(
        r#"
game = "{game}"
generations = 2
steps = 6
threads = 1

[net]
width = 32
hidden = 16
policy = 16
value_hidden = 16

[selfplay]
games = {games}
games_per_chunk = 100
simulations = 2
considered = 2
ply_cap = 60

[train]
{train}

[measure]
opponents = []
every = 0
"#
    )
}

/// Starts the command, alone or with a library preloaded, waits for it, and returns all files that it wrote.
fn files_of(arguments: &[&str], out: &Path, library: Option<&Path>) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).arg(out).env("DAMIER_NETS", "/nowhere").stdout(Stdio::null());
    if let Some(library) = library {
        command.env("LD_PRELOAD", library);
    }
    let output = command.output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors.contains(ANNOUNCEMENT), library.is_some(), "{errors}");
    let mut files = BTreeMap::new();
    collect(out, out, &mut files);
    files
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            files.insert(path.strip_prefix(root).expect("below").to_owned(), fs::read(&path).expect("read"));
        }
    }
}

/// Compares what a command writes with and without the foreign library, in files with one of the `endings`.
fn compare(folder: &Path, library: &Path, name: &str, arguments: &[&str], endings: &[&str]) {
    let [system, foreign] = [None, Some(library)].map(|library| {
        let out = folder.join(format!("{name}-{}", library.is_some()));
        let mut files = files_of(arguments, &out, library);
        let ending = |path: &Path| path.extension().and_then(|ending| ending.to_str().map(str::to_owned));
        files.retain(|path, _| ending(path).is_some_and(|ending| endings.contains(&&*ending)));
        files
    });
    assert!(!system.is_empty());
    assert!(system.keys().eq(foreign.keys()));
    for (path, content) in &system {
        assert!(foreign[path] == *content, "{name}: {} differs", path.display());
    }
}

#[test]
#[allow(clippy::print_stdout, reason = "says that it was skipped")]
fn games_and_nets_are_the_same_with_a_foreign_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let Some(library) = foreign_library(folder) else {
        println!("skipped: there is no C compiler (cc)");
        return;
    };
    let write = |name: &str, text: String| {
        let path = folder.join(format!("{name}.toml"));
        fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    for game in GAMES {
        let config = write(game, self_play(game));
        compare(folder, &library, game, &["selfplay", &config, "--out"], &["dmr"]);
    }
    let averaged = "batch_size = 16\nwindow_min = 100\nwarm_up_steps = 2\naverage_decay = 0.9";
    let config = write("run", config("russian", 16, averaged));
    compare(folder, &library, "run", &["run", &config, "--dir"], &["dmr", "dmn"]);
}
