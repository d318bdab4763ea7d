//! What a tree says about its root.

use std::time::Duration;

use damier_rules::Position;

use super::{
    Mcts, haste,
    proof::Proof,
    report::{Line, RootMove, SearchReport},
    search::{TWO, wdl_of},
    tree::{Edge, NodeIndex, Tree},
};
use crate::{evaluation::Evaluator, time::Signs};

/// A move counts beside the best one when it has this share of its simulations.
const TRIED_ENOUGH: f32 = 0.1;

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    pub(super) fn report(
        &self,
        lines: usize,
        simulations: u64,
        reused: u64,
        elapsed: Duration,
    ) -> SearchReport<P::Move> {
        let root = self.tree.node(Tree::<P::Move>::ROOT);
        let edges = self.tree.edges_of(Tree::<P::Move>::ROOT);
        let lines = self.lines(lines);
        SearchReport {
            best: lines[0].moves[0],
            moves: edges
                .iter()
                .map(|edge| RootMove {
                    mv: edge.mv,
                    visits: edge.visits,
                    value: edge.value(),
                    prior: edge.prior,
                    proof: edge.link.proof(),
                })
                .collect(),
            value: self.root_value(),
            moves_left: root.moves_left_sum / root.visits.max(1) as f32,
            proof: root.proof,
            principal_line: lines[0].moves.clone(),
            lines,
            simulations,
            reused,
            nodes: self.tree.nodes.len(),
            bytes: self.tree.bytes(),
            max_depth: self.depth_max,
            mean_depth: self.depth_sum as f32 / simulations.max(1) as f32,
            elapsed,
        }
    }

    /// What the time manager wants to know, with so many simulations per second.
    pub(super) fn signs(&self, speed: f64) -> Signs {
        let edges = self.tree.edges_of(Tree::<P::Move>::ROOT);
        let best = self.best_move(Tree::<P::Move>::ROOT).expect("a root has moves");
        let visits = |edge: &Edge<P::Move>| u64::from(edge.visits);
        let others = edges.iter().filter(|edge| edge.mv != best.mv);
        let second = others.map(visits).max().unwrap_or(0);
        let all: u64 = edges.iter().map(visits).sum();
        let tried = edges.iter().filter(|edge| edge.visits as f32 >= TRIED_ENOUGH * best.visits as f32);
        let value = best.value().unwrap_or(0.5);
        Signs {
            best_share: best.visits as f32 / all.max(1) as f32,
            lead: visits(best).saturating_sub(second),
            speed,
            value,
            highest_value: tried.filter_map(Edge::value).fold(value, f32::max),
        }
    }

    /// The best `count` moves, at least one, with the lines that are expected after them.
    fn lines(&self, count: usize) -> Vec<Line<P::Move>> {
        let edges = self.tree.edges_of(Tree::<P::Move>::ROOT);
        let mut order: Vec<usize> = (0..edges.len()).collect();
        // The last of equal moves first, as `best_move` takes them.
        let rank = |index: &usize| self.preference(Tree::<P::Move>::ROOT, &edges[*index]);
        order.sort_by(|a, b| rank(b).cmp(&rank(a)).then(b.cmp(a)));
        order.truncate(count.max(1));
        order.into_iter().map(|index| self.line(&edges[index])).collect()
    }

    fn line(&self, edge: &Edge<P::Move>) -> Line<P::Move> {
        let mut moves = vec![edge.mv];
        if let Some(child) = edge.link.child() {
            self.follow(child, &mut moves);
        }
        let child = edge.link.child().map(|child| self.tree.node(child)).filter(|child| child.visits > 0);
        let score = edge.value();
        Line {
            moves,
            visits: edge.visits,
            score,
            wdl: score
                .filter(|_| self.players == TWO)
                .map(|score| wdl_of(score, child.map_or(0.0, |child| child.draw_sum / child.visits as f32))),
            moves_left: child.map(|child| 1.0 + child.moves_left_sum / child.visits as f32),
            proof: edge.link.proof(),
            proof_plies: (self.players == TWO).then(|| self.plies_behind(edge)).flatten(),
        }
    }

    /// The line of best moves from the root, at least one move long.
    pub(super) fn principal_line(&self) -> Vec<P::Move> {
        let mut line = Vec::new();
        self.follow(Tree::<P::Move>::ROOT, &mut line);
        line
    }

    /// Appends the line of best moves from `node`.
    fn follow(&self, node: NodeIndex, line: &mut Vec<P::Move>) {
        let mut node = Some(node);
        while let Some(index) = node {
            let Some(best) = self.best_move(index) else { break };
            if best.visits == 0 && !line.is_empty() {
                break;
            }
            line.push(best.mv);
            node = best.link.child();
        }
    }

    /// Plies in which a proven win or loss happens, this move included; the loser may hold out for less, not
    /// for longer. `None` where nothing is proven or the proof's tree is not in memory any more.
    fn plies_behind(&self, edge: &Edge<P::Move>) -> Option<u32> {
        if !matches!(edge.link.proof(), Proof::Win | Proof::Loss) {
            return None;
        }
        self.plies_to_end(edge.link.child()?).map(|plies| plies + 1)
    }

    fn plies_to_end(&self, node: NodeIndex) -> Option<u32> {
        let at = self.tree.node(node);
        let mut edges = self.tree.edges_of(node).iter();
        match at.proof {
            _ if at.is_end() => Some(0),
            Proof::Win => edges
                .filter(|edge| edge.link.proof() == Proof::Win)
                .filter_map(|edge| self.plies_behind(edge))
                .min(),
            Proof::Loss => edges.try_fold(0, |most, edge| Some(most.max(self.plies_behind(edge)?))),
            Proof::Between | Proof::Unknown => None,
        }
    }

    /// The edge to play: a proven win, else the most visited that is not a proven loss, else the most visited;
    /// where all is proven, the one that ends the game as soon, or as late, as its player wants.
    fn best_move(&self, node: NodeIndex) -> Option<&Edge<P::Move>> {
        self.tree.edges_of(node).iter().max_by_key(|edge| self.preference(node, edge))
    }

    /// How much an edge of a node is preferred to others.
    fn preference(&self, node: NodeIndex, edge: &Edge<P::Move>) -> impl Ord + use<P, E> {
        let reachable = if node == Tree::<P::Move>::ROOT { self.reachable_at_root() } else { 1.0 };
        let settled = haste::settled(&self.tree, self.tree.node(node).proof, edge);
        // Priors are not negative, so that their bits are in their order.
        (haste::certainty(edge, reachable), settled, edge.visits, edge.prior.to_bits())
    }
}
