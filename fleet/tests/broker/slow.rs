//! Connections that are slow at first.

use std::{
    io::{self, BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    sync::Mutex,
    thread,
};

use damier_fleet::{access::Access, bus::Bus};

use super::server::{Fleet, program};

/// Passes all on between a client and the broker at a port, until both have ended.
fn relay(client: TcpStream, port: u16) {
    let broker = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let (mut from, mut to) = (client.try_clone().expect("a socket"), broker.try_clone().expect("a socket"));
    thread::spawn(move || io::copy(&mut from, &mut to));
    let (mut from, mut to) = (broker, client);
    thread::spawn(move || io::copy(&mut from, &mut to));
}

/// Answers as a broker does whose client showed its key too late.
fn refuse_as_late(mut client: TcpStream, port: u16) {
    let broker = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let mut greeting = String::new();
    BufReader::new(broker).read_line(&mut greeting).expect("it says who it is");
    let answer = format!("{greeting}-ERR 'Authentication Timeout'\r\n");
    client.write_all(answer.as_bytes()).expect("sent");
    // Ends once the client has read it.
    let _ = io::copy(&mut client, &mut io::sink());
}

#[test]
fn a_first_connection_that_is_too_slow_is_tried_again() {
    let Some(program) = program() else { return };
    let fleet = Fleet::started(&program);
    fleet.folder.invite("anna").expect("invited");
    let port = fleet.broker().place().port;
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let between = listener.local_addr().expect("bound");
    thread::spawn(move || {
        let mut clients = listener.incoming().map(|client| client.expect("a client"));
        refuse_as_late(clients.next().expect("the first one"), port);
        clients.for_each(|client| relay(client, port));
    });
    let access = Access { servers: vec![format!("nats://{between}")], ..fleet.worker("anna") };
    let said = Mutex::new(Vec::new());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let connected = runtime.block_on(Bus::connect(&access, |reason| {
        said.lock().expect("one thread").push(reason.to_owned());
        true
    }));
    assert_eq!(connected.expect("let in").name(), "anna");
    let said = said.into_inner().expect("one thread");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].to_lowercase().contains("authentication timeout"), "{said:?}");
}
