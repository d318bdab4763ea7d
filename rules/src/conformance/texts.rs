//! Texts of positions and moves, and drawings.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Duration,
};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{GAMES, Turn, random_game, random_games};
use crate::{
    any::AnyGame,
    diagram::{Cell, Diagram},
    game::Game,
    game_text::{self, Annotations, Evaluation, Form, GameText, Line, Mark, Score, TextMove},
    notation::NotationFormat::Native,
    position::Position,
};

/// A position's text reads back as the position, and different moves have different texts.
///
/// # Panics
/// If not.
pub fn texts_round_trip<G: Game>(game: &G) {
    random_games(game, |Turn { position, moves, .. }| {
        let text = game.position_text(Native, position);
        match game.parse_position(Native, &text) {
            Ok(read) => assert_eq!(read, *position, "{text} is read otherwise"),
            Err(error) => panic!("a position from play is refused: {error}"),
        }
        let texts: HashSet<String> = moves.iter().map(|mv| game.move_text(Native, position, *mv)).collect();
        assert_eq!(texts.len(), moves.len(), "two moves are written alike in {text}");
    });
}

/// In each format of the game a position from play reads back as itself or not at all, and the moves with a
/// text read back as themselves; damaged texts never panic, and are refused or read as something legal.
///
/// # Panics
/// If not.
pub fn formats_round_trip<G: Game>(game: &G) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    for format in game.formats().iter().copied() {
        let told = game.settings(format).into_iter();
        let told = told.filter_map(|(name, value)| game.with_setting(format, name, &value).ok());
        told.for_each(|same| assert_eq!(same.id(), game.id(), "settings of {format:?}"));
        random_games(game, |Turn { position, moves, played }| {
            let text = game.position_text(format, position);
            if let Ok(read) = game.parse_position(format, &text) {
                assert_eq!(read, *position, "{text} is read otherwise");
            }
            for mv in moves {
                // A choice that has no words of its own follows from what comes after it.
                let written = game.try_move_text(format, position, *mv).filter(|text| !text.is_empty());
                if let Some(written) = written {
                    let read = game.parse_move(format, position, &written);
                    assert_eq!(read.as_ref(), Ok(mv), "{written} is read otherwise in {text}");
                }
            }
            let written = game.try_move_text(format, position, played).unwrap_or_default();
            for text in [damaged(&text, &mut rng), damaged(&written, &mut rng), random_text(&mut rng)] {
                if let Ok(read) = game.parse_position(format, &text) {
                    let written = game.position_text(format, &read);
                    let again = game.parse_position(format, &written);
                    assert!(again.is_err() || again.as_ref() == Ok(&read), "read from {text:?}");
                }
                if let Ok(read) = game.parse_move(format, position, &text) {
                    assert!(moves.contains(&read), "{text:?} is read as an illegal move");
                }
            }
        });
    }
}

/// Returns annotations as a search and clocks make them, other ones for each ply.
fn annotations_at(ply: usize) -> Annotations {
    let time = |millis: usize| Some(Duration::from_millis(millis as u64));
    let score = match ply % 3 {
        0 => Score::Moves(ply as i32),
        _ => Score::Hundredths(7 - ply as i32),
    };
    let depth = ply.is_multiple_of(2).then_some(ply as u32);
    Annotations {
        evaluation: Some(Evaluation { score, depth }),
        clock: time(90_001 * ply),
        elapsed: time(ply + 1),
    }
}

/// A whole game's text, with comments, marks and variations, reads back as the game.
///
/// # Panics
/// If not.
pub fn games_round_trip(game: &AnyGame) {
    const MARKS: [&[Mark]; 4] =
        [&[Mark::Blunder], &[Mark::Good, Mark::Won], &[Mark::OnlyMove, Mark::Drawn], &[]];
    for seed in 0..GAMES {
        let mut text = GameText::new(game.start());
        let (_, outcome) = random_game(game, seed, &mut |Turn { moves, played, .. }| {
            let ply = text.line.moves.len();
            let mut annotations = TextMove::from(played);
            if ply.is_multiple_of(5) {
                annotations.marks = MARKS[ply / 5 % MARKS.len()].to_vec();
                annotations.variations.push(Line::from_iter([moves[0]]));
            }
            if ply.is_multiple_of(7) {
                annotations.say("{ a [comment] (; with \\ $1 all *");
                annotations.annotations = annotations_at(ply);
            }
            text.line.moves.push(annotations);
        });
        text.outcome = Some(outcome);
        for form in Form::ALL {
            form_round_trips(game, form, &text);
        }
    }
}

/// What a form can say about a game is read as it was written.
fn form_round_trips(game: &AnyGame, form: Form, text: &GameText) {
    let Ok(written) = game_text::write_form(game, form, text) else {
        return;
    };
    let read: Vec<_> = game_text::read(game, &written).collect();
    let [Ok(read)] = &read[..] else {
        panic!("not read as one game but as {read:?}: {written}");
    };
    assert!(read.start == text.start && read.outcome == text.outcome, "read otherwise: {written}");
    let mut line = text.line.clone();
    if form == Form::Psq {
        // The form has a place for moves and the time that they took, and nothing else.
        line.comment.clear();
        for played in &mut line.moves {
            let annotations = Annotations { elapsed: played.annotations.elapsed, ..Annotations::default() };
            *played = TextMove { annotations, ..TextMove::from(played.mv) };
        }
    }
    assert!(read.line == line, "read otherwise: {written}");
    assert_eq!(game_text::write_form(game, form, read).as_ref(), Ok(&written));
}

