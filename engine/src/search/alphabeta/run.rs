//! Searches with a stop handle and intermediate reports.

use std::{sync::atomic::AtomicU64, time::Duration};

use damier_numerics::single::softmax;
use damier_rules::{History, Player, Position, SearchHeuristics, SearchKind};

use super::{
    AlphaBeta,
    budget::Budget,
    deepening::Depths,
    nodes_of,
    root::{Candidate, Root},
    score::{self, STATIC_LIMIT, share_of},
    transposition::TranspositionTable,
    watcher::Watcher,
};
use crate::{
    Evaluator,
    evaluation::{Value, Wdl},
    search::{Line, Proof, Request, RootMove, SearchReport, contempt::Contempt, monitor::SearchMonitor},
    time::Signs,
};

impl<P: Position, H: SearchHeuristics<P> + Sync, E: Evaluator<P>> AlphaBeta<P, H, E> {
    /// Searches a position of two players within the limits of `request`; reports to `watch`.
    ///
    /// It reports a changed principal variation at most every 100 ms, and otherwise every second. The final report is
    /// returned only. With a single legal move and a time limit it searches one ply. A pondering search does not return
    /// before the ponder hit or the stop.
    ///
    /// Reports count nodes instead of simulations. Only moves that were best of their line have a value.
    /// [`Limits::proof_plies`](crate::search::Limits::proof_plies) has no effect.
    ///
    /// # Panics
    /// If the position has no legal move, or none of those of `request.only` is legal.
    pub fn search_watched(
        &mut self,
        position: &P,
        history: &History<P>,
        request: &Request<'_, P::Move>,
        watch: &mut dyn FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        let Request { limits, stop, only, lines, .. } = request;
        let monitor = SearchMonitor::new(request, watch);
        self.set_contempt(position);
        let root = self.root(position, history, only, *lines);
        let moves = root.candidates.iter().map(|candidate| candidate.mv).collect::<Vec<_>>();
        let evaluator = &mut self.workers[0].evaluator;
        let mut priors = Vec::new();
        let evaluation = evaluator.evaluate(position, &moves, &mut priors);
        softmax(&mut priors);
        let builder = ReportBuilder {
            moves,
            priors,
            draw: evaluation.value.draw(),
            moves_left: evaluation.moves_left,
            odds_unit: evaluator.score_kind().odds_unit,
            contempt: self.contempt,
            player: position.to_move(),
        };
        let forced = root.candidates.len() == 1 && limits.is_timed();
        let depths = Depths::up_to(if forced { Some(1) } else { limits.depth });
        let budget = Budget::new(limits.nodes.filter(|_| !stop.is_pondering()));
        let helpers = self.helpers();
        let mut watcher = LimitWatcher { monitor, builder: &builder, helpers: &helpers };
        let (root, nodes) = self.run(position, history, root, budget, depths, &mut watcher, &helpers);
        request.stop.wait_for_clock();
        builder.report(&root, &self.table, nodes + nodes_of(&helpers), watcher.monitor.elapsed())
    }
}

/// Polls the limits and reports to the caller.
struct LimitWatcher<'a, M> {
    monitor: SearchMonitor<'a, M>,
    builder: &'a ReportBuilder<M>,
    helpers: &'a [AtomicU64],
}

impl<M: Copy + Ord> Watcher<M> for LimitWatcher<'_, M> {
    fn go_on(&mut self, root: &Root<M>, table: &TranspositionTable, nodes: u64) -> bool {
        let signs = |_: Duration| self.builder.signs(root);
        // Iterative deepening itself ends at the depth limit.
        if self.monitor.is_over(nodes, || 0, signs) {
            return false;
        }
        let nodes = nodes + nodes_of(self.helpers);
        if root.completed > 0 {
            let report = |elapsed| self.builder.report(root, table, nodes, elapsed);
            self.monitor.report(|| root.best().line.clone(), report);
        }
        true
    }
}

/// Builds the reports of a search.
struct ReportBuilder<M> {
    /// Root moves.
    moves: Vec<M>,
    /// Prior of each root move; they sum to 1.
    priors: Vec<f32>,
    /// Probability of a draw, 0..=1.
    draw: f32,
    /// Expected plies to the end of the game.
    moves_left: f32,
    odds_unit: f32,
    contempt: Contempt,
    /// Player to move at the root.
    player: Player,
}

impl<M: Copy + Ord> ReportBuilder<M> {
    fn report(
        &self,
        root: &Root<M>,
        table: &TranspositionTable,
        nodes: u64,
        elapsed: Duration,
    ) -> SearchReport<M> {
        let best = root.best();
        let lines: Vec<_> = root.reported().iter().map(|candidate| self.line(candidate)).collect();
        let mut moves: Vec<_> = root.candidates.iter().map(|candidate| self.root_move(candidate)).collect();
        moves.sort_unstable_by_key(|root_move| root_move.mv);
        SearchReport {
            kind: SearchKind::AlphaBeta,
            from_book: false,
            best: best.mv,
            moves,
            value: Value::Two(lines[0].wdl.unwrap_or_else(|| self.wdl(score::DRAW))),
            moves_left: lines[0].moves_left.unwrap_or(self.moves_left),
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
            prior: place.map_or(0.0, |place| self.priors[place]),
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
            moves_left: wdl.map(|_| proof_plies.map_or(self.moves_left, |plies| plies as f32)),
            proof: proof_of(score),
            proof_plies,
        }
    }

    /// Returns the probabilities of win, draw and loss for a score.
    fn wdl(&self, score: i32) -> Wdl {
        match score {
            _ if score > STATIC_LIMIT => Wdl::WIN,
            _ if score < -STATIC_LIMIT => Wdl::LOSS,
            _ => self.contempt.wdl(share_of(score, self.odds_unit), self.draw, self.player),
        }
    }

    /// Returns the inputs of the time manager.
    fn signs(&self, root: &Root<M>) -> Signs {
        let best = root.best();
        let value = self.wdl(best.score.unwrap_or(score::DRAW)).score();
        Signs {
            best_share: best.nodes as f32 / root.nodes().max(1) as f32,
            // Alpha-beta knows no lead in visits: the best move may change in any iteration.
            lead: 0,
            speed: 1.0,
            value,
            highest_value: value,
        }
    }
}

/// Returns the proof that a score is, by a line to the end or by tablebases.
fn proof_of(score: Option<i32>) -> Proof {
    match score {
        Some(score) if score > STATIC_LIMIT => Proof::Win,
        Some(score) if score < -STATIC_LIMIT => Proof::Loss,
        _ => Proof::Unknown,
    }
}
