//! The engine on the other side of the board.

use damier_engine::{
    AnyEngine, Value,
    analysis::{self, MoveReview},
    engine::{EngineOptions, Level, Searcher},
    search::{Limits, Proof, SearchReport, StopHandle},
};
use damier_rules::{AnyMove, GameSoFar, SearchKind};

/// An engine with a level, and what it is called.
pub(super) struct Opponent {
    engine: AnyEngine,
    /// What it judges by, for people.
    judge: String,
    limits: Limits,
    /// How it plays.
    options: EngineOptions,
}

/// What the engine found.
pub(super) struct Thought<M> {
    /// The move it would play.
    pub(super) best: M,
    /// The line it expects, `best` first.
    pub(super) line: Vec<M>,
    pub(super) judgement: Judgement,
    /// What it cost, for people.
    pub(super) effort: String,
}

/// The value of a position, relative to the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Judgement {
    /// Probabilities and the plies expected to the end.
    Chances(Value, f32),
    /// Proven by the search, for the player to move.
    Proven(Proof),
}

impl Opponent {
    /// An engine that thinks within `limits` about a move, at full strength.
    pub(super) fn new(engine: AnyEngine, judge: String, limits: Limits) -> Self {
        let options = *engine.options();
        Self { engine, judge, limits, options }
    }

    /// What it judges by, for people.
    pub(super) fn judge(&self) -> &str {
        &self.judge
    }

    pub(super) fn level(&self) -> Level {
        self.options.level
    }

    /// Sets its level, from the next move on.
    pub(super) fn set_level(&mut self, level: Level) {
        self.options.level = level;
        self.change_to(self.options);
    }

    fn change_to(&mut self, options: EngineOptions) {
        if *self.engine.options() != options {
            self.engine.set_options(options);
        }
    }

    /// Forgets the game: what comes next is another.
    pub(super) fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Chooses a move at its level in the current position, in which there is a legal move.
    pub(super) fn choose(&mut self, so_far: &GameSoFar) -> Thought<AnyMove> {
        self.think(so_far)
    }

    /// Thinks about the current position at full strength and without contempt, whatever its own ones are.
    pub(super) fn advise(&mut self, so_far: &GameSoFar) -> Thought<AnyMove> {
        self.change_to(EngineOptions { level: Level::FULL, contempt: 0, ..self.options });
        let thought = self.think(so_far);
        self.change_to(self.options);
        thought
    }

    fn think(&mut self, so_far: &GameSoFar) -> Thought<AnyMove> {
        let (position, history) = (so_far.position(), so_far.history());
        let report = self.engine.think(position, history, &self.limits, &StopHandle::new(), &mut |_| ());
        let effort = effort(&report);
        let judgement = match report.proof {
            Proof::Unknown => Judgement::Chances(report.value, report.moves_left),
            proof => Judgement::Proven(proof),
        };
        Thought { best: report.best, line: report.principal_line, judgement, effort }
    }

    /// Looks at every move of the game at full strength, by the tree search, which judges every move. Calls `watch` with
    /// the number of positions done and their total.
    pub(super) fn review(
        &mut self,
        so_far: &GameSoFar,
        limits: &Limits,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Vec<MoveReview<AnyMove>> {
        let strong =
            EngineOptions { level: Level::FULL, searcher: Searcher::Tree, contempt: 0, ..self.options };
        self.engine.set_options(strong);
        let reviews =
            analysis::review(&mut self.engine, &so_far.game_text(), limits, &StopHandle::new(), watch);
        self.engine.set_options(self.options);
        self.engine.new_game();
        reviews
    }

    /// The bounds within which it thinks about a move.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }
}

fn effort<M>(report: &SearchReport<M>) -> String {
    if report.from_book {
        return "by its opening book".to_owned();
    }
    let Some(depth) = report.depth() else { return "without a search".to_owned() };
    let depth = match report.kind {
        SearchKind::Tree => String::new(),
        SearchKind::AlphaBeta => format!("depth {depth}, "),
    };
    let seconds = report.elapsed.as_secs_f64();
    format!("{depth}{} {} in {seconds:.2} s", report.simulations, report.unit())
}
