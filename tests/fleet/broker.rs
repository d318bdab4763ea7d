//! `damier fleet`: the broker from its start to its end, and who may work for it.

use std::net::TcpListener;

use damier_fleet::access::Access;

use super::fleet::{self, Fleet};

/// The address in the line for workers.
pub(crate) fn address(said: &str) -> Access {
    fleet::address(said).parse().expect("an address")
}

#[test]
fn from_up_to_down() {
    let Some(fleet) = Fleet::new() else { return };
    let said = fleet.says(&["up"]);
    assert!(said.contains("the broker runs at 127.0.0.1:"), "{said}");
    let worker = address(&said);
    assert_eq!(worker.name, "worker");
    assert_eq!(worker.servers, [format!("nats://127.0.0.1:{}", fleet.folder().settings().places()[0].port)]);

    let anna = address(&fleet.says(&["invite", "anna"]));
    assert_eq!((&*anna.name, &anna.servers), ("anna", &worker.servers));
    assert_eq!(address(&fleet.says(&["invite", "anna"])), anna, "the same line again");
    let said = fleet.says(&["up"]);
    assert!(said.contains("the broker runs already at 127.0.0.1:"), "{said}");
    assert_eq!(address(&said), worker, "the same line again");

    let said = fleet.says(&["status"]);
    for part in [
        "broker: runs at 127.0.0.1:",
        "coordinator: never seen",
        "workers: 2\n  worker: never seen",
        "\n  anna: never seen",
        "streams: 0",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(fleet.says(&["ban", "anna", "--reason", "a wrong game"]), "anna is banned\n");
    assert_eq!(fleet.says(&["ban", "anna"]), "anna was banned already\n");
    assert!(fleet.refuses(&["invite", "anna"]).contains("anna is banned (a wrong game)"));
    let said = fleet.says(&["status"]);
    assert!(
        said.contains("workers: 1\n") && said.contains("banned: 1\n  anna: a wrong game; never seen"),
        "{said}"
    );

    assert!(fleet.says(&["down"]).contains("the broker has ended"));
    assert!(fleet.says(&["down"]).contains("the broker does not run"));
    let said = fleet.says(&["status"]);
    assert!(said.contains("broker: does not run") && said.contains("worker: unknown while"), "{said}");
    assert!(fleet.says(&["invite", "bob"]).contains("the broker does not run; `damier fleet up` starts it"));
    assert_eq!(address(&fleet.says(&["up"])), worker, "after another start");
}

#[test]
fn what_cannot_be_is_said_in_one_line() {
    let Some(fleet) = Fleet::new() else { return };
    for (task, part) in [
        (&["up", "--port", "4"][..], "--port: "),
        (&["up", "--host", "example.org"], "--host: "),
        (&["up", "--host", "a b"], "host: must be a name or an IP address"),
        (&["up", "--nats-server", "/nowhere/nats-server"], "/nowhere/nats-server: not found; install it by"),
        (&["up", "--nats-server", "true"], "true: is no nats-server"),
        (&["invite", "A"], "`A` is no name"),
        (&["invite", "coordinator"], "choose another"),
        (&["invite", "anna", "--websocket"], "has no websocket_port"),
        (&["ban", "eve"], "eve is not invited"),
    ] {
        let error = fleet.refuses(task);
        assert!(error.contains(part), "{task:?}: {error}");
    }
    let taken =
        TcpListener::bind(("127.0.0.1", fleet.folder().settings().places()[0].port)).expect("free till now");
    let error = fleet.refuses(&["up"]);
    assert!(error.contains("cannot listen at 127.0.0.1:") && error.contains("fleet.toml"), "{error}");
    drop(taken);
    std::fs::write(fleet.path().join("fleet.toml"), "version = 1\nhost = 5\n").expect("written");
    for task in ["up", "down", "status"] {
        let error = fleet.refuses(&[task]);
        assert!(error.contains("fleet.toml: line 2, column 8"), "{task}: {error}");
    }
    std::fs::remove_file(fleet.path().join("fleet.toml")).expect("removed");
    for task in ["down", "status"] {
        assert!(fleet.refuses(&[task]).contains("no fleet (it has no fleet.toml)"), "{task}");
    }
    assert!(fleet.refuses(&["up"]).contains("holds other files, and no fleet"));
}
