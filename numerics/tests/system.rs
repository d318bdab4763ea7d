//! The results are pinned, bit by bit, and compared with those of the system's C library.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::{env, hint::black_box, process::Command};

use damier_numerics::{double, single};

type Function = (&'static str, fn(f32) -> f32, fn(f32) -> f32);

/// Ours and the system's.
const FUNCTIONS: [Function; 3] =
    [("exp", single::exp, f32::exp), ("ln", single::ln, f32::ln), ("cos", single::cos, f32::cos)];

/// Hashes the results for every `stride`-th of all 2³² arguments; NaN counts as one value.
fn digest(function: fn(f32) -> f32, stride: usize) -> u64 {
    let results = (0..=u32::MAX).step_by(stride).map(|bits| function(f32::from_bits(bits)));
    let bits = results.map(|result| if result.is_nan() { u32::MAX } else { result.to_bits() });
    bits.fold(0, |hash: u64, bits| {
        (hash ^ u64::from(bits)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
    })
}

/// 2³² arguments in a small share of the time.
const STRIDE: usize = 2053;

#[test]
fn a_sample_of_all_results_is_pinned() {
    let digests = FUNCTIONS.map(|(_, ours, _)| digest(ours, STRIDE));
    assert_eq!(digests, [3_447_598_570_463_113_745, 3_036_281_105_315_947_526, 12_832_268_639_523_319_072]);
}

/// All 2³² arguments: a minute and a half on one core of an AMD EPYC.
#[test]
#[ignore = "slow"]
fn all_results_are_pinned() {
    let digests = FUNCTIONS.map(|(_, ours, _)| digest(ours, 1));
    assert_eq!(digests, [3_852_190_745_970_267_660, 714_654_972_669_638_403, 12_287_567_842_517_823_715]);
}

/// Arguments whose results differ from the system's in more than the bits of a NaN.
fn differing(ours: fn(f32) -> f32, system: fn(f32) -> f32, stride: usize) -> Vec<f32> {
    let arguments = (0..=u32::MAX).step_by(stride).map(f32::from_bits);
    let differs = |x: &f32| {
        let (one, other) = (ours(*x), system(black_box(*x)));
        one.to_bits() != other.to_bits() && !(one.is_nan() && other.is_nan())
    };
    arguments.filter(differs).collect()
}

const WITHOUT_FMA: &str = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2";
const TUNABLES: &str = "GLIBC_TUNABLES";

/// glibc up to 2.40 has the same algorithms. With fused multiply-add it rounds less often in between.
#[test]
#[ignore = "slow"]
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
fn the_system_gives_the_same() {
    let fused = env::var_os(TUNABLES).is_none();
    for (name, ours, system) in FUNCTIONS {
        let differing = differing(ours, system, 1);
        println!(
            "{name}: {} of 2^32 arguments differ: {:?}",
            differing.len(),
            &differing[..differing.len().min(9)]
        );
        let most = if fused { 40 } else { 0 };
        assert!(differing.len() <= most, "{name}: {}", differing.len());
    }
    let differing = powers().filter(|(x, y)| {
        let (one, other) = (single::powf(*x, *y), black_box(*x).powf(*y));
        one.to_bits() != other.to_bits() && !(one.is_nan() && other.is_nan())
    });
    let differing: Vec<_> = differing.collect();
    println!("powf: {} differ: {:?}", differing.len(), &differing[..differing.len().min(9)]);
    assert!(differing.len() <= if fused { 9 } else { 0 });
    if fused {
        let program = env::current_exe().expect("this program");
        let arguments = ["--ignored", "--exact", "the_system_gives_the_same", "--nocapture"];
        let status = Command::new(program).args(arguments).env(TUNABLES, WITHOUT_FMA).status();
        assert!(status.expect("it starts").success(), "without fused multiply-add");
    }
}

/// What the optimiser asks for, and arguments of every kind.
fn powers() -> impl Iterator<Item = (f32, f32)> {
    let corrections = [0.8, 0.9, 0.95, 0.99, 0.999, 0.9999_f32]
        .into_iter()
        .flat_map(|base| (1..1_000_000).map(move |step| (base, step as f32)));
    let averages = (1..1_000_000).map(|step| (step as f32 / (10.0 + step as f32), 4.0));
    let mut state = 1_u64;
    let others = (0..20_000_000).map(move |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (state ^ state >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (f32::from_bits(mixed as u32), f32::from_bits((mixed >> 32) as u32))
    });
    // A signalling NaN is no number that a program computes.
    corrections.chain(averages).chain(others).filter(|(x, y)| !x.is_nan() && !y.is_nan())
}

/// The system's functions of `f64` err by less than one unit in the last place (glibc's `log10` by two).
#[test]
fn doubles_are_near_the_systems() {
    let near = |one: f64, other: f64, most: u64| {
        assert!(one == other || one.to_bits().abs_diff(other.to_bits()) <= most, "{one} {other}");
    };
    for step in 1..200_000 {
        let x = f64::from(step) * 1.000_1e-3;
        near(double::ln(x), x.ln(), 1);
        near(double::log10(x), x.log10(), 2);
        for signed in [x, -x] {
            near(double::exp(signed), signed.exp(), 1);
            near(double::exp10(signed), 10_f64.powf(signed), 1);
        }
    }
}
