//! A game on the table.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use damier_engine::{
    engine::{EngineOptions, Judge, Level, Searcher},
    search::{Limits, MOST_CONTEMPT},
    session::{self, SessionError, SharedSession},
};
use damier_nets::NetsError;
use damier_rules::AnyGame;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::{
    judgement::{Found, Judgement},
    net::Net,
    refused, svg,
};

/// The most threads of a search.
const MAX_THREADS: usize = 1024;
/// A search without any limit.
const USUAL_SEARCH: Duration = Duration::from_secs(1);
/// The longest search, in seconds: what is beyond is no limit in practice.
const MAX_SECONDS: f64 = 1e9;
/// How often a search looks whether Ctrl-C was pressed.
const SIGNALS_EVERY: Duration = Duration::from_millis(50);

/// A game that goes on, and what judges it.
///
/// With a net, its game is played; with the identity of a game alone, the net that comes with damier judges it: the
/// file of the game in the folder that the environment variable `DAMIER_NETS` names (or else in `nets` in the current
/// folder), or the one that is part of the package. A game that has none, such as other sizes of a board, is refused
/// unless `built_in` asks for what beginners of the game count, which is weak. `judged_by` tells what judges.
/// With both, the net judges that game: its own one, or that with pieces missing.
///
/// It opens at the start of the game. Positions and moves are texts in the game's own notation, FEN in draughts and
/// chess.
///
/// `memory_mib` bounds the search tree or table; `level` is 1 (weakest) to 20 (full strength), and `seed` is where the
/// chance of the levels below comes from. `search` is "tree" (Monte-Carlo tree search, which judges every move),
/// "alpha-beta" (between two players and from level 13 on), or "suited": the one that `damier engine` plays the game by,
/// alpha-beta in draughts and chess. A search with one thread finds the same every time.
/// `contempt` says in percent what a draw is worth to the player to move: at 100 no more than a loss, at -100 a win.
///
/// A session is used by one thread at a time; a call meanwhile from another one raises `DamierError`. `search` lets
/// other threads of Python go on, and `stop` ends it from any of them.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Session(SharedSession);

/// The net of a game that comes with damier, to judge by.
fn shipped_net(game: &str) -> PyResult<Judge> {
    let game = AnyGame::of_id(game).map_err(refused)?;
    damier_nets::judge(&game).map_err(|error| match error {
        NetsError::None { .. } => {
            refused(format!("{error}: give one, damier.Net(path), or built_in=True to judge without a net"))
        }
        error => refused(error),
    })
}

