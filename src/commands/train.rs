//! `damier train`: a net from games.

use std::{io::Write, path::PathBuf};

use clap::Args;
use damier_engine::net::tensor::ACCUMULATOR_ROOM;
use damier_records::OnDamage;
use damier_train::run::{self, AfterFit, FitSummary, FitTask, Fitted, TeacherTask};

use crate::{
    arguments::config_choice::ConfigChoice,
    terminal::{
        self, interrupt, numbers,
        progress::{StageBar, accumulator_warning},
    },
};

/// Train a net on the games of one or more folders of chunks
#[derive(Args, Debug)]
#[command(after_help = "\
The network, the window and the training are those of a run's configuration; all generations of the folders go \
through the window, oldest first. The net is written whole when the training is finished, and never over one of \
another training. Ctrl-C stops cleanly, a kill costs a few hundred steps; the same command goes on from the \
checkpoint, and the net has the same bytes as without the interruption.

Examples:
  damier train configs/russian-quick.toml --games runs/russian-quick/games --out russian.dmn
  damier train configs/russian-quick.toml --games games --out wide.dmn --tensorboard curves
  damier train configs/russian-next.toml --games games --games other-machine --out russian.dmn
  damier train configs/russian-quick.toml --games games --out better.dmn --from russian.dmn
  damier train configs/russian-quick.toml --games games --out small.dmn --teacher wide.dmn
  damier train configs/russian-quick.toml --games games --out deep.dmn --from net.dmn \
      --teacher net.dmn --teacher-nodes 1000 --teacher-share 0.8")]
pub(crate) struct Options {
    #[command(flatten)]
    config: ConfigChoice,
    /// The folder of the chunks, such as the games folder of a run; several times where games come from several
    /// machines, or are played by several options that one net judges
    #[arg(long, value_name = "DIR", required = true)]
    games: Vec<PathBuf>,
    /// Leave damaged parts of chunks out, list them and learn from the rest
    #[arg(long)]
    skip_corrupt: bool,
    /// The file of the net
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// Optimiser steps; by default as many as the configuration's whole run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_STEPS))]
    steps: Option<u64>,
    /// Keep the checkpoint in this file; by default it lies beside the net (.dmc) until that is finished
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Start from the weights of this net instead of random ones; it may have fewer features and smaller layers than the
    /// configuration, and judges as before until what is new has learned
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,
    /// Learn from this net too, which may be a larger one: it has a share of the targets
    #[arg(long, value_name = "NET")]
    teacher: Option<PathBuf>,
    /// The teacher's share of policies and of the searches' values, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, requires = "teacher", value_parser = share)]
    teacher_share: f32,
    /// The teacher looks ahead: its values are what an alpha-beta search of this number of nodes finds (two players), and
    /// policies stay those of the games
    #[arg(long, value_name = "NODES", requires = "teacher", value_parser = clap::value_parser!(u64).range(1..=MAX_TEACHER_NODES))]
    teacher_nodes: Option<u64>,
    /// Write curves for TensorBoard into this folder
    #[arg(long, value_name = "DIR")]
    tensorboard: Option<PathBuf>,
}

/// As many as the longest run has.
const MAX_STEPS: u64 = 10_000_000_000;
/// More would take seconds for each position.
const MAX_TEACHER_NODES: u64 = 10_000_000;
/// The extension of checkpoints.
const CHECKPOINT: &str = "dmc";

/// A number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let config = options.config.read()?;
    let stop = interrupt::watched()?;
    let after = match options.checkpoint {
        Some(_) => AfterFit::KeepCheckpoint,
        None => AfterFit::RemoveCheckpoint,
    };
    let checkpoint = options.checkpoint.clone().unwrap_or_else(|| options.out.with_extension(CHECKPOINT));
    let task = FitTask {
        config: &config,
        games: &options.games,
        on_damage: if options.skip_corrupt { OnDamage::Skip } else { OnDamage::Refuse },
        steps: options.steps,
        from: options.from.as_deref(),
        teacher: options.teacher.as_deref().map(|net| TeacherTask {
            net,
            share: options.teacher_share,
            nodes: options.teacher_nodes,
        }),
        net: &options.out,
        checkpoint: &checkpoint,
        after,
        tensorboard: options.tensorboard.as_deref(),
    };
    let fitted = run::fit(&task, &StageBar::default(), &stop)?;
    let mut out = terminal::report();
    match fitted {
        Fitted::Stopped(steps) => {
            writeln!(out, "stopped after step {steps}; the same command goes on from there")?;
            interrupt::leave();
        }
        Fitted::Before => writeln!(out, "this training is finished already")?,
        Fitted::Now(summary) => report(&summary, &mut out)?,
    }
    writeln!(out, "net: {}", options.out.display())?;
    if let Some(folder) = &options.tensorboard {
        writeln!(out, "curves:  tensorboard --logdir {}", folder.display())?;
    }
    writeln!(out, "play it: damier play --net {}", options.out.display())?;
    Ok(())
}

fn report(summary: &FitSummary, out: &mut impl Write) -> anyhow::Result<()> {
    let FitSummary { steps, games, positions, window, train_loss, speed, held_out, left_out } = summary;
    if !left_out.parts.is_empty() {
        let (parts, games) = (left_out.parts.len(), numbers::grouped(left_out.games));
        writeln!(
            out,
            "left out  {parts} damaged parts of chunks with {games} games, as far as that is known"
        )?;
    }
    writeln!(
        out,
        "trained   {} steps on {} of {} positions in {} games: loss value {:.3} policy {:.3}",
        numbers::grouped(*steps),
        numbers::grouped(*window),
        numbers::grouped(*positions),
        numbers::grouped(*games),
        train_loss[0],
        train_loss[1],
    )?;
    writeln!(out, "          {} positions/s", numbers::grouped(*speed as u64))?;
    if held_out.positions == 0 {
        writeln!(out, "held out  no games (held_out_share, or too few of them)")?;
        return Ok(());
    }
    writeln!(
        out,
        "held out  {} positions: loss value {:.3} policy {:.3} (at best {:.3}), outcome {:.0} %, top move {:.0} %, \
         moves left off by {:.1} plies",
        numbers::grouped(held_out.positions),
        held_out.value_loss,
        held_out.policy_loss,
        held_out.policy_entropy,
        100.0 * held_out.value_accuracy,
        100.0 * held_out.policy_accuracy,
        held_out.moves_left_error,
    )?;
    match accumulator_warning(held_out.largest_accumulator) {
        Some(warning) => writeln!(out, "{warning}")?,
        None => writeln!(
            out,
            "          accumulators up to {:.1} of {ACCUMULATOR_ROOM:.0}",
            held_out.largest_accumulator
        )?,
    }
    Ok(())
}
