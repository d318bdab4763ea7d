//! One order at work: its items go out, its results come in.

mod checks;
mod stragglers;

use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use damier_files::sha256;
use damier_selfplay::RemoteFigures;
use futures_util::future::try_join_all;

use crate::{
    bus::{Bus, Incoming, Lease, Offered, Part},
    class::Class,
    event_log::{Event, EventLog},
    figures::{self, Figures},
    settings::Settings,
    slices::cut,
    trust::Trust,
    wire::{Blob, Item, VERSION, cross_subject, work_subject},
    workload::{Came, Workload, unreachable},
};

/// How long nothing new may come before what is missing is issued again.
const QUIET: Duration = Duration::from_secs(8);
/// How often it is looked whether the games are still wanted.
const LOOK: Duration = Duration::from_millis(200);
/// How long to wait for a result where there is something else to do.
const SOON: Duration = Duration::from_millis(5);
/// Parts that are acknowledged together, after one write through to the disk.
const GROUP: usize = 64;
/// How often the broker is asked whether items wait, while nothing comes.
const ASK: Duration = Duration::from_secs(1);
/// Items that are issued before results are looked at again: workers begin while the others are still being made.
const ISSUED_AT_ONCE: usize = 32;

/// One order at work.
pub(crate) struct Dispatcher<'a, B> {
    bus: &'a Bus,
    settings: &'a Settings,
    trust: &'a Mutex<Trust>,
    workload: &'a B,
    class_of: &'a ClassOf<'a>,
    order: Order,
    log: Option<&'a EventLog>,
    /// Items that are to be issued.
    due: VecDeque<Due>,
    /// Games that are missing.
    left: u64,
    /// What was taken of each worker.
    taken: HashMap<String, Vec<Range<u64>>>,
    /// Results of which parts are still missing, by their games and digest: parts of two workers fit together.
    partial: HashMap<(Range<u64>, String), BTreeMap<u32, Part>>,
    /// What is to be acknowledged once it was written through to the disk.
    pending: Vec<Part>,
    /// Items of which a copy was issued.
    copied: HashSet<Range<u64>>,
    /// When the broker was last asked whether items wait.
    asked: Instant,
    figures: Figures,
}

/// An item that is to be issued.
struct Due {
    games: Range<u64>,
    is_repeated: bool,
}

/// What all items of an order have in common.
pub(crate) struct Order {
    /// Its name.
    pub(crate) name: String,
    /// Games of an item.
    pub(crate) games_per_item: u64,
    /// How this machine plays the game that workers play first.
    pub(crate) behaviour: String,
    /// The files that workers need, with their content.
    pub(crate) files: Vec<(Blob, Vec<u8>)>,
}

/// Returns the class of a worker by the fleet's list of this moment; `None` where it is not invited.
pub(crate) type ClassOf<'a> = dyn Fn(&str) -> Option<Class> + 'a;

