//! Words of a line: moves, their numbers, results, and what people add to them.

use std::borrow::Cow;

use super::{
    between::ends_paragraph,
    cursor::{Cursor, Failure, PUNCTUATION},
    line::{End, Reader, STRENGTH},
    mark::Mark,
    style::{plain_dashes, read_points},
};
use crate::{
    any::AnyMove,
    notation::{Notation, NotationFormat::Native},
    outcome::Outcome,
    player::Player,
};

/// The signs that are one character each, besides those of strength.
const SIGNS: &[char] = &['*', '+', '='];
/// Words between the moves that say something about them, and are kept as comments.
const REMARKS: [&str; 2] = ["e.p.", "a.l."];
/// Stand between the squares of a move, some of them only for captures.
pub(super) const SEPARATORS: [char; 5] = ['-', 'x', 'X', ':', '×'];
const CAPTURES: [char; 4] = ['x', 'X', ':', '×'];
/// More parts than any move is written in.
const MOST_PARTS: usize = 64;
/// How programs write that nothing is played.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "@@@@", "null", "0000", "<>"];
/// Why a dash is refused.
const MISSING: &str = "a move is missing here, and others follow";
/// Points of both players together where a game is scored finely: 12-8.
const ALL_POINTS: u32 = 20;
/// More men than a combination wins.
const MOST_MEN: u32 = 20;
/// Shorter values of the tag `Result` are no words that end a game.
const SHORTEST_RESULT: usize = 3;

/// What a word and those that belong to it are.
enum Joined {
    Result(Option<Outcome>),
    Move(AnyMove, usize),
}

