//! Runs whose files are missing, altered or of a shorter configuration.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use damier_train::run::RunState;

use super::{
    nets,
    program::{Run, damier},
    tiny::{self, Scratch, TINY},
};

/// A finished run.
struct Finished {
    scratch: Scratch,
    config: String,
    run: String,
}

impl Finished {
    fn new(config: &str) -> Self {
        let scratch = Scratch::new();
        let run = Self { config: scratch.write("tiny.toml", config), run: scratch.path("run"), scratch };
        run.start().success();
        run
    }

    fn start(&self) -> Run {
        damier(&["run", &self.config, "--dir", &self.run])
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(&self.run).join(name)
    }

    fn flip(&self, name: &str) {
        let path = self.path(name);
        fs::write(&path, nets::flipped(fs::read(&path).expect("read"))).expect("written");
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).expect("it was there");
    }

    /// What the run made; not what was set aside.
    fn made(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut made = BTreeMap::new();
        for folder in ["games", "nets", "checkpoints"] {
            let files = tiny::files(&self.path(folder)).into_iter();
            made.extend(files.filter(|(name, _)| !name.to_string_lossy().contains(".damaged")));
        }
        made.retain(|name, _| name != Path::new("lock"));
        made
    }

    /// Takes away from the state what older versions did not write.
    fn forget(&self) {
        let path = self.path("state.json");
        let state = RunState::read(&path).expect("a state");
        RunState { generations: state.generations, ..RunState::default() }.write(&path).expect("written");
    }
}

const CHUNK: &str = "games/gen-0000-chunk-0001.dmr";
const LATER_CHUNK: &str = "games/gen-0001-chunk-0000.dmr";
const CHECKPOINT: &str = "checkpoints/latest.dmc";

#[test]
fn what_is_missing_or_altered_is_told_and_made_again_to_the_same_bytes() {
    let run = Finished::new(TINY);
    let made = run.made();
    let told = |names: &[&str], what: &str| {
        let text = run.start().success();
        for name in names {
            let file = Path::new(name).file_name().expect("a name").to_string_lossy().into_owned();
            assert!(text.contains(&file), "{what}: {name} in {text}");
        }
        assert!(run.made() == made, "{what}: {:?}", run.made().keys());
    };
    for name in [CHUNK, CHECKPOINT, "nets/gen-0000.dmn", "nets/gen-0001.dmn", "nets/gen-0002.dmn"] {
        run.remove(name);
        told(&[name], "missing");
        run.flip(name);
        told(&[name], "damaged");
    }
    // Whole, and still not what the run wrote.
    fs::copy(run.path("nets/gen-0000.dmn"), run.path("nets/gen-0001.dmn")).expect("copied");
    told(&["nets/gen-0001.dmn"], "another net");
    run.remove("nets/final.dmn");
    told(&[], "the final net");
    // All at once, and without the state that knows what is missing.
    for name in [CHUNK, LATER_CHUNK, CHECKPOINT, "nets/gen-0000.dmn", "nets/gen-0001.dmn"] {
        run.remove(name);
    }
    told(&[CHUNK, LATER_CHUNK, CHECKPOINT, "nets/gen-0000.dmn", "nets/gen-0001.dmn"], "all");
    for name in ["state.json", CHUNK, "nets/gen-0000.dmn", "nets/gen-0001.dmn"] {
        run.remove(name);
    }
    told(&[], "without a state");
    assert!(
        run.start().success().lines().all(|line| !line.starts_with("note")),
        "nothing is missing any more"
    );
}

#[test]
fn a_chunk_that_the_run_did_not_write_is_refused() {
    let run = Finished::new(TINY);
    fs::copy(run.path(CHUNK), run.path("games/gen-0000-chunk-0009.dmr")).expect("copied");
    let error = run.start().failure(1);
    assert!(error.contains("gen-0000-chunk-0009.dmr") && error.contains("move it"), "{error}");
}

#[test]
fn a_run_of_an_older_version_goes_on_and_lacks_nothing_either() {
    let run = Finished::new(TINY);
    let made = run.made();
    run.forget();
    run.start().success();
    assert!(run.made() == made);
    for name in [CHUNK, CHECKPOINT, "nets/gen-0000.dmn", "nets/gen-0001.dmn"] {
        run.forget();
        run.remove(name);
        let text = run.start().success();
        assert!(run.made() == made, "{name}: {text}");
    }
    run.forget();
    run.flip(CHUNK);
    assert!(run.start().success().contains(".damaged"));
    assert!(run.made() == made);
}

