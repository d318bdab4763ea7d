//! Rule sets and options.

use super::colour::Colour;
use crate::{
    game_text,
    options::{GameOption, Options, identity},
    player::Player,
    text_error::TextError,
};

/// The smallest board, points on a side.
pub const SIZE_MIN: usize = 9;
/// The largest board, points on a side.
pub const SIZE_MAX: usize = 22;
/// The usual board, points on a side.
pub const SIZE_DEFAULT: usize = 15;

/// Words that tell no rule set.
const PLAIN_WORDS: [&str; 9] = ["rules", "rule", "game", "five", "in", "a", "row", "swap", "opening"];

/// What wins and what is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleSet {
    /// Five or more wins, nothing is forbidden.
    Freestyle,
    /// Exactly five wins, more does not, nothing is forbidden.
    Standard,
    /// Black wins with exactly five and may make no overline, double-four or double-three; White wins with
    /// five or more.
    Renju,
    /// Both colours win with exactly five and may make no overline, double-four or double-three. The game has
    /// the five stages of the predicted game.
    Predicted,
}

/// How long a row has to be to win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Row {
    /// Exactly five.
    Exact,
    /// Five or more.
    OrMore,
}

impl RuleSet {
    /// The name of the game in the registry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "gomoku-freestyle",
            Self::Standard => "gomoku-standard",
            Self::Renju => "renju",
            Self::Predicted => "gomoku-predicted",
        }
    }

    /// Whether others call the game so, e.g. `Free Gomoku` or `Renju (RIF)`: all words are known, and none is another
    /// rule set's.
    pub(super) fn is_called(self, name: &str) -> bool {
        let own: &[&str] = match self {
            Self::Freestyle => &["freestyle", "free", "style", "fastgame", "gomoku", "gobang"],
            Self::Standard => &["standard", "exact", "gomoku", "gobang"],
            Self::Renju => &["renju", "rif", "soosyrv", "soosorv", "taraguchi", "yamaguchi", "tarannikov"],
            Self::Predicted => &["predicted", "gomoku"],
        };
        let mut words = game_text::words(name).into_iter();
        words.all(|word| {
            // Numbers of stages and leagues say nothing.
            let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
            word.is_empty() || own.contains(&word) || PLAIN_WORDS.contains(&word)
        })
    }

    /// Other names that people have for the game.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Freestyle => &[
                "gomoku",
                "five in a row",
                "5 in a row",
                "gobang",
                "omok",
                "freestyle",
                "freestyle gomoku",
                "free gomoku",
                "wuziqi",
            ],
            Self::Standard => &["standard gomoku", "standard five in a row"],
            Self::Renju => &["rendzu", "renju gomoku"],
            Self::Predicted => &["predicted gomoku", "predicted five in a row", "gomoku with predictions"],
        }
    }

    /// How long a winning row of `colour` is.
    pub const fn row(self, colour: Colour) -> Row {
        match (self, colour) {
            (Self::Freestyle, _) | (Self::Renju, Colour::White) => Row::OrMore,
            (Self::Standard | Self::Predicted, _) | (Self::Renju, Colour::Black) => Row::Exact,
        }
    }

    /// Whether overline, double-four and double-three are forbidden to `colour`.
    pub const fn forbids(self, colour: Colour) -> bool {
        match self {
            Self::Freestyle | Self::Standard => false,
            Self::Renju => matches!(colour, Colour::Black),
            Self::Predicted => true,
        }
    }
}

/// How the first stones are put and who gets which colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opening {
    /// The first player is Black.
    None,
    /// The first player puts a black, a white and a black stone; the second takes a colour.
    Swap,
    /// As [`Swap`](Self::Swap), or the second player puts a white and a black stone more and leaves the
    /// choice to the first.
    Swap2,
}

/// Who puts the four opening stones (black, white, black, white) of the predicted game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// First, second, second, first: the usual order.
    Fssf,
    /// First, second, first, second.
    Fsfs,
    /// First, first, second, second.
    Ffss,
}

impl Order {
    /// Who puts the stone after `stones` of the four.
    pub const fn putter(self, stones: usize) -> Player {
        let seats = match self {
            Self::Fssf => [0, 1, 1, 0],
            Self::Fsfs => [0, 1, 0, 1],
            Self::Ffss => [0, 0, 1, 1],
        };
        Player::new(seats[stones])
    }
}

/// What a five exactly at the limit is worth to the colour that is obliged to make it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LimitRule {
    /// A draw.
    Drawable,
    /// A win.
    Decisive,
}

