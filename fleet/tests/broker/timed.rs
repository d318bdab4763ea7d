//! Games in which time bounds moves, by way of a broker: who may play them, and at what speed.

use std::{
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::Duration,
};

use damier_arena::{
    MatchConfig, MatchReport, MatchSettings,
    matches::Silent,
    remote::{Bench, RemoteGame, RemoteMatch, Timing},
    run_match_on,
};
use damier_engine::search::Limits;
use damier_files::sha256;
use damier_fleet::{
    bus::Bus,
    class::Class,
    coordinator::Coordinator,
    wire::{Item, Match, ResultSubject, Task, VERSION, match_order_id, work_subject},
    worker::Worker,
};

use super::{
    games::{Notes, as_worker, item},
    server::{Fleet, program, wait_until},
};

/// A fleet with a worker `honest` that is trusted and a worker `other` that is not.
fn fleet() -> Option<Fleet> {
    let program = program()?;
    let fleet = Fleet::with("item_seconds = 0.1\nack_wait = \"2s\"\n");
    fleet.up(&program).expect("started");
    for name in ["honest", "other"] {
        fleet.folder.invite(name).expect("invited");
    }
    fleet.folder.trust("honest").expect("trusted");
    Some(fleet)
}

/// A short match by time, played by a fleet. Returns what the coordinator said, too.
fn play(fleet: &Fleet) -> (MatchReport, String) {
    let notes = Arc::new(Notes::default());
    let said = Arc::clone(&notes);
    let coordinator = Coordinator::connect(&fleet.folder).unwrap_or_else(|error| panic!("{error}"));
    let coordinator = coordinator.with_notes(move |text| said.add(text));
    let config = MatchConfig {
        competitors: ["ab:material,memory=1", "mcts:material,memory=1"]
            .map(|text| text.parse().expect("a competitor"))
            .into(),
        settings: MatchSettings {
            pairs: 6,
            limits: Limits::time(Duration::from_millis(2)),
            ply_cap: Some(40),
            ..MatchSettings::default()
        },
        games_file: None,
        directory: None,
    };
    let report = run_match_on("english", &config, Some(&coordinator), &Silent, &AtomicBool::new(false))
        .expect("played");
    (report, notes.all())
}

fn worker(fleet: &Fleet, name: &str, idle_exit: Option<Duration>) -> Worker {
    Worker { access: fleet.worker(name), threads: 1, tables: None, idle_exit, once: false }
}

#[test]
fn games_of_a_worker_that_is_not_trusted_are_not_taken() {
    let Some(fleet) = fleet() else { return };
    let (stop, notes) = (Arc::new(AtomicBool::new(false)), Notes::default());
    let (report, said) = thread::scope(|scope| {
        scope.spawn(|| {
            // It knows the order from somewhere, and hands in what was not asked of it.
            let (order, games) = as_worker(&fleet, "honest", async |bus| {
                let taken = item(&bus).await;
                let wanted = Item::parse(taken.bytes()).expect("an item");
                assert_eq!(wanted.task.class(), Class::Trusted);
                taken.give_back().await;
                (wanted.order.clone(), wanted.games())
            });
            as_worker(&fleet, "other", async |bus| {
                let subject = ResultSubject { worker: "other".to_owned(), order, games, part: 0 };
                assert!(bus.send_result(&subject, b"{}", None, async || true).await.expect("sent"));
            });
            worker(&fleet, "honest", None).run(&notes, &stop).expect("it works")
        });
        let played = play(&fleet);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        played
    });
    assert!(said.contains("worker other: is not trusted"), "{said}");
    assert_eq!(report.workers.0.keys().collect::<Vec<_>>(), ["honest"]);
    assert_eq!((report.tally.played(), report.workers.0["honest"].games), (12, 12));
}

