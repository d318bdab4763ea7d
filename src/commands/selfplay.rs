//! `damier selfplay`: the games of one generation.

use std::{io::Write as _, ops::Range, path::PathBuf};

use anyhow::bail;
use clap::Args;
use damier_selfplay::Imported;
use damier_train::run::{self, SelfplayTask};

use crate::{
    arguments::{config_choice::ConfigChoice, fleet_choice::FleetChoice},
    commands::inspect,
    terminal::{self, interrupt, numbers, progress::StageBar},
};

/// Generate the games of one generation of a run into a folder of chunks
#[derive(Args, Debug)]
#[command(after_help = "\
The game, the search and the openings are those of a run's configuration. Generations count from 1 as in \
[[stage]]; the net that came out of the one before plays, and the chunks have its number: generation 1 is \
played by random weights and gives gen-0000-chunk-0000.dmr, and so on. The same seed gives the same games with \
any number of threads; a run's own chunks come out again byte for byte from its nets.

Many machines share a generation without a network: each plays a slice by --first and --count into a folder of its \
own. Then --import takes these folders over into one: every game is checked by the rules and by its seed, one that is \
there twice counts once, and what is still missing is played. The result has the bytes of one machine's games.

Ctrl-C stops cleanly, a kill loses nothing but the games in flight; the same command plays what is missing.

Examples:
  damier selfplay configs/russian-quick.toml --out games
  damier selfplay configs/russian-quick.toml --out games --generation 2 --net nets/gen-0001.dmn
  damier selfplay configs/russian-quick.toml --out games --games 100 --seed 7
  damier selfplay configs/russian-quick.toml --out slice-3 --first 300 --count 100
  damier selfplay configs/russian-quick.toml --out games --import slice-0 --import slice-3
  damier inspect games --validate")]
pub(crate) struct Options {
    #[command(flatten)]
    config: ConfigChoice,
    /// The folder of the chunks; it is made where it is missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The net that plays; without it the random weights that a run with this seed begins with
    #[arg(long, value_name = "NET")]
    net: Option<PathBuf>,
    /// Another number of games than the configuration's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    games: Option<u64>,
    /// The generation of the run, from 1: its stage, and the number of the chunks
    #[arg(long, value_name = "G", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    generation: u32,
    /// The index of the first game of a slice, from 0
    #[arg(long, value_name = "A", requires = "count")]
    first: Option<u64>,
    /// The number of games of a slice; best a multiple of the games of a chunk
    #[arg(long, value_name = "N", requires = "first", value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    count: Option<u64>,
    /// Take over the games of this generation that another machine played into a folder (repeatable)
    #[arg(long, value_name = "DIR")]
    import: Vec<PathBuf>,
    #[command(flatten)]
    fleet: FleetChoice,
}

impl Options {
    /// Returns the indices of the slice, which have to be below `games`.
    fn slice(&self, games: u64) -> anyhow::Result<Option<Range<u64>>> {
        let (Some(first), Some(count)) = (self.first, self.count) else { return Ok(None) };
        match first.checked_add(count).filter(|end| *end <= games) {
            Some(end) => Ok(Some(first..end)),
            None => bail!(
                "--first {first} --count {count}: the generation has {games} games, 0 to {}; choose a slice of them, or \
                 more games by --games",
                games.saturating_sub(1)
            ),
        }
    }
}

/// More than fit the chunks of a generation by far.
const MAX_GAMES: u64 = 1_000_000_000;

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let config = options.config.read()?;
    if options.generation > config.generations {
        bail!(
            "{}: has {} generations, there is no generation {}; choose another --generation",
            options.config.config.display(),
            config.generations,
            options.generation
        );
    }
    let games = options.games.unwrap_or(config.selfplay_of(options.generation).games);
    let slice = options.slice(games)?;
    let fleet = options.fleet.connect(None)?;
    let stop = interrupt::watched()?;
    let task = SelfplayTask {
        config: &config,
        generation: options.generation,
        games: options.games,
        slice,
        imports: &options.import,
        net: options.net.as_deref(),
        folder: &options.out,
        remote: fleet.as_deref().map(|machines| machines as _),
    };
    let generated = run::selfplay(&task, &StageBar::default(), &stop)?;
    let mut out = terminal::report();
    let progress = &generated.progress;
    if !options.import.is_empty() {
        let Imported { new, again, unwanted } = generated.imported;
        writeln!(out, "{new} games taken over, {again} there already, {unwanted} not wanted")?;
    }
    if generated.cancelled {
        writeln!(
            out,
            "stopped after {} of {} games; the same command plays the others",
            progress.games, progress.games_wanted
        )?;
        interrupt::leave();
    }
    if progress.games == 0 {
        writeln!(out, "all games are there already")?;
    } else {
        writeln!(
            out,
            "{} games, {} positions in {:.1} s, {} positions/s",
            progress.games,
            progress.positions,
            progress.elapsed.as_secs_f64(),
            numbers::with_prefix(progress.positions_per_second())
        )?;
    }
    inspect::summarise_folder(&options.out, &mut out)
}
