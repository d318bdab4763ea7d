use std::{fs, path::Path};

use damier_files::FileLock;

use super::{
    chunks, nets,
    program::{Run, damier, damier_reading},
    tiny::{Scratch, TINY, files},
};

/// A configuration, and games of two generations.
struct Place {
    scratch: Scratch,
    config: String,
    games: String,
    net: String,
}

impl Place {
    fn new() -> Self {
        let scratch = Scratch::new();
        let config =
            scratch.write("tiny.toml", TINY.replace("batch_size", "held_out_share = 0.2\nbatch_size"));
        let place = Self { config, games: scratch.path("games"), net: scratch.path("net.dmn"), scratch };
        for generation in ["1", "2"] {
            let arguments = ["selfplay", &place.config, "--out", &place.games, "--generation", generation];
            damier(&arguments).success();
        }
        place
    }

    fn arguments<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        let mut arguments = vec!["train", &self.config, "--games", &self.games, "--out", &self.net];
        arguments.extend(more);
        arguments
    }

    fn train(&self, more: &[&str]) -> Run {
        damier(&self.arguments(more))
    }

    /// Trains into another file and returns its content.
    fn trained(&self, name: &str, more: &[&str]) -> Vec<u8> {
        let out = self.scratch.path(name);
        let mut arguments = vec!["train", &self.config, "--games", &self.games, "--out", &out];
        arguments.extend(more);
        damier(&arguments).success();
        fs::read(&out).expect("a net")
    }

    fn checkpoint(&self) -> String {
        self.scratch.path("net.dmc")
    }

    fn refused(&self, more: &[&str], parts: &[&str]) {
        let error = self.train(more).failure(1);
        assert!(parts.iter().all(|part| error.contains(part)), "{parts:?}: {error}");
    }
}

