//! What the engine answers.

use std::fmt;

use super::info::Info;
use crate::fields::Fields;

/// A line from the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `id …`
    Id {
        /// The program.
        name: String,
        /// Its version.
        version: String,
        /// Who made it.
        author: String,
        /// Where they live.
        country: Option<String>,
        /// What judges the variant, in words: an argument of ours.
        judge: Option<String>,
    },
    /// `param …`
    Parameter(Parameter),
    /// `wait`
    Wait,
    /// `ready`
    Ready,
    /// `info …`
    Info(Info),
    /// `done move=… [ponder=…]`
    Done {
        /// The move; `None` where there is none.
        mv: Option<String>,
        /// The answer the engine expects.
        ponder: Option<String>,
    },
    /// `pong`
    Pong,
    /// `error message="…"`
    Error(String),
    /// Anything else.
    Unknown(Fields),
}

/// A parameter of the engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value at the start.
    pub value: String,
    /// What values it takes.
    pub kind: Kind,
}

/// What values a parameter takes.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int {
        /// The least value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A number.
    Real {
        /// The least value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of several words.
    Enum(Vec<String>),
}

impl Parameter {
    fn of(fields: &Fields) -> Option<Self> {
        let kind = match fields.get("type")? {
            "bool" => Kind::Bool,
            "int" => Kind::Int { min: fields.read("min")?, max: fields.read("max")? },
            "real" => Kind::Real { min: fields.real("min")?, max: fields.real("max")? },
            "string" => Kind::Text,
            "enum" => Kind::Enum(fields.list("values")),
            _ => return None,
        };
        Some(Self { name: fields.get("name")?.to_owned(), value: fields.text("value"), kind })
    }

    fn fields(&self) -> Fields {
        let fields = Fields::new("param").with("name", &self.name).with("value", &self.value);
        match &self.kind {
            Kind::Bool => fields.with("type", "bool"),
            Kind::Int { min, max } => fields.with("type", "int").with("min", min).with("max", max),
            Kind::Real { min, max } => fields.with("type", "real").with("min", min).with("max", max),
            Kind::Text => fields.with("type", "string"),
            Kind::Enum(values) => fields.with("type", "enum").with("values", values.join(" ")),
        }
    }
}

impl Reply {
    /// Reads a line. Arguments that mean nothing here are skipped; a line that lacks what it needs is
    /// [`Unknown`](Self::Unknown).
    pub fn parse(line: &str) -> Self {
        let fields = Fields::parse(line);
        Self::known(&fields).unwrap_or(Self::Unknown(fields))
    }

    fn known(fields: &Fields) -> Option<Self> {
        Some(match fields.command.as_str() {
            "id" => Self::Id {
                name: fields.text("name"),
                version: fields.text("version"),
                author: fields.text("author"),
                country: fields.owned("country"),
                judge: fields.owned("judge"),
            },
            "param" => Self::Parameter(Parameter::of(fields)?),
            "wait" => Self::Wait,
            "ready" => Self::Ready,
            "info" => Self::Info(Info::of(fields)),
            "done" => Self::Done { mv: fields.owned("move"), ponder: fields.owned("ponder") },
            "pong" => Self::Pong,
            "error" => Self::Error(fields.text("message")),
            _ => return None,
        })
    }
}

impl fmt::Display for Reply {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = match self {
            Self::Id { name, version, author, country, judge } => Fields::new("id")
                .with("name", name)
                .with("version", version)
                .with("author", author)
                .with_some("country", country.as_ref())
                .with_some("judge", judge.as_ref()),
            Self::Parameter(parameter) => parameter.fields(),
            Self::Wait => Fields::new("wait"),
            Self::Ready => Fields::new("ready"),
            Self::Info(info) => info.fields(),
            Self::Done { mv, ponder } => {
                Fields::new("done").with_some("move", mv.as_ref()).with_some("ponder", ponder.as_ref())
            }
            Self::Pong => Fields::new("pong"),
            Self::Error(message) => Fields::new("error").with("message", message),
            Self::Unknown(fields) => fields.clone(),
        };
        fields.fmt(formatter)
    }
}