/// An item by time in the queue of a class, where the coordinator needs `seconds` for its bench.
fn with_item(class: Class, seconds: f64) -> Option<Fleet> {
    let fleet = fleet()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let bus = Bus::connect(&fleet.folder.coordinator(), |_| true).await.expect("let in");
        bus.prepare(fleet.folder.settings()).await.expect("prepared");
        let terms = RemoteMatch {
            game: "english".to_owned(),
            competitors: vec!["ab:material,memory=1".to_owned(), "random".to_owned()],
            nodes: None,
            depth: None,
            ply_cap: None,
            win_rule: None,
            draw_rule: None,
            timing: Some(Timing { time: Some("2ms".to_owned()), clock: None, margin: "1s".to_owned() }),
        };
        let start = damier_rules::AnyGame::of_id("english").expect("a game");
        let start = damier_rules::Notation::position_text(
            &start,
            damier_rules::NotationFormat::Native,
            &damier_rules::Game::start(&start),
        );
        let game =
            |number| RemoteGame { number, seats: vec![0, 1], start: start.clone(), opening: vec![], seed: 1 };
        let order = match_order_id(&terms, "a match");
        let bench = Some(Bench { nodes: 200, seconds });
        let task = Match { terms, nets: vec![], games: vec![game(0), game(1)], probe: game(0), bench };
        // The digest of the probe is that of this machine.
        let players = damier_arena::remote::Players::of(&task.terms, &|_| None).expect("players");
        let here = players.behaviour(&task.probe, Some(200), &AtomicBool::new(false)).expect("a game");
        let behaviour = here.expect("not cancelled").digest;
        assert_ne!(behaviour, sha256(b""));
        let task = Task::Match(Box::new(task));
        let item = Item { v: VERSION, order, task, first: 0, count: 2, behaviour };
        let subject = work_subject(class, &item.order, &item.games());
        bus.offer(subject, item.to_bytes().expect("short")).await.expect("issued");
    });
    Some(fleet)
}

#[test]
fn games_by_time_are_left_to_others_where_they_cannot_be_played() {
    for (class, name, seconds, part) in [
        (Class::Open, "other", 0.25, "not one that is trusted with such games"),
        (Class::Trusted, "honest", 500.0, "times the coordinator's time for a move"),
    ] {
        let Some(fleet) = with_item(class, seconds) else { return };
        let notes = Notes::default();
        let idle = Some(Duration::from_secs(3));
        let done =
            worker(&fleet, name, idle).run(&notes, &Arc::new(AtomicBool::new(false))).expect("it goes on");
        assert!(done.items == 0 && done.refused >= 1, "{part}: {done:?}");
        assert!(
            notes.all().contains("an item is left to others") && notes.all().contains(part),
            "{}",
            notes.all()
        );
    }
}

#[test]
fn a_worker_that_is_trusted_leaves_no_item_of_the_other_kind_waiting_with_it() {
    let Some(fleet) = with_item(Class::Trusted, 1e-3) else { return };
    as_worker(&fleet, "honest", async |bus| {
        let mut work = bus.work().await.expect("two queues");
        let first = work.next(Duration::from_secs(30)).await.expect("an item").expect("it waits");
        // Another one comes to the other queue, whose request stands.
        let subject = work_subject(Class::Open, &"0".repeat(12), &(0..2));
        let coordinator = Bus::connect(&fleet.folder.coordinator(), |_| true).await.expect("let in");
        coordinator.offer(subject, b"{}".to_vec()).await.expect("issued");
        assert!(work.paused().await.is_none());
        first.finish().await;
    });
    // It goes to another one long before `ack_wait` would pass, or was never delivered.
    as_worker(&fleet, "other", async |bus| {
        let item = item(&bus).await;
        assert_eq!(item.bytes(), b"{}");
        item.finish().await;
    });
    wait_until("no item is left", || {
        let streams = fleet.broker().monitor().streams().expect("asked");
        streams.iter().any(|stream| stream.name == "DAMIER_WORK" && stream.state.messages == 0)
    });
}
