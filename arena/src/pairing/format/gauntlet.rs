//! Gauntlets.

use crate::pairing::{Aim, Encounter};

/// Returns the encounters of the first player with every other one, `cycles` times: a round each.
pub(in crate::pairing) fn schedule(players: usize, cycles: u32) -> Vec<Encounter> {
    let opponents = (0..cycles).flat_map(|_| 1..players);
    let encounter = |(opponent, round)| {
        let players = vec![FIRST, opponent];
        Encounter { round, board: 1, players, aim: Aim::Points }
    };
    opponents.zip(1..).map(encounter).collect()
}

/// The player who meets all others.
pub(in crate::pairing) const FIRST: usize = 0;
