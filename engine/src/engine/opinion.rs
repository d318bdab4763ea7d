//! What an engine judges by.

use std::{fmt, sync::Arc};

use damier_rules::{Game, MoveList, game::MoveOf};

use crate::{
    Evaluation, Evaluator, JudgeEvaluator, Value,
    net::{Net, NetError, NetEvaluator},
    search::alphabeta::{Material, NetScore, Outlook, StaticEvaluator},
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

/// The evaluator of a [`Judge`].
#[derive(Clone)]
pub enum Opinion<G: Game> {
    /// Of a net.
    Net(Box<NetEvaluator<G>>),
    /// Of the game.
    BuiltIn(JudgeEvaluator<G>),
}

impl<G: Game> Opinion<G> {
    /// For positions of `game`.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn new(game: G, judge: Judge) -> Result<Self, NetError> {
        Ok(match judge {
            Judge::Net(net) => Self::Net(Box::new(NetEvaluator::new(game, net)?)),
            Judge::BuiltIn => Self::BuiltIn(JudgeEvaluator::new(game)),
        })
    }
}

impl<G: Game> Evaluator<G::Position> for Opinion<G> {
    fn evaluate(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        match self {
            Self::Net(net) => net.evaluate(position, moves, logits),
            Self::BuiltIn(judge) => judge.evaluate(position, moves, logits),
        }
    }

    fn evaluate_value(&mut self, position: &G::Position) -> Value {
        match self {
            Self::Net(net) => net.evaluate_value(position),
            Self::BuiltIn(judge) => judge.evaluate_value(position),
        }
    }
}

/// The same for alpha-beta search.
#[derive(Clone)]
pub(super) enum Appraiser<G: Game> {
    /// Of a net.
    Net(Box<NetScore<G>>),
    /// Of the game.
    BuiltIn(Material<G>),
}

impl<G: Game> Appraiser<G> {
    /// What that opinion is.
    pub(super) fn new(game: G, opinion: &Opinion<G>) -> Self {
        match opinion {
            Opinion::Net(net) => Self::Net(Box::new(NetScore::new(game, (**net).clone()))),
            Opinion::BuiltIn(_) => Self::BuiltIn(Material::new(game)),
        }
    }
}

impl<G: Game> StaticEvaluator<G::Position> for Appraiser<G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        match self {
            Self::Net(net) => net.score(position),
            Self::BuiltIn(material) => material.score(position),
        }
    }

    fn lazy_score(&self, position: &G::Position) -> Option<i32> {
        match self {
            Self::Net(net) => net.lazy_score(position),
            Self::BuiltIn(material) => material.lazy_score(position),
        }
    }

    fn prefetch(&self, position: &G::Position) {
        match self {
            Self::Net(net) => net.prefetch(position),
            Self::BuiltIn(material) => material.prefetch(position),
        }
    }

    fn odds_unit(&self) -> f32 {
        match self {
            Self::Net(net) => net.odds_unit(),
            Self::BuiltIn(material) => material.odds_unit(),
        }
    }

    fn outlook(&mut self, position: &G::Position, moves: &[MoveOf<G>]) -> Outlook {
        match self {
            Self::Net(net) => net.outlook(position, moves),
            Self::BuiltIn(material) => material.outlook(position, moves),
        }
    }

    fn move_score(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        match self {
            Self::Net(net) => net.move_score(position, mv),
            Self::BuiltIn(material) => material.move_score(position, mv),
        }
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        match self {
            Self::Net(net) => net.tactical_moves(position, out),
            Self::BuiltIn(material) => material.tactical_moves(position, out),
        }
    }

    fn policy(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) {
        match self {
            Self::Net(net) => net.policy(position, moves, logits),
            Self::BuiltIn(material) => material.policy(position, moves, logits),
        }
    }

    fn gain(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        match self {
            Self::Net(net) => net.gain(position, mv),
            Self::BuiltIn(material) => material.gain(position, mv),
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{History, games::chess::Chess};

    use super::*;
    use crate::{
        net::{Arch, FloatNet, Sizes},
        search::{
            Limits,
            alphabeta::{AlphaBeta, AlphaBetaParams},
        },
    };

    /// Wrappers have to forward every method, or the search is another one.
    #[test]
    fn an_engine_searches_as_its_opinion_would_by_itself() {
        let game = Chess::standard();
        let position = game.start();
        let history = History::new(&position);
        let limits = Limits::nodes(3_000);
        let sizes = Sizes { width: 32, hidden: 16, value_hidden: 16, policy: 16 };
        let arch = Arch::of(&game, "ps", sizes).expect("in range");
        let net = Arc::new(FloatNet::random(arch, 5).expect("in range").quantise().expect("in range"));
        let opinion = Opinion::new(game.clone(), Judge::Net(net.clone())).expect("a net of chess");
        let evaluator = NetEvaluator::new(game.clone(), net).expect("a net of chess");
        let params = AlphaBetaParams::default();
        let by_engine = AlphaBeta::new(Appraiser::new(game.clone(), &opinion), params)
            .search(&position, &history, &limits);
        let by_itself =
            AlphaBeta::new(NetScore::new(game, evaluator), params).search(&position, &history, &limits);
        assert_eq!((by_engine.pv, by_engine.score), (by_itself.pv, by_itself.score));
    }
}
