//! A game is a folder, a registry line and a configuration: no other code names one.

use std::{
    fs,
    path::{Path, PathBuf},
};

use damier_rules::registry;

/// Code that may name no game.
const FOLDERS: [&str; 14] = [
    "src",
    "engine/src",
    "endgames/src",
    "protocol/src",
    "selfplay/src",
    "train/src",
    "arena/src",
    "export/src",
    "nets/src",
    "page/src",
    "capi/src",
    "python/src",
    "rules/src",
    "rules/src/conformance",
];
/// Where games are at home.
const HOMES: [&str; 2] = ["rules/src/games", "rules/src/registry.rs"];
/// A game's name that is also a word of programming: code that has it names no game.
const AMBIGUOUS: &str = "pool";

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if HOMES.iter().any(|home| path.ends_with(home)) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The lines that are neither tests nor comments nor examples of commands in a help text.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().expect("some text");
    before_tests.lines().enumerate().filter(|(_, line)| {
        let line = line.trim_start();
        !["//", "damier ", "tensorboard "].iter().any(|start| line.starts_with(start))
    })
}

/// The words by which code could name a game: the games' names and the modules they live in.
fn names() -> Vec<String> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/src/games");
    let modules = fs::read_dir(games).expect("the games").map(|entry| {
        let path = entry.expect("an entry").path();
        path.file_stem().expect("a name").to_string_lossy().into_owned()
    });
    let modules = modules.filter(|module| module != "mod");
    let games = registry::NAMES.iter().filter(|name| **name != AMBIGUOUS);
    modules.chain(games.map(|name| (*name).to_owned())).collect()
}

#[test]
fn no_game_is_named_outside_its_folder_and_the_registry() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&root.join(folder), &mut files));
    files.sort();
    files.dedup();
    let is_test = |path: &PathBuf| {
        let below = path.strip_prefix(root).expect("a file of this workspace").with_extension("");
        below.components().any(|part| part.as_os_str().to_string_lossy().ends_with("tests"))
    };
    files.retain(|path| !is_test(path));
    assert!(files.len() > 100, "{} files", files.len());
    let names = names();
    let mut found = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("UTF-8");
        for (number, line) in code(&text) {
            let mut words = line.split(|letter: char| !(letter.is_alphanumeric() || "_-".contains(letter)));
            if let Some(word) = words.find(|word| names.iter().any(|name| name == word)) {
                found.push(format!("{}:{}: {word}", path.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "games are named here:\n{}", found.join("\n"));
}
