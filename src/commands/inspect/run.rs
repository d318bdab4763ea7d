//! Runs.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use damier_records::folder;
use damier_train::run::{GenerationState, RunDirectory, RunState};

use super::{Checks, Reading, chunks, write_field};
use crate::terminal::{numbers, progress::elo_text};

// The files of a run, as `damier_train::run::RunDirectory` describes them. It is not opened here because that locks the
// directory, and a run at work may be looked at.
const STATE: &str = "state.json";
const GAMES: &str = "games";
const NETS: &str = "nets";
const FINAL_NET: &str = "final.dmn";

/// Whether a folder is a run.
pub(super) fn is_run(path: &Path) -> bool {
    RunDirectory::is_run(path)
}

/// A run: configuration, generations, nets, strength, and its games where they are asked for.
pub(super) fn show(path: &Path, reading: Reading, out: &mut impl Write) -> anyhow::Result<()> {
    let config = RunDirectory::config_of(path)?;
    let state = RunState::read(&path.join(STATE))?;
    let finished = state.generations.len();
    write_field(out, "run", path.display())?;
    write_field(out, "game", format!("{}, seed {}", config.game, config.seed))?;
    let net = &config.net;
    write_field(
        out,
        "net",
        format!(
            "width {}, hidden {}, value hidden {}, policy {}",
            net.width, net.hidden, net.value_hidden, net.policy
        ),
    )?;
    write_field(out, "generations", format!("{finished} of {} finished", config.generations))?;
    write_games(&path.join(GAMES), out)?;
    write_nets(&path.join(NETS), out)?;
    write_cost(&state.generations, out)?;
    if finished > 0 {
        write_generations(&state.generations, out)?;
        write_strength(&state.generations, out)?;
    }
    if reading.checks == Checks::Rules || reading.games > 0 {
        writeln!(out)?;
        chunks::show_folder(&path.join(GAMES), reading, out)?;
    }
    Ok(())
}

/// The processor time that the run has taken; nothing where it began with a program that did not count it.
fn write_cost(generations: &[GenerationState], out: &mut impl Write) -> anyhow::Result<()> {
    const SECONDS_PER_MINUTE: f64 = 60.0;
    let minutes = |part: usize| {
        let seconds = generations.iter().map(|generation| generation.cpu_seconds[part]);
        seconds.sum::<f64>() / SECONDS_PER_MINUTE
    };
    let [games, training, matches] = [0, 1, 2].map(minutes);
    if generations.is_empty() || generations.iter().any(|generation| generation.learning_seconds().is_none())
    {
        return Ok(());
    }
    let what =
        format!("{games:.1} + {training:.1} CPU minutes of games and training, {matches:.1} of matches");
    Ok(write_field(out, "cost", what)?)
}

/// How many chunks there are, how large, and how to see more.
fn write_games(games: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let found = folder::list(games)?;
    let mut bytes = 0;
    for path in found.values() {
        bytes += fs::metadata(path).with_context(|| path.display().to_string())?.len();
    }
    let what = if found.is_empty() {
        "none yet".to_owned()
    } else {
        let (count, size) = (found.len(), numbers::bytes(bytes));
        format!("{count} chunks, {size}; `damier inspect {}` sums them up", games.display())
    };
    Ok(write_field(out, "games", what)?)
}

/// The newest net, the final one above all.
fn write_nets(nets: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let mut found: Vec<PathBuf> = Vec::new();
    if nets.is_dir() {
        for entry in fs::read_dir(nets).with_context(|| nets.display().to_string())? {
            let path = entry.with_context(|| nets.display().to_string())?.path();
            if path.extension().is_some_and(|extension| extension == "dmn") {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    let whole = nets.join(FINAL_NET);
    let newest = if found.contains(&whole) { Some(&whole) } else { found.last() };
    let what = match newest {
        Some(newest) => format!("{}, newest {}", found.len(), newest.display()),
        None => "none yet".to_owned(),
    };
    Ok(write_field(out, "nets", what)?)
}

fn write_generations(generations: &[GenerationState], out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out)?;
    writeln!(
        out,
        "{:>4} {:>8} {:>10} {:>6} {:>15} {:>20}",
        "gen.", "games", "positions", "plies", "1st/draw/2nd %", "s games/train/match"
    )?;
    for generation in generations {
        let [first, draws, second] = generation.outcomes.map(|share| 100.0 * share);
        let [games, train, measure] = generation.seconds;
        writeln!(
            out,
            "{:>4} {:>8} {:>10} {:>6.1} {:>15} {:>20}",
            generation.generation,
            generation.games,
            generation.positions,
            generation.mean_plies,
            format!("{first:.0}/{draws:.0}/{second:.0}"),
            format!("{games:.0}/{train:.0}/{measure:.0}"),
        )?;
    }
    writeln!(out)?;
    writeln!(out, "{:>4} {:>10} {:>15} {:>15} {:>8}", "gen.", "steps", "value loss", "policy loss", "top 1")?;
    for generation in generations {
        let losses = |index: usize| {
            format!("{:.3} ({:.3})", generation.train_loss[index], generation.held_out_loss[index])
        };
        writeln!(
            out,
            "{:>4} {:>10} {:>15} {:>15} {:>6.1} %",
            generation.generation,
            generation.steps,
            losses(0),
            losses(1),
            100.0 * generation.top_move_accuracy,
        )?;
    }
    writeln!(out, "losses: in training (on held-out games)")
}

fn write_strength(generations: &[GenerationState], out: &mut impl Write) -> std::io::Result<()> {
    if generations.iter().all(|generation| generation.measured.is_empty()) {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "{:>4}  {:<20} {:>14} {:>8}  Elo (95 %)", "gen.", "opponent", "won/drawn/lost", "score")?;
    for generation in generations {
        for measured in &generation.measured {
            let [wins, draws, losses] = measured.games;
            writeln!(
                out,
                "{:>4}  {:<20} {:>14} {:>6.1} %  {}",
                generation.generation,
                measured.opponent,
                format!("{wins}/{draws}/{losses}"),
                100.0 * measured.score,
                elo_text(measured)
            )?;
        }
    }
    Ok(())
}