/// Features, and the policy row of each legal move.
type Inputs<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (net=None, game=None, *, threads=1, memory_mib=256, level=20, seed=0, search="suited",
        built_in=false, contempt=0))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        net: Option<&Net>,
        game: Option<&str>,
        threads: usize,
        memory_mib: usize,
        level: u8,
        seed: u64,
        search: &str,
        built_in: bool,
        contempt: i32,
    ) -> PyResult<Self> {
        if !(1..=MAX_THREADS).contains(&threads) || memory_mib == 0 {
            return Err(refused(format!("threads are 1 to {MAX_THREADS}, and memory_mib is at least 1")));
        }
        let level = Level::new(level).ok_or_else(|| refused("level is 1 to 20"))?;
        let searcher: Searcher = search.parse().map_err(refused)?;
        if !(-MOST_CONTEMPT..=MOST_CONTEMPT).contains(&contempt) {
            return Err(refused(format!("contempt is -{MOST_CONTEMPT} to {MOST_CONTEMPT}")));
        }
        let options =
            EngineOptions { threads, searcher, memory_mib, level, seed, contempt, ..EngineOptions::default() };
        let opened = match (net, game) {
            (Some(_), _) if built_in => {
                return Err(refused("a net judges, or what is built in; leave one of them out"));
            }
            (Some(net), None) => session::Session::with_net(net.0.clone(), options),
            (Some(net), Some(game)) => session::Session::open(game, Judge::Net(net.0.clone()), options),
            (None, Some(game)) if built_in => session::Session::built_in(game, options),
            (None, Some(game)) => session::Session::open(game, shipped_net(game)?, options),
            (None, None) => {
                return Err(refused("give a net, or the identity of a game; damier.games() lists them"));
            }
        };
        Ok(Self(SharedSession::new(opened.map_err(refused)?)))
    }

    /// The identity of the game.
    #[getter]
    fn game(&self) -> PyResult<String> {
        self.look(|session| session.game().to_owned())
    }

    /// What judges, in words: the net's file, its game and its checksum, or the built-in judgement.
    #[getter]
    fn judged_by(&self) -> PyResult<String> {
        self.look(|session| session.judged_by().to_owned())
    }

    /// The number of players, 2 to 6.
    #[getter]
    fn players(&self) -> PyResult<usize> {
        self.look(session::Session::players)
    }

    /// The position in the game's notation.
    #[getter]
    fn position(&self) -> PyResult<String> {
        self.look(session::Session::position)
    }

    /// The board for a terminal, several lines.
    #[getter]
    fn board(&self) -> PyResult<String> {
        self.look(session::Session::board)
    }

    /// The seat of the player to move, 0 for the one who begins the game.
    #[getter]
    fn to_move(&self) -> PyResult<usize> {
        self.look(session::Session::to_move)
    }

    /// The legal moves, in an order that the position alone decides; none where the game is over.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        self.look(session::Session::legal_moves)
    }

    /// The moves since the position that was set up.
    #[getter]
    fn played(&self) -> PyResult<Vec<String>> {
        self.look(session::Session::played)
    }

    /// Where the game is over, the share of the point that each seat gets (1 a win, 0.5 a draw of two); else None.
    #[getter]
    fn outcome(&self) -> PyResult<Option<Vec<f32>>> {
        self.look(session::Session::outcome)
    }

    /// Sets a position up (the start position without one) and plays moves from there.
    ///
    /// Moves matter to draw rules: give the whole game where there is one. Nothing changes where something is wrong.
    #[pyo3(signature = (position=None, moves=Vec::new()), text_signature = "($self, position=None, moves=())")]
    fn set_position(&self, position: Option<&str>, moves: Vec<String>) -> PyResult<()> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.change(|session| session.set_up(position, &moves))
    }

    /// Plays a legal move.
    fn play(&self, r#move: &str) -> PyResult<()> {
        self.change(|session| session.play(r#move))
    }

    /// Takes the last move back; False where there is none.
    fn undo(&self) -> PyResult<bool> {
        self.change(|session| Ok(session.undo()))
    }

    /// What the net says without a search.
    fn judge(&self, py: Python<'_>) -> PyResult<Judgement> {
        let mut state = self.0.state().map_err(refused)?;
        let judgement = state.judge().map_err(refused)?;
        Ok(Judgement::new(py, judgement, state.session().legal_moves()))
    }

    /// What goes into the net: the active features that the player to move sees, and the policy row of each legal
    /// move.
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Inputs<'py>> {
        let inputs = self.0.state().and_then(|state| state.session().inputs()).map_err(refused)?;
        Ok((PyArray1::from_vec(py, inputs.features), PyArray1::from_vec(py, inputs.rows)))
    }

    /// Searches until one of the limits ends it; without any, for a second.
    ///
    /// `simulations` are the positions of an alpha-beta search. `seconds=math.inf` searches until `stop` is called in
    /// another thread, or the result is proven. Ctrl-C ends every search, with `KeyboardInterrupt`. The tree is kept for
    /// the next search of the same game.
    #[pyo3(signature = (simulations=None, seconds=None))]
    fn search(&self, py: Python<'_>, simulations: Option<u64>, seconds: Option<f64>) -> PyResult<Found> {
        if simulations == Some(0) {
            return Err(refused("simulations are at least 1"));
        }
        if seconds.is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0) {
            return Err(refused("seconds are above 0; math.inf searches until stop is called"));
        }
        let time = match (simulations, seconds) {
            (None, None) => Some(USUAL_SEARCH),
            // Longer ones are without end in practice.
            (_, seconds) => seconds.filter(|seconds| *seconds <= MAX_SECONDS).map(Duration::from_secs_f64),
        };
        let limits = Limits { nodes: simulations, time, ..Limits::default() };
        let found = py.detach(|| self.search_until_interrupted(&limits))?;
        Ok(Found::new(py, found))
    }

    /// Ends the search that runs in another thread; does nothing where none runs.
    fn stop(&self) {
        self.0.stop();
    }

    /// The board as SVG, which notebooks show; None where the game has no such picture.
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        self.look(|session| session.diagram().as_ref().map(svg::drawn))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.look(|session| format!("Session(game={:?}, position={:?})", session.game(), session.position()))
    }
}

impl Session {
    fn look<T>(&self, look: impl FnOnce(&session::Session) -> T) -> PyResult<T> {
        self.0.state().map(|state| look(state.session())).map_err(refused)
    }

    fn change<T>(
        &self,
        change: impl FnOnce(&mut session::Session) -> Result<T, SessionError>,
    ) -> PyResult<T> {
        self.0.state().and_then(|mut state| state.change(change)).map_err(refused)
    }

    /// Searches in a thread of its own, while this one looks for signals, which Python hands to no other.
    fn search_until_interrupted(&self, limits: &Limits) -> PyResult<session::Found> {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            // The receiver is gone only where this thread panicked.
            scope.spawn(move || drop(sender.send(self.0.search(limits))));
            let mut interrupted = None;
            loop {
                match receiver.recv_timeout(SIGNALS_EVERY) {
                    Ok(found) => return interrupted.map_or_else(|| found.map_err(refused), Err),
                    Err(RecvTimeoutError::Disconnected) => return Err(refused(SessionError::Broken)),
                    Err(RecvTimeoutError::Timeout) if interrupted.is_none() => {
                        interrupted = Python::attach(|py| py.check_signals()).err();
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if interrupted.is_some() {
                    self.0.stop();
                }
            }
        })
    }
}
