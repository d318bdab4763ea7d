//! Ending games before the rules do: where both competitors agree, or a table knows.

use std::{fmt, path::PathBuf, str::FromStr};

use damier_rules::{Outcome, Player};

use super::Grounds;

/// When the arena ends a game of two; by default never.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Adjudication {
    /// A win that both see.
    pub win: Option<WinRule>,
    /// A draw that both see.
    pub draw: Option<DrawRule>,
    /// A folder of endgame tables, whose values count. Those of draughts know no rules that count moves: a win may take
    /// longer than the game allows. Those of chess count fifty moves.
    pub tables: Option<PathBuf>,
}

/// A game is won when both competitors have said so for some plies on end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinRule {
    /// The share of the point that the winner is given at least, above a half.
    pub share: f64,
    /// Plies on end; forced moves do not count, and a move without an opinion begins anew.
    pub plies: u32,
}

/// A game is drawn when both competitors have said so for some plies on end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DrawRule {
    /// By how much of the point opinions may differ from a half, below a half.
    pub within: f64,
    /// Plies on end, as in [`WinRule`].
    pub plies: u32,
    /// First ply at which a game can be drawn, the opening's included.
    pub from: usize,
}

impl Adjudication {
    /// Returns whether no game is ended.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }
}

impl FromStr for WinRule {
    type Err = String;

    /// Reads `0.98,8`: share and plies.
    fn from_str(text: &str) -> Result<Self, String> {
        let rule = || {
            let (share, plies) = text.split_once(',')?;
            Some(Self { share: share.trim().parse().ok()?, plies: plies.trim().parse().ok()? })
        };
        rule().filter(|rule| rule.share > 0.5 && rule.share <= 1.0 && rule.plies > 0).ok_or_else(|| {
            format!(
                "{text:?}: a share of the point above 0.5 and a number of plies are wanted, such as 0.98,8"
            )
        })
    }
}

/// In the form that is read.
impl fmt::Display for WinRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{}", self.share, self.plies)
    }
}

/// In the form that is read.
impl fmt::Display for DrawRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{},{}", self.within, self.plies, self.from)
    }
}

impl FromStr for DrawRule {
    type Err = String;

    /// Reads `0.05,20,80`: tolerance, plies, and the first ply that can end a game.
    fn from_str(text: &str) -> Result<Self, String> {
        let rule = || {
            let [within, plies, from] = text.split(',').map(str::trim).collect::<Vec<_>>()[..] else {
                return None;
            };
            Some(Self { within: within.parse().ok()?, plies: plies.parse().ok()?, from: from.parse().ok()? })
        };
        rule().filter(|rule| rule.within >= 0.0 && rule.within < 0.5 && rule.plies > 0).ok_or_else(|| {
            format!(
                "{text:?}: a part of the point below 0.5, a number of plies and the first ply are wanted, such as 0.05,20,80"
            )
        })
    }
}

/// Opinions on end that say the same.
#[derive(Clone, Copy, Default, Debug)]
struct Streak {
    plies: u32,
    spoke: [bool; 2],
}

impl Streak {
    fn hears(&mut self, speaker: Player, agrees: bool) {
        if agrees {
            self.plies += 1;
            self.spoke[speaker.index()] = true;
        } else {
            *self = Self::default();
        }
    }

    fn lasts(&self, plies: u32) -> bool {
        self.plies >= plies && self.spoke == [true; 2]
    }
}

/// What the competitors of a game have said so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Opinions {
    wins: [Streak; 2],
    draw: Streak,
}

impl Opinions {
    /// `speaker` gives itself `share` of the point, or says nothing.
    pub(super) fn hear(&mut self, rules: &Adjudication, speaker: Player, share: Option<f64>) {
        for (seat, streak) in self.wins.iter_mut().enumerate() {
            let given = share.map(|share| if seat == speaker.index() { share } else { 1.0 - share });
            streak.hears(speaker, given.zip(rules.win).is_some_and(|(given, rule)| given >= rule.share));
        }
        let level = share.zip(rules.draw).is_some_and(|(share, rule)| (share - 0.5).abs() <= rule.within);
        self.draw.hears(speaker, level);
    }

