//! What a player brings to the next round.

use std::collections::BTreeSet;

use super::{Counted, Meeting};

/// A seat of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    First,
    Second,
}

impl Seat {
    pub(super) fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Which way a player left its score group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Float {
    /// It met an opponent with fewer points.
    Down,
    /// It met an opponent with more.
    Up,
}

/// How much a player wants a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Wish {
    /// Not at all: it has not played yet.
    Nothing,
    /// It had both as often, and the other one last.
    Mild,
    /// It had the other one once more.
    Strong,
    /// It had the other one in both rounds before, or two times more.
    Must,
}

/// A player before a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SwissPlayer {
    /// Twice the points.
    pub(super) half_points: u32,
    pub(super) met: BTreeSet<usize>,
    pub(super) had_bye: bool,
    /// The seats, round by round, `None` where both were had as often.
    pub(super) seats: Vec<Option<Seat>>,
    /// How it left its group in the round before.
    pub(super) float: Option<Float>,
}

impl SwissPlayer {
    /// Returns how often the first seat was had more than the second.
    pub(super) fn balance(&self) -> i32 {
        self.seats.iter().flatten().map(|seat| if *seat == Seat::First { 1 } else { -1 }).sum()
    }

    /// Returns the seat that is wanted, and how much.
    pub(super) fn wish(&self) -> (Option<Seat>, Wish) {
        let had: Vec<Seat> = self.seats.iter().flatten().copied().collect();
        let balance = self.balance();
        let by_balance = match balance {
            0 => had.last().map(|last| last.other()),
            1.. => Some(Seat::Second),
            _ => Some(Seat::First),
        };
        let wish = match (had.as_slice(), balance.abs()) {
            ([], _) => Wish::Nothing,
            (_, 2..) => Wish::Must,
            ([.., before, last], _) if before == last => return (Some(last.other()), Wish::Must),
            (_, 1) => Wish::Strong,
            _ => Wish::Mild,
        };
        (by_balance, wish)
    }
}

/// Returns all players after `meetings`.
pub(super) fn all(players: usize, meetings: &[Meeting], counted: Counted<'_>) -> Vec<SwissPlayer> {
    let mut all = vec![SwissPlayer::default(); players];
    let last_round = meetings.iter().map(|meeting| meeting.encounter.round).max().unwrap_or(0);
    for round in 1..=last_round {
        let before: Vec<u32> = all.iter().map(|player| player.half_points).collect();
        all.iter_mut().for_each(|player| player.float = None);
        for meeting in meetings.iter().filter(|meeting| meeting.encounter.round == round) {
            for (at, one) in meeting.encounter.players.iter().enumerate() {
                let player = &mut all[*one];
                player.half_points += (2.0 * counted(meeting, *one)).round() as u32;
                match meeting.opponent(*one) {
                    None => {
                        player.had_bye = true;
                        player.float = Some(Float::Down);
                    }
                    Some(other) => {
                        player.met.insert(other);
                        player.seats.push(seat_most_had(at, meeting.games.len()));
                        player.float = match before[*one].cmp(&before[other]) {
                            std::cmp::Ordering::Less => Some(Float::Up),
                            std::cmp::Ordering::Equal => None,
                            std::cmp::Ordering::Greater => Some(Float::Down),
                        };
                    }
                }
            }
        }
    }
    all
}

/// Returns the seat that the player `at` had once more than the other in an encounter of `games` games.
fn seat_most_had(at: usize, games: usize) -> Option<Seat> {
    (games % 2 == 1).then_some(if at == 0 { Seat::First } else { Seat::Second })
}
