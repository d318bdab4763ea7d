//! Players that look one move ahead by distance finish their games, what random players never do; and the
//! laws hold where games come to their end.

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::game;
use crate::{
    game::Game,
    games::chinese_checkers::{ChineseCheckers, StarPosition, ranking::Standing},
    heuristics::SearchHeuristics,
    history::History,
    notation::{Notation, NotationFormat::Native},
    player::Player,
    position::{MoveList, Position},
    symmetry::Symmetry,
};

/// Games of each kind.
const GAMES: u64 = 20;

/// Random moves of each player at the beginning.
const RANDOM_ROUNDS: usize = 3;

/// A game of greedy players, which show every position before they move; the last position.
fn greedy_game(game: &ChineseCheckers, seed: u64, mut visit: impl FnMut(&StarPosition)) -> StarPosition {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = game.start();
    let mut history = History::new(&position);
    let mut moves = MoveList::new();
    while history.outcome(&position).is_none() {
        visit(&position);
        position.legal_moves(&mut moves);
        if history.plies() >= RANDOM_ROUNDS * position.players() {
            let value = |mv| {
                let mut after = position;
                after.play(mv);
                game.static_eval(&after, position.to_move())
            };
            let best = moves.iter().map(|mv| value(*mv)).max().expect("a move or a pass");
            moves.retain(|mv| value(*mv) == best);
        }
        let mv = *moves.choose(&mut rng).expect("one is best");
        history.play(&mut position, mv);
    }
    position
}

/// How many of [`GAMES`] games have to finish before the cap, at the least.
struct Finishing {
    options: &'static str,
    finished: usize,
}

#[test]
fn greedy_players_finish_before_the_cap() {
    // Of six players' games some end with two pieces that shut one another in.
    const EXPECTED: [Finishing; 8] = [
        Finishing { options: "players=2,hop=adjacent", finished: 20 },
        Finishing { options: "players=2,hop=equidistant", finished: 20 },
        Finishing { options: "players=3,hop=adjacent", finished: 20 },
        Finishing { options: "players=3,hop=equidistant", finished: 20 },
        Finishing { options: "players=4,hop=adjacent", finished: 20 },
        Finishing { options: "players=4,hop=equidistant", finished: 20 },
        Finishing { options: "players=6,hop=adjacent", finished: 17 },
        Finishing { options: "players=6,hop=equidistant", finished: 17 },
    ];
    for Finishing { options, finished } in EXPECTED {
        let game = game(options);
        let ended = |seed: &u64| greedy_game(&game, *seed, |_| {}).outcome().is_some();
        let ended = (0..GAMES).filter(ended).count();
        assert!(ended >= finished, "{options}: {ended} of {GAMES} games finish before the cap");
    }
}

#[test]
fn the_laws_hold_to_the_end_of_a_race() {
    let (mut finished, mut forfeited) = (0, 0);
    for options in [
        "players=2,ranking=moves",
        "players=2,hop=equidistant",
        "players=3,ranking=moves,passivity=on",
        "players=4",
        "players=6,hop=equidistant,ranking=moves",
    ] {
        let game = game(options);
        for seed in 0..3 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let last = greedy_game(&game, seed, |position| check(&game, position, &mut rng));
            for player in (0..last.players()).map(Player::new) {
                finished += usize::from(matches!(last.standing(player), Standing::Finished(_)));
                forfeited += usize::from(last.standing(player) == Standing::Forfeited);
            }
        }
    }
    assert!(finished > 20 && forfeited > 0, "{finished} finished, {forfeited} forfeited");
}

/// A position is read from its text, and every symmetry commutes with a random move.
fn check(game: &ChineseCheckers, position: &StarPosition, rng: &mut Xoshiro256PlusPlus) {
    let place = game.position_text(Native, position);
    let read = game.parse_position(Native, &place).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, *position);
    assert_eq!(read.key(), position.key(), "{place}");
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mv = moves[rng.random_range(0..moves.len())];
    let mut next = *position;
    next.play(mv);
    for symmetry in 0..game.symmetries() {
        let mut image = game.transform(position, symmetry);
        image.play(game.transform_move(position, mv, symmetry));
        assert_eq!(image, game.transform(&next, symmetry), "{place}, {symmetry}");
    }
    let promised = moves.iter().filter(|mv| game.move_score(position, **mv).is_some()).count();
    assert!(promised > 0, "no move is worth a search in {place}");
}
