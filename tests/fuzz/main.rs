//! Every parser against seeded mutations of valid inputs: it must not panic, and what it accepts has to make sense,
//! take at most a small multiple of its bytes in memory, and end soon. The targets are those of `fuzz/`, where
//! cargo-fuzz drives them by coverage.

mod corpus;
mod limits;
mod mutation;
#[allow(unreachable_pub, reason = "public in the fuzz package")]
#[path = "../../fuzz/src/targets/mod.rs"]
mod targets;

use std::{fs, panic, path::PathBuf};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use self::{
    limits::Limits,
    mutation::mutate,
    targets::{TARGETS, Target},
};

const SEED: u64 = 0x6675_7a7a;
/// Inputs for each target in the normal tests.
const FEW: u64 = 2_000;
/// Inputs for each target in the long tests.
const MANY: u64 = 100_000;
/// Bytes of a failing input that are shown.
const SHOWN: usize = 2_000;

/// Feeds every target with `count` mutations; `seed` varies them.
fn feed(count: u64, seed: u64, limits: Limits) {
    for target in chosen() {
        let corpus = corpus::of(target.name);
        corpus.iter().for_each(|input| (target.run)(input));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        for number in 0..count {
            let input = mutate(&corpus, &mut random);
            let watched = || limits.watch(&input, || (target.run)(&input));
            let complaint = match panic::catch_unwind(watched) {
                Ok(Ok(())) => continue,
                Ok(Err(complaint)) => complaint,
                Err(_) => "it panics".to_owned(),
            };
            let shown = input[..input.len().min(SHOWN)].escape_ascii();
            panic!("{}: input {number} of seed {seed}: {complaint}: {shown}", target.name);
        }
    }
}

/// The targets that the environment variable `FUZZ_TARGET` names, separated by commas; without it, all.
fn chosen() -> Vec<Target> {
    let named = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let wanted = |target: &Target| named.is_empty() || named.split(',').any(|name| name == target.name);
    let chosen: Vec<Target> = TARGETS.into_iter().filter(wanted).collect();
    assert!(!chosen.is_empty(), "FUZZ_TARGET={named} is no target");
    chosen
}

#[test]
fn parsers_survive_a_few_mutations() {
    feed(FEW, SEED, Limits::Memory);
}

#[test]
#[ignore = "slow: minutes of mutations for every parser, and meaningful in optimised builds only"]
fn parsers_survive_many_mutations() {
    feed(MANY, SEED + 1, Limits::MemoryAndTime);
}

#[test]
#[ignore = "writes the valid inputs below the folder that FUZZ_SEEDS names, for cargo-fuzz to start from"]
fn valid_inputs_are_written() {
    let folder = PathBuf::from(std::env::var_os("FUZZ_SEEDS").expect("FUZZ_SEEDS names a folder"));
    for target in chosen() {
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder).expect("a folder");
        for (number, input) in corpus::valid(target.name).iter().enumerate() {
            fs::write(folder.join(format!("valid-{number:03}")), input).expect("written");
        }
    }
}

#[test]
fn every_target_is_a_program_of_the_fuzz_package() {
    let manifest = include_str!("../../fuzz/Cargo.toml");
    for target in TARGETS {
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
        let program = format!("{}/fuzz/fuzz_targets/{}.rs", env!("CARGO_MANIFEST_DIR"), target.name);
        assert!(std::fs::read_to_string(&program).is_ok_and(|text| text.contains(target.name)), "{program}");
    }
}
