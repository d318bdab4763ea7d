//! The worker: takes items from the broker of a fleet, plays their games, and sends them back.

mod item_games;

use std::{
    collections::{HashMap, HashSet},
    num::NonZero,
    ops::Range,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use damier_arena::remote::{Bench, Players};
use damier_engine::net::Net;
use damier_files::atomic_file;
use damier_rules::AnyGame;
use thiserror::Error;
use tokio::{task::spawn_blocking, time::sleep};

use self::item_games::{Games, MatchGames, SelfPlayGames};
use crate::{
    access::Access,
    bus::{Bus, BusError, HELLO_INTERVAL, Work, WorkItem},
    class::Class,
    effort::{Effort, MOST_SCALE, is_scale},
    hello::Hello,
    wire::{Blob, Item, Match, ResultSubject, SelfPlay, Task},
};

/// How often it is looked whether the worker is to end.
const LOOK: Duration = Duration::from_millis(200);
/// Nets that are kept in memory.
const NETS: usize = 3;
/// Seconds of the coordinator below which nothing says how fast a machine is.
const SHORTEST_BENCH: f64 = 0.01;

/// A worker of a fleet.
#[derive(Debug)]
pub struct Worker {
    /// How it reaches the broker.
    pub access: Access,
    /// Threads that play, at least 1.
    pub threads: usize,
    /// The folder of its endgame tables; a fleet whose games need them says so.
    pub tables: Option<PathBuf>,
    /// Ends after so long without an item; `None`: never.
    pub idle_exit: Option<Duration>,
    /// Ends after one item.
    pub once: bool,
}

/// What a worker did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Items whose games lie with the broker.
    pub items: u64,
    /// Their games.
    pub games: u64,
    /// Items that it gave back because it cannot play them.
    pub refused: u64,
}

/// Why a worker ends.
#[derive(Debug, Error)]
pub enum WorkerError {
    /// The way to the broker.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// It does not play as the coordinator does, so nothing that it plays can be used.
    #[error(
        "plays otherwise than the coordinator ({here} here, {there} there); take the same build on both machines"
    )]
    Behaviour {
        /// This program.
        here: String,
        /// The coordinator's.
        there: String,
    },
    /// The system.
    #[error("cannot start threads: {0}; lower --threads, or end other programs")]
    Threads(String),
    /// The folder of temporary files.
    #[error("cannot make a temporary folder: {0}; check free space, or set TMPDIR")]
    Folder(std::io::Error),
}

/// Tells how a worker is getting on.
pub trait Observer: Sync {
    /// It has the broker.
    fn connected(&self, broker_version: &str);
    /// Some games lie with the broker, after `seconds` of work; `title` says what they are of.
    fn finished(&self, title: &str, games: &Range<u64>, seconds: f64);
    /// Something that the user should know, in a line.
    fn note(&self, text: &str);
}

impl Worker {
    /// Plays until `stop` is set, or as [`idle_exit`](Self::idle_exit) and [`once`](Self::once) say. An item that it has
    /// then goes back at once.
    ///
    /// # Errors
    /// See [`WorkerError`]. A broker that is gone for a while is none.
    pub fn run(&self, observer: &dyn Observer, stop: &Arc<AtomicBool>) -> Result<Done, WorkerError> {
        let threads = |error: String| WorkerError::Threads(error);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = Arc::new(pool.map_err(|error| threads(error.to_string()))?);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| threads(error.to_string()))?;
        let folder = tempfile::tempdir().map_err(WorkerError::Folder)?;
        runtime.block_on(async {
            let go_on = |reason: &str| {
                observer.note(&format!("no connection yet: {reason}; trying again"));
                !stop.load(Ordering::Relaxed)
            };
            let bus = Bus::connect(&self.access, go_on).await?;
            observer.connected(&bus.broker_version());
            let hello = Arc::new(Mutex::new(Hello {
                process: bus.process().to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                threads: u32::try_from(self.threads).unwrap_or(u32::MAX),
                speed: None,
                item: None,
            }));
            let seat = Seat {
                worker: self,
                hello,
                bus,
                observer,
                stop,
                pool,
                nets: HashMap::new(),
                alike: HashSet::new(),
                folder: folder.path().to_owned(),
                done: Done::default(),
            };
            seat.run().await
        })
    }
}

