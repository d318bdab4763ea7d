//! `damier match`: two competitors against each other.

mod settings;

use std::{
    io::Write,
    num::NonZero,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use clap::Args;
use damier_arena::{
    MatchConfig, Spec, Standing,
    play::{DrawRule, WinRule},
    rating::Sprt,
    remote::RemotePlay,
    run_match_on, run_multiplayer_match_on,
};
use damier_engine::time::TimeControl;

use self::settings::{game_of, settings_of};
use crate::{
    arguments::{
        concurrency::Concurrency, duration_text, fleet_choice::FleetChoice, game_choice,
        opening_choice::OpeningChoice, search_limits::SearchLimits,
    },
    terminal::{self, interrupt, progress::MatchProgress},
};

/// Pairs of the longest match.
const MAX_PAIRS: u64 = 1_000_000;

/// Let competitors play a match of opening pairs, and say how much stronger one is
#[derive(Args, Debug)]
#[command(after_help = "\
Competitors:
  random                       random moves
  greedy                       looks a single ply ahead
  ab:material                  alpha-beta search with what beginners count: material, lines, distances
  ab:net=FILE                  alpha-beta search with a net
  mcts:material                tree search with what beginners count
  mcts:net=FILE                tree search with a net
  suited:net=FILE              the search that suits the game, as `damier engine` plays: one of these two
  ab, mcts, suited             the same three with the net that comes with damier
  engine:FILE.toml[,command=PATH][,directory=PATH][,option.NAME=VALUE]
                               another program over UCI, CECP (xboard), Hub, DamExchange, Gomocup's or
                               damier's protocol;
                               docs/reference/engine-files.md says how to describe it, engines/ has examples
Each takes a pace of its own in place of the match's (time=200ms, nodes=800, depth=6, clock=5m+3s) and
name=TEXT. All that search take memory=MIB for their table or tree, 256 unless it is given (programs whose protocol
has a word for it are told); mcts, suited and engine take threads=N; searches of this program take endgames=DIR, the
folder of tables (`damier endgames build`) that they ask.

A program is started before the match: one that does not get ready or has no such option is refused, and a match in
which a side fails before its first move is given up.

Every opening is played twice, with the sides exchanged; Elo (logistic, by the score) and its 95 % interval are
for the first competitor and count pairs, not games. With limits of nodes or depth the same seed gives the same games.
Ctrl-C ends the match and reports the games that are finished.

Openings are random plies that a short search thinks balanced (by material, or by the shipped net in games that a
random opening decides; the report says which), or come from a book: one of the game's tables (`damier games` lists
them), or a file with a position or `moves 32-28 19-23` on each line (FEN, EPD), or with games. Where a match has more
pairs than the book has openings, they come again. Lines and games that are no openings are left out and
reported with their place; with --strict they are an error.

A game of more than two players takes as many competitors as it has seats, or fewer: every opening is played
once for each seat, the competitors move on by one seat from game to game, and with fewer competitors the
first one sits alone. The table tells first places, shares of the point, and a rating of all.

Examples:
  damier match suited ab:material --game renju --time 100ms
  damier match suited:net=runs/russian/nets/final.dmn ab:material --pairs 100 --time 200ms
  damier match suited:net=new.dmn suited:net=old.dmn --nodes 800 --sprt 0,20 --pairs 5000
  damier match suited:net=new.dmn suited:net=old.dmn --sprt -5,5,model=logistic,alpha=0.01 --pairs 20000
  damier match ab:material,depth=6 ab:material,depth=4 --game international --games-out games.pdn
  damier match suited:net=new.dmn suited:net=old.dmn --clock 1m+600ms --adjudicate-win 0.98,8
  damier match suited:net=new.dmn engine:engines/stockfish.toml,nodes=1000 --time 100ms --dir matches/one
  damier match suited:net=english.dmn ab:material --openings three-move --pairs 157
  damier match suited:net=english.dmn,endgames=tables ab:material --time 100ms
  damier match suited:net=new.dmn ab:material --openings masters.pdn --opening-plies 8 --concurrency 1
  damier match mcts:net=star.dmn greedy random --game chinese-checkers:players=3 --pairs 20")]
