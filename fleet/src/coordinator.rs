//! The coordinator: has games played by the workers of a fleet. Those of self-play go into the folder of a run, those of a
//! match into its score. What is missing there is decided there, whatever the broker says.

use std::{fmt, path::PathBuf, sync::Mutex, time::Instant};

use damier_arena::remote::{self, Behaviour, Bench, RemoteGame};
use damier_selfplay::{GenerateConfig, Intake, Order, RemoteError, RemoteFigures, RemotePlay};
use tokio::runtime::Runtime;

use crate::{
    bus::{Bus, BusError},
    class::Class,
    dispatcher::{self, Dispatcher},
    event_log::EventLog,
    folder::Folder,
    roster::Worker,
    settings::Settings,
    trust::{Checks, Trust},
    wire::{self, BEHAVIOUR_GAME, Blob, MOST_BENCH_NODES, SelfPlay, match_order_id, order_id},
    workload::{GenerationWorkload, MatchWorkload, Workload, unreachable},
};

/// The most games of an item of self-play.
const MOST_GAMES: f64 = 10_000.0;
/// The most games of an item of a match, each with its opening: an item is short.
const MOST_MATCH_GAMES: f64 = 64.0;
/// Moves of a game of a match, about: its length is known once it is played.
const MOVES: f64 = 80.0;
/// The nodes of a move by which speeds are first compared; four times as many follow until it takes [`BENCH_SECONDS`].
const FIRST_BENCH_NODES: u64 = 64;
/// The shortest comparison of speeds, in seconds: a shorter one says more of the clock than of the machine.
const BENCH_SECONDS: f64 = 0.25;

/// The coordinator's side of a fleet.
pub struct Coordinator {
    runtime: Runtime,
    bus: Bus,
    /// The fleet's folder, whose list of workers may change meanwhile.
    folder: PathBuf,
    settings: Settings,
    /// Kept from one generation to the next.
    trust: Mutex<Trust>,
    /// Takes what the user should know of a match, in lines.
    notes: Box<dyn Fn(&str) + Send + Sync>,
    log: Option<EventLog>,
}

impl fmt::Debug for Coordinator {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Coordinator").field("bus", &self.bus).finish_non_exhaustive()
    }
}

impl Coordinator {
    /// Connects to the broker of a fleet, and makes its streams where they are missing.
    ///
    /// # Errors
    /// If the broker cannot be reached, or is not one that this program can use.
    pub fn connect(folder: &Folder) -> Result<Self, BusError> {
        let (access, settings) = (folder.coordinator(), folder.settings().clone());
        // The connection lives on a thread of its own: this one is busy while it checks results.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| BusError::Broker {
            action: "be reached from here",
            reason: error.to_string(),
        })?;
        let bus = runtime.block_on(async {
            let bus = Bus::connect(&access, |_| true).await?;
            bus.prepare(&settings).await?;
            Ok::<_, BusError>(bus)
        })?;
        let checks = Checks {
            first: settings.check_first,
            share: settings.check_share,
            crossed: settings.cross_share,
        };
        let trust = Mutex::new(Trust::new(checks, access.seed.as_bytes()));
        let folder = folder.path().to_owned();
        Ok(Self { runtime, bus, folder, settings, trust, notes: Box::new(|_| ()), log: None })
    }

    /// Returns the same, which tells what the user of a match should know, in lines.
    #[must_use]
    pub fn with_notes(self, notes: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { notes: Box::new(notes), ..self }
    }

    /// Returns the same, which keeps what happens in a file; see [`Event`](crate::event_log::Event).
    #[must_use]
    pub fn with_log(self, path: PathBuf) -> Self {
        Self { log: Some(EventLog::at(path)), ..self }
    }
}

impl RemotePlay for Coordinator {
    fn play(&self, order: &Order<'_>, intake: &dyn Intake) -> Result<RemoteFigures, RemoteError> {
        self.runtime.block_on(async {
            let begun = Instant::now();
            let Some(played) = intake.play_here(BEHAVIOUR_GAME..BEHAVIOUR_GAME + 1) else {
                return Ok(RemoteFigures::default());
            };
            let seconds = begun.elapsed().as_secs_f64();
            let (task, files) = self.self_play(order).await?;
            let terms = dispatcher::Order {
                name: order_id(&task.header, &task.config, &task.net),
                games_per_item: self.games_per_item(seconds, MOST_GAMES),
                behaviour: wire::behaviour(&played),
                files,
            };
            self.run(&GenerationWorkload { intake, task }, terms).await
        })
    }
}

