//! The coordinator: has the games of a generation played by the workers of a fleet, and takes what they send into the run's
//! folder. That folder decides what is missing, whatever the broker says.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use damier_selfplay::{GenerateConfig, Intake, Order, RemoteError, RemotePlay, TakeError};
use tokio::runtime::Runtime;

use crate::{
    bus::{Bus, BusError, Incoming, Offered, Part},
    folder::Folder,
    settings::Settings,
    slices::cut,
    trust::{Checks, Trust},
    wire::{BEHAVIOUR_GAME, Blob, Item, VERSION, behaviour, order_id, sha256},
};

/// How long nothing new may come before what is missing is issued again.
const QUIET: Duration = Duration::from_secs(8);
/// How often it is looked whether the games are still wanted.
const LOOK: Duration = Duration::from_millis(200);
/// Parts that are acknowledged together, after one write through to the disk.
const GROUP: usize = 64;

/// The coordinator's side of a fleet.
#[derive(Debug)]
pub struct Coordinator {
    runtime: Runtime,
    bus: Bus,
    settings: Settings,
    /// Kept from one generation to the next.
    trust: Mutex<Trust>,
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
            let bus = Bus::connect(&access).await?;
            bus.prepare(&settings).await?;
            Ok::<_, BusError>(bus)
        })?;
        let checks = Checks { first: settings.check_first, share: settings.check_share };
        let trust = Mutex::new(Trust::new(checks, access.seed.as_bytes()));
        Ok(Self { runtime, bus, settings, trust })
    }
}

impl RemotePlay for Coordinator {
    fn play(&self, order: &Order<'_>, intake: &dyn Intake) -> Result<(), RemoteError> {
        self.runtime.block_on(async {
            let Some(template) = self.template(order, intake).await? else { return Ok(()) };
            let mut desk = Desk {
                coordinator: self,
                intake,
                template,
                partial: HashMap::new(),
                pending: Vec::new(),
                issued_again: 0,
                again: 0,
            };
            desk.run().await
        })
    }
}

impl Coordinator {
    /// Returns the item that all items of an order are like; its `count` is the number of games that take about
    /// `item_seconds`. `None` where the games are not wanted any more.
    async fn template(&self, order: &Order<'_>, intake: &dyn Intake) -> Result<Option<Item>, RemoteError> {
        let begun = Instant::now();
        let Some(played) = intake.play_here(BEHAVIOUR_GAME..BEHAVIOUR_GAME + 1) else { return Ok(None) };
        let seconds = begun.elapsed().as_secs_f64().max(1e-6);
        let content = order.net.to_bytes().map_err(|error| RemoteError::Remote(error.to_string()))?;
        let net = self.bus.put_blob(&content).await.map_err(remote)?;
        let ballots = self.ballots(order).await?;
        let needed: Vec<&Blob> = [&net].into_iter().chain(&ballots).collect();
        self.bus.keep_blobs(self.settings.nets_kept as usize, &needed).await.map_err(remote)?;
        // Paths mean nothing elsewhere; the content of openings and tables is in the header. How many games there are makes
        // no other order.
        let games = GenerateConfig::default().games;
        let mut config = GenerateConfig { endgames: None, games, ..order.config.clone() };
        config.opening.ballots = None;
        let item = Item {
            v: VERSION,
            order: order_id(order.identity, &config, &net),
            header: order.identity.clone(),
            config,
            net,
            ballots,
            first: 0,
            count: (self.settings.item_seconds / seconds).clamp(1.0, 10_000.0) as u64,
            behaviour: behaviour(&played),
        };
        Ok(Some(item))
    }

    /// Puts the positions that games start from to the broker; there are none where they begin from the standard start.
    async fn ballots(&self, order: &Order<'_>) -> Result<Option<Blob>, RemoteError> {
        let lines = order.ballots.lines();
        if lines.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.bus.put_blob(lines.join("\n").as_bytes()).await.map_err(remote)?))
    }
}

fn remote(error: BusError) -> RemoteError {
    RemoteError::Remote(error.to_string())
}

/// One order at work.
struct Desk<'a> {
    coordinator: &'a Coordinator,
    intake: &'a dyn Intake,
    /// What all items are like; its `count` is the number of games of one.
    template: Item,
    /// Results of which parts are still missing, by their games and digest: parts of two workers fit together.
    partial: HashMap<(Range<u64>, String), BTreeMap<u32, Part>>,
    /// What is to be acknowledged once the folder was written through to the disk.
    pending: Vec<Part>,
    issued_again: u64,
    again: u64,
}

