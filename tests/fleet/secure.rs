//! Connections over TLS and WebSocket. The certificates of `tls/` are for the name localhost and are trusted by these tests
//! alone; `tls/make` makes them.

use std::{
    fs,
    io::Write as _,
    process::{Command, Stdio},
};

use super::{
    fleet::{Fleet, PROGRAM, address},
    ports::free_port,
    process::Process,
    tiny::Scratch,
};

/// A file of `tls/`.
fn file(name: &str) -> String {
    format!("{}/tests/fleet/tls/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn games_come_over_tls_and_over_websocket() {
    let (certificate, key) = (file("server.pem"), file("server-key.pem"));
    let lines = format!(
        "tls_certificate = \"{certificate}\"\ntls_key = \"{key}\"\nwebsocket_port = {}\nitem_seconds = 0.1\n",
        free_port()
    );
    let Some(fleet) = Fleet::at("localhost", &lines) else { return };
    let scratch = Scratch::new();
    let log = |name: &str| scratch.folder().join(format!("{name}.log"));
    let said = |name: &str| fs::read_to_string(log(name)).expect("read");
    let authority = file("authority.pem");

    fleet.says_anything(&["up"]);
    let invited = fleet.says(&["invite", "anna"]);
    let tls = address(&invited);
    let invited = fleet.says(&["invite", "bob", "--websocket"]);
    let websocket = address(&invited);
    assert!(
        tls.starts_with("tls://localhost:") && websocket.starts_with("wss://localhost:"),
        "{tls} {websocket}"
    );

    let mut stranger = Process::start(&["worker", tls, "--threads", "1"], &log("stranger"));
    assert_eq!(stranger.end(), Some(1), "{}", said("stranger"));
    assert!(said("stranger").contains("certificate"), "{}", said("stranger"));
    let plain = tls.replace("tls://", "nats://");
    let _workers = [("plain", &*plain), ("anna", tls), ("bob", websocket)].map(|(name, address)| {
        Process::trusting(Some(&authority), &["worker", address, "--threads", "1"], &log(name))
    });

    let folder = fleet.path();
    let fleet_folder = folder.to_str().expect("UTF-8");
    let arguments =
        ["match", "ab:material,depth=3,memory=4", "greedy", "--game", "english", "--pairs", "100"];
    let mut alone = Process::start(&arguments, &log("alone"));
    assert_eq!(alone.end(), Some(0), "{}", said("alone"));
    let arguments: Vec<&str> = arguments.into_iter().chain(["--fleet", fleet_folder]).collect();
    let mut together = Process::trusting(Some(&authority), &arguments, &log("together"));
    assert_eq!(together.end(), Some(0), "{}", said("together"));
    let score = |name: &str| {
        let said = said(name);
        said.lines().find(|line| line.contains("score")).unwrap_or_else(|| panic!("{said}")).to_owned()
    };
    assert_eq!(score("alone"), score("together"));
    for name in ["plain", "anna", "bob"] {
        assert!(said(name).contains("english, a match: games "), "{name}: {}", said(name));
    }
}

#[test]
fn an_address_is_read_from_standard_input() {
    let said = |input: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(["worker", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("written");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(said("").contains("standard input: an address of a fleet begins with"), "{}", said(""));
    let Some(fleet) = Fleet::new() else { return };
    fleet.says_anything(&["up"]);
    let invited = fleet.says(&["invite", "anna"]);
    let address = address(&invited);
    fleet.kill_broker();
    assert!(said(&format!("{address}\n")).contains("cannot connect"), "{}", said(address));
}

#[test]
fn members_of_a_cluster_trust_the_certificates_of_one_authority() {
    let lines = format!(
        "tls_certificate = \"{}\"\ntls_key = \"{}\"\ntls_authority = \"{}\"\n",
        file("server.pem"),
        file("server-key.pem"),
        file("authority.pem")
    );
    let Some(fleet) = Fleet::cluster(&lines) else { return };
    fleet.up_member(1);
    fleet.up_member(2);
    let said = fleet.up_member(3);
    assert!(said.contains("connected with 2 of 2 other members"), "{said}");
    // A running broker takes on the list of workers, and nothing else.
    let invited = fleet.says(&["invite", "anna"]);
    let anna = address(&invited);
    assert_eq!(anna.matches("tls://localhost:").count(), 3, "{anna}");
}
