//! `damier perft`: counts the lines of a game, to check the rules and their speed.

use std::{io::Write, time::Instant};

use clap::Args;
use damier_rules::{AnyGame, Game, MoveList, Notation, NotationFormat::Native, Position, perft::Counting};

use crate::{
    arguments::game_choice,
    terminal::{self, numbers},
};

/// Count the lines of legal moves of a given length
#[derive(Args, Debug)]
#[command(after_help = "\
The last line is the count alone, so that `| tail -n 1` gives it to a script. Draw rules that read the
history (repetition, move counters) do not end a line. By default the moves of the last ply are counted
without being played; --full plays every one of them.

Examples:
  damier perft international --depth 8
  damier perft russian --depth 6 --divide
  damier perft international --depth 5 --fen 'W:W6,7,8,9,10:B41,42,43,44,45'")]
pub(crate) struct Options {
    /// The game (see `damier games`)
    #[arg(value_name = "GAME", value_parser = game_choice::parse)]
    game: String,
    /// Length of the lines in plies
    #[arg(long, value_name = "N", value_parser = depth_of)]
    depth: usize,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Play the moves of the last ply instead of only counting them
    #[arg(long)]
    full: bool,
    /// Show the count for each first move
    #[arg(long)]
    divide: bool,
}

/// Deeper than any count that fits into 64 bits.
const MAX_DEPTH: usize = 40;

fn depth_of(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(depth) if depth <= MAX_DEPTH => Ok(depth),
        _ => Err(format!("the depth is a whole number from 0 to {MAX_DEPTH}")),
    }
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    count(game_choice::open(&options.game)?, options)
}

fn count(game: AnyGame, options: &Options) -> anyhow::Result<()> {
    let Options { depth, full, divide, .. } = *options;
    let counting = if full { Counting::Full } else { Counting::Bulk };
    let position = game_choice::position_or_start(&game, options.fen.as_deref())?;
    let mut out = terminal::escaped();
    let start = Instant::now();
    let count = if divide && depth > 0 {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut sum = 0;
        for mv in moves {
            let mut next = position.clone();
            next.play(mv);
            let count = next.perft(depth - 1, counting);
            writeln!(out, "{} {count}", game.move_text(Native, &position, mv))?;
            sum += count;
        }
        sum
    } else {
        position.perft(depth, counting)
    };
    let elapsed = start.elapsed();
    writeln!(
        out,
        "{} depth {depth}, {}: {:.3} s, {} leaves/s",
        game.id(),
        if full { "every leaf played" } else { "last ply counted in bulk" },
        elapsed.as_secs_f64(),
        numbers::with_prefix(numbers::per_second(count, elapsed)),
    )?;
    writeln!(out, "{count}")?;
    Ok(())
}
