//! Games between the search's parameters for playing and the same with some of them changed.
//!
//! `cargo run --release -p damier-engine --example parameters -- GAME NET MILLISECONDS PAIRS KEY=VALUE…`
//!
//! Both play from the same random openings of six plies, once with either side. Keys: `leaf` (`judge` or `resolve`),
//! `twins` (`on` or `off`), `exploration`, `growth`, `spread`, `urgency`, `temperature`: see `MctsParams`.
#![allow(clippy::print_stdout, reason = "an example that measures")]

use std::{path::PathBuf, sync::Arc, time::Duration};

use damier_engine::{
    evaluation::SeatShares,
    net::{Net, NetEvaluator},
    search::{
        Limits,
        mcts::{LeafRule, Mcts, MctsParams, Sharing},
    },
};
use damier_rules::{
    Game, History, MoveList, Player, Position,
    registry::{GameVisitor, dispatch},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random plies before each pair.
const OPENING: usize = 6;
/// Games that are longer are drawn.
const LONGEST: usize = 400;

struct Task {
    net: PathBuf,
    time: Duration,
    pairs: u64,
    changes: Vec<String>,
}

impl GameVisitor for Task {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let net = Arc::new(Net::read_for(&self.net, &game).expect("a net of this game"));
        let evaluator = NetEvaluator::new(game.clone(), net).expect("it fits");
        let base = MctsParams { memory_mib: 256, ..MctsParams::playing() };
        let changed = self.changes.iter().fold(base, |params, change| with(params, change));
        let mut searches = [changed, base].map(|params| Mcts::new(evaluator.clone(), params));
        let mut counts = [0.0; 3];
        for number in 0..2 * self.pairs {
            searches.iter_mut().for_each(Mcts::clear);
            // The changed one has the first seat in even games.
            let seat = (number % 2) as usize;
            let share = self.play(&game.start(), number / 2, |position, history, limits| {
                let side = usize::from(position.to_move() != Player::new(seat));
                searches[side].search(position, history, limits).best
            });
            let lost_halves = (2.0 * (1.0 - share.of(Player::new(seat)))).round();
            counts[lost_halves as usize] += 1.0;
        }
        report(&self.changes.join(" "), counts);
    }
}

impl Task {
    /// One game; what it was worth for whom.
    fn play<P: Position>(
        &self,
        start: &P,
        seed: u64,
        mut choose: impl FnMut(&P, &History<P>, &Limits) -> P::Move,
    ) -> SeatShares {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = start.clone();
        let mut history = History::new(&position);
        let mut moves = MoveList::new();
        let limits = Limits::time(self.time);
        for ply in 0..LONGEST {
            position.legal_moves(&mut moves);
            if let Some(outcome) = history.outcome_given(&position, !moves.is_empty()) {
                return SeatShares::of_outcome(outcome, position.players());
            }
            let mv = match moves[..] {
                _ if ply < OPENING => moves[random.random_range(0..moves.len())],
                [mv] => mv,
                _ => choose(&position, &history, &limits),
            };
            history.play(&mut position, mv);
        }
        SeatShares::of_outcome(damier_rules::Outcome::Draw, position.players())
    }
}

/// Tells won, drawn and lost games of the changed one, and Elo with its 95 % interval.
fn report(name: &str, [won, drawn, lost]: [f64; 3]) {
    let games = won + drawn + lost;
    let score = (won + drawn / 2.0) / games;
    let variance = (won + drawn / 4.0) / games - score * score;
    let margin = 1.96 * (variance / games).sqrt();
    let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
    println!(
        "{name}: +{won} ={drawn} -{lost}  {:.1} %  Elo {:+.0} ({:+.0} to {:+.0})",
        100.0 * score,
        elo(score),
        elo(score - margin),
        elo(score + margin),
    );
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
        "growth" => MctsParams { exploration_growth: number(), ..params },
        "spread" => MctsParams { exploration_spread: number(), ..params },
        "urgency" => MctsParams { urgency_reduction: number(), ..params },
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
        changes: words.collect(),
    };
    dispatch(&game, task).expect("a known game");
}