impl<'a, B: Workload> Dispatcher<'a, B> {
    pub(crate) fn new(
        bus: &'a Bus,
        settings: &'a Settings,
        trust: &'a Mutex<Trust>,
        (workload, class_of): (&'a B, &'a ClassOf<'a>),
        (order, log): (Order, Option<&'a EventLog>),
    ) -> Self {
        Self {
            bus,
            settings,
            trust,
            workload,
            class_of,
            order,
            log,
            due: VecDeque::new(),
            left: 0,
            taken: HashMap::new(),
            partial: HashMap::new(),
            pending: Vec::new(),
            copied: HashSet::new(),
            asked: Instant::now(),
            figures: Figures::new(),
        }
    }

    fn trust(&self) -> MutexGuard<'_, Trust> {
        self.trust.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has all games played that the workload lacks.
    pub(crate) async fn run(&mut self) -> Result<RemoteFigures, B::Error> {
        let played = self.play_leased().await;
        if let Err(error) = &played {
            self.tell(&Event::Alarm { reason: &error.to_string() });
        }
        played
    }

    /// Plays while no other coordinator does: two would take each other's results.
    async fn play_leased(&mut self) -> Result<RemoteFigures, B::Error> {
        let order = self.order.name.clone();
        let lease = self.bus.lease(&order, || self.workload.is_cancelled()).await;
        let Some(lease) = lease.map_err(unreachable::<B>)? else { return Ok(self.figures.summary()) };
        let played = self.play(&lease).await;
        if lease.check().is_ok() {
            drop(lease);
            self.bus.end_lease(&order).await;
        }
        played
    }

    async fn play(&mut self, lease: &Lease) -> Result<RemoteFigures, B::Error> {
        let missing = self.workload.missing();
        self.left = missing.len() as u64;
        self.add_due(&missing, false);
        let mut results =
            self.bus.results(&self.order.name, self.settings).await.map_err(unreachable::<B>)?;
        let mut news = Instant::now();
        while self.left > 0 && !self.workload.is_decided() && !self.workload.is_cancelled() {
            self.bus.check().and_then(|()| lease.check()).map_err(unreachable::<B>)?;
            self.issue().await?;
            let is_idle = self.pending.is_empty() && self.due.is_empty();
            match results.next(if is_idle { LOOK } else { SOON }).await {
                Incoming::Part(part) => {
                    if self.take(*part)? > 0 {
                        news = Instant::now();
                    }
                    if self.pending.len() >= GROUP {
                        self.acknowledge().await?;
                    }
                }
                Incoming::Foreign => {}
                Incoming::Nothing => {
                    self.acknowledge().await?;
                    if !self.due.is_empty() {
                        news = Instant::now();
                    } else if news.elapsed() > QUIET {
                        self.begin_anew().await?;
                        self.add_due(&self.workload.missing(), true);
                        news = Instant::now();
                    } else if self.asked.elapsed() > ASK {
                        self.back_up().await?;
                        self.asked = Instant::now();
                    }
                }
                Incoming::Ended(_) => {
                    self.acknowledge().await?;
                    self.begin_anew().await?;
                    results =
                        self.bus.results(&self.order.name, self.settings).await.map_err(unreachable::<B>)?;
                }
            }
        }
        self.acknowledge().await?;
        let figures = self.figures.summary();
        self.end(&figures).await;
        Ok(figures)
    }

    /// Adds an event to the log, where there is one.
    fn tell(&self, event: &Event<'_>) {
        let Some(log) = self.log else { return };
        if let Err(error) = log.add(&self.workload.title(), event) {
            let path = log.path().display();
            self.workload.note(&format!("{path}: cannot write: {error}; check free space and permissions"));
        }
    }

    fn slices(&self, missing: &[u64]) -> Vec<Range<u64>> {
        let workload = self.workload;
        cut(missing, workload.games_per_chunk(), self.order.games_per_item, workload.games_together())
    }

    /// Issues some of the items that are due, with one wait for all answers of the broker.
    async fn issue(&mut self) -> Result<(), B::Error> {
        if self.workload.is_cancelled() || self.due.is_empty() {
            return Ok(());
        }
        let (class, order) = (self.workload.class(), self.order.name.clone());
        let mut offers = Vec::new();
        for Due { games, is_repeated } in
            self.due.drain(..self.due.len().min(ISSUED_AT_ONCE)).collect::<Vec<_>>()
        {
            let item = self.item(&games)?;
            if !is_repeated && class == Class::Open && self.trust().crossed(&order, &games) {
                // It waits beside the other, so most likely another worker takes it.
                offers.push((cross_subject(class, &order, &games), item.clone(), false));
            }
            offers.push((work_subject(class, &order, &games), item, is_repeated));
        }
        // They are sent in this order, so the broker has them in it.
        let bus = self.bus;
        let offers = offers.into_iter().map(async |(subject, item, is_repeated)| {
            bus.offer(subject, item).await.map(|offered| is_repeated && offered == Offered::New)
        });
        let again = try_join_all(offers).await.map_err(unreachable::<B>)?;
        match again.into_iter().map(u64::from).sum() {
            0 => {}
            items => {
                self.figures.issued_again += items;
                self.tell(&Event::IssuedAgain { items });
            }
        }
        Ok(())
    }

    /// Has items with these games issued.
    fn add_due(&mut self, games: &[u64], is_repeated: bool) {
        let slices = self.slices(games);
        self.due.extend(slices.into_iter().map(|games| Due { games, is_repeated }));
    }

    /// Returns the bytes of the item with some games.
    fn item(&self, games: &Range<u64>) -> Result<Vec<u8>, B::Error> {
        let item = Item {
            v: VERSION,
            order: self.order.name.clone(),
            task: self.workload.task(games),
            first: games.start,
            count: games.end - games.start,
            behaviour: self.order.behaviour.clone(),
        };
        item.to_bytes().map_err(|error| B::unreachable(error.to_string()))
    }

    /// Begins anew with the broker, which may have been gone with all that it knew.
    async fn begin_anew(&mut self) -> Result<(), B::Error> {
        self.partial.clear();
        self.copied.clear();
        self.bus.prepare(self.settings).await.map_err(unreachable::<B>)?;
        let mut files = 0;
        for (blob, content) in &self.order.files {
            files += u64::from(self.bus.renew_blob(blob, content).await.map_err(unreachable::<B>)?);
        }
        if files > 0 {
            self.tell(&Event::BrokerAnew { files });
        }
        Ok(())
    }

    /// Takes a part, and the result once it is whole. Returns the number of games that were missing.
    fn take(&mut self, part: Part) -> Result<u64, B::Error> {
        if part.subject.order != self.order.name || self.trust().is_refused(&part.subject.worker) {
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
        let effort = parts.values().next().and_then(|part| part.effort.clone());
        let content = parts.values().map(Part::bytes).collect::<Vec<_>>().concat();
        let came = Came { worker, games, content, effort };
        let taken = if self.workload.class() != Class::Open
            && (self.class_of)(&came.worker) != Some(self.workload.class())
        {
            // The broker gives such a worker no item of these.
            let reason = "is not trusted, and sent games in which time bounds moves";
            self.refuse(&came.worker, &came.games, reason).map(|()| 0)
        } else if sha256(&came.content) == digest {
            let replayed = match self.workload.class() {
                Class::Open => self.trust().replayed(&came.worker, &self.order.name, came.games.clone()),
                Class::Trusted => Vec::new(),
            };
            self.figures.checked += replayed.len() as u64;
            self.take_checked(&came, &replayed)
        } else {
            let reason = "does not have the bytes that its digest says";
            self.refuse(&came.worker, &came.games, reason).map(|()| 0)
        };
        self.pending.extend(parts.into_values());
        taken
    }

    /// Writes what was taken through to the disk, and only then says so to the broker.
    async fn acknowledge(&mut self) -> Result<(), B::Error> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.workload.sync()?;
        for part in self.pending.drain(..) {
            part.acknowledge().await;
        }
        Ok(())
    }

    async fn end(&self, figures: &RemoteFigures) {
        if self.workload.is_cancelled() {
            // The same command goes on: what workers have meanwhile waits for it.
            return;
        }
        self.bus.withdraw(self.workload.class(), &self.order.name).await;
        self.bus.end_results(&self.order.name).await;
        self.tell(&Event::Played(figures));
        self.workload.note(&figures::line(figures));
    }
}
