//! The draw rules, each in a game that reaches its count exactly.

use rand::{SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::position;
use crate::{
    display::GameDisplay,
    games::draughts::{
        Brazilian, Canadian, Czech, Draughts, DraughtsPosition, English, Frisian, German, International,
        Italian, Pool, Russian, Spanish, Turkish, bits::Bits, board_move::Rank, geometry::DIRECTIONS,
        steps::ray, variant::Variant,
    },
    history::History,
    notation::{Notation, NotationFormat::Native},
    outcome::Outcome,
    position::{MoveList, Position},
};

/// A game in which nothing happens, looked for with going back where it leads nowhere.
struct Quiet<V: Variant, A> {
    history: History<DraughtsPosition<V>>,
    keys: Vec<u64>,
    rng: Xoshiro256PlusPlus,
    /// Restricts the positions.
    allowed: A,
    /// Positions that may still be looked at.
    patience: usize,
}

/// Plays on without captures and without letting a position occur for the third time, until the game is
/// drawn: the plies that took. Men move only when kings could not go on without a draw; captures are made
/// where they are compulsory, as in the first move of some tests.
fn plies_to_draw<V: Variant>(text: &str, allowed: impl Fn(&DraughtsPosition<V>) -> bool) -> usize {
    const PATIENCE: usize = 200_000;
    let position = position::<V>(text);
    let mut quiet = Quiet {
        history: History::new(&position),
        keys: vec![position.key()],
        rng: Xoshiro256PlusPlus::seed_from_u64(0),
        allowed,
        patience: PATIENCE,
    };
    quiet.play_on(position).expect("a game in which nothing happens")
}

impl<V: Variant, A: Fn(&DraughtsPosition<V>) -> bool> Quiet<V, A> {
    fn play_on(&mut self, position: DraughtsPosition<V>) -> Option<usize> {
        if let Some(outcome) = self.history.outcome(&position) {
            assert_eq!(outcome, Outcome::Draw);
            assert!(self.history.occurrences() < 3, "drawn by repetition");
            return Some(self.history.plies());
        }
        self.patience = self.patience.checked_sub(1)?;
        const RESERVE: u16 = 12;
        let left = 2 * V::DESCRIPTION.draws.quiet_moves - self.history.clock().quiet;
        let has_man = position.men(position.mover()) > 0;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.retain(|mv| match mv.arrives {
            _ if mv.is_capture() => true,
            _ if mv.class.is_king_step() => !has_man || left > 2,
            Rank::Man => left <= RESERVE,
            Rank::King => false,
        });
        moves.shuffle(&mut self.rng);
        // A king at the edge cannot be jumped.
        let exposed = |bit: u8| (0..DIRECTIONS).all(|direction| !ray::<V>(bit.into(), direction).is_empty());
        moves.sort_by_key(|mv| mv.class.is_king_step() && exposed(mv.to));
        for mv in moves {
            let mut next = position;
            next.play(mv);
            let seen = self.keys.iter().filter(|key| **key == next.key()).count();
            if !next.is_quiet() || next.count_moves() == 0 || seen == 2 || !(self.allowed)(&next) {
                continue;
            }
            self.history.push(&position, mv, &next);
            self.keys.push(next.key());
            let plies = self.play_on(next);
            self.keys.pop();
            self.history.pop();
            if plies.is_some() {
                return plies;
            }
        }
        None
    }
}

fn anywhere<V: Variant>(_: &DraughtsPosition<V>) -> bool {
    true
}

/// A king that is alone stands on the long diagonal.
fn on_the_long_diagonal<V: Variant>(position: &DraughtsPosition<V>) -> bool {
    let lone = if position.own.count() == 1 { position.own } else { position.their };
    !(lone & V::Bits::from_mask(V::GEOMETRY.long_diagonal)).is_empty()
}

fn off_the_long_diagonal<V: Variant>(position: &DraughtsPosition<V>) -> bool {
    !on_the_long_diagonal(position)
}

#[test]
fn the_third_occurrence_draws() {
    let game = Draughts::<International>::new();
    let mut position = position::<International>("W:WK46,K47,K48:BK1,K2,K3,K4");
    let mut history = History::new(&position);
    for (ply, text) in ["47-41", "1-6", "41-47", "6-1"].repeat(2).into_iter().enumerate() {
        assert_eq!(history.outcome(&position), None, "after {ply} plies");
        let mv = game.parse_move(Native, &position, text).expect("a legal move");
        history.play(&mut position, mv);
    }
    assert_eq!(history.occurrences(), 3);
    assert_eq!(history.outcome(&position), Some(Outcome::Draw));
    assert_eq!(game.ending_text(&position, &history), Some("third repetition"));
}

#[test]
fn king_moves_alone_draw_after_25_moves_by_each_on_100_squares() {
    assert_eq!(plies_to_draw::<International>("W:WK46,K47,K48:BK1,K2,K3,K4", anywhere), 50);
    assert_eq!(plies_to_draw::<Canadian>("W:WK67,K68,K69:BK1,K2,K3,K4", anywhere), 50);
    // Four kings against one are no ending of their own.
    assert_eq!(plies_to_draw::<International>("W:WK47,K48,K49,K50:BK3", anywhere), 50);
}

#[test]
fn king_moves_alone_draw_after_15_moves_by_each_on_64_squares() {
    let text = "W:WKa1,Kc1,Ke1,Kg1:BKb8,Kd8,Kf8,Kh8";
    assert_eq!(plies_to_draw::<Russian>(text, anywhere), 30);
    assert_eq!(plies_to_draw::<Brazilian>(text, anywhere), 30);
}

#[test]
fn forty_moves_by_each_without_capture_or_man_move() {
    assert_eq!(plies_to_draw::<English>("W:WK29,K30:BK1,K2", anywhere), 80);
    assert_eq!(plies_to_draw::<Italian>("W:WK29,K30:BK1,K2", anywhere), 80);
    assert_eq!(plies_to_draw::<Spanish>("W:WK29,K30,K31:BK1,K2", anywhere), 80);
    assert_eq!(plies_to_draw::<Turkish>("W:WKa1,Ka2,Kb1:BKh8", anywhere), 80);
    assert_eq!(plies_to_draw::<Pool>("W:WK29,K30:BK1,K2", anywhere), 80);
    assert_eq!(plies_to_draw::<Czech>("W:WKa1,Kc1:BKb8,Kd8", anywhere), 80);
    assert_eq!(plies_to_draw::<German>("W:WK1,K2:BK30,K31", anywhere), 80);
}

#[test]
fn three_kings_of_pool_have_13_moves_against_one() {
    assert_eq!(plies_to_draw::<Pool>("W:WK30,K31,K32:BK1", off_the_long_diagonal), 26);
}

#[test]
fn frisian_kings_have_7_moves_two_against_one_and_2_moves_one_against_one() {
    assert_eq!(plies_to_draw::<Frisian>("W:WK46,K47:BK3", anywhere), 14);
    assert_eq!(plies_to_draw::<Frisian>("W:WK46:BK3", anywhere), 4);
}

#[test]
fn three_against_a_lone_king_draw_after_16_moves_by_each_on_100_squares() {
    for three in ["K48,K47,K49", "K48,K47,38", "K48,36,38"] {
        assert_eq!(plies_to_draw::<International>(&format!("W:W{three}:BK3"), anywhere), 32, "{three}");
    }
    // The lone king may be White's.
    assert_eq!(plies_to_draw::<International>("W:WK48:BK1,K2,K3", anywhere), 32);
}

#[test]
fn two_or_one_against_a_lone_king_draw_after_5_moves_by_each() {
    for two in ["K47,K48", "K47,38", "K47"] {
        assert_eq!(plies_to_draw::<International>(&format!("W:W{two}:BK3"), anywhere), 10, "{two}");
    }
    for two in ["Kc1,Ke1", "Kc1,a3", "Kc1"] {
        assert_eq!(plies_to_draw::<Russian>(&format!("W:W{two}:BKb8"), anywhere), 10, "{two}");
    }
}

#[test]
fn the_count_starts_at_the_capture_that_brings_the_balance_about() {
    assert_eq!(plies_to_draw::<International>("W:WK48,K47,22:BK3,17", anywhere), 1 + 32);
    // A new balance within the old rule starts anew.
    assert_eq!(plies_to_draw::<International>("B:WK47,K26:BK3", anywhere), 10);
}

#[test]
fn crowning_within_the_balance_does_not_start_the_count_anew() {
    let game = Draughts::<International>::new();
    let mut position = position::<International>("W:WK46,K47,6:BK4");
    let mut history = History::new(&position);
    for text in ["6-1", "4-9"] {
        let mv = game.parse_move(Native, &position, text).expect("a legal move");
        history.play(&mut position, mv);
    }
    assert_eq!(history.clock().quiet, 1);
    assert_eq!(history.clock().endings[0], 2);
}

#[test]
fn three_kings_against_one_on_64_squares() {
    // Off the long diagonal 15 moves by each, on it 5.
    let text = "W:WKc1,Ke1,Kg1:BKb8";
    assert_eq!(plies_to_draw::<Russian>(text, off_the_long_diagonal), 30);
    let text = "W:WKc1,Ke1,Kg1:BKh8";
    assert_eq!(plies_to_draw::<Russian>(text, on_the_long_diagonal), 10);
    let text = "W:WKc1,f2,h4:BKh8";
    assert_eq!(plies_to_draw::<Russian>(text, on_the_long_diagonal), 10);
}

#[test]
fn material_unchanged_with_kings_on_both_sides_on_64_squares() {
    let five = "W:WKc1,h2:BKf8,a7,b8";
    assert_eq!(plies_to_draw::<Russian>(five, anywhere), 60);
    let seven = "W:WKc1,h2,f2,a1:BKf8,a7,b8";
    assert_eq!(plies_to_draw::<Russian>(seven, anywhere), 120);
}

#[test]
fn turkish_king_against_king_is_a_draw_unless_it_can_capture() {
    assert_eq!(position::<Turkish>("W:WKa1:BKh8").outcome(), Some(Outcome::Draw));
    assert_eq!(position::<Turkish>("W:WKa1:BKa5").outcome(), None);
    assert_eq!(position::<Turkish>("W:WKa1:Bb5").outcome(), None);
}
