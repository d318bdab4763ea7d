//! How the texts of a game's games look.

use std::borrow::Cow;

use crate::{
    game::Game,
    outcome::Outcome,
    player::{MAX_PLAYERS, Player},
    position::Position,
};

/// The tag that holds the result.
pub(super) const RESULT: &str = "Result";
/// Stands for a result that is not known, and ends a game.
pub(super) const UNKNOWN: &str = "*";
/// Stands for a tag's value that is not known.
pub(super) const UNKNOWN_VALUE: &str = "?";
/// Stands between the places of more than two players.
const PLACE_SEPARATOR: char = '/';

/// Half a point.
const HALF: &str = "1/2";

/// How marks are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkStyle {
    /// As glyphs: `$1` (PGN).
    Glyphs,
    /// How good the move is as signs, the rest as glyphs: `32-28! $7` (PDN 3.0).
    StrengthSigns,
    /// As signs: `h8!*`.
    Signs,
}

/// What ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndStyle {
    /// Its result (PGN).
    Result,
    /// A star (PDN 3.0).
    Star,
}

/// How the texts of a game's games look, where games differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// The tags that every game has, in their order, with the value where it is not known; `Result` is one.
    pub roster: Vec<(&'static str, &'static str)>,
    /// Between two players: a win of the first one, of the second one, a draw.
    pub results: [&'static str; 3],
    /// Results that are read besides.
    pub other_results: &'static [(&'static str, Option<Outcome>)],
    /// How marks are written; all ways are read.
    pub marks: MarkStyle,
    /// What ends a game; everything is read.
    pub end: EndStyle,
    /// What names of files end with.
    pub extension: &'static str,
    /// Whom glyphs call White.
    pub white: Player,
    players: usize,
}

impl TextStyle {
    /// The style of games that have no standard of their own: `Event`, the players by name, `Result`.
    pub fn own<G: Game>(game: &G) -> Self {
        let players = game.start().players();
        let names = (0..players).map(|seat| (game.player_name(Player::new(seat)), "?"));
        let roster = [("Event", "?")].into_iter().chain(names).chain([(RESULT, UNKNOWN)]);
        Self {
            roster: roster.collect(),
            results: ["1-0", "0-1", "1/2-1/2"],
            other_results: &[],
            marks: MarkStyle::Signs,
            end: EndStyle::Result,
            extension: "txt",
            white: Player::FIRST,
            players,
        }
    }

    /// The style of PGN and PDN: seven tags, of two players called White and Black.
    pub fn portable(results: [&'static str; 3], marks: MarkStyle, end: EndStyle, white: Player) -> Self {
        let roster = vec![
            ("Event", "?"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", "?"),
            ("Black", "?"),
            (RESULT, UNKNOWN),
        ];
        // PGN is the form of chess, and PDN what draughts made of it.
        let extension = match end {
            EndStyle::Result => "pgn",
            EndStyle::Star => "pdn",
        };
        Self { roster, results, other_results: &[], marks, end, extension, white, players: 2 }
    }

    /// How a result is written: `1-0` between two players, the places by seat (`2/1/3`) between more, `*` where
    /// it is not known.
    pub fn result_text(&self, outcome: Option<Outcome>) -> String {
        let Some(outcome) = outcome else {
            return UNKNOWN.to_owned();
        };
        let [first, second, draw] = self.results;
        match outcome {
            Outcome::Win(winner) if self.players == 2 => {
                (if winner == Player::FIRST { first } else { second }).to_owned()
            }
            Outcome::Draw | Outcome::Places(_) if self.players == 2 => draw.to_owned(),
            Outcome::Win(winner) => self.places_text(|seat| u8::from(seat != winner.index())),
            Outcome::Draw => self.places_text(|_| 0),
            Outcome::Places(places) => self.places_text(|seat| places[seat]),
        }
    }

    fn places_text(&self, place: impl Fn(usize) -> u8) -> String {
        let places: Vec<String> = (0..self.players).map(|seat| (place(seat) + 1).to_string()).collect();
        places.join(&PLACE_SEPARATOR.to_string())
    }

    /// Returns the result that a text tells, also with dashes, halves and colons as people write them; `None` if it is
    /// none.
    pub fn read_result(&self, text: &str) -> Option<Option<Outcome>> {
        if text == UNKNOWN {
            return Some(None);
        }
        if self.players > 2 {
            return self.read_places(text).map(Some);
        }
        let text = plain_result(text);
        let outcomes = [Outcome::Win(Player::FIRST), Outcome::Win(Player::SECOND), Outcome::Draw];
        let known = self.results.into_iter().zip(outcomes.map(Some));
        known
            .chain(self.other_results.iter().copied())
            .find(|(result, _)| *result == text)
            .map(|found| found.1)
    }

    fn read_places(&self, text: &str) -> Option<Outcome> {
        let mut places = [0; MAX_PLAYERS];
        let mut seats = 0;
        for word in text.split(PLACE_SEPARATOR) {
            let place: usize = word.parse().ok().filter(|place| (1..=self.players).contains(place))?;
            *places.get_mut(seats)? = place as u8 - 1;
            seats += 1;
        }
        (seats == self.players).then_some(Outcome::Places(places))
    }
}

/// Reads two numbers of points, such as 12-8.
pub(super) fn read_points(text: &str) -> Option<[u32; 2]> {
    let text = plain_result(text);
    let (first, second) = text.split_once('-')?;
    let points = |text: &str| text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    Some([points(first)?, points(second)?])
}

/// A result with hyphens, fractions and nothing between.
fn plain_result(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_digit() || "-/".contains(c);
    let is_word = text.contains(|c: char| c.is_ascii_alphabetic());
    if is_word || text.chars().all(is_plain) && text != HALF {
        return Cow::Borrowed(text);
    }
    let plain = plain_dashes(text).replace('½', HALF).replace("0.5", HALF).replace("0,5", HALF);
    let plain: String = plain.replace(':', "-").split_whitespace().collect();
    Cow::Owned(if plain == HALF { format!("{HALF}-{HALF}") } else { plain })
}

/// A text with hyphens for dashes of every kind.
pub(super) fn plain_dashes(text: &str) -> Cow<'_, str> {
    const DASHES: [char; 7] =
        ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}'];
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(text.replace(DASHES, "-")) }
}
