//! `damier play`: a game against an engine in the terminal.

mod board;
mod command;
mod console;
mod engine;
mod seats;
mod session;
mod talk;
mod verdict;

use std::{path::PathBuf, time::Duration};

use clap::{ArgGroup, Args};
use damier_engine::{
    Engine,
    engine::{EngineOptions, Judge, Searcher},
};
use damier_rules::{Game, registry::GameVisitor};

use self::{seats::Seats, session::Session, talk::Talk};
use crate::{
    game_choice,
    opening_books::BookOptions,
    search_limits::SearchLimits,
    shipped_nets::{self, DefaultJudge},
    terminal,
};

/// What the engine takes for a move unless it is told otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Play against a net, or against a search without one, in the terminal
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("opponent").args(["net", "game"]).required(true).multiple(true)))]
#[command(after_help = "\
Moves are typed in the notation of the game, as `moves` lists them. Other commands: help, board, hint,
eval, undo, flip, fen, new, resign, quit. Input may come from a pipe; its end leaves the game.
NO_COLOR=1 turns the colours off.

Examples:
  damier play --game russian                    against the net that comes with damier
  damier play --net runs/russian-quick/nets/final.dmn --colour black --time 200ms
  damier play --game international --built-in   against alpha-beta with material, a weak opponent
  damier play --game russian --fen 'W:Wc3,d4:Be5,g7' --nodes 1000
  damier play --game english --colour none      watch the engine play itself")]
pub(crate) struct Options {
    /// The net to play against; without one, the net that comes with damier
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Play against a search with material (what beginners of the game count) instead of a net
    #[arg(long, conflicts_with = "net")]
    built_in: bool,
    /// The game (see `damier games`); a net knows its own
    #[arg(long, value_name = "GAME", value_parser = game_choice::parse)]
    game: Option<String>,
    /// Whom you play: names (white, black) or numbers from 1 in turn order, separated by commas; all, both
    /// or none. White, or the first player where there is no White, unless told otherwise
    #[arg(long, visible_aliases = ["color", "seat"], value_name = "PLAYERS")]
    colour: Option<Seats>,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    book: BookOptions,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let default = DefaultJudge::of_flag(options.built_in);
    let (id, judge) = shipped_nets::read(options.net.as_deref(), options.game.as_deref(), default)?;
    game_choice::visit(&id, Play { options, judge })?
}

struct Play<'a> {
    options: &'a Options,
    judge: Judge,
}

impl GameVisitor for Play<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<()> {
        let Self { options, judge } = self;
        let start = game_choice::position_or_start(&game, options.fen.as_deref())?;
        let limits = options.limits.or_time(DEFAULT_TIME);
        // The built-in judgement is for whoever wants a weak opponent: it plays without a book and by alpha-beta.
        let (searcher, by_net) = match judge {
            Judge::Net(_) => (Searcher::Suited, true),
            Judge::BuiltIn => (Searcher::AlphaBeta, false),
        };
        let book = if by_net || options.book.is_named() { options.book.of(&game)? } else { None };
        let name = judge.to_string();
        let engine_options = EngineOptions { searcher, overhead: Duration::ZERO, ..EngineOptions::default() };
        let mut engine = Engine::new(game.clone(), judge, engine_options)?;
        engine.set_book(book);
        let humans = options.colour.clone().unwrap_or_else(|| Seats::usual(&game)).players(&game)?;
        let talk = Talk::new(Session::new(game, start), engine, name, limits, humans, terminal::colours());
        talk.run(&mut std::io::stdin().lock(), &mut terminal::output())
    }
}
