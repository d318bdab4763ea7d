//! What a search learns about a position, and the trait of what tells it.

use damier_numerics::single;
use damier_rules::{Estimate, MoveList, Outcome, Player, Position, player::MAX_PLAYERS};

/// Players of a game whose values are win, draw and loss, and which has full proofs.
pub(crate) const TWO_PLAYERS: usize = 2;

/// The number of classes that a value has: win, draw and loss for two players, one per player for more.
pub const fn value_classes(players: usize) -> usize {
    if players == TWO_PLAYERS { 3 } else { players }
}

/// Probabilities of win, draw and loss, relative to the player to move; they sum to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wdl {
    /// That the player to move wins.
    pub win: f32,
    /// That the game is drawn.
    pub draw: f32,
    /// That the player to move loses.
    pub loss: f32,
}

impl Wdl {
    /// Certain win.
    pub const WIN: Self = Self { win: 1.0, draw: 0.0, loss: 0.0 };
    /// Certain draw.
    pub const DRAW: Self = Self { win: 0.0, draw: 1.0, loss: 0.0 };
    /// Certain loss.
    pub const LOSS: Self = Self { win: 0.0, draw: 0.0, loss: 1.0 };

    /// Returns win, draw and loss for an expected share of the point and a draw probability, which the share bounds.
    pub(crate) fn of_share(share: f32, draw: f32) -> Self {
        let draw = draw.min(2.0 * share.min(1.0 - share)).max(0.0);
        let win = (share - draw / 2.0).clamp(0.0, 1.0);
        Self { win, draw, loss: (1.0 - win - draw).max(0.0) }
    }

    /// The expected share of the point, in 0..=1.
    pub fn score(self) -> f32 {
        self.win + 0.5 * self.draw
    }

    /// The same, seen by the opponent.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// The expected share of the point of each player of a game of more than two, relative: first the player
/// to move, then the others in turn order. They sum to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RelativeShares {
    players: u8,
    shares: [f32; MAX_PLAYERS],
}

impl RelativeShares {
    /// From one share per player.
    ///
    /// # Panics
    /// If there are more than [`MAX_PLAYERS`].
    pub fn new(shares: &[f32]) -> Self {
        let mut all = [0.0; MAX_PLAYERS];
        all[..shares.len()].copy_from_slice(shares);
        Self { players: shares.len() as u8, shares: all }
    }

    /// One share per player.
    pub fn as_slice(&self) -> &[f32] {
        &self.shares[..usize::from(self.players)]
    }
}

/// The expected share of the point of each player, absolute: by seat.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SeatShares([f32; MAX_PLAYERS]);

impl SeatShares {
    /// What an outcome gives each of `players`.
    pub fn of_outcome(outcome: Outcome, players: usize) -> Self {
        let mut shares = [0.0; MAX_PLAYERS];
        for (seat, share) in shares[..players].iter_mut().enumerate() {
            *share = outcome.share(Player::new(seat), players);
        }
        Self(shares)
    }

    /// From one share per seat; those of seats that do not play are 0.
    pub fn from_seats(shares: [f32; MAX_PLAYERS]) -> Self {
        Self(shares)
    }

    /// One share per seat.
    pub fn by_seat(&self) -> [f32; MAX_PLAYERS] {
        self.0
    }

    /// What `player` gets.
    pub fn of(&self, player: Player) -> f32 {
        self.0[player.index()]
    }

    /// Adds the shares of another.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, share)| *sum += share);
    }

    /// Relative to the player to move of a game of `players`, each divided by `total`.
    pub fn relative(&self, to_move: Player, players: usize, total: f32) -> RelativeShares {
        let mut shares = [0.0; MAX_PLAYERS];
        for (turn, share) in shares[..players].iter_mut().enumerate() {
            *share = self.0[(to_move.index() + turn) % players] / total;
        }
        RelativeShares { players: players as u8, shares }
    }
}

/// Returns the mean of two numbers, in which the other has a share in 0..=1.
pub fn mix(one: f32, other: f32, share: f32) -> f32 {
    (1.0 - share) * one + share * other
}

/// What a position is worth, relative to the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// To two players.
    Two(Wdl),
    /// To more than two.
    Many(RelativeShares),
}

impl Value {
    /// From one logit per class ([`value_classes`]).
    ///
    /// # Panics
    /// If there is no class, or more than a value can have.
    pub fn from_logits(players: usize, logits: &[f32]) -> Self {
        let mut classes = [0.0; MAX_PLAYERS];
        let classes = &mut classes[..logits.len()];
        classes.copy_from_slice(logits);
        single::softmax(classes);
        Self::from_classes(players, classes)
    }

