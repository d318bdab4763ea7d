//! Numbers of a summary that have to agree.

use super::{Bounds, GauntletSummary, OpponentResult};

impl GauntletSummary {
    /// Checks that the numbers of a summary agree.
    ///
    /// # Errors
    /// Which ones do not.
    pub(super) fn check_numbers(&self) -> Result<(), String> {
        let Self { players, opponents, ratings, .. } = self;
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        let met: Vec<&str> = opponents.iter().map(|opponent| opponent.name.as_str()).collect();
        if names.len() < 2 || names[1..] != met[..] {
            return Err("its opponents are not its players but the first".to_owned());
        }
        let mut rated: Vec<&str> = ratings.iter().map(|rating| rating.name.as_str()).collect();
        let mut all = names.clone();
        rated.sort_unstable();
        all.sort_unstable();
        if rated != all {
            return Err("its ratings are not those of its players".to_owned());
        }
        opponents.iter().try_for_each(OpponentResult::check)?;
        if self.games() > self.games_due as u64 {
            return Err(format!("it has {} games of {}", self.games(), self.games_due));
        }
        for rating in ratings {
            let games = match opponents.iter().find(|opponent| opponent.name == rating.name) {
                Some(opponent) => opponent.games(),
                None => self.games(),
            };
            if rating.games as u64 != games || !rating.elo.is_interval() {
                return Err(format!("the rating of {} does not fit its games", rating.name));
            }
        }
        Ok(())
    }
}

impl OpponentResult {
    fn check(&self) -> Result<(), String> {
        let paired: u64 = self.pairs.iter().sum();
        if !Bounds::is_score_of(self.score.as_ref(), self.games()) || 2 * paired > self.games() {
            return Err(format!("the results against {} do not add up", self.name));
        }
        Ok(())
    }
}

impl Bounds {
    pub(in crate::tournament) fn is_interval(&self) -> bool {
        self.low <= self.value && self.value <= self.high
    }

    /// Returns whether a score can be that of `games` games.
    pub(in crate::tournament) fn is_score_of(score: Option<&Self>, games: u64) -> bool {
        let is_score = |score: &Self| score.is_interval() && score.low >= 0.0 && score.high <= 1.0;
        score.map_or(games == 0, |score| games > 0 && is_score(score))
    }
}
