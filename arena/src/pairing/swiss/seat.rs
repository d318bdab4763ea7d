//! Who of a pair has the first seat.

use super::{
    super::draw::PairingDraw,
    player::{Seat, SwissPlayer},
};

/// The two players, of whom `one` stands before `other` in the list; the one with the first seat first. The stronger
/// wish counts, then the greater imbalance, then the last round in which they had different seats, which they
/// exchange, then the list.
pub(super) fn ordered(players: &[SwissPlayer], one: usize, other: usize, draw: &PairingDraw) -> Vec<usize> {
    let first = match seat_of_one(&players[one], &players[other]) {
        Some(seat) => seat == Seat::First,
        // Before the first round the seats alternate down the list.
        None => one.is_multiple_of(2) == draw.first_begins(),
    };
    if first { vec![one, other] } else { vec![other, one] }
}

/// Returns the seat of the first of two players, who stands before the other in the list; `None` where neither has a
/// wish.
fn seat_of_one(one: &SwissPlayer, other: &SwissPlayer) -> Option<Seat> {
    let ((seat, wish), (other_seat, other_wish)) = (one.wish(), other.wish());
    let (Some(seat), Some(other_seat)) = (seat, other_seat) else {
        return seat.or(other_seat.map(Seat::other));
    };
    if seat != other_seat {
        return Some(seat);
    }
    let strength = (wish, one.balance().abs());
    let other_strength = (other_wish, other.balance().abs());
    match strength.cmp(&other_strength) {
        std::cmp::Ordering::Greater => Some(seat),
        std::cmp::Ordering::Less => Some(other_seat.other()),
        std::cmp::Ordering::Equal => Some(last_difference(one, other).map_or(seat, Seat::other)),
    }
}

/// Returns the seat that the first one had when they last had different seats.
fn last_difference(one: &SwissPlayer, other: &SwissPlayer) -> Option<Seat> {
    let seats = one.seats.iter().rev().zip(other.seats.iter().rev());
    seats
        .filter_map(|(one, other)| Some(((*one)?, (*other)?)))
        .find(|(one, other)| one != other)
        .map(|(one, _)| one)
}
