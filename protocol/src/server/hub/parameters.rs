//! The parameters of Hub.

use std::io;

use damier_rules::Game;

use super::{Hub, numbering::Numbering};
use crate::{
    Protocol,
    hub::{Kind, Parameter, Reply},
    server::{
        desk::{Desk, Flow},
        games_of,
        settings::{Knob, plays_by_book, searches, set_book},
        speaker::finish,
    },
};

/// The parameters that are whole numbers.
const NUMBERS: [(&str, Knob); 4] = [
    ("threads", Knob::Threads),
    ("memory", Knob::Memory),
    ("overhead", Knob::Overhead),
    ("level", Knob::Level),
];
const VARIANT: &str = "variant";
const SEARCH: &str = "search";
const BOOK: &str = "book";
const NUMBERING: &str = "numbering";
/// What programs of 10×10 draughts call the first of the games.
const NORMAL: &str = "normal";
/// What servers and libraries call it.
const STANDARD: &str = "standard";

/// Returns what a game is called, which is its identity for all but the first.
fn variant_of(game: &str) -> &str {
    if games_of(Protocol::Hub).first() == Some(&game) { NORMAL } else { game }
}

/// Returns the game of a variant's name.
fn game_of(variant: &str) -> Option<&'static str> {
    let games = games_of(Protocol::Hub);
    let variant = variant.to_lowercase();
    if [NORMAL, STANDARD].contains(&variant.as_str()) {
        return games.first().copied();
    }
    games.into_iter().find(|game| *game == variant)
}

/// Returns the names of all variants.
fn variants() -> Vec<String> {
    [NORMAL].into_iter().chain(games_of(Protocol::Hub)).map(str::to_owned).collect()
}

impl Hub {
    /// Returns all parameters with their present values.
    pub(super) fn parameters(&self, desk: &Desk<'_>) -> Vec<Parameter> {
        let options = &desk.settings.options;
        let mut parameters = Vec::new();
        let mut add = |name: &str, value: String, kind: Kind| {
            parameters.push(Parameter { name: name.to_owned(), value, kind });
        };
        let variant = variant_of(desk.table.game().id());
        add(VARIANT, variant.to_owned(), Kind::Enum(variants()));
        add(NUMBERING, self.numbering.to_string(), Kind::Enum(Numbering::all()));
        for (name, knob) in NUMBERS {
            let (min, max) = knob.range().into_inner();
            add(name, knob.value(options).to_string(), Kind::Int { min, max });
        }
        add(SEARCH, options.searcher.to_string(), Kind::Enum(searches()));
        add(BOOK, plays_by_book(options.book).to_string(), Kind::Bool);
        parameters
    }

    /// Sets a parameter; tells why it stays as it was. One that is not known is ignored, as the protocol asks.
    pub(super) fn set(&mut self, name: &str, value: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        if name == VARIANT {
            return self.set_variant(value, desk);
        }
        let before = self.parameters(desk).into_iter().find(|parameter| parameter.name == name);
        if let (Some(Parameter { value: stays, .. }), Err(reason)) =
            (before, self.set_value(name, value, desk))
        {
            desk.say(Reply::Error(format!("parameter {name} stays {stays}: {reason}")))?;
        }
        Ok(Flow::GoOn)
    }

    fn set_value(&mut self, name: &str, value: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let options = &mut desk.settings.options;
        match name {
            NUMBERING => self.numbering = value.parse()?,
            SEARCH => options.searcher = value.parse()?,
            BOOK => set_book(&mut options.book, value)?,
            _ => {
                if let Some((_, knob)) = NUMBERS.iter().find(|(other, _)| *other == name) {
                    knob.set(options, value)?;
                }
            }
        }
        desk.configure();
        Ok(())
    }

    /// Changes the game. One that is not played here is not played as another: nothing is searched until a known one is
    /// set.
    fn set_variant(&mut self, value: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let Some(game) = game_of(value) else {
            let known = variants().join(", ");
            let reason = format!(
                "variant {value:?} is not played here, and nothing is searched until one of these is set: {known}"
            );
            desk.say(Reply::Error(reason.clone()))?;
            self.unknown_variant = Some(reason);
            return Ok(Flow::GoOn);
        };
        self.unknown_variant = None;
        if game == desk.table.game().id() {
            return Ok(Flow::GoOn);
        }
        finish(self, desk)?;
        self.judge_told = None;
        Ok(Flow::Game(game.to_owned()))
    }
}
