//! What is said before a protocol is chosen, to people who have come here by chance.

use std::io::{self, IsTerminal as _, Write as _};

use crossbeam_channel::Receiver;
use damier_protocol::{Line, Protocol};

use crate::terminal::printable::printable_line;

/// What chooses a protocol.
const FIRST_LINES: &str = "uci, xboard, hub, START 15 (Gomocup) or damier";

/// Says to a person at a terminal what this is and what to type. Programs are not greeted.
pub(super) fn greet(protocol: Option<Protocol>) {
    if !io::stdin().is_terminal() {
        return;
    }
    let next = match protocol {
        None => format!("Type {FIRST_LINES} to speak a protocol by hand"),
        Some(Protocol::Uci) => "Type uci, then for example: position startpos, go movetime 1000".to_owned(),
        Some(Protocol::Xboard) => "Type protover 2, then for example: st 1, usermove e2e4".to_owned(),
        Some(Protocol::Hub) => "Type hub, init, pos pos=…, level move-time=1, go think".to_owned(),
        Some(Protocol::Gomocup) => "Type START 15, then for example: BEGIN".to_owned(),
        Some(Protocol::Native) => "Type damier, then for example: go move-time=1".to_owned(),
    };
    say(
        "this is an engine for GUIs, bots and match runners: give them this command. To play here: damier play",
    );
    say(&format!("{next}; quit leaves."));
}

/// Returns the protocol and the line that told it; `None` where the input ends, or the person leaves. Lines that tell
/// none are skipped: a person gets the message every time, a program once.
pub(super) fn recognise(given: Option<Protocol>, lines: &Receiver<Line>) -> Option<(Protocol, Option<Line>)> {
    if let Some(protocol) = given {
        return Some((protocol, None));
    }
    let mut told = false;
    for line in lines {
        let Line::Text(text) = &line else { continue };
        if let Some(protocol) = Protocol::of_first_line(text) {
            return Some((protocol, Some(line)));
        }
        let text = text.trim();
        if ["quit", "exit"].contains(&text) {
            return None;
        }
        if !told && !text.is_empty() {
            let text: String = text.chars().take(SHOWN).collect();
            say(&format!("{text:?} begins no protocol; the first line is {FIRST_LINES}"));
            told = !io::stdin().is_terminal();
        }
    }
    None
}

/// So much of a line is repeated.
const SHOWN: usize = 60;

fn say(text: &str) {
    // A reader that is gone does not need it.
    let _ = writeln!(io::stderr(), "{}", printable_line(text));
}
