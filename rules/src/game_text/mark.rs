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

/// Signs of other programs, by their glyphs. Longer ones stand before their parts.
const SYMBOLS: [(&str, u8); 30] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("=/\u{221e}", 44),
    ("=\u{221e}", 44),
    ("\u{221e}/=", 44),
    ("+-", WHITE_WINS),
    ("-+", BLACK_WINS),
    ("+=", 14),
    ("=+", 15),
    ("\u{2a72}", 14),
    ("\u{2a71}", 15),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
    ("\u{221e}", 13),
    ("\u{25a1}", 7),
    ("\u{203c}", 3),
    ("\u{2047}", 4),
    ("\u{2049}", 5),
    ("\u{2048}", 6),
    ("\u{2a00}", 22),
    ("\u{27f3}", 32),
    ("\u{2191}", 36),
    ("\u{2192}", 40),
    ("\u{21c6}", 132),
    ("\u{2295}", 138),
    ("\u{2313}", 142),
    ("N", 146),
    ("D", 220),
];

impl Mark {
    /// Returns the glyph of a sign that other programs write, such as `±`.
    pub(super) fn glyph_of_symbol(text: &str) -> Option<u8> {
        SYMBOLS.iter().find(|(symbol, _)| *symbol == text).map(|(_, glyph)| *glyph)
    }

    /// Returns such a sign that a text begins with; letters are none.
    pub(super) fn symbol_before(text: &str) -> Option<&'static str> {
        Self::glued_symbols().find(|symbol| text.starts_with(symbol))
    }

    /// Returns what is left of a text that ends with such a sign; letters are none.
    pub(super) fn without_symbol(text: &str) -> Option<&str> {
        Self::glued_symbols().find_map(|symbol| text.strip_suffix(symbol))
    }

    fn glued_symbols() -> impl Iterator<Item = &'static str> {
        SYMBOLS
            .iter()
            .map(|(symbol, _)| *symbol)
            .filter(|symbol| !symbol.starts_with(|c: char| c.is_ascii_alphabetic()))
    }

    /// Signs and glyphs that mean the same for both players.
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
