//! Conversations written down: `>` is said to the engine, `<` is its next line, `<<` a line that comes sooner
//! or later; `*` stands for anything.

use damier_protocol::Protocol;

use super::clients::Client;

/// Whether `line` is what the pattern says.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

fn replay(transcript: &str) {
    let mut lines =
        transcript.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    let mut header = |key: &str| {
        let (_, line) = lines.next().expect("a header");
        line.strip_prefix(key).expect("the header").trim().to_owned()
    };
    let game = header("game");
    let protocol: Protocol = header("protocol").parse().expect("a protocol");
    let client = Client::new(&game, protocol);
    for (number, line) in lines {
        let number = number + 1;
        if let Some(said) = line.strip_prefix("> ") {
            client.say(said);
        } else if let Some(pattern) = line.strip_prefix("<< ") {
            let heard = client.hear_until(|line| matches(pattern, line));
            assert!(heard.is_some(), "line {number}: {pattern:?} never came");
        } else if let Some(pattern) = line.strip_prefix("< ") {
            let heard = client.hear().unwrap_or_default();
            assert!(matches(pattern, &heard), "line {number}: {heard:?} instead of {pattern:?}");
        } else {
            panic!("line {number}: {line:?} is nothing");
        }
    }
    assert_eq!(client.leave(), Vec::<String>::new(), "more was said than written down");
}

#[test]
fn patterns() {
    assert!(matches("a * b*", "a x b") && matches("*", "") && matches("a", "a") && matches("a*a", "aba"));
    assert!(!matches("a", "ab") && !matches("a*b", "abc") && !matches("a * b", "a b"));
}

#[test]
fn uci() {
    replay(include_str!("transcripts/uci.txt"));
}

#[test]
fn xboard() {
    replay(include_str!("transcripts/xboard.txt"));
}

#[test]
fn xboard_analysis() {
    replay(include_str!("transcripts/xboard_analysis.txt"));
}

#[test]
fn hub() {
    replay(include_str!("transcripts/hub.txt"));
}

#[test]
fn gomocup() {
    replay(include_str!("transcripts/gomocup.txt"));
}

#[test]
fn gomocup_with_an_opening() {
    replay(include_str!("transcripts/gomocup_opening.txt"));
}

#[test]
fn native() {
    replay(include_str!("transcripts/native.txt"));
}
