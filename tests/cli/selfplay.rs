use std::{fs, path::Path};

use damier_records::generation::read_generation;
use damier_selfplay::journal;

use super::{
    nets,
    program::{Run, damier},
    tiny::{Scratch, TINY, files},
};

fn selfplay(config: &str, out: &str, more: &[&str]) -> Run {
    let mut arguments = vec!["selfplay", config, "--out", out];
    arguments.extend(more);
    damier(&arguments)
}

/// Games that take some seconds.
fn long() -> String {
    TINY.replace("games = 8", "games = 400").replace("simulations = 4", "simulations = 48")
}

#[test]
fn games_are_played_and_summed_up() {
    let place = Scratch::new();
    let (config, out) = (place.write("tiny.toml", TINY), place.path("games"));
    let text = selfplay(&config, &out, &[]).success();
    for expected in ["8 games, ", "positions/s", "chunks             3", "games              8 (", "outcomes"]
    {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    damier(&["inspect", &out, "--validate"]).success();
    let before = files(Path::new(&out));
    assert!(selfplay(&config, &out, &[]).success().contains("there already"));
    assert_eq!(files(Path::new(&out)), before);

    let text = selfplay(&config, &out, &["--games", "10"]).success();
    assert!(text.contains("2 games, ") && text.contains("games              10 ("), "{text}");
    let after = files(Path::new(&out));
    assert!(before.iter().all(|(name, content)| after[name] == *content), "what is there stays");
}

#[test]
fn the_seed_alone_decides() {
    let place = Scratch::new();
    let config = place.write("tiny.toml", TINY);
    let games = |name: &str, more: &[&str]| {
        let out = place.path(name);
        selfplay(&config, &out, more).success();
        files(Path::new(&out))
    };
    let one = games("one", &[]);
    assert_eq!(one, games("two", &["--threads", "2"]));
    assert_ne!(one, games("other", &["--seed", "2"]));
    let few = games("few", &["--games", "3"]);
    assert_eq!(few[Path::new("gen-0000-chunk-0000.dmr")], one[Path::new("gen-0000-chunk-0000.dmr")]);
}

#[test]
fn the_games_are_those_of_the_run() {
    let place = Scratch::new();
    let config = place.write("tiny.toml", format!("{TINY}[[stage]]\nfrom_generation = 2\nsimulations = 8\n"));
    let run = place.path("run");
    damier(&["run", &config, "--dir", &run]).success();
    let (alone, games) = (place.path("games"), format!("{run}/games"));
    selfplay(&config, &alone, &[]).success();
    let net = format!("{run}/nets/gen-0001.dmn");
    selfplay(&config, &alone, &["--generation", "2", "--net", &net]).success();
    let read = |folder: &str| read_generation(Path::new(folder), 0).expect("games");
    assert_eq!(read(&alone), read(&games), "random weights come from the seed");
    let second = |folder: &str| {
        let mut files = files(Path::new(folder));
        files.retain(|name, _| name.to_str().expect("UTF-8").starts_with("gen-0001"));
        files
    };
    assert_eq!(second(&alone), second(&games));
    assert!(!second(&alone).is_empty());
    // In the run's own folder everything is there already.
    let text = selfplay(&config, &games, &["--generation", "2", "--net", &net]).success();
    assert!(text.contains("there already"), "{text}");
}

#[test]
fn openings_are_known_by_their_content() {
    let place = Scratch::new();
    let out = place.path("games");
    let play = |name: &str, openings: &str| {
        let file = place.write(name, openings);
        let text = TINY.replace("[train]", &format!("[selfplay.opening]\nballots = \"{file}\"\n[train]"));
        selfplay(&place.write("openings.toml", text), &out, &[])
    };
    play("one.txt", "moves c3-d4\nmoves e3-f4\n").success();
    let before = files(Path::new(&out));
    assert!(play("copy.txt", "# the same\nmoves c3-d4\nmoves e3-f4\n").success().contains("there already"));
    let error = play("one.txt", "moves c3-d4\nmoves g3-f4\n").failure(1);
    assert!(error.contains("ballots_sha256") && error.contains("chunk-0000.dmr"), "{error}");
    assert_eq!(files(Path::new(&out)), before);
}

#[test]
fn slices_of_other_machines_are_taken_over() {
    let place = Scratch::new();
    let config = place.write("tiny.toml", TINY);
    let [whole, one, two, games] = ["whole", "one", "two", "games"].map(|name| place.path(name));
    selfplay(&config, &whole, &[]).success();
    selfplay(&config, &one, &["--first", "0", "--count", "3"]).success();
    selfplay(&config, &two, &["--first", "5", "--count", "3"]).success();
    let text = selfplay(&config, &games, &["--import", &one, "--import", &two]).success();
    for expected in ["6 games taken over, 0 there already, 0 not wanted", "2 games, "] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert_eq!(files(Path::new(&games)), files(Path::new(&whole)));
    let text = selfplay(&config, &games, &["--import", &two]).success();
    assert!(text.contains("3 there already") && text.contains("all games are there"), "{text}");

    let error = selfplay(&config, &games, &["--first", "6", "--count", "3"]).failure(1);
    assert!(error.contains("has 8 games, 0 to 7"), "{error}");
    selfplay(&config, &games, &["--first", "6"]).failure(2);
    let error = selfplay(&config, &games, &["--import", &place.path("nothing")]).failure(1);
    assert!(error.contains("holds no games of generation 0"), "{error}");
    assert_eq!(files(Path::new(&games)), files(Path::new(&whole)));
}

#[test]
#[cfg(unix)]
fn interrupted_games_go_on_to_the_same_bytes() {
    use super::program::damier_signalled;
    let place = Scratch::new();
    let config = place.write("long.toml", long());
    let straight = place.path("straight");
    selfplay(&config, &straight, &[]).success();
    for (signal, code) in [("INT", Some(130)), ("TERM", Some(130)), ("KILL", None)] {
        let out = place.path(signal);
        let ready = || {
            // At the second chunk, so that the first is whole.
            Path::new(&out).join("gen-0000-chunk-0001.journal").exists()
        };
        let run = damier_signalled(&["selfplay", &config, "--out", &out], signal, ready);
        assert_eq!(run.code, code, "{signal}: {}", run.stderr);
        assert!(code.is_none() || run.stdout.contains("the same command"), "{}", run.stdout);
        assert!(!Path::new(&out).join("gen-0000-chunk-0133.dmr").exists(), "it was not interrupted");
        let text = selfplay(&config, &out, &[]).success();
        assert!(!text.contains("400 games, "), "finished games are kept: {text}");
        let mut found = files(Path::new(&out));
        found.retain(|name, _| !name.to_str().expect("UTF-8").starts_with(".damier-"));
        assert!(found == files(Path::new(&straight)), "{signal}");
    }
}

#[test]
fn a_folder_of_other_games_is_left_alone() {
    let place = Scratch::new();
    let (config, out) = (place.write("tiny.toml", TINY), place.path("games"));
    selfplay(&config, &out, &[]).success();
    let before = files(Path::new(&out));
    let net = nets::write(place.folder(), "russian");
    for (from, to, more, part) in [
        ("", "", &["--seed", "2"][..], "seed 1, expected 2"),
        ("", "", &["--net", &net][..], "net \"random weights\", expected \"random.net\""),
        ("simulations = 4", "simulations = 5", &[][..], "selfplay.simulations 4, expected 5"),
        ("\"russian\"", "\"english\"", &[][..], "game \"russian\", expected \"english\""),
    ] {
        let other = place.write("other.toml", TINY.replace(from, to));
        let error = selfplay(&other, &out, more).failure(1);
        assert!(error.contains("chunk-0000.dmr") && error.contains(part), "{part}: {error}");
        assert!(error.contains("choose another folder"), "{error}");
    }
    // The same name, another net.
    let same = |name: &str, content: Vec<u8>| {
        fs::create_dir(place.path(name)).expect("made");
        place.write(&format!("{name}/same.dmn"), content)
    };
    let content = fs::read(&net).expect("read");
    let one = same("one", content);
    damier(&["run", &place.write("short.toml", TINY), "--dir", &place.path("run")]).success();
    let two = same("two", fs::read(place.path("run/nets/gen-0001.dmn")).expect("read"));
    selfplay(&config, &out, &["--generation", "2", "--net", &one]).success();
    let error = selfplay(&config, &out, &["--generation", "2", "--net", &two, "--games", "9"]).failure(1);
    assert!(error.contains("net_crc32"), "{error}");
    let after = files(Path::new(&out));
    assert!(before.iter().all(|(name, content)| after[name] == *content));
}

#[test]
fn wrong_nets_and_arguments_are_refused_and_nothing_is_made() {
    let place = Scratch::new();
    let (config, out) = (place.write("tiny.toml", TINY), place.path("games"));
    let refused = |config: &str, more: &[&str], code: i32, part: &str| {
        let error = selfplay(config, &out, more).failure(code);
        assert!(error.contains(part), "{part}: {error}");
        assert!(!Path::new(&out).exists(), "{part}: the folder was made");
    };
    let unknown = place.write("unknown.toml", TINY.replace("steps = 6", "steps = 6\nspeed = 1"));
    refused(&unknown, &[], 1, "speed");
    refused("/nowhere.toml", &[], 1, "/nowhere.toml");
    refused(&config, &["--generation", "3"], 1, "tiny.toml: has 2 generations");
    let english = nets::write(place.folder(), "english");
    refused(&config, &["--net", &english], 1, "choose a net trained for russian");
    let content = fs::read(&english).expect("read");
    for (damage, part) in
        [(nets::truncated as fn(_) -> _, "cut short"), (nets::flipped, "checksum"), (nets::newer, "version")]
    {
        let damaged = place.write("damaged.dmn", damage(content.clone()));
        refused(&config, &["--net", &damaged], 1, "damaged.dmn");
        refused(&config, &["--net", &damaged], 1, part);
    }
    refused(&config, &["--net", "/nowhere.dmn"], 1, "/nowhere.dmn");
    refused(&config, &["--threads", "1000000"], 1, "threads");
    refused(&config, &["--seed", "18446744073709551615"], 2, "--seed");
    refused(&config, &["--games", "0"], 2, "--games");
    refused(&config, &["--generation", "0"], 2, "--generation");
    damier(&["selfplay", &config]).failure(2);
    let file = place.write("file", "a text");
    assert!(selfplay(&config, &file, &[]).failure(1).contains("file"));
    assert_eq!(fs::read(&file).expect("read"), b"a text");
    let ballots = place.write(
        "ballots.toml",
        TINY.replace("[train]", "[selfplay.opening]\nballots = \"/nowhere.txt\"\n[train]"),
    );
    refused(&ballots, &[], 1, "/nowhere.txt");
}

#[test]
fn damaged_chunks_are_told_and_played_again() {
    let place = Scratch::new();
    let (config, out) = (place.write("tiny.toml", TINY), place.path("games"));
    selfplay(&config, &out, &[]).success();
    let path = Path::new(&out).join("gen-0000-chunk-0001.dmr");
    let whole = fs::read(&path).expect("read");
    fs::write(&path, &whole[..whole.len() - 5]).expect("written");
    let text = selfplay(&config, &out, &[]).success();
    assert!(text.contains("gen-0000-chunk-0001.dmr: damaged at byte"), "{text}");
    assert_eq!(fs::read(&path).expect("read"), whole, "it comes again");
    assert!(path.with_extension("dmr.damaged").exists(), "nothing is lost");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_costs_nothing() {
    use super::program::damier_with_small_files;
    // One short game a chunk, so that a chunk, which has a trailer, is larger than its journal.
    let config = TINY.replace(
        "games_per_chunk = 3",
        "games_per_chunk = 1\nply_cap = 3\nopening = { min_plies = 0, max_plies = 1 }",
    );
    let place = Scratch::new();
    let config = place.write("tiny.toml", config);
    let straight = place.path("straight");
    selfplay(&config, &straight, &["--games", "1"]).success();
    let chunk = Path::new(&straight).join("gen-0000-chunk-0000.dmr");
    let size = fs::metadata(&chunk).expect("a chunk").len();
    for (bytes, file) in [
        (100, "gen-0000-chunk-0000.journal"),
        (size - 30, "gen-0000-chunk-0000.journal"),
        (size - 1, "gen-0000-chunk-0000.dmr"),
    ] {
        let out = place.path(&format!("games-{bytes}"));
        let arguments = ["selfplay", &config, "--out", &out, "--games", "1"];
        let error = damier_with_small_files(&arguments, bytes).failure(1);
        assert!(error.contains(file) && error.contains("free space"), "{bytes}: {error}");
        assert!(!Path::new(&out).join("gen-0000-chunk-0000.dmr").exists());
        damier(&arguments).success();
        assert_eq!(files(Path::new(&out)), files(Path::new(&straight)), "{bytes}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_fills_up_keeps_finished_games() {
    use super::program::damier_with_small_files;
    let place = Scratch::new();
    let config = place.write("tiny.toml", TINY.replace("games_per_chunk = 3", "games_per_chunk = 8"));
    let (straight, out) = (place.path("straight"), place.path("games"));
    selfplay(&config, &straight, &[]).success();
    let size = fs::metadata(Path::new(&straight).join("gen-0000-chunk-0000.dmr")).expect("a chunk").len();
    let arguments = ["selfplay", &config, "--out", &out];
    let error = damier_with_small_files(&arguments, size / 2).failure(1);
    assert!(error.contains(".journal") && error.contains("finished games are kept"), "{error}");
    let left = files(Path::new(&out));
    assert!(left.keys().any(|name| name.extension().is_some_and(|name| name == journal::EXTENSION)));
    let text = damier(&arguments).success();
    assert!(!text.contains("8 games, "), "finished games are kept: {text}");
    assert_eq!(files(Path::new(&out)), files(Path::new(&straight)));
}

#[test]
#[cfg(unix)]
fn two_processes_do_not_share_a_folder() {
    use super::program::damier_signalled;
    let place = Scratch::new();
    let (config, out) = (place.write("long.toml", long()), place.path("games"));
    let ready = || {
        if !Path::new(&out).join("gen-0000-chunk-0000.dmr").exists() {
            return false;
        }
        let error = selfplay(&config, &out, &[]).failure(1);
        assert!(error.contains("another damier process"), "{error}");
        true
    };
    damier_signalled(&["selfplay", &config, "--out", &out], "INT", ready);
}
