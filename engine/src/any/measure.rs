//! How fast a net judges and a tree search searches.

use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{
    Evaluator,
    engine::{EngineEvaluator, Leaf},
    net::{Kernel, Net, NetError, NetEvaluator},
    search::{
        Limits, SearchReport,
        mcts::{Mcts, MctsParams},
    },
};
use damier_rules::{AnyGame, Game, History, game::MoveOf, registry::GameVisitor};

/// Passes of which the best counts: other programs disturb the others.
const PASSES: usize = 3;
/// Positions that inference is measured on.
const LEAVES: usize = 20_000;

/// What was measured.
pub struct Figures {
    /// Value and the logits of all legal moves.
    pub evaluations_per_second: f64,
    /// Simulations of a tree search from the start position with an empty tree.
    pub simulations_per_second: f64,
    /// Of the tree at the end.
    pub nodes: usize,
    /// Of those nodes and their edges.
    pub bytes: usize,
    /// Mean length of a simulation's way, in plies.
    pub mean_depth: f32,
    /// A checksum of the visits of the root's moves.
    pub signature: u64,
}

/// Measures one kernel on one thread: the best of several passes counts.
///
/// # Errors
/// The net is for another game or another version of it.
pub fn measure(
    game: &AnyGame,
    net: &Arc<Net>,
    kernel: Kernel,
    simulations: u64,
) -> Result<Figures, NetError> {
    game.visit(Measure { net, kernel, simulations })
}

struct Measure<'n> {
    net: &'n Arc<Net>,
    kernel: Kernel,
    simulations: u64,
}

impl GameVisitor for Measure<'_> {
    type Output = Result<Figures, NetError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        measure_typed(&game, self.net, self.kernel, self.simulations)
    }
}

fn measure_typed<G: Game>(
    game: &G,
    net: &Arc<Net>,
    kernel: Kernel,
    simulations: u64,
) -> Result<Figures, NetError> {
    let evaluator = NetEvaluator::with_kernel(game.clone(), net.clone(), kernel)?;
    let mut search = Mcts::new(EngineEvaluator::Net(Box::new(evaluator.clone())), MctsParams::playing());
    let (start, limits) = (game.start(), Limits::nodes(simulations));
    let history = History::new(&start);
    let mut best: Option<SearchReport<MoveOf<G>>> = None;
    for _ in 0..PASSES {
        search.clear();
        let report = search.search(&start, &history, &limits);
        if best.as_ref().is_none_or(|best| report.elapsed < best.elapsed) {
            best = Some(report);
        }
    }
    let report = best.expect("there are passes");

    let mut recording = Mcts::new(EngineEvaluator::recording(evaluator.clone()), MctsParams::playing());
    recording.search(&start, &history, &Limits::nodes(simulations.min(LEAVES as u64)));
    let leaves = recording.evaluator().take_leaves();
    Ok(Figures {
        evaluations_per_second: evaluations_per_second(evaluator, &leaves),
        simulations_per_second: per_second(report.simulations, report.elapsed),
        nodes: report.nodes,
        bytes: report.bytes,
        mean_depth: report.mean_depth,
        signature: signature(&report),
    })
}

fn evaluations_per_second<G: Game>(mut evaluator: NetEvaluator<G>, leaves: &[Leaf<G>]) -> f64 {
    let mut logits = Vec::new();
    let pass = |evaluator: &mut NetEvaluator<G>, logits: &mut Vec<f32>| {
        let begin = Instant::now();
        for leaf in leaves {
            black_box(evaluator.evaluate(&leaf.position, &leaf.moves, logits));
        }
        per_second(leaves.len() as u64, begin.elapsed())
    };
    (0..PASSES).map(|_| pass(&mut evaluator, &mut logits)).fold(0.0, f64::max)
}

/// Returns how many things were done in a second.
fn per_second(count: u64, elapsed: Duration) -> f64 {
    count as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
}

/// FNV-1a over the visits of the root's moves.
fn signature<M>(report: &SearchReport<M>) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bytes = report.moves.iter().flat_map(|root_move| root_move.visits.to_le_bytes());
    bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}
