//! Round robins.

use crate::pairing::{Aim, Encounter};

/// Everybody meets everybody `cycles` times, with the first seats shared out evenly and exchanged from cycle to
/// cycle. With more than two `seats`: every group of that size, one after the other.
pub(in crate::pairing) fn schedule(players: &[usize], cycles: u32, seats: usize) -> Vec<Encounter> {
    let cycle = if seats > 2 { tables(players, seats) } else { rounds(players.len()) };
    let mut encounters = Vec::new();
    let mut round = 0;
    for number in 0..cycles {
        for pairs in &cycle {
            round += 1;
            for (pair, board) in pairs.iter().zip(1..) {
                let mut players: Vec<usize> = pair.iter().map(|place| players[*place]).collect();
                if number % 2 == 1 {
                    players.reverse();
                }
                encounters.push(Encounter { round, board, players, aim: Aim::Points });
            }
        }
    }
    encounters
}

/// Returns the rounds of Berger's tables (FIDE Handbook, C.05 annex 1): the places that meet, the one with the first
/// seat first. With an odd number one place has no opponent in each round.
fn rounds(players: usize) -> Vec<Vec<Vec<usize>>> {
    let last = players.next_multiple_of(2) - 1;
    let half = last.div_ceil(2);
    let round = |number: usize| {
        // The last place meets the centre, the others stand around it on a circle of all but the last.
        let centre = number * half % last;
        let top = if number.is_multiple_of(2) { vec![centre, last] } else { vec![last, centre] };
        let around = (1..half).map(|apart| vec![(centre + apart) % last, (centre + last - apart) % last]);
        let pairs = std::iter::once(top).chain(around);
        pairs.filter(|pair| pair.iter().all(|place| *place < players)).collect()
    };
    (0..last).map(round).collect()
}

/// Returns every choice of `seats` places, each as a round of its own.
fn tables(players: &[usize], seats: usize) -> Vec<Vec<Vec<usize>>> {
    let mut chosen: Vec<usize> = (0..seats).collect();
    let mut all = Vec::new();
    loop {
        all.push(vec![chosen.clone()]);
        let Some(at) = (0..seats).rev().find(|at| chosen[*at] < players.len() - seats + at) else {
            return all;
        };
        chosen[at] += 1;
        for later in at + 1..seats {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}
