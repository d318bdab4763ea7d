//! What an engine judges by.

use std::{fmt, sync::Arc};

use damier_rules::{Game, game::MoveOf};

use crate::{
    Evaluation, Evaluator, Guided, HandcraftedEvaluator, Value,
    evaluation::ScoreKind,
    net::{Net, NetError, NetEvaluator},
};

/// What to judge by.
#[derive(Clone, Debug)]
pub enum Judge {
    /// A net.
    Net(Arc<Net>),
    /// What the game's beginners count ([`static_eval`](damier_rules::SearchHeuristics::static_eval)).
    BuiltIn,
}

impl Judge {
    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Net(net) => net.bytes(),
            Self::BuiltIn => 0,
        }
    }

    /// Checks that it judges positions of `game`.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn check_fits<G: Game>(&self, game: &G) -> Result<(), NetError> {
        match self {
            Self::Net(net) => net.arch().check_fits(game, &net.origin().to_string()),
            Self::BuiltIn => Ok(()),
        }
    }
}

/// Says what judges, in one line: where the net was read, its game and the checksum that tells it from others.
impl fmt::Display for Judge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => out.write_str("the built-in judgement, without a net"),
            Self::Net(net) => {
                write!(out, "{} (a net of {}", net.origin(), net.arch().game)?;
                match net.checksum() {
                    Ok(checksum) => write!(out, ", checksum {checksum:08x})"),
                    Err(_) => out.write_str(")"),
                }
            }
        }
    }
}

/// Evaluator of a [`Judge`]: a net or the handcrafted evaluation.
///
/// One type for all of them, so that the searches are compiled once for each game.
#[derive(Clone)]
pub enum EngineEvaluator<G: Game> {
    /// Net.
    Net(Box<NetEvaluator<G>>),
    /// Handcrafted evaluation.
    Handcrafted(HandcraftedEvaluator<G>),
    /// Net that the handcrafted evaluation guides, for self-play.
    Guided(Box<Guided<G, NetEvaluator<G>>>),
    /// Net that keeps the positions that it evaluates, for measurements.
    Recording(Box<Recording<G>>),
}

/// A net, and the positions that it has evaluated.
#[derive(Clone)]
pub struct Recording<G: Game> {
    evaluator: NetEvaluator<G>,
    leaves: Vec<Leaf<G>>,
}

/// The position of a leaf and its legal moves.
#[derive(Clone)]
pub(crate) struct Leaf<G: Game> {
    pub(crate) position: G::Position,
    pub(crate) moves: Vec<MoveOf<G>>,
}

impl<G: Game> EngineEvaluator<G> {
    /// Returns the evaluator of positions of `game`.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn new(game: G, judge: Judge) -> Result<Self, NetError> {
        Ok(match judge {
            Judge::Net(net) => Self::Net(Box::new(NetEvaluator::new(game, net)?)),
            Judge::BuiltIn => Self::Handcrafted(HandcraftedEvaluator::new(game)),
        })
    }

    /// Returns the evaluator of positions of `game` by a net, in which the handcrafted evaluation has a weight of 0..=1.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn guided(game: G, net: Arc<Net>, weight: f32) -> Result<Self, NetError> {
        let evaluator = NetEvaluator::new(game.clone(), net)?;
        Ok(Self::Guided(Box::new(Guided::new(game, evaluator, weight))))
    }

    /// Returns a net that keeps the positions that it evaluates.
    pub(crate) fn recording(evaluator: NetEvaluator<G>) -> Self {
        Self::Recording(Box::new(Recording { evaluator, leaves: Vec::new() }))
    }

    /// Returns the positions that it has kept, in the order of their evaluation, and forgets them.
    pub(crate) fn take_leaves(&mut self) -> Vec<Leaf<G>> {
        match self {
            Self::Recording(recording) => std::mem::take(&mut recording.leaves),
            Self::Net(_) | Self::Handcrafted(_) | Self::Guided(_) => Vec::new(),
        }
    }
}

