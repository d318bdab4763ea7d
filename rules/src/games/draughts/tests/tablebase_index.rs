//! The numbering of positions of few pieces.

use std::collections::HashSet;

use crate::{
    game::Game,
    games::draughts::{
        Brazilian, Canadian, Czech, Draughts, DraughtsPosition, English, Frisian, German, International,
        Italian, Pool, Russian, Spanish, Turkish, bits::Bits, goal::Goal, variant::Variant,
    },
    notation::{Notation, NotationFormat::Native},
    position::{MoveList, Position},
    symmetry::Symmetry,
    tablebase_index::{Ahead, EndingValue, Next, Place, TablebaseIndex},
};

const EXCHANGE: usize = 1;

fn index_of<V: Variant>() -> Box<dyn TablebaseIndex<DraughtsPosition<V>>> {
    Draughts::<V>::new().tablebase_index().expect("a draughts variant has endings")
}

/// Visits every position of at most `pieces` pieces.
fn each<V: Variant>(pieces: usize, mut visit: impl FnMut(Place, &DraughtsPosition<V>)) {
    let endings = index_of::<V>();
    for (slice, entry) in endings.slices().iter().enumerate().filter(|(_, entry)| entry.pieces <= pieces) {
        for (part, size) in entry.sizes.iter().enumerate() {
            for index in 0..*size {
                let place = Place { slice, part, index };
                if let Some(position) = endings.position(place) {
                    visit(place, &position);
                }
            }
        }
    }
}

fn numbers_are_places<V: Variant>() {
    let game = Draughts::<V>::new();
    let endings = index_of::<V>();
    each::<V>(2, |place, position| {
        let text = game.position_text(Native, position);
        assert_eq!(game.parse_position(Native, &text).as_ref(), Ok(position), "it can stand on a board");
        assert_eq!(endings.place(position), Some(place), "{text}");
        let exchanged = game.transform(position, EXCHANGE);
        assert_eq!(endings.place(&exchanged), Some(place), "{text}, the players exchanged");
    });
}

#[test]
fn every_number_is_the_place_of_its_position_and_of_the_exchanged_one() {
    numbers_are_places::<International>();
    numbers_are_places::<Russian>();
    numbers_are_places::<Brazilian>();
    numbers_are_places::<English>();
    numbers_are_places::<Canadian>();
    numbers_are_places::<Italian>();
    numbers_are_places::<Spanish>();
    numbers_are_places::<Turkish>();
    numbers_are_places::<Pool>();
    numbers_are_places::<Czech>();
    numbers_are_places::<German>();
}

#[test]
fn positions_that_are_more_than_their_pieces_have_no_number() {
    assert!(Draughts::<Frisian>::new().tablebase_index().is_none(), "a king may have to rest");
    let endings = index_of::<Russian>();
    let position = super::position::<Russian>("W:WKa1:BKh8");
    assert!(endings.place(&position).is_some());
    for goal in [Goal::LoseAll, Goal::FirstKing] {
        assert_eq!(endings.place(&position.with_goal(goal)), None, "{goal:?}");
    }
    for identity in ["russian:goal=lose-all", "russian:goal=first-king"] {
        let game = crate::AnyGame::of_id(identity).expect("a game");
        assert!(game.tablebase_index().is_none() && game.opening_tables().is_empty(), "{identity}");
    }
}

/// Positions of a number of pieces, with pieces of both sides.
fn count<V: Variant>(pieces: usize) -> u64 {
    let mut count = 0;
    each::<V>(pieces, |_, position| {
        count += u64::from(position.occupied().count() as usize == pieces);
    });
    count
}

#[test]
fn the_numbers_of_positions_are_the_published_ones() {
    // Schaeffer et al., Checkers Is Solved (Science 317, 2007), table 1: 120, 6,972 and 261,224 positions
    // of one to three pieces, those of one colour included.
    let of_one_colour = |pieces: u64| -> u64 {
        let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
        2 * (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum::<u64>()
    };
    assert_eq!(of_one_colour(1), 120);
    for (pieces, published) in [(2, 6_972), (3, 261_224)] {
        assert_eq!(count::<English>(pieces) + of_one_colour(pieces as u64), published, "{pieces} pieces");
    }
}

/// Moves inside a slice and steps taken back are the same, and the numbering sees the moves of the rules.
fn steps_back<V: Variant>(slices: &[&str]) {
    let endings = index_of::<V>();
    for name in slices {
        let slice = endings.slices().iter().position(|slice| slice.name == *name).expect("a slice");
        let (mut forth, mut back) = (HashSet::new(), HashSet::new());
        let mut captures = HashSet::new();
        for (part, size) in endings.slices()[slice].sizes.iter().enumerate() {
            let mut moves = MoveList::new();
            endings.look_ahead(slice, part, 0..*size, &mut |index, ahead| {
                let here = Place { slice, part, index };
                let position = endings.position(here).expect("a position");
                if !position.is_quiet() {
                    captures.insert(here);
                }
                if let Some(outcome) = position.outcome() {
                    assert_eq!(ahead, Ahead::Over(EndingValue::of_outcome(outcome, position.to_move())));
                    return;
                }
                position.legal_moves(&mut moves);
                let Ahead::Moves(next) = ahead else { panic!("the game is not over") };
                assert_eq!(next.len(), moves.len());
                for (mv, next) in moves.iter().zip(next) {
                    let mut after = position;
                    after.play(*mv);
                    let there = endings.place(&after);
                    match next {
                        Next::Numbered(place) => assert_eq!(Some(*place), there),
                        Next::Decided(EndingValue::Loss) => assert_eq!(after.count_moves(), 0),
                        Next::Decided(value) => panic!("{value:?}"),
                    }
                    assert!(there.is_none_or(|there| there.slice <= slice), "no move leads to a later slice");
                    if let Some(there) = there.filter(|there| there.slice == slice) {
                        assert!(forth.insert((here, there)));
                    }
                }
            });
            endings.look_back(slice, part, &mut (0..*size), &mut |before, index| {
                assert!(back.insert((before, Place { slice, part, index })));
            });
        }
        back.retain(|(before, _)| !captures.contains(before));
        assert!(!forth.is_empty());
        assert_eq!(forth, back, "{name}");
    }
}

#[test]
fn steps_taken_back_are_the_moves_inside_a_slice() {
    steps_back::<English>(&["k-k", "km-m", "kk-m"]);
    steps_back::<Russian>(&["k-k", "m-m", "km-k"]);
    steps_back::<Turkish>(&["k-m", "m-m"]);
    steps_back::<Canadian>(&["k-k", "k-m"]);
}