impl Desk<'_> {
    fn trust(&self) -> MutexGuard<'_, Trust> {
        self.coordinator.trust.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run(&mut self) -> Result<(), RemoteError> {
        let mut missing = self.intake.missing().len() as u64;
        let order = self.template.order.clone();
        let Coordinator { bus, settings, .. } = self.coordinator;
        let mut results = bus.results(&order, settings).await.map_err(remote)?;
        self.issue().await?;
        let mut news = Instant::now();
        while missing > 0 && !self.intake.is_cancelled() {
            bus.check().map_err(remote)?;
            let patience = if self.pending.is_empty() { LOOK } else { Duration::from_millis(5) };
            match results.next(patience).await {
                Incoming::Part(part) => {
                    let new = self.take(*part).await?;
                    if new > 0 {
                        missing = missing.saturating_sub(new);
                        news = Instant::now();
                    }
                    if self.pending.len() >= GROUP {
                        self.acknowledge().await?;
                    }
                }
                Incoming::Foreign => {}
                Incoming::Nothing => {
                    self.acknowledge().await?;
                    if news.elapsed() > QUIET {
                        self.renew().await?;
                        self.issued_again += self.issue().await?;
                        news = Instant::now();
                    }
                }
                Incoming::Ended(_) => {
                    self.acknowledge().await?;
                    self.renew().await?;
                    results = bus.results(&order, settings).await.map_err(remote)?;
                }
            }
        }
        self.acknowledge().await?;
        self.end(&order).await;
        Ok(())
    }

    /// Issues all that is missing. Returns how many items are new to the broker.
    async fn issue(&self) -> Result<u64, RemoteError> {
        let mut new = 0;
        for games in cut(&self.intake.missing(), self.intake.games_per_chunk(), self.template.count) {
            if self.intake.is_cancelled() {
                break;
            }
            let item = Item { first: games.start, count: games.end - games.start, ..self.template.clone() };
            let bytes = item.to_bytes().map_err(|error| RemoteError::Remote(error.to_string()))?;
            if self.coordinator.bus.offer(&item.order, &games, bytes).await.map_err(remote)? == Offered::New {
                new += 1;
            }
        }
        Ok(new)
    }

    /// Begins anew with the broker, which may have been gone with all that it knew.
    async fn renew(&mut self) -> Result<(), RemoteError> {
        self.partial.clear();
        let Coordinator { bus, settings, .. } = self.coordinator;
        bus.prepare(settings).await.map_err(remote)
    }

    /// Takes a part, and the result once it is whole. Returns the number of games that were missing.
    async fn take(&mut self, part: Part) -> Result<u64, RemoteError> {
        if part.subject.order != self.template.order || self.trust().is_refused(&part.subject.worker) {
            self.pending.push(part);
            return Ok(0);
        }
        let (games, digest, count) = (part.subject.games.clone(), part.digest.clone(), part.parts);
        let key = (games.clone(), digest.clone());
        let parts = self.partial.entry(key.clone()).or_default();
        if let Some(before) = parts.insert(part.subject.part, part) {
            self.pending.push(before);
        }
        if parts.len() < count as usize {
            return Ok(0);
        }
        let parts = self.partial.remove(&key).unwrap_or_default();
        let worker = parts.values().next().map(|part| part.subject.worker.clone()).unwrap_or_default();
        let content: Vec<u8> = parts.values().flat_map(Part::bytes).copied().collect();
        let taken = if sha256(&content) == digest {
            let replayed = self.trust().replayed(&worker, &self.template.order, games.clone());
            self.intake.take(&content, games, &replayed)
        } else {
            Err(TakeError::Refused("does not have the bytes that its digest says".to_owned()))
        };
        self.pending.extend(parts.into_values());
        match taken {
            Ok(taken) => {
                self.trust().took(&worker);
                self.again += taken.again;
                Ok(taken.new)
            }
            Err(TakeError::Folder(error)) => Err(RemoteError::Folder(error)),
            Err(TakeError::Refused(reason)) => {
                self.trust().refuse(&worker);
                self.intake.note(&format!("worker {worker}: {reason}; nothing of it is taken any more"));
                Ok(0)
            }
        }
    }

    /// Writes what was taken through to the disk, and only then says so to the broker.
    async fn acknowledge(&mut self) -> Result<(), RemoteError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.intake.sync()?;
        for part in self.pending.drain(..) {
            part.acknowledge().await;
        }
        Ok(())
    }

    async fn end(&self, order: &str) {
        if self.intake.is_cancelled() {
            // The same command goes on: what workers have meanwhile waits for it.
            return;
        }
        self.coordinator.bus.withdraw(order).await;
        self.coordinator.bus.end_results(order).await;
        let (workers, refused) = self.trust().counts();
        let Self { issued_again, again, .. } = self;
        self.intake.note(&format!(
            "fleet: {workers} workers, {issued_again} items issued again, {again} games twice, {refused} workers refused"
        ));
    }
}