/// Random bytes and damaged texts never panic; what is read from them is a position that round-trips or a
/// legal move.
///
/// # Panics
/// If not.
pub fn damaged_texts_are_refused_or_read<G: Game>(game: &G) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    random_games(game, |Turn { position, moves, played }| {
        let texts = [
            damaged(&game.position_text(Native, position), &mut rng),
            damaged(&game.move_text(Native, position, played), &mut rng),
            random_text(&mut rng),
        ];
        for text in texts {
            if let Ok(read) = game.parse_position(Native, &text) {
                let written = game.position_text(Native, &read);
                assert_eq!(game.parse_position(Native, &written).as_ref(), Ok(&read), "read from {text:?}");
            }
            if let Ok(read) = game.parse_move(Native, position, &text) {
                assert!(moves.contains(&read), "{text:?} is read as an illegal move");
            }
        }
    });
}

/// A board can be drawn, all rows equally long, every square named once; moves name its squares, and paths tell them apart
/// as far as their texts do; each kind of piece has a
/// look of its own with colours, without them and in ASCII.
///
/// # Panics
/// If not.
pub fn drawings_are_consistent<G: Game>(game: &G) {
    random_games(game, |Turn { position, moves, .. }| {
        assert!(!game.board_text(position).is_empty());
        let Some(diagram) = game.diagram(position) else {
            return;
        };
        assert!(diagram.rows.iter().all(|row| row.len() == diagram.rows[0].len()), "ragged rows");
        let mut names = HashSet::new();
        let mut shown = HashMap::new();
        for cell in diagram.rows.iter().flatten() {
            if let Cell::Square { name, piece, .. } = cell {
                assert!(names.insert(name.clone()), "two squares are called {name}");
                let Some(piece) = piece else { continue };
                assert!(piece.letter.is_ascii_alphabetic(), "{:?} is no letter", piece.letter);
                let shapes = [piece.glyph(), piece.solid];
                let first = shown.entry(piece.letter).or_insert((shapes, piece.player, piece.ink));
                assert_eq!(*first, (shapes, piece.player, piece.ink), "two pieces have one letter");
            }
        }
        let glyphs: HashSet<char> = shown.values().map(|([glyph, _], ..)| *glyph).collect();
        let inked: HashSet<_> = shown.values().map(|([_, solid], _, ink)| (*solid, *ink)).collect();
        assert_eq!([glyphs.len(), inked.len()], [shown.len(); 2], "two pieces look alike");
        let kinds: HashSet<char> = game.piece_kinds().iter().map(|piece| piece.letter).collect();
        let letters = letters_on(&diagram);
        if let Some(text) = game.set_up_text(&letters, position.to_move()) {
            assert!(letters.values().all(|letter| kinds.contains(letter)), "a piece cannot be set up");
            // Some boards need more than their pieces, such as how the game has ended.
            if let Ok(again) = game.parse_position(Native, &text) {
                assert_eq!(game.diagram(&again).map(|again| letters_on(&again)), Some(letters), "{text}");
            }
        }
        let paths = game.move_paths(position);
        assert_eq!(paths.len(), moves.len(), "a path for each move");
        let mut told_apart = HashSet::new();
        for (mv, path) in moves.iter().zip(paths) {
            let squares = game.move_squares(position, *mv);
            for square in squares.iter().chain(&path) {
                assert!(names.contains(square), "a move touches {square}, which is not on the board");
            }
            assert_eq!(path.is_empty(), squares.is_empty(), "a move of squares has a path");
            let ends = [path.first(), path.last()].into_iter().flatten();
            assert!(
                ends.into_iter().all(|end| squares.contains(end)),
                "{path:?} ends elsewhere than {squares:?}"
            );
            let text = game.move_text(Native, position, *mv);
            assert!(told_apart.insert((path, text)), "two moves have one path and one text");
        }
    });
}

/// The pieces of a board by their letters.
fn letters_on(diagram: &Diagram) -> BTreeMap<String, char> {
    let cells = diagram.rows.iter().flatten();
    let letter = |cell: &Cell| match cell {
        Cell::Square { name, piece: Some(piece), .. } => Some((name.clone(), piece.letter)),
        _ => None,
    };
    cells.filter_map(letter).collect()
}

/// The text with one to three characters removed, doubled, replaced or exchanged.
fn damaged(text: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..=3) {
        if characters.is_empty() {
            break;
        }
        let at = rng.random_range(0..characters.len());
        let other = rng.random_range(0..characters.len());
        match rng.random_range(0..5) {
            0 => drop(characters.remove(at)),
            1 => characters.insert(at, characters[other]),
            2 => characters[at] = random_character(rng),
            3 => characters.swap(at, other),
            _ => characters.truncate(at),
        }
    }
    characters.into_iter().collect()
}

fn random_text(rng: &mut Xoshiro256PlusPlus) -> String {
    const LONGEST: usize = 40;
    (0..rng.random_range(0..LONGEST)).map(|_| random_character(rng)).collect()
}

/// Mostly characters that occur in notations, sometimes any.
fn random_character(rng: &mut Xoshiro256PlusPlus) -> char {
    const USUAL: &[u8] = b"0123456789-x:,. KWBabcdefgh/+#=";
    if rng.random_range(0..4) > 0 {
        char::from(USUAL[rng.random_range(0..USUAL.len())])
    } else {
        char::from_u32(rng.random_range(0..0x3000)).unwrap_or('\u{fffd}')
    }
}
