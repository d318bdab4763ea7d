//! Features and policy rows.

use std::collections::HashSet;

use super::{Turn, random_games};
use crate::{
    encoding::MoveEncoding, features::Features, game::Game, notation::NotationFormat::Native, player::Player,
    position::Position,
};

/// For every feature set and point of view: features are below the count, all different and not too many; after a
/// symmetry that exchanges the players they are, for a player's image, those after one that does not, and after the first
/// of them those of the position itself.
///
/// # Panics
/// If not.
pub fn features_are_unique_and_in_range<G: Game>(game: &G) {
    let sets = feature_sets(game);
    let seen = game.seen_symmetries(game.start().to_move());
    let mut active = Vec::new();
    random_games(game, |Turn { position, .. }| {
        let place = game.position_text(Native, position);
        for features in &sets {
            for pov in (0..position.players()).map(Player::new) {
                features.active(position, pov, &mut active);
                assert!(active.len() <= features.max_active(), "{} active in {place}", active.len());
                active.sort_unstable();
                assert!(active.windows(2).all(|pair| pair[0] != pair[1]), "a feature twice in {place}");
                assert!(active.iter().all(|feature| (*feature as usize) < features.count()));
                let strange = strange_look(game, &seen, |symmetry| {
                    let image = game.transform(position, symmetry);
                    let mut active = Vec::new();
                    features.active(&image, game.transform_player(pov, symmetry), &mut active);
                    active.sort_unstable();
                    active
                });
                assert_eq!(strange, None, "{} with players exchanged in {place}", features.id());
            }
        }
    });
}

/// The delta between two positions, neighbours or far apart, is the difference of their active features.
///
/// # Panics
/// If not.
pub fn deltas_are_differences<G: Game>(game: &G) {
    for features in feature_sets(game) {
        let (mut old, mut new, mut added, mut removed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut far = game.start();
        let mut ply = 0;
        random_games(game, |Turn { position, played, .. }| {
            let place = game.position_text(Native, position);
            let mut next = position.clone();
            next.play(played);
            for (before, after) in [(position, &next), (&next, position), (&far, position)] {
                for pov in (0..position.players()).map(Player::new) {
                    features.active(before, pov, &mut old);
                    features.active(after, pov, &mut new);
                    features.delta(before, after, pov, &mut added, &mut removed);
                    let mut expected: Vec<u32> = new.iter().copied().filter(|f| !old.contains(f)).collect();
                    expected.sort_unstable();
                    added.sort_unstable();
                    assert_eq!(added, expected, "{}: added in {place}", features.id());
                    let mut expected: Vec<u32> = old.iter().copied().filter(|f| !new.contains(f)).collect();
                    expected.sort_unstable();
                    removed.sort_unstable();
                    assert_eq!(removed, expected, "{}: removed in {place}", features.id());
                }
            }
            const FAR: usize = 17;
            ply += 1;
            if ply % FAR == 0 {
                far = position.clone();
            }
        });
    }
}

/// Every legal move has a policy row, of its own where the encoding says so, below the count; after a
/// symmetry that exchanges the players the moves have the rows that they have after one that does not, and after the first
/// of them their own.
///
/// # Panics
/// If not.
pub fn rows_are_distinct_and_in_range<G: Game>(game: &G) {
    let encoding = game.encoding();
    let seen = game.seen_symmetries(game.start().to_move());
    let mut rows = Vec::new();
    random_games(game, |Turn { position, moves, .. }| {
        let place = game.position_text(Native, position);
        encoding.rows(position, moves, &mut rows);
        assert_eq!(rows.len(), moves.len(), "one row per move in {place}");
        rows.sort_unstable();
        let apart = rows.windows(2).all(|pair| pair[0] != pair[1]);
        assert!(apart || !encoding.is_injective(), "two moves on one row in {place}");
        assert!(rows.iter().all(|row| (*row as usize) < encoding.count()), "out of range in {place}");
        let strange = strange_look(game, &seen, |symmetry| {
            let image = game.transform(position, symmetry);
            let images: Vec<_> =
                moves.iter().map(|mv| game.transform_move(position, *mv, symmetry)).collect();
            let mut rows = Vec::new();
            encoding.rows(&image, &images, &mut rows);
            rows
        });
        assert_eq!(strange, None, "rows with players exchanged in {place}");
    });
}

/// The layouts of feature sets and rows have a block for every number, and every entry differs from the others:
/// no two labels of an axis are the same.
///
/// # Panics
/// If not.
pub fn layouts_tell_every_number<G: Game>(game: &G) {
    let sets = feature_sets(game);
    let layouts = sets.iter().map(|set| (set.count(), set.layout()));
    let encoding = game.encoding();
    for (count, layout) in layouts.chain([(encoding.count(), encoding.layout())]) {
        assert_eq!(layout.len(), count, "numbers in the layout");
        let mut next = 0;
        for block in &layout.blocks {
            assert_eq!(block.first, next, "the first number of {}", block.name);
            next += block.len();
            for axis in &block.axes {
                let labels: HashSet<&String> = axis.labels.iter().collect();
                assert_eq!(labels.len(), axis.labels.len(), "a label of {} {} twice", block.name, axis.name);
            }
        }
    }
}

fn feature_sets<G: Game>(game: &G) -> Vec<G::Features> {
    let sets: Vec<G::Features> = game
        .feature_sets()
        .iter()
        .map(|id| {
            let set = game.features(id).expect("a listed feature set exists");
            assert_eq!(set.id(), *id, "a feature set has another identity");
            set
        })
        .collect();
    assert!(!sets.is_empty(), "a game has a feature set");
    sets
}

/// The first symmetry after which a position looks as after none of the
/// [`seen`](crate::Symmetry::seen_symmetries) ones; after the first that exchanges the players it has to look the same.
fn strange_look<G: Game>(game: &G, seen: &[usize], look: impl Fn(usize) -> Vec<u32>) -> Option<usize> {
    assert_eq!(seen.first(), Some(&0), "the identity exchanges nobody");
    let mut exchanges = (0..game.symmetries()).filter(|symmetry| !seen.contains(symmetry));
    let first = exchanges.next()?;
    let looks: Vec<_> = seen.iter().map(|symmetry| look(*symmetry)).collect();
    if look(first) != looks[0] {
        return Some(first);
    }
    exchanges.find(|symmetry| !looks.contains(&look(*symmetry)))
}
