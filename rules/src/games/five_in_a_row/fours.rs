//! Winning by fours: every stone of the attacker makes a four, so that the defender has at most one answer.

use std::cmp::Reverse;

use super::{
    board::{Board, Stroke},
    colour::Colour,
    lines::DIRECTIONS,
    shape::Shape,
    shape_table::ShapePair,
    threat::Threat,
};

/// Stones of the attacker that one look tries at most.
const STONES_TRIED: u32 = 40;

/// The way to a five, as far as a quick look finds one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WayToFive {
    /// The first stone.
    pub(super) point: usize,
    /// Plies to the five, the first stone and the five included, where the defender does what can be done.
    pub(super) plies: u32,
}

/// Looks for a win of `attacker`, who is to move, by a five or by fours one after the other. What is found is a win
/// whatever the defender does; where nothing is found there may be one all the same.
pub(super) fn way_to_five(board: &Board, attacker: Colour) -> Option<WayToFive> {
    // Only where there is something to look at is the board worth copying.
    if !board.threatens_five(attacker) && !has_four(board, attacker) {
        return None;
    }
    Attack { board: board.clone(), attacker, left: STONES_TRIED, seen: Vec::new() }.way()
}

/// The points at which a stone of `colour` wins, ascending.
pub(super) fn fives(board: &Board, colour: Colour) -> impl Iterator<Item = usize> + '_ {
    let points = board.threatens_five(colour).then(|| board.points_of_fours(colour));
    points.into_iter().flatten().filter(move |point| board.threat(*point, colour) == Threat::Five)
}

/// The points at which a stone of `colour` makes a four and no five, with what it makes: what makes more beside its
/// four first, above all a straight or double four, then ascending.
pub(super) fn fours(board: &Board, colour: Colour) -> Vec<(Threat, usize)> {
    let points = has_four(board, colour).then(|| board.points_of_fours(colour));
    let mut fours: Vec<(Threat, usize)> = (points.into_iter().flatten())
        .map(|point| (board.threat(point, colour), point))
        .filter(|(threat, _)| threat.is_four())
        .collect();
    fours.sort_unstable_by_key(|(threat, point)| (Reverse(*threat), *point));
    fours
}

/// Every stone of `defender`, who is to move and has no five to complete or to block, that does not lose within four
/// plies; `None` where it is not known of any that it does. Others leave the attacker a straight four.
pub(super) fn answers_to_straight_fours(board: &Board, defender: Colour) -> Option<Vec<usize>> {
    let attacker = defender.other();
    let straight = straight_four(board, attacker)?;
    let mut answered = board.clone();
    let mut answers: Vec<usize> = on_fours(board, straight, attacker).collect();
    answers.retain(|answer| {
        let put = answered.put(*answer, defender);
        let prevents = straight_four(&answered, attacker).is_none();
        answered.take_back(put);
        prevents
    });
    // With a four the defender stays the one who attacks; of a suspect stone it is not known what it makes.
    answers.extend(fours(board, defender).into_iter().map(|(_, point)| point));
    if board.forbids(defender) {
        let every = 0..board.shapes().len();
        answers.extend(every.filter(|point| board.threat(*point, defender) == Threat::Suspect));
    }
    Some(answers)
}

/// The first point at which a stone of `colour` makes a straight four, or two fours at once.
fn straight_four(board: &Board, colour: Colour) -> Option<usize> {
    let tally = board.tally(colour);
    if tally.straight_fours() == 0 && tally.fours() < 2 {
        return None;
    }
    board.points_of_fours(colour).find(|point| board.threat(*point, colour) == Threat::Open)
}

/// The empty points on the fours that a stone of `colour` would make at a point, itself among them.
fn on_fours(board: &Board, point: usize, colour: Colour) -> impl Iterator<Item = usize> + '_ {
    let shape = move |direction: &usize| ShapePair(board.shapes()[point][*direction]).of(colour);
    let fours = (0..DIRECTIONS).filter(move |direction| shape(direction) >= Shape::Four);
    fours.flat_map(move |direction| board.lines().empty_points_along(point, direction))
}

/// Whether some stone of `colour` might make a four.
fn has_four(board: &Board, colour: Colour) -> bool {
    let tally = board.tally(colour);
    tally.straight_fours() + tally.fours() > 0
}

struct Attack {
    board: Board,
    attacker: Colour,
    left: u32,
    /// The keys of the boards from which, with the attacker to move, no way was found: fours mostly come to the same
    /// board in any order.
    seen: Vec<u64>,
}

impl Attack {
    /// The attacker is to move.
    fn way(&mut self) -> Option<WayToFive> {
        if let Some(point) = fives(&self.board, self.attacker).next() {
            return Some(WayToFive { point, plies: 1 });
        }
        let mut fours = fours(&self.board, self.attacker);
        let defender = self.attacker.other();
        if self.board.threatens_five(defender) {
            // It has to be blocked, and of two one remains.
            for five in fives(&self.board, defender) {
                fours.retain(|(_, point)| *point == five);
            }
        } else if !self.board.forbids(defender) {
            // Where no answer can be forbidden, a four with nothing beside it hardly ever brings the attacker any
            // further, and most looks that find nothing would spend their stones on such.
            fours.retain(|(threat, _)| *threat > Threat::Four);
        }
        fours.into_iter().find_map(|(_, point)| {
            self.left = self.left.checked_sub(1)?;
            let put = self.board.put(point, self.attacker);
            let plies = self.plies_after_answer(point);
            self.board.take_back(put);
            Some(WayToFive { point, plies: plies? + 1 })
        })
    }

    /// The defender is to move against the four that the stone on `last` has made.
    fn plies_after_answer(&mut self, last: usize) -> Option<u32> {
        /// The defender's stone, and five.
        const ANSWER_AND_FIVE: u32 = 2;
        let defender = self.attacker.other();
        let mut completing = self.completing(last);
        let answer = completing.next()?;
        let another = completing.next().is_some();
        drop(completing);
        if another || self.board.stroke(answer, defender) == Stroke::Forbidden {
            return Some(ANSWER_AND_FIVE);
        }
        let key = self.board.key_with(answer, defender);
        if self.seen.contains(&key) {
            return None;
        }
        let put = self.board.put(answer, defender);
        let way = self.way();
        self.board.take_back(put);
        if way.is_none() {
            self.seen.push(key);
        }
        Some(way?.plies + 1)
    }

    /// The points that complete a five with the stone on `last`.
    fn completing(&self, last: usize) -> impl Iterator<Item = usize> + '_ {
        let near = self.board.lines().empty_points_near(last);
        near.filter(|point| self.board.threat(*point, self.attacker) == Threat::Five)
    }
}
