//! Whatever is said, the engine goes on, and ends when it should.

use std::io::{self, Write};

use crossbeam_channel::unbounded;
use damier_protocol::{
    Ends, Line, Protocol,
    server::{ServeError, games_of, notation_of, read_lines, serve},
};
use damier_rules::{NotationFormat, registry};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    clients::{Client, settings},
    round_trip::lines,
};

/// For each protocol: a question that is always answered, and the answer. A ping of CECP waits for the move that is
/// searched, which `force` ends.
const QUESTIONS: [(Protocol, &[&str], &str); 5] = [
    (Protocol::Uci, &["isready"], "readyok"),
    (Protocol::Xboard, &["force", "ping 77"], "pong 77"),
    (Protocol::Hub, &["ping"], "pong"),
    (Protocol::Gomocup, &["ABOUT"], "name="),
    (Protocol::Native, &["ping"], "pong"),
];

/// Lines that would end the conversation, or begin a search that takes its time.
fn is_harmless(line: &str) -> bool {
    !["quit", "END", "Hash", "memory", "hash_size", "Threads", "threads", "thread_num", "cores", "game"]
        .iter()
        .any(|word| line.to_lowercase().contains(&word.to_lowercase()))
}

#[test]
fn noise_is_survived() {
    const NOISE: usize = 400;
    for (protocol, question, answer) in QUESTIONS {
        let client = Client::new(games_of(protocol)[0], protocol);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        for line in lines(20).filter(|line| is_harmless(line)).take(NOISE) {
            client.say(&line);
            if random.random_range(0..10) == 0 {
                client.say_too_much();
            }
            if random.random_range(0..5) == 0 {
                client.say(&String::from_utf8_lossy(&random.random::<[u8; 32]>()));
            }
        }
        question.iter().for_each(|line| client.say(line));
        assert!(client.hear_until(|line| line.starts_with(answer)).is_some(), "{protocol}");
        client.leave();
    }
}

#[test]
fn games_are_played_to_the_end_over_our_own_protocol() {
    const NODES: u32 = 8;
    const LONGEST: usize = 2_000;
    for game in ["tic-tac-toe", "russian", "gomoku-freestyle:size=9"] {
        let client = Client::new(game, Protocol::Native);
        let mut moves: Vec<String> = Vec::new();
        let over = (0..LONGEST).any(|_| {
            client.say(&format!("position moves=\"{}\"", moves.join(" ")));
            client.say("show");
            let situation = client.hear().expect("a position");
            if situation.contains("shares=") {
                return true;
            }
            client.say(&format!("go nodes={NODES}"));
            let best = client.hear_until(|line| line.starts_with("best")).expect("a move");
            let mv =
                best.split_whitespace().nth(1).and_then(|word| word.strip_prefix("move=")).expect("a move");
            moves.push(mv.to_owned());
            false
        });
        assert!(over, "{game} does not end");
        client.leave();
    }
}

#[test]
fn the_end_of_the_input_ends_every_search() {
    for (protocol, go) in [
        (Protocol::Uci, "go infinite"),
        (Protocol::Uci, "go ponder wtime 1000 btime 1000"),
        (Protocol::Xboard, "go"),
        (Protocol::Hub, "go ponder"),
        (Protocol::Native, "go"),
    ] {
        let client = Client::new(games_of(protocol)[0], protocol);
        if protocol == Protocol::Hub {
            client.say("level infinite");
        }
        client.say(go);
        let said = client.leave();
        assert!(
            said.iter().any(|line| ["best", "done", "move"].iter().any(|word| line.contains(word))),
            "{go}: {said:?}"
        );
    }
}

/// Reader whose other end is closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_conversation() {
    for protocol in Protocol::ALL {
        let (sender, lines) = unbounded();
        for line in ["uci", "hub", "protover 2", "damier", "START 15", "BEGIN", "go infinite", "go"] {
            sender.send(Line::Text(line.to_owned())).expect("open");
        }
        let outcome = serve(games_of(protocol)[0], protocol, settings(), None, &lines, &mut Closed);
        assert!(matches!(outcome, Err(ServeError::Io(_))));
    }
}

#[test]
fn games_and_protocols_that_do_not_fit_are_refused() {
    let (_sender, lines) = unbounded();
    let talk = |game, protocol| serve(game, protocol, settings(), None, &lines, &mut Closed);
    for protocol in [Protocol::Uci, Protocol::Xboard] {
        assert!(matches!(talk("russian", protocol), Err(ServeError::NotSpoken { .. })));
    }
    assert!(matches!(talk("nonsense", Protocol::Native), Err(ServeError::NoGame(_))));
}

#[test]
fn games_are_told_which_protocols_they_speak() {
    for protocol in Protocol::ALL {
        assert!(!games_of(protocol).is_empty());
        let speaks_all = games_of(protocol).len() == registry::NAMES.len();
        assert_eq!(speaks_all, notation_of(protocol) == NotationFormat::Native, "{protocol}");
    }
}

#[test]
fn megabytes_without_a_line_are_not_kept() {
    let mut noise = vec![b'x'; 3 << 20];
    noise.extend(b"\nlast");
    let (lines, thread) = read_lines(io::Cursor::new(noise), Ends::Lines);
    let heard: Vec<Line> = lines.iter().collect();
    assert_eq!(heard, [Line::TooLong, Line::Text("last".to_owned())]);
    thread.join().expect("no panic");
}