impl Reader<'_> {
    /// Reads a number, a move, a sign, a remark, or a number and a move with signs; a result is given back.
    pub(super) fn word(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<End>, Failure> {
        let start = cursor.at;
        let raw = cursor.take_word();
        if raw.is_empty() {
            return Err(cursor.failure("a move or a result is expected here"));
        }
        let word = plain_dashes(raw);
        if let Some(outcome) = self.result(cursor, &word) {
            // A half may be the beginning of `1/2 - 1/2`.
            return Ok(Some(match self.joined(cursor, &word, &['-'], &mut None) {
                Some((Joined::Result(outcome), text)) => End::Result(outcome, text),
                _ => End::Result(outcome, word.into_owned()),
            }));
        }
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_numbered = word[digits..].starts_with(['.', '…']);
        let text = if is_numbered { word[digits..].trim_start_matches(['.', '…']) } else { &word };
        if is_numbered {
            self.is_numbered = true;
            self.number = word[..digits].parse().unwrap_or(self.number);
        }
        if text.is_empty() {
            return Ok(None);
        }
        let at = if matches!(word, Cow::Borrowed(_)) { start + word.len() - text.len() } else { start };
        let reason = match self.read_move(text) {
            Ok((None, _)) => {
                self.signs(text);
                return Ok(None);
            }
            Ok((Some(mv), plain)) => {
                if let Some((Joined::Move(mv, plain), text)) = self.joined(cursor, text, &CAPTURES, &mut None)
                {
                    return self.played(mv, &text[plain..]);
                }
                return self.played(mv, &text[plain..]);
            }
            Err(reason) => reason,
        };
        let mut problem = None;
        match self.joined(cursor, text, &SEPARATORS, &mut problem).or_else(|| self.promoted(cursor, text)) {
            Some((Joined::Move(mv, plain), text)) => return self.played(mv, &text[plain..]),
            Some((Joined::Result(outcome), text)) => return Ok(Some(End::Result(outcome, text))),
            None => {}
        }
        if digits == word.len() {
            let read = self.bare_number(cursor, &word).map(|()| None);
            return read.map_err(|reason| Failure::new(at, problem.unwrap_or(reason)));
        }
        if self.remark(text) {
            return Ok(None);
        }
        if text == "-" {
            self.missing.get_or_insert(at);
            return Ok(None);
        }
        if let Some(at) = self.missing {
            return Err(Failure::new(at, MISSING));
        }
        let plain = text.trim_end_matches(STRENGTH).trim_end_matches(SIGNS);
        if let Some(mv) = self.decided_by_what_follows(cursor, plain) {
            return self.played(mv, &text[plain.len()..]);
        }
        let reason = if NULL_MOVES.contains(&text) {
            format!("{text:?} is a null move, which the rules do not have")
        } else {
            problem.unwrap_or(reason)
        };
        Err(Failure::new(at, reason))
    }

    /// Plays a move that was read, with its signs.
    fn played(&mut self, mv: AnyMove, signs: &str) -> Result<Option<End>, Failure> {
        if let Some(at) = self.missing {
            return Err(Failure::new(at, MISSING));
        }
        self.play(mv);
        self.signs(signs);
        Ok(None)
    }

    /// The result that a word tells. One that only the tags know, or points, have to stand at the end.
    fn result(&self, cursor: &mut Cursor<'_>, word: &str) -> Option<Option<Outcome>> {
        if let Some(outcome) = self.style.read_result(word) {
            return Some(outcome);
        }
        let is_claimed = word.len() >= SHORTEST_RESULT && self.claimed == Some(word);
        let points = read_points(word);
        let is_score = points.is_some_and(|[first, second]| {
            (first == 0) != (second == 0) || first.saturating_add(second) == ALL_POINTS
        }) && self.read_move(word).is_err();
        if !(is_claimed || is_score) || !ends_paragraph(cursor) {
            return None;
        }
        Some(match points {
            Some([first, second]) if first == second => Some(Outcome::Draw),
            Some([_, 0]) => Some(Outcome::Win(Player::FIRST)),
            Some([0, _]) => Some(Outcome::Win(Player::SECOND)),
            _ => None,
        })
    }

    /// The move at the beginning of a word, if there is more than signs, and its length.
    fn read_move(&self, text: &str) -> Result<(Option<AnyMove>, usize), String> {
        let mut plain = text.trim_end_matches(STRENGTH);
        // Signs may belong to the notation, such as those of check and promotion.
        while !plain.is_empty() {
            match self.game.parse_move(Native, &self.position, plain) {
                Ok(mv) => return Ok((Some(mv), plain.len())),
                Err(error) => {
                    let shorter = Mark::without_symbol(plain).or_else(|| plain.strip_suffix(SIGNS));
                    let Some(shorter) = shorter else {
                        return Err(format!("{plain:?}: {}", error.reason));
                    };
                    plain = shorter.trim_end_matches(STRENGTH);
                }
            }
        }
        Ok((None, 0))
    }

    /// The move or the result that a word makes with the next ones, where separators stand apart: `32 - 28`, `28x 19`.
    /// Where they make none, `problem` is why.
    fn joined(
        &self,
        cursor: &mut Cursor<'_>,
        first: &str,
        separators: &[char],
        problem: &mut Option<String>,
    ) -> Option<(Joined, String)> {
        if !first.starts_with(|c: char| c.is_alphanumeric()) {
            return None;
        }
        let mut end = cursor.at;
        let mut found = None;
        let mut text = first.to_owned();
        for _ in 0..MOST_PARTS {
            cursor.peek();
            let next = plain_dashes(cursor.take_word());
            let begins = next.starts_with(separators) && !NULL_MOVES.contains(&&*next);
            if next.is_empty() || !(begins || text.ends_with(separators)) {
                break;
            }
            text.push_str(&next);
            let said = match (self.style.read_result(&text), self.read_move(&text)) {
                (Some(outcome), _) => Some(Joined::Result(outcome)),
                (None, Ok((Some(mv), plain))) => Some(Joined::Move(mv, plain)),
                (None, Err(reason)) => {
                    *problem = Some(reason);
                    None
                }
                _ => None,
            };
            if let Some(said) = said {
                found = Some((said, text.clone()));
                end = cursor.at;
            }
        }
        cursor.at = end;
        found
    }

    /// A promotion whose piece stands in parentheses: `a8(Q)`.
    fn promoted(&self, cursor: &mut Cursor<'_>, text: &str) -> Option<(Joined, String)> {
        const LENGTH: usize = 3;
        let piece =
            cursor.rest().get(..LENGTH).filter(|piece| piece.starts_with('(') && piece.ends_with(')'))?;
        let behind = &cursor.rest()[LENGTH..];
        let ends = |c: char| c.is_alphanumeric() || c.is_whitespace() || PUNCTUATION.contains(&c);
        let signs = &behind[..behind.find(ends).unwrap_or(behind.len())];
        let text = format!("{text}{piece}{signs}");
        let (Some(mv), plain) = self.read_move(&text).ok()? else { return None };
        cursor.at += LENGTH + signs.len();
        Some((Joined::Move(mv, plain), text))
    }

    /// Takes a number that lacks its point, if it is the one that is due. Before the first move it may be another one,
    /// where a move follows.
    fn bare_number(&mut self, cursor: &mut Cursor<'_>, digits: &str) -> Result<(), String> {
        let number = digits.parse().ok();
        let is_due = number == Some(self.number);
        if is_due || self.line.moves.is_empty() && number.is_some() && self.is_before_move(cursor) {
            self.number = number.unwrap_or(self.number);
            self.is_numbered = true;
            return Ok(());
        }
        Err(format!("{digits} is no move, and not the number of the next one, which is {}", self.number))
    }

    /// Whether the next word is a move.
    fn is_before_move(&self, cursor: &mut Cursor<'_>) -> bool {
        let begin = cursor.at;
        cursor.peek();
        let is_move = matches!(self.read_move(&plain_dashes(cursor.take_word())), Ok((Some(_), _)));
        cursor.at = begin;
        is_move
    }

    /// Takes a word that says something about the last move: a sign, or a remark that is kept as a comment.
    fn remark(&mut self, text: &str) -> bool {
        let has_move = !self.line.moves.is_empty();
        if let Some(glyph) = Mark::glyph_of_symbol(text).filter(|_| has_move) {
            self.glyph(glyph);
            return true;
        }
        let is_sign = !text.contains(|c: char| c.is_alphanumeric() || "-<@".contains(c));
        let is_remark =
            REMARKS.contains(&text) || has_move && !self.is_numbered && is_material(text) || is_sign;
        if is_remark {
            self.comment(text);
        }
        is_remark
    }
}

/// Whether a word tells the material after a combination: `+1`, `-2`.
fn is_material(word: &str) -> bool {
    let men = word.strip_prefix(['+', '-']).and_then(|digits| digits.parse::<u32>().ok());
    men.is_some_and(|men| men <= MOST_MEN)
}
