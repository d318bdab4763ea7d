//! Runs whose games a fleet plays: whatever is killed, stopped or lost, the files are those of one machine.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

#[cfg(target_os = "linux")]
use super::foreign::ANNOUNCEMENT;
use super::{
    fleet::{Fleet, PROGRAM},
    scene::{QUICK, Scene, config},
    tiny::Scratch,
};

#[test]
fn two_workers_make_the_files_of_one_machine() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let _workers = [scene.worker("anna"), scene.worker("bob")];
    assert_eq!(scene.run().end(), Some(0), "{}", scene.log());
    scene.compare();
    assert!(scene.log().contains("fleet: "), "{}", scene.log());
    let events = scene.events();
    let count = |part: &str| events.lines().filter(|line| line.contains(part)).count();
    let joined = ["anna", "bob"].map(|name| count(&format!("\"event\":\"joined\",\"worker\":\"{name}\"}}")));
    assert!(joined.contains(&1) && joined.iter().all(|times| *times <= 1), "{events}");
    for generation in 0..3 {
        let played = format!("\"of\":\"russian, generation {generation}\",\"event\":\"played\",");
        assert_eq!(count(&played), 1, "{events}");
    }
    assert_eq!(count("\"games\":60,"), 3, "{events}");
    assert!(scene.has_curve("fleet/games_per_second"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_with_another_c_library_plays_the_same_games() {
    // Every game is played again here, so the first one that differs would have it refused.
    let Some(scene) = Scene::new(&format!("{QUICK}check_share = 1.0\n")) else { return };
    let Some(_worker) = scene.worker_with_foreign_library("anna") else {
        println!("skipped: there is no C compiler (cc)");
        return;
    };
    assert_eq!(scene.run().end(), Some(0), "{}", scene.log());
    assert!(scene.log().contains(ANNOUNCEMENT), "{}", scene.log());
    assert!(scene.log().contains(" 60 checks 0 bad,"), "{}", scene.log());
    scene.compare();
}

#[test]
fn the_matches_of_a_run_are_played_by_workers_and_come_out_as_on_one_machine() {
    let Some(scene) = Scene::measuring(QUICK) else { return };
    let _workers = [scene.worker("anna"), scene.worker("bob")];
    assert_eq!(scene.run().end(), Some(0), "{}", scene.log());
    scene.compare();
    let [together, alone] = scene.measured();
    assert_eq!((&together, together.len()), (&alone, 2));
    let events = scene.events();
    let played =
        events.lines().filter(|line| line.contains("\"of\":\"russian, a match\",\"event\":\"played\""));
    assert_eq!(played.filter(|line| line.contains("\"games\":8,")).count(), 2, "{events}");
    assert!(scene.log().contains("(30 nodes a move, "), "{}", scene.log());
}

#[test]
fn kills_of_workers_broker_and_run_lose_nothing() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let mut workers = [scene.worker("anna"), scene.worker("bob")];
    let mut run = scene.run();
    for round in 0..6 {
        scene.wait_for_games(1 + round);
        match round {
            0 | 3 => workers[0] = scene.worker("anna"),
            1 => {
                workers[1].kill();
                workers[1] = scene.worker("bob");
            }
            2 => {
                scene.fleet.kill_broker();
                scene.fleet.says_anything(&["up"]);
            }
            4 => {
                run.kill();
                run = scene.run();
            }
            _ => {
                workers[1].signal("STOP");
                thread::sleep(Duration::from_secs(3));
                workers[1].signal("CONT");
            }
        }
    }
    assert_eq!(run.end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn games_that_run_ahead_of_the_training_are_those_of_one_machine() {
    let Some(scene) = Scene::lagging(QUICK) else { return };
    let mut workers = [scene.worker("anna"), scene.worker("bob")];
    let mut run = scene.run();
    for round in 0..4 {
        scene.wait_for_games(1 + 2 * round);
        run.kill();
        workers[round % 2].kill();
        workers[round % 2] = scene.worker(["anna", "bob"][round % 2]);
        run = scene.run();
    }
    assert_eq!(run.end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn games_of_a_worker_that_stands_still_go_to_another_one() {
    let Some(scene) = Scene::new("item_seconds = 0.1\nack_wait = \"10m\"\n") else { return };
    let [anna, _bob] = ["anna", "bob"].map(|name| scene.worker(name));
    let mut run = scene.run();
    scene.wait_for_games(2);
    anna.signal("STOP");
    // By the deadline of this, which is before that of the item.
    assert_eq!(run.end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn a_second_run_with_the_same_games_is_refused() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let mut worker = scene.worker("anna");
    let mut run = scene.run();
    // It is at work, and without a worker it waits.
    scene.wait_for_games(2);
    worker.kill();
    let mut second = scene.run_in("second");
    assert_eq!(second.end(), Some(1), "{}", scene.log());
    assert!(scene.log().contains(&format!("process {} on ", run.pid())), "{}", scene.log());
    // What a killed one had is taken over.
    run.kill();
    let _worker = scene.worker("anna");
    assert_eq!(scene.run().end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn a_broker_that_loses_everything_is_filled_again() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let mut worker = scene.worker("anna");
    let mut run = scene.run();
    scene.wait_for_games(2);
    scene.fleet.kill_broker();
    fs::remove_dir_all(scene.fleet.path().join("broker")).expect("removed");
    scene.fleet.says_anything(&["up"]);
    // One that comes now needs the net, too.
    worker.kill();
    let _worker = scene.worker("anna");
    assert_eq!(run.end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn a_run_that_is_stopped_finds_what_was_played_meanwhile() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let mut run = scene.run();
    // Without a worker it waits.
    scene.wait_for_games(1);
    run.signal("INT");
    assert_eq!(run.end(), Some(130), "{}", scene.log());
    let _worker = scene.worker("anna");
    assert_eq!(scene.run().end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn a_banned_worker_ends_with_a_line() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let mut worker = scene.worker("anna");
    let mut run = scene.run();
    scene.wait_for_games(2);
    scene.fleet.says(&["ban", "anna"]);
    assert_eq!(worker.end(), Some(1), "{}", scene.log());
    assert!(scene.log().contains("the broker refuses this key"), "{}", scene.log());
    run.kill();
}

#[test]
fn a_fleet_that_is_not_there_is_refused() {
    let Some(fleet) = Fleet::new() else { return };
    let scratch = Scratch::new();
    let config = scratch.write("tiny.toml", config());
    let said = |folder: &Path| {
        let mut command = Command::new(PROGRAM);
        command.arg("run").arg(&config).arg("--dir").arg(scratch.path("run")).arg("--fleet").arg(folder);
        let output = command.stdin(Stdio::null()).output().expect("it starts");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(said(scratch.folder()).contains("no fleet"), "{}", said(scratch.folder()));
    fleet.says_anything(&["up"]);
    fleet.kill_broker();
    let line = said(&fleet.path());
    assert!(line.contains("cannot connect") && line.lines().count() == 1, "{line}");
    assert!(!scratch.folder().join("run").exists(), "nothing was begun");
}
