//! The challenge ladder: who wins stays at the board.

use crate::pairing::{Aim, Encounter, Event, Meeting};

/// Who waits, in the order of their coming; one queue for everybody, or one for each of two teams.
struct Queues {
    waiting: Vec<std::vec::IntoIter<usize>>,
    /// Which queue each player comes from.
    queue_of: Vec<usize>,
}

impl Queues {
    fn of(event: &Event) -> Self {
        let teams = &event.competitors.teams;
        let queues: Vec<Vec<usize>> = if teams.is_empty() {
            vec![(0..event.names().len()).collect()]
        } else {
            teams.iter().map(|(_, members)| members.clone()).collect()
        };
        let mut queue_of = vec![0; event.names().len()];
        for (number, queue) in queues.iter().enumerate() {
            queue.iter().for_each(|player| queue_of[*player] = number);
        }
        Self { waiting: queues.into_iter().map(Vec::into_iter).collect(), queue_of }
    }

    /// Returns who comes after `player` of its queue.
    fn successor(&mut self, player: usize) -> Option<usize> {
        self.waiting[self.queue_of[player]].next()
    }
}

/// Returns the next encounter after `meetings`: the challenger has the first seat. `None` when no challenger is left.
pub(in crate::pairing) fn next(event: &Event, meetings: &[Meeting]) -> Option<Encounter> {
    let mut queues = Queues::of(event);
    let holder = queues.waiting[0].next()?;
    let opponents = if queues.waiting.len() > 1 { 1 } else { 0 };
    let challenger = queues.waiting[opponents].next()?;
    let mut pair = vec![challenger, holder];
    for meeting in meetings {
        let winner = event.winner(meeting);
        let loser = meeting.opponent(winner)?;
        pair = vec![queues.successor(loser)?, winner];
    }
    Some(Encounter { round: meetings.len() as u32 + 1, board: 1, players: pair, aim: Aim::Winner })
}
