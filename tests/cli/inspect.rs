use std::fs;

use super::{
    chunks, nets,
    program::{Run, damier},
};

fn inspect(path: &str, flags: &[&str]) -> Run {
    let mut arguments = vec!["inspect", path];
    arguments.extend(flags);
    damier(&arguments)
}

#[test]
fn a_chunk_shows_its_header_statistics_and_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = chunks::write(folder.path(), "russian", 0, &chunks::records("russian"));
    let text = inspect(&path, &["--validate", "--games", "2"]).success();
    for expected in ["russian", "a test", "games              3", "all 3 games follow the rules", "1. "] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert_eq!(text.lines().filter(|line| line.starts_with("game ")).count(), 3, "header and two games");
}

#[test]
fn a_folder_sums_its_chunks_up() {
    let folder = tempfile::tempdir().expect("a folder");
    for chunk in 0..2 {
        chunks::write(folder.path(), "english", chunk, &chunks::records("english"));
    }
    let text = inspect(folder.path().to_str().expect("UTF-8"), &[]).success();
    assert!(text.contains("games              6 (3 distinct)"), "{text}");
}

#[test]
fn games_against_the_rules_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = chunks::write(folder.path(), "russian", 0, &chunks::wrong(chunks::records("russian")));
    inspect(&path, &[]).success();
    let error = inspect(&path, &["--validate"]).failure(1);
    assert!(error.contains("game 2") && error.contains("1 of 3"), "{error}");
}

#[test]
fn a_chunk_cut_anywhere_is_refused_with_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = chunks::write(folder.path(), "russian", 0, &chunks::records("russian"));
    let whole = fs::read(&path).expect("read");
    let cut = folder.path().join("cut.dmr");
    for length in [0, 4, 8, 20, whole.len() / 2, whole.len() - 1] {
        fs::write(&cut, &whole[..length]).expect("written");
        let error = inspect(cut.to_str().expect("UTF-8"), &[]).failure(1);
        assert!(error.contains("cut.dmr") && error.contains("byte"), "{length}: {error}");
    }
    fs::write(&cut, &whole[..whole.len() - 1]).expect("written");
    let text = inspect(cut.to_str().expect("UTF-8"), &["--skip-corrupt"]).success();
    assert!(text.contains("left out") && text.contains("games              3"), "{text}");
    assert_eq!(fs::read(&path).expect("read"), whole, "nothing is ever changed");
}

#[test]
fn a_net_shows_its_sizes_and_ranges() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = nets::write(folder.path(), "russian");
    let text = inspect(&path, &[]).success();
    for expected in ["russian", "width 32", "made by a test", "embedding", "policy_bias", "parameters"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(inspect(&path, &["--validate"]).failure(1).contains("leave them out"));
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = fs::read(nets::write(folder.path(), "russian")).expect("read");
    let path = folder.path().join("damaged.dmn");
    let name = path.to_str().expect("UTF-8");
    for damage in [nets::truncated, nets::flipped, nets::newer] {
        fs::write(&path, damage(whole.clone())).expect("written");
        assert!(inspect(name, &[]).failure(1).contains("damaged.dmn"));
    }
    fs::write(&path, "a text").expect("written");
    assert!(inspect(name, &[]).failure(1).contains("neither"));
    assert!(inspect("/nowhere", &[]).failure(1).contains("/nowhere"));
    let empty = tempfile::tempdir().expect("a folder");
    assert!(inspect(empty.path().to_str().expect("UTF-8"), &[]).failure(1).contains("no chunks"));
    damier(&["inspect"]).failure(2);
    inspect(name, &["--games", "-1"]).failure(2);
}

#[test]
fn a_journal_shows_the_games_so_far() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = chunks::records("russian");
    chunks::write(folder.path(), "russian", 0, &records);
    let path = chunks::write_journal(folder.path(), "russian", 1, &records[..2]);
    let text = inspect(&path, &["--validate", "--games", "1"]).success();
    for expected in
        ["journal ", "unfinished", "generation         0, chunk 1", "all 2 games follow the rules"]
    {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(!text.contains("left out"), "{text}");
    let text = inspect(folder.path().to_str().expect("UTF-8"), &[]).success();
    assert!(text.contains("1 of unfinished chunks, 2 finished games"), "{text}");
    assert!(text.contains("chunks             1") && text.contains("games              3"), "{text}");

    let whole = fs::read(&path).expect("read");
    fs::write(&path, &whole[..whole.len() - 1]).expect("written");
    let text = inspect(&path, &[]).success();
    assert!(text.contains("left out: ") && text.contains("games              1"), "{text}");
    fs::write(&path, &whole[..9]).expect("written");
    assert!(inspect(&path, &[]).failure(1).contains("damaged at byte 9"));
}
