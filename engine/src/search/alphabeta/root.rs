//! The root of a search: its moves, and the lines that are known.

/// One of the root's moves.
#[derive(Clone, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// What it is worth, by the last iteration that found it among the best; `None` where none has.
    pub(super) score: Option<i32>,
    /// The line that is expected, the move first.
    pub(super) line: Vec<M>,
    /// Nodes that were spent on it.
    pub(super) nodes: u64,
}

impl<M: Copy> Candidate<M> {
    fn new(mv: M) -> Self {
        Self { mv, score: None, line: vec![mv], nodes: 0 }
    }
}

/// The root of a search.
#[derive(Clone, Debug)]
pub(super) struct Root<M> {
    /// At least one: those whose lines are wanted, best first, and the others.
    pub(super) candidates: Vec<Candidate<M>>,
    /// Of several lines those of the last complete iteration, best first.
    complete: Vec<Candidate<M>>,
    /// How many lines are wanted, at least one.
    pub(super) lines: usize,
    /// The last depth that was searched completely.
    pub(super) completed: u32,
    /// The longest line that was looked at, in plies.
    pub(super) deepest: usize,
}

impl<M: Copy> Root<M> {
    /// With these moves.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn new(moves: impl IntoIterator<Item = M>, lines: usize) -> Self {
        let candidates: Vec<_> = moves.into_iter().map(Candidate::new).collect();
        assert!(!candidates.is_empty(), "there is no move to find");
        let lines = lines.clamp(1, candidates.len());
        Self { candidates, complete: Vec::new(), lines, completed: 0, deepest: 0 }
    }

    /// The best move.
    pub(super) fn best(&self) -> &Candidate<M> {
        &self.told()[0]
    }

    /// The lines that are known, best first; at least that of the best move. Several are all of one depth, so that
    /// they can be compared.
    pub(super) fn told(&self) -> &[Candidate<M>] {
        if self.complete.is_empty() { &self.candidates[..1] } else { &self.complete }
    }

    /// Nodes spent below the root's moves.
    pub(super) fn nodes(&self) -> u64 {
        self.candidates.iter().map(|candidate| candidate.nodes).sum()
    }

    /// The candidate at `index` is the best of those from `place` on.
    pub(super) fn promote(&mut self, index: usize, place: usize, score: i32, below: &[M]) {
        let candidate = &mut self.candidates[index];
        candidate.score = Some(score);
        candidate.line.truncate(1);
        candidate.line.extend_from_slice(below);
        self.candidates[place..=index].rotate_right(1);
    }

    /// An iteration of that depth is complete.
    pub(super) fn complete(&mut self, depth: u32) {
        self.completed = depth;
        if self.lines > 1 {
            self.candidates[..self.lines].sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
            self.complete = self.candidates[..self.lines].to_vec();
        }
    }
}
