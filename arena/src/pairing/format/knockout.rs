//! Knockouts: who loses is out.

use crate::pairing::{Aim, Encounter, Event, Meeting, ThirdPlace};

/// What is known of a knockout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::pairing) struct Bracket {
    /// Who is still in, in the order of the bracket; one alone has won.
    pub(in crate::pairing) left: Vec<usize>,
    /// Who went out in each finished round, the first round first.
    pub(in crate::pairing) out: Vec<Vec<usize>>,
    /// Who won and who lost the match for the third place.
    pub(in crate::pairing) third: Option<[usize; 2]>,
    /// What is to be played next; none when it is over.
    next: Vec<Encounter>,
}

/// Returns the next round after `meetings`, which are all of this knockout; it begins with `first_round`.
pub(in crate::pairing) fn next(
    event: &Event,
    players: &[usize],
    meetings: &[Meeting],
    first_round: u32,
    third_place: ThirdPlace,
) -> Vec<Encounter> {
    bracket(event, players, meetings, first_round, third_place).next
}

/// Returns how a knockout of `players`, the strongest first, stands. The strongest meet as late as they can, and have
/// the byes where their number is no power of two.
pub(in crate::pairing) fn bracket(
    event: &Event,
    players: &[usize],
    meetings: &[Meeting],
    first_round: u32,
    third_place: ThirdPlace,
) -> Bracket {
    let size = players.len().next_power_of_two();
    let mut left: Vec<Option<usize>> = seeded(size).iter().map(|seed| players.get(*seed).copied()).collect();
    let mut meetings = meetings.iter();
    let (mut out, mut third) = (Vec::new(), None);
    let mut round = first_round;
    loop {
        if left.len() == 1 {
            return Bracket { left: left.into_iter().flatten().collect(), out, third, next: Vec::new() };
        }
        let mut pairs: Vec<Vec<usize>> =
            left.chunks(2).map(|pair| pair.iter().flatten().copied().collect()).collect();
        // Before the final the losers of the round before play for the third place.
        let for_third: Option<&Vec<usize>> =
            out.last().filter(|losers: &&Vec<usize>| left.len() == 2 && losers.len() == 2);
        if let Some(losers) = for_third.filter(|_| third_place == ThirdPlace::Played) {
            pairs.insert(0, losers.clone());
        }
        let played: Vec<&Meeting> = meetings.by_ref().take(pairs.len()).collect();
        if played.len() < pairs.len() {
            let encounters = pairs.into_iter().zip(1..);
            let next =
                encounters.map(|(players, board)| Encounter { round, board, players, aim: Aim::Winner });
            let left = left.into_iter().flatten().collect();
            return Bracket { left, out, third, next: next.collect() };
        }
        let mut results = played.into_iter().map(|meeting| {
            let winner = event.winner(meeting);
            (winner, meeting.opponent(winner))
        });
        if pairs.len() > left.len() / 2 {
            third = results.next().and_then(|(winner, loser)| Some([winner, loser?]));
        }
        let (winners, losers): (Vec<_>, Vec<_>) = results.unzip();
        left = winners.into_iter().map(Some).collect();
        out.push(losers.into_iter().flatten().collect());
        round += 1;
    }
}

/// Returns the seeds in the order of a bracket for `size` players, a power of two: 0 and 1 meet in the final, if at
/// all.
fn seeded(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.iter().flat_map(|seed| [*seed, last - seed]).collect();
    }
    seeds
}
