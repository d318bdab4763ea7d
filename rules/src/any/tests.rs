use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::{
    display::GameDisplay,
    encoding::MoveEncoding,
    features::Features,
    game::Game,
    heuristics::SearchHeuristics,
    history::History,
    notation::{Notation, NotationFormat::Native},
    player::Player,
    position::{MoveList, Position},
    registry::{self, GameVisitor},
    symmetry::Symmetry,
};

/// The games on which every law of games is checked for values, too: one of each family.
mod laws {
    use super::AnyGame;

    fn game(id: &str) -> AnyGame {
        AnyGame::of_id(id).expect("a game")
    }

    crate::conformance!(draughts: game("brazilian"));
    crate::conformance!(tic_tac_toe: game("tic-tac-toe"));
}

/// Plays a random game of the game itself and of its value side by side.
struct SideBySide;

impl GameVisitor for SideBySide {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let any = AnyGame::new(game.clone());
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut position, mut other) = (game.start(), any.start());
        let (mut history, mut other_history) = (History::new(&position), History::new(&other));
        let (mut moves, mut places) = (MoveList::new(), MoveList::new());
        for _ in 0..200 {
            position.legal_moves(&mut moves);
            other.legal_moves(&mut places);
            compare(&game, &position, &history, (&any, &other, &other_history));
            assert_eq!(moves.len(), places.len());
            if history.outcome(&position).is_some() || moves.is_empty() {
                return;
            }
            let at = chance.random_range(0..moves.len());
            let (mv, place) = (moves[at], places[at]);
            let text = game.move_text(Native, &position, mv);
            assert_eq!(any.move_text(Native, &other, place), text);
            assert_eq!(any.parse_move(Native, &other, &text).expect("its own text"), place);
            assert_eq!(typed_move(&position, place), mv);
            history.play(&mut position, mv);
            other_history.play(&mut other, place);
        }
    }
}

fn compare<G: Game>(
    game: &G,
    position: &G::Position,
    history: &History<G::Position>,
    (any, other, other_history): (&AnyGame, &AnyPosition, &History<AnyPosition>),
) {
    assert_eq!(other.typed::<G::Position>(), position);
    assert_eq!(any.position_text(Native, other), game.position_text(Native, position));
    assert_eq!(
        (other.key(), other.to_move(), other.players()),
        (position.key(), position.to_move(), position.players())
    );
    let typed = other_history.typed::<G::Position>();
    assert_eq!(
        (typed.clock(), typed.occurrences(), typed.plies()),
        (history.clock(), history.occurrences(), history.plies())
    );
    assert_eq!(other_history.outcome(other), history.outcome(position));
    assert_eq!(any.ending_text(other, other_history), game.ending_text(position, history));
    for player in (0..position.players()).map(Player::new) {
        assert_eq!(any.static_eval(other, player), game.static_eval(position, player));
    }
    let (mut features, mut rows) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    let set = game.feature_sets()[0];
    game.features(set).expect("its set").active(position, position.to_move(), &mut features[0]);
    any.features(set).expect("its set").active(other, other.to_move(), &mut features[1]);
    assert_eq!(features[0], features[1]);
    let (mut moves, mut places) = (MoveList::new(), MoveList::new());
    position.legal_moves(&mut moves);
    other.legal_moves(&mut places);
    game.encoding().rows(position, &moves, &mut rows[0]);
    any.encoding().rows(other, &places, &mut rows[1]);
    assert_eq!(rows[0], rows[1]);
    let mut encoder = AnyEncoder::new(any, &any.features(set).expect("its set"));
    encoder.encode(other);
    assert_eq!((encoder.active(), encoder.rows()), (&features[0][..], &rows[0][..]));
    for symmetry in 0..game.symmetries() {
        let (image, turned) = (game.transform(position, symmetry), any.transform(other, symmetry));
        assert_eq!(turned.typed::<G::Position>(), &image);
        let moved = moves.iter().map(|mv| game.transform_move(position, *mv, symmetry));
        let moved: Vec<_> = moved.map(|mv| erased_move(&image, mv).index()).collect();
        let mut images: Vec<_> = (0..moves.len()).collect();
        any.transform_places((other, &turned), symmetry, &mut images);
        assert_eq!(images, moved);
        let mut images: Vec<_> = (0..moves.len()).collect();
        encoder.encode_image(other, symmetry, &mut images);
        assert_eq!(images, moved);
        let [active, rows] = [encoder.active(), encoder.rows()].map(<[u32]>::to_vec);
        encoder.encode(&turned);
        assert_eq!((encoder.active(), encoder.rows()), (&active[..], &rows[..]));
    }
}

#[test]
fn values_play_as_their_games_do() {
    for id in
        registry::NAMES.iter().copied().chain(["chinese-checkers:players=3", "gomoku-freestyle:size=19"])
    {
        registry::dispatch(id, SideBySide).expect("a game");
    }
}

#[test]
fn a_visitor_meets_the_game_that_was_wrapped() {
    struct Id;
    impl GameVisitor for Id {
        type Output = String;

        fn visit<G: Game>(self, game: G) -> String {
            game.id().to_owned()
        }
    }
    for id in registry::NAMES {
        assert_eq!(AnyGame::of_id(id).expect("a game").visit(Id), *id);
    }
}

#[test]
#[should_panic(expected = "another position's")]
fn moves_of_other_positions_are_noticed() {
    let mut position = AnyGame::of_id("chess").expect("a game").start();
    position.play(AnyMove::at(20));
}
