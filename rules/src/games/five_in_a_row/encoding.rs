//! Policy rows.

use super::{
    five_move::{Choice, FiveMove},
    frame::{self, Frame},
    layout,
    position::{FivePosition, Stage},
    prediction::{EARLIEST_FIVE, Prediction},
    rules::{RuleSet, Rules},
    threat::{NO_SHAPES, Threat, ThreatTable},
};
use crate::{encoding::MoveEncoding, layout::Layout};

/// What a stone does, as far as the rows tell it apart; see [`FiveEncoding`].
const MERITS: usize = layout::MERIT_NAMES.len();
/// The rows of stones.
const STONES: usize = MERITS * frame::POINTS;
/// The rows of choices: those of fives, which no stone makes while colours are chosen.
const FIRST_CHOICE: usize = frame::POINTS;

/// One row for each point and merit of a stone there (what it makes, and what it takes from the opponent,
/// twenty classes): `merit × points + point`; outside play the merit is 0. So the rows of the most forcing
/// stones are the same wherever the stones around them lie, and a bias suffices to prefer them. Points are those of the
/// [frame], or the nearest one there.
///
/// Behind them the predicted game has rows for a pass and the predictions. The choices of an opening have the rows of
/// fives at the first points, so that nets do not depend on how a game begins.
#[derive(Clone, Debug)]
pub struct FiveEncoding {
    rules: Rules,
}

impl FiveEncoding {
    pub(super) const fn new(rules: Rules) -> Self {
        Self { rules }
    }
}

impl MoveEncoding<FivePosition> for FiveEncoding {
    fn count(&self) -> usize {
        match self.rules.set {
            // A pass, a draw, and a five at each move from the earliest on.
            RuleSet::Predicted => STONES + 2 + frame::POINTS + 1 - EARLIEST_FIVE,
            _ => STONES,
        }
    }

    fn is_injective(&self) -> bool {
        self.rules.size() <= frame::SIDE
    }

    fn layout(&self) -> Layout {
        layout::rows(&self.rules)
    }

    fn rows(&self, position: &FivePosition, moves: &[FiveMove], out: &mut Vec<u32>) {
        out.clear();
        let frame = Frame::of(&position.board);
        let table = ThreatTable::of(self.rules.set);
        let shapes = position.board.shapes();
        let own = position.colour_to_move();
        out.extend(moves.iter().map(|mv| {
            let row = match *mv {
                FiveMove::Stone(point) => {
                    let point = usize::from(point);
                    let merit = if position.stage == Stage::Play && shapes[point] != NO_SHAPES {
                        let [making, taking] =
                            [own, own.other()].map(|colour| table.threat(shapes[point], colour));
                        usize::from(MERIT_OF[making as usize][taking as usize])
                    } else {
                        0
                    };
                    merit * frame::POINTS + frame.nearest(point)
                }
                FiveMove::Pass => STONES,
                FiveMove::Choice(choice) => {
                    FIRST_CHOICE
                        + match choice {
                            Choice::Black => 0,
                            Choice::White => 1,
                            Choice::TwoMore => 2,
                        }
                }
                FiveMove::Prediction(prediction) => STONES + 1 + prediction_row(prediction),
            };
            row as u32
        }));
    }
}

fn prediction_row(prediction: Prediction) -> usize {
    // Later fives, on larger boards, have the last row.
    prediction.five().map_or(0, |(_, number)| usize::from(number).min(frame::POINTS) + 1 - EARLIEST_FIVE)
}

/// [`merit`] by what is made and what is taken, for no branch foresees what that is.
const MERIT_OF: [[u8; Threat::ALL.len()]; Threat::ALL.len()] = {
    let mut merits = [[0; Threat::ALL.len()]; Threat::ALL.len()];
    let mut making = 0;
    while making < merits.len() {
        let mut taking = 0;
        while taking < merits.len() {
            merits[making][taking] = merit(Threat::ALL[making], Threat::ALL[taking]);
            taking += 1;
        }
        making += 1;
    }
    merits
};

/// The class of a stone that makes one threat and takes another from the opponent, below [`MERITS`].
const fn merit(making: Threat, taking: Threat) -> u8 {
    use Threat as T;
    match (making, taking) {
        (T::Five, _) => 1,
        (T::Forbidden, _) => 2,
        (_, T::Five) => 3,
        (T::Open, _) => 4,
        (T::FourThree, _) => 5,
        (T::Four | T::FourPlus, T::Open | T::FourThree) => 6,
        (_, T::Open) => 7,
        (_, T::FourThree) => 8,
        (T::FourPlus, _) => 9,
        (T::Four, _) => 10,
        (T::DoubleThree | T::Suspect, _) => 11,
        (_, T::DoubleThree) => 12,
        (T::ThreePlus, _) => 13,
        (T::Three, _) => 14,
        (_, T::Four | T::FourPlus) => 15,
        (_, T::Three | T::ThreePlus) => 16,
        (T::DoubleTwo | T::ClosedThree, _) => 17,
        (T::Two, _) => 18,
        (_, T::Two | T::DoubleTwo | T::ClosedThree) => 19,
        (T::None, T::None | T::Suspect | T::Forbidden) => 0,
    }
}
