//! What an engine judges by.

use std::sync::Arc;

use damier_rules::{Game, MoveList, game::MoveOf};

use crate::{
    Evaluation, Evaluator, JudgeEvaluator,
    net::{Net, NetError, NetEvaluator},
    search::alphabeta::{Material, NetScore, Outlook, StaticEvaluator},
};

/// What to judge by.
#[derive(Clone, Debug)]
pub enum Judge {
    /// A net.
    Net(Arc<Net>),
    /// What the game's beginners count ([`Game::judge`]).
    BuiltIn,
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

    fn promise(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        match self {
            Self::Net(net) => net.promise(position, mv),
            Self::BuiltIn(material) => material.promise(position, mv),
        }
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        match self {
            Self::Net(net) => net.tactical_moves(position, out),
            Self::BuiltIn(material) => material.tactical_moves(position, out),
        }
    }
}
