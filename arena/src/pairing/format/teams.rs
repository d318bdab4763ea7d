//! Team events: every team meets every team.

use super::round_robin;
use crate::pairing::{Encounter, TeamBoards};

/// Returns the encounters of all players. On every other board the team that is named first has the second seat.
pub(in crate::pairing) fn schedule(
    teams: &[(String, Vec<usize>)],
    boards: TeamBoards,
    cycles: u32,
) -> Vec<Encounter> {
    let numbers: Vec<usize> = (0..teams.len()).collect();
    let matches = round_robin::schedule(&numbers, cycles, 2);
    let mut encounters = Vec::new();
    for round in matches.chunk_by(|one, other| one.round == other.round) {
        let mut board = 0;
        for team_match in round {
            let [home, away] = [0, 1].map(|side| &teams[team_match.players[side]].1);
            let meet = |one: usize, other: usize, swapped: bool| {
                if swapped { vec![away[other], home[one]] } else { vec![home[one], away[other]] }
            };
            let pairs: Vec<Vec<usize>> = match boards {
                TeamBoards::Fixed => (0..home.len()).map(|at| meet(at, at, at % 2 == 1)).collect(),
                TeamBoards::AllPlayAll => (0..home.len())
                    .flat_map(|apart| (0..home.len()).map(move |at| (at, (at + apart) % home.len(), apart)))
                    .map(|(one, other, apart)| meet(one, other, (one + apart) % 2 == 1))
                    .collect(),
            };
            for players in pairs {
                board += 1;
                encounters.push(Encounter { board, players, ..team_match.clone() });
            }
        }
    }
    encounters
}
