//! Paranoid search: alpha-beta for more than two players, in which all others play against the searching one.
//!
//! It is the baseline of games for more than two players.
//!
//! Sturtevant and Korf: On pruning techniques for multi-player games (AAAI 2000).

use std::time::{Duration, Instant};

use damier_rules::{Game, History, Outcome, Player, Position, game::MoveOf};

use crate::search::Limits;

/// Score of the whole point; static evaluations stay far below.
const WHOLE_POINT: i32 = 1_000_000;
/// Greatest depth, in plies.
const MAX_DEPTH: u32 = 60;
/// Nodes between two polls of the clock.
const NODES_PER_CLOCK: u64 = 64;

/// Result of a paranoid search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParanoidReport<M> {
    /// The move to play.
    pub best: M,
    /// Score of `best`, in hundredths of the game's unit.
    pub score: i32,
    /// Last completed depth, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Wall-clock time used.
    pub elapsed: Duration,
}

/// Paranoid search with the handcrafted evaluation [`static_eval`](damier_rules::SearchHeuristics::static_eval).
#[derive(Clone, Debug)]
pub struct Paranoid<G: Game> {
    game: G,
}

impl<G: Game> Paranoid<G> {
    /// Returns a search of `game`.
    pub fn new(game: G) -> Self {
        Self { game }
    }

    /// Searches for the best move of `position`, whose game so far is `history`, until the first of `limits`.
    ///
    /// # Panics
    /// If `position` has no legal move.
    pub fn search(
        &mut self,
        position: &G::Position,
        history: &History<G::Position>,
        limits: &Limits,
    ) -> ParanoidReport<MoveOf<G>> {
        let mut search = Search {
            game: &self.game,
            player: position.to_move(),
            history: history.clone(),
            limits,
            begun: Instant::now(),
            nodes: 0,
            exhausted: false,
        };
        let mut moves = search.candidates(position);
        let mut report = ParanoidReport {
            best: *moves.first().expect("a legal move"),
            score: 0,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        for depth in 1..=deepest {
            let mut best = i32::MIN + 1;
            for index in 0..moves.len() {
                let score = search.search_child(position, moves[index], depth - 1, best, i32::MAX);
                if search.exhausted {
                    break;
                }
                if score > best {
                    best = score;
                    // An incomplete iteration counts too: it begins with the best move of the last one.
                    (report.best, report.score) = (moves[index], score);
                    moves[..=index].rotate_right(1);
                }
            }
            if search.exhausted {
                break;
            }
            report.depth = depth;
            if moves.len() == 1 || best.abs() > WHOLE_POINT / 4 {
                break;
            }
        }
        report.nodes = search.nodes;
        report.elapsed = search.begun.elapsed();
        report
    }
}

struct Search<'s, G: Game> {
    game: &'s G,
    /// The searching player.
    player: Player,
    history: History<G::Position>,
    limits: &'s Limits,
    begun: Instant,
    nodes: u64,
    exhausted: bool,
}

impl<G: Game> Search<'_, G> {
    /// Returns the score after a move of `position`, for the searching player.
    fn search_child(
        &mut self,
        position: &G::Position,
        mv: MoveOf<G>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut next = position.clone();
        self.history.play(&mut next, mv);
        let score = self.search_node(&next, depth, alpha, beta);
        self.history.pop();
        score
    }

    /// Returns the score of `position` for the searching player: it maximises, all others minimise.
    fn search_node(&mut self, position: &G::Position, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        self.count_node();
        if let Some(outcome) = self.history.outcome(position) {
            return self.of_outcome(outcome, position.players());
        }
        if depth == 0 || self.exhausted {
            return self.game.static_eval(position, self.player);
        }
        let own = position.to_move() == self.player;
        let mut best = if own { i32::MIN + 1 } else { i32::MAX };
        for mv in self.candidates(position) {
            let score = self.search_child(position, mv, depth - 1, alpha, beta);
            if own {
                best = best.max(score);
                alpha = alpha.max(best);
            } else {
                best = best.min(score);
                beta = beta.min(best);
            }
            if alpha >= beta || self.exhausted {
                break;
            }
        }
        best
    }

    /// Returns the moves to search, by descending move score.
    fn candidates(&self, position: &G::Position) -> Vec<MoveOf<G>> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let scored = |mv: &MoveOf<G>| self.game.move_score(position, *mv).map(|score| (-score, *mv));
        let mut ranked: Vec<_> = moves.iter().filter_map(scored).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, mv)| mv).collect()
    }

    /// Returns the score of an outcome: [`WHOLE_POINT`] for the whole point, 0 for an even share.
    fn of_outcome(&self, outcome: Outcome, players: usize) -> i32 {
        ((outcome.share(self.player, players) - 1.0 / players as f32) * WHOLE_POINT as f32) as i32
    }

    /// Counts a node, and polls the limits.
    fn count_node(&mut self) {
        self.nodes += 1;
        let late = self.nodes.is_multiple_of(NODES_PER_CLOCK)
            && self.limits.time.is_some_and(|time| self.begun.elapsed() >= time);
        self.exhausted |= late || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
    }
}
