//! `damier serve`: its address, its end, its options.

use super::program::damier;

#[cfg(unix)]
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, ChildStdout, Command},
};

/// A server, and the lines that it prints.
#[cfg(unix)]
fn serve(options: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let arguments = [&["serve", "--searches", "1", "--memory", "8"], options].concat();
    let mut child = super::program::damier_open(&[], &arguments);
    let said = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, said)
}

#[cfg(unix)]
fn line(said: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    said.read_line(&mut line).expect("a line");
    line
}

/// Sends the signal of Ctrl-C, and waits for a clean end.
#[cfg(unix)]
fn end(mut child: Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &id]).status().expect("kill starts").success());
    assert!(child.wait().expect("it ends").success());
}

#[cfg(unix)]
#[test]
fn it_answers_where_it_says_and_ctrl_c_ends_it_with_its_searches() {
    let (child, mut said) = serve(&["--address", "127.0.0.1:0"]);
    let line = line(&mut said);
    let (_, rest) = line.split_once("http://").expect("an address");
    let (address, _) = rest.split_once('/').expect("an address");
    let ask = |head: &str, body: &str| {
        let mut stream = TcpStream::connect(address).expect("it listens");
        let length = body.len();
        let text = format!("{head} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
        write!(stream, "{text}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}")
            .expect("it reads");
        stream
    };
    let mut page = String::new();
    ask("GET /", "").read_to_string(&mut page).expect("a page");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>damier"), "{page}");
    let search = ask("POST /api/v1/search", r#"{"game":"chess","limits":{"millis":300000}}"#);
    let mut events = BufReader::new(search);
    let mut read = String::new();
    while !read.contains("event: report") {
        assert!(events.read_line(&mut read).expect("events") > 0, "{read}");
    }
    end(child);
    events.read_to_string(&mut read).expect("the rest");
    assert!(read.contains("event: done"), "{read}");
}

#[cfg(unix)]
#[test]
fn at_other_addresses_it_prints_a_token() {
    let (child, mut said) = serve(&["--address", "0.0.0.0:0"]);
    assert!(line(&mut said).contains("http://127.0.0.1:"), "an address that can be opened");
    let token = line(&mut said);
    let (_, token) = token.trim_end().rsplit_once(' ').expect("a token");
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    end(child);
}

#[test]
fn wrong_options_are_refused() {
    for (options, part) in [
        (["--address", "localhost"], "--address"),
        (["--token", "short"], "at least 16"),
        (["--searches", "0"], "--searches"),
        (["--longest", "soon"], "--longest"),
    ] {
        let error = damier(&[&["serve"][..], &options].concat()).failure(2);
        assert!(error.contains(part), "{error}");
    }
    let error = damier(&["serve", "--net", "nothing.dmn"]).failure(1);
    assert!(error.contains("nothing.dmn"), "{error}");
    let twice = ["serve", "--net", "nets/chess.dmn", "--net", "nets/chess.dmn"];
    assert!(damier(&twice).failure(1).contains("another --net is of chess"));
}
