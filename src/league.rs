//! `damier league`: the nets of a run against yardsticks and predecessors, rated together, with plots.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::Duration,
};

use anyhow::{Context as _, bail};
use clap::Args;
use damier_arena::{
    MatchSettings, Spec,
    league::{Generation, LeagueConfig, LeagueEnd, LeagueRow, Line, Mark, Plot, Scale, run_league},
    opening::{OpeningSource, RandomOpenings},
};
use damier_engine::atomic_file;
use damier_train::{
    run::{RunConfig, RunState},
    tensorboard::Board,
};

use crate::{hall_progress::HallProgress, interrupt, search_limits::SearchLimits, terminal};

/// Games have a length that even random nets end.
const DEFAULT_PLY_CAP: usize = 400;
/// Nothing but a busy machine oversteps a time in this process; nobody shall lose by that.
const MARGIN: Duration = Duration::from_secs(60);
/// How many nets before its own each net meets, where they are there.
const PREDECESSORS: [usize; 3] = [1, 2, 4];
const SECONDS_PER_HOUR: f64 = 3600.0;

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
    /// Draw games that last so many plies
    #[arg(long, value_name = "N", default_value_t = NonZero::new(DEFAULT_PLY_CAP).expect("not 0"))]
    ply_cap: NonZero<usize>,
    /// Seed of openings and random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time; with limits of time more than there are cores distort the result
    #[arg(long, value_name = "N", default_value_t = crate::contest::cores())]
    concurrency: NonZero<usize>,
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
    let league = league_of(options, &config)?;
    let stop = interrupt::watched()?;
    let folder = options.run.join("league");
    let end = play(&config.game, &league, &folder, &stop)?;
    let costs = Costs::of(&config, &state);
    let plots = plots(&end, &costs, &config.game);
    write_files(&folder, &end, &plots, &config.game)?;
    write_curve(&options.run.join("tensorboard/league"), &end, &costs)?;
    let mut out = terminal::output();
    write!(out, "{}", table(&end, &config.game))?;
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
    Ok(LeagueConfig {
        yardsticks,
        generations,
        predecessors: PREDECESSORS.to_vec(),
        games: options.games.get(),
        settings: MatchSettings {
            limits,
            openings: OpeningSource::Random(RandomOpenings {
                plies: options.random_plies,
                ..RandomOpenings::default()
            }),
            ply_cap: Some(options.ply_cap.get()),
            margin: MARGIN,
            threads: options.concurrency,
            seed: options.seed,
            ..MatchSettings::default()
        },
        identity,
    })
}

fn play(game: &str, league: &LeagueConfig, folder: &Path, stop: &AtomicBool) -> anyhow::Result<LeagueEnd> {
    let progress = HallProgress::new();
    let end = run_league(game, league, folder, &|standing: &_| progress.show(standing), stop);
    progress.finish();
    Ok(end?)
}

/// What the nets of a run have cost until each generation.
struct Costs {
    /// Optimiser steps, simulations and seconds by generation.
    by_generation: BTreeMap<u32, Cost>,
}

#[derive(Clone, Copy, Default)]
struct Cost {
    steps: u64,
    simulations: f64,
    seconds: f64,
}

impl Costs {
    fn of(config: &RunConfig, state: &RunState) -> Self {
        let mut sum = Cost::default();
        let mut by_generation = BTreeMap::from([(0, sum)]);
        for generation in &state.generations {
            let selfplay = config.selfplay_of(generation.generation);
            // For every full search there are so many fast ones on average.
            let fast =
                (1.0 - selfplay.full_share) / selfplay.full_share * f64::from(selfplay.fast_simulations);
            sum.steps = generation.steps;
            sum.simulations += generation.positions as f64 * (f64::from(selfplay.simulations) + fast);
            sum.seconds += generation.seconds[0] + generation.seconds[1];
            by_generation.insert(generation.generation, sum);
        }
        Self { by_generation }
    }
}

