//! What is known of the positions of a slice while it is solved: a byte each.

use std::{
    ops::Range,
    sync::atomic::{AtomicU8, Ordering},
};

use super::CHUNK;
use damier_rules::EndingValue;

/// The number belongs to no position.
const UNUSED: u8 = 0;
/// Numbers from here up to [`MOST_MOVES`] are positions without a value yet: how many of their moves are not
/// known to lose. A move out of the slice that draws is counted and stays so.
const ONE_MOVE: u8 = 1;
/// More moves inside a slice than any position of few pieces has.
const MOST_MOVES: u8 = 240;
/// A draw for certain.
const DRAW: u8 = 250;
/// Won, and the positions before it know.
const WIN: u8 = 251;
/// Won, and the positions before it do not know yet.
const NEW_WIN: u8 = 252;
/// Lost, and the positions before it know.
const LOSS: u8 = 253;
/// Lost, and the positions before it do not know yet.
const NEW_LOSS: u8 = 254;

/// One byte for each number of each part. All threads work on it at once: which of them comes first does not
/// matter, since a value once found never changes and counters only go down.
pub(super) struct Cells {
    parts: Vec<Vec<AtomicU8>>,
}

/// What the first look at a position gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finding {
    /// Its value.
    Value(EndingValue),
    /// It depends on this number of positions of the slice; an escape is a move that draws at once.
    Depends { moves: usize, escape: bool },
}

impl Cells {
    /// Nothing is known.
    pub(super) fn new(sizes: &[u64]) -> Self {
        let part = |size: &u64| (0..*size).map(|_| AtomicU8::new(UNUSED)).collect();
        Self { parts: sizes.iter().map(part).collect() }
    }

    /// The chunks of all parts.
    pub(super) fn chunks(&self) -> Vec<(usize, Range<u64>)> {
        let of_part = |(part, cells): (usize, &Vec<AtomicU8>)| {
            let size = cells.len() as u64;
            (0..size.div_ceil(CHUNK)).map(move |chunk| (part, chunk * CHUNK..size.min((chunk + 1) * CHUNK)))
        };
        self.parts.iter().enumerate().flat_map(of_part).collect()
    }

    fn cell(&self, part: usize, index: u64) -> &AtomicU8 {
        &self.parts[part][index as usize]
    }

    /// Notes what the first look at a position gave.
    ///
    /// # Panics
    /// If it has more moves than fit.
    pub(super) fn note(&self, part: usize, index: u64, finding: Finding) {
        let byte = match finding {
            Finding::Value(EndingValue::Win) => NEW_WIN,
            Finding::Value(EndingValue::Draw) => DRAW,
            Finding::Value(EndingValue::Loss) => NEW_LOSS,
            Finding::Depends { moves, escape } => {
                let count = moves + usize::from(escape);
                assert!(count < usize::from(MOST_MOVES), "a position of few pieces has few moves");
                count as u8
            }
        };
        self.cell(part, index).store(byte, Ordering::Relaxed);
    }

    /// A value of which the positions before do not know yet; from now on they do.
    pub(super) fn take_new(&self, part: usize, index: u64) -> Option<EndingValue> {
        let cell = self.cell(part, index);
        let (value, known) = match cell.load(Ordering::Relaxed) {
            NEW_WIN => (EndingValue::Win, WIN),
            NEW_LOSS => (EndingValue::Loss, LOSS),
            _ => return None,
        };
        // No other thread changes a cell that has a value.
        cell.store(known, Ordering::Relaxed);
        Some(value)
    }

    /// Tells a position that one of its moves leads to a position of that value for the other player; gives
    /// back whether that decided it.
    pub(super) fn tell(&self, part: usize, index: u64, successor: EndingValue) -> bool {
        let cell = self.cell(part, index);
        let next = |byte: u8| match (byte, successor) {
            (ONE_MOVE..MOST_MOVES, EndingValue::Loss) => Some(NEW_WIN),
            (ONE_MOVE, EndingValue::Win) => Some(NEW_LOSS),
            (ONE_MOVE..MOST_MOVES, EndingValue::Win) => Some(byte - 1),
            _ => None,
        };
        match cell.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next) {
            Ok(before) => matches!(next(before), Some(NEW_WIN | NEW_LOSS)),
            Err(_) => false,
        }
    }

    /// The value when all is done: what is not decided then goes on for ever. `None` for a number without a
    /// position.
    pub(super) fn value(&self, part: usize, index: u64) -> Option<EndingValue> {
        match self.cell(part, index).load(Ordering::Relaxed) {
            UNUSED => None,
            WIN | NEW_WIN => Some(EndingValue::Win),
            LOSS | NEW_LOSS => Some(EndingValue::Loss),
            _ => Some(EndingValue::Draw),
        }
    }
}
