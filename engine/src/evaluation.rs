//! What a search learns about a leaf.

use damier_rules::Position;

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

    /// The expected share of the point, in 0..=1.
    pub fn score(self) -> f32 {
        self.win + 0.5 * self.draw
    }

    /// The same, seen by the opponent.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }

    /// From three logits (win, draw, loss).
    pub fn from_logits(logits: [f32; 3]) -> Self {
        let max = logits[0].max(logits[1]).max(logits[2]);
        let [win, draw, loss] = logits.map(|logit| (logit - max).exp());
        let sum = win + draw + loss;
        Self { win: win / sum, draw: draw / sum, loss: loss / sum }
    }
}

/// An evaluator's judgement of one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation {
    /// Relative to the player to move.
    pub wdl: Wdl,
    /// Expected plies to the end of the game, at least 0.
    pub moves_left: f32,
}

/// Judges positions for a search. It may keep state between calls (an accumulator), but the result
/// depends on the arguments alone.
pub trait Evaluator<P: Position>: Send {
    /// Judges `position`, whose legal moves are `moves` (all, in canonical order, at least one), and
    /// replaces the content of `logits` by one policy logit per move.
    fn evaluate(&mut self, position: &P, moves: &[P::Move], logits: &mut Vec<f32>) -> Evaluation;
}