#[test]
fn a_net_comes_out_that_plays() {
    let place = Place::new();
    let curves = place.scratch.path("curves");
    let text = place.train(&["--tensorboard", &curves]).success();
    for expected in [
        "trained   12 steps on ",
        " in 16 games",
        "held out  ",
        "top move",
        "accumulators up to ",
        "net.dmn",
        "play it: ",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(!Path::new(&place.checkpoint()).exists(), "it is of no more use");
    assert_eq!(files(&Path::new(&curves).join("net")).len(), 1, "TensorBoard calls it as the net");
    assert!(damier(&["inspect", &place.net]).success().contains("\"steps\":12"));
    let text = damier_reading(&["play", "--net", &place.net, "--nodes", "20"], "c3-d4\nquit\n").success();
    assert!(text.contains("Black plays "), "{text}");

    let before = fs::read(&place.net).expect("read");
    let text = place.train(&[]).success();
    assert!(text.contains("finished already"), "{text}");
    assert_eq!(fs::read(&place.net).expect("read"), before);
}

#[test]
fn the_seed_alone_decides() {
    let place = Place::new();
    let one = place.trained("one.dmn", &[]);
    assert!(one == place.trained("two.dmn", &["--threads", "2"]));
    assert!(one != place.trained("other.dmn", &["--seed", "2"]));
    let net = place.scratch.path("one.dmn");
    assert!(one != place.trained("more.dmn", &["--from", &net]));
}

#[test]
fn a_net_goes_on_with_more_features_but_not_with_fewer() {
    let place = Place::new();
    place.trained("plain.dmn", &[]);
    let (plain, wide) = (place.scratch.path("plain.dmn"), place.scratch.path("wide.dmn"));
    let patterns = TINY.replace("width = 32", "width = 32\nfeatures = \"ps+men6\"");
    let config = place.scratch.write("patterns.toml", patterns);
    damier(&["train", &config, "--games", &place.games, "--from", &plain, "--out", &wide]).success();
    assert!(damier(&["inspect", &wide]).success().contains("ps+men6"));
    let error = place.train(&["--from", &wide]).failure(1);
    assert!(error.contains("feature set is ps+men6 where ps is needed"), "{error}");
}

#[test]
fn a_net_goes_on_with_a_larger_network_but_not_with_a_smaller_one() {
    let place = Place::new();
    place.trained("small.dmn", &[]);
    let (small, large) = (place.scratch.path("small.dmn"), place.scratch.path("large.dmn"));
    let wide = TINY.replace("width = 32", "width = 64");
    assert_ne!(wide, TINY);
    let config = place.scratch.write("wide.toml", wide);
    damier(&["train", &config, "--games", &place.games, "--from", &small, "--out", &large]).success();
    assert!(damier(&["inspect", &large]).success().contains("width 64"));
    let error = place.train(&["--from", &large]).failure(1);
    assert!(error.contains("width is 64 where at most 32 is needed") && error.contains("[net]"), "{error}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_training_goes_on_to_the_same_bytes() {
    use super::program::damier_signalled;
    let place = Place::new();
    let steps = ["--steps", "3000"];
    let straight = place.trained("straight.dmn", &steps);
    for (signal, code) in [("INT", Some(130)), ("KILL", None)] {
        let _ = fs::remove_file(&place.net);
        let ready = || Path::new(&place.checkpoint()).exists();
        let run = damier_signalled(&place.arguments(&steps), signal, ready);
        assert_eq!(run.code, code, "{}", run.stderr);
        assert!(code.is_none() || run.stdout.contains("the same command"), "{}", run.stdout);
        assert!(!Path::new(&place.net).exists() && Path::new(&place.checkpoint()).exists());

        // Another training does not go on from there.
        place.refused(&["--steps", "2999"], &["net.dmc", "steps = 3000", "steps = 2999", "--checkpoint"]);
        place.refused(&["--steps", "3000", "--seed", "2"], &["net.dmc", "seed = 1"]);
        let text = place.train(&steps).success();
        assert!(text.contains("3,000 steps"), "{text}");
        assert!(fs::read(&place.net).expect("read") == straight, "{signal}");
        assert!(!Path::new(&place.checkpoint()).exists());
    }
}

#[test]
fn a_teacher_of_another_size_has_its_share() {
    let place = Place::new();
    let wide = place.scratch.write("wide.toml", TINY.replace("width = 32", "width = 64"));
    let teacher = place.scratch.path("teacher.dmn");
    damier(&["train", &wide, "--games", &place.games, "--out", &teacher]).success();
    let alone = place.trained("alone.dmn", &[]);
    let half = place.trained("half.dmn", &["--teacher", &teacher]);
    let same = place.trained("same.dmn", &["--teacher", &teacher, "--teacher-share", "0.5"]);
    let whole = place.trained("whole.dmn", &["--teacher", &teacher, "--teacher-share", "1"]);
    let ahead = place.trained("ahead.dmn", &["--teacher", &teacher, "--teacher-nodes", "20"]);
    assert_ne!(half, ahead);
    assert!(alone != half && half != whole && half == same);
}

#[test]
fn a_checkpoint_stays_where_it_was_asked_for() {
    let place = Place::new();
    let checkpoint = place.scratch.path("kept.dmc");
    let more = ["--checkpoint", &checkpoint];
    place.train(&more).success();
    let net = fs::read(&place.net).expect("read");
    fs::remove_file(&place.net).expect("removed");
    place.train(&more).success();
    assert!(fs::read(&place.net).expect("read") == net);
    fs::remove_file(&place.net).expect("removed");
    place.refused(&["--checkpoint", &checkpoint, "--steps", "7"], &["kept.dmc", "steps"]);
    place.refused(&["--checkpoint", &place.net], &["net.dmn", "--checkpoint"]);
    let whole = fs::read(&checkpoint).expect("read");
    fs::write(&checkpoint, &whole[..whole.len() - 3]).expect("written");
    place.refused(&more, &["kept.dmc", "truncated"]);
    assert_eq!(fs::read(&checkpoint).expect("read").len(), whole.len() - 3);
}

#[test]
fn nothing_of_another_training_is_overwritten() {
    let place = Place::new();
    place.train(&[]).success();
    let net = fs::read(&place.net).expect("read");
    for more in [["--steps", "7"], ["--seed", "2"]] {
        place.refused(&more, &["net.dmn", "another training", "--out"]);
    }
    damier(&["selfplay", &place.config, "--out", &place.games, "--games", "9"]).success();
    place.refused(&[], &["net.dmn", "another training"]);
    assert_eq!(fs::read(&place.net).expect("read"), net);

    fs::write(&place.net, "a text").expect("written");
    place.refused(&[], &["net.dmn", "exists already"]);
    assert_eq!(fs::read(&place.net).expect("read"), b"a text");
    let random = nets::write(place.scratch.folder(), "russian");
    fs::copy(&random, &place.net).expect("copied");
    place.refused(&[], &["net.dmn", "exists already"]);

    let other = place.scratch.path("other.dmn");
    place.trained("other.dmn", &["--seed", "2"]);
    fs::remove_file(&place.net).expect("removed");
    place.train(&["--from", &random]).success();
    place.refused(&["--from", &other], &["net.dmn", "another training"]);
    place.refused(&["--from", &random, "--teacher", &other], &["net.dmn", "another training"]);

    let run = place.scratch.path("run");
    damier(&["run", &place.config, "--dir", &run]).success();
    let checkpoint = format!("{run}/checkpoints/latest.dmc");
    let before = fs::read(&checkpoint).expect("read");
    fs::remove_file(&place.net).expect("removed");
    place.refused(&["--checkpoint", &checkpoint], &["latest.dmc", "damier run"]);
    assert!(fs::read(&checkpoint).expect("read") == before);
}

#[test]
fn damaged_chunks_can_be_left_out_and_are_counted() {
    let place = Place::new();
    let chunk = |name: &str| Path::new(&place.games).join(name);
    let [cut, headless] = ["gen-0000-chunk-0001.dmr", "gen-0001-chunk-0002.dmr"];
    let flip = |name: &str, at: fn(usize) -> usize| {
        let mut bytes = fs::read(chunk(name)).expect("read");
        let at = at(bytes.len());
        bytes[at] ^= 1;
        fs::write(chunk(name), bytes).expect("written");
    };
    flip(cut, |length| length - 100);
    flip(headless, |_| 20);
    place.refused(&[], &["damaged at byte", "--skip-corrupt"]);
    let text = place.train(&["--skip-corrupt"]).success();
    // Of eight games a generation, three in a chunk, the last two in the last.
    for told in [cut, headless, "left out  2 damaged parts of chunks with 3 games", "in 11 games"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let pdn = place.scratch.path("games.pdn");
    let convert = ["convert", &place.games, "--to", &pdn];
    assert!(damier(&convert).failure(1).contains("--skip-corrupt"));
    let text = damier(&[&convert[..], &["--skip-corrupt"]].concat()).success();
    for told in ["written  11 games", "left out 2 damaged parts of chunks with 3 games", cut, headless] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn a_net_is_trained_by_one_process_at_a_time() {
    let place = Place::new();
    let lock = |path: &str| FileLock::take(Path::new(path)).expect("possible").expect("free");
    for path in [&place.net, &place.checkpoint()] {
        let held = lock(path);
        place.refused(&[], &["another damier process"]);
        drop(held);
    }
    place.train(&[]).success();
    let held = lock(&place.scratch.path("book.dmb"));
    let book = place.scratch.path("book.dmb");
    let error = damier(&["book", "grow", "russian", "--built-in", "--out", &book]).failure(1);
    assert!(error.contains("another damier process"), "{error}");
    drop(held);
}

#[test]
fn wrong_games_are_refused_and_nothing_is_made() {
    let place = Place::new();
    let folder = Path::new(&place.games);
    let refused = |parts: &[&str]| {
        place.refused(&[], parts);
        assert!(!Path::new(&place.net).exists() && !Path::new(&place.checkpoint()).exists());
    };
    let put = |chunk: &str, content: &[u8]| fs::write(folder.join(chunk), content).expect("written");

    let last = "gen-0001-chunk-0002.dmr";
    let whole = fs::read(folder.join(last)).expect("read");
    put(last, &whole[..whole.len() - 5]);
    refused(&[last, "damaged at byte"]);
    put(last, &whole[..20]);
    refused(&[last, "byte 20"]);
    put(last, &whole);

    put("gen-0001-chunk-0003.dmr", &whole);
    refused(&["games", "game 6 of generation 1", "twice"]);
    fs::remove_file(folder.join("gen-0001-chunk-0003.dmr")).expect("removed");

    let other = place.scratch.path("other");
    damier(&["selfplay", &place.config, "--out", &other, "--seed", "2"]).success();
    fs::copy(format!("{other}/gen-0000-chunk-0000.dmr"), folder.join("gen-0002-chunk-0000.dmr"))
        .expect("copied");
    refused(&["gen-0002-chunk-0000.dmr", "seed 2, expected 1"]);
    fs::remove_file(folder.join("gen-0002-chunk-0000.dmr")).expect("removed");

    let english = place.scratch.path("english");
    fs::create_dir(&english).expect("made");
    chunks::write(Path::new(&english), "english", 0, &chunks::records("english"));
    let train =
        |games: &str| damier(&["train", &place.config, "--games", games, "--out", &place.net]).failure(1);
    assert!(train(&english).contains("game \"english\", expected \"russian\""));
    let empty = place.scratch.path("empty");
    fs::create_dir(&empty).expect("made");
    assert!(train(&empty).contains("no chunks"));
    assert!(train("/nowhere").contains("/nowhere"));
    assert!(train(&place.config).contains("tiny.toml"));
    assert!(!Path::new(&place.net).exists() && !Path::new(&place.checkpoint()).exists());
}

#[test]
fn games_of_several_machines_are_learned_together() {
    let place = Place::new();
    let other = place.scratch.path("other");
    damier(&["selfplay", &place.config, "--out", &other, "--seed", "2"]).success();
    let text = place.train(&["--games", &other]).success();
    assert!(text.contains(" in 24 games"), "{text}");
    let both = fs::read(&place.net).expect("a net");
    assert_ne!(both, place.trained("one.dmn", &[]), "the other games are learned, too");

    // So are games by other options that the same nets judge, of the same seed, too.
    let handicapped = place.scratch.path("handicapped");
    let config = place.scratch.write("without.toml", TINY.replace("\"russian\"", "\"russian:without=f6\""));
    damier(&["selfplay", &config, "--out", &handicapped, "--seed", "2"]).success();
    let out = place.scratch.path("all.dmn");
    let more = ["train", &place.config, "--games", &handicapped, "--games", &other, "--out", &out];
    let text = damier(&more).success();
    assert!(text.contains(" in 16 games"), "{text}");

    let copy = place.scratch.path("copy");
    fs::create_dir(&copy).expect("made");
    for (name, bytes) in files(Path::new(&other)) {
        fs::write(Path::new(&copy).join(name), bytes).expect("written");
    }
    let out = place.scratch.path("twice.dmn");
    for twin in [&other, &copy] {
        let arguments = ["train", &place.config, "--games", &other, "--games", twin, "--out", &out];
        let error = damier(&arguments).failure(1);
        assert!(error.contains(twin.as_str()) && error.contains("in another of the folders"), "{error}");
    }
    // Games of others have no seed, and are known by what was played.
    let game = "[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 1-0\n";
    let file = place.scratch.write("game.pdn", game);
    let experts = ["a", "b"].map(|name| place.scratch.path(name));
    for folder in &experts {
        damier(&["convert", &file, "--to", &format!("{folder}/")]).success();
    }
    let [a, b] = &experts;
    let error = damier(&["train", &place.config, "--games", a, "--games", b, "--out", &out]).failure(1);
    assert!(error.contains(b.as_str()) && error.contains("there twice"), "{error}");
    let empty = place.scratch.path("empty");
    fs::create_dir(&empty).expect("made");
    place.refused(&["--games", &empty], &[&empty, "no chunks"]);
    place.refused(&["--games", "nowhere"], &["nowhere", "is no folder"]);
}

#[test]
fn wrong_nets_places_and_arguments_are_refused() {
    let place = Place::new();
    let english = nets::write(place.scratch.folder(), "english");
    place.refused(&["--from", &english], &[nets::NET, "choose a net trained for russian"]);
    place.refused(&["--teacher", &english], &[nets::NET, "choose a net trained for russian"]);
    let russian = nets::write(place.scratch.folder(), "russian");
    let damaged = place.scratch.write("damaged.dmn", nets::truncated(fs::read(&russian).expect("read")));
    place.refused(&["--from", &damaged], &["damaged.dmn"]);
    place.refused(&["--from", "/nowhere.dmn"], &["/nowhere.dmn"]);

    place.refused(&["--teacher", "/nowhere.dmn"], &["/nowhere.dmn"]);
    place.train(&["--teacher", &russian, "--teacher-nodes", "0"]).failure(2);
    assert!(place.train(&["--teacher-nodes", "10"]).failure(2).contains("--teacher"));
    place.train(&["--teacher", &russian, "--teacher-share", "1.5"]).failure(2);
    place.train(&["--teacher-share", "0.5"]).failure(2);

    let unknown = place.scratch.write("unknown.toml", TINY.replace("steps = 6", "steps = 6\nspeed = 1"));
    let train = |config: &str, out: &str| damier(&["train", config, "--games", &place.games, "--out", out]);
    assert!(train(&unknown, &place.net).failure(1).contains("speed"));
    assert!(train(&place.config, "/nowhere/net.dmn").failure(1).contains("/nowhere"));
    assert!(train(&place.config, &place.games).failure(1).contains("games"));
    assert!(train(&place.config, &place.scratch.path("same.dmc")).failure(1).contains("--checkpoint"));
    place.train(&["--steps", "0"]).failure(2);
    damier(&["train", &place.config, "--games", &place.games]).failure(2);
    damier(&["train", &place.config, "--out", &place.net]).failure(2);
    assert!(!Path::new(&place.net).exists() && !Path::new(&place.checkpoint()).exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_costs_nothing() {
    use super::program::damier_with_small_files;
    let place = Place::new();
    let (checkpoint, curves) = (place.scratch.path("kept.dmc"), place.scratch.path("curves"));
    let straight = place.trained("straight.dmn", &["--checkpoint", &checkpoint]);
    let size = fs::metadata(&checkpoint).expect("a checkpoint").len();
    assert!((straight.len() as u64) < size);
    let fails = |more: &[&str], bytes: u64, file: &str| {
        let error = damier_with_small_files(&place.arguments(more), bytes).failure(1);
        assert!(error.contains(file) && error.contains("free space"), "{file}: {error}");
        assert!(!Path::new(&place.net).exists());
    };
    fails(&[], size - 1, "net.dmc");
    // The training is done and its checkpoint whole: only the net is missing.
    fails(&["--checkpoint", &checkpoint], straight.len() as u64 - 1, "net.dmn");
    fails(&["--checkpoint", &checkpoint, "--tensorboard", &curves], 500, "curves");
    place.train(&["--checkpoint", &checkpoint]).success();
    assert!(fs::read(&place.net).expect("read") == straight);
    fs::remove_file(&place.net).expect("removed");
    place.train(&[]).success();
    assert!(fs::read(&place.net).expect("read") == straight);
}
