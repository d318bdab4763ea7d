//! Contempt: what a draw is worth to the side that searches.

use damier_rules::{Player, Position};

use crate::evaluation::{TWO_PLAYERS, Value, Wdl};

/// The most contempt, in percent; the least is the same below zero.
pub const MOST_CONTEMPT: i32 = 100;
/// How far the share of a draw moves from half a point at the most contempt.
///
/// It stays short of the shares of win and loss, so that a draw is better than a loss and worse than a win.
const MOST_SHIFT: f32 = 0.495;

/// Contempt of one of two players: by how much a draw is worth more than half a point to each seat.
///
/// The two shifts are opposite, so that the game stays one of zero sum.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Contempt([f32; TWO_PLAYERS]);

impl Contempt {
    /// Returns the contempt of the player to move at `root`, in percent: 100 counts a draw as a loss, -100 as a win.
    ///
    /// It is none with more than two players.
    pub(crate) fn at<P: Position>(root: &P, percent: i32) -> Self {
        let mut shifts = [0.0; TWO_PLAYERS];
        if percent != 0 && root.players() == TWO_PLAYERS {
            let percent = percent.clamp(-MOST_CONTEMPT, MOST_CONTEMPT);
            let shift = MOST_SHIFT * percent as f32 / MOST_CONTEMPT as f32;
            shifts[root.to_move().index()] = -shift;
            shifts[root.to_move().opponent().index()] = shift;
        }
        Self(shifts)
    }

    /// Returns whether a draw is worth half a point to both.
    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.0[0] == 0.0
    }

    /// Returns by how much a draw is worth more than half a point to `player`.
    #[inline]
    pub(crate) fn shift(&self, player: Player) -> f32 {
        self.0.get(player.index()).copied().unwrap_or(0.0)
    }

    /// Returns the shifts by seat.
    #[inline]
    pub(crate) fn shifts(&self) -> [f32; TWO_PLAYERS] {
        self.0
    }

    /// Returns win, draw and loss of `player` behind an expected share that was shifted with this draw probability.
    pub(crate) fn wdl(&self, share: f32, draw: f32, player: Player) -> Wdl {
        Wdl::of_share((share - self.shift(player) * draw).clamp(0.0, 1.0), draw)
    }

    /// Returns the same as a value of two players.
    pub(crate) fn value(&self, share: f32, draw: f32, player: Player) -> Value {
        Value::Two(self.wdl(share, draw, player))
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{
        Game,
        games::draughts::{Draughts, Russian},
    };

    use super::*;

    #[test]
    fn a_draw_is_worth_less_to_the_one_and_more_to_the_other() {
        let root = Draughts::<Russian>::new().start();
        let contempt = Contempt::at(&root, 40);
        assert!((contempt.shift(Player::FIRST) + 0.198).abs() < 1e-6);
        assert_eq!(contempt.shift(Player::FIRST), -contempt.shift(Player::SECOND));
        assert_eq!(Contempt::at(&root, -40).shift(Player::FIRST), contempt.shift(Player::SECOND));
        assert!(Contempt::at(&root, 0).is_none() && !contempt.is_none());
        assert_eq!(Contempt::at(&root, 1_000), Contempt::at(&root, MOST_CONTEMPT));
    }

    #[test]
    fn win_draw_and_loss_are_those_before_the_shift() {
        let root = Draughts::<Russian>::new().start();
        for percent in [-100, -30, 0, 30, 100] {
            let contempt = Contempt::at(&root, percent);
            for (player, wdl) in [
                (Player::FIRST, Wdl { win: 0.3, draw: 0.6, loss: 0.1 }),
                (Player::SECOND, Wdl { win: 0.1, draw: 0.2, loss: 0.7 }),
                (Player::FIRST, Wdl::DRAW),
            ] {
                let shifted = wdl.score() + contempt.shift(player) * wdl.draw;
                let found = contempt.wdl(shifted, wdl.draw, player);
                assert!(
                    (found.win - wdl.win).abs() < 1e-5 && (found.draw - wdl.draw).abs() < 1e-5,
                    "{found:?}"
                );
            }
        }
    }
}
