//! Rates every kernel along the leaves of a real tree search: value and all legal moves' logits.
//!
//! `cargo bench -p damier-engine --bench inference -- [--game ID] [--features ID] [--width N] [--net FILE]
//! [--leaves N] [--seconds S] [--dump FOLDER]`
//!
//! The leaves are those of searches with the same net in games from the start position; their moves are
//! given, so that move generation is not in the figures, while finding the features that changed is.
//! `--dump` writes the net and the judgement of every position for `engine/benches/onnxruntime_rate.py`.

#![allow(clippy::print_stdout, reason = "a program for people")]

use std::{
    collections::HashMap,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use damier_engine::{
    Evaluation, Evaluator, Value,
    net::{Arch, FloatNet, Kernel, Net, NetEvaluator, Sizes},
    search::{
        Limits,
        mcts::{Mcts, MctsParams},
    },
};
use damier_rules::{
    Features, Game, History, MoveEncoding, Position,
    game::MoveOf,
    registry::{self, GameVisitor},
};

/// Seed of the net's random weights.
const SEED: u64 = 1;
/// Simulations of each search whose leaves are taken.
const SIMULATIONS: u64 = 800;
/// Plies after which a new game begins.
const GAME_PLIES: usize = 60;
/// Positions that `--dump` writes.
const DUMPED: usize = 2000;
/// Passes over all leaves for one kernel, of which the best counts: other programs disturb the others.
const PASSES_MIN: usize = 5;

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let options = Options::read(std::env::args().skip(1))?;
    let game = options.game.clone();
    registry::dispatch(&game, options).map_err(|error| error.to_string())?
}

struct Options {
    game: String,
    features: Option<String>,
    sizes: Sizes,
    net: Option<PathBuf>,
    leaves: usize,
    time: Duration,
    dump: Option<PathBuf>,
}

impl Options {
    fn read(arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        // Cargo adds `--bench`.
        let words: Vec<String> = arguments.filter(|word| word != "--bench").collect();
        let mut given = HashMap::new();
        for pair in words.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} lacks its value", pair[0]).into()) };
            given.insert(name.trim_start_matches("--").to_owned(), value.clone());
        }
        let mut take = |name: &str| given.remove(name);
        let width = take("width").map_or(Ok(256), |value| value.parse())?;
        let options = Self {
            game: take("game").unwrap_or("international".to_owned()),
            features: take("features"),
            sizes: Sizes { width, hidden: 32, policy: 32, value_hidden: 32 },
            net: take("net").map(PathBuf::from),
            leaves: take("leaves").map_or(Ok(20_000), |value| value.parse())?,
            time: Duration::from_secs_f64(take("seconds").map_or(Ok(1.0), |value| value.parse())?),
            dump: take("dump").map(PathBuf::from),
        };
        match given.keys().next() {
            Some(unknown) => Err(format!("unknown option --{unknown}").into()),
            None => Ok(options),
        }
    }
}

/// A position that a search had judged, with its legal moves.
struct Leaf<G: Game> {
    position: G::Position,
    moves: Vec<MoveOf<G>>,
}

/// Writes down what it is asked.
struct Recorder<G: Game> {
    inner: NetEvaluator<G>,
    leaves: Vec<Leaf<G>>,
}

impl<G: Game> Evaluator<G::Position> for Recorder<G> {
    fn evaluate(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        self.leaves.push(Leaf { position: position.clone(), moves: moves.to_vec() });
        self.inner.evaluate(position, moves, logits)
    }

    fn value(&mut self, position: &G::Position) -> Value {
        self.inner.value(position)
    }
}

impl GameVisitor for Options {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let net = Arc::new(match &self.net {
            Some(path) => Net::read_for(path, &game)?,
            None => {
                let set = self.features.as_deref().unwrap_or(game.feature_sets()[0]);
                FloatNet::random(Arch::of(&game, set, self.sizes)?, SEED)?.quantise()?
            }
        });
        let leaves = recorded(&game, &net, self.leaves)?;
        print_setting(&game, &net, &leaves);
        if let Some(folder) = &self.dump {
            dump(&game, &net, &leaves, folder)?;
        }
        let kernels = Kernel::available();
        let rates: Vec<Rates> = kernels
            .iter()
            .map(|kernel| rate(&game, &net, *kernel, &leaves, self.time))
            .collect::<Result<_, _>>()?;
        let scalar = rates.last().expect("every processor runs the scalar kernel");
        println!("kernel       evaluations/s   µs each   value only/s   × scalar   signature");
        for (kernel, rates) in kernels.iter().zip(&rates) {
            println!(
                "{:<12} {:>13.0} {:>9.3} {:>14.0} {:>10.1}   {:016x}",
                kernel.name(),
                rates.whole,
                1e6 / rates.whole,
                rates.value,
                rates.whole / scalar.whole,
                rates.signature,
            );
            assert_eq!(rates.signature, scalar.signature, "kernels have to agree to the bit");
        }
        Ok(())
    }
}

