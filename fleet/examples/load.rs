//! How much a broker and a coordinator can do, on this machine: files to many workers, many workers that wait, and results.
//!
//! `cargo run --release -p damier-fleet --features nats --example load` makes a fleet in a temporary folder at free ports,
//! and ends its broker afterwards. Broker, coordinator and workers share the machine.

#![allow(clippy::print_stdout, reason = "an example shows its results")]

#[path = "../tests/broker/ports.rs"]
mod ports;
#[path = "../../selfplay/tests/small/mod.rs"]
mod small;

use std::{
    error::Error,
    fs,
    ops::Range,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use damier_fleet::{
    broker::Program,
    bus::{Bus, BusError},
    class::Class,
    coordinator::Coordinator,
    folder::{Folder, Way},
    wire::{Item, ResultSubject, Task, work_subject},
};
use damier_records::{GameRecord, chunk::encode_chunk, generation::read_generation};
use damier_selfplay::{GenerateConfig, NetPlay, Observer, Progress};
use futures_util::future::{join, join_all, try_join_all};
use tokio::runtime::Runtime;

use self::{
    ports::free_port,
    small::{files as written, game, identity, net},
};

/// Workers that fetch a file at the same time.
const READERS: usize = 100;
/// Workers that wait.
const WAITING: usize = 3_000;
/// How long they wait before there is something to do.
const IDLE: Duration = Duration::from_secs(10);
/// Small items that they then take.
const ITEMS: u64 = 6_000;
/// Those of them that are offered with one wait, as a coordinator does.
const OFFERED_AT_ONCE: usize = 32;
/// Workers that send results.
const SENDERS: usize = 8;
/// Games whose results are sent.
const GAMES: u64 = 40_000;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let program = Program::find(None)?;
    let scratch = tempfile::tempdir()?;
    let path = scratch.path().join("fleet");
    fs::create_dir(&path)?;
    let (port, monitor) = (free_port(), free_port());
    let settings = format!(
        "version = 1\nhost = \"127.0.0.1\"\nport = {port}\nmonitor_port = {monitor}\nitem_seconds = 0.1\n"
    );
    fs::write(path.join("fleet.toml"), settings)?;
    let folder = Folder::create(&path, || unreachable!("it has settings"))?;
    folder.up(&folder.broker(None)?, &program)?;
    folder.invite("load")?;
    let measured = measure(&folder, scratch.path());
    folder.down()?;
    measured
}

fn measure(folder: &Folder, scratch: &Path) -> Outcome<()> {
    let runtime = Runtime::new()?;
    runtime.block_on(async {
        let bus = Bus::connect(&folder.coordinator(), |_| true).await?;
        bus.prepare(folder.settings()).await?;
        println!("nats-server {}", bus.broker_version());
        files(folder, &bus).await?;
        waiting(folder, &bus).await
    })?;
    results(folder, scratch, &runtime)
}

/// Returns the memory of the broker in MiB.
fn memory(folder: &Folder) -> Outcome<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", folder.broker(None)?.pid()?))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    Ok(line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) >> 10)
}

async fn connected(folder: &Folder, count: usize) -> Outcome<Vec<Bus>> {
    let access = folder.worker("load", Way::Tcp)?;
    let mut buses = Vec::new();
    // A first connection waits a little, so they are made side by side; not all, for the broker holds a queue of them.
    while buses.len() < count {
        let more = (count - buses.len()).min(50);
        for bus in join_all((0..more).map(|_| Bus::connect(&access, |_| true))).await {
            buses.push(bus?);
        }
    }
    Ok(buses)
}

