//! Published openings are openings by our rules.

use std::collections::HashSet;

use super::game;
use crate::{
    book::{self, Length},
    game::Game,
    notation::Notation,
    position::Position,
};

/// How many openings each table has, by name.
fn counts(id: &str) -> Vec<(&'static str, usize)> {
    let game = game(id);
    game.opening_tables()
        .iter()
        .map(|table| {
            let openings = book::read(&game, table.text, Length::Whole)
                .strict()
                .unwrap_or_else(|error| panic!("{} of {}: {error}", table.name, game.id()));
            assert!(table.text.contains("# Source: "), "{} tells its source", table.name);
            (table.name, openings.len())
        })
        .collect()
}

#[test]
fn every_move_of_every_table_is_legal() {
    assert_eq!(counts("international"), [("two-move", 79), ("three-move", 331)]);
    assert_eq!(counts("russian"), [("drawing-table", 745), ("basic", 150)]);
    assert_eq!(counts("brazilian"), [("drawing-table", 736), ("basic", 150)]);
    assert_eq!(counts("english"), [("two-move", 43), ("three-move", 157), ("four-move", 542)]);
    assert_eq!(counts("canadian"), []);
    assert_eq!(counts("italian"), []);
    assert_eq!(counts("spanish"), []);
    assert_eq!(counts("turkish"), []);
    assert_eq!(counts("pool"), []);
    assert_eq!(counts("czech"), []);
    assert_eq!(counts("frisian"), []);
    assert_eq!(counts("german"), []);
}

#[test]
fn ballots_of_so_many_moves_have_so_many_plies() {
    let game = game("english");
    for (table, plies) in game.opening_tables().iter().zip([2, 3, 4]) {
        for opening in book::read(&game, table.text, Length::Whole).strict().expect("openings") {
            assert_eq!((opening.start, opening.moves.len()), (game.start(), plies), "{}", table.name);
        }
    }
}

/// 9-13, 9-14, 10-14, 10-15, 11-15, 11-16 and 12-16 with seven answers each, as every book on ballots has it.
#[test]
fn two_move_ballots_leave_out_six_of_forty_nine() {
    let game = game("english");
    let openings =
        book::read(&game, game.opening_tables()[0].text, Length::Whole).strict().expect("openings");
    let firsts: HashSet<_> = openings.iter().map(|opening| opening.moves[0]).collect();
    let ends: HashSet<_> = openings.iter().map(|opening| opening.end().0.key()).collect();
    assert_eq!((firsts.len(), ends.len()), (7, 43));
}
