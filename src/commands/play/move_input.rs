//! Reading moves as people type them: in any case, with blanks for dashes, with the cells that a chain of hops touches.
//! Everything rests on the texts of the legal moves, so it works for every game alike.

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, MoveList, Notation,
    NotationFormat::{self, Native},
    Position,
};

/// Why a text is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Misread {
    /// It may be any of these moves.
    Ambiguous(Vec<String>),
    /// The game's own reason.
    Illegal(String),
}

/// Returns the legal moves that look like a text in one way.
type Way = fn(&AnyGame, &AnyPosition, &[AnyMove], &str) -> Vec<AnyMove>;

/// Reads a legal move of `position`: as the game's notation has it, else the only legal move that looks like `text`.
pub(super) fn read(game: &AnyGame, position: &AnyPosition, text: &str) -> Result<AnyMove, Misread> {
    let text = text.trim();
    let reason = match game.parse_move(Native, position, text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error.reason,
    };
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let ways: [Way; 3] = [written_otherwise, by_its_hops, without_separators];
    for way in ways {
        match way(game, position, &legal, text)[..] {
            [] => {}
            [mv] => return Ok(mv),
            ref several => {
                let texts = several.iter().map(|mv| game.move_text(Native, position, *mv)).collect();
                return Err(Misread::Ambiguous(texts));
            }
        }
    }
    // What is wrong with blanks between the cells is not what is wrong with the move.
    let reason = match game.parse_move(Native, position, &folded(text)) {
        Err(error) if text.contains(char::is_whitespace) => error.reason,
        _ => reason,
    };
    Err(Misread::Illegal(reason))
}

/// The legal moves whose text is the same but for case and separators, in the game's notation or as coordinates.
fn written_otherwise(game: &AnyGame, position: &AnyPosition, legal: &[AnyMove], text: &str) -> Vec<AnyMove> {
    let mut found: Vec<AnyMove> = Vec::new();
    for variant in variants(text) {
        found.extend(game.parse_move(Native, position, &variant));
    }
    let wanted = folded(text);
    let has_coordinates = game.has_format(NotationFormat::Uci);
    for mv in legal {
        let coordinates =
            has_coordinates.then(|| game.try_move_text(NotationFormat::Uci, position, *mv)).flatten();
        let texts = [Some(game.move_text(Native, position, *mv)), coordinates];
        if texts.iter().flatten().any(|text| folded(text) == wanted) {
            found.push(*mv);
        }
    }
    distinct(found)
}

/// The move from the first cell to the last one, where every cell between is within reach of the first, too.
fn by_its_hops(game: &AnyGame, position: &AnyPosition, _: &[AnyMove], text: &str) -> Vec<AnyMove> {
    let cells = cells(text);
    let [first, hops @ .., _] = &cells[..] else { return Vec::new() };
    if hops.is_empty() {
        return Vec::new();
    }
    let to = |cell: &&str| game.parse_move(Native, position, &format!("{first}-{cell}")).ok();
    let reached: Option<Vec<AnyMove>> = cells[1..].iter().map(to).collect();
    reached.and_then(|reached| reached.last().copied()).into_iter().collect()
}

/// The legal moves that are the same without anything between their cells: `3228`.
fn without_separators(game: &AnyGame, position: &AnyPosition, legal: &[AnyMove], text: &str) -> Vec<AnyMove> {
    let joined = |text: &str| cells(&text.to_lowercase()).concat();
    let wanted = joined(text);
    let alike = legal.iter().filter(|mv| joined(&game.move_text(Native, position, **mv)) == wanted);
    distinct(alike.copied().collect())
}

/// The same text in forms that a game's own reader may take.
fn variants(text: &str) -> Vec<String> {
    let cells = cells(text);
    let joined = cells.concat();
    let mut variants = vec![joined.clone(), joined.to_lowercase(), capitalised(&joined)];
    variants.extend([cells.join("-"), cells.join("-").to_lowercase()]);
    if !joined.is_empty() && joined.chars().all(|letter| "0oO".contains(letter)) {
        variants.push(vec!["O"; joined.len()].join("-"));
    }
    variants
}

/// A text's cells: what stands between separators. An `x` behind a number is one of them.
fn cells(text: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let (mut begin, mut last) = (0, ' ');
    for (at, letter) in text.char_indices() {
        let is_capture = matches!(letter, 'x' | 'X') && last.is_ascii_digit();
        if is_capture || !letter.is_alphanumeric() {
            cells.push(&text[begin..at]);
            begin = at + letter.len_utf8();
        }
        last = letter;
    }
    cells.push(&text[begin..]);
    cells.retain(|cell| !cell.is_empty());
    cells
}

/// A large letter, then small ones.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters.as_str().to_lowercase().chars()).collect()
}

/// Small letters without separators, but where two numbers would become one.
fn folded(text: &str) -> String {
    let mut folded = String::new();
    for cell in cells(&text.to_lowercase()) {
        let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        if is_digit(folded.chars().next_back()) && is_digit(cell.chars().next()) {
            folded.push('-');
        }
        folded.push_str(cell);
    }
    folded
}

