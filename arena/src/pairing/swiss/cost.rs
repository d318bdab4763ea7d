//! What speaks against a pair, as one number: the criteria are its digits.

use super::{
    super::draw::PairingDraw,
    player::{Float, SwissPlayer, Wish},
};

/// How many criteria can be traded against each other; the first one cannot.
const CRITERIA: usize = 7;

/// The weights of all pairs of a round.
#[derive(Clone, Debug)]
pub(super) struct Costs<'p> {
    players: &'p [SwissPlayer],
    round: u32,
    draw: &'p PairingDraw,
    /// The place of each player within its score group.
    places: Vec<usize>,
    /// The size of each player's score group.
    sizes: Vec<usize>,
    lowest: u32,
    /// What one unit of each criterion weighs: more than everything that comes after it in all pairs together.
    units: [i128; CRITERIA],
}

impl<'p> Costs<'p> {
    pub(super) fn of(players: &'p [SwissPlayer], round: u32, draw: &'p PairingDraw) -> Self {
        let same_group = |one: usize, other: usize| players[one].half_points == players[other].half_points;
        let everyone = 0..players.len();
        let count = |player: usize, among: &mut dyn Iterator<Item = usize>| {
            among.filter(|other| same_group(player, *other)).count()
        };
        let places: Vec<usize> = everyone.clone().map(|player| count(player, &mut (0..player))).collect();
        let sizes = everyone.clone().map(|player| count(player, &mut everyone.clone())).collect();
        let lowest = players.iter().map(|player| player.half_points).min().unwrap_or(0);
        let mut costs = Self { players, round, draw, places, sizes, lowest, units: [1; CRITERIA] };
        costs.units = costs.units();
        costs
    }

    /// A unit of a criterion weighs one more than all pairs together can have of the criteria after it.
    fn units(&self) -> [i128; CRITERIA] {
        let mut largest = [0_i128; CRITERIA];
        for one in 0..self.players.len() {
            for other in one + 1..self.vertices() {
                for (largest, digit) in largest.iter_mut().zip(self.digits(one, other)) {
                    *largest = (*largest).max(digit.into());
                }
            }
        }
        let pairs = self.vertices() as i128 / 2;
        let mut units = [1; CRITERIA];
        for criterion in (0..CRITERIA - 1).rev() {
            units[criterion] = units[criterion + 1] * (largest[criterion + 1] * pairs + 1);
        }
        units
    }

    /// Returns the players, and the bye where their number is odd.
    pub(super) fn vertices(&self) -> usize {
        self.players.len().next_multiple_of(2)
    }

    /// Returns the number that stands for the bye.
    pub(super) fn bye(&self) -> Option<usize> {
        (self.players.len() % 2 == 1).then_some(self.players.len())
    }

    /// Returns the weight of a pair of `one` and the higher number `other`; `None` where they cannot meet.
    pub(super) fn weight(&self, one: usize, other: usize) -> Option<i128> {
        let possible = match self.players.get(other) {
            Some(_) => !self.players[one].met.contains(&other),
            None => !self.players[one].had_bye,
        };
        let digits = self.digits(one, other);
        let weights = digits.iter().zip(self.units).map(|(digit, unit)| i128::from(*digit) * unit);
        possible.then(|| weights.sum())
    }

    /// Returns how much of each criterion a pair has.
    fn digits(&self, one: usize, other: usize) -> [u64; CRITERIA] {
        let player = &self.players[one];
        let lot = self.draw.of_pair(self.round, one, other);
        let Some(opponent) = self.players.get(other) else {
            let above_lowest = u64::from(player.half_points - self.lowest);
            // Among equals the last one of the list has the bye.
            return [above_lowest, 0, 0, 0, 0, ((self.sizes[one] - 1 - self.places[one]) as u64).pow(2), lot];
        };
        let difference = u64::from(player.half_points.abs_diff(opponent.half_points));
        let ((seat, wish), (other_seat, other_wish)) = (player.wish(), opponent.wish());
        let same_wish = seat.is_some() && seat == other_seat;
        [
            0,
            u64::from(same_wish && wish == Wish::Must && other_wish == Wish::Must),
            difference * difference,
            u64::from(same_wish),
            u64::from(self.floats_again(one, other)) + u64::from(self.floats_again(other, one)),
            self.disorder(one, other),
            lot,
        ]
    }

    /// Returns whether a player would float the same way as in the round before.
    fn floats_again(&self, one: usize, other: usize) -> bool {
        let [own, met] = [one, other].map(|player| self.players[player].half_points);
        match self.players[one].float {
            Some(Float::Down) => own > met,
            Some(Float::Up) => own < met,
            None => false,
        }
    }

    /// Returns how far a pair is from the order within the groups.
    fn disorder(&self, one: usize, other: usize) -> u64 {
        let [own, met] = [one, other].map(|player| self.players[player].half_points);
        let square = |distance: usize| (distance as u64).pow(2);
        if own == met {
            square(self.places[one].abs_diff(self.places[other]).abs_diff(self.sizes[one] / 2))
        } else {
            let (upper, lower) = if own > met { (one, other) } else { (other, one) };
            square(self.sizes[upper] - 1 - self.places[upper]) + square(self.places[lower])
        }
    }
}
