//! The fleet's folder with a real broker: who is let in, and what they may do.
//!
//! `DAMIER_NATS_SERVER` names the `nats-server`. Without one the tests are skipped, and fail where `CI` is set.

#![cfg(unix)]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

mod client;
mod cluster;
mod games;
mod greetings;
mod liars;
mod ports;
mod server;
mod slow;
#[path = "../../../selfplay/tests/small/mod.rs"]
mod small;
mod timed;

use std::path::Path;

use damier_fleet::{
    broker::Program,
    folder::{Done, Folder, FolderError, Way},
};

use self::{
    client::Client,
    server::{Fleet, program},
};

/// What a worker must not do, beside what it may.
const ALLOWED: [&str; 6] = [
    "$JS.API.CONSUMER.INFO.DAMIER_WORK.workers-open",
    "$JS.API.CONSUMER.MSG.NEXT.DAMIER_WORK.workers-open",
    "$JS.ACK.DAMIER_WORK.workers-open.1.2.3",
    "$JS.API.DIRECT.GET.DAMIER_NETS.damier.net.abc.0",
    "damier.result.anna.run.1.2.0",
    "damier.hello.anna",
];
/// What only a worker that is trusted may do.
const TRUSTED: [&str; 3] = [
    "$JS.API.CONSUMER.INFO.DAMIER_WORK.workers-trusted",
    "$JS.API.CONSUMER.MSG.NEXT.DAMIER_WORK.workers-trusted",
    "$JS.ACK.DAMIER_WORK.workers-trusted.1.2.3",
];
const FORBIDDEN: [&str; 15] = [
    "damier.result.bob.run.1.2.0",
    "damier.result.anna",
    "damier.hello.bob",
    "damier.work.open.run.1.2",
    "damier.work.trusted.run.1.2",
    "damier.net.abc.0",
    "damier.lease.run",
    "_INBOX_bob.x",
    "_INBOX_anna.x",
    "$JS.API.INFO",
    "$JS.API.STREAM.CREATE.DAMIER_WORK",
    "$JS.API.STREAM.PURGE.DAMIER_RESULTS",
    "$JS.API.STREAM.MSG.GET.DAMIER_RESULTS",
    "$JS.API.CONSUMER.CREATE.DAMIER_NETS",
    "$JS.API.CONSUMER.DELETE.DAMIER_WORK.workers-open",
];

#[test]
fn workers_may_publish_and_hear_what_is_theirs_alone() {
    let Some(program) = program() else { return };
    let fleet = Fleet::started(&program);
    for name in ["anna", "bob"] {
        assert_eq!(fleet.folder.invite(name).expect("invited"), Done::Now);
    }
    let mut anna = Client::connect(&fleet.worker("anna")).expect("let in");
    for subject in ALLOWED {
        assert_eq!(anna.publish(subject), Ok(()), "{subject}");
    }
    for subject in FORBIDDEN {
        let error = anna.publish(subject).expect_err(subject);
        assert!(error.contains("Permissions Violation for Publish"), "{subject}: {error}");
    }
    let mut bob = Client::connect(&fleet.worker("bob")).expect("let in");
    for subject in TRUSTED {
        assert!(bob.publish(subject).expect_err(subject).contains("Permissions Violation for Publish"));
    }
    // The connection that is there has the rights at once.
    assert_eq!(fleet.folder.trust("bob").expect("trusted"), Done::Now);
    for subject in TRUSTED {
        assert_eq!(bob.publish(subject), Ok(()), "{subject}");
        assert!(anna.publish(subject).is_err(), "{subject}");
    }
    assert_eq!(anna.subscribe("_INBOX_anna.>"), Ok(()));
    for subject in
        [">", "_INBOX.>", "_INBOX_bob.>", "damier.>", "damier.result.>", "damier.hello.*", "$JS.EVENT.>"]
    {
        let error = anna.subscribe(subject).expect_err(subject);
        assert!(error.contains("Permissions Violation for Subscription"), "{subject}: {error}");
    }
    let mut coordinator = Client::connect(&fleet.folder.coordinator()).expect("let in");
    for subject in ALLOWED.iter().chain(&FORBIDDEN) {
        assert_eq!(coordinator.publish(subject), Ok(()), "{subject}");
    }
    assert_eq!(coordinator.subscribe(">"), Ok(()));
}

