//! A server that listens, over real connections.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use super::settings;
use crate::{ServeError, Server, ServerStop, Settings, context::Context};

/// How long an answer may take before a test fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(120);
const ENDLESS: &str = r#"{"game":"chess","limits":{"millis":300000}}"#;

struct Running {
    address: SocketAddr,
    context: Arc<Context>,
    stop: ServerStop,
    thread: JoinHandle<Result<(), ServeError>>,
}

impl Running {
    fn new(settings: Settings) -> Self {
        let server = Server::bind(settings).expect("a free port");
        let (address, stop) = (server.address().expect("an address"), server.stop_handle());
        let context = Arc::clone(&server.context);
        Self { address, context, stop, thread: thread::spawn(move || server.run()) }
    }

    /// Sends a request with these lines before the body.
    fn send(&self, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let text =
            format!("{head}\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}", self.address, body.len());
        stream.write_all(text.as_bytes()).expect("it reads");
        stream
    }

    fn search(&self, body: &str) -> TcpStream {
        self.send("POST /api/v1/search HTTP/1.1\r\nContent-Type: application/json", body)
    }

    /// Waits until that number of searches runs, and that number waits.
    fn until_load(&self, load: (usize, usize)) {
        let pause = Duration::from_millis(5);
        let waited = (0..PATIENCE.as_millis() / pause.as_millis()).any(|_| {
            thread::sleep(pause);
            self.context.searches.load() == load
        });
        assert!(waited, "{:?} and not {load:?}", self.context.searches.load());
    }

    fn end(self) {
        self.stop.stop();
        self.thread.join().expect("no panic").expect("it ran");
    }
}

/// The first bytes of an answer.
fn begin(stream: &mut TcpStream) -> String {
    let mut bytes = [0; 4096];
    let count = stream.read(&mut bytes).expect("an answer");
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

#[test]
fn a_closed_connection_stops_its_search() {
    let server = Running::new(Settings { searches: 1, ..settings() });
    let first = server.search(ENDLESS);
    server.until_load((1, 0));
    let second = server.search(ENDLESS);
    server.until_load((1, 1));
    drop(second);
    server.until_load((1, 0));
    drop(first);
    server.until_load((0, 0));
    let about = begin(&mut server.send("GET /api/v1/about HTTP/1.1", ""));
    assert!(about.starts_with("HTTP/1.1 200"), "{about}");
    server.end();
}

#[test]
fn the_end_of_the_server_ends_its_searches() {
    let server = Running::new(Settings { searches: 1, ..settings() });
    let mut streams = [ENDLESS; 3].map(|body| server.search(body));
    server.until_load((1, 2));
    let address = server.address;
    server.end();
    // Which of the three began is a matter of threads.
    let mut answers = [const { String::new() }; 3];
    for (stream, text) in streams.iter_mut().zip(&mut answers) {
        stream.read_to_string(text).expect("the rest of the answer");
    }
    let done = answers.iter().filter(|text| text.contains("event: done")).count();
    assert_eq!(done, 1, "the best move until then: {answers:?}");
    assert!(TcpStream::connect(address).is_err(), "the address is free");
}

#[test]
fn what_is_no_http_breaks_nothing() {
    let server = Running::new(settings());
    for text in [
        "\r\n\r\n",
        "GARBAGE\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.write_all(text.as_bytes()).expect("it reads");
        stream.shutdown(std::net::Shutdown::Write).expect("the end");
        let mut answer = Vec::new();
        // Whatever is said, the connection ends.
        let _ = stream.read_to_end(&mut answer);
        assert!(!String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 200"), "{text}");
    }
    let mut long = TcpStream::connect(server.address).expect("it listens");
    long.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let header = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: {}\r\n\r\n", "x".repeat(1 << 20));
    let _ = long.write_all(header.as_bytes());
    let mut answer = Vec::new();
    let _ = long.read_to_end(&mut answer);
    assert!(!String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 200"));
    let about = begin(&mut server.send("GET /api/v1/about HTTP/1.1", ""));
    assert!(about.starts_with("HTTP/1.1 200"), "{about}");
    server.end();
}

#[test]
fn a_taken_address_is_refused_with_the_remedy() {
    let server = Running::new(settings());
    let Err(error) = Server::bind(Settings { address: server.address, ..settings() }) else {
        panic!("the address is taken");
    };
    assert!(error.to_string().contains("another port"), "{error}");
    server.end();
}
