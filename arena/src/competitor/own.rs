//! Damier's engine as a competitor, with a number of threads and a level.

use std::{panic::resume_unwind, thread::JoinHandle};

use damier_engine::{
    AnyEngine,
    engine::EngineOptions,
    search::{SearchReport, StopHandle},
};
use damier_rules::{AnyMove, AnyPosition, Estimate, Position};

use super::{Choice, Competitor, Failure, Turn};

/// Plays what an engine finds. Its score is the expected share of the point. The seed of a game is that of its level. In a
/// match with pondering it thinks about the answer that it expects.
pub struct OwnCompetitor {
    state: State,
    /// After how many plies of the game it expects which answer.
    expected: Option<(usize, AnyMove)>,
}

/// Where the engine is.
enum State {
    /// Here.
    Ready(Box<AnyEngine>),
    /// In a thread that thinks on the opponent's time.
    Pondering(Pondering),
    /// In between.
    Changing,
}

/// The engine, and what it has found.
type Pondered = (Box<AnyEngine>, SearchReport<AnyMove>);

/// A thread that ponders.
struct Pondering {
    /// The moves of the game that it thinks about.
    on: Vec<AnyMove>,
    control: StopHandle,
    thread: JoinHandle<Pondered>,
}

impl Pondering {
    /// Ends it as `control` was told to.
    fn join(self) -> Pondered {
        self.thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl OwnCompetitor {
    /// Plays with `engine`.
    pub fn new(engine: AnyEngine) -> Self {
        Self { state: State::Ready(Box::new(engine)), expected: None }
    }

    /// Returns the engine, which ponders no longer.
    fn engine(&mut self) -> &mut AnyEngine {
        if let State::Pondering(_) = self.state
            && let State::Pondering(pondering) = std::mem::replace(&mut self.state, State::Changing)
        {
            pondering.control.stop();
            self.state = State::Ready(pondering.join().0);
        }
        match &mut self.state {
            State::Ready(engine) => engine,
            State::Pondering(_) | State::Changing => unreachable!("it was called back"),
        }
    }

    /// Returns what it has found where it pondered on these moves; the search goes on as if it had begun now.
    fn pondered(&mut self, moves: &[AnyMove]) -> Option<SearchReport<AnyMove>> {
        if !matches!(&self.state, State::Pondering(pondering) if pondering.on == moves) {
            return None;
        }
        let State::Pondering(pondering) = std::mem::replace(&mut self.state, State::Changing) else {
            return None;
        };
        pondering.control.ponder_hit();
        let (engine, report) = pondering.join();
        self.state = State::Ready(engine);
        Some(report)
    }
}

impl Competitor for OwnCompetitor {
    fn new_game(&mut self, seed: u64) {
        self.expected = None;
        let engine = self.engine();
        let options = EngineOptions { seed, ..*engine.options() };
        engine.set_options(options);
        engine.new_game();
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let Turn { game, position, limits, .. } = turn;
        let report = match self.pondered(game.moves()) {
            Some(report) => report,
            None => self.engine().think(position, game.history(), limits, &StopHandle::new(), &mut |_| ()),
        };
        self.expected = match report.principal_line[..] {
            [best, answer, ..] if best == report.best => Some((game.moves().len() + 1, answer)),
            _ => None,
        };
        let share = report.value.score();
        Ok(Choice {
            mv: report.best,
            score: Some(format!("{share:.3}")),
            share: Some(f64::from(share)),
            depth: report.depth(),
            nodes: report.simulations,
        })
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        let Some((_, answer)) = self.expected.take().filter(|(plies, _)| *plies == turn.game.moves().len())
        else {
            return;
        };
        let (mut position, mut history) = (turn.position.clone(), turn.game.history().clone());
        history.play(&mut position, answer);
        if history.outcome(&position).is_some() || position.count_moves() < 2 {
            return;
        }
        // It is here: the move before was its own.
        let State::Ready(mut engine) = std::mem::replace(&mut self.state, State::Changing) else { return };
        let (control, limits) = (StopHandle::pondering(), turn.limits);
        let reins = control.clone();
        let thread = std::thread::spawn(move || {
            let report = engine.think(&position, &history, &limits, &reins, &mut |_| ());
            (engine, report)
        });
        let on = turn.game.moves().iter().copied().chain([answer]).collect();
        self.state = State::Pondering(Pondering { on, control, thread });
    }

    fn end_game(&mut self) {
        self.engine();
    }

    fn estimate(&mut self, position: &AnyPosition) -> Estimate {
        self.engine().estimate(position)
    }
}

impl Drop for OwnCompetitor {
    fn drop(&mut self) {
        if let State::Pondering(pondering) = std::mem::replace(&mut self.state, State::Changing) {
            pondering.control.stop();
            // The result is not needed any more.
            let _ = pondering.thread.join();
        }
    }
}
