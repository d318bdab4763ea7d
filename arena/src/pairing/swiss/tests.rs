//! Laws of Swiss pairings, and all pairings there are for comparison.

use std::collections::HashSet;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{cost::Costs, matching, *};

/// Returns the points of the games; a bye is a win.
fn counted(meeting: &Meeting, player: usize) -> f64 {
    if meeting.is_bye() { 1.0 } else { meeting.points(player) }
}

fn next_of(round: u32, rounds: u32) -> Next {
    if round == rounds { Next::Nothing } else { Next::Round }
}

/// Plays rounds with random results, of `games` games each; `check` sees every round before it is played.
fn played(
    players: usize,
    rounds: u32,
    games: usize,
    seed: u64,
    mut check: impl FnMut(&[Meeting], &[Encounter]),
) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let draw = PairingDraw::new(players, seed);
    let mut meetings: Vec<Meeting> = Vec::new();
    for round in 1..=rounds {
        let encounters =
            pair(players, &meetings, &counted, round, next_of(round, rounds), &draw).expect("a pairing");
        check(&meetings, &encounters);
        meetings.extend(encounters.into_iter().map(|encounter| {
            let mut meeting = Meeting::new(encounter);
            for _ in 0..if meeting.is_bye() { 0 } else { games } {
                let share = f64::from(random.random_range(0..3_u8)) / 2.0;
                meeting.games.push(vec![share, 1.0 - share]);
            }
            meeting
        }));
    }
}

#[test]
fn everybody_plays_and_nobody_meets_twice() {
    for (players, rounds) in
        [(16, 7), (15, 7), (8, 4), (33, 9), (5, 3), (2, 1), (3, 2), (6, 5), (4, 3), (8, 6)]
    {
        for seed in 0..8 {
            let mut met = HashSet::new();
            let mut byes = HashSet::new();
            played(players, rounds, 1, seed, |_, encounters| {
                let mut seen = HashSet::new();
                for (encounter, board) in encounters.iter().zip(1..) {
                    assert_eq!(encounter.board, board);
                    assert!(encounter.players.iter().all(|player| seen.insert(*player)));
                    match encounter.players[..] {
                        [one] => assert!(byes.insert(one)),
                        [one, other] => assert!(met.insert((one.min(other), one.max(other)))),
                        _ => panic!("{encounter:?}"),
                    }
                }
                assert_eq!(seen.len(), players);
            });
            assert_eq!(byes.len() as u32, if players % 2 == 1 { rounds } else { 0 });
        }
    }
}

#[test]
fn seats_are_shared_out() {
    for seed in 0..20 {
        let mut seats: Vec<Vec<usize>> = vec![Vec::new(); 16];
        played(16, 7, 1, seed, |_, encounters| {
            for encounter in encounters {
                encounter.players.iter().enumerate().for_each(|(seat, player)| seats[*player].push(seat));
            }
        });
        for seats in seats {
            assert!(seats.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]), "{seats:?}");
            let second: usize = seats.iter().sum();
            assert!((2..=5).contains(&second), "{seats:?}");
        }
    }
}

/// Returns the lightest of all complete pairings, by trying them all.
fn lightest_of_all(costs: &Costs<'_>, free: &[usize]) -> Option<i128> {
    let [one, rest @ ..] = free else { return Some(0) };
    let with = |at: usize| {
        let others: Vec<usize> = rest.iter().copied().filter(|other| *other != rest[at]).collect();
        Some(costs.weight(*one, rest[at])? + lightest_of_all(costs, &others)?)
    };
    (0..rest.len()).filter_map(with).min()
}

#[test]
fn no_pairing_is_better() {
    for (players, rounds) in [(10, 6), (9, 5), (8, 7), (7, 6)] {
        for seed in 0..12 {
            let draw = PairingDraw::new(players, seed);
            let mut stuck = false;
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut meetings: Vec<Meeting> = Vec::new();
            for round in 1..=rounds {
                let known = player::all(players, &meetings, &counted);
                let costs = Costs::of(&known, round, &draw);
                let vertices: Vec<usize> = (0..costs.vertices()).collect();
                let best = lightest_of_all(&costs, &vertices);
                let found = matching::lightest(costs.vertices(), |one, other| costs.weight(one, other));
                let weight = |pairs: Vec<(usize, usize)>| -> i128 {
                    pairs.iter().map(|(one, other)| costs.weight(*one, *other).expect("possible")).sum()
                };
                assert_eq!(found.map(weight), best);
                let Some(encounters) =
                    pair(players, &meetings, &counted, round, next_of(round, rounds), &draw)
                else {
                    stuck = true;
                    break;
                };
                for encounter in encounters {
                    let mut meeting = Meeting::new(encounter);
                    if !meeting.is_bye() {
                        let share = f64::from(random.random_range(0..3_u8)) / 2.0;
                        meeting.games.push(vec![share, 1.0 - share]);
                    }
                    meetings.push(meeting);
                }
            }
            assert!(!stuck || rounds as usize > players / 2, "half of the rounds can always be paired");
        }
    }
}

#[test]
fn the_first_round_pairs_the_halves() {
    let draw = PairingDraw::new(8, 3);
    let encounters = pair(8, &[], &counted, 1, Next::Round, &draw).expect("a pairing");
    for encounter in &encounters {
        assert_eq!(encounter.players[0].abs_diff(encounter.players[1]), 4);
    }
    // The seats alternate down the list.
    let firsts: Vec<bool> = encounters.iter().map(|encounter| encounter.players[0] < 4).collect();
    assert!(firsts.windows(2).all(|pair| pair[0] != pair[1]), "{firsts:?}");
}

#[test]
fn score_groups_stay_together() {
    played(16, 5, 1, 4, |meetings, encounters| {
        let players = player::all(16, meetings, &counted);
        let groups: HashSet<u32> = players.iter().map(|player| player.half_points).collect();
        let odd_groups = groups
            .iter()
            .filter(|points| players.iter().filter(|player| player.half_points == **points).count() % 2 == 1)
            .count();
        let floats = encounters
            .iter()
            .filter(|encounter| {
                let [one, other] = [0, 1].map(|at| players[encounter.players[at]].half_points);
                one != other
            })
            .count();
        // In the early rounds nothing but odd groups makes anybody leave one.
        assert!(meetings.len() > 16 || floats <= odd_groups, "{floats} floats, {odd_groups} odd groups");
    });
}

#[test]
fn with_games_in_pairs_seats_do_not_count() {
    played(12, 5, 2, 1, |meetings, _| {
        for player in player::all(12, meetings, &counted) {
            assert_eq!(player.balance(), 0);
        }
    });
}
