//! Games by way of a broker: what liars, idlers and forgers can do, and that the folder is that of one machine all the same.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use damier_files::sha256;
use damier_fleet::{
    access::Access,
    bus::{Bus, WorkItem},
    class::Class,
    coordinator::Coordinator,
    wire::{Item, ResultSubject, SelfPlay, Task, VERSION, order_id, work_subject},
    worker::{Done, Observer as WorkerObserver, Worker, WorkerError},
};
use damier_selfplay::{GenerateConfig, NetPlay, Observer, Progress};

use super::server::{Fleet, program, wait_until};
use super::small::{files, game, identity, net};

/// Items of a few games, and a worker that says nothing for 2 s loses its item.
const QUICK: &str = "item_seconds = 0.1\nack_wait = \"2s\"\n";

fn config() -> GenerateConfig {
    GenerateConfig {
        games: 60,
        games_per_chunk: 20,
        simulations: 8,
        ply_cap: 60,
        ..GenerateConfig::default()
    }
}

/// Keeps the lines for the user.
#[derive(Default)]
pub(crate) struct Notes(Mutex<Vec<String>>);

impl Notes {
    pub(crate) fn all(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).join("\n")
    }

    pub(crate) fn add(&self, text: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }
}

impl Observer for Notes {
    fn note(&self, text: &str) {
        self.add(text);
    }

    fn game_finished(&self, _: &Progress) {}
}

impl WorkerObserver for Notes {
    fn connected(&self, _: &str) {}

    fn finished(&self, _: &str, _: &std::ops::Range<u64>, _: f64) {}

    fn note(&self, text: &str) {
        self.add(text);
    }
}

/// Plays all games into a folder, by the fleet where there is one.
fn play(folder: &Path, fleet: Option<&Fleet>, notes: &Notes) {
    let (net, identity, config) = (net(), identity(), config());
    let coordinator =
        fleet.map(|fleet| Coordinator::connect(&fleet.folder).unwrap_or_else(|error| panic!("{error}")));
    let remote = coordinator.as_ref().map(|remote| remote as &dyn damier_selfplay::RemotePlay);
    let play =
        NetPlay { net: &net, config: &config, identity: &identity, wanted: 0..config.games, imports: &[] };
    let generated = play.run(&game(), folder, remote, notes, &AtomicBool::new(false)).expect("played");
    assert!(!generated.cancelled);
}

fn worker(access: Access, idle_exit: Option<Duration>) -> Worker {
    Worker { access, threads: 1, tables: None, idle_exit, once: false }
}

/// Has a fleet play while `others` go about their business; an honest worker joins once `join` is set. Returns what the
/// coordinator said.
fn beside(others: impl Fn(&Fleet, &AtomicBool) + Sync) -> Option<String> {
    beside_with("", others)
}

