//! What the examples that measure a search have in common.

use std::{path::Path, sync::Arc};

use damier_engine::{
    Evaluator, HandcraftedEvaluator,
    net::{Net, NetEvaluator},
};
use damier_rules::{
    Game, Position,
    registry::{GameVisitor, dispatch},
};

/// Something to measure in any game.
pub(crate) trait Measure {
    /// Measures searches from `start` with that evaluator.
    fn measure<P: Position>(&self, start: &P, evaluator: impl Evaluator<P> + Clone);
}

/// Measures in a game with the net of a file, or without one (or with `-`) with the game's own judgement.
pub(crate) fn measure(game: &str, net: Option<String>, task: impl Measure) {
    dispatch(game, Visit { net: net.filter(|net| net != "-"), task }).expect("a known game");
}

/// What the system says about this process under a name of `/proc/self/status`, in MiB; where it says anything.
pub(crate) fn process_mib(name: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

struct Visit<T> {
    net: Option<String>,
    task: T,
}

impl<T: Measure> GameVisitor for Visit<T> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        match &self.net {
            Some(path) => {
                let net = Net::read_for(Path::new(path), &game).expect("a net of this game");
                let evaluator = NetEvaluator::new(game.clone(), Arc::new(net)).expect("it fits");
                self.task.measure(&game.start(), evaluator);
            }
            None => self.task.measure(&game.start(), HandcraftedEvaluator::new(game.clone())),
        }
    }
}
