//! What the built-in yardsticks ask: a static judgement, and which moves look promising.

use super::{
    board::{Board, Stroke, Tally},
    colour::Colour,
    five_move::FiveMove,
    fours,
    position::{FivePosition, Stage},
    prediction::Prediction,
    rules::RuleSet,
    threat::Threat,
};
use crate::{
    player::Player,
    position::{MoveList, Position},
};

/// A stone that makes five is at hand.
const FIVE_NEXT: i32 = 15_000;
/// The opponent will make five unless it is blocked; two such points cannot be.
const FIVE_FACED: i32 = 2_000;
const FIVES_FACED: i32 = 14_000;
/// A straight four is at hand, and the opponent has no four to hold against it.
const STRAIGHT_FOUR_NEXT: i32 = 9_000;
/// The opponent will make a straight four unless it is answered.
const STRAIGHT_FOUR_FACED: i32 = 600;
/// What a point is worth at which one line would become a four, a three, a two,
const FOUR_POINT: i32 = 60;
const THREE_POINT: i32 = 30;
const TWO_POINT: i32 = 5;
/// and how much more so, in percent, for the colour to move.
const TURN_PERCENT: i32 = 130;
/// No judgement goes beyond.
const MOST: i32 = 20_000;

/// See [`SearchHeuristics::static_eval`](crate::SearchHeuristics::static_eval).
pub(super) fn judge(position: &FivePosition, player: Player) -> i32 {
    let to_move = position.colour_to_move();
    match position.stage {
        Stage::Play => {
            let score = for_mover(&position.board, to_move);
            if position.seat(to_move) == player { score } else { -score }
        }
        Stage::Choosing | Stage::ChoosingLast => {
            let score = for_mover(&position.board, to_move).abs();
            if position.to_move() == player { score } else { -score }
        }
        _ => 0,
    }
}

fn for_mover(board: &Board, to_move: Colour) -> i32 {
    let [fives, opens, fours, threes, twos] = kinds(board.tally(to_move));
    let [their_fives, their_opens, their_fours, their_threes, their_twos] =
        kinds(board.tally(to_move.other()));
    let quiet = |fours, threes, twos| FOUR_POINT * fours + THREE_POINT * threes + TWO_POINT * twos;
    let mut score =
        quiet(fours, threes, twos) * TURN_PERCENT / 100 - quiet(their_fours, their_threes, their_twos);
    if fives > 0 {
        score += FIVE_NEXT;
    } else if their_fives > 1 {
        score -= FIVES_FACED;
    } else if their_fives > 0 {
        score -= FIVE_FACED;
    } else if opens > 0 {
        score += STRAIGHT_FOUR_NEXT;
    } else {
        score -= STRAIGHT_FOUR_FACED * their_opens;
    }
    score.clamp(-MOST, MOST)
}

fn kinds(tally: Tally) -> [i32; Tally::KINDS] {
    std::array::from_fn(|kind| tally.kind(kind))
}

/// The promise of a stone that makes five or blocks one,
const DECIDES: i32 = 10_000;
/// of a move that is only good if nothing else is left,
const LAST_RESORT: i32 = -10_000;
const PASS_AS_LAST_RESORT: i32 = LAST_RESORT + 1;
/// Stones farther away from all others are not worth a search, in ranks and files.
const NEAR: usize = 2;
/// As long as there are no others, stones farther from the middle are not.
const NEAR_THE_MIDDLE: usize = 1;
/// The opening's stones are put farther out.
const NEAR_THE_MIDDLE_IN_OPENING: usize = 4;

