//! `damier ablate`: what a setting of a run is worth.

mod compute;
mod plan;
mod table;

use std::{
    io::Write as _,
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::Context as _;
use clap::Args;
use damier_arena::{MatchConfig, MatchSettings, Spec, Standing, play::Effort, rating::Tally, run_match};
use damier_files::atomic_file;
use damier_train::run::{self, RunConfig, RunDirectory, RunState};

use self::{
    compute::{Cost, PILOT, scaled},
    plan::{BASE, Equal, Plan, Setting},
    table::Row,
};
use crate::{
    commands::run::measure::{self, ArenaMeasure},
    terminal::{
        self, interrupt,
        progress::{MatchProgress, RunProgress},
    },
};

const AFTER_HELP: &str = "\
The file names a configuration and what is changed in it:

  base = \"../configs/russian-quick.toml\"   # seen from the file
  equal = \"computing\"                      # or \"generations\"; default computing
  seeds = 2                                # runs of each setting; default 1
  pairs = 100                              # games of a match, twice; default 100
  time = \"50ms\"                            # a move; default 50ms
  opening_plies = 4                        # random plies before each pair; default 4
  [change.wide]                            # a name, and keys of a configuration
  net.width = 256
  [change.more-simulations]
  selfplay.simulations = 128

Every setting is a whole run of the same cost: its first two generations tell what one costs in processor time, beside
the base's, and it gets as many generations as the base's computing pays for. With `equal = \"generations\"` it gets as
many as the base: for changes that cost nothing, on machines whose other work makes times uneven. Its final net then
plays the base's of the same seed, with equal time for each move. The table, which grows with every change, goes to
DIR/table.md and to standard output.

Ctrl-C stops cleanly; the same command goes on, also with further changes in the file.

Examples:
  damier ablate ablations/russian.toml --dir ablation
  damier inspect ablation/wide/seed-1";

/// Compare settings of a run: equal computing to learn, equal time to play
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Options {
    /// The file that says what is compared
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder of the runs and matches, made where it is missing
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let plan = Plan::read(&options.file)?;
    let stop = interrupt::watched()?;
    let path = options.dir.join("table.md");
    let ablation = Ablation { plan: &plan, dir: &options.dir, stop: &stop };
    let finished = ablation.compare(&mut |rows| {
        let text = table::text(&plan, rows);
        atomic_file::write(&path, text.as_bytes()).with_context(|| path.display().to_string())?;
        Ok(write!(terminal::escaped(), "\n{text}\n")?)
    })?;
    if finished.is_none() {
        writeln!(terminal::escaped(), "\nstopped; the same command goes on from here")?;
        interrupt::leave();
    }
    writeln!(terminal::escaped(), "table: {}", path.display())?;
    Ok(())
}

struct Ablation<'a> {
    plan: &'a Plan,
    dir: &'a Path,
    stop: &'a AtomicBool,
}

impl Ablation<'_> {
    /// Shows the rows so far, the base's and one more for each change that is finished; `None` when it was stopped.
    /// Each part takes up what is there of it.
    fn compare(&self, show: &mut dyn FnMut(&[Row]) -> anyhow::Result<()>) -> anyhow::Result<Option<()>> {
        let [base, changes @ ..] = self.plan.settings.as_slice() else { return Ok(Some(())) };
        let mut base_row = Row::new(BASE, "", base.config.generations);
        let mut base_start = Cost::default();
        for seed in 0..self.plan.seeds {
            let Some(state) = self.run(base, &base.config, seed)? else { return Ok(None) };
            base_row.add_run(&state);
            if seed == 0 {
                base_start = Cost::of_start(&state);
            }
        }
        let mut rows = vec![base_row];
        for setting in changes {
            let config = match self.plan.equal {
                Equal::Generations => setting.config.clone(),
                Equal::Computing => {
                    let Some(start) = self.pilot(setting)? else { return Ok(None) };
                    scaled(&setting.config, base_start.ratio_to(&start))
                }
            };
            let mut row = Row::new(&setting.name, &setting.change, config.generations);
            for seed in 0..self.plan.seeds {
                let Some(state) = self.run(setting, &config, seed)? else { return Ok(None) };
                row.add_run(&state);
                let Some((tally, effort)) = self.play(setting, seed)? else { return Ok(None) };
                row.add_match(tally, effort);
            }
            rows.push(row);
            show(&rows)?;
        }
        Ok(Some(()))
    }

    fn folder(&self, setting: &Setting) -> PathBuf {
        self.dir.join(&setting.name)
    }

    fn run_folder(&self, setting: &Setting, seed: u32) -> PathBuf {
        self.folder(setting).join(format!("seed-{}", setting.seed(seed)))
    }

    /// What the first generations cost.
    fn pilot(&self, setting: &Setting) -> anyhow::Result<Option<Cost>> {
        let generations = PILOT.min(setting.config.generations);
        let config = RunConfig { generations, ..setting.config.clone() };
        let state = self.finish(&config, &self.folder(setting).join("pilot"), "what a generation costs")?;
        Ok(state.map(|state| Cost::of_start(&state)))
    }

    fn run(&self, setting: &Setting, config: &RunConfig, seed: u32) -> anyhow::Result<Option<RunState>> {
        let config = RunConfig { seed: setting.seed(seed), ..config.clone() };
        self.finish(&config, &self.run_folder(setting, seed), &setting.change)
    }

    /// A run to its end, without matches of its own.
    fn finish(&self, config: &RunConfig, folder: &Path, what: &str) -> anyhow::Result<Option<RunState>> {
        let mut config = config.clone();
        config.measure.games = 0;
        config.measure.final_games = 0;
        writeln!(terminal::escaped(), "\n{}  {what}", folder.display())?;
        let directory = RunDirectory::open(folder, &config)?;
        let services = run::Services { measure: &mut ArenaMeasure::default(), remote: None };
        let finished = run::run(&config, &directory, services, &RunProgress::default(), self.stop)?;
        finished.map(|_| RunState::read(&directory.state_path())).transpose().map_err(Into::into)
    }

    /// The match of a setting's net against the base's of the same seed.
    fn play(&self, setting: &Setting, seed: u32) -> anyhow::Result<Option<(Tally, [Effort; 2])>> {
        let base = &self.plan.settings[0];
        let net = |setting: &Setting| {
            let path = self.run_folder(setting, seed).join("nets").join("final.dmn");
            Spec::net(&path).named(&setting.name)
        };
        let config = MatchConfig {
            competitors: vec![net(setting), net(base)],
            settings: MatchSettings {
                // Time counts.
                threads: NonZero::<usize>::MIN,
                seed: base.seed(seed),
                ..measure::timed(self.plan.pairs, self.plan.time, self.plan.opening_plies)
            },
            games_file: None,
            directory: Some(self.folder(setting).join(format!("match-{}", base.seed(seed)))),
        };
        let progress = MatchProgress::new();
        let watch = |standing: &Standing| progress.show(standing);
        let report = run_match(&base.config.game, &config, &watch, self.stop);
        progress.finish();
        let report = report?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        writeln!(terminal::escaped(), "{report}")?;
        Ok(Some((report.tally, report.effort)))
    }
}
