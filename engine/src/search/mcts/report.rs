//! Reports of a tree: root moves, principal variations, inputs of the time manager.

use std::time::Duration;

use damier_rules::{MoveList, Position, SearchKind};

use super::{
    counters::CounterTotals,
    edge::{Counts, Edge, NodeIndex},
    moves_left,
    tree::Tree,
};
use crate::{
    evaluation::{TWO_PLAYERS, Value, Wdl},
    search::{Line, NodeMoves, Proof, RootMove, SearchReport, contempt::Contempt},
    time::Signs,
};

/// Share of the best move's visits from which another move's value counts for the time manager.
const TRIED_ENOUGH: f32 = 0.1;

/// Snapshot view of a tree, whose threads may go on.
pub(super) struct RootReport<'a, P: Position> {
    pub(super) tree: &'a Tree<P::Move>,
    /// Position at the root.
    pub(super) root: &'a P,
    /// What draws are worth in the tree.
    pub(super) contempt: Contempt,
    /// Counters of this search.
    pub(super) total: CounterTotals,
    pub(super) arenas: ArenaTotals,
}

/// Sums over the arenas of all threads.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ArenaTotals {
    /// Nodes that the tree does not count yet.
    pub(super) nodes: usize,
    /// Lines of the pool taken but unused.
    pub(super) lines: usize,
}

