//! Captures found as sets are those that following each piece finds.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    games::draughts::{
        Brazilian, Canadian, Czech, DraughtsPosition, English, Frisian, German, International, Italian, Pool,
        Russian, Spanish, Turkish, bits::Bits, variant::Variant,
    },
    player::Player,
    position::{MoveList, Position},
};

/// Positions of each variant that every run of the tests looks at.
const POSITIONS: usize = 20_000;

/// A position with pieces strewn over the board; one in two has kings.
fn strewn<V: Variant>(rng: &mut Xoshiro256PlusPlus) -> DraughtsPosition<V> {
    const MOST_SHARE: f64 = 0.4;
    let share = rng.random_range(0.0..MOST_SHARE);
    let king_share = if rng.random_bool(0.5) { rng.random_range(0.0..1.0) } else { 0.0 };
    let mut sets = [V::Bits::EMPTY; 2];
    let mut kings = V::Bits::EMPTY;
    for bit in V::Bits::from_mask(V::GEOMETRY.board).squares() {
        if !rng.random_bool(share) {
            continue;
        }
        let player = usize::from(rng.random_bool(0.6));
        let here = V::Bits::one(bit);
        sets[player] |= here;
        let crowned = !(here & V::Bits::from_mask(V::GEOMETRY.crowning[player])).is_empty();
        if crowned || rng.random_bool(king_share) {
            kings |= here;
        }
    }
    let to_move = if rng.random_bool(0.5) { Player::FIRST } else { Player::SECOND };
    let [first, second] = sets;
    let (own, their) = if to_move == Player::FIRST { (first, second) } else { (second, first) };
    DraughtsPosition { own, their, kings, ..DraughtsPosition::empty_board(to_move) }
}

fn check<V: Variant>(positions: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let (mut moves, mut followed) = (MoveList::new(), MoveList::new());
    for _ in 0..positions {
        let position = strewn::<V>(&mut rng);
        position.legal_moves(&mut moves);
        if position.mover() == Player::FIRST {
            position.list_one_by_one::<0>(&mut followed);
        } else {
            position.list_one_by_one::<1>(&mut followed);
        }
        assert_eq!(position.is_quiet(), followed.is_empty(), "{position:?}");
        assert_eq!(position.count_moves(), moves.len(), "{position:?}");
        if !followed.is_empty() {
            assert_eq!(moves, followed, "{position:?}");
        }
    }
}

fn check_all(positions: usize) {
    check::<International>(positions);
    check::<Russian>(positions);
    check::<Brazilian>(positions);
    check::<English>(positions);
    check::<Canadian>(positions);
    check::<Italian>(positions);
    check::<Spanish>(positions);
    check::<Turkish>(positions);
    check::<Pool>(positions);
    check::<Czech>(positions);
    check::<Frisian>(positions);
    check::<German>(positions);
}

#[test]
fn sets_agree_with_single_pieces() {
    check_all(POSITIONS);
}

#[test]
#[ignore = "slow: a million positions of each variant"]
fn sets_agree_with_single_pieces_on_many_positions() {
    check_all(1_000_000);
}
