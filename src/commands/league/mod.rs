//! `damier league`: the nets of a run against yardsticks and predecessors, rated together, with plots.

mod costs;
mod output;
mod plots;

use std::{
    io::Write as _,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Context as _, bail};
use clap::Args;
use damier_arena::{
    MatchSettings, Spec,
    league::{Generation, LeagueConfig, LeagueEnd, run_league},
    openings::{OpeningSource, RandomOpenings},
};
use damier_train::run::{RunConfig, RunState};

use self::{
    costs::Costs,
    output::{table, write_curve, write_files},
    plots::plots,
};
use crate::{
    arguments::{concurrency::Concurrency, fleet_choice::FleetChoice, search_limits::SearchLimits},
    terminal::{self, interrupt, progress::TournamentBar},
};

/// Games have a length that even random nets end.
const DEFAULT_PLY_CAP: usize = 400;
/// Nothing but a busy machine oversteps a time in this process; that loses no game.
const MARGIN: Duration = Duration::from_secs(60);
/// How many nets before its own each net meets, where they are there.
const PREDECESSORS: [usize; 3] = [1, 2, 4];

/// Rate all nets of a run against yardsticks and each other, with plots
#[derive(Args, Debug)]
#[command(after_help = "\
Every generation plays the yardsticks and the generations 1, 2 and 4 places before it, all from the same openings; the
ratings come from all games together and are differences from the last yardstick. Finished games are kept in
RUN/league: Ctrl-C or a kill loses nothing but the games in flight, and the same command goes on, also when the run has
made new nets since, and while it is still at work.

It writes RUN/league/index.html with the table and the plots, the plots as SVG beside it, and the curve into
TensorBoard (RUN/tensorboard/league). Computing is what the run's own records tell: the simulations of self-play (about,
where plies have fast searches), and the hours that its games and training took by the clock.

Examples:
  damier league runs/russian-quick
  damier league runs/russian-quick --every 2 --games 100 --time 50ms
  damier league runs/russian-quick --yardstick random --yardstick ab:material,depth=4,name=depth4 --nodes 200")]
pub(crate) struct Options {
    /// The run's directory
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// A fixed opponent, as in `damier match`; may be given again, the last one has Elo 0 [default: the opponents of
    /// the run's configuration]
    #[arg(long = "yardstick", value_name = "COMPETITOR")]
    yardsticks: Vec<Spec>,
    /// Generations from one that plays to the next; the first and the last always play
    #[arg(long, value_name = "N", default_value_t = NonZero::<u32>::MIN)]
    every: NonZero<u32>,
    /// Games against each opponent
    #[arg(long, value_name = "N", default_value_t = NonZero::new(20).expect("not 0"))]
    games: NonZero<usize>,
    #[command(flatten)]
    limits: SearchLimits,
    /// Random plies of each opening
    #[arg(long, value_name = "N", default_value_t = 6)]
    random_plies: usize,
    /// Draw games that reach this number of plies
    #[arg(long, value_name = "N", default_value_t = NonZero::new(DEFAULT_PLY_CAP).expect("not 0"))]
    ply_cap: NonZero<usize>,
    /// Seed of openings and random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    concurrency: Concurrency,
    #[command(flatten)]
    fleet: FleetChoice,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    // The files of a run, as `damier_train::run::RunDirectory` describes them; that type is not used because it
    // locks the directory, and a run may be at work.
    let config_path = options.run.join("config.toml");
    if !config_path.is_file() {
        bail!(
            "{}: no run (it has no config.toml); give the folder that `damier run` made",
            options.run.display()
        );
    }
    let config = RunConfig::read(&config_path)?;
    let state = RunState::read(&options.run.join("state.json"))?;
    options.fleet.check_alone(options.concurrency)?;
    let league = league_of(options, &config)?;
    let stop = interrupt::watched()?;
    let folder = options.run.join("league");
    let end = play(options, &config.game, &league, &folder, &stop)?;
    let costs = Costs::of(&config, &state);
    let plots = plots(&end, &costs, &config.game);
    // The table comes first: it is there also where a file cannot be written.
    let mut out = terminal::escaped();
    write!(out, "{}", table(&end, &config.game))?;
    write_files(&folder, &end, &plots, &config.game)?;
    write_curve(&options.run.join("tensorboard/league"), &end, &costs)?;
    writeln!(out, "\npage and plots: {}", folder.join("index.html").display())?;
    writeln!(out, "curve: tensorboard --logdir {}", options.run.join("tensorboard").display())?;
    if end.cancelled {
        writeln!(out, "interrupted: the same command goes on from here")?;
        out.flush()?;
        interrupt::leave();
    }
    Ok(())
}

/// Who plays, and how.
fn league_of(options: &Options, config: &RunConfig) -> anyhow::Result<LeagueConfig> {
    let yardsticks = if options.yardsticks.is_empty() {
        let texts = config.measure.opponents.iter();
        texts.map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>().context("measure.opponents")?
    } else {
        options.yardsticks.clone()
    };
    let nets = options.run.join("nets");
    let there: Vec<Generation> = (0..=config.generations)
        .map(|number| Generation { number, net: nets.join(format!("gen-{number:04}.dmn")) })
        .filter(|generation| generation.net.is_file())
        .collect();
    let last = there.last().map(|generation| generation.number);
    let generations: Vec<Generation> = there
        .into_iter()
        .filter(|generation| generation.number % options.every == 0 || Some(generation.number) == last)
        .collect();
    if generations.is_empty() {
        bail!("{}: no nets yet; wait for the first generation", nets.display());
    }
    let limits = options.limits.or_time(Duration::from_millis(config.measure.move_time_ms));
    let identity = format!(
        "{:?} at {limits:?}, {} random plies, ply cap {}, seed {}",
        yardsticks.iter().map(Spec::to_string).collect::<Vec<_>>(),
        options.random_plies,
        options.ply_cap,
        options.seed
    );
    let settings = MatchSettings {
        limits,
        openings: OpeningSource::Random(RandomOpenings {
            plies: options.random_plies,
            ..RandomOpenings::default()
        }),
        ply_cap: Some(options.ply_cap.get()),
        margin: MARGIN,
        seed: options.seed,
        ..MatchSettings::default()
    };
    // All nets have the pace of the league.
    let net = Spec::net(&nets);
    let threads = options.concurrency.of(yardsticks.iter().chain([&net]), &settings);
    Ok(LeagueConfig {
        baselines: yardsticks,
        generations,
        predecessors: PREDECESSORS.to_vec(),
        games: options.games.get(),
        settings: MatchSettings { threads, ..settings },
        identity,
    })
}

fn play(
    options: &Options,
    game: &str,
    league: &LeagueConfig,
    folder: &Path,
    stop: &AtomicBool,
) -> anyhow::Result<LeagueEnd> {
    let progress = Arc::new(TournamentBar::new());
    let observer = |standing: &_| progress.show(standing);
    let notes = Arc::clone(&progress);
    let end = options
        .fleet
        .connect_for_matches(move |text| notes.note(text))
        .and_then(|machines| Ok(run_league(game, league, folder, machines.as_deref(), &observer, stop)?));
    progress.finish();
    end
}
