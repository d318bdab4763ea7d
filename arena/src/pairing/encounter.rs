//! Who meets whom, and what came of it.

/// An encounter: one or more games between the same players. One player alone has a bye.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// The round, from 1.
    pub round: u32,
    /// Its place within the round, from 1.
    pub board: u32,
    /// The players, in the order of their seats in the first game.
    pub players: Vec<usize>,
    /// What it is played for.
    pub aim: Aim,
}

/// What an encounter is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Every game counts, and that is all.
    Points,
    /// One of them goes on: a level score leads to more games.
    Winner,
}

/// An encounter with the games that are finished.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// Who meets whom.
    pub encounter: Encounter,
    /// What each player got from each game, in the order of `encounter.players`.
    pub games: Vec<Vec<f64>>,
}

impl Meeting {
    /// Before the first game.
    pub fn new(encounter: Encounter) -> Self {
        Self { encounter, games: Vec::new() }
    }

    /// Returns whether one player has a bye.
    pub fn is_bye(&self) -> bool {
        self.encounter.players.len() == 1
    }

    /// Returns what a player got from all games so far; 0 for one that does not take part.
    pub fn points(&self, player: usize) -> f64 {
        match self.encounter.players.iter().position(|one| *one == player) {
            Some(at) => self.games.iter().map(|shares| shares[at]).sum(),
            None => 0.0,
        }
    }

    /// Returns the opponent of `player` in an encounter of two.
    pub fn opponent(&self, player: usize) -> Option<usize> {
        match self.encounter.players[..] {
            [one, other] if one == player => Some(other),
            [one, other] if other == player => Some(one),
            _ => None,
        }
    }

    /// Returns whether two players have the same points.
    pub(super) fn is_level(&self) -> bool {
        match self.encounter.players[..] {
            [one, other] => same(self.points(one), self.points(other)),
            _ => false,
        }
    }
}

/// Points are sums of simple fractions.
const LEAST_DIFFERENCE: f64 = 1e-6;

/// Returns whether two numbers of points are the same.
pub(super) fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < LEAST_DIFFERENCE
}

/// Returns points as people write them: `3½`, and two decimals where halves do not do.
pub(super) fn points_text(points: f64) -> String {
    let halves = (points * 2.0).round();
    if !same(points * 2.0, halves) {
        return format!("{points:.2}");
    }
    let whole = (halves / 2.0).trunc();
    match (halves % 2.0 != 0.0, whole == 0.0) {
        (true, true) => "½".to_owned(),
        (true, false) => format!("{whole:.0}½"),
        (false, _) => format!("{whole:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_with_halves() {
        let texts = [0.0, 0.5, 1.0, 3.5, 2.0 / 3.0, 10.0].map(points_text);
        assert_eq!(texts, ["0", "½", "1", "3½", "0.67", "10"]);
    }

    #[test]
    fn points_go_to_their_players() {
        let encounter = Encounter { round: 1, board: 1, players: vec![4, 2], aim: Aim::Points };
        let meeting = Meeting { encounter, games: vec![vec![1.0, 0.0], vec![0.5, 0.5]] };
        assert_eq!([4, 2, 3].map(|player| meeting.points(player)), [1.5, 0.5, 0.0]);
        assert_eq!([4, 2, 3].map(|player| meeting.opponent(player)), [Some(2), Some(4), None]);
        assert!(!meeting.is_level() && !meeting.is_bye());
    }
}