/// A rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The rule set.
    pub set: RuleSet,
    /// Points on a side, in [`SIZE_MIN`]..=[`SIZE_MAX`].
    pub size: u8,
    /// The opening; [`Opening::None`] in the predicted game, which has its own.
    pub opening: Opening,
    /// Of the predicted game's opening stones.
    pub order: Order,
    /// Of the predicted game.
    pub limit: LimitRule,
}

const SIZE: GameOption =
    GameOption { name: "size", values: "9–22", default: "15", summary: "points on a side" };

/// The options of the rule sets that are not predicted.
pub const OPTIONS: [GameOption; 2] = [
    SIZE,
    GameOption {
        name: "opening",
        values: "none, swap, swap2",
        default: "none",
        summary: "whether the second player chooses a colour after three stones, or adds two more",
    },
];

/// The options of the predicted game.
pub const PREDICTED_OPTIONS: [GameOption; 3] = [
    SIZE,
    GameOption {
        name: "order",
        values: "fssf, fsfs, ffss",
        default: "fssf",
        summary: "who of first and second puts the four opening stones",
    },
    GameOption {
        name: "limit",
        values: "drawable, decisive",
        default: "drawable",
        summary: "a five exactly at the limit draws or wins",
    },
];

const OPENINGS: [(&str, Opening); 3] =
    [("none", Opening::None), ("swap", Opening::Swap), ("swap2", Opening::Swap2)];
const ORDERS: [(&str, Order); 3] = [("fssf", Order::Fssf), ("fsfs", Order::Fsfs), ("ffss", Order::Ffss)];
const LIMITS: [(&str, LimitRule); 2] = [("drawable", LimitRule::Drawable), ("decisive", LimitRule::Decisive)];

impl Rules {
    /// A rule set with all options at their defaults.
    pub const fn new(set: RuleSet) -> Self {
        Self {
            set,
            size: SIZE_DEFAULT as u8,
            opening: Opening::None,
            order: Order::Fssf,
            limit: LimitRule::Drawable,
        }
    }

    /// A rule set with the options of an identity.
    ///
    /// # Errors
    /// An option that the rule set does not have, or a value that it does not take.
    pub fn with_options(set: RuleSet, mut options: Options) -> Result<Self, TextError> {
        let mut rules = Self::new(set);
        rules.size = options.number("size", SIZE_MIN as u8..=SIZE_MAX as u8, rules.size)?;
        if set == RuleSet::Predicted {
            rules.order = options.choice("order", &ORDERS, rules.order)?;
            rules.limit = options.choice("limit", &LIMITS, rules.limit)?;
        } else {
            rules.opening = options.choice("opening", &OPENINGS, rules.opening)?;
        }
        options.finish(rules.known_options())?;
        Ok(rules)
    }

    /// The options of the rule set.
    pub const fn known_options(&self) -> &'static [GameOption] {
        match self.set {
            RuleSet::Predicted => &PREDICTED_OPTIONS,
            _ => &OPTIONS,
        }
    }

    /// The identity: the name and the options that differ from their defaults.
    pub fn identity(&self) -> String {
        let size = ("size", self.size.to_string(), SIZE.default);
        let text = match self.set {
            RuleSet::Predicted => vec![
                size,
                ("order", name_of(&ORDERS, self.order), PREDICTED_OPTIONS[1].default),
                ("limit", name_of(&LIMITS, self.limit), PREDICTED_OPTIONS[2].default),
            ],
            _ => vec![size, ("opening", name_of(&OPENINGS, self.opening), OPTIONS[1].default)],
        };
        identity(self.set.name(), &text)
    }

    /// The rules by which nets learn: the usual board, and an opening that players put without swaps.
    pub(super) const fn of_nets(&self) -> Self {
        Self { limit: self.limit, ..Self::new(self.set) }
    }

    /// Points on a side.
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// All points.
    pub const fn points(&self) -> usize {
        self.size() * self.size()
    }

    /// Whether the colours are dealt from the beginning: the first player is Black.
    pub fn deals_colours(&self) -> bool {
        self.set != RuleSet::Predicted && self.opening == Opening::None
    }
}

fn name_of<T: PartialEq>(choices: &[(&str, T)], wanted: T) -> String {
    let found = choices.iter().find(|(_, value)| *value == wanted);
    found.map_or_else(String::new, |(name, _)| (*name).to_owned())
}
