//! Fleets with a cluster of three brokers.

use std::fs;

use super::{
    broker::address,
    fleet::Fleet,
    scene::{QUICK, Scene},
};

/// Files of games of a whole run.
const FILES: usize = 9;

/// Waits until the run has more files of games, if it is not at its end.
fn wait_for_more(scene: &Scene) {
    scene.wait_for_games((scene.games() + 1).min(FILES));
}

#[test]
fn each_broker_of_three_may_be_killed() {
    let Some(scene) = Scene::cluster(QUICK) else { return };
    let _workers = ["anna", "bob"].map(|name| scene.worker(name));
    let mut run = scene.run();
    for member in 1..=3 {
        wait_for_more(&scene);
        scene.fleet.kill_member(member);
        // The other two go on alone.
        wait_for_more(&scene);
        scene.fleet.up_member(member);
    }
    assert_eq!(run.end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn three_brokers_that_lose_everything_are_filled_again() {
    let Some(scene) = Scene::cluster(QUICK) else { return };
    let _worker = scene.worker("anna");
    let mut run = scene.run();
    scene.wait_for_games(2);
    scene.fleet.kill_broker();
    for member in 1..=3 {
        fs::remove_dir_all(scene.fleet.path().join(format!("broker-{member}"))).expect("removed");
        scene.fleet.up_member(member);
    }
    assert_eq!(run.end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn what_the_other_machines_need_is_said() {
    let Some(fleet) = Fleet::cluster("") else { return };
    let said = fleet.up_member(1);
    let dir = fleet.path();
    let dir = dir.display();
    assert!(said.contains("the broker of member 1 runs at localhost:"), "{said}");
    assert!(said.contains("connected with 0 of 2 other members, no member leads yet"), "{said}");
    for member in [2, 3] {
        let lines = format!(
            "  rsync -a --exclude 'broker*' {dir}/ localhost:{dir}/\n  damier fleet up --dir {dir} --member {member} "
        );
        assert!(said.contains(&lines), "{said}");
    }
    assert_eq!(address(&said).servers.len(), 3);
    assert!(!fleet.up_member(2).contains("--member 1"), "it runs here");
    let said = fleet.up_member(3);
    assert!(said.contains("connected with 2 of 2 other members, "), "{said}");
    assert!(!said.contains("rsync"), "{said}");

    let said = fleet.says(&["status"]);
    for part in
        ["broker of member 1: runs at", "broker of member 3: runs at", "workers: 1\n  worker: never seen"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    fleet.kill_member(2);
    let said = fleet.says(&["invite", "anna"]);
    assert_eq!(address(&said).servers.len(), 3);
    assert!(said.contains(&format!("  rsync {dir}/workers.toml localhost:{dir}/\n")), "{said}");
    assert!(said.contains("--member 2") && !said.contains("--member 3"), "{said}");
    assert!(fleet.says(&["ban", "anna"]).contains("--member 2"));
    assert!(fleet.says(&["down"]).contains("the broker has ended"));
    assert!(fleet.says(&["down"]).contains("the broker does not run"));
}

#[test]
fn a_cluster_that_cannot_be_is_refused() {
    let Some(fleet) = Fleet::cluster("") else { return };
    for (task, part) in [
        (&["up"][..], "3 of the hosts localhost, localhost, localhost are its own; name it by --member"),
        (&["up", "--member", "4"], "--member 4: the members of a cluster are 1 to 3"),
        (&["up", "--host", "a"], "--host: "),
        (&["up", "--port", "4"], "--port: "),
        (&["up", "--cluster", "a,b"], "member: a cluster has 3 [[member]] tables, and the file has 2"),
        (&["up", "--cluster", "a,b,b"], "member: two are at one host"),
        (&["up", "--cluster", "a,b,c"], "fleet.toml has localhost, localhost, localhost"),
    ] {
        let error = fleet.refuses(task);
        assert!(error.contains(part), "{task:?}: {error}");
    }
    // One that is not there yet is made, though none of its machines is this one.
    fs::remove_dir_all(fleet.path()).expect("removed");
    let error = fleet.refuses(&["up", "--cluster", "203.0.113.1,203.0.113.2,203.0.113.3"]);
    assert!(error.contains("0 of the hosts 203.0.113.1, 203.0.113.2, 203.0.113.3 are its own"), "{error}");
    assert_eq!(fleet.folder().settings().members.len(), 3);
}