/// The same with more lines in the settings of the fleet.
pub(crate) fn beside_with(lines: &str, others: impl Fn(&Fleet, &AtomicBool) + Sync) -> Option<String> {
    let program = program()?;
    let fleet = Fleet::with(&format!("{QUICK}{lines}"));
    fleet.up(&program).expect("started");
    for name in ["honest", "other"] {
        fleet.folder.invite(name).expect("invited");
    }
    let (alone, together) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (notes, said) = (Notes::default(), Notes::default());
    play(alone.path(), None, &Notes::default());
    let (join, stop) = (AtomicBool::new(false), Arc::new(AtomicBool::new(false)));
    thread::scope(|scope| {
        scope.spawn(|| others(&fleet, &join));
        scope.spawn(|| {
            wait_until("the honest worker may join", || join.load(Ordering::Relaxed));
            worker(fleet.worker("honest"), None).run(&said, &stop).expect("it works")
        });
        play(together.path(), Some(&fleet), &notes);
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(files(together.path()), files(alone.path()), "{}", notes.all());
    Some(notes.all())
}

/// Runs something as the worker `other`, with a connection of its own.
pub(crate) fn as_other<T>(fleet: &Fleet, act: impl AsyncFnOnce(Bus) -> T) -> T {
    as_worker(fleet, "other", act)
}

/// The same as a worker of any name.
pub(crate) fn as_worker<T>(fleet: &Fleet, name: &str, act: impl AsyncFnOnce(Bus) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async { act(Bus::connect(&fleet.worker(name), |_| true).await.expect("let in")).await })
}

/// Waits for an item.
pub(crate) async fn item(bus: &Bus) -> WorkItem {
    loop {
        if let Ok(mut work) = bus.work().await
            && let Ok(Some(item)) = work.next(Duration::from_secs(5)).await
        {
            return item;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[test]
fn items_that_are_finished_without_a_result_are_played_again() {
    let said = beside(|fleet, join| {
        as_other(fleet, async |bus| {
            for _ in 0..2 {
                item(&bus).await.finish().await;
            }
        });
        join.store(true, Ordering::Relaxed);
    });
    let Some(said) = said else { return };
    // Issued again, or copied when no item waits any more: which comes first depends on how long items take.
    assert!(!said.contains(", 0 again, 0 copied,"), "{said}");
}

#[test]
fn rubbish_among_the_results_changes_nothing() {
    let said = beside(|fleet, join| {
        as_other(fleet, async |bus| {
            let item = item(&bus).await;
            let Item { order, .. } = Item::parse(item.bytes()).expect("an item");
            for (games, content) in
                [(0..20, vec![7; 300_000]), (1..2, Vec::from(*b"x")), (900..901, vec![0; 10])]
            {
                let subject =
                    ResultSubject { worker: "other".to_owned(), order: order.clone(), games, part: 0 };
                assert!(bus.send_result(&subject, &content, None, async || true).await.expect("sent"));
            }
            item.give_back().await;
        });
        join.store(true, Ordering::Relaxed);
    });
    let Some(said) = said else { return };
    assert!(said.contains("worker other: the result"), "{said}");
}

/// A fleet with an item that no coordinator waits for.
fn with_item(change: impl FnOnce(&mut SelfPlay)) -> Option<Fleet> {
    let program = program()?;
    let fleet = Fleet::with(&format!("{QUICK}results_max_bytes = \"1MiB\"\n"));
    fleet.up(&program).expect("started");
    fleet.folder.invite("honest").expect("invited");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let bus = Bus::connect(&fleet.folder.coordinator(), |_| true).await.expect("let in");
        bus.prepare(fleet.folder.settings()).await.expect("prepared");
        let net = bus.put_blob(&net().to_bytes().expect("bytes")).await.expect("put");
        let (header, config) = (identity(), config());
        let order = order_id(&header, &config, &net);
        let mut task = SelfPlay { header, config, net, ballots: None };
        change(&mut task);
        let (task, behaviour) = (Task::SelfPlay(Box::new(task)), sha256(b"another game"));
        let item = Item { v: VERSION, order, task, first: 0, count: 2, behaviour };
        bus.offer(work_subject(Class::Open, &item.order, &item.games()), item.to_bytes().expect("short"))
            .await
            .expect("issued");
    });
    Some(fleet)
}

fn honest(fleet: &Fleet) -> (Result<Done, WorkerError>, String) {
    let notes = Notes::default();
    let worker = worker(fleet.worker("honest"), Some(Duration::from_secs(3)));
    let done = worker.run(&notes, &Arc::new(AtomicBool::new(false)));
    (done, notes.all())
}

#[test]
fn a_worker_that_plays_otherwise_ends_before_its_first_game() {
    let Some(fleet) = with_item(|_| ()) else { return };
    let (done, _) = honest(&fleet);
    let error = done.expect_err("it ends").to_string();
    assert!(error.contains("plays otherwise than the coordinator"), "{error}");
}

#[test]
fn items_that_cannot_be_played_are_left_to_others() {
    type Change = fn(&mut SelfPlay);
    let changes: [(Change, &str); 4] = [
        (|task| task.header.game = "no-such-game".to_owned(), "no-such-game"),
        (|task| task.header.game = "chess".to_owned(), "russian where chess is needed"),
        (|task| task.net.sha256 = sha256(b"not there"), "cannot send a file"),
        (|task| task.config.simulations = 0, "simulations"),
    ];
    for (change, part) in changes {
        let Some(fleet) = with_item(change) else { return };
        let (done, said) = honest(&fleet);
        let done = done.expect("it goes on");
        assert!(done.items == 0 && done.refused >= 1, "{part}: {done:?}");
        assert!(said.contains("an item is left to others") && said.contains(part), "{part}: {said}");
    }
}

#[test]
fn results_wait_where_the_broker_has_no_room() {
    let Some(fleet) = with_item(|_| ()) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let bus = Bus::connect(&fleet.worker("honest"), |_| true).await.expect("let in");
        let send = async |first: u64, waiting: &mut dyn FnMut() -> bool| {
            let order = "0".repeat(12);
            let subject =
                ResultSubject { worker: "honest".to_owned(), order, games: first..first + 1, part: 0 };
            // Not compressible, of more than half of the stream.
            let content: Vec<u8> =
                (0..600_000u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
            bus.send_result(&subject, &content, None, async || waiting()).await.expect("no refusal")
        };
        assert!(send(0, &mut || panic!("there is room")).await);
        let mut asked = 0;
        assert!(
            !send(1, &mut || {
                asked += 1;
                asked < 2
            })
            .await
        );
        assert_eq!(asked, 2);
    });
}

#[test]
fn games_that_were_played_already_are_played_again_for_another_folder() {
    let Some(program) = program() else { return };
    let fleet = Fleet::with(QUICK);
    fleet.up(&program).expect("started");
    fleet.folder.invite("honest").expect("invited");
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let (notes, stop) = (Notes::default(), Arc::new(AtomicBool::new(false)));
    thread::scope(|scope| {
        scope.spawn(|| worker(fleet.worker("honest"), None).run(&notes, &stop).expect("it works"));
        for folder in &folders {
            let said = Notes::default();
            play(folder.path(), Some(&fleet), &said);
            assert!(said.all().contains(", 0 again,"), "{}", said.all());
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(files(folders[0].path()), files(folders[1].path()));
}

#[test]
fn the_newest_files_stay_with_the_broker() {
    let Some(fleet) = with_item(|_| ()) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let bus = Bus::connect(&fleet.folder.coordinator(), |_| true).await.expect("let in");
        let mut blobs = Vec::new();
        for name in ["a", "b", "c", "d"] {
            // Of two parts each, once deflated.
            let content: Vec<u8> = (0..40_000u32)
                .flat_map(|place| sha256(format!("{name}{place}").as_bytes()).into_bytes())
                .collect();
            blobs.push(bus.put_blob(&content).await.expect("put"));
        }
        assert!(blobs[0].parts > 1);
        bus.keep_blobs(2, &[&blobs[0]]).await.expect("kept");
        for (blob, stays) in blobs.iter().zip([true, false, true, true]) {
            assert_eq!(bus.get_blob(blob).await.is_ok(), stays);
        }
    });
}