/// A plot and the name of its file.
type NamedPlot = (&'static str, Plot);

fn plots(end: &LeagueEnd, costs: &Costs, game: &str) -> Vec<NamedPlot> {
    let marks = |x: &dyn Fn(u32) -> Option<f64>| -> Vec<Mark> {
        let nets = end.rows.iter().filter_map(|row| Some((row.generation?, row)));
        nets.filter(|(_, row)| row.games > 0)
            .filter_map(|(generation, row)| {
                Some(Mark { x: x(generation)?, y: row.elo, name: row.name.clone() })
            })
            .collect()
    };
    let yardsticks = end.rows.iter().filter(|row| row.generation.is_none() && row.games > 0);
    let lines: Vec<Line> = yardsticks.map(|row| Line { y: row.elo.value, name: row.name.clone() }).collect();
    let plot = |title: &str, x_name: &str, scale: Scale, marks: Vec<Mark>| Plot {
        title: format!("{game}: {title}"),
        x_name: x_name.to_owned(),
        y_name: "Elo, with 95 % intervals".to_owned(),
        scale,
        marks,
        lines: lines.clone(),
    };
    let cost = |generation: u32| costs.by_generation.get(&generation).copied();
    vec![
        (
            "elo-by-generation.svg",
            plot(
                "Elo by generation",
                "generation",
                Scale::Linear,
                marks(&|generation| Some(f64::from(generation))),
            ),
        ),
        (
            "elo-by-simulations.svg",
            plot(
                "Elo against computing",
                "simulations of self-play so far",
                Scale::Logarithmic,
                marks(&|generation| cost(generation).map(|cost| cost.simulations)),
            ),
        ),
        (
            "elo-by-hours.svg",
            plot(
                "Elo against time",
                "hours of games and training so far, by the clock",
                Scale::Logarithmic,
                marks(&|generation| cost(generation).map(|cost| cost.seconds / SECONDS_PER_HOUR)),
            ),
        ),
    ]
}

/// The ratings as text.
fn table(end: &LeagueEnd, game: &str) -> String {
    let width = end.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{game}: league of {} players\n", end.rows.len());
    text.push_str(&format!("  {:width$}  games   score    Elo  95 %\n", "player"));
    for row in &end.rows {
        let LeagueRow { name, games, score, elo, .. } = row;
        text.push_str(&format!(
            "  {name:width$}  {games:5}  {:5.1} %  {:+5.0}  {:+.0} to {:+.0}\n",
            100.0 * score,
            elo.value,
            elo.low,
            elo.high
        ));
    }
    text
}

fn write_files(folder: &Path, end: &LeagueEnd, plots: &[NamedPlot], game: &str) -> anyhow::Result<()> {
    let mut page = String::from(PAGE_HEAD);
    page.push_str(&format!("<h1>{game}: league</h1>\n"));
    for (name, plot) in plots {
        let svg = plot.svg();
        write_file(&folder.join(name), &svg)?;
        page.push_str(&svg);
    }
    page.push_str("<table>\n<tr><th>player</th><th>games</th><th>score</th><th>Elo</th><th>95 %</th></tr>\n");
    for row in &end.rows {
        page.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td>{:.1} %</td><td>{:+.0}</td><td>{:+.0} to {:+.0}</td></tr>\n",
            row.name.replace('&', "&amp;").replace('<', "&lt;"),
            row.games,
            100.0 * row.score,
            row.elo.value,
            row.elo.low,
            row.elo.high
        ));
    }
    page.push_str("</table>\n<p>Elo by the scores of all games together; the last yardstick has 0.</p>\n</body>\n</html>\n");
    write_file(&folder.join("index.html"), &page)
}

const PAGE_HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <title>damier league</title>\n<style>body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:50rem;\
    padding:0 1rem}svg{width:100%;height:auto;margin:1rem 0;border:1px solid #8884}table{border-collapse:collapse}\
    th,td{border:1px solid #8884;padding:.25rem .6rem;text-align:right}td:first-child,th:first-child{text-align:left}\
    </style>\n</head>\n<body>\n";

fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    atomic_file::write(path, text.as_bytes())
        .with_context(|| format!("{}: cannot be written", path.display()))
}

/// The curve for TensorBoard; its steps are those of the optimiser, as in the curves of the run.
fn write_curve(folder: &Path, end: &LeagueEnd, costs: &Costs) -> anyhow::Result<()> {
    // What earlier files say is out of date: all ratings have changed. The new file begins at step 0, which makes
    // TensorBoard forget them.
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let mut board = Board::open(folder, 0)?;
    for row in end.rows.iter().filter(|row| row.games > 0) {
        let Some(cost) = row.generation.and_then(|generation| costs.by_generation.get(&generation)) else {
            continue;
        };
        for (tag, value) in [
            ("league/elo", row.elo.value),
            ("league/elo_low", row.elo.low),
            ("league/elo_high", row.elo.high),
            ("league/simulations", cost.simulations),
            ("league/hours", cost.seconds / SECONDS_PER_HOUR),
        ] {
            board.scalar(tag, cost.steps, value)?;
        }
    }
    Ok(board.flush()?)
}
