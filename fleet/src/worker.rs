//! The worker: takes items from the broker of a fleet, plays their games, and sends them back.

use std::{
    collections::{HashMap, HashSet},
    num::NonZero,
    ops::Range,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use damier_arena::remote::Players;
use damier_engine::net::Net;
use damier_files::atomic_file;
use damier_records::{ChunkHeader, OnDamage, reader::parse_chunk};
use damier_rules::AnyGame;
use damier_selfplay::{GenerateConfig, NetPlay};
use thiserror::Error;
use tokio::{task::spawn_blocking, time::sleep};

use crate::{
    access::Access,
    bus::{Bus, BusError, Work, WorkItem},
    effort::Effort,
    wire::{BEHAVIOUR_GAME, Blob, Item, Match, ResultSubject, SelfPlay, Task, behaviour},
};

/// How often it is looked whether the worker is to end.
const LOOK: Duration = Duration::from_millis(200);
/// Nets that are kept in memory.
const NETS: usize = 3;

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
            let seat = Seat {
                worker: self,
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

/// A worker at work.
struct Seat<'a> {
    worker: &'a Worker,
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
        let mut waiting = Instant::now();
        let Some(mut work) = self.work(waiting).await? else { return Ok(self.done) };
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
            match self.play(&item).await {
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
        }
        Ok(self.done)
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
        let work = Arc::new(self.prepared(&wanted).await?);
        if !self.alike.contains(&wanted.order) {
            self.check_behaviour(item, &work, &wanted).await?;
            self.alike.insert(wanted.order.clone());
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
        };
        if !self.bus.send_result(&subject, &chunk, Some(&effort), waiting).await? {
            return Err(Obstacle::Stopped);
        }
        item.finish().await;
        self.done.items += 1;
        self.done.games += wanted.count;
        self.observer.finished(&wanted.task.title(), &games, begun.elapsed().as_secs_f64());
        Ok(())
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
        let threads = NonZero::new(self.worker.threads).unwrap_or(NonZero::<usize>::MIN);
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

    /// Plays a game that the coordinator played, too.
    async fn check_behaviour(
        &self,
        item: &WorkItem,
        work: &Arc<Games>,
        wanted: &Item,
    ) -> Result<(), Obstacle> {
        let played = Arc::clone(work);
        let here = self.played(item, move |stop| played.behaviour(stop)).await?;
        if here == wanted.behaviour {
            return Ok(());
        }
        let here = format!("damier {}", env!("CARGO_PKG_VERSION"));
        let there = match &wanted.task {
            Task::SelfPlay(task) => task.header.program.clone(),
            Task::Match(_) => "another build".to_owned(),
        };
        Err(Obstacle::Ends(WorkerError::Behaviour { here, there }))
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

/// Games of an item, with all that they need.
enum Games {
    SelfPlay(Box<SelfPlayGames>),
    Match(Box<MatchGames>),
}

struct SelfPlayGames {
    game: AnyGame,
    config: GenerateConfig,
    net: Arc<Net>,
    header: ChunkHeader,
}

struct MatchGames {
    players: Players,
    threads: NonZero<usize>,
    task: Match,
}

impl Games {
    /// Plays games, and returns the bytes of their result; `None` where `stop` was set.
    fn play(&self, wanted: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<u8>>, String> {
        match self {
            Self::SelfPlay(games) => games.slice(wanted, stop),
            Self::Match(games) => games.players.play(&games.task.games, games.threads, stop),
        }
    }

    /// Returns how this machine plays a game that the coordinator played, too; `None` where `stop` was set.
    fn behaviour(&self, stop: &AtomicBool) -> Result<Option<String>, String> {
        match self {
            Self::SelfPlay(games) => {
                let Some(chunk) = games.slice(BEHAVIOUR_GAME..BEHAVIOUR_GAME + 1, stop)? else {
                    return Ok(None);
                };
                let read = parse_chunk("the game".as_ref(), &chunk, OnDamage::Refuse);
                Ok(Some(behaviour(&read.map_err(|error| error.to_string())?.records)))
            }
            Self::Match(games) => {
                let here = games.players.behaviour(&games.task.probe, stop)?;
                Ok(here.map(|here| here.digest))
            }
        }
    }
}

impl SelfPlayGames {
    fn slice(&self, wanted: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<u8>>, String> {
        let Self { game, config, net, header } = self;
        NetPlay { net, config, identity: header, wanted, imports: &[] }
            .slice(game, stop)
            .map_err(|error| error.to_string())
    }
}
