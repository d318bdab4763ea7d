//! Judging positions without a search.

use damier_numerics::single;
use damier_rules::{Game, MoveList, Position, game::MoveOf};

use super::{recent_scores::RecentScores, score::STATIC_LIMIT};
use crate::{
    Evaluator, JudgeEvaluator,
    evaluation::{ODDS_UNIT, softmax},
    net::NetEvaluator,
};

/// The odds unit of a net's scores: a man's worth, 100, is half a unit of log-odds.
pub(super) const NET_ODDS_UNIT: f32 = 200.0;

/// The score of a quiet position is seldom further than this from the [guess](StaticEvaluator::guess) at it.
pub(super) const GUESS_MARGIN: i32 = 200;

/// Judges quiet positions.
pub trait StaticEvaluator<P: Position>: Send {
    /// The score in hundredths of a man for the player to move, within
    /// ±[`STATIC_LIMIT`]. It depends on the position alone.
    fn score(&mut self, position: &P) -> i32;

    /// A quick guess at the [score](Self::score) of a quiet position, which is seldom further than a margin away from it.
    /// `None` where there is nothing to guess by, or to gain.
    fn guess(&self, position: &P) -> Option<i32> {
        let _ = position;
        None
    }

    /// Told of positions that may be judged soon, to have what is known of them brought near.
    fn announce(&self, position: &P) {
        let _ = position;
    }

    /// By so much of the score the odds of the player's share of the point grow by the factor *e*.
    fn odds_unit(&self) -> f32 {
        ODDS_UNIT
    }

    /// What else there is to say about a position with these legal moves, at least one.
    fn outlook(&mut self, position: &P, moves: &[P::Move]) -> Outlook {
        let _ = position;
        Outlook { draw: 0.0, moves_left: 0.0, priors: vec![1.0 / moves.len() as f32; moves.len()] }
    }

    /// Replaces `logits` by those of a policy, one for each of `moves`, which are all legal moves; leaves it empty where
    /// there is no policy.
    fn policy(&mut self, position: &P, moves: &[P::Move], logits: &mut Vec<f32>) {
        let _ = (position, moves);
        logits.clear();
    }

    /// How promising a legal move looks; see [`Game::promise`].
    fn promise(&self, position: &P, mv: P::Move) -> Option<i32> {
        let _ = (position, mv);
        Some(0)
    }

    /// The moves that are looked at beyond the depth; see [`Game::tactical_moves`].
    fn tactical_moves(&self, position: &P, out: &mut MoveList<P::Move>) {
        let _ = position;
        out.clear();
    }

    /// What a tactical move may win at once; see [`Game::gain`].
    fn gain(&self, position: &P, mv: P::Move) -> Option<i32> {
        let _ = (position, mv);
        None
    }
}

/// What is expected of a position besides its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// The probability of a draw, 0..=1.
    pub draw: f32,
    /// Plies to the end of the game.
    pub moves_left: f32,
    /// One for each legal move; they sum to one.
    pub priors: Vec<f32>,
}

/// The expected share of the point, 0..=1, that a score stands for where that is no proven or known one.
pub(super) fn share_of(score: i32, odds_unit: f32) -> f32 {
    1.0 / (1.0 + single::exp(-(score as f32) / odds_unit))
}

/// What an evaluator expects.
pub(super) fn outlook_of<P: Position>(
    evaluator: &mut impl Evaluator<P>,
    position: &P,
    moves: &[P::Move],
) -> Outlook {
    let mut logits = Vec::new();
    let found = evaluator.evaluate(position, moves, &mut logits);
    Outlook { draw: found.value.draw(), moves_left: found.moves_left, priors: softmax(&logits) }
}

/// What the game's beginners count: material, or lines of stones, or the way to the goal.
#[derive(Clone, Debug)]
pub struct Material<G> {
    game: G,
}

impl<G: Game> Material<G> {
    /// The material of `game`.
    pub fn new(game: G) -> Self {
        Self { game }
    }
}

impl<G: Game> StaticEvaluator<G::Position> for Material<G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        self.game.judge(position, position.to_move())
    }

    fn odds_unit(&self) -> f32 {
        ODDS_UNIT
    }

    fn outlook(&mut self, position: &G::Position, moves: &[MoveOf<G>]) -> Outlook {
        outlook_of(&mut JudgeEvaluator::new(self.game.clone()), position, moves)
    }

    fn promise(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.promise(position, mv)
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        self.game.tactical_moves(position, out);
    }

    fn gain(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.gain(position, mv)
    }
}

/// A net's value, and its policy to order moves by.
#[derive(Clone)]
pub struct NetScore<G: Game> {
    game: G,
    evaluator: NetEvaluator<G>,
    recent: RecentScores,
}

impl<G: Game> NetScore<G> {
    /// The value and the policy of `evaluator`'s net.
    pub fn new(game: G, evaluator: NetEvaluator<G>) -> Self {
        Self { game, evaluator, recent: RecentScores::new() }
    }
}

impl<G: Game> StaticEvaluator<G::Position> for NetScore<G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        let score = self.recent.get_or_find(position.key(), || {
            let share = self.evaluator.value(position).value.score();
            let log_odds = single::ln(share / (1.0 - share));
            // The clamp takes the infinities of a certain share, too.
            (log_odds * NET_ODDS_UNIT).clamp(-STATIC_LIMIT as f32, STATIC_LIMIT as f32) as i16
        });
        score.into()
    }

    fn guess(&self, position: &G::Position) -> Option<i32> {
        self.game.material(position, position.to_move())
    }

    fn announce(&self, position: &G::Position) {
        self.recent.prefetch(position.key());
    }

    fn odds_unit(&self) -> f32 {
        NET_ODDS_UNIT
    }

    fn outlook(&mut self, position: &G::Position, moves: &[MoveOf<G>]) -> Outlook {
        outlook_of(&mut self.evaluator, position, moves)
    }

    fn policy(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) {
        self.evaluator.evaluate(position, moves, logits);
    }

    fn promise(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.promise(position, mv)
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        self.game.tactical_moves(position, out);
    }

    fn gain(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.gain(position, mv)
    }
}