/// The leaves of searches in games with the net, one after the other.
fn recorded<G: Game>(game: &G, net: &Arc<Net>, count: usize) -> Result<Vec<Leaf<G>>, Failure> {
    let recorder = Recorder { inner: NetEvaluator::new(game.clone(), net.clone())?, leaves: Vec::new() };
    let mut search = Mcts::new(recorder, MctsParams::playing());
    let mut games = 0;
    while search.evaluator().leaves.len() < count {
        let mut position = game.start();
        let mut history = History::new(&position);
        search.clear();
        while history.outcome(&position).is_none()
            && history.plies() < GAME_PLIES
            && search.evaluator().leaves.len() < count
        {
            let best = search.search(&position, &history, &Limits::nodes(SIMULATIONS)).best;
            // Every game starts with another move.
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let mv = if history.plies() == 0 { moves[games % moves.len()] } else { best };
            history.play(&mut position, mv);
        }
        games += 1;
    }
    let mut leaves = std::mem::take(&mut search.evaluator().leaves);
    leaves.truncate(count);
    Ok(leaves)
}

/// Says what is measured: dimensions, and how much the leaves differ from one another.
fn print_setting<G: Game>(game: &G, net: &Net, leaves: &[Leaf<G>]) {
    let arch = net.arch();
    let features = game.features(&arch.feature_set).expect("the net fits the game");
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    let (mut changed, mut moves) = (0, 0);
    let mut last: HashMap<usize, &G::Position> = HashMap::new();
    for leaf in leaves {
        let player = leaf.position.to_move();
        if let Some(before) = last.insert(player.index(), &leaf.position) {
            features.delta(before, &leaf.position, player, &mut added, &mut removed);
            changed += added.len() + removed.len();
        }
        moves += leaf.moves.len();
    }
    let mean = |sum: usize| sum as f64 / leaves.len() as f64;
    println!(
        "{} {}: {} features, width {}, hidden {}, policy {} in {} rows, value hidden {}; {} leaves, {:.1} moves \
         and {:.1} changed features each",
        arch.game,
        arch.feature_set,
        arch.features,
        arch.width,
        arch.hidden,
        arch.policy,
        arch.policy_rows,
        arch.value_hidden,
        leaves.len(),
        mean(moves),
        mean(changed),
    );
}

/// Evaluations per second, and a sum over all of them that only equal bits give.
struct Rates {
    whole: f64,
    value: f64,
    signature: u64,
}

fn rate<G: Game>(
    game: &G,
    net: &Arc<Net>,
    kernel: Kernel,
    leaves: &[Leaf<G>],
    time: Duration,
) -> Result<Rates, Failure> {
    let mut evaluator = NetEvaluator::with_kernel(game.clone(), net.clone(), kernel)?;
    let mut logits = Vec::new();
    let mut signature = 0_u64;
    let mut sign = |value: f32| signature = signature.rotate_left(5) ^ u64::from(value.to_bits());
    for leaf in leaves {
        let evaluation = evaluator.evaluate(&leaf.position, &leaf.moves, &mut logits);
        logits.iter().for_each(|logit| sign(*logit));
        sign(evaluation.value.score());
        sign(evaluation.moves_left);
    }
    let whole = best_rate(leaves, time, |leaf| {
        std::hint::black_box(evaluator.evaluate(&leaf.position, &leaf.moves, &mut logits));
    });
    let value = best_rate(leaves, time, |leaf| {
        std::hint::black_box(evaluator.value(&leaf.position));
    });
    Ok(Rates { whole, value, signature })
}

/// Calls per second in the best pass over all leaves.
fn best_rate<L>(leaves: &[L], time: Duration, mut call: impl FnMut(&L)) -> f64 {
    let begin = Instant::now();
    let mut best = Duration::MAX;
    let mut passes = 0;
    while passes < PASSES_MIN || begin.elapsed() < time {
        let start = Instant::now();
        leaves.iter().for_each(&mut call);
        best = best.min(start.elapsed());
        passes += 1;
    }
    leaves.len() as f64 / best.as_secs_f64()
}

/// Writes `bench.net` and `positions.jsonl`: per line the active features and policy rows of a position,
/// and what the scalar kernel makes of them.
fn dump<G: Game>(game: &G, net: &Net, leaves: &[Leaf<G>], folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    net.write(&folder.join("bench.net"))?;
    let features = game.features(&net.arch().feature_set).expect("the net fits the game");
    let (mut active, mut rows) = (Vec::new(), Vec::new());
    let mut text = String::new();
    for leaf in leaves.iter().step_by((leaves.len() / DUMPED).max(1)) {
        features.active(&leaf.position, leaf.position.to_move(), &mut active);
        game.encoding().rows(&leaf.position, &leaf.moves, &mut rows);
        let output = net.forward(&active, &rows, Kernel::scalar());
        writeln!(
            text,
            r#"{{"active":{active:?},"rows":{rows:?},"value_logits":{:?},"moves_left":{:?},"policy_logits":{:?}}}"#,
            output.value_logits, output.moves_left, output.policy_logits,
        )?;
    }
    fs::write(folder.join("positions.jsonl"), text)?;
    Ok(())
}
