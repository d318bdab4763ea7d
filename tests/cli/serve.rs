//! `damier serve`: its address, its end, its options.

use super::{
    program::damier,
    tiny::{Scratch, TINY},
};

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

#[cfg(unix)]
#[test]
fn a_run_serves_its_own_page_as_long_as_it_goes_on() {
    let scratch = Scratch::new();
    let config = scratch.write("tiny.toml", TINY.replace("generations = 2", "generations = 5000"));
    let run = scratch.path("my run");
    let arguments = ["run", &config, "--dir", &run, "--watch=127.0.0.1:0"];
    let mut child = super::program::damier_open(&[], &arguments);
    let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
    let line = line(&mut said);
    let (_, url) = line.trim_end().split_once("http://").expect("an address");
    let (address, page) = url.split_once('/').expect("an address");
    assert_eq!(page, "#runs/my%20run");
    let mut stream = TcpStream::connect(address).expect("it listens");
    let head = format!("GET /api/v1/runs/my%20run HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"generations\":5000"), "{answer}");
    // What it says further is not read, and must not stop it.
    std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &id]).status().expect("kill starts").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(TcpStream::connect(address).is_err(), "the page ends with the run");
}

#[test]
fn a_page_of_a_run_needs_an_address_that_is_free() {
    let scratch = Scratch::new();
    let config = scratch.write("tiny.toml", TINY);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address").to_string();
    let watch = format!("--watch={address}");
    let error = damier(&["run", &config, "--dir", &scratch.path("run"), &watch]).failure(1);
    assert!(error.contains("--watch") && error.contains(&address), "{error}");
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
