//! Root moves of a search and their principal variations (MultiPV).

/// A root move.
#[derive(Clone, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// Score of the last iteration in which the move was best of its line; `None` before that.
    pub(super) score: Option<i32>,
    /// Principal variation, `mv` first.
    pub(super) line: Vec<M>,
    /// Nodes spent on the move.
    pub(super) nodes: u64,
}

impl<M: Copy> Candidate<M> {
    fn new(mv: M) -> Self {
        Self { mv, score: None, line: vec![mv], nodes: 0 }
    }
}

/// State of the root.
#[derive(Clone, Debug)]
pub(super) struct Root<M> {
    /// Root moves, at least one: those of the reported lines, best first, then the others.
    pub(super) candidates: Vec<Candidate<M>>,
    /// With several lines: those of the last complete iteration, best first.
    complete: Vec<Candidate<M>>,
    /// Number of lines to report (MultiPV), at least one.
    pub(super) lines: usize,
    /// Last completed depth, in plies.
    pub(super) completed: u32,
    /// Selective depth: length of the longest line searched, in plies.
    pub(super) deepest: usize,
}

impl<M: Copy> Root<M> {
    /// Returns a root with these moves.
    ///
    /// # Panics
    /// If there is no move.
    pub(super) fn new(moves: impl IntoIterator<Item = M>, lines: usize) -> Self {
        let candidates: Vec<_> = moves.into_iter().map(Candidate::new).collect();
        assert!(!candidates.is_empty(), "there is no move to find");
        let lines = lines.clamp(1, candidates.len());
        Self { candidates, complete: Vec::new(), lines, completed: 0, deepest: 0 }
    }

    /// Returns the best move.
    pub(super) fn best(&self) -> &Candidate<M> {
        &self.reported()[0]
    }

    /// Returns the lines to report, best first, at least one. Several lines are all of one depth, so that their
    /// scores compare.
    pub(super) fn reported(&self) -> &[Candidate<M>] {
        if self.complete.is_empty() { &self.candidates[..1] } else { &self.complete }
    }

    /// Returns the nodes spent on all root moves.
    pub(super) fn nodes(&self) -> u64 {
        self.candidates.iter().map(|candidate| candidate.nodes).sum()
    }

    /// Moves the candidate at `index` to `place`, with its score and the line `below` it.
    pub(super) fn promote(&mut self, index: usize, place: usize, score: i32, below: &[M]) {
        let candidate = &mut self.candidates[index];
        candidate.score = Some(score);
        candidate.line.truncate(1);
        candidate.line.extend_from_slice(below);
        self.candidates[place..=index].rotate_right(1);
    }

    /// Completes the iteration of `depth`.
    pub(super) fn complete(&mut self, depth: u32) {
        self.completed = depth;
        if self.lines > 1 {
            self.candidates[..self.lines].sort_by_cached_key(|candidate| std::cmp::Reverse(candidate.score));
            self.complete = self.candidates[..self.lines].to_vec();
        }
    }
}