/// Says again and again what a worker does.
async fn greet(bus: Bus, hello: Arc<Mutex<Hello>>) {
    loop {
        let now = hello.lock().unwrap_or_else(PoisonError::into_inner).clone();
        bus.greet(&now).await;
        sleep(HELLO_INTERVAL).await;
    }
}

/// A worker at work.
struct Seat<'a> {
    worker: &'a Worker,
    /// What it says of itself.
    hello: Arc<Mutex<Hello>>,
    bus: Bus,
    observer: &'a dyn Observer,
    stop: &'a Arc<AtomicBool>,
    pool: Arc<rayon::ThreadPool>,
    nets: HashMap<String, Arc<Net>>,
    /// Orders that this machine plays as the coordinator does.
    alike: HashSet<String>,
    /// For files that come from the coordinator.
    folder: PathBuf,
    done: Done,
}

/// Why an item was not played.
enum Obstacle {
    /// Another worker may be able to.
    Refused(String),
    /// The worker was stopped meanwhile.
    Stopped,
    /// The worker ends.
    Ends(WorkerError),
}

impl From<BusError> for Obstacle {
    fn from(error: BusError) -> Self {
        match error {
            BusError::Damaged(_) | BusError::Broker { .. } => Self::Refused(error.to_string()),
            error => Self::Ends(error.into()),
        }
    }
}