impl<G: Game> Evaluator<G::Position> for EngineEvaluator<G> {
    fn evaluate(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        match self {
            Self::Net(net) => net.evaluate(position, moves, logits),
            Self::Handcrafted(handcrafted) => handcrafted.evaluate(position, moves, logits),
            Self::Guided(guided) => guided.evaluate(position, moves, logits),
            Self::Recording(recording) => {
                recording.leaves.push(Leaf { position: position.clone(), moves: moves.to_vec() });
                recording.evaluator.evaluate(position, moves, logits)
            }
        }
    }

    fn value(&mut self, position: &G::Position) -> Value {
        match self {
            Self::Net(net) => net.value(position),
            Self::Handcrafted(handcrafted) => handcrafted.value(position),
            Self::Guided(guided) => guided.value(position),
            Self::Recording(recording) => recording.evaluator.value(position),
        }
    }

    fn score(&mut self, position: &G::Position) -> i32 {
        match self {
            Self::Net(net) => net.score(position),
            Self::Handcrafted(handcrafted) => handcrafted.score(position),
            Self::Guided(guided) => guided.score(position),
            Self::Recording(recording) => recording.evaluator.score(position),
        }
    }

    fn shifted_score(&mut self, position: &G::Position, shift: f32) -> i32 {
        match self {
            Self::Net(net) => net.shifted_score(position, shift),
            Self::Handcrafted(handcrafted) => handcrafted.shifted_score(position, shift),
            Self::Guided(guided) => guided.shifted_score(position, shift),
            Self::Recording(recording) => recording.evaluator.shifted_score(position, shift),
        }
    }

    fn policy(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) {
        match self {
            Self::Net(net) => net.policy(position, moves, logits),
            Self::Handcrafted(handcrafted) => handcrafted.policy(position, moves, logits),
            Self::Guided(guided) => guided.policy(position, moves, logits),
            Self::Recording(recording) => recording.evaluator.policy(position, moves, logits),
        }
    }

    fn score_kind(&self) -> ScoreKind {
        match self {
            Self::Net(net) => net.score_kind(),
            Self::Handcrafted(handcrafted) => handcrafted.score_kind(),
            Self::Guided(guided) => guided.score_kind(),
            Self::Recording(recording) => recording.evaluator.score_kind(),
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{
        History,
        games::chess::{Chess, ChessMove, ChessPosition},
    };

    use super::*;
    use crate::{
        net::{Arch, FloatNet, Sizes},
        search::{
            Limits,
            alphabeta::{AlphaBeta, AlphaBetaParams},
        },
    };

    /// The enum has to dispatch every method, or the search is another one.
    #[test]
    fn an_engine_searches_as_its_evaluator_would_by_itself() {
        let game = Chess::standard();
        let position = game.start();
        let history = History::new(&position);
        let sizes = Sizes { width: 32, hidden: 16, value_hidden: 16, policy: 16 };
        let arch = Arch::of(&game, "ps", sizes).expect("in range");
        let net = Arc::new(FloatNet::random(arch, 5).expect("in range").quantise().expect("in range"));
        let by_net = NetEvaluator::new(game.clone(), net.clone()).expect("a net of chess");
        fn found<E: Evaluator<ChessPosition>>(
            evaluator: E,
            (position, history): (&ChessPosition, &History<ChessPosition>),
        ) -> (Vec<ChessMove>, i32) {
            let mut search = AlphaBeta::new(Chess::standard(), evaluator, AlphaBetaParams::default());
            let report = search.search(position, history, &Limits::nodes(3_000));
            (report.pv, report.score)
        }
        let place = (&position, &history);
        let by_engine = |judge| found(EngineEvaluator::new(game.clone(), judge).expect("it fits"), place);
        assert_eq!(by_engine(Judge::Net(net.clone())), found(by_net.clone(), place));
        assert_eq!(by_engine(Judge::BuiltIn), found(HandcraftedEvaluator::new(game.clone()), place));
        let guided = EngineEvaluator::guided(game.clone(), net, 0.3).expect("a net of chess");
        assert_eq!(found(guided, place), found(Guided::new(game.clone(), by_net, 0.3), place));
    }
}
