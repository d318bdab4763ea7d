//! What annotators say about a move in one sign.

use crate::player::Player;

/// A sign behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `*`: every other move is clearly worse.
    OnlyMove,
    /// `+`: who made the move wins.
    Won,
    /// `=`: drawn.
    Drawn,
    /// Any other numeric annotation glyph of PGN: `$n`.
    Glyph(u8),
}

/// The glyph of a position that is won for White; the next one is that for Black.
const WHITE_WINS: u8 = 18;
const BLACK_WINS: u8 = 19;

impl Mark {
    /// Signs and glyphs that mean the same whoever moved.
    const FIXED: [(Self, &'static str, u8); 8] = [
        (Self::Good, "!", 1),
        (Self::Mistake, "?", 2),
        (Self::Brilliant, "!!", 3),
        (Self::Blunder, "??", 4),
        (Self::Interesting, "!?", 5),
        (Self::Dubious, "?!", 6),
        (Self::OnlyMove, "*", 7),
        (Self::Drawn, "=", 10),
    ];
    const WON_SIGN: &'static str = "+";

    /// The mark of a sign such as `!?`.
    pub fn of_sign(sign: &str) -> Option<Self> {
        if sign == Self::WON_SIGN {
            return Some(Self::Won);
        }
        Self::FIXED.iter().find(|(_, other, _)| *other == sign).map(|(mark, ..)| *mark)
    }

    /// The sign; `None` for glyphs that have none.
    pub fn sign(self) -> Option<&'static str> {
        if self == Self::Won {
            return Some(Self::WON_SIGN);
        }
        Self::FIXED.iter().find(|(mark, ..)| *mark == self).map(|(_, sign, _)| *sign)
    }

    /// Whether it says how good the move is, rather than where it leads.
    pub fn is_strength(self) -> bool {
        self.sign().is_some_and(|sign| sign.starts_with(['!', '?']))
    }

    /// The mark of a numeric annotation glyph of PGN behind a move of `mover`, where `white` is White.
    pub fn of_glyph(glyph: u8, mover: Player, white: Player) -> Self {
        if glyph == Self::won_glyph(mover, white) {
            return Self::Won;
        }
        let fixed = Self::FIXED.iter().find(|(_, _, other)| *other == glyph);
        fixed.map_or(Self::Glyph(glyph), |(mark, ..)| *mark)
    }

    /// The glyph, as for [`of_glyph`](Self::of_glyph).
    pub fn glyph(self, mover: Player, white: Player) -> u8 {
        match self {
            Self::Glyph(glyph) => glyph,
            Self::Won => Self::won_glyph(mover, white),
            fixed => Self::FIXED.iter().find(|(mark, ..)| *mark == fixed).map_or(0, |(_, _, glyph)| *glyph),
        }
    }

    fn won_glyph(mover: Player, white: Player) -> u8 {
        if mover == white { WHITE_WINS } else { BLACK_WINS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_and_sign_is_one_mark() {
        for (mover, white) in [(Player::FIRST, Player::FIRST), (Player::SECOND, Player::FIRST)] {
            for glyph in 0..=u8::MAX {
                let mark = Mark::of_glyph(glyph, mover, white);
                assert_eq!(mark.glyph(mover, white), glyph);
                assert_eq!(mark.sign().and_then(Mark::of_sign).unwrap_or(mark), mark);
            }
        }
        assert_eq!(Mark::of_glyph(WHITE_WINS, Player::FIRST, Player::FIRST), Mark::Won);
        assert_eq!(Mark::of_glyph(WHITE_WINS, Player::FIRST, Player::SECOND), Mark::Glyph(WHITE_WINS));
        assert_eq!(Mark::of_sign("!!!"), None);
    }
}