/// See [`SearchHeuristics::move_score`](crate::SearchHeuristics::move_score).
pub(super) fn promise(position: &FivePosition, mv: FiveMove) -> Option<i32> {
    match (mv, position.stage) {
        (FiveMove::Stone(point), Stage::Play) => promise_of_stone(position, usize::from(point)),
        (FiveMove::Stone(point), _) => {
            let distance = from_the_middle(usize::from(point), position.rules.size());
            (distance <= NEAR_THE_MIDDLE_IN_OPENING).then_some(-(distance as i32))
        }
        (FiveMove::Pass, _) => {
            let decided = position.board.decided_by(position.colour_to_move()).is_some();
            (!decided && !has_worthwhile_stone(position)).then_some(PASS_AS_LAST_RESORT)
        }
        (FiveMove::Choice(_), _) => Some(0),
        // The others are made from estimates, not searched.
        (FiveMove::Prediction(prediction), _) => (prediction == Prediction::Draw).then_some(0),
    }
}

fn promise_of_stone(position: &FivePosition, point: usize) -> Option<i32> {
    let board = &position.board;
    let own = position.colour_to_move();
    if let Some(colour) = board.decided_by(own) {
        return (board.threat(point, colour) == Threat::Five).then_some(DECIDES);
    }
    if is_worthwhile(board, point, own) {
        let [attack, defence] = [own, own.other()].map(|colour| board.threat(point, colour));
        return Some(worth_of_making(attack) + worth_of_taking(defence));
    }
    let forbidden = board.stroke(point, own) == Stroke::Forbidden;
    (forbidden && position.rules.set == RuleSet::Renju && !has_worthwhile_stone(position))
        .then_some(LAST_RESORT)
}

/// Whether a stone is not too far away and not forbidden.
fn is_worthwhile(board: &Board, point: usize, own: Colour) -> bool {
    let near = if board.empty() == board.size() * board.size() {
        from_the_middle(point, board.size()) <= NEAR_THE_MIDDLE
    } else {
        board.lines().has_stone_near(point, NEAR)
    };
    near && board.stroke(point, own) != Stroke::Forbidden
}

fn has_worthwhile_stone(position: &FivePosition) -> bool {
    let own = position.colour_to_move();
    let board = &position.board;
    board.lines().empty_points().any(|point| is_worthwhile(board, point, own))
}

/// How far a point lies from the nearest middle point, in ranks or files, whichever is more.
pub(super) fn from_the_middle(point: usize, size: usize) -> usize {
    let off = |along: usize| {
        let (low, high) = ((size - 1) / 2, size / 2);
        low.saturating_sub(along).max(along.saturating_sub(high))
    };
    off(point / size).max(off(point % size))
}

fn worth_of_making(threat: Threat) -> i32 {
    match threat {
        Threat::None | Threat::Suspect | Threat::Forbidden => 0,
        Threat::Two => 20,
        Threat::ClosedThree => 25,
        Threat::DoubleTwo => 60,
        Threat::Three => 150,
        Threat::ThreePlus => 220,
        Threat::DoubleThree => 1_500,
        Threat::Four => 200,
        Threat::FourPlus => 400,
        Threat::FourThree => 3_000,
        Threat::Open => 6_000,
        Threat::Five => DECIDES,
    }
}

fn worth_of_taking(threat: Threat) -> i32 {
    match threat {
        Threat::None | Threat::Suspect | Threat::Forbidden => 0,
        Threat::Two => 15,
        Threat::ClosedThree => 15,
        Threat::DoubleTwo => 40,
        Threat::Three => 100,
        Threat::ThreePlus => 150,
        Threat::DoubleThree => 1_000,
        Threat::Four => 110,
        Threat::FourPlus => 250,
        Threat::FourThree => 2_000,
        Threat::Open => 3_500,
        Threat::Five => 0,
    }
}

/// Returns the stones that make five, or else those that make a four; see
/// [`tactical_moves`](crate::SearchHeuristics::tactical_moves).
pub(super) fn tactical_moves(position: &FivePosition, out: &mut MoveList<FiveMove>) {
    out.clear();
    if position.stage != Stage::Play || position.ending.is_some() {
        return;
    }
    let own = position.colour_to_move();
    let board = &position.board;
    let stone = |point| FiveMove::Stone(point as u16);
    if board.threatens_five(own) {
        out.extend(fours::fives(board, own).map(stone));
    } else {
        out.extend(fours::fours(board, own).into_iter().map(|(_, point)| stone(point)));
    }
}
