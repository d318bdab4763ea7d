//! Codecs of protocols: whatever line comes is read as something, which is written as a line that reads the
//! same.

use std::fmt::{Debug, Display};

use damier_protocol::{Protocol, dxp, gomocup, hub, native, uci, xboard};

fn lines(data: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(data).split(['\n', '\r']).map(str::to_owned).collect()
}

/// The law for one line.
fn reads_back<T: Debug + Display + PartialEq>(line: &str, parse: fn(&str) -> T) {
    let read = parse(line);
    let written = read.to_string();
    assert_eq!(parse(&written), read, "{line:?} is written {written:?}");
    assert!(!written.contains(['\n', '\r']), "{line:?} becomes several lines");
}

/// UCI.
pub fn uci(data: &[u8]) {
    for line in lines(data) {
        reads_back(&line, uci::Command::parse);
        reads_back(&line, uci::Reply::parse);
    }
}

/// CECP, with the options that features declare.
pub fn xboard(data: &[u8]) {
    for line in lines(data) {
        reads_back(&line, xboard::Command::parse);
        reads_back(&line, xboard::Reply::parse);
        if let Some(option) = xboard::read_option(&line) {
            assert_eq!(xboard::read_option(&xboard::option_text(&option)), Some(option), "{line:?}");
        }
    }
}

/// Hub.
pub fn hub(data: &[u8]) {
    for line in lines(data) {
        reads_back(&line, hub::Command::parse);
        reads_back(&line, hub::Reply::parse);
    }
}

/// Gomocup.
pub fn gomocup(data: &[u8]) {
    for line in lines(data) {
        reads_back(&line, gomocup::Command::parse);
        reads_back(&line, gomocup::Reply::parse);
    }
}

/// Our own protocol, and which protocol a first line belongs to.
pub fn native(data: &[u8]) {
    for line in lines(data) {
        reads_back(&line, native::Command::parse);
        reads_back(&line, native::Reply::parse);
        if let Some(protocol) = Protocol::of_first_line(&line) {
            assert_eq!(protocol.to_string().parse(), Ok(protocol));
        }
    }
}

/// DamExchange; messages end with zero bytes.
pub fn dxp(data: &[u8]) {
    for text in String::from_utf8_lossy(data).split('\0') {
        match dxp::Message::parse(text) {
            Ok(message) => {
                let written = message.to_string();
                assert_eq!(dxp::Message::parse(&written).as_ref(), Ok(&message), "{text:?}");
                if let dxp::Message::Move(mv) = message {
                    let hub = dxp::move_text(&mv);
                    assert_eq!(dxp::move_of_text(&hub, mv.seconds), Some(mv));
                }
            }
            Err(error) => assert!(!error.reason.is_empty() && error.at <= dxp::MAX_MESSAGE + 1),
        }
    }
}
