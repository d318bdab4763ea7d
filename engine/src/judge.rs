//! Tree search without a net: by what the game's beginners count.

use damier_numerics::single;
use damier_rules::{Estimate, Game, MoveList, Player, Position, game::MoveOf, player::MAX_PLAYERS};

use crate::evaluation::{Evaluation, Evaluator, ODDS_UNIT, Value, Wdl};

/// The promise of a move that multiplies its prior by *e*.
const PRIOR_UNIT: f32 = 300.0;
/// Logit of a move without any promise, beside a promise of 0.
const UNPROMISING: f32 = -4.0;
/// Plies to the end, where no estimate exists.
const MOVES_LEFT: f32 = 40.0;

/// Handcrafted evaluator: positions by [`static_eval`](damier_rules::SearchHeuristics::static_eval), moves by
/// [`move_score`](damier_rules::SearchHeuristics::move_score).
#[derive(Clone, Debug)]
pub struct JudgeEvaluator<G> {
    game: G,
}

impl<G: Game> JudgeEvaluator<G> {
    /// For positions of `game`.
    pub fn new(game: G) -> Self {
        Self { game }
    }

    fn value(&self, position: &G::Position) -> Value {
        let players = position.players();
        let to_move = position.to_move().index();
        let mut logits = [0.0; MAX_PLAYERS];
        for (turn, logit) in logits[..players].iter_mut().enumerate() {
            let player = Player::new((to_move + turn) % players);
            *logit = self.game.static_eval(position, player) as f32 / ODDS_UNIT;
        }
        if players == 2 {
            // Both see the same difference, each from its side.
            let win = 1.0 / (1.0 + single::exp((logits[1] - logits[0]).clamp(-60.0, 60.0)).sqrt());
            return Value::Two(Wdl { win, draw: 0.0, loss: 1.0 - win });
        }
        Value::from_logits(players, &logits[..players])
    }
}

impl<G: Game> Evaluator<G::Position> for JudgeEvaluator<G> {
    fn evaluate(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        logits.clear();
        let promises = moves.iter().map(|mv| self.game.move_score(position, *mv));
        logits.extend(promises.map(|promise| promise.map_or(UNPROMISING, |value| value as f32 / PRIOR_UNIT)));
        Evaluation { value: self.value(position), moves_left: MOVES_LEFT }
    }

    fn evaluate_value(&mut self, position: &G::Position) -> Value {
        self.value(position)
    }
}

/// A mixture of [`JudgeEvaluator`] and another evaluator: what self-play begins with in games that random
/// play does not finish.
#[derive(Clone, Debug)]
pub struct Guided<G, E> {
    judge: JudgeEvaluator<G>,
    evaluator: E,
    /// Share of the judge, 0..=1.
    weight: f32,
    logits: Vec<f32>,
}

impl<G: Game, E: Evaluator<G::Position>> Guided<G, E> {
    /// With `weight` (0..=1) for the judge and the rest for `evaluator`. One that has no weight is never
    /// asked.
    pub fn new(game: G, evaluator: E, weight: f32) -> Self {
        Self { judge: JudgeEvaluator::new(game), evaluator, weight, logits: Vec::new() }
    }

    fn mix(&self, judged: f32, learned: f32) -> f32 {
        self.weight * judged + (1.0 - self.weight) * learned
    }

    fn mix_values(&self, position: &G::Position, judged: &Value, learned: &Value) -> Value {
        let ((mut classes, count), (other, _)) = (judged.classes(), learned.classes());
        classes.iter_mut().zip(other).for_each(|(class, other)| *class = self.mix(*class, other));
        Value::from_classes(position.players(), &classes[..count])
    }
}

impl<G: Game, E: Evaluator<G::Position>> Evaluator<G::Position> for Guided<G, E> {
    fn evaluate(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        if self.weight <= 0.0 {
            return self.evaluator.evaluate(position, moves, logits);
        }
        let judged = self.judge.evaluate(position, moves, logits);
        if self.weight >= 1.0 {
            return judged;
        }
        let learned = self.evaluator.evaluate(position, moves, &mut self.logits);
        for (logit, learned) in logits.iter_mut().zip(&self.logits) {
            *logit = self.mix(*logit, *learned);
        }
        Evaluation {
            value: self.mix_values(position, &judged.value, &learned.value),
            moves_left: self.mix(judged.moves_left, learned.moves_left),
        }
    }

    fn evaluate_value(&mut self, position: &G::Position) -> Value {
        if self.weight <= 0.0 {
            return self.evaluator.evaluate_value(position);
        }
        let judged = self.judge.evaluate_value(position);
        if self.weight >= 1.0 {
            return judged;
        }
        let learned = self.evaluator.evaluate_value(position);
        self.mix_values(position, &judged, &learned)
    }
}

/// An evaluator's judgement of a position that may be no leaf of a search.
pub(crate) fn evaluation<P: Position>(
    evaluator: &mut (impl Evaluator<P> + ?Sized),
    position: &P,
) -> Evaluation {
    let (mut moves, mut logits) = (MoveList::new(), Vec::new());
    position.legal_moves(&mut moves);
    evaluator.evaluate(position, &moves, &mut logits)
}

/// What an evaluator expects of a position that may be no leaf of a search, for moves that are made from
/// estimates ([`announced_move`](damier_rules::SearchHeuristics::announced_move)).
pub fn estimate<P: Position>(evaluator: &mut impl Evaluator<P>, position: &P) -> Estimate {
    let Evaluation { value, moves_left } = evaluation(evaluator, position);
    Estimate { share: value.score(), draw: value.draw(), plies: moves_left }
}

/// The legal move after which `position` stands best for the player who makes it, by
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
        let value = JudgeEvaluator::new(game).evaluate(&position, &moves, &mut logits).value;
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