#[test]
fn a_ban_ends_the_connections_of_one_worker_alone() {
    let Some(program) = program() else { return };
    let fleet = Fleet::started(&program);
    fleet.folder.invite("anna").expect("invited");
    fleet.folder.invite("bob").expect("invited");
    let (anna, bob) = (fleet.worker("anna"), fleet.worker("bob"));
    let mut first = Client::connect(&anna).expect("let in");
    let mut second = Client::connect(&anna).expect("let in");
    let mut other = Client::connect(&bob).expect("let in");
    let mut coordinator = Client::connect(&fleet.folder.coordinator()).expect("let in");

    assert_eq!(fleet.folder.ban("anna", "a wrong game").expect("banned"), Done::Now);
    for connection in [&mut first, &mut second] {
        connection.end();
    }
    assert_eq!((other.publish("damier.hello.bob"), coordinator.publish("damier.x")), (Ok(()), Ok(())));
    for _ in 0..2 {
        let error = Client::connect(&anna).expect_err("banned");
        assert!(error.contains("Authorization Violation"), "{error}");
    }
    // Also after another start.
    assert_eq!(fleet.folder.down().expect("ended"), Done::Now);
    assert_eq!(fleet.up(&program).expect("started"), Done::Now);
    assert!(Client::connect(&anna).is_err() && Client::connect(&bob).is_ok());
}

#[test]
fn neither_strangers_nor_nameless_are_let_in() {
    let Some(program) = program() else { return };
    let (fleet, other) = (Fleet::started(&program), Fleet::new());
    fleet.folder.invite("anna").expect("invited");
    other.folder.invite("anna").expect("invited");
    let mut stranger = other.worker("anna");
    stranger.servers = fleet.worker("anna").servers;
    for result in [Client::connect(&stranger), Client::connect_without_key(&stranger)] {
        let error = result.expect_err("no key of this fleet");
        assert!(error.contains("Authorization Violation"), "{error}");
    }
}

#[test]
fn the_monitor_shows_who_was_there() {
    let Some(program) = program() else { return };
    let fleet = Fleet::started(&program);
    fleet.folder.invite("anna").expect("invited");
    let key = fleet.folder.roster().expect("read").invited("anna").expect("invited").key.clone();
    let client = Client::connect(&fleet.worker("anna")).expect("let in");
    let monitor = fleet.broker().monitor();
    assert_eq!(monitor.server().expect("asked").version, program.version.to_string());
    let of_anna = || {
        let all = monitor.connections().expect("asked");
        all.into_iter().filter(|connection| connection.is_of("anna", &key)).collect::<Vec<_>>()
    };
    let open = of_anna();
    assert_eq!((open.len(), &*open[0].ip, &open[0].stop), (1, "127.0.0.1", &None));
    assert!(!open[0].last_activity.is_empty());
    drop(client);
    server::wait_until("the connection is closed", || {
        of_anna().first().is_some_and(|connection| connection.stop.is_some())
    });
    let closed = of_anna();
    assert_eq!(closed.len(), 1);
    assert!(closed[0].reason.is_some(), "{closed:?}");
    assert_eq!(monitor.streams().expect("asked"), []);
}

#[test]
fn a_start_that_fails_says_why_and_leaves_nothing_running() {
    let Some(program) = program() else { return };
    let fail = |fleet: &Fleet, program: &Program| {
        let error = fleet.up(program).expect_err("it cannot start").to_string();
        assert!(!error.contains('\n'), "{error}");
        // A test beside this one that starts a program holds all open files, and so the lock, until it has begun.
        server::wait_until("nothing is left", || !fleet.broker().is_running().expect("asked"));
        error
    };
    let fleet = Fleet::new();
    let taken =
        std::net::TcpListener::bind(("127.0.0.1", fleet.broker().place().port)).expect("free till now");
    let error = fail(&fleet, &program);
    assert!(error.contains("cannot listen at 127.0.0.1:") && error.contains("change port in"), "{error}");
    drop(taken);

    let fleet = Fleet::with("tls_certificate = \"none.pem\"\ntls_key = \"none.pem\"\n");
    let error = fail(&fleet, &program);
    assert!(error.contains("ended at once") && error.contains("none.pem"), "{error}");

    let fleet = Fleet::new();
    let mute = Program { path: "false".into(), version: program.version };
    assert!(fail(&fleet, &mute).contains("ended at once (exit status: 1)"));
    let none = Program { path: "/nowhere/nats-server".into(), version: program.version };
    assert!(fail(&fleet, &none).contains("/nowhere/nats-server: cannot be started"));
}

