//! Adjudication: resignation and agreed results, before the rules end a game.

use damier_engine::Wdl;
use damier_rules::{Outcome, Player, player::MAX_PLAYERS};

use crate::config::{AdjudicationConfig, ResignationConfig};
use damier_records::Resignation;

/// Watches the root values of a two-player game for a resignation.
#[derive(Clone, Debug)]
pub(crate) struct ResignationWatch<'c> {
    config: Option<&'c ResignationConfig>,
    /// Searches in a row below the threshold, by seat.
    below: [u32; MAX_PLAYERS],
}

impl<'c> ResignationWatch<'c> {
    pub(crate) fn new(config: Option<&'c ResignationConfig>) -> Self {
        Self { config, below: [0; MAX_PLAYERS] }
    }

    /// Adds the value that `player` found after `plies` plies, for itself; returns its resignation, if it resigns.
    pub(crate) fn see(&mut self, player: Player, wdl: Wdl, plies: usize) -> Option<Resignation> {
        let config = self.config?;
        let below = &mut self.below[player.index()];
        *below = if wdl.score() < config.threshold { *below + 1 } else { 0 };
        (*below >= config.plies).then_some(Resignation { player, ply: plies as u32 })
    }
}

/// Watches the root values of a two-player game for a result on which the searches agree.
#[derive(Clone, Debug)]
pub(crate) struct AdjudicationWatch<'c> {
    config: Option<&'c AdjudicationConfig>,
    agreed: Option<Outcome>,
    times: u32,
}

impl<'c> AdjudicationWatch<'c> {
    pub(crate) fn new(config: Option<&'c AdjudicationConfig>) -> Self {
        Self { config, agreed: None, times: 0 }
    }

    /// Adds the value that `player` found after `plies` plies, for itself; returns the outcome, once it is agreed.
    pub(crate) fn see(&mut self, player: Player, wdl: Wdl, plies: usize) -> Option<Outcome> {
        let config = self.config?;
        let seen = if wdl.score() >= config.win {
            Some(Outcome::Win(player))
        } else if wdl.flipped().score() >= config.win {
            Some(Outcome::Win(player.opponent()))
        } else if wdl.draw >= config.draw && plies >= config.draw_from as usize {
            Some(Outcome::Draw)
        } else {
            None
        };
        self.times = if seen.is_some() && seen == self.agreed { self.times + 1 } else { 1 };
        self.agreed = seen;
        seen.filter(|_| self.times >= config.plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resigns_after_searches_in_a_row_of_one_player() {
        let config = ResignationConfig { threshold: 0.1, plies: 2, played_on: 0.0 };
        let mut watch = ResignationWatch::new(Some(&config));
        assert_eq!(watch.see(Player::FIRST, Wdl::LOSS, 0), None);
        assert_eq!(watch.see(Player::SECOND, Wdl::LOSS, 1), None);
        assert_eq!(watch.see(Player::FIRST, Wdl::DRAW, 2), None);
        assert_eq!(watch.see(Player::FIRST, Wdl::LOSS, 4), None);
        let wish = Resignation { player: Player::FIRST, ply: 6 };
        assert_eq!(watch.see(Player::FIRST, Wdl::LOSS, 6), Some(wish));
        assert_eq!(ResignationWatch::new(None).see(Player::FIRST, Wdl::LOSS, 0), None);
    }

    #[test]
    fn adjudicates_what_both_players_see() {
        let config = AdjudicationConfig { win: 0.9, draw: 0.9, plies: 3, draw_from: 4 };
        let mut watch = AdjudicationWatch::new(Some(&config));
        assert_eq!(watch.see(Player::FIRST, Wdl::WIN, 0), None);
        assert_eq!(watch.see(Player::SECOND, Wdl::LOSS, 1), None);
        assert_eq!(watch.see(Player::FIRST, Wdl::WIN, 2), Some(Outcome::Win(Player::FIRST)));
        assert_eq!(watch.see(Player::SECOND, Wdl::DRAW, 3), None);
        assert_eq!(watch.see(Player::FIRST, Wdl::DRAW, 4), None);
        assert_eq!(watch.see(Player::SECOND, Wdl::DRAW, 5), None);
        assert_eq!(watch.see(Player::FIRST, Wdl::DRAW, 6), Some(Outcome::Draw));
    }
}
