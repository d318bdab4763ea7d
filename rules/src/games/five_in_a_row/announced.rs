//! Moves that are made from estimates of positions, without a search: predictions, and stones of even openings.

use super::{
    colour::Colour,
    contract::Contract,
    five_move::{Choice, FiveMove},
    judgement::from_the_middle,
    position::{FivePosition, Stage},
    prediction::{EARLIEST_FIVE, Prediction},
    rules::RuleSet,
};
use crate::{estimate::Estimate, position::Position};

/// How far from the middle, in ranks and files, the first stone of an opening with a swap lies,
const FIRST_STONE: usize = 3;
/// and at most the others: the last one of a player, which is one of 81 points,
const LAST_FARTHEST: usize = 4;
/// and two that are chosen together, each one of 49.
const PAIR_FARTHEST: usize = 3;

/// See [`SearchHeuristics::announced_move`](crate::SearchHeuristics::announced_move).
pub(super) fn announced_move(
    position: &FivePosition,
    estimate: &mut dyn FnMut(&FivePosition) -> Estimate,
) -> Option<FiveMove> {
    match position.stage {
        Stage::Predicting | Stage::PredictingSecond(_) => Some(prediction(position, estimate)),
        Stage::Opening | Stage::Adding if position.rules.set != RuleSet::Predicted => {
            even_stone(position, estimate)
        }
        _ => None,
    }
}

/// The prediction, from estimates of the game played on without a limit.
fn prediction(position: &FivePosition, estimate: &mut dyn FnMut(&FivePosition) -> Estimate) -> FiveMove {
    let free = FivePosition { stage: Stage::Play, contract: Contract::Free, ..position.clone() };
    let expected = estimate(&free);
    let mover_wins = expected.share - expected.draw / 2.0;
    let mover_loses = 1.0 - expected.draw - mover_wins;
    let prediction = if expected.draw >= mover_wins.max(mover_loses) {
        Prediction::Draw
    } else {
        let mover = free.colour_to_move();
        let winner = if mover_wins >= mover_loses { mover } else { mover.other() };
        let last = position.rules.points() as i32;
        let end = free.moves() as i32 + expected.plies.max(0.0).round() as i32;
        let mut number = end.clamp(EARLIEST_FIVE as i32, last);
        // Each colour has every other move.
        if Colour::after_moves(number as usize - 1) != winner {
            number += if number < last { 1 } else { -1 };
        }
        Prediction::five_at(number as u16)
    };
    FiveMove::Prediction(prediction)
}

/// The stone after which, with the best of the same player's further stones, the colours are worth the same. The first of
/// an opening has its place. A player without an opinion chooses its stones itself.
fn even_stone(
    position: &FivePosition,
    estimate: &mut dyn FnMut(&FivePosition) -> Estimate,
) -> Option<FiveMove> {
    if estimate(position) == Estimate::NO_OPINION {
        return None;
    }
    let size = position.rules.size();
    if position.moves() == 0 {
        let along = (size - 1) / 2 - FIRST_STONE;
        return Some(FiveMove::Stone((along * size + along) as u16));
    }
    let farthest = if position.puts_another() { PAIR_FARTHEST } else { LAST_FARTHEST };
    let tried = stones(position, farthest).map(|first| {
        let mut after = position.clone();
        after.play(first);
        let distance = if position.puts_another() {
            let seconds = stones(&after, farthest).map(|second| {
                let mut last = after.clone();
                last.play(second);
                distance_from_even(last, estimate)
            });
            seconds.fold(f32::INFINITY, f32::min)
        } else {
            distance_from_even(after, estimate)
        };
        (distance, first)
    });
    tried.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, stone)| stone)
}

/// The stones that are tried: on empty points that are no farther from the middle.
fn stones(position: &FivePosition, farthest: usize) -> impl Iterator<Item = FiveMove> + '_ {
    let near = move |point: &usize| from_the_middle(*point, position.rules.size()) <= farthest;
    position.board.lines().empty_points().filter(near).map(|point| FiveMove::Stone(point as u16))
}

/// How far from one half the share of a colour is, in a position in which one is to be chosen.
fn distance_from_even(
    mut position: FivePosition,
    estimate: &mut dyn FnMut(&FivePosition) -> Estimate,
) -> f32 {
    position.play(FiveMove::Choice(Choice::White));
    (estimate(&position).share - 0.5).abs()
}
