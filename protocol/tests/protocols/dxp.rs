//! DamExchange over a socket.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread::JoinHandle,
};

use damier_engine::engine::Level;
use damier_protocol::{
    dxp::Message,
    server::{DxpRole, DxpTerms, play_dxp},
};
use damier_rules::{
    AnyGame,
    games::draughts::{Draughts, International},
};

use super::clients::{PATIENCE, settings};

/// A side that plays quickly and badly.
fn player(role: DxpRole, stream: TcpStream) -> JoinHandle<Vec<String>> {
    let mut settings = settings();
    settings.options.level = Level::WEAKEST;
    std::thread::spawn(move || {
        let mut notes = Vec::new();
        let game = Draughts::<International>::new();
        let end = play_dxp(AnyGame::new(game), role, settings, stream, Some(PATIENCE), &mut |note| {
            notes.push(note.to_owned())
        });
        notes.push(format!("{:?}", end.expect("played")));
        notes
    })
}

fn connection() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let client = TcpStream::connect(listener.local_addr().expect("an address")).expect("connected");
    let (server, _) = listener.accept().expect("accepted");
    (server, client)
}

#[test]
fn two_of_us_play_games_and_part() {
    let (one, other) = connection();
    let terms = DxpTerms { games: 2, minutes: 1, moves: 20 };
    let follower = player(DxpRole::Follower, one);
    let initiator = player(DxpRole::Initiator(terms), other);
    for thread in [follower, initiator] {
        let notes = thread.join().expect("no panic");
        let games = notes.iter().filter(|note| note.starts_with("the game is over")).count();
        assert_eq!(games, 2, "{notes:?}");
        let last = notes.last().map(String::as_str).unwrap_or_default();
        assert!(last.contains("games: 2, reason: \"all games") || last.contains("no more games"), "{last}");
    }
}

/// Speaks by hand.
struct ByHand(TcpStream);

impl ByHand {
    fn say(&mut self, text: &str) {
        self.0.write_all(format!("{text}\0").as_bytes()).expect("written");
    }

    fn hear(&mut self) -> Message {
        self.0.set_read_timeout(Some(PATIENCE)).expect("a time");
        let mut text = Vec::new();
        loop {
            let mut byte = [0];
            self.0.read_exact(&mut byte).expect("an answer");
            match byte {
                [0] => return Message::parse(&String::from_utf8(text).expect("ASCII")).expect("a message"),
                [byte] => text.push(byte),
            }
        }
    }

    fn hear_text(&mut self) -> String {
        self.hear().to_string()
    }
}

#[test]
fn a_follower_answers_by_the_rules() {
    let (one, other) = connection();
    let follower = player(DxpRole::Follower, one);
    let mut hand = ByHand(other);
    let name = format!("{:32}", "by hand");
    hand.say("noise");
    assert!(hand.hear_text().starts_with("Cnot understood"));
    hand.say("R02whatever comes in a later version");
    assert!(hand.hear_text().ends_with('1'));
    hand.say(&format!("R01{name}W060075BWzz"));
    assert!(hand.hear_text().ends_with('2'));
    // We are White and to move; the other side moves first.
    hand.say(&format!("R01{name}Z060075A"));
    assert!(hand.hear_text().ends_with('0'));
    hand.say("M000032280");
    assert!(hand.hear_text().starts_with("Cnot understood"));
    hand.say("M0000322800");
    assert!(matches!(hand.hear(), Message::Move(_)));
    // A move is taken back, and others played.
    hand.say("B001W");
    assert_eq!(hand.hear_text(), "K0");
    hand.say("B900W");
    assert_eq!(hand.hear_text(), "K2");
    hand.say("M0000312600");
    assert!(matches!(hand.hear(), Message::Move(_)));
    // An illegal move ends the game, and the end is confirmed.
    hand.say("M0000310100");
    assert!(hand.hear_text().starts_with("C31-1 is not legal"));
    assert_eq!(hand.hear_text(), "E00");
    hand.say("E00");
    // Another game, resigned in the follower's thought.
    hand.say(&format!("R01{name}W999000A"));
    assert!(hand.hear_text().ends_with('0'));
    hand.say("E11");
    let end = std::iter::from_fn(|| Some(hand.hear())).find(|message| matches!(message, Message::End { .. }));
    assert_eq!(end.map(|message| message.to_string()).as_deref(), Some("E00"));
    follower.join().expect("no panic");
}

#[test]
fn a_closed_connection_ends_the_game() {
    let (one, other) = connection();
    let follower = player(DxpRole::Follower, one);
    let mut hand = ByHand(other);
    hand.say(&format!("R01{:32}W060075A", "by hand"));
    hand.hear();
    drop(hand);
    let notes = follower.join().expect("no panic");
    assert!(notes.iter().any(|note| note.contains("games: 0") && note.contains("closed")), "{notes:?}");
}

#[test]
fn whoever_says_nothing_is_left() {
    let (one, other) = connection();
    let game = Draughts::<International>::new();
    let patience = Some(std::time::Duration::from_millis(50));
    let end = play_dxp(AnyGame::new(game), DxpRole::Follower, settings(), one, patience, &mut |_| {})
        .expect("no error");
    assert_eq!((end.games, end.reason.contains("said nothing")), (0, true), "{end:?}");
    drop(other);
}

/// A message comes whole in one reading, as programs expect that take what they read for one.
#[test]
fn a_message_is_sent_in_one_piece() {
    let (one, other) = connection();
    one.set_nodelay(true).expect("an option");
    let follower = player(DxpRole::Follower, one);
    let mut hand = ByHand(other);
    hand.0.set_read_timeout(Some(PATIENCE)).expect("a time");
    for _ in 0..20 {
        hand.say("noise");
        let mut bytes = [0; 200];
        let read = hand.0.read(&mut bytes).expect("an answer");
        assert_eq!(bytes[..read].last(), Some(&0), "{:?}", String::from_utf8_lossy(&bytes[..read]));
    }
    drop(hand);
    follower.join().expect("no panic");
}
