//! Who is to move, and what wins: one number of a position, which a move changes in one bit.

use super::goal::Goal;
use crate::player::Player;

/// The player to move in the lowest bit, and the goal above it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Turn(u8);

impl Turn {
    /// Returns the turn of a player, with a goal.
    pub(super) const fn new(player: Player, goal: Goal) -> Self {
        Self((goal as u8) << 1 | player.index() as u8)
    }

    /// Returns the player.
    #[inline(always)]
    pub(super) const fn player(self) -> Player {
        if self.0 & 1 == 0 { Player::FIRST } else { Player::SECOND }
    }

    /// Returns the goal.
    #[inline(always)]
    pub(super) const fn goal(self) -> Goal {
        Goal::ALL[(self.0 >> 1) as usize]
    }

    /// Returns the turn of the other player.
    #[inline(always)]
    pub(super) const fn next(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Returns a number that no other turn has: with the usual goal that of the player.
    #[inline(always)]
    pub(super) const fn number(self) -> u64 {
        self.0 as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_has_a_player_and_a_goal() {
        for goal in Goal::ALL {
            for player in [Player::FIRST, Player::SECOND] {
                let turn = Turn::new(player, goal);
                assert_eq!((turn.player(), turn.goal()), (player, goal));
                assert_eq!((turn.next().player(), turn.next().goal()), (player.opponent(), goal));
            }
        }
    }
}