impl<P: Position> RootReport<'_, P> {
    /// Returns the report with at most `lines` lines.
    pub(super) fn report(&self, lines: usize, reused: u64, elapsed: Duration) -> SearchReport<P::Move> {
        let (root, _) = self.tree.root_node();
        let statistics = root.statistics();
        let lines = self.lines(lines);
        let CounterTotals { simulations, depth_sum, depth_max, .. } = self.total;
        let nodes = self.tree.nodes() + self.arenas.nodes;
        let used = self.tree.pool.taken().saturating_sub(self.arenas.lines);
        SearchReport {
            kind: SearchKind::Tree,
            from_book: false,
            best: lines[0].moves[0],
            moves: self.moves_of(self.tree.root()),
            value: self.root_value(),
            moves_left: statistics.moves_left(),
            proof: root.proof(),
            principal_line: lines[0].moves.clone(),
            lines,
            simulations,
            reused,
            nodes,
            bytes: Tree::<P::Move>::bytes_of(used),
            max_depth: depth_max as usize,
            mean_depth: depth_sum as f32 / simulations.max(1) as f32,
            elapsed,
        }
    }

    /// Returns the moves of a node with their statistics, in canonical order.
    fn moves_of(&self, node: NodeIndex) -> Vec<RootMove<P::Move>> {
        let of_edge = |(mv, edge): (P::Move, &Edge)| {
            let counts = edge.counts();
            RootMove {
                mv,
                visits: counts.visits(),
                value: counts.value(),
                prior: edge.prior(),
                proof: self.proof(counts),
            }
        };
        let mut moves: Vec<_> = self.tree.moves(node).zip(self.tree.edges(node)).map(of_edge).collect();
        moves.sort_unstable_by_key(|of_edge| of_edge.mv);
        moves
    }

    /// Returns the moves behind a line from the root; `None` where the tree does not go so far.
    pub(super) fn moves_behind(&self, line: &[P::Move]) -> Option<Vec<RootMove<P::Move>>> {
        let node = line.iter().try_fold(self.tree.root(), |node, mv| {
            let edge = self.tree.moves(node).position(|own| own == *mv)?;
            self.tree.edge(node, edge).child()
        })?;
        Some(self.moves_of(node))
    }

    /// Returns the moves behind a line from the root. All moves are named by their places in the canonical order of the
    /// legal moves.
    pub(super) fn places_behind(&self, line: &[usize]) -> NodeMoves {
        let mut at = self.root.clone();
        let mut legal = MoveList::new();
        let mut moves = Vec::with_capacity(line.len());
        for place in line {
            at.legal_moves(&mut legal);
            let mv = *legal.get(*place)?;
            at.play(mv);
            moves.push(mv);
        }
        let behind = self.moves_behind(&moves)?;
        at.legal_moves(&mut legal);
        let named = |of: RootMove<P::Move>| {
            let RootMove { mv, visits, value, prior, proof } = of;
            Some(RootMove { mv: legal.binary_search(&mv).ok()?, visits, value, prior, proof })
        };
        behind.into_iter().map(named).collect()
    }

    /// Returns the mean value of the root.
    pub(super) fn root_value(&self) -> Value {
        let (root, _) = self.tree.root_node();
        let players = self.root.players();
        if players != TWO_PLAYERS {
            let CounterTotals { shares, values, .. } = &self.total;
            return Value::Many(shares.relative(self.root.to_move(), players, (*values).max(1) as f32));
        }
        let statistics = root.statistics();
        Value::Two(match root.proof() {
            Proof::Win => Wdl::WIN,
            Proof::Between => Wdl::DRAW,
            Proof::Loss => Wdl::LOSS,
            Proof::Unknown => self.contempt.wdl(statistics.mean(), statistics.draw(), self.root.to_move()),
        })
    }

    /// Returns an upper bound on the share of the player to move at the root.
    pub(super) fn reachable_at_root(&self) -> f32 {
        self.root.reachable_share(self.root.to_move())
    }

    fn proof(&self, counts: Counts) -> Proof {
        counts.proof(self.root.players())
    }

    /// Returns the inputs of the time manager after a search of `elapsed`.
    pub(super) fn signs(&self, elapsed: Duration) -> Signs {
        let (_, edges) = self.tree.root_node();
        let best = self.best_move(self.tree.root()).expect("a root has moves");
        let counts = edges[best].counts();
        let others = edges.iter().enumerate().filter(|(index, _)| *index != best);
        let second = others.map(|(_, edge)| edge.counts().visits()).max().unwrap_or(0);
        let all: u64 = edges.iter().map(|edge| u64::from(edge.counts().visits())).sum();
        let least = TRIED_ENOUGH * counts.visits() as f32;
        let tried = edges.iter().map(Edge::counts).filter(|counts| counts.visits() as f32 >= least);
        let value = counts.value().unwrap_or(0.5);
        Signs {
            best_share: counts.visits() as f32 / all.max(1) as f32,
            lead: u64::from(counts.visits().saturating_sub(second)),
            speed: self.total.simulations as f64 / elapsed.as_secs_f64(),
            value,
            highest_value: tried.filter_map(Counts::value).fold(value, f32::max),
        }
    }

    /// Returns the lines of the best `count` moves, at least one (MultiPV).
    fn lines(&self, count: usize) -> Vec<Line<P::Move>> {
        let (_, edges) = self.tree.root_node();
        // Other threads may change the statistics meanwhile: each is read once.
        let mut order: Vec<_> =
            (0..edges.len()).map(|index| (self.preference(self.tree.root(), &edges[index]), index)).collect();
        // The last of equal moves first, as `best_move` takes them.
        order.sort_unstable_by(|a, b| b.cmp(a));
        order.truncate(count.max(1));
        order.into_iter().map(|(_, index)| self.line(index)).collect()
    }

    /// Returns the line that begins with an edge of the root.
    fn line(&self, edge: usize) -> Line<P::Move> {
        let mut line = vec![self.tree.mv(self.tree.root(), edge)];
        let edge = self.tree.edge(self.tree.root(), edge);
        if let Some(child) = edge.child() {
            self.follow(child, &mut line);
        }
        let counts = edge.counts();
        let child =
            edge.child().map(|child| self.tree.node(child).statistics()).filter(|child| child.visits > 0);
        let two = self.root.players() == TWO_PLAYERS;
        let draw = match self.proof(counts) {
            Proof::Between if !self.contempt.is_none() => 1.0,
            _ => child.map_or(0.0, |child| child.draw()),
        };
        let wdl = |share| self.contempt.wdl(share, draw, self.root.to_move());
        let wdl = counts.value().filter(|_| two).map(wdl);
        Line {
            moves: line,
            visits: counts.visits(),
            score: if self.contempt.is_none() { counts.value() } else { wdl.map(Wdl::score) },
            wdl,
            moves_left: child.map(|child| 1.0 + child.moves_left()),
            proof: self.proof(counts),
            proof_plies: if two { self.plies_behind(edge) } else { None },
        }
    }

    /// Returns the principal variation, at least one move long.
    pub(super) fn principal_line(&self) -> Vec<P::Move> {
        let mut line = Vec::new();
        self.follow(self.tree.root(), &mut line);
        line
    }

    /// Appends the best moves from `node` on.
    fn follow(&self, node: NodeIndex, line: &mut Vec<P::Move>) {
        let mut node = Some(node);
        while let Some(index) = node {
            let Some(best) = self.best_move(index) else { break };
            let edge = self.tree.edge(index, best);
            if edge.counts().visits() == 0 && !line.is_empty() {
                break;
            }
            line.push(self.tree.mv(index, best));
            node = edge.child();
        }
    }

    /// Returns the plies to a proven win or loss, this move included: an upper bound.
    ///
    /// Returns `None` without a proof, for a tablebase result, or where the proof's tree was recycled.
    fn plies_behind(&self, edge: &Edge) -> Option<u32> {
        if !matches!(self.proof(edge.counts()), Proof::Win | Proof::Loss) {
            return None;
        }
        self.plies_to_end(edge.child()?).map(|plies| plies + 1)
    }

    fn plies_to_end(&self, node: NodeIndex) -> Option<u32> {
        let at = self.tree.node(node);
        let mut edges = self.tree.edges(node).iter();
        match at.proof() {
            _ if at.is_end() => at.plies_to_end(),
            Proof::Win => edges
                .filter(|edge| self.proof(edge.counts()) == Proof::Win)
                .filter_map(|edge| self.plies_behind(edge))
                .min(),
            Proof::Loss => edges.try_fold(0, |most, edge| Some(most.max(self.plies_behind(edge)?))),
            Proof::Between | Proof::Unknown => None,
        }
    }

    /// Returns the index of the edge to play: a proven win, else the most visited that is no proven loss.
    ///
    /// Where all is proven it is the shortest win or the longest loss.
    fn best_move(&self, node: NodeIndex) -> Option<usize> {
        let edges = self.tree.edges(node).iter().enumerate();
        edges.map(|(index, edge)| (self.preference(node, edge), index)).max().map(|(_, best)| best)
    }

    /// Returns the sort key of an edge: proof, proven preference, visits, prior.
    fn preference(&self, node: NodeIndex, edge: &Edge) -> (u8, u32, u32, u32) {
        let reachable = || if node == self.tree.root() { self.reachable_at_root() } else { 1.0 };
        let counts = edge.counts();
        let proof = self.proof(counts);
        let settled = moves_left::proven_preference(self.tree, self.tree.node(node).proof(), (edge, proof));
        // Bits of non-negative floats compare like the floats.
        (moves_left::proof_rank(proof, counts, reachable), settled, counts.visits(), edge.prior().to_bits())
    }
}
