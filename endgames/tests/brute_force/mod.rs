//! A second solver, as plain as can be: positions are put together as text, kept in a map by their keys, and
//! looked at again and again until nothing changes. Nothing in it knows of numberings, symmetries or steps back.

use std::collections::HashMap;

use damier_rules::{
    MoveList, Notation,
    NotationFormat::Native,
    Outcome, Position,
    games::draughts::{Draughts, DraughtsPosition, variant::Variant},
};

/// The outcomes of all positions of both sides of at most `pieces` pieces, with either to move.
pub(crate) fn solve<V: Variant>(game: &Draughts<V>, pieces: usize) -> Vec<(DraughtsPosition<V>, Outcome)> {
    let mut positions = Vec::new();
    for count in 2..=pieces {
        place(game, count, 1, ["", ""].map(String::from), &mut positions);
    }
    let index: HashMap<u64, usize> =
        positions.iter().enumerate().map(|(index, position)| (position.key(), index)).collect();
    assert_eq!(index.len(), positions.len(), "keys are different");
    let mut moves = MoveList::new();
    // After each move: the place of the position in the list, or the outcome where a side has no pieces.
    let after: Vec<Vec<Result<usize, Outcome>>> = positions
        .iter()
        .map(|position| {
            if let Some(outcome) = position.outcome() {
                return vec![Err(outcome)];
            }
            position.legal_moves(&mut moves);
            let next = moves.iter().map(|mv| {
                let mut next = *position;
                next.play(*mv);
                index.get(&next.key()).copied().ok_or_else(|| next.outcome().expect("one side has no piece"))
            });
            next.collect()
        })
        .collect();
    let mut known: Vec<Option<Outcome>> = vec![None; positions.len()];
    loop {
        let mut changes = 0;
        for (place, position) in positions.iter().enumerate() {
            if known[place].is_none() {
                let win = Outcome::Win(position.to_move());
                let loss = Outcome::Win(position.to_move().opponent());
                let result = |next: &Result<usize, Outcome>| next.map_or_else(Some, |next| known[next]);
                if position.outcome().is_some() {
                    known[place] = position.outcome();
                } else if after[place].iter().any(|next| result(next) == Some(win)) {
                    known[place] = Some(win);
                } else if after[place].iter().all(|next| result(next) == Some(loss)) {
                    known[place] = Some(loss);
                }
                changes += usize::from(known[place].is_some());
            }
        }
        if changes == 0 {
            break;
        }
    }
    positions
        .into_iter()
        .zip(known)
        .map(|(position, outcome)| (position, outcome.unwrap_or(Outcome::Draw)))
        .collect()
}

/// Adds `left` more pieces on squares from `square` on, in all ways that the reader of positions accepts.
fn place<V: Variant>(
    game: &Draughts<V>,
    left: usize,
    square: usize,
    texts: [String; 2],
    positions: &mut Vec<DraughtsPosition<V>>,
) {
    if left == 0 {
        if texts.iter().any(String::is_empty) {
            return;
        }
        let [white, black] = texts.map(|text| text.trim_end_matches(',').to_owned());
        let both = ["W", "B"].map(|mover| game.parse_position(Native, &format!("{mover}:W{white}:B{black}")));
        if let [Ok(one), Ok(other)] = both {
            positions.extend([one, other]);
        }
        return;
    }
    for here in square..=V::GEOMETRY.squares {
        for side in 0..2 {
            for rank in ["", "K"] {
                let mut texts = texts.clone();
                texts[side].push_str(&format!("{rank}{here},"));
                place(game, left - 1, here + 1, texts, positions);
            }
        }
    }
}