pub(crate) struct Options {
    /// The competitor whose Elo is estimated
    #[arg(value_name = "COMPETITOR")]
    first: Spec,
    /// Its opponent, or several in a game of more players
    #[arg(value_name = "OPPONENT", required = true)]
    others: Vec<Spec>,
    /// The game (see `damier games`); a competitor's net knows it
    #[arg(long, value_name = "GAME", value_parser = game_choice::parse)]
    game: Option<String>,
    /// Pairs of games, the most with --sprt
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MAX_PAIRS))]
    pairs: u64,
    #[command(flatten)]
    limits: SearchLimits,
    /// The clock of each player, in place of a time for each move: 40m+15s (increment for each move), 40/5m
    /// (moves in a time, again and again), 5m (the whole game)
    #[arg(long, value_name = "CLOCK", conflicts_with = "time", help_heading = "Limits")]
    clock: Option<TimeControl>,
    /// A move may overstep its time by so much, and a clock in all; beyond it the game is lost
    #[arg(long, value_name = "DURATION", value_parser = duration_text::parse, default_value = "200ms", help_heading = "Limits")]
    margin: Duration,
    /// Let competitors think on their opponents' time: tree searches, and programs over UCI, CECP, Hub 2 and
    /// damier's protocol. A game then takes two cores, and is never the same twice
    #[arg(long, help_heading = "Limits")]
    ponder: bool,
    #[command(flatten)]
    openings: OpeningChoice,
    /// Draw games that reach this number of plies
    #[arg(long, value_name = "N")]
    ply_cap: Option<NonZero<usize>>,
    /// End a game as won when both competitors give the winner at least SHARE of the point for PLIES plies on end
    #[arg(long, value_name = "SHARE,PLIES", help_heading = "Adjudication")]
    adjudicate_win: Option<WinRule>,
    /// End a game as drawn when both are within PART of half a point for PLIES plies on end, at ply FROM or later
    #[arg(long, value_name = "PART,PLIES,FROM", help_heading = "Adjudication")]
    adjudicate_draw: Option<DrawRule>,
    /// End a game with the value that these endgame tables have for its position (see `damier endgames`)
    #[arg(long, value_name = "DIR", help_heading = "Adjudication")]
    adjudicate_tables: Option<PathBuf>,
    /// Seed of openings and random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    concurrency: Concurrency,
    /// Stop as soon as it is clear whether the difference is ELO0 or ELO1: ELO0,ELO1[,alpha=0.05][,beta=0.05]
    /// [,model=logistic], where alpha is the probability to accept ELO1 at ELO0, beta that to reject it at ELO1, and
    /// Elo is normalised (measured by the spread of the games) unless it is logistic
    #[allow(rustdoc::broken_intra_doc_links, reason = "brackets are what may be left out")]
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write the games to this new file as they are finished, in the order of their places
    #[arg(long, value_name = "FILE")]
    games_out: Option<PathBuf>,
    /// Keep settings and finished games in this directory; the same command goes on where it was broken off
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Keep what engines say, and what they are told, in files of this directory
    #[arg(long, value_name = "DIR")]
    engine_log: Option<PathBuf>,
    #[command(flatten)]
    fleet: FleetChoice,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let game = game_of(options)?;
    let players = game_choice::players(&game)?;
    let left_out = options.openings.check(&game)?;
    let stop = interrupt::watched()?;
    options.fleet.check_alone(options.concurrency)?;
    let progress = Arc::new(MatchProgress::new());
    let report = if players == 2 {
        play_pairs(&game, options, &progress, &stop)
    } else {
        play_table(&game, options, &progress, &stop)
    };
    progress.finish();
    let Played { report, unwritten } = report?;
    let mut out = terminal::escaped();
    writeln!(out, "{report}")?;
    if left_out > 0 {
        writeln!(out, "  left out   {left_out} lines or games that are no openings")?;
    }
    if let Some(path) = options.games_out.as_ref().filter(|path| path.exists()) {
        writeln!(out, "  games in   {}", path.display())?;
    }
    if stop.load(Ordering::SeqCst) {
        let hint = if options.dir.is_some() { "; the same command goes on" } else { "" };
        writeln!(out, "interrupted: only finished games count{hint}")?;
        out.flush()?;
        interrupt::leave();
    }
    match unwritten {
        None => Ok(()),
        Some(reason) => anyhow::bail!("{reason}; the report is of all games, the file lacks some"),
    }
}

/// A match that was played.
struct Played {
    /// Its report as text.
    report: String,
    /// Why its file of games lacks some.
    unwritten: Option<String>,
}

/// A match between two.
fn play_pairs(
    game: &str,
    options: &Options,
    progress: &Arc<MatchProgress>,
    stop: &AtomicBool,
) -> anyhow::Result<Played> {
    let [second] = options.others.as_slice() else {
        anyhow::bail!("{game} is a game of two: name one opponent");
    };
    let config = MatchConfig {
        competitors: [&options.first, second].map(|spec| logging(spec, options)).into(),
        settings: settings_of(game, options)?,
        games_file: options.games_out.clone(),
        directory: options.dir.clone(),
    };
    let machines = machines(options, progress)?;
    let watch = |standing: &Standing| progress.show(standing);
    let report = run_match_on(game, &config, machines.as_deref(), &watch, stop)?;
    Ok(Played { report: report.to_string(), unwritten: report.unwritten })
}

/// The same between more.
fn play_table(
    game: &str,
    options: &Options,
    progress: &Arc<MatchProgress>,
    stop: &AtomicBool,
) -> anyhow::Result<Played> {
    if options.sprt.is_some() {
        anyhow::bail!("--sprt tests two competitors of a game of two; leave it out for {game}");
    }
    if let Some(option) = options.openings.only_for_two() {
        anyhow::bail!(
            "{option}: only between two players a search tells who is ahead; leave it out for {game}"
        );
    }
    let first = std::iter::once(&options.first);
    let config = MatchConfig {
        competitors: first.chain(&options.others).map(|spec| logging(spec, options)).collect(),
        settings: settings_of(game, options)?,
        games_file: options.games_out.clone(),
        directory: options.dir.clone(),
    };
    let machines = machines(options, progress)?;
    let watch = |standing: &Standing| progress.show_table(standing);
    let report = run_multiplayer_match_on(game, &config, machines.as_deref(), &watch, stop)?;
    Ok(Played { report: report.to_string(), unwritten: report.unwritten })
}

/// The machines that play in place of this one, where a fleet is given.
fn machines(options: &Options, progress: &Arc<MatchProgress>) -> anyhow::Result<Option<Box<dyn RemotePlay>>> {
    let progress = Arc::clone(progress);
    options.fleet.connect_for_matches(move |text| progress.note(text))
}

/// The competitor, keeping what it says where that is asked for.
fn logging(spec: &Spec, options: &Options) -> Spec {
    match &options.engine_log {
        Some(folder) => spec.clone().logging_to(folder),
        None => spec.clone(),
    }
}
