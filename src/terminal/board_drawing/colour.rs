//! The colours of boards. Every pair of ink and background has a contrast of at least 3 to 1.

use damier_rules::diagram::Ink;

use crate::terminal::kind::Colours;

/// A colour as each kind of terminal has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour {
    /// Red, green and blue.
    rgb: [u8; 3],
    /// In the palette of 256.
    indexed: u8,
    /// Among the eight: 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan, 7 white.
    basic: u8,
}

impl Colour {
    const fn new(rgb: [u8; 3], indexed: u8, basic: u8) -> Self {
        Self { rgb, indexed, basic }
    }

    /// Returns the parameters that select it as ink; `None` without colours.
    pub(super) fn as_ink(self, colours: Colours) -> Option<String> {
        self.parameters(colours, 30)
    }

    /// Returns the parameters that select it as background; `None` without colours.
    pub(super) fn as_background(self, colours: Colours) -> Option<String> {
        self.parameters(colours, 40)
    }

    fn parameters(self, colours: Colours, base: u8) -> Option<String> {
        let [red, green, blue] = self.rgb;
        match colours {
            Colours::None => None,
            Colours::Eight => Some(format!("{}", base + self.basic)),
            Colours::Palette => Some(format!("{};5;{}", base + 8, self.indexed)),
            Colours::True => Some(format!("{};2;{red};{green};{blue}", base + 8)),
        }
    }
}

pub(super) const WHITE: Colour = Colour::new([255, 255, 255], 231, 7);
pub(super) const BLACK: Colour = Colour::new([0, 0, 0], 16, 0);

/// Light and dark squares, and the same where they belong to the last move.
pub(super) const LIGHT: Colour = Colour::new([176, 138, 98], 137, 6);
pub(super) const DARK: Colour = Colour::new([126, 90, 54], 94, 4);
pub(super) const MARKED_LIGHT: Colour = Colour::new([134, 134, 20], 100, 3);
pub(super) const MARKED_DARK: Colour = Colour::new([92, 130, 20], 64, 3);
/// The names of squares.
pub(super) const NAME: Colour = Colour::new([255, 224, 178], 223, 7);

/// The board of points, its lines, and its point of the last move.
pub(super) const WOOD: Colour = Colour::new([176, 138, 82], 137, 3);
pub(super) const LINES: Colour = Colour::new([70, 44, 16], 52, 0);
pub(super) const MARKED_WOOD: Colour = Colour::new([92, 130, 20], 64, 2);

/// The numbers of holes and their empty holes, on the terminal's own background.
pub(super) const NUMBER: Colour = Colour::new([140, 140, 140], 245, 7);

/// Returns the colour of an ink.
pub(super) fn of_ink(ink: Ink) -> Colour {
    match ink {
        Ink::White => WHITE,
        Ink::Black => BLACK,
        Ink::Red => Colour::new([214, 40, 40], 160, 1),
        Ink::Orange => Colour::new([255, 150, 30], 208, 7),
        Ink::Yellow => Colour::new([240, 220, 40], 220, 3),
        Ink::Green => Colour::new([40, 150, 60], 34, 2),
        Ink::Blue => Colour::new([50, 90, 220], 26, 4),
        Ink::Purple => Colour::new([150, 60, 190], 91, 5),
    }
}

/// Returns the colour of a letter on the background of an ink.
pub(super) fn letter_on(ink: Ink) -> Colour {
    match ink {
        Ink::White | Ink::Orange | Ink::Yellow | Ink::Green => BLACK,
        Ink::Black | Ink::Red | Ink::Blue | Ink::Purple => WHITE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance by WCAG 2.1.
    #[expect(clippy::disallowed_methods, reason = "the last bit of a contrast decides nothing")]
    fn luminance(rgb: [u8; 3]) -> f64 {
        let linear = rgb.map(|part| {
            let share = f64::from(part) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// The colour with that number in xterm's palette, from 16 on.
    fn of_palette(index: u8) -> [u8; 3] {
        if index >= 232 {
            return [8 + 10 * (index - 232); 3];
        }
        let step = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
        let cube = index - 16;
        [step(cube / 36), step(cube / 6 % 6), step(cube % 6)]
    }

    #[test]
    fn ink_can_be_seen_on_its_background() {
        let mut pairs = vec![(NAME, DARK), (LINES, WOOD)];
        for background in [LIGHT, DARK, MARKED_LIGHT, MARKED_DARK, WOOD, MARKED_WOOD] {
            pairs.extend([(WHITE, background), (BLACK, background)]);
        }
        for ink in [Ink::Red, Ink::Orange, Ink::Yellow, Ink::Green, Ink::Blue, Ink::Purple] {
            pairs.push((letter_on(ink), of_ink(ink)));
        }
        for (ink, background) in pairs {
            let seen = contrast(ink.rgb, background.rgb);
            assert!(seen >= 3.0, "{ink:?} on {background:?}: {seen:.2}");
            let seen = contrast(of_palette(ink.indexed), of_palette(background.indexed));
            assert!(seen >= 3.0, "{ink:?} on {background:?} of the palette: {seen:.2}");
        }
    }
}
