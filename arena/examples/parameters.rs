//! A match between the search's parameters for playing and the same with some of them changed; among more than two
//! players two tables: those that are changed alone against the others, and the others alone against them.
//!
//! `cargo run --release -p damier-arena --example parameters -- GAME NET MILLISECONDS PAIRS THREADS KEY=VALUE…`
//!
//! Keys: `leaf` (`judge` or `resolve`), `twins` (`on` or `off`), `exploration`, `base`, `growth`, `spread`,
//! `urgency`, `history`, `glance`, `margin`, `lean`, `temperature`: see `MctsParams`.
#![allow(clippy::print_stdout, reason = "an example that measures")]

use std::{
    num::NonZero,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use anyhow::{Context, bail};
use clap::Parser;
use damier_arena::{
    Choice, Competitor, Participant,
    competitor::{Failure, Searches, Turn},
    matches::{Silent, play, play_multiplayer},
    openings::{Balance, BalanceNet, OpeningSource, RandomOpenings},
    play::MatchSettings,
};
use damier_engine::{
    Evaluation, Evaluator, Value,
    net::{Net, NetEvaluator},
    search::{
        Limits,
        mcts::{LeafRule, Mcts, MctsParams, Sharing},
    },
};
use damier_rules::{
    AnyGame, AnyMove, Game, Position,
    any::erased_move,
    game::MoveOf,
    registry::{GameVisitor, dispatch},
};

/// Random plies before each pair.
const OPENING_PLIES: usize = 6;
/// A busy machine shall lose no game.
const MARGIN: Duration = Duration::from_secs(60);

/// What a search has done in all its games.
#[derive(Default)]
struct Work {
    simulations: AtomicU64,
    /// With their policy.
    judged: AtomicU64,
    /// Without.
    glanced_at: AtomicU64,
}

/// Judges by a net and counts what it is asked.
struct Counting<G: Game> {
    net: NetEvaluator<G>,
    work: Arc<Work>,
}

impl<G: Game> Evaluator<G::Position> for Counting<G> {
    fn evaluate(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        self.work.judged.fetch_add(1, Relaxed);
        self.net.evaluate(position, moves, logits)
    }

    fn value(&mut self, position: &G::Position) -> Value {
        self.work.glanced_at.fetch_add(1, Relaxed);
        self.net.value(position)
    }
}

/// Searches with parameters of its own.
struct Searcher<G: Game> {
    mcts: Mcts<G::Position, Counting<G>>,
    work: Arc<Work>,
}

impl<G: Game> Competitor for Searcher<G> {
    fn new_game(&mut self, _: u64) {
        self.mcts.clear();
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let position = turn.position.typed();
        let report = self.mcts.search(position, &turn.game.history().typed(), &turn.limits);
        let best = erased_move(position, report.best);
        self.work.simulations.fetch_add(report.simulations, Relaxed);
        let (depth, nodes) = (report.depth(), report.simulations);
        Ok(Choice { mv: best, score: None, share: None, depth, nodes })
    }
}

/// A match between the search's parameters for playing and the same with some of them changed.
#[derive(Parser)]
struct Task {
    /// A game with its options, such as `chess` or `chinese-checkers:players=3`.
    game: String,
    /// The net that both judge by.
    net: PathBuf,
    /// Time for a move.
    milliseconds: u64,
    /// Pairs of games, each from an opening of its own; with more than two players, rounds of as many games.
    pairs: usize,
    /// Games at once.
    threads: NonZero<usize>,
    /// The parameters that are changed, as KEY=VALUE.
    #[arg(required = true)]
    changes: Vec<String>,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings are those in which a search by the net sees no player further ahead, in hundredths of a man; otherwise
    /// those that it finds even by material. Between two players only.
    #[arg(long, value_name = "N")]
    balance: Option<u16>,
}

impl GameVisitor for Task {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let net = Arc::new(Net::read_for(&self.net, &game)?);
        let evaluator = NetEvaluator::new(game.clone(), net)?;
        let participant = |name: String, params: MctsParams, work: &Arc<Work>| {
            let (net, work) = (evaluator.clone(), work.clone());
            Participant::new(name, Searches::Limited, move || {
                let evaluator = Counting { net: net.clone(), work: work.clone() };
                Box::new(Searcher { mcts: Mcts::new(evaluator, params), work: work.clone() })
            })
        };
        let base = MctsParams { memory_mib: 256, ..MctsParams::playing() };
        let changed = self.changes.iter().try_fold(base, |params, change| with(params, change))?;
        let sides = [(self.changes.join(" "), changed), ("base".to_owned(), base)]
            .map(|(name, params)| (name, params, Arc::<Work>::default()));
        let participants =
            sides.each_ref().map(|(name, params, work)| participant(name.clone(), *params, work));
        let is_duel = game.start().players() == 2;
        if self.balance.is_some() && !is_duel {
            bail!("--balance: only between two players a search tells who is ahead; leave it out");
        }
        let balance = self.balance.map_or_else(Balance::default, |tolerance| Balance {
            tolerance: tolerance.into(),
            net: Some(BalanceNet::File(self.net.clone())),
        });
        let game = AnyGame::new(game);
        let settings = MatchSettings {
            pairs: self.pairs,
            limits: Limits::time(Duration::from_millis(self.milliseconds)),
            seed: self.seed,
            openings: OpeningSource::Random(RandomOpenings { plies: OPENING_PLIES, balance }),
            margin: MARGIN,
            threads: self.threads,
            ..MatchSettings::default()
        };
        let never = AtomicBool::new(false);
        if is_duel {
            println!("{}", play(&game, &participants, &settings, &Silent, &never)?.report);
        } else {
            let [one, other] = participants;
            for participants in [[one.clone(), other.clone()], [other, one]] {
                println!("{}", play_multiplayer(&game, &participants, &settings, &Silent, &never)?);
            }
        }
        for (name, _, work) in &sides {
            let Work { simulations, judged, glanced_at } = &**work;
            let each =
                |count: &AtomicU64| count.load(Relaxed) as f64 / simulations.load(Relaxed).max(1) as f64;
            println!(
                "  {name}: {:.2} positions judged and {:.2} glanced at a simulation",
                each(judged),
                each(glanced_at)
            );
        }
        Ok(())
    }
}

