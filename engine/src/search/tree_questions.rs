//! Questions of other threads about the tree of a running search.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering::Relaxed},
    mpsc::{Receiver, Sender, channel},
};

use super::RootMove;

/// Moves of a node with their statistics, each named by its place in the canonical order of the legal moves; `None`
/// where the tree does not go so far.
pub type NodeMoves = Option<Vec<RootMove<usize>>>;

/// Questions that wait for the search, which answers them between two batches of simulations.
#[derive(Debug, Default)]
pub(super) struct TreeQuestions {
    /// Whether some wait; it spares the search the lock.
    has_some: AtomicBool,
    waiting: Mutex<Vec<Question>>,
}

/// The moves from the root to a node, by their places, and who asks.
#[derive(Debug)]
struct Question {
    line: Vec<usize>,
    answer: Sender<NodeMoves>,
}

impl TreeQuestions {
    /// Adds a question.
    pub(super) fn ask(&self, line: Vec<usize>) -> Receiver<NodeMoves> {
        let (answer, receiver) = channel();
        let mut waiting = self.lock();
        waiting.push(Question { line, answer });
        self.has_some.store(true, Relaxed);
        receiver
    }

    /// Answers all that wait.
    pub(super) fn answer(&self, moves: impl Fn(&[usize]) -> NodeMoves) {
        if !self.has_some.load(Relaxed) {
            return;
        }
        let waiting = {
            let mut waiting = self.lock();
            self.has_some.store(false, Relaxed);
            std::mem::take(&mut *waiting)
        };
        for Question { line, answer } in waiting {
            // Who asked may have given up.
            let _ = answer.send(moves(&line));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Question>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
