//! What the engine declares about itself, and the options that it declares.

use std::io;

use super::Xboard;
use crate::{
    server::{
        gui_options::{changes_judge, ends_search},
        host::EngineHost,
    },
    uci::{Kind, OptionDeclaration},
    xboard::{Feature, Reply, option_text},
};

/// What the engine can do, by the names of the protocol.
const FEATURES: [(&str, &str); 19] = [
    ("ping", "1"),
    ("setboard", "1"),
    ("usermove", "1"),
    ("san", "0"),
    ("playother", "1"),
    ("analyze", "1"),
    ("time", "1"),
    ("draw", "1"),
    ("sigint", "0"),
    ("sigterm", "0"),
    ("reuse", "1"),
    ("colors", "0"),
    ("nps", "0"),
    ("pause", "0"),
    ("memory", "1"),
    ("smp", "1"),
    ("debug", "1"),
    ("ics", "0"),
    ("name", "0"),
];
const VARIANTS: &str = "normal,fischerandom";

/// The options of UCI for which the protocol has commands of its own, or no use.
const ELSEWHERE: [&str; 5] = ["Threads", "Hash", "Ponder", "UCI_ShowWDL", "UCI_AnalyseMode"];

impl Xboard {
    /// Answers `protover 2`.
    pub(super) fn introduce(&self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let name = Feature::new("myname", format!("damier {}", env!("CARGO_PKG_VERSION")));
        let features = FEATURES.iter().map(|(name, value)| Feature::new(name, value));
        let variants = Feature::new("variants", VARIANTS);
        host.send(Reply::Features([name, variants].into_iter().chain(features).collect()))?;
        for option in self.declared(host) {
            host.send(Reply::Features(vec![Feature::new("option", option_text(&option))]))?;
        }
        self.send_judge(host)?;
        host.send(Reply::Features(vec![Feature::new("done", 1)]))
    }

    /// Sends which net judges, or why there is no search.
    fn send_judge(&self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let reply = match host.judged_by() {
            Ok(judge) => Reply::Comment(format!("judged by {judge}")),
            Err(refusal) => Reply::Tell { to: "usererror".to_owned(), text: refusal.to_owned() },
        };
        host.send(reply)
    }

    fn declared(&self, host: &EngineHost<'_>) -> Vec<OptionDeclaration> {
        let mut options = self.options.declarations(host);
        options.retain(|option| !ELSEWHERE.contains(&option.name.as_str()));
        options
    }

    /// Sets an option, and sends why it stays as it was. `line` is the whole command.
    pub(super) fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        line: &str,
        host: &mut EngineHost<'_>,
    ) -> io::Result<()> {
        let declared = self.declared(host);
        let known = declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let Some(option) = known else {
            return host.send(Reply::error("unknown option", line));
        };
        let value = match (&option.kind, value.unwrap_or_default()) {
            (Kind::Check { .. }, "1") => "true",
            (Kind::Check { .. }, "0") => "false",
            (_, value) => value,
        };
        if ends_search(name) {
            self.stop(host)?;
        }
        match self.options.set(name, value, host) {
            Ok(()) if ends_search(name) => {
                if changes_judge(name) {
                    self.send_judge(host)?;
                }
                self.analyse_on(host)
            }
            Ok(()) => Ok(()),
            Err(reason) => host.send(Reply::error(reason, line)),
        }
    }
}