    /// From one probability or share per class ([`value_classes`]).
    ///
    /// # Panics
    /// If the number of classes is another.
    pub fn from_classes(players: usize, classes: &[f32]) -> Self {
        assert_eq!(classes.len(), value_classes(players));
        if players == TWO_PLAYERS {
            Self::Two(Wdl { win: classes[0], draw: classes[1], loss: classes[2] })
        } else {
            Self::Many(RelativeShares::new(classes))
        }
    }

    /// What `outcome` is worth to `player` and, where there are more than two, to the others after it.
    pub fn of_outcome(outcome: Outcome, player: Player, players: usize) -> Self {
        if players != TWO_PLAYERS {
            return Self::Many(SeatShares::of_outcome(outcome, players).relative(player, players, 1.0));
        }
        let share = outcome.share(player, players);
        Self::Two(match outcome {
            Outcome::Draw => Wdl::DRAW,
            Outcome::Win(_) | Outcome::Places(_) => Wdl { win: share, draw: 0.0, loss: 1.0 - share },
        })
    }

    /// One probability or share per class ([`value_classes`]); the rest of the array is zero.
    pub fn classes(&self) -> ([f32; MAX_PLAYERS], usize) {
        match self {
            Self::Two(Wdl { win, draw, loss }) => ([*win, *draw, *loss, 0.0, 0.0, 0.0], 3),
            Self::Many(shares) => (shares.shares, usize::from(shares.players)),
        }
    }

    /// Returns the mean of this value and another of as many players, in which the other has a share in 0..=1.
    #[must_use]
    pub fn mixed(&self, other: &Self, share: f32) -> Self {
        let ((mut classes, count), (other, _)) = (self.classes(), other.classes());
        classes.iter_mut().zip(other).for_each(|(one, other)| *one = mix(*one, other, share));
        let players = match self {
            Self::Two(_) => TWO_PLAYERS,
            Self::Many(shares) => usize::from(shares.players),
        };
        Self::from_classes(players, &classes[..count])
    }

    /// The expected share of the point of the player to move, in 0..=1.
    pub fn score(&self) -> f32 {
        match self {
            Self::Two(wdl) => wdl.score(),
            Self::Many(shares) => shares.shares[0],
        }
    }

    /// The probability of a draw; 0 with more than two players.
    pub fn draw(&self) -> f32 {
        match self {
            Self::Two(wdl) => wdl.draw,
            Self::Many(_) => 0.0,
        }
    }

    /// Win, draw and loss, where there are two players.
    pub fn wdl(&self) -> Option<Wdl> {
        match self {
            Self::Two(wdl) => Some(*wdl),
            Self::Many(_) => None,
        }
    }

    /// The same by seat, where it is `to_move`'s turn.
    pub fn by_seat(&self, to_move: Player) -> SeatShares {
        let mut shares = [0.0; MAX_PLAYERS];
        match self {
            Self::Two(wdl) => {
                let score = wdl.score();
                shares[to_move.index()] = score;
                shares[to_move.opponent().index()] = 1.0 - score;
            }
            Self::Many(relative) => {
                let players = usize::from(relative.players);
                for (turn, share) in relative.as_slice().iter().enumerate() {
                    shares[(to_move.index() + turn) % players] = *share;
                }
            }
        }
        SeatShares(shares)
    }
}

/// An evaluator's judgement of one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation {
    /// Relative to the player to move.
    pub value: Value,
    /// Expected plies to the end of the game, at least 0.
    pub moves_left: f32,
}

/// Evaluator of positions for the searches: tree search asks for value, moves left and policy, alpha-beta search for
/// scores.
///
/// It may keep state between calls (an accumulator), but the results depend on the arguments alone. Only
/// [`evaluate`](Self::evaluate) is required: the others follow from it, as a net has them.
pub trait Evaluator<P: Position>: Send {
    /// Evaluates `position`, and replaces the content of `logits` by one policy logit per move.
    ///
    /// `moves` are all legal moves in canonical order, at least one.
    fn evaluate(&mut self, position: &P, moves: &[P::Move], logits: &mut Vec<f32>) -> Evaluation;

    /// Returns the value of `position` alone, as [`evaluate`](Self::evaluate) does but without the policy.
    ///
    /// The position has a legal move. One-ply child evaluation calls it.
    fn value(&mut self, position: &P) -> Value {
        evaluation(self, position).value
    }

    /// Returns the static evaluation in centipawns for the player to move, within ±[`STATIC_LIMIT`].
    fn score(&mut self, position: &P) -> i32 {
        score_of_share(self.value(position).score())
    }

    /// Returns the [score](Self::score) where a draw is worth `shift` more than half a point to the player to move.
    ///
    /// Evaluators without a probability of draws return the score.
    fn shifted_score(&mut self, position: &P, shift: f32) -> i32 {
        let value = self.value(position);
        score_of_share(value.score() + shift * value.draw())
    }