    /// Returns what both agree on in a game of `plies` plies.
    pub(super) fn verdict(&self, rules: &Adjudication, plies: usize) -> Option<(Outcome, Grounds)> {
        if let Some(rule) = rules.win
            && let Some(winner) = self.wins.iter().position(|streak| streak.lasts(rule.plies))
        {
            return Some((Outcome::Win(Player::new(winner)), Grounds::AgreedWin));
        }
        let drawn = rules.draw.is_some_and(|rule| plies >= rule.from && self.draw.lasts(rule.plies));
        drawn.then_some((Outcome::Draw, Grounds::AgreedDraw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Adjudication {
        let (win, draw) = ("0.9,4".parse().ok(), "0.1,4,10".parse().ok());
        Adjudication { win, draw, tables: None }
    }

    /// Returns the verdict after opinions in turn, the first player's first, in a game of 20 plies.
    fn verdict(shares: &[Option<f64>]) -> Option<(Outcome, Grounds)> {
        let mut opinions = Opinions::default();
        for (ply, share) in shares.iter().enumerate() {
            opinions.hear(&rules(), Player::new(ply % 2), *share);
        }
        opinions.verdict(&rules(), 20)
    }

    #[test]
    fn a_win_needs_both_and_all_plies() {
        let [sure, lost, unsure] = [0.95, 0.02, 0.7].map(Some);
        let second = Some((Outcome::Win(Player::SECOND), Grounds::AgreedWin));
        assert_eq!(verdict(&[lost, sure, lost, sure]), second);
        assert_eq!(verdict(&[unsure, sure, lost, sure, lost]), second);
        assert_eq!(verdict(&[lost, sure, lost]), None);
        assert_eq!(verdict(&[lost, sure, unsure, sure]), None);
        assert_eq!(verdict(&[sure, sure, sure, sure]), None, "each thinks that it wins");
        assert_eq!(verdict(&[lost, None, lost, None, lost, None]), None, "one says nothing");
    }

    #[test]
    fn a_draw_needs_both_and_its_time() {
        let [level, better] = [0.45, 0.65].map(Some);
        assert_eq!(
            verdict(&[better, level, level, level, level]),
            Some((Outcome::Draw, Grounds::AgreedDraw))
        );
        assert_eq!(verdict(&[level, level, level, better]), None);
        let mut opinions = Opinions::default();
        (0..8).for_each(|ply| opinions.hear(&rules(), Player::new(ply % 2), level));
        assert_eq!(opinions.verdict(&rules(), 9), None, "too early");
        assert_eq!(opinions.verdict(&Adjudication::default(), 20), None, "it is off");
    }

    #[test]
    fn rules_are_read_and_nonsense_is_refused() {
        assert_eq!("0.98, 8".parse(), Ok(WinRule { share: 0.98, plies: 8 }));
        assert_eq!("0.05,20,80".parse(), Ok(DrawRule { within: 0.05, plies: 20, from: 80 }));
        for (share, within) in [(0.98, 0.05), (0.1 + 0.6, 0.1 + 0.2)] {
            let (win, draw) = (WinRule { share, plies: 3 }, DrawRule { within, plies: 2, from: 9 });
            assert_eq!((win.to_string().parse(), draw.to_string().parse()), (Ok(win), Ok(draw)));
        }
        for text in ["", "0.98", "0.4,8", "1.1,8", "0.98,0", "nan,8", "a,b", "0.98,8,1"] {
            assert!(text.parse::<WinRule>().is_err_and(|error| error.contains("0.98,8")), "{text:?}");
        }
        for text in ["", "0.05", "0.05,20", "0.6,20,80", "-0.1,20,80", "0.05,0,80", "nan,20,80"] {
            assert!(text.parse::<DrawRule>().is_err_and(|error| error.contains("0.05,20,80")), "{text:?}");
        }
    }
}
