//! Moves whose text has several meanings, such as captures that share both ends: what follows decides.

use super::{
    cursor::Cursor,
    line::{Guessing, Reader},
    words::SEPARATORS,
};
use crate::{
    any::AnyMove,
    notation::{Notation, NotationFormat::Native},
    position::{MoveList, Position},
};

/// Moves that are read after each meaning, at most.
const FOLLOWING: usize = 40;

impl Reader<'_> {
    /// Returns the one of the moves that `text` may mean after which the game goes on, if there is just one.
    pub(super) fn decided_by_what_follows(&mut self, cursor: &Cursor<'_>, text: &str) -> Option<AnyMove> {
        let meanings = self.meanings(text);
        if meanings.len() < 2 {
            return None;
        }
        if self.guessing != Guessing::ByWhatFollows {
            self.guessing = Guessing::Met;
            return None;
        }
        let mut possible = meanings.into_iter().filter(|mv| self.goes_on_after(*mv, cursor.clone()));
        let first = possible.next()?;
        possible.next().is_none().then_some(first)
    }

    /// Returns the moves that begin and end as `text` does and pass by the squares between, in their order.
    fn meanings(&self, text: &str) -> Vec<AnyMove> {
        let given = squares(text);
        let mut moves = MoveList::new();
        if given.len() > 1 {
            self.position.legal_moves(&mut moves);
        }
        moves.retain(|mv| passes(&squares(&self.game.move_text(Native, &self.position, *mv)), &given));
        moves.to_vec()
    }

    /// Returns whether the next moves can be made after `mv`. Where one of them has several meanings, it can.
    fn goes_on_after(&self, mv: AnyMove, mut cursor: Cursor<'_>) -> bool {
        let mut line = self.followed_by(mv);
        while line.line.moves.len() <= FOLLOWING {
            match line.read_next(&mut cursor) {
                Ok(None) => {}
                Ok(Some(_)) => break,
                Err(_) => return line.guessing == Guessing::Met,
            }
        }
        true
    }
}

/// Returns the squares of a move's text.
fn squares(text: &str) -> Vec<&str> {
    text.split(SEPARATORS).collect()
}

/// Returns whether a way has both ends of `given` and its squares in their order.
fn passes(way: &[&str], given: &[&str]) -> bool {
    let mut rest = way.iter();
    way.first() == given.first()
        && way.last() == given.last()
        && given.iter().all(|square| rest.any(|own| own == square))
}