/// The parameters with one of them changed.
fn with(params: MctsParams, change: &str) -> anyhow::Result<MctsParams> {
    let (key, value) = change.split_once('=').with_context(|| format!("`{change}` is not KEY=VALUE"))?;
    let number = || value.parse().with_context(|| format!("`{change}`: {value} is no number"));
    Ok(match (key, value) {
        ("leaf", "judge") => MctsParams { leaf_rule: LeafRule::Evaluate, ..params },
        ("leaf", "resolve") => MctsParams { leaf_rule: LeafRule::Resolve, ..params },
        ("twins", "off") => MctsParams { sharing: Sharing::Nothing, ..params },
        ("twins", "on") => MctsParams { sharing: Sharing::Transpositions, ..params },
        ("exploration", _) => MctsParams { cpuct: number()?, ..params },
        ("base", _) => MctsParams { cpuct_base: number()?, ..params },
        ("growth", _) => MctsParams { cpuct_growth: number()?, ..params },
        ("spread", _) => MctsParams { cpuct_spread: number()?, ..params },
        ("urgency", _) => MctsParams { fpu_reduction: number()?, ..params },
        ("history", _) => MctsParams { history_weight: number()?, ..params },
        ("glance", _) => MctsParams { child_eval_prior: number()?, ..params },
        ("margin", _) => MctsParams { child_eval_margin: number()?, ..params },
        ("lean", _) => MctsParams { child_eval_weight: number()?, ..params },
        ("temperature", _) => MctsParams { prior_temperature: number()?, ..params },
        _ => bail!("no parameter is `{change}`; the keys are listed at the head of this example"),
    })
}

fn main() -> anyhow::Result<()> {
    let task = Task::parse();
    let game = task.game.clone();
    dispatch(&game, task)?
}
