//! A match between the search's parameters for playing and the same with some of them changed.
//!
//! `cargo run --release -p damier-arena --example parameters -- GAME NET MILLISECONDS PAIRS THREADS KEY=VALUE…`
//!
//! Keys: `leaf` (`judge` or `resolve`), `twins` (`on` or `off`), `exploration`, `base`, `growth`, `spread`,
//! `urgency`, `history`, `temperature`: see `MctsParams`.
#![allow(clippy::print_stdout, reason = "an example that measures")]

use std::{
    num::NonZero,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use damier_arena::{
    Choice, Competitor, Entrant,
    competitor::{Failure, Searches, Turn},
    contest::{MatchSettings, Silent, play},
    opening::{OpeningSource, RandomOpenings},
};
use damier_engine::{
    net::{Net, NetEvaluator},
    search::{
        Limits,
        mcts::{LeafRule, Mcts, MctsParams, Sharing},
    },
};
use damier_rules::{
    Game,
    game::MoveOf,
    registry::{GameVisitor, dispatch},
};

/// Random plies before each pair.
const OPENING_PLIES: usize = 6;
/// Nobody shall lose because the machine is busy.
const MARGIN: Duration = Duration::from_secs(60);

/// Searches with parameters of its own.
struct Searcher<G: Game>(Mcts<G::Position, NetEvaluator<G>>);

impl<G: Game> Competitor<G::Position> for Searcher<G> {
    fn new_game(&mut self, _: u64) {
        self.0.clear();
    }

    fn choose(&mut self, turn: &Turn<'_, G::Position>) -> Result<Choice<MoveOf<G>>, Failure> {
        let report = self.0.search(turn.position, turn.history, &turn.limits);
        Ok(Choice { mv: report.best, score: None, share: None, depth: None, nodes: report.simulations })
    }
}

struct Task {
    net: PathBuf,
    time: Duration,
    pairs: usize,
    threads: NonZero<usize>,
    changes: Vec<String>,
}

impl GameVisitor for Task {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let net = Arc::new(Net::read_for(&self.net, &game).expect("a net of this game"));
        let evaluator = NetEvaluator::new(game.clone(), net).expect("it fits");
        let entrant = |name: String, params: MctsParams| {
            let evaluator = evaluator.clone();
            Entrant::new(name, Searches::Limited, move || {
                Box::new(Searcher::<G>(Mcts::new(evaluator.clone(), params)))
            })
        };
        let base = MctsParams { memory_mib: 256, ..MctsParams::playing() };
        let changed = self.changes.iter().fold(base, |params, change| with(params, change));
        let entrants = [entrant(self.changes.join(" "), changed), entrant("base".to_owned(), base)];
        let settings = MatchSettings {
            pairs: self.pairs,
            limits: Limits::time(self.time),
            openings: OpeningSource::Random(RandomOpenings {
                plies: OPENING_PLIES,
                ..RandomOpenings::default()
            }),
            margin: MARGIN,
            threads: self.threads,
            ..MatchSettings::default()
        };
        let result = play(&game, &entrants, &settings, &Silent, &AtomicBool::new(false)).expect("played");
        println!("{}", result.report);
    }
}

/// The parameters with one of them changed.
fn with(params: MctsParams, change: &str) -> MctsParams {
    let (key, value) = change.split_once('=').expect("KEY=VALUE");
    let number = || value.parse().expect("a number");
    match key {
        "leaf" => {
            let leaf_rule = if value == "judge" { LeafRule::Judge } else { LeafRule::Resolve };
            MctsParams { leaf_rule, ..params }
        }
        "twins" => {
            let sharing = if value == "off" { Sharing::Nothing } else { Sharing::Twins };
            MctsParams { sharing, ..params }
        }
        "exploration" => MctsParams { exploration: number(), ..params },
        "base" => MctsParams { exploration_base: number(), ..params },
        "growth" => MctsParams { exploration_growth: number(), ..params },
        "spread" => MctsParams { exploration_spread: number(), ..params },
        "urgency" => MctsParams { urgency_reduction: number(), ..params },
        "history" => MctsParams { history_weight: number(), ..params },
        "temperature" => MctsParams { prior_temperature: number(), ..params },
        _ => panic!("no parameter is called {key}"),
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |what: &str| words.next().unwrap_or_else(|| panic!("{what} is missing"));
    let game = word("GAME");
    let task = Task {
        net: word("NET").into(),
        time: Duration::from_millis(word("MILLISECONDS").parse().expect("milliseconds")),
        pairs: word("PAIRS").parse().expect("a number of pairs"),
        threads: word("THREADS").parse().expect("at least one thread"),
        changes: words.collect(),
    };
    dispatch(&game, task).expect("a known game");
}
