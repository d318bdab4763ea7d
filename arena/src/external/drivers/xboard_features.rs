//! What an engine declares about itself over CECP.

use std::time::Duration;

use damier_protocol::{
    uci::{Kind, OptionDeclaration},
    xboard::{Command, Feature, Reply, read_option},
};

use super::{
    super::{
        Description,
        connection::{Connection, Received},
        driver::wrong_setting,
    },
    uci_option::declared,
};
use crate::competitor::{Cause, Failure};

/// The version of the protocol that has features.
const VERSION: u32 = 2;
/// An engine that has begun to declare features and says nothing for so long has declared them all, as xboard sees it.
const FEATURES_TIMEOUT: Duration = Duration::from_secs(2);

/// Features of an engine.
#[derive(Debug)]
pub(super) struct Features {
    pub(super) name: Option<String>,
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) san: bool,
    pub(super) time: bool,
    pub(super) reuse: bool,
    pub(super) memory: bool,
    smp: bool,
    variants: Vec<String>,
    options: Vec<OptionDeclaration>,
}

impl Features {
    /// Returns those of an engine that declares nothing.
    pub(super) fn none() -> Self {
        Self {
            name: None,
            ping: false,
            setboard: false,
            usermove: false,
            san: false,
            time: true,
            reuse: true,
            memory: false,
            smp: false,
            variants: Vec::new(),
            options: Vec::new(),
        }
    }

    fn declare(&mut self, Feature { name, value }: &Feature) {
        let on = value == "1";
        match name.as_str() {
            "myname" => self.name = Some(value.clone()),
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "san" => self.san = on,
            "time" => self.time = on,
            "reuse" => self.reuse = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
            "option" => self.options.extend(read_option(value)),
            // What the others say is not asked for.
            _ => {}
        }
    }

    /// Asks an engine for its features.
    ///
    /// # Errors
    /// It does not declare them, or is one of version 1.
    pub(super) fn ask(connection: &mut Connection, description: &Description) -> Result<Self, Failure> {
        connection.send(format!("{}\n{}", Command::Xboard, Command::Protover(VERSION)))?;
        let (mut features, mut begun, mut postponed) = (Self::none(), false, false);
        loop {
            let is_begun = begun && !postponed;
            let timeout =
                description.start_timeout.min(if is_begun { FEATURES_TIMEOUT } else { Duration::MAX });
            match connection.receive(timeout, "feature done=1", None, read_features) {
                Ok(declared) => {
                    begun = true;
                    for feature in &declared {
                        features.declare(feature);
                        connection.send(Command::Accepted(feature.name.clone()))?;
                    }
                    match declared
                        .iter()
                        .rfind(|feature| feature.name == "done")
                        .map(|done| done.value.as_str())
                    {
                        Some("1") => return Ok(features),
                        Some(_) => postponed = true,
                        None => {}
                    }
                }
                Err(Failure { cause: Cause::Hang | Cause::Protocol, .. }) if is_begun => return Ok(features),
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Returns the commands that set memory, threads and options as its description has them.
    ///
    /// # Errors
    /// It has no such option, or no word for what the description says.
    pub(super) fn settings(&self, description: &Description) -> Result<Vec<Command>, Failure> {
        let mut commands = Vec::new();
        let missing = |what: &str| {
            Err(wrong_setting(format!(
                "it has no word for {what}; leave it out, or use options or arguments"
            )))
        };
        match (self.memory, description.memory) {
            (true, _) => commands.push(Command::Memory(description.memory_mib().into())),
            (false, Some(_)) => return missing("memory"),
            (false, None) => {}
        }
        match (self.smp, description.threads) {
            (true, Some(threads)) => commands.push(Command::Cores(threads.into())),
            (false, Some(2..)) => return missing("threads"),
            _ => {}
        }
        for (name, value) in &description.options {
            let value = value.to_string();
            let option = declared(&self.options, name, &value)?;
            let value = match (&option.kind, value.as_str()) {
                (Kind::Button, _) => None,
                (Kind::Check { .. }, "true") => Some("1".to_owned()),
                (Kind::Check { .. }, _) => Some("0".to_owned()),
                _ => Some(value),
            };
            commands.push(Command::Option { name: option.name.clone(), value });
        }
        Ok(commands)
    }

    /// Says whether it plays a variant.
    ///
    /// # Errors
    /// Which it plays.
    pub(super) fn check_variant(&self, name: &str) -> Result<(), Failure> {
        if self.variants.iter().any(|other| other == name) {
            return Ok(());
        }
        let played = if self.variants.is_empty() { "normal".to_owned() } else { self.variants.join(", ") };
        Err(wrong_setting(format!("it does not play {name} but {played}")))
    }
}

fn read_features(line: &str) -> Received<Vec<Feature>> {
    match Reply::parse(line) {
        Reply::Features(features) => Received::Answer(features),
        Reply::Error { line, .. } if line.starts_with("protover") => {
            Received::Failed(wrong_setting("it speaks version 1: protocol = \"xboard1\" is for that"))
        }
        Reply::Unknown(_) | Reply::Error { .. } => Received::Unknown,
        _ => Received::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_and_options_are_those_that_were_declared() {
        let mut features = Features::none();
        assert!(features.check_variant("normal").is_err());
        for (name, value) in
            [("variants", "normal, fischerandom"), ("option", "Style -check 1"), ("san", "1")]
        {
            features.declare(&Feature::new(name, value));
        }
        assert!(features.check_variant("fischerandom").is_ok() && features.san && features.time);
        let error = features.check_variant("suicide").expect_err("not played").to_string();
        assert!(error.contains("normal, fischerandom"), "{error}");
        assert_eq!(features.options.len(), 1);
    }
}