/// A file of the size of a net, to many at the same time.
async fn files(folder: &Folder, bus: &Bus) -> Outcome<()> {
    // It does not become smaller by deflating, as nets in version 3 of their format do not.
    let mut state = 1u64;
    let mut byte = || {
        state = damier_numerics::seed::draw(state, 1);
        state as u8
    };
    let content: Vec<u8> = (0..4_600_000).map(|_| byte()).collect();
    let blob = bus.put_blob(&content).await?;
    let readers = connected(folder, READERS).await?;
    let begin = Instant::now();
    for read in join_all(readers.iter().map(|reader| reader.get_blob(&blob))).await {
        assert_eq!(read?.len(), content.len());
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("a file of 4.6 MB to {READERS} workers: {seconds:.1} s, broker {} MiB", memory(folder)?);
    Ok(())
}

/// Many that wait for items, and the time until small ones are taken.
async fn waiting(folder: &Folder, bus: &Bus) -> Outcome<()> {
    let before = memory(folder)?;
    let workers = connected(folder, WAITING).await?;
    let taken = AtomicU64::new(0);
    let take = async |worker: &Bus| {
        let mut work = worker.work().await?;
        while taken.load(Ordering::Relaxed) < ITEMS {
            if let Ok(Some(item)) = work.next(Duration::from_millis(500)).await {
                item.finish().await;
                taken.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok::<_, BusError>(())
    };
    let offer = async {
        tokio::time::sleep(IDLE).await;
        let idle = memory(folder);
        let begin = Instant::now();
        for first in (0..ITEMS).step_by(OFFERED_AT_ONCE) {
            let items = first..ITEMS.min(first + OFFERED_AT_ONCE as u64);
            let subject = |item| work_subject(Class::Open, "000000000000", &(item..item + 1));
            try_join_all(items.map(|item| bus.offer(subject(item), b"{}".to_vec()))).await?;
        }
        Ok::<_, BusError>((idle, begin))
    };
    let (offered, ended) = join(offer, join_all(workers.iter().map(take))).await;
    ended.into_iter().collect::<Result<Vec<_>, _>>()?;
    let (idle, begin) = offered?;
    let idle = idle?;
    let rate = ITEMS as f64 / begin.elapsed().as_secs_f64();
    println!("{WAITING} workers wait: broker {idle} MiB, {before} before; then {rate:.0} items/s");
    Ok(())
}

struct Silent;

impl Observer for Silent {
    fn note(&self, text: &str) {
        println!("note: {text}");
    }

    fn game_finished(&self, _: &Progress) {}
}

/// Results of games that were played before, sent as fast as the coordinator takes them.
fn results(folder: &Folder, scratch: &Path, runtime: &Runtime) -> Outcome<()> {
    let (game, net, identity) = (game(), net(), identity());
    let config = GenerateConfig {
        games: GAMES,
        games_per_chunk: 2_000,
        simulations: 4,
        ply_cap: 80,
        ..GenerateConfig::default()
    };
    let play = NetPlay { net: &net, config: &config, identity: &identity, wanted: 0..GAMES, imports: &[] };
    let (alone, together, never) = (scratch.join("alone"), scratch.join("together"), AtomicBool::new(false));
    play.run(&game, &alone, None, &Silent, &never)?;
    let records = Arc::new(read_generation(&alone, 0)?);

    let coordinator = Coordinator::connect(folder)?;
    let (slices, bytes) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let over = Arc::new(AtomicBool::new(false));
    let senders = runtime.block_on(connected(folder, SENDERS))?;
    let begin = Instant::now();
    for sender in senders {
        let (records, over, handle) = (Arc::clone(&records), Arc::clone(&over), runtime.handle().clone());
        let (slices, bytes) = (Arc::clone(&slices), Arc::clone(&bytes));
        let send = async move || {
            while !over.load(Ordering::Relaxed) {
                let Ok(mut work) = sender.work().await else { continue };
                while let Ok(Some(item)) = work.next(Duration::from_millis(200)).await {
                    let Ok(wanted) = Item::parse(item.bytes()) else { continue };
                    let games = wanted.games();
                    let content = slice(&wanted, &records, games.clone());
                    bytes.fetch_add(content.len() as u64, Ordering::Relaxed);
                    slices.fetch_add(1, Ordering::Relaxed);
                    let worker = sender.name().to_owned();
                    let subject = ResultSubject { worker, order: wanted.order, games, part: 0 };
                    // What the broker does not take is asked for again.
                    let _ = sender.send_result(&subject, &content, None, async || true).await;
                    item.finish().await;
                }
            }
        };
        std::thread::spawn(move || handle.block_on(send()));
    }
    play.run(&game, &together, Some(&coordinator), &Silent, &never)?;
    let seconds = begin.elapsed().as_secs_f64();
    over.store(true, Ordering::Relaxed);
    let (slices, mib) = (slices.load(Ordering::Relaxed), bytes.load(Ordering::Relaxed) as f64 / 1e6);
    println!(
        "results: {slices} slices of {:.0} games and {:.0} kB in {seconds:.1} s, {:.0} slices/s, {:.0} games/s, {:.1} MB/s; \
         every game checked by the rules, one of a hundred played again",
        GAMES as f64 / slices as f64,
        1e3 * mib / slices as f64,
        slices as f64 / seconds,
        GAMES as f64 / seconds,
        mib / seconds
    );
    assert!(written(&alone) == written(&together), "files differ");
    Ok(())
}

fn slice(wanted: &Item, records: &[GameRecord], games: Range<u64>) -> Vec<u8> {
    let Task::SelfPlay(task) = &wanted.task else { return Vec::new() };
    let place = |index: u64| records.partition_point(|record| record.index < index);
    let records = &records[place(games.start)..place(games.end)];
    encode_chunk(&task.header, records).unwrap_or_default()
}