impl Seat<'_> {
    async fn run(mut self) -> Result<Done, WorkerError> {
        let Some(work) = self.work(Instant::now()).await? else { return Ok(self.done) };
        // Before there are items the broker keeps no greetings.
        let greeting = tokio::spawn(greet(self.bus.clone(), Arc::clone(&self.hello)));
        let ended = self.take(work).await;
        greeting.abort();
        ended.map(|()| self.done)
    }

    /// Takes items and plays them.
    async fn take(&mut self, mut work: Work) -> Result<(), WorkerError> {
        let mut waiting = Instant::now();
        while self.is_wanted(waiting) {
            self.bus.check()?;
            let item = match work.next(LOOK).await {
                Ok(Some(item)) => item,
                Ok(None) => continue,
                Err(_) => {
                    let Some(again) = self.work(waiting).await? else { break };
                    work = again;
                    continue;
                }
            };
            let paused = work.paused().await;
            let played = self.play(&item).await;
            self.say(|hello| hello.item = None);
            match played {
                Ok(()) => {}
                Err(Obstacle::Stopped) => item.give_back().await,
                Err(Obstacle::Refused(reason)) => {
                    self.done.refused += 1;
                    self.observer.note(&format!("an item is left to others: {reason}"));
                    item.refuse().await;
                }
                Err(Obstacle::Ends(error)) => {
                    item.give_back().await;
                    return Err(error);
                }
            }
            waiting = Instant::now();
            if self.worker.once {
                break;
            }
            work = match paused {
                Some(work) => work,
                None => match self.work(waiting).await? {
                    Some(work) => work,
                    None => break,
                },
            };
        }
        Ok(())
    }

    /// Asks for items, for as long as it takes: a broker that is down comes back, and the first coordinator of a fleet makes
    /// what items come from. `None` where the worker is not wanted any more.
    async fn work(&self, idle: Instant) -> Result<Option<Work>, WorkerError> {
        while self.is_wanted(idle) {
            match self.bus.work().await {
                Err(BusError::Broker { .. }) => sleep(LOOK).await,
                other => return Ok(Some(other?)),
            }
        }
        Ok(None)
    }

    /// Whether it goes on although there was nothing to do since `idle`.
    fn is_wanted(&self, idle: Instant) -> bool {
        let patient = self.worker.idle_exit.is_none_or(|limit| idle.elapsed() < limit);
        patient && !self.stop.load(Ordering::Relaxed)
    }

    async fn play(&mut self, item: &WorkItem) -> Result<(), Obstacle> {
        let begun = Instant::now();
        let wanted = Item::parse(item.bytes()).map_err(|error| Obstacle::Refused(error.to_string()))?;
        let games = wanted.games();
        let class = wanted.task.class();
        if !self.worker.access.class.takes().contains(&class) {
            let reason = "time bounds its moves, and this worker is not one that is trusted with such games";
            return Err(Obstacle::Refused(reason.to_owned()));
        }
        let title = wanted.task.title();
        self.say(|hello| hello.item = Some(format!("{title}: games {} to {}", games.start, games.end - 1)));
        let mut work = Arc::new(self.prepared(&wanted).await?);
        let mut scale = None;
        // How fast this machine is may be another matter with every item.
        if class == Class::Trusted || !self.alike.contains(&wanted.order) {
            let seconds = self.check_behaviour(item, &work, &wanted).await?;
            self.alike.insert(wanted.order.clone());
            if let (Games::Match(games), Some(bench)) = (&*work, wanted.bench()) {
                let factor = self.scale(item, &work, (bench, seconds)).await?;
                scale = Some(factor);
                work = Arc::new(Games::Match(Box::new(games.scaled(factor))));
            }
        }
        let range = games.clone();
        let chunk = self.played(item, move |stop| work.play(range, stop)).await?;
        let subject = ResultSubject {
            worker: self.bus.name().to_owned(),
            order: wanted.order,
            games: games.clone(),
            part: 0,
        };
        let waiting = async || {
            item.progress().await;
            !self.stop.load(Ordering::Relaxed)
        };
        let effort = Effort {
            process: self.bus.process().to_owned(),
            threads: u32::try_from(self.worker.threads).unwrap_or(u32::MAX),
            seconds: begun.elapsed().as_secs_f64(),
            scale,
        };
        if !self.bus.send_result(&subject, &chunk, Some(&effort), waiting).await? {
            return Err(Obstacle::Stopped);
        }
        item.finish().await;
        self.done.items += 1;
        self.done.games += wanted.count;
        let seconds = begun.elapsed().as_secs_f64();
        self.say(|hello| hello.speed = Some(wanted.count as f64 / seconds.max(1e-3)));
        self.observer.finished(&wanted.task.title(), &games, seconds);
        Ok(())
    }

    /// Changes what the worker says of itself.
    fn say(&self, change: impl FnOnce(&mut Hello)) {
        change(&mut self.hello.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns all that the games of an item need.
    async fn prepared(&mut self, item: &Item) -> Result<Games, Obstacle> {
        match &item.task {
            Task::SelfPlay(task) => self.self_play(task).await,
            Task::Match(task) => self.game_of_match(task).await,
        }
    }

    async fn self_play(&mut self, task: &SelfPlay) -> Result<Games, Obstacle> {
        let refuse = |error: String| Obstacle::Refused(error);
        let game = AnyGame::of_id(&task.header.game).map_err(|error| refuse(error.to_string()))?;
        let mut config = task.config.clone();
        config.validate().map_err(|error| refuse(error.to_string()))?;
        config.endgames.clone_from(&self.worker.tables);
        if let Some(ballots) = &task.ballots {
            config.opening.ballots = Some(self.file(ballots).await?);
        }
        let net = self.net(&task.net).await?;
        Ok(Games::SelfPlay(Box::new(SelfPlayGames { game, config, net, header: task.header.clone() })))
    }

    async fn game_of_match(&mut self, task: &Match) -> Result<Games, Obstacle> {
        let mut files = HashMap::new();
        for net in &task.nets {
            files.insert(net.sha256.clone(), self.file(net).await?);
        }
        let players =
            Players::of(&task.terms, &|name| files.get(name).cloned()).map_err(Obstacle::Refused)?;
        // Games beside each other take the time from each other.
        let threads = if task.bench.is_some() { 1 } else { self.worker.threads };
        let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        Ok(Games::Match(Box::new(MatchGames { players, threads, task: task.clone() })))
    }

    async fn net(&mut self, blob: &Blob) -> Result<Arc<Net>, Obstacle> {
        if let Some(net) = self.nets.get(&blob.sha256) {
            return Ok(Arc::clone(net));
        }
        let content = self.bus.get_blob(blob).await?;
        let net = Net::from_bytes(&content, "the net of the item");
        let net = Arc::new(net.map_err(|error| Obstacle::Refused(error.to_string()))?);
        if self.nets.len() >= NETS {
            self.nets.clear();
        }
        self.nets.insert(blob.sha256.clone(), Arc::clone(&net));
        Ok(net)
    }

    /// Returns the place of a file here.
    async fn file(&self, blob: &Blob) -> Result<PathBuf, Obstacle> {
        let path = self.folder.join(&blob.sha256);
        if !path.exists() {
            let content = self.bus.get_blob(blob).await?;
            atomic_file::write(&path, &content)
                .map_err(|error| Obstacle::Refused(format!("{}: cannot write: {error}", path.display())))?;
        }
        Ok(path)
    }

    /// Plays a game that the coordinator played, too. Returns the seconds of its moves, where time bounds them.
    async fn check_behaviour(
        &self,
        item: &WorkItem,
        work: &Arc<Games>,
        wanted: &Item,
    ) -> Result<f64, Obstacle> {
        let played = Arc::clone(work);
        let (here, seconds) = self.played(item, move |stop| played.behaviour(stop)).await?;
        if here == wanted.behaviour {
            return Ok(seconds);
        }
        let here = format!("damier {}", env!("CARGO_PKG_VERSION"));
        let there = match &wanted.task {
            Task::SelfPlay(task) => task.header.program.clone(),
            Task::Match(_) => "another build".to_owned(),
        };
        Err(Obstacle::Ends(WorkerError::Behaviour { here, there }))
    }

    /// Returns the time that this machine needs for what the coordinator does in one second, of two attempts the better one:
    /// the first has brought the memory of the searches in.
    async fn scale(
        &self,
        item: &WorkItem,
        work: &Arc<Games>,
        (bench, first): (Bench, f64),
    ) -> Result<f64, Obstacle> {
        let played = Arc::clone(work);
        let (_, second) = self.played(item, move |stop| played.behaviour(stop)).await?;
        // Without a search to compare, all machines are alike.
        let scale = if bench.seconds < SHORTEST_BENCH { 1.0 } else { first.min(second) / bench.seconds };
        if is_scale(scale) {
            return Ok(scale);
        }
        Err(Obstacle::Refused(format!(
            "this machine needs {scale:.3} times the coordinator's time for a move, and games by time are for {:.3} to \
             {MOST_SCALE}; run both without other work beside them",
            1.0 / MOST_SCALE
        )))
    }

    /// Has `play` play on all threads, and tells the broker meanwhile that the item is worked on.
    async fn played<T: Send + 'static>(
        &self,
        item: &WorkItem,
        play: impl FnOnce(&AtomicBool) -> Result<Option<T>, String> + Send + 'static,
    ) -> Result<T, Obstacle> {
        let (pool, stop) = (Arc::clone(&self.pool), Arc::clone(self.stop));
        let mut task = spawn_blocking(move || pool.install(|| play(&stop)));
        let played = loop {
            tokio::select! {
                ended = &mut task => break ended,
                () = sleep(item.interval()) => item.progress().await,
            }
        };
        match played {
            Ok(Ok(Some(played))) => Ok(played),
            Ok(Ok(None)) => Err(Obstacle::Stopped),
            Ok(Err(reason)) => Err(Obstacle::Refused(reason)),
            Err(error) => Err(Obstacle::Refused(format!("a thread ended: {error}"))),
        }
    }
}
