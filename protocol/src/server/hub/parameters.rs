//! The parameters of Hub.

use std::io;

use damier_rules::Game;

use super::{Hub, numbering::Numbering};
use crate::{
    hub::{Kind, Parameter, Reply, VARIANT, game_of, variant_of, variants},
    server::{
        handler::finish,
        host::{EngineHost, Flow},
        settings::{EngineSetting, plays_by_book, searches, set_book},
    },
};

/// The parameters that are whole numbers.
const NUMBERS: [(&str, EngineSetting); 5] = [
    ("threads", EngineSetting::Threads),
    ("memory", EngineSetting::Memory),
    ("overhead", EngineSetting::Overhead),
    ("level", EngineSetting::Level),
    ("contempt", EngineSetting::Contempt),
];
const SEARCH: &str = "search";
const BOOK: &str = "book";
const NUMBERING: &str = "numbering";

impl Hub {
    /// Returns all parameters with their present values.
    pub(super) fn parameters(&self, host: &EngineHost<'_>) -> Vec<Parameter> {
        let options = &host.settings.options;
        let mut parameters = Vec::new();
        let mut add = |name: &str, value: String, kind: Kind| {
            parameters.push(Parameter { name: name.to_owned(), value, kind });
        };
        add(VARIANT, variant_of(host.current.game()), Kind::Enum(variants()));
        add(NUMBERING, self.numbering.to_string(), Kind::Enum(Numbering::all()));
        for (name, setting) in NUMBERS {
            let (min, max) = setting.range().into_inner();
            add(name, setting.value(options).to_string(), Kind::Int { min, max });
        }
        add(SEARCH, options.searcher.to_string(), Kind::Enum(searches()));
        add(BOOK, plays_by_book(options.book).to_string(), Kind::Bool);
        parameters
    }

    /// Sets a parameter, or sends why it keeps its value. Unknown ones are ignored, as the protocol asks.
    pub(super) fn set(&mut self, name: &str, value: &str, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        if name == VARIANT {
            return self.set_variant(value, host);
        }
        let before = self.parameters(host).into_iter().find(|parameter| parameter.name == name);
        if let (Some(Parameter { value: stays, .. }), Err(reason)) =
            (before, self.set_value(name, value, host))
        {
            host.send(Reply::Error(format!("parameter {name} stays {stays}: {reason}")))?;
        }
        Ok(Flow::Continue)
    }

    fn set_value(&mut self, name: &str, value: &str, host: &mut EngineHost<'_>) -> Result<(), String> {
        let options = &mut host.settings.options;
        match name {
            NUMBERING => self.numbering = value.parse()?,
            SEARCH => options.searcher = value.parse()?,
            BOOK => set_book(&mut options.book, value)?,
            _ => {
                if let Some((_, setting)) = NUMBERS.iter().find(|(other, _)| *other == name) {
                    setting.set(options, value)?;
                }
            }
        }
        host.configure();
        Ok(())
    }

    /// Changes the game. One that is not played here is not played as another: nothing is searched until a known one is
    /// set.
    fn set_variant(&mut self, value: &str, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        let Some(game) = game_of(value) else {
            let known = variants().join(", ");
            let reason = format!(
                "variant {value:?} is not played here, and nothing is searched until one of these is set: {known}"
            );
            host.send(Reply::Error(reason.clone()))?;
            self.unknown_variant = Some(reason);
            return Ok(Flow::Continue);
        };
        self.unknown_variant = None;
        if game == host.current.game().id() {
            return Ok(Flow::Continue);
        }
        finish(self, host)?;
        self.judge_sent = None;
        Ok(Flow::Game(game))
    }
}
