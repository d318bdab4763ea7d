//! `damier play`: a game against an engine in the terminal.

mod command;
mod frame;
mod input;
mod keeper;
mod leaving;
mod menu;
mod move_input;
mod opponent;
mod review;
mod save;
mod screen;
mod seats;
mod talk;
mod verdict;

use std::{
    io::IsTerminal as _,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use clap::{Args, CommandFactory as _, error::ErrorKind};
use damier_engine::{
    AnyEngine,
    engine::{EngineOptions, Judge, Level, Searcher},
};
use damier_rules::{AnyGame, GameSoFar};

use self::{
    input::Input,
    keeper::Keeper,
    leaving::Leaving,
    menu::Choice,
    opponent::Opponent,
    save::Circumstances,
    screen::Screen,
    seats::Seats,
    talk::{Left, Talk, Tools},
};
use crate::{
    arguments::{
        game_choice,
        opening_books::BookOptions,
        search_limits::SearchLimits,
        shipped_nets::{self, DefaultJudge},
    },
    terminal::{interrupt, kind::Size},
};

/// What the engine takes for a move by default.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Play against a net, or against a search without one, in the terminal
#[derive(Args, Debug)]
#[command(after_help = "\
Without a game a menu asks. Games are known by what people call them: checkers, 10x10, gomoku, chinese checkers.

Moves are typed in the notation of the game, as `moves` lists them; case, blanks and dashes do not matter. Other
commands: help, board, history, hint, eval, review, undo, level, flip, save, load, fen, new, resign, quit.
Every move is kept at once: --resume goes on with the last game that was left, killed or lost with its terminal.

Input may come from a pipe; its end leaves the game. Boards are redrawn in place where the terminal can do that,
and are in ASCII where the locale is not UTF-8. NO_COLOR=1 turns the colours off. docs/reference/playing.md has more.

Examples:
  damier play                                   a menu: game, options, side, level
  damier play chess --level 5                   against the net that comes with damier
  damier play chinese checkers:players=3 --colour yellow
  damier play --resume                          go on with the last game
  damier play --net runs/russian-quick/nets/final.dmn --colour black --time 200ms
  damier play 10x10 --built-in                  against alpha-beta with material
  damier play russian --fen 'W:Wc3,d4:Be5,g7' --nodes 1000
  damier play english --colour none             watch the engine play itself")]
pub(crate) struct Options {
    /// The game, by what people call it (see `damier games`); a net knows its own
    #[arg(value_name = "GAME")]
    words: Vec<String>,
    /// The same
    #[arg(long, value_name = "GAME", value_parser = game_choice::parse, conflicts_with = "words")]
    game: Option<String>,
    /// The net to play against; without one, the net that comes with damier
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Play against a search with material (what beginners of the game count) instead of a net
    #[arg(long, conflicts_with = "net")]
    built_in: bool,
    /// How strong the engine plays: 1 (Elo 600) to 19 in steps of 120 Elo, or 20 (all it can, as without this
    /// option)
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=20))]
    level: Option<u8>,
    /// What a draw is worth to the engine, in percent: at 100 no more than a loss, at 0 half a point, at -100 a win
    #[arg(long, value_name = "PERCENT", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-100..=100))]
    contempt: i32,
    /// Whom you play: names (white, black) or numbers from 1 in turn order, separated by commas; all, both or none.
    /// Without this option the player who moves first
    #[arg(long, visible_aliases = ["color", "seat"], value_name = "PLAYERS")]
    colour: Option<Seats>,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Go on with the last game that was not finished
    #[arg(long, conflicts_with_all = ["fen", "load"])]
    resume: bool,
    /// Go on with the first game of this file
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    load: Option<PathBuf>,
    /// Draw for a terminal of this size, even where there is none
    #[arg(long, value_name = "COLUMNSxROWS")]
    screen: Option<Size>,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    book: BookOptions,
}

impl Options {
    /// The identity of the game that was named.
    fn named_game(&self) -> anyhow::Result<Option<String>> {
        if self.words.is_empty() {
            return Ok(self.game.clone());
        }
        let id = game_choice::parse(&self.words.join(" "));
        id.map(Some).map_err(|reason| wrong_usage(ErrorKind::InvalidValue, &reason))
    }
}

/// Wrong use of the command line that only `execute` can see.
fn wrong_usage(kind: ErrorKind, message: &str) -> anyhow::Error {
    crate::Cli::command().error(kind, message).into()
}

/// A text that should be a level.
fn no_level(text: &str) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_control()).take(20).collect();
    let (weakest, full) = (Level::WEAKEST.number(), Level::FULL.number());
    format!("{text:?} is no level: it is a number from {weakest} to {full}.")
}