#[test]
fn a_number_of_another_process_is_no_broker() {
    let Some(program) = program() else { return };
    let fleet = Fleet::new();
    // A broker that was killed leaves its number, which another process may get.
    let pid = fleet.path().join("broker.pid");
    std::fs::write(&pid, std::process::id().to_string()).expect("written");
    assert!(!fleet.broker().is_running().expect("asked"));
    assert_eq!(fleet.folder.down().expect("nothing to end"), Done::Before);
    assert_eq!(fleet.up(&program).expect("started"), Done::Now);
    assert_ne!(fleet.broker().pid().expect("its own"), std::process::id() as i32);
    server::kill(&fleet.broker(), "KILL");
    server::wait_until("the broker is dead", || !fleet.broker().is_running().expect("asked"));
    assert!(pid.exists(), "nothing cleans up behind a kill");
    assert_eq!(fleet.folder.down().expect("nothing to end"), Done::Before);
    assert_eq!(fleet.up(&program).expect("started again"), Done::Now);
}

#[test]
fn what_a_running_broker_cannot_take_on_is_said() {
    let Some(program) = program() else { return };
    let fleet = Fleet::started(&program);
    let file = fleet.path().join("fleet.toml");
    let text = std::fs::read_to_string(&file).expect("read");
    let port = format!("port = {}", fleet.broker().place().port);
    assert!(text.contains(&port), "{text}");
    std::fs::write(&file, text.replacen(&port, &format!("port = {}", ports::free_port()), 1))
        .expect("written");
    let changed = Folder::open(fleet.path()).unwrap_or_else(|error| panic!("{error}"));
    let error = changed.invite("anna").expect_err("another port").to_string();
    assert!(
        error.contains("does not take on its new configuration") && error.contains("fleet down"),
        "{error}"
    );
    assert_eq!(changed.down().expect("ended"), Done::Now);
    assert_eq!(
        changed.up(&changed.broker(None).expect("the only one"), &program).expect("started"),
        Done::Now
    );
    assert_eq!(changed.invite("anna").expect("she is in the list"), Done::Before);
    let anna = changed.worker("anna", Way::Tcp).expect("invited");
    assert!(Client::connect(&anna).is_ok());
}

#[test]
fn the_configuration_with_everything_is_one() {
    let Some(program) = program() else { return };
    let fleet = Fleet::with(&format!("websocket_port = {}\n", ports::free_port()));
    assert_eq!(fleet.up(&program).expect("started"), Done::Now);
    fleet.folder.invite("anna").expect("invited");
    let access = fleet.folder.worker("anna", Way::Websocket).expect("invited");
    assert!(access.servers[0].starts_with("wss://127.0.0.1:"), "{access:?}");
    check(&program, fleet.path());
}

/// Has the program check the configuration.
fn check(program: &Program, folder: &Path) {
    let mut command = std::process::Command::new(&program.path);
    let output = command.args(["-t", "-c", "broker.conf"]).current_dir(folder).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn two_that_start_it_at_once_start_one() {
    let Some(program) = program() else { return };
    let fleet = Fleet::new();
    let done: Vec<Result<Done, FolderError>> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..3).map(|_| scope.spawn(|| fleet.up(&program))).collect();
        starts.into_iter().map(|start| start.join().expect("no panic")).collect()
    });
    let count = |wanted| done.iter().filter(|done| done.as_ref().ok() == Some(&wanted)).count();
    assert_eq!((count(Done::Now), count(Done::Before)), (1, 2), "{done:?}");
}