#[test]
fn a_lost_configuration_is_written_again_where_the_rest_agrees() {
    let run = Finished::new(TINY);
    let (made, config) = (run.made(), fs::read(run.path("config.toml")).expect("read"));
    let another = run.scratch.write("another.toml", TINY.replace("simulations = 4", "simulations = 5"));
    for older in [false, true] {
        for lost in [&["config.toml"][..], &["run.json"], &["config.toml", "run.json"]] {
            lost.iter().for_each(|name| run.remove(name));
            if older {
                run.forget();
            }
            if lost.contains(&"config.toml") {
                let error = damier(&["run", &another, "--dir", &run.run]).failure(1);
                assert!(error.contains("simulations"), "{error}");
                let inspected = damier(&["inspect", &run.run]);
                assert_eq!(inspected.code, Some(i32::from(older)), "{}", inspected.stderr);
            }
            let text = run.start().success();
            for name in lost {
                assert!(text.contains(&format!("note: {}", run.path(name).display())), "{name}: {text}");
            }
            assert_eq!(fs::read(run.path("config.toml")).expect("there again"), config);
            assert!(run.path("run.json").exists() && run.made() == made);
        }
    }
    run.remove("config.toml");
    damier(&["run", &run.run]).success();
    assert_eq!(fs::read(run.path("config.toml")).expect("there again"), config, "the state remembers it");
}

#[test]
fn a_run_goes_on_longer_and_by_its_folder() {
    let short = TINY.replace("generations = 2", "generations = 1");
    let (run, other) = (Finished::new(&short), Finished::new(&short));
    let first = run.made();
    for run in [&run, &other] {
        fs::write(&run.config, TINY.replace("threads = 1", "threads = 2")).expect("written");
        let text = run.start().success();
        assert!(text.contains("generations 1 → 2") && !text.contains("threads"), "{text}");
    }
    let made = run.made();
    assert!(made == other.made(), "always in the same way");
    assert!(first.iter().all(|(name, content)| {
        made[name] == *content || *name == Path::new("final.dmn") || *name == Path::new("latest.dmc")
    }));
    assert_eq!(made[Path::new("final.dmn")], made[Path::new("gen-0002.dmn")]);
    damier(&["run", &run.run]).success();
    assert!(run.made() == made, "it is finished");
    // What was learned by the shorter plan is learned again by that.
    run.remove("nets/gen-0001.dmn");
    run.remove(CHECKPOINT);
    damier(&["run", &run.run, "--threads", "1"]).success();
    assert!(run.made() == made);

    fs::write(&run.config, &short).expect("written");
    let error = run.start().failure(1);
    assert!(error.contains("generations"), "what is made cannot be shortened: {error}");
    let error = damier(&["run", run.scratch.folder().to_str().expect("UTF-8")]).failure(1);
    assert!(error.contains("no run"), "{error}");
}

#[test]
fn threads_change_nothing_and_more_than_cores_are_told() {
    let run = Finished::new(TINY);
    let (scratch, made) = (Scratch::new(), run.made());
    let folder = scratch.path("run");
    let started = damier(&["run", &run.config, "--dir", &folder, "--threads", "999"]);
    assert!(
        started.stderr.contains("999 threads") && started.stderr.lines().count() == 1,
        "{}",
        started.stderr
    );
    started.success();
    let again = Finished { config: run.config.clone(), run: folder, scratch };
    assert!(again.made() == made);
    damier(&["run", &again.config, "--dir", &again.run, "--threads", "1"]).success();
}

#[test]
fn an_unknown_key_is_told_with_the_one_that_was_meant() {
    let scratch = Scratch::new();
    for (from, to, meant) in [
        ("steps = 6", "stepz = 6", "`steps`"),
        ("width = 32", "widht = 32", "`width`"),
        ("simulations = 4", "simulation = 4", "`simulations`"),
    ] {
        let config = scratch.write("tiny.toml", TINY.replace(from, to));
        let error = damier(&["run", &config, "--dir", &scratch.path("run")]).failure(1);
        assert!(error.contains(&format!("did you mean {meant}?")), "{error}");
    }
    let config = scratch.write("tiny.toml", TINY.replace("steps = 6", "steps = \"six\""));
    let error = damier(&["run", &config, "--dir", &scratch.path("run")]).failure(1);
    assert!(error.contains("a whole number") && !error.contains("u64"), "{error}");
}

#[test]
fn a_run_that_has_not_finished_a_generation_has_cost_nothing_yet() {
    let run = Finished::new(TINY);
    run.remove("state.json");
    let text = damier(&["inspect", &run.run]).success();
    assert!(text.contains("0 of 2 finished") && !text.contains("CPU"), "{text}");
}
