//! `damier tournament`: programs or people, in a format of their choice.

use std::{io::Write as _, num::NonZero, path::PathBuf, sync::Arc};

use anyhow::bail;
use clap::Args;
use damier_arena::tournament::{
    TournamentEnd, TournamentError, TournamentFile, TournamentOptions, TournamentProgress, TournamentState,
    run_tournament,
};

use crate::{
    arguments::{
        concurrency::Concurrency, fleet_choice::FleetChoice, game_choice, opening_choice::default_openings,
    },
    terminal::{self, interrupt, progress::TournamentBar},
};

const AFTER_HELP: &str = "\
The file names the game, the format and the players; docs/reference/tournaments.md tells all keys. A small one:

  name = \"Spring Swiss\"
  game = \"GAME\"            # as `damier games` lists it
  format = \"swiss\"          # round-robin, gauntlet, groups, knockout, swiss, ladder, team-boards, team-all
  rounds = 3
  time = \"100ms\"            # or nodes, depth, clock = \"5m+3s\"
  [[player]]
  name = \"new net\"
  competitor = \"suited:net=new.dmn\"
  [[player]]
  competitor = \"ab:material\"    # as in `damier match`; external engines too
  ...

The folder keeps every finished game (results.jsonl), the games as text (games.txt) and the tables as a page
(index.html); of a gauntlet also its figures (summary.json), from which `damier results` makes a page. Ctrl-C or a kill
loses nothing but the games in flight; the same command goes on. With limits of nodes or depth the same file gives the
same games.

Players without `competitor` are people: the command pairs a round into DIR/results.txt, somebody writes the results
behind the colons, and the same command pairs the next round and shows the table.

Examples:
  damier tournament spring.toml --dir spring
  damier tournament spring.toml --dir spring --concurrency 2
  damier tournament gauntlets/chess.toml --dir chess   one player against all others
  damier tournament club.toml --dir club          people: pairs, then reads the results";

/// Play a tournament of programs, or pair one of people
///
/// Round robin, gauntlet, groups, knockout, Swiss, ladder, and teams.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Options {
    /// The file that describes it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder of its games and tables, made where it is missing
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    #[command(flatten)]
    concurrency: Concurrency,
    #[command(flatten)]
    fleet: FleetChoice,
}

/// Has `play` play a tournament, `threads` games at a time here or by a fleet, and shows how far it is.
///
/// # Errors
/// The fleet cannot be reached, or those of `play`.
pub(super) fn with_progress(
    fleet: &FleetChoice,
    threads: NonZero<usize>,
    play: impl FnOnce(
        TournamentOptions<'_>,
        &(dyn Fn(&TournamentProgress) + Sync),
    ) -> Result<TournamentEnd, TournamentError>,
) -> anyhow::Result<TournamentEnd> {
    let progress = Arc::new(TournamentBar::new());
    let observer = |standing: &_| progress.show(standing);
    let notes = Arc::clone(&progress);
    let end = fleet.connect_for_matches(move |text| notes.note(text)).and_then(|machines| {
        let machines = machines.as_deref();
        let how = TournamentOptions { threads, machines, version: env!("DAMIER_VERSION") };
        Ok(play(how, &observer)?)
    });
    progress.finish();
    end
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let mut file = TournamentFile::read(&options.file)?;
    // Faults of the game are reported with those of the rest of the file.
    if game_choice::parse(file.game()).is_ok() {
        file.set_default_openings(default_openings(file.game())?);
    }
    options.fleet.check_alone(options.concurrency)?;
    let specs = file.specs(&options.file)?.unwrap_or_default();
    if specs.is_empty() && options.fleet.is_given() {
        bail!(
            "{}: its players are people, for whom no fleet plays; leave out --fleet",
            options.file.display()
        );
    }
    let threads = options.concurrency.of(specs.iter(), &file.settings(&options.file)?);
    let stop = interrupt::watched()?;
    let end = with_progress(&options.fleet, threads, |how, observer| {
        run_tournament(&file, &options.file, &options.dir, how, observer, &stop)
    })?;
    let mut out = terminal::escaped();
    write!(out, "{}", end.report)?;
    writeln!(out, "\npage: {}", end.page.display())?;
    match end.state {
        TournamentState::Over => {}
        TournamentState::Waiting(sheet) => {
            writeln!(out, "write the results into {}, then run the same command again", sheet.display())?;
        }
        TournamentState::Cancelled => {
            writeln!(out, "interrupted: the same command goes on from here")?;
            out.flush()?;
            interrupt::leave();
        }
    }
    match end.unwritten {
        None => Ok(()),
        Some(reason) => bail!("{reason}; no game is lost, the same command writes it again"),
    }
}