fn distinct<M: PartialEq>(moves: Vec<M>) -> Vec<M> {
    let mut distinct = Vec::new();
    for mv in moves {
        if !distinct.contains(&mv) {
            distinct.push(mv);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use damier_rules::{Game, registry};

    use super::*;

    /// Reads texts in a position of a game after some moves; the moves as the game writes them, or why not.
    struct Reading<'t> {
        position: Option<&'t str>,
        texts: &'t [&'t str],
    }

    impl Reading<'_> {
        fn visit(self, game: AnyGame) -> Vec<Result<String, Misread>> {
            let position = match self.position {
                Some(text) => game.parse_position(Native, text).expect("a position"),
                None => game.start(),
            };
            let read =
                |text: &&str| read(&game, &position, text).map(|mv| game.move_text(Native, &position, mv));
            self.texts.iter().map(read).collect()
        }
    }

    fn reads(game: &str, position: Option<&str>, texts: &[&str], expected: &str) {
        let read = AnyGame::of_id(game).map(|game| Reading { position, texts }.visit(game)).expect("a game");
        for (text, read) in texts.iter().zip(read) {
            assert_eq!(read.as_deref(), Ok(expected), "{game}: {text}");
        }
    }

    fn refusals(game: &str, position: Option<&str>, texts: &[&str]) -> Vec<Misread> {
        let read = AnyGame::of_id(game).map(|game| Reading { position, texts }.visit(game)).expect("a game");
        read.into_iter().map(|read| read.expect_err("no move")).collect()
    }

    #[test]
    fn separators_and_case_do_not_matter() {
        reads("russian", None, &["c3-d4", "c3 d4", "C3D4", "c3:d4", "c3 - d4", "c3>d4"], "c3-d4");
        reads("english", None, &["9-13", "9 13", "9x13", "9,13", "9 - 13", "913"], "9-13");
        reads("international", None, &["32-28", "32 28", "3228", "32/28"], "32-28");
        reads("chess", None, &["Nf3", "nf3", "NF3", "g1f3", "G1-F3", "Ng1-f3", "n f3"], "Nf3");
        reads("chess", None, &["e4", "E4", "e2e4", "E2E4", "e2-e4", "e2 e4"], "e4");
        reads("gomoku-freestyle", None, &["h8", "H8", "h 8", "h-8"], "h8");
        reads("chinese-checkers", None, &["7-15", "7 15"], "7-15");
    }

    #[test]
    fn castling_is_read_with_letters_and_digits() {
        let position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        reads("chess", Some(position), &["O-O", "o-o", "oo", "0-0", "00", "OO", "e1g1", "e1-g1"], "O-O");
        reads("chess", Some(position), &["O-O-O", "ooo", "0-0-0", "000", "e1c1"], "O-O-O");
    }

    #[test]
    fn a_chain_of_hops_may_be_written_out() {
        // Every landing on the way is a move of its own.
        let found = AnyGame::of_id("chinese-checkers").map(|game| Chains.visit(game)).expect("a game");
        assert!(found > 0, "there is a chain of two hops in the games that were tried");
    }

    /// Plays on until a piece can hop twice, and writes such a chain out.
    struct Chains;

    impl Chains {
        fn visit(self, game: AnyGame) -> usize {
            let mut position = game.start();
            let mut found = 0;
            let mut moves = MoveList::new();
            for turn in 0..60 {
                position.legal_moves(&mut moves);
                let ends = |mv: &AnyMove| {
                    let text = game.move_text(Native, &position, *mv);
                    text.split_once('-').map(|(from, to)| (from.to_owned(), to.to_owned()))
                };
                let all: Vec<_> = moves.iter().filter_map(ends).collect();
                for (from, to) in &all {
                    for (_, between) in all.iter().filter(|(other, _)| other == from) {
                        let text = format!("{from}-{between}-{to}");
                        let read =
                            read(&game, &position, &text).map(|mv| game.move_text(Native, &position, mv));
                        assert_eq!(read, Ok(format!("{from}-{to}")), "{text}");
                        found += 1;
                    }
                    assert!(read(&game, &position, &format!("{from}-121-1-{to}")).is_err());
                }
                position.play(moves[turn * 7 % moves.len()]);
            }
            found
        }
    }

    #[test]
    fn what_may_be_several_moves_is_listed() {
        // A pawn and a bishop that capture on c3.
        let position = "4k3/8/8/8/8/2n5/1P6/4B2K w - - 0 1";
        reads("chess", Some(position), &["bxc3"], "bxc3");
        reads("chess", Some(position), &["Bxc3"], "Bxc3");
        let ambiguous = refusals("chess", Some(position), &["BXC3"]);
        assert_eq!(ambiguous, [Misread::Ambiguous(vec!["bxc3".to_owned(), "Bxc3".to_owned()])]);
    }

    #[test]
    fn other_texts_get_the_games_own_reason() {
        for (game, text, part) in [
            ("russian", "c3-d5", "d5"),
            ("russian", "c3 b5", "b5"),
            ("international", "31 22", "adjacent"),
            ("chess", "e2e5", "e2"),
            ("chess", "please", ""),
        ] {
            let refused = refusals(game, None, &[text]);
            let [Misread::Illegal(reason)] = &refused[..] else { panic!("{text}: {refused:?}") };
            assert!(reason.contains(part), "{text}: {reason}");
        }
    }

    #[test]
    fn every_legal_move_is_read_as_itself_however_it_is_written() {
        for id in registry::NAMES {
            AnyGame::of_id(id).map(|game| Itself.visit(game)).expect("a game");
        }
    }

    struct Itself;

    impl Itself {
        fn visit(self, game: AnyGame) {
            let mut position = game.start();
            let mut moves = MoveList::new();
            for turn in 0..40 {
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    return;
                }
                for mv in &moves {
                    let text = game.move_text(Native, &position, *mv);
                    for written in [text.clone(), text.to_uppercase(), text.replace('-', " ")] {
                        match read(&game, &position, &written) {
                            Ok(read) => assert!(read == *mv, "{}: {written}", game.id()),
                            Err(Misread::Ambiguous(texts)) => assert!(texts.contains(&text), "{written}"),
                            Err(Misread::Illegal(why)) => panic!("{}: {written}: {why}", game.id()),
                        }
                    }
                }
                position.play(moves[turn * 13 % moves.len()]);
            }
        }
    }
}
