//! Searches under control, which tell a listener what they find.

use std::{sync::atomic::AtomicU64, time::Duration};

use damier_rules::{History, Position, SearchKind};

use super::{
    AlphaBeta, Outlook, StaticEvaluator,
    budget::Budget,
    deepening::Depths,
    nodes_of,
    root::{Candidate, Root},
    score::{self, STATIC_LIMIT},
    static_evaluator::share_of,
    transposition::Table,
    watcher::Watcher,
};
use crate::{
    evaluation::{Value, Wdl},
    search::{Line, Proof, Request, RootMove, SearchReport, mcts::wdl_of, pace::Pace},
    time::Signs,
};

impl<P: Position, S: StaticEvaluator<P>> AlphaBeta<P, S> {
    /// Searches a position of two players as it is asked to, and tells `watch` when the best line changes, a few
    /// times a second at most, and every second; what it ends with is returned only. With one legal move and a bound
    /// on time it looks a ply ahead only. A search that ponders does not return before the opponent's time is over or
    /// it is stopped.
    ///
    /// In its reports nodes take the place of simulations: those of a move are what was spent on it, and only moves that
    /// were the best of their line have a value. It does not ask for a win within so many plies.
    ///
    /// # Panics
    /// If the position has no legal move, or none of those asked for is legal.
    pub fn search_watched(
        &mut self,
        position: &P,
        history: &History<P>,
        request: &Request<'_, P::Move>,
        watch: &mut dyn FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        let Request { limits, control, only, lines, .. } = request;
        let pace = Pace::new(request, watch);
        let root = self.root(position, only, *lines);
        let moves = root.candidates.iter().map(|candidate| candidate.mv).collect::<Vec<_>>();
        let evaluator = &mut self.workers[0].evaluator;
        let teller =
            Teller { outlook: evaluator.outlook(position, &moves), moves, odds_unit: evaluator.odds_unit() };
        let forced = root.candidates.len() == 1 && limits.is_timed();
        let depths = Depths::up_to(if forced { Some(1) } else { limits.depth });
        let budget = Budget::new(limits.nodes.filter(|_| !control.is_pondering()));
        let helpers = self.helpers();
        let mut overseer = Overseer { pace, teller: &teller, helpers: &helpers };
        let (root, nodes) = self.run(position, history, root, budget, depths, &mut overseer, &helpers);
        request.control.wait_for_clock();
        teller.report(&root, &self.table, nodes + nodes_of(&helpers), overseer.pace.elapsed())
    }
}

/// Asks the bounds, and tells the listener.
struct Overseer<'a, M> {
    pace: Pace<'a, M>,
    teller: &'a Teller<M>,
    helpers: &'a [AtomicU64],
}

impl<M: Copy + Ord> Watcher<M> for Overseer<'_, M> {
    fn go_on(&mut self, root: &Root<M>, table: &Table, nodes: u64) -> bool {
        let signs = |_: Duration| self.teller.signs(root);
        // The depth is bounded by how far the iterations go.
        if self.pace.is_over(nodes, || 0, signs) {
            return false;
        }
        let nodes = nodes + nodes_of(self.helpers);
        if root.completed > 0 {
            let report = |elapsed| self.teller.report(root, table, nodes, elapsed);
            self.pace.tell(|| root.best().line.clone(), report);
        }
        true
    }
}

/// Makes reports.
struct Teller<M> {
    /// The root's moves, and what was said about them before the search.
    moves: Vec<M>,
    outlook: Outlook,
    odds_unit: f32,
}

impl<M: Copy + Ord> Teller<M> {
    fn report(&self, root: &Root<M>, table: &Table, nodes: u64, elapsed: Duration) -> SearchReport<M> {
        let best = root.best();
        let lines: Vec<_> = root.told().iter().map(|candidate| self.line(candidate)).collect();
        let mut moves: Vec<_> = root.candidates.iter().map(|candidate| self.root_move(candidate)).collect();
        moves.sort_by_key(|root_move| root_move.mv);
        SearchReport {
            kind: SearchKind::AlphaBeta,
            from_book: false,
            best: best.mv,
            moves,
            value: Value::Two(lines[0].wdl.unwrap_or_else(|| self.wdl(score::DRAW))),
            moves_left: lines[0].moves_left.unwrap_or(self.outlook.moves_left),
            proof: lines[0].proof,
            principal_line: lines[0].moves.clone(),
            lines,
            simulations: nodes,
            reused: 0,
            nodes: 0,
            bytes: table.bytes_filled(),
            max_depth: root.deepest.max(root.completed as usize),
            mean_depth: root.completed as f32,
            elapsed,
        }
    }

    fn root_move(&self, candidate: &Candidate<M>) -> RootMove<M> {
        let place = self.moves.iter().position(|mv| *mv == candidate.mv);
        RootMove {
            mv: candidate.mv,
            visits: candidate.nodes.try_into().unwrap_or(u32::MAX),
            value: candidate.score.map(|score| self.wdl(score).score()),
            prior: place.map_or(0.0, |place| self.outlook.priors[place]),
            proof: proof_of(candidate.score),
        }
    }

    fn line(&self, candidate: &Candidate<M>) -> Line<M> {
        let score = candidate.score;
        let proof_plies = score.and_then(score::plies_to_end).map(i32::unsigned_abs);
        let wdl = score.map(|score| self.wdl(score));
        Line {
            moves: candidate.line.clone(),
            visits: candidate.nodes.try_into().unwrap_or(u32::MAX),
            score: wdl.map(Wdl::score),
            wdl,
            moves_left: wdl.map(|_| proof_plies.map_or(self.outlook.moves_left, |plies| plies as f32)),
            proof: proof_of(score),
            proof_plies,
        }
    }

    /// Win, draw and loss for a score.
    fn wdl(&self, score: i32) -> Wdl {
        match score {
            _ if score > STATIC_LIMIT => Wdl::WIN,
            _ if score < -STATIC_LIMIT => Wdl::LOSS,
            _ => wdl_of(share_of(score, self.odds_unit), self.outlook.draw),
        }
    }

    /// What the time manager wants to know.
    fn signs(&self, root: &Root<M>) -> Signs {
        let best = root.best();
        let value = self.wdl(best.score.unwrap_or(score::DRAW)).score();
        Signs {
            best_share: best.nodes as f32 / root.nodes().max(1) as f32,
            // Another move may turn out better at any time.
            lead: 0,
            speed: 1.0,
            value,
            highest_value: value,
        }
    }
}

/// What a score proves: by a line to the end, or by tables.
fn proof_of(score: Option<i32>) -> Proof {
    match score {
        Some(score) if score > STATIC_LIMIT => Proof::Win,
        Some(score) if score < -STATIC_LIMIT => Proof::Loss,
        _ => Proof::Unknown,
    }
}