impl remote::RemotePlay for Coordinator {
    fn play(&self, order: &remote::Order, intake: &dyn remote::Intake) -> Result<(), remote::TakeError> {
        self.runtime.block_on(async {
            let Some(first) = intake.missing().first().copied() else { return Ok(()) };
            let Some(probe) = intake.games(first..first + 1).pop() else { return Ok(()) };
            let is_timed = order.terms.timing.is_some();
            if is_timed {
                self.check_trusts_one()?;
            }
            let Some((behaviour, bench)) = behaviour(intake, &probe, is_timed) else { return Ok(()) };
            let seconds = match bench {
                Some(_) => order.seconds_of_game,
                None => MOVES * behaviour.seconds_per_move,
            };
            let contents = order.nets.iter().map(|net| net.bytes.to_vec());
            let files = self.put(contents.collect()).await.map_err(unreachable::<MatchWorkload<'_>>)?;
            let nets = files.iter().map(|(blob, _)| blob.clone()).collect();
            let terms = dispatcher::Order {
                name: match_order_id(&order.terms, &order.identity),
                games_per_item: self.games_per_item(seconds, MOST_MATCH_GAMES),
                behaviour: behaviour.digest,
                files,
            };
            let (notes, wanted) = (&*self.notes, order.terms.clone());
            let workload = MatchWorkload { intake, notes, terms: wanted, nets, probe, bench };
            self.run(&workload, terms).await.map(|_| ())
        })
    }
}

impl Coordinator {
    async fn run<B: Workload>(
        &self,
        workload: &B,
        order: dispatcher::Order,
    ) -> Result<RemoteFigures, B::Error> {
        let class_of = |worker: &str| {
            let roster = Folder::open(&self.folder).and_then(|folder| folder.roster()).ok()?;
            roster.invited(worker).map(Worker::class)
        };
        let (what, order) = ((workload, &class_of as _), (order, self.log.as_ref()));
        Dispatcher::new(&self.bus, &self.settings, &self.trust, what, order).run().await
    }

    /// Checks that there is a worker for games in which time bounds moves: without one they would wait for ever.
    fn check_trusts_one(&self) -> Result<(), remote::TakeError> {
        let roster = Folder::open(&self.folder).and_then(|folder| folder.roster());
        let roster = roster.map_err(|error| remote::TakeError::Refused(error.to_string()))?;
        if roster.invited.iter().any(|worker| worker.class() == Class::Trusted) {
            return Ok(());
        }
        Err(remote::TakeError::Refused(
            "time bounds moves, so only workers that are trusted play these games, and there are none; make one by \
             `damier fleet invite NAME --trusted`, or give --nodes or --depth"
                .to_owned(),
        ))
    }

    /// Returns the number of games that take about `item_seconds`, where one takes `seconds`.
    fn games_per_item(&self, seconds: f64, most: f64) -> u64 {
        (self.settings.item_seconds / seconds.max(1e-6)).clamp(1.0, most) as u64
    }

    /// Puts files to the broker, and lets it forget the oldest of the others.
    async fn put(&self, contents: Vec<Vec<u8>>) -> Result<Vec<(Blob, Vec<u8>)>, BusError> {
        let mut files = Vec::new();
        for content in contents {
            files.push((self.bus.put_blob(&content).await?, content));
        }
        let needed: Vec<&Blob> = files.iter().map(|(blob, _)| blob).collect();
        self.bus.keep_blobs(self.settings.nets_kept as usize, &needed).await?;
        Ok(files)
    }

    /// Returns what all items of an order of self-play are like, and its files, which the broker then has.
    async fn self_play(&self, order: &Order<'_>) -> Result<(SelfPlay, Vec<(Blob, Vec<u8>)>), RemoteError> {
        let net = order.net.to_bytes().map_err(|error| RemoteError::Remote(error.to_string()))?;
        let mut contents = vec![net];
        // There are no lines where games begin from the standard start.
        let lines = order.ballots.lines();
        if !lines.is_empty() {
            contents.push(lines.join("\n").into_bytes());
        }
        let files = self.put(contents).await.map_err(unreachable::<GenerationWorkload<'_>>)?;
        // Paths mean nothing elsewhere; the content of openings and tables is in the header. How many games there are makes
        // no other order.
        let games = GenerateConfig::default().games;
        let mut config = GenerateConfig { endgames: None, games, ..order.config.clone() };
        config.opening.ballots = None;
        let header = order.identity.clone();
        let net = files[0].0.clone();
        Ok((SelfPlay { header, config, net, ballots: files.get(1).map(|(blob, _)| blob.clone()) }, files))
    }
}

/// Returns how this machine plays the first moves of a game of a match, and in what time where time bounds them; `None`
/// where that was cancelled.
fn behaviour(
    intake: &dyn remote::Intake,
    probe: &RemoteGame,
    is_timed: bool,
) -> Option<(Behaviour, Option<Bench>)> {
    if !is_timed {
        return Some((intake.behaviour(probe, None)?, None));
    }
    let mut nodes = FIRST_BENCH_NODES;
    loop {
        let here = intake.behaviour(probe, Some(nodes))?;
        if here.seconds >= BENCH_SECONDS || 4 * nodes > MOST_BENCH_NODES {
            // The first one has brought the memory of the searches in.
            let seconds = here.seconds.min(intake.behaviour(probe, Some(nodes))?.seconds);
            return Some((here, Some(Bench { nodes, seconds })));
        }
        nodes *= 4;
    }
}
