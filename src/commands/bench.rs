//! `damier bench`: how fast a net judges and a tree search searches here.

use std::{io::Write, path::PathBuf, sync::Arc};

use clap::Args;
use damier_engine::{
    any::{Figures, measure},
    net::{Arch, FloatNet, Kernel, Net, Sizes},
};
use damier_rules::{AnyGame, Game, registry};

use crate::{
    arguments::game_choice,
    terminal::{self, numbers},
};

/// Seed of the weights of a random net: speed does not depend on them much.
const WEIGHTS_SEED: u64 = 1;

/// Measure inference and tree search on one thread, for each kernel of this processor
#[derive(Args, Debug)]
#[command(after_help = "\
Inference: value and the logits of all legal moves of the positions that the search judged, in the order
of the search. Search: simulations a second from the start position with an empty tree, and the bytes
that a node takes with its edges. The best of several passes counts. The signature is a checksum of the
search's visits: equal for all kernels, and changed only by a change of what the search does.

Examples:
  damier bench                                      a random net, 256 wide, on 10×10
  damier bench --game russian --width 128 --hidden 16 --policy 16
  damier bench --net runs/russian/nets/final.dmn --kernel avx2 --simulations 500000")]
pub(crate) struct Options {
    /// The net to measure; without one, a random net of the sizes below
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// The game of a random net (see `damier games`)
    #[arg(long, value_name = "GAME", value_parser = game_choice::parse, conflicts_with = "net",
          default_value = registry::NAMES[0])]
    game: String,
    /// Feature set of a random net; by default the game's first
    #[arg(long, value_name = "ID", conflicts_with = "net")]
    features: Option<String>,
    /// Width of a random net's accumulator, a multiple of 32
    #[arg(long, value_name = "N", conflicts_with = "net", default_value_t = 256)]
    width: usize,
    /// Value part of a random net's first layer, a multiple of 16
    #[arg(long, value_name = "N", conflicts_with = "net", default_value_t = 32)]
    hidden: usize,
    /// Policy vector of a random net, a multiple of 16
    #[arg(long, value_name = "N", conflicts_with = "net", default_value_t = 32)]
    policy: usize,
    /// Second value layer of a random net, a multiple of 16
    #[arg(long, value_name = "N", conflicts_with = "net", default_value_t = 32)]
    value_hidden: usize,
    /// Measure this kernel only
    #[arg(long, value_name = "NAME", value_parser = kernel_of)]
    kernel: Option<Kernel>,
    /// Simulations of the search
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    simulations: u64,
}

fn kernel_of(text: &str) -> Result<Kernel, String> {
    Kernel::by_name(text).ok_or_else(|| {
        let names: Vec<&str> = Kernel::available().into_iter().map(Kernel::name).collect();
        format!("this processor runs {}", names.join(", "))
    })
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let net = options.net.as_deref().map(Net::read).transpose()?;
    let game = net.as_ref().map_or(options.game.clone(), |net| net.arch().game.clone());
    bench(game_choice::open(&game)?, options, net)
}

fn bench(game: AnyGame, options: &Options, net: Option<Net>) -> anyhow::Result<()> {
    let net = Arc::new(match net {
        Some(net) => {
            let file = options.net.as_ref().map_or("net".to_owned(), |path| path.display().to_string());
            net.arch().check_fits(&game, &file)?;
            net
        }
        None => random_net(&game, options)?,
    });
    let mut out = terminal::escaped();
    let arch = net.arch();
    writeln!(
        out,
        "{} {}: width {}, hidden {}, policy {}, value hidden {}; {} simulations, one thread",
        arch.game,
        arch.feature_set,
        arch.width,
        arch.hidden,
        arch.policy,
        arch.value_hidden,
        numbers::grouped(options.simulations),
    )?;
    writeln!(
        out,
        "{:<11} {:>14} {:>9} {:>14} {:>10} {:>8} {:>7} {:>7}  signature",
        "kernel", "evaluations/s", "µs each", "simulations/s", "nodes", "B/node", "MiB", "depth"
    )?;
    for kernel in options.kernel.map_or_else(Kernel::available, |kernel| vec![kernel]) {
        let figures = measure(&game, &net, kernel, options.simulations)?;
        write_row(kernel, &figures, &mut out)?;
    }
    Ok(())
}

fn random_net(game: &AnyGame, options: &Options) -> anyhow::Result<Net> {
    let Options { width, hidden, policy, value_hidden, .. } = *options;
    let set = options.features.as_deref().unwrap_or(game.feature_sets()[0]);
    let arch = Arch::of(game, set, Sizes { width, hidden, policy, value_hidden })?;
    Ok(FloatNet::random(arch, WEIGHTS_SEED)?.quantise()?)
}

fn write_row(kernel: Kernel, figures: &Figures, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{:<11} {:>14} {:>9.3} {:>14} {:>10} {:>8.1} {:>7.1} {:>7.1}  {:016x}",
        kernel.name(),
        numbers::grouped(figures.evaluations_per_second as u64),
        1e6 / figures.evaluations_per_second,
        numbers::grouped(figures.simulations_per_second as u64),
        numbers::grouped(figures.nodes as u64),
        figures.bytes as f64 / figures.nodes as f64,
        figures.bytes as f64 / f64::from(1 << 20),
        figures.mean_depth,
        figures.signature,
    )?;
    out.flush()
}
