//! Evaluation without a net: material, the distance to the goal, or lines of stones.

use damier_numerics::single;
use damier_rules::{Game, MoveList, Player, Position, SearchHeuristics, game::MoveOf, player::MAX_PLAYERS};

use crate::evaluation::{Evaluation, Evaluator, ODDS_UNIT, ScoreKind, Value, Wdl};

/// Move score that multiplies a prior by *e*.
const PRIOR_UNIT: f32 = 300.0;
/// Logit of a move without a score, beside one of score 0.
const UNPROMISING: f32 = -4.0;
/// Expected plies to the end of the game, without an estimate.
const MOVES_LEFT: f32 = 40.0;

/// Handcrafted evaluator: positions by [`static_eval`](SearchHeuristics::static_eval), moves by
/// [`move_score`](SearchHeuristics::move_score).
#[derive(Clone, Debug)]
pub struct HandcraftedEvaluator<H> {
    heuristics: H,
}

impl<H> HandcraftedEvaluator<H> {
    /// Returns the evaluator by the heuristics of a game, which is one.
    pub fn new(heuristics: H) -> Self {
        Self { heuristics }
    }
}

impl<P: Position, H: SearchHeuristics<P> + Send> Evaluator<P> for HandcraftedEvaluator<H> {
    fn evaluate(&mut self, position: &P, moves: &[P::Move], logits: &mut Vec<f32>) -> Evaluation {
        logits.clear();
        let scores = moves.iter().map(|mv| self.heuristics.move_score(position, *mv));
        logits.extend(scores.map(|score| score.map_or(UNPROMISING, |value| value as f32 / PRIOR_UNIT)));
        Evaluation { value: self.value(position), moves_left: MOVES_LEFT }
    }

    fn value(&mut self, position: &P) -> Value {
        let players = position.players();
        let to_move = position.to_move().index();
        let mut logits = [0.0; MAX_PLAYERS];
        for (turn, logit) in logits[..players].iter_mut().enumerate() {
            let player = Player::new((to_move + turn) % players);
            *logit = self.heuristics.static_eval(position, player) as f32 / ODDS_UNIT;
        }
        if players == 2 {
            // Both see the same difference, each from its side.
            let win = 1.0 / (1.0 + single::exp((logits[1] - logits[0]).clamp(-60.0, 60.0)).sqrt());
            return Value::Two(Wdl { win, draw: 0.0, loss: 1.0 - win });
        }
        Value::from_logits(players, &logits[..players])
    }

    fn score(&mut self, position: &P) -> i32 {
        self.heuristics.static_eval(position, position.to_move())
    }

    fn shifted_score(&mut self, position: &P, _: f32) -> i32 {
        self.score(position)
    }

    fn policy(&mut self, _: &P, _: &[P::Move], logits: &mut Vec<f32>) {
        logits.clear();
    }

    fn score_kind(&self) -> ScoreKind {
        ScoreKind::HANDCRAFTED
    }
}

/// Returns the legal move after which `position` stands best for the player who makes it, by
/// [`static_eval`](damier_rules::SearchHeuristics::static_eval); a move that ends the game counts by its
/// outcome. Of equal ones the first in the order of `moves`, which are all legal, at least one.
///
/// # Panics
/// If there is no move.
pub fn greedy_move<G: Game>(game: &G, position: &G::Position, moves: &MoveList<MoveOf<G>>) -> MoveOf<G> {
    /// Beyond every judgement.
    const END: f32 = 1.0e6;
    let player = position.to_move();
    let score = |mv: &MoveOf<G>| {
        let mut next = position.clone();
        next.play(*mv);
        match next.outcome() {
            Some(outcome) => END * (outcome.share(player, next.players()) - 0.5),
            None => game.static_eval(&next, player) as f32,
        }
    };
    let first = moves.first().expect("a legal move");
    let (mut best, mut best_score) = (first, score(first));
    for mv in &moves[1..] {
        let score = score(mv);
        if score > best_score {
            (best, best_score) = (mv, score);
        }
    }
    *best
}

#[cfg(test)]
mod tests {
    use damier_rules::{
        Notation,
        NotationFormat::Native,
        games::draughts::{Draughts, Russian},
    };

    use super::*;

    fn judged(fen: &str) -> Value {
        let game = Draughts::<Russian>::new();
        let position = game.parse_position(Native, fen).expect("a position");
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut logits = Vec::new();
        let value = HandcraftedEvaluator::new(game).evaluate(&position, &moves, &mut logits).value;
        assert_eq!(logits.len(), moves.len());
        value
    }

    #[test]
    fn more_men_are_better_and_equal_ones_are_even() {
        assert_eq!(judged("W:Wa1,c1:Bb8,d8").score(), 0.5);
        let (more, fewer) = (judged("W:Wa1,c1,e1:Bb8"), judged("B:Wa1,c1,e1:Bb8"));
        assert!(more.score() > 0.6 && (more.score() + fewer.score() - 1.0).abs() < 1e-6);
    }
}
