//! `damier convert`: between files of games, and records.

mod input;
mod output;
mod report;
mod source;

use std::path::PathBuf;

use clap::Args;
use damier_records::{Damage, OnDamage, RecordError};

use self::{
    input::Conversion,
    output::{Output, Target},
    report::Report,
    source::{Content, Source},
};
use crate::{
    arguments::game_choice,
    terminal::{self, progress::WorkBar},
};

const TEMPLATE: &str = "{bar:16} {bytes}/{total_bytes}  {elapsed_precise}, {eta} left  {wide_msg}";

/// Convert games between PDN, PGN, SGF, PSQ and the records that nets are trained on
#[derive(Args, Debug)]
#[command(after_help = "\
What is read is told by its content: PDN, PGN and the same form for games without a standard; SGF and PSQ for
five-in-a-row; chunks of records (.dmr), their folders, and runs. What is written is told by --to:
  FILE.pdn FILE.pgn FILE.txt   the game's own form: PDN, PGN, or the same with its own moves
  FILE.sgf FILE.psq            for games of stones
  FILE.dmr                     one chunk of records
  FOLDER/                      a new folder of chunks, for `damier train --games FOLDER`
  pdn pgn txt sgf psq          the same as text on standard output
Nothing is overwritten, and a file or folder appears when it is whole.

From records comes a text with what the searches thought ([%eval]). From games come records whose policy target
is the move that was played and whose value target is the result; games without a result, or with another one
than the rules say, are skipped, and so is a game that was there before (start, moves and result); as text it is
written again, and reported. Games that cannot be read are skipped, too, and reported with their place.

Examples:
  damier convert runs/russian/games --to selfplay.pdn
  damier convert masters.pdn lidraughts.pdn --to experts/ --game international
  damier train configs/international-quick.toml --games experts --out start.dmn
  damier convert game.psq --to sgf --game gomoku-freestyle")]
pub(crate) struct Options {
    /// Files of games, chunks of records, folders of chunks, runs
    #[arg(value_name = "FROM", required = true)]
    from: Vec<PathBuf>,
    /// What to write: a new file or folder, or a form
    #[arg(long, value_name = "TO")]
    to: String,
    /// The game (see `damier games`), where a file does not tell it; of SGF and PSQ the size of the board is the
    /// file's own
    #[arg(long, value_name = "GAME", value_parser = game_choice::parse)]
    game: Option<String>,
    /// Fail at the first game that cannot be converted, and leave no file or folder
    #[arg(long)]
    strict: bool,
    /// Leave damaged parts of chunks out, list them and convert the rest
    #[arg(long)]
    skip_corrupt: bool,
}

/// What becomes of a game that cannot be converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OnError {
    /// It is left out and reported.
    Skip,
    /// Everything ends.
    Fail,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let target = Target::parse(&options.to)?;
    let sources = source::list(&options.from)?;
    let bar = WorkBar::new(sources.iter().map(|source| source.size).sum(), "converting", TEMPLATE);
    let on_error = if options.strict { OnError::Fail } else { OnError::Skip };
    let mut work = Work { output: Output::create(target)?, report: Report::new(on_error), bar };
    let on_damage = if options.skip_corrupt { OnDamage::Skip } else { OnDamage::Refuse };
    let done = work.convert_all(&sources, options.game.as_deref(), on_damage);
    work.bar.finish();
    done?;
    let Work { output, report, .. } = work;
    report.check()?;
    let on_standard_output = output.is_standard();
    let to = output.finish()?;
    if on_standard_output {
        return report.write(sources.len(), &to, &mut terminal::escaped_aside());
    }
    report.write(sources.len(), &to, &mut terminal::escaped())
}

/// What is under way.
struct Work {
    output: Output,
    report: Report,
    bar: WorkBar,
}

impl Work {
    fn convert_all(
        &mut self,
        sources: &[Source],
        game: Option<&str>,
        on_damage: OnDamage,
    ) -> anyhow::Result<()> {
        let mut before = 0;
        for source in sources {
            self.bar.set_position(before);
            self.bar.set_message(source.path.display().to_string());
            let content = match (source.read(on_damage), on_damage) {
                (Err(error), OnDamage::Skip) => {
                    self.report.leave_out(damage(error)?);
                    before += source.size;
                    continue;
                }
                (content, _) => content?,
            };
            if let Content::Records(chunk) = &content {
                for Damage { offset, length, reason } in &chunk.damage {
                    let path = source.path.display();
                    self.report.leave_out(format!("{path}: {length} bytes from byte {offset}: {reason}"));
                }
                self.report.add_lost(chunk.lost.unwrap_or(0));
            }
            let id = content.game(&source.path, game)?;
            let Self { output, report, bar } = self;
            Conversion { game: &game_choice::open(&id)?, source, before, output, report, bar }
                .run(&content)?;
            before += source.size;
        }
        Ok(())
    }
}

/// What to say of a chunk that is left out because its header is damaged.
///
/// # Errors
/// It could not be read for another reason.
fn damage(error: anyhow::Error) -> anyhow::Result<String> {
    match error.downcast_ref() {
        Some(RecordError::Damaged { path, offset, reason, .. }) => {
            Ok(format!("{}: all of it, damaged at byte {offset}: {reason}", path.display()))
        }
        _ => Err(error),
    }
}
