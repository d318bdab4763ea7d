//! Small files with what people and programs write, one trait each (`rules/tests/corpus`).

use std::{collections::BTreeSet, fs, path::Path};

use super::{Form, GameText, decode, form_of, identity_of, read, write_form};
use crate::{AnyGame, game::Game as _, tags::GameTags as _};

/// Lists what has to be read of each file.
const EXPECTED: &str = "expected.txt";
/// Begins what has to be found in the text of the game before.
const WORDS: char = '~';

/// Reads a file and tells what was read in the words of the list, with the texts of the games.
fn summary(game: &AnyGame, content: &str) -> Vec<(String, String)> {
    let form = form_of(content).unwrap_or(Form::Tagged);
    let told = |text: GameText| {
        let written = write_form(game, form, &text).expect("its own form");
        let again: Vec<_> = read(game, &written).collect();
        let [Ok(again)] = &again[..] else { panic!("{written} is read as {again:?}") };
        assert!(again.start == text.start && again.outcome == text.outcome, "{written}");
        assert!(again.moves().eq(text.moves()), "{written}");
        assert_eq!(write_form(game, form, again).as_ref(), Ok(&written), "written otherwise");
        let result = game.text_style().result_text(text.outcome);
        let result = match result.as_str() {
            "2-0" => "1-0",
            "0-2" => "0-1",
            "1-1" | "1/2-1/2" => "=",
            other => other,
        };
        let set_up = if text.start == game.start() { "" } else { "@" };
        (format!("{}:{result}{set_up}", text.line.moves.len()), written)
    };
    let all = read(game, content);
    all.map(|read| match read {
        Ok(text) => told(text),
        Err(error) => (format!("!{}:{}", error.line, error.column), error.reason),
    })
    .collect()
}

#[test]
fn every_file_is_read_as_it_is_meant() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let list = fs::read_to_string(folder.join(EXPECTED)).expect("the list");
    let mut wrong = Vec::new();
    let mut listed = BTreeSet::from([EXPECTED.to_owned()]);
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (Some(name), Some(wanted)) = (words.next(), words.next()) else { panic!("{line}") };
        assert!(listed.insert(name.to_owned()), "{name} is listed twice");
        let text = decode(fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")));
        let id = identity_of(&text, Some(wanted)).expect("a game");
        let found = summary(&AnyGame::of_id(&id).expect("a game"), &text);
        let words: Vec<&str> = words.collect();
        let expected: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with(WORDS)).collect();
        if !found.iter().map(|(summary, _)| summary.as_str()).eq(expected) {
            wrong.push(format!("{line}\n    is read as {found:?}"));
            continue;
        }
        let mut games = found.iter();
        let mut written = "";
        for word in words {
            match word.strip_prefix(WORDS) {
                None => written = games.next().map_or("", |(_, text)| text),
                Some(word) if !written.contains(word) => {
                    wrong.push(format!("{name}: {word} is not in {written}"))
                }
                Some(_) => {}
            }
        }
    }
    let files = fs::read_dir(&folder).expect("a folder").flatten();
    let names: BTreeSet<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(names, listed, "files and the list");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
