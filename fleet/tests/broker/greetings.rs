//! What workers say of themselves, by way of a broker.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use damier_fleet::{bus::Bus, greetings::greetings, hello::Hello, worker::Worker};

use super::{
    games::{Notes, as_other},
    server::{Fleet, program, wait_until},
};

#[test]
fn the_last_greeting_of_each_process_is_kept() {
    let Some(program) = program() else { return };
    let fleet = Fleet::started(&program);
    for name in ["honest", "other"] {
        fleet.folder.invite(name).expect("invited");
    }
    assert_eq!(greetings(&fleet.folder), Ok(Vec::new()), "before the first coordinator");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let bus = Bus::connect(&fleet.folder.coordinator(), |_| true).await.expect("let in");
        bus.prepare(fleet.folder.settings()).await.expect("prepared");
    });
    let (stop, notes) = (Arc::new(AtomicBool::new(false)), Notes::default());
    let of = |worker: &str| {
        let all = greetings(&fleet.folder).expect("asked");
        all.into_iter().filter(|one| one.worker == worker).map(|one| one.hello).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let access = fleet.worker("honest");
        let worker = Worker { access, threads: 3, tables: None, idle_exit: None, once: false };
        let (stop, notes) = (&stop, &notes);
        scope.spawn(move || worker.run(notes, stop).expect("it works"));
        wait_until("the worker has greeted", || !of("honest").is_empty());
        let said = of("honest");
        assert_eq!((said.len(), said[0].threads, &said[0].item), (1, 3, &None));
        assert_eq!(said[0].version, env!("CARGO_PKG_VERSION"));
        stop.store(true, Ordering::Relaxed);
    });
    let honest = of("honest")[0].clone();
    let hello = |process: &str, threads| Hello { process: process.to_owned(), threads, ..honest.clone() };
    as_other(&fleet, async |bus| {
        // What is no greeting is none, and the last one of a process counts.
        for hello in
            [hello("a", 1), hello("b", 2), Hello { version: "9".repeat(900), ..hello("c", 1) }, hello("a", 4)]
        {
            bus.greet(&hello).await;
        }
        // The broker has heard them once it answers.
        assert!(bus.work().await.is_ok());
    });
    wait_until("all are there", || of("other").first().is_some_and(|first| first.threads == 4));
    assert_eq!(of("other"), [hello("a", 4), hello("b", 2)]);
}