/// What to play.
struct Plan {
    id: Option<String>,
    /// The game to go on with.
    file: Option<PathBuf>,
    /// Whether that is a kept game, which is kept further on in the same file.
    is_kept: bool,
    with: Circumstances,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let mut screen = Screen::new(options.screen);
    let mut input = Input::new(screen.kind().places_cursor);
    let Some(plan) = plan(options, &mut screen, &mut input)? else { return Ok(()) };
    let Plan { id, file, is_kept, mut with } = plan;
    let id = match (&file, id) {
        (_, Some(id)) => Some(id),
        (Some(file), None) => Some(save::game_of(file)?),
        (None, None) => None,
    };
    let net = match (&options.net, options.built_in) {
        (None, false) => file.as_deref().map(|file| net_of(file, id.as_deref())).transpose()?.flatten(),
        _ => None,
    };
    let named = options.net.as_ref().map(|net| std::path::absolute(net).unwrap_or_else(|_| net.clone()));
    with.net = named.map(|net| net.display().to_string()).or(net);
    let named = with.net.as_deref().map(Path::new);
    let (id, judge) = shipped_nets::read(named, id.as_deref(), DefaultJudge::of_flag(options.built_in))?;
    let leaving = Leaving::watched(screen.is_in_place())?;
    let tools = Tools { screen, input, keeper: Keeper::new(), leaving };
    let left = play(game_choice::open(&id)?, options, judge, file, is_kept, with, tools)?;
    if left == Left::Interrupted {
        interrupt::leave();
    }
    Ok(())
}

/// Decides what to play, if need be by asking; `None` where the person left.
fn plan(options: &Options, screen: &mut Screen, input: &mut Input) -> anyhow::Result<Option<Plan>> {
    let named = options.named_game()?;
    let fresh = |id, with| Plan { id, file: None, is_kept: false, with };
    if options.resume {
        let wanted = |file: &PathBuf| {
            let is_it =
                || save::game_of(file).is_ok_and(|id| named.as_ref().is_none_or(|named| *named == id));
            is_it() && save::summary(file).is_some()
        };
        let Some(file) = keeper::kept().into_iter().find(wanted) else {
            bail!("there is no unfinished game to go on with in {}", keeper::folder_name());
        };
        return Ok(Some(Plan { file: Some(file), is_kept: true, ..fresh(named, Circumstances::default()) }));
    }
    if let Some(file) = &options.load {
        return Ok(Some(Plan { file: Some(file.clone()), ..fresh(named, Circumstances::default()) }));
    }
    if named.is_some() || options.net.is_some() {
        return Ok(Some(fresh(named, Circumstances::default())));
    }
    if !std::io::stdin().is_terminal() {
        let message = "no game is named, and without a terminal there is no menu; name one, such as \
                       `damier play GAME` (`damier games` lists them), or give --net FILE";
        return Err(wrong_usage(ErrorKind::MissingRequiredArgument, message));
    }
    Ok(match menu::choose(screen, input)? {
        Choice::None => None,
        Choice::Kept(file) => {
            Some(Plan { file: Some(file), is_kept: true, ..fresh(None, Circumstances::default()) })
        }
        Choice::Game { id, seats, level } => {
            let with = Circumstances { seats: Some(seats), level: Some(level), net: None };
            Some(fresh(Some(id), with))
        }
    })
}

/// The net with which the game of a file was played.
fn net_of(file: &Path, id: Option<&str>) -> anyhow::Result<Option<String>> {
    let Some(id) = id else { return Ok(None) };
    Ok(save::read(&game_choice::open(id)?, file)?.1.net)
}

fn play(
    game: AnyGame,
    options: &Options,
    judge: Judge,
    file: Option<PathBuf>,
    is_kept: bool,
    mut with: Circumstances,
    mut tools: Tools,
) -> anyhow::Result<Left> {
    let so_far = match &file {
        Some(file) => {
            let (text, kept) = save::read(&game, file)?;
            with.seats = with.seats.or(kept.seats);
            with.level = with.level.or(kept.level);
            GameSoFar::of_text(game.clone(), &text)
        }
        None => {
            let start = game_choice::position_or_start(&game, options.fen.as_deref())?;
            GameSoFar::new(game.clone(), start)
        }
    };
    if let Some(file) = file.as_ref().filter(|_| is_kept) {
        tools.keeper.take_over(file).with_context(|| file.display().to_string())?;
        tools.leaving.game_is_kept(true);
    }
    let seats = options.colour.clone().or(with.seats).unwrap_or_else(|| Seats::first(so_far.start()));
    let humans = seats.players(&game)?;
    let level = options.level.and_then(Level::new).or(with.level).unwrap_or(Level::FULL);
    if options.book.is_named() && level < Level::FULL {
        bail!("--book is for full strength: at level {} every move is searched", level.number());
    }
    let mut opponent = opponent(&game, options, judge)?;
    opponent.set_level(level);
    Talk::new(so_far, opponent, humans, with.net, tools).run()
}

/// The engine, at full strength.
fn opponent(game: &AnyGame, options: &Options, judge: Judge) -> anyhow::Result<Opponent> {
    let limits = options.limits.or_time(DEFAULT_TIME);
    // The built-in judgement is for people who want a weak opponent: it plays without a book and by alpha-beta.
    let (searcher, by_net) = match judge {
        Judge::Net(_) => (Searcher::Suited, true),
        Judge::BuiltIn => (Searcher::AlphaBeta, false),
    };
    let book = if by_net || options.book.is_named() { options.book.of(game)? } else { None };
    let name = judge.to_string();
    let engine_options = EngineOptions {
        searcher,
        contempt: options.contempt,
        overhead: Duration::ZERO,
        ..EngineOptions::default()
    };
    let mut engine = AnyEngine::new(game.clone(), judge, engine_options)?;
    engine.set_book(book);
    Ok(Opponent::new(engine, name, limits))
}
