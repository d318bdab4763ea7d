//! Repetitions: before the root the rules decide, from the root on the first one is a draw.

use damier_rules::{
    Game, History, MoveList, Position,
    game::MoveOf,
    games::{
        chess::Chess,
        draughts::{Draughts, English, International, Russian},
    },
};

use super::{AlphaBeta, AlphaBetaParams, Reductions, random_games::random_positions, score};
use crate::{
    HandcraftedEvaluator,
    search::{Limits, played::played},
};

const DEPTH: u32 = 5;

/// The score of a search without memory, which nothing of an earlier one can spoil.
fn score<G: Game>(game: &G, position: &G::Position, history: &History<G::Position>) -> i32 {
    let params = AlphaBetaParams { hash_mb: 0, reductions: Reductions::None, ..AlphaBetaParams::default() };
    AlphaBeta::new(game.clone(), HandcraftedEvaluator::new(game.clone()), params)
        .search(position, history, &Limits::depth(DEPTH))
        .score
}

/// The side to move is lost, and can go back to a position that has been once, which helps it nothing; where it has
/// been twice, it is a draw.
fn lost_but_for_the_third_time<G: Game>(game: &G, start: &str, round: [&str; 4]) {
    let [first, second, third, _] = round;
    let (position, history) = played(game, start, &[first, second, third]);
    let alone = score(game, &position, &History::new(&position));
    assert!(alone < -100, "{alone}");
    assert_eq!(score(game, &position, &history), alone, "once before");
    let twice: Vec<&str> = round.into_iter().chain([first, second, third]).collect();
    let (position, history) = played(game, start, &twice);
    assert_eq!(score(game, &position, &history), score::DRAW, "twice before");
}

#[test]
fn a_position_of_the_game_is_a_draw_the_third_time() {
    lost_but_for_the_third_time(
        &Chess::standard(),
        "7k/8/8/8/8/8/8/2Q1K3 w - - 0 1",
        ["Qd1", "Kg8", "Qc1", "Kh8"],
    );
    lost_but_for_the_third_time(
        &Draughts::<Russian>::new(),
        "W:WKa1,Kc1,e1:BKh2",
        ["c1-b2", "h2-g1", "b2-c1", "g1-h2"],
    );
}

/// Where no position of the game has been twice, what was before the root says nothing.
#[test]
fn what_was_once_does_not_matter() {
    fn check<G: Game>(game: &G) {
        let quiet = |(position, history): &(G::Position, History<G::Position>)| {
            let keys: std::collections::BTreeSet<u64> =
                (0..=history.plies()).map(|ply| history.key_at(ply)).collect();
            keys.len() == history.plies() + 1 && position.count_moves() > 0
        };
        for (mut position, mut history) in random_positions(game, 6, 20..60).into_iter().filter(quiet) {
            // There and back, so that the position before is near.
            let Some(back) = there_and_back::<G>(&position) else { continue };
            back.into_iter().for_each(|mv| history.play(&mut position, mv));
            assert_eq!(score(game, &position, &history), score(game, &position, &History::new(&position)));
        }
    }
    check(&Chess::standard());
    check(&Draughts::<English>::new());
    check(&Draughts::<International>::new());
}

/// Three moves of which the first and the third undo each other.
fn there_and_back<G: Game>(position: &G::Position) -> Option<[MoveOf<G>; 3]> {
    let moves = |position: &G::Position| {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves
    };
    let after = |position: &G::Position, mv| {
        let mut after = position.clone();
        after.play(mv);
        after
    };
    for first in moves(position) {
        let one = after(position, first);
        for second in moves(&one) {
            let two = after(&one, second);
            for third in moves(&two) {
                let three = after(&two, third);
                let returns = |mv| after(&three, mv).key() == position.key();
                if moves(&three).into_iter().any(returns) {
                    return Some([first, second, third]);
                }
            }
        }
    }
    None
}
