//! Laws of the clock: no time is ever overstepped, and it goes where it is needed.

use std::time::Duration;

use damier_numerics::double;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Clock, Manager, Signs, Verdict};

const CALM: Signs = Signs { best_share: 0.6, lead: 0, speed: 1000.0, value: 0.5, highest_value: 0.5 };

/// Bounds are told in whole nanoseconds.
const ROUNDING: Duration = Duration::from_nanos(1);

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

/// When a search with constant signs plays, looked at every 10 µs at the start and ever more seldom.
fn played_at(manager: &Manager, signs: &Signs) -> f64 {
    let mut now = 0.0;
    while manager.verdict(seconds(now), signs) == Verdict::GoOn {
        now += 1e-5 + now * 1e-3;
    }
    now
}

fn any_clock(random: &mut Xoshiro256PlusPlus) -> Clock {
    let scale = double::exp10(random.random_range(-3.0..4.0));
    Clock {
        remaining: seconds(random.random_range(0.0..scale)),
        increment: seconds(if random.random_bool(0.5) { random.random_range(0.0..scale) } else { 0.0 }),
        moves_to_go: random.random_bool(0.5).then(|| random.random_range(0..60)),
        overhead: seconds(random.random_range(0.0..0.1)),
    }
}

fn any_signs(random: &mut Xoshiro256PlusPlus) -> Signs {
    let value = random.random_range(0.0..1.0);
    Signs {
        best_share: random.random_range(0.0..=1.0),
        lead: random.random_range(0..1000),
        speed: random.random_range(0.0..1e6),
        value,
        highest_value: value + random.random_range(0.0..0.2),
    }
}

#[test]
fn no_clock_is_overstepped_whatever_the_search_says() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..20_000 {
        let clock = any_clock(&mut random);
        let manager = Manager::of_clock(&clock, Some(random.random_range(0.0..1.0)));
        assert!(manager.soft() <= manager.hard(), "{clock:?}");
        let margin = clock.overhead.min(clock.remaining.mul_f64(0.9));
        assert!(manager.hard() <= clock.remaining.saturating_sub(margin) + seconds(1e-6), "{clock:?}");
        let signs = any_signs(&mut random);
        assert_eq!(manager.verdict(manager.hard() + ROUNDING, &signs), Verdict::Stop);
    }
}

#[test]
fn a_long_game_never_runs_out_of_time() {
    // Every move takes the most that it may, and the margin on top of it.
    let overhead = seconds(0.01);
    for (main, increment, moves) in
        [(60.0, 0.0, None), (0.1, 0.01, None), (30.0, 0.0, Some(40)), (5.0, 5.0, None)]
    {
        let mut left: f64 = main;
        for ply in 0..400 {
            let moves_to_go = moves.map(|moves| moves - ply % moves);
            let clock =
                Clock { remaining: seconds(left), increment: seconds(increment), moves_to_go, overhead };
            left -= Manager::of_clock(&clock, None).hard().as_secs_f64();
            assert!(left >= 0.0);
            left += increment;
            if moves_to_go == Some(1) {
                left += main;
            }
        }
    }
}

#[test]
fn unclear_choices_and_falling_values_take_longer() {
    let clock = Clock::increment(seconds(60.0), seconds(1.0));
    let manager = Manager::of_clock(&clock, Some(0.5));
    let calm = played_at(&manager, &CALM);
    assert!(played_at(&manager, &Signs { best_share: 0.4, ..CALM }) > calm);
    assert!(played_at(&manager, &Signs { best_share: 0.95, ..CALM }) < calm);
    assert!(played_at(&manager, &Signs { value: 0.4, highest_value: 0.4, ..CALM }) > 1.5 * calm);
    assert!(played_at(&manager, &Signs { highest_value: 0.55, ..CALM }) > calm);
}

#[test]
fn it_plays_at_once_when_no_other_move_can_catch_up() {
    let manager = Manager::of_clock(&Clock::game(seconds(60.0)), None);
    let calm = played_at(&manager, &CALM);
    let led = played_at(&manager, &Signs { lead: (CALM.speed * calm / 2.0) as u64, ..CALM });
    assert!(led < 0.6 * calm, "{led} {calm}");
    assert_eq!(played_at(&manager, &Signs { lead: u64::MAX, ..CALM }), 0.0);
}

#[test]
fn more_time_is_more_thought() {
    let soft = |clock: Clock| Manager::of_clock(&clock, None).soft();
    assert!(soft(Clock::game(seconds(60.0))) < soft(Clock::game(seconds(120.0))));
    assert!(soft(Clock::game(seconds(60.0))) < soft(Clock::increment(seconds(60.0), seconds(2.0))));
    assert!(soft(Clock::moves(seconds(60.0), 20)) < soft(Clock::moves(seconds(60.0), 5)));
    assert_eq!(soft(Clock::moves(seconds(60.0), 1)), seconds(60.0));
}

#[test]
fn a_fixed_time_is_used_up_but_for_the_margin() {
    let manager = Manager::of_time(seconds(1.0), seconds(0.01));
    let led = Signs { lead: u64::MAX, best_share: 1.0, ..CALM };
    assert!((played_at(&manager, &led) - 0.99).abs() < 0.01);
    assert_eq!(Manager::of_time(seconds(0.01), seconds(1.0)).hard(), seconds(0.005));
}