    /// Replaces `logits` by those of the policy for move ordering, one for each of `moves`, which are all legal moves.
    ///
    /// Leaves it empty without a policy.
    fn policy(&mut self, position: &P, moves: &[P::Move], logits: &mut Vec<f32>) {
        self.evaluate(position, moves, logits);
    }

    /// Returns what alpha-beta search may assume of the [scores](Self::score).
    fn score_kind(&self) -> ScoreKind {
        ScoreKind::NET
    }
}

/// Returns the score of a net that expects this share of the point, 0..=1.
fn score_of_share(share: f32) -> i32 {
    let log_odds = single::ln(share / (1.0 - share));
    // The clamp also bounds the infinite log-odds of the shares 0 and 1.
    (log_odds * NET_ODDS_UNIT).clamp(-STATIC_LIMIT as f32, STATIC_LIMIT as f32) as i32
}

/// What alpha-beta search may assume of an evaluator's scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreKind {
    /// Centipawns per unit of log-odds of the expected share of the point.
    pub odds_unit: f32,
    /// Whether a score takes longer than a look into a cache.
    pub is_costly: bool,
    /// Whether a score seldom differs from [`material`](damier_rules::SearchHeuristics::material) by more than the margin
    /// of lazy evaluation, and is dearer.
    pub is_near_material: bool,
}

impl ScoreKind {
    /// Scores of a net.
    pub const NET: Self = Self { odds_unit: NET_ODDS_UNIT, is_costly: true, is_near_material: true };
    /// Handcrafted scores.
    pub const HANDCRAFTED: Self = Self { odds_unit: ODDS_UNIT, is_costly: false, is_near_material: false };
}

/// Returns the evaluation of a position that may be no leaf of a search.
pub(crate) fn evaluation<P: Position>(
    evaluator: &mut (impl Evaluator<P> + ?Sized),
    position: &P,
) -> Evaluation {
    let (mut moves, mut logits) = (MoveList::new(), Vec::new());
    position.legal_moves(&mut moves);
    evaluator.evaluate(position, &moves, &mut logits)
}

/// Returns what an evaluator expects of a position that may be no leaf of a search, for moves that are made from
/// estimates ([`announced_move`](damier_rules::SearchHeuristics::announced_move)).
pub fn estimate<P: Position>(evaluator: &mut impl Evaluator<P>, position: &P) -> Estimate {
    let Evaluation { value, moves_left } = evaluation(evaluator, position);
    Estimate { share: value.score(), draw: value.draw(), plies: moves_left }
}

/// Greatest absolute value of a static evaluation, in centipawns.
pub const STATIC_LIMIT: i32 = 20_000;
/// Hundredths of a pawn or a man that multiply the odds of a share by *e*, as in the handcrafted evaluation.
pub(crate) const ODDS_UNIT: f32 = 300.0;
/// Centipawns per unit of log-odds in a net's scores: a man (100) is half a unit.
pub(crate) const NET_ODDS_UNIT: f32 = 200.0;
/// Shares nearer to 0 or 1 than this are told as if they were this far.
const NEAREST: f32 = 1.0e-6;

/// An expected share of the point (0 to 1) between two players as hundredths of a pawn or a man, within ±4,145.
pub fn hundredths_of_share(share: f32) -> i32 {
    let share = share.clamp(NEAREST, 1.0 - NEAREST);
    (ODDS_UNIT * single::ln(share / (1.0 - share))).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_by_seat_and_relative_ones_are_the_same() {
        let places = Outcome::Places([1, 0, 2, 0, 0, 0]);
        for seat in 0..3 {
            let value = Value::of_outcome(places, Player::new(seat), 3);
            assert_eq!(value.by_seat(Player::new(seat)), SeatShares::of_outcome(places, 3));
        }
        let value = Value::of_outcome(places, Player::new(2), 3);
        let (classes, count) = value.classes();
        assert_eq!(classes[..count], [0.0, 1.0 / 3.0, 2.0 / 3.0], "the last, then seats 0 and 1");
        let won = Value::of_outcome(Outcome::Win(Player::SECOND), Player::SECOND, 2);
        assert_eq!(won, Value::Two(Wdl::WIN));
        assert_eq!(won.by_seat(Player::SECOND).of(Player::FIRST), 0.0);
    }

    #[test]
    fn logits_become_a_distribution() {
        for players in 2..=MAX_PLAYERS {
            let logits: Vec<f32> = (0..value_classes(players)).map(|class| class as f32).collect();
            let (classes, count) = Value::from_logits(players, &logits).classes();
            assert!((classes[..count].iter().sum::<f32>() - 1.0).abs() < 1e-6);
            assert!(classes[..count].windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
