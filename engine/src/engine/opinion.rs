//! What an engine judges by.

use std::sync::Arc;

use damier_rules::{Game, game::MoveOf};

use crate::{
    Evaluation, Evaluator, JudgeEvaluator,
    net::{Net, NetError, NetEvaluator},
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
