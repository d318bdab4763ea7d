//! Many games at once.

use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use damier_endgames::EndgameTablebase;
use damier_engine::self_play::SelfPlaySearch;
use damier_records::{ChunkHeader, GameRecord, RecordError};
use damier_rules::{Game, Tablebase};

use crate::{
    config::{GenerateConfig, SearchConfig},
    import::{Imported, import},
    observer::{Observer, Progress},
    opening::{Ballots, Opening},
    remote::{Intake, Receiver, RemoteError, RemoteFigures, Verifier},
    seed::{self, Stream},
    self_play,
    shelf::{Put, Shelf},
};

/// Makes the search of a thread.
pub type SearchMaker<'a, P> = dyn Fn() -> Box<dyn SelfPlaySearch<P>> + Sync + 'a;

/// Games of tree search per opening: one from each side.
const PAIR: u64 = 2;

/// One generation of self-play: everything its games depend on, but for the net.
#[derive(Clone, Debug)]
pub struct Generation<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// How games are generated; validated.
    pub config: &'a GenerateConfig,
    /// What games start from.
    pub ballots: &'a Ballots,
    /// Tables that end games; see [`GenerateConfig::endgames`].
    pub tables: Option<Arc<EndgameTablebase<G::Position>>>,
    /// The identity that chunks get; its seed is the run's, its `chunk` is overwritten.
    pub identity: &'a ChunkHeader,
    /// The indices of the games that are wanted; a slice of a generation is a part of `0..config.games`.
    pub wanted: Range<u64>,
    /// Folders with games of this generation that were played elsewhere. They are taken over before the others are played.
    pub imports: &'a [PathBuf],
}

/// What a call of [`Generation::run`] did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Generated {
    /// Its last progress.
    pub progress: Progress,
    /// What was taken over from other folders.
    pub imported: Imported,
    /// The chunks it wrote, in order of their names.
    pub chunks: Vec<PathBuf>,
    /// Whether games are still missing because it was cancelled.
    pub cancelled: bool,
    /// What other machines did for it, where they played.
    pub remote: Option<RemoteFigures>,
}

impl<'a, G: Game> Generation<'a, G> {
    /// Returns a generation of which all games are wanted, without endgame tables and imports.
    pub fn new(
        game: &'a G,
        config: &'a GenerateConfig,
        ballots: &'a Ballots,
        identity: &'a ChunkHeader,
    ) -> Self {
        Self { game, config, ballots, tables: None, identity, wanted: 0..config.games, imports: &[] }
    }

    /// Plays the games that `folder` lacks and writes them there, on all threads of the current rayon
    /// pool. The games, and in a run that is not cancelled the bytes of the chunks, do not depend on the
    /// number of threads.
    ///
    /// `searcher` is called once per thread. `cancel` is read before each ply: once it is set, games in
    /// flight are given up. Finished ones are kept, in the [journal](crate::journal) of their chunk where it is not
    /// complete.
    ///
    /// # Errors
    /// If another process writes games there, the folder holds games of another run, a chunk cannot be written, or a
    /// folder of [`imports`](Self::imports) holds none of these games, or others.
    pub fn run(
        &self,
        folder: &Path,
        searcher: &SearchMaker<'_, G::Position>,
        observer: &dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<Generated, RecordError> {
        let shelf = self.open(folder, observer)?;
        let imported = match self.imports {
            [] => Imported::default(),
            _ => self.import(&shelf, &Verifier::new(self, searcher()), observer)?,
        };
        let progress = play_missing(&shelf, &self.player(searcher, cancel), observer, cancel)?;
        let cancelled = progress.games < progress.games_wanted;
        Ok(Generated { progress, imported, chunks: shelf.into_written(), cancelled, remote: None })
    }

    /// Has the games that `folder` lacks played elsewhere: `remote` gets the folder as an [`Intake`], and returns once
    /// nothing is missing there or `cancel` was set.
    ///
    /// # Errors
    /// As for [`run`](Self::run), or what `remote` returns.
    pub fn receive(
        &self,
        folder: &Path,
        searcher: &SearchMaker<'_, G::Position>,
        remote: &dyn Fn(&dyn Intake) -> Result<RemoteFigures, RemoteError>,
        observer: &dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<Generated, RemoteError> {
        let shelf = self.open(folder, observer)?;
        let verifier = Verifier::new(self, searcher());
        let imported = self.import(&shelf, &verifier, observer)?;
        let tally = Tally::new(shelf.missing().len() as u64, observer);
        let receiver = Receiver { shelf: &shelf, verifier: &verifier, tally, cancel };
        let figures = if receiver.missing().is_empty() { None } else { Some(remote(&receiver)?) };
        let progress = receiver.tally.finish();
        let cancelled = progress.games < progress.games_wanted;
        Ok(Generated { progress, imported, chunks: shelf.into_written(), cancelled, remote: figures })
    }

    /// Plays the games of `wanted`, which go to no folder, on all threads of the current rayon pool. They come in order
    /// of their index; `None` where `cancel` was set on the way.
    pub fn slice(
        &self,
        searcher: &SearchMaker<'_, G::Position>,
        cancel: &AtomicBool,
    ) -> Option<Vec<GameRecord>> {
        let games: Vec<u64> = self.wanted.clone().collect();
        let played = Mutex::new(Vec::new());
        play_each(&games, &self.player(searcher, cancel), cancel, &|record| {
            played.lock().unwrap_or_else(PoisonError::into_inner).push(record);
            true
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_by_key(|record| record.index);
        (played.len() == games.len()).then_some(played)
    }

    fn open<'s>(&'s self, folder: &'s Path, observer: &dyn Observer) -> Result<Shelf<'s>, RecordError> {
        let games = (self.wanted.clone(), self.config.games_per_chunk);
        Shelf::open(folder, self.identity, games, &|text| observer.note(text))
    }

    fn import(
        &self,
        shelf: &Shelf<'_>,
        verifier: &Verifier<'_, G>,
        observer: &dyn Observer,
    ) -> Result<Imported, RecordError> {
        let mut imported = Imported::default();
        for source in self.imports {
            imported += import(verifier, self.identity, source, shelf, &|text| observer.note(text))?;
        }
        Ok(imported)
    }

    fn player<'s>(
        &'s self,
        searcher: &'s SearchMaker<'_, G::Position>,
        cancel: &'s AtomicBool,
    ) -> impl Fn() -> GamePlayer<'s> + Sync {
        move || {
            let mut search = searcher();
            Box::new(move |index| self.play(index, &mut *search, cancel))
        }
    }

    /// Plays the game of an index; `None` where it was cancelled on the way.
    pub(crate) fn play(
        &self,
        index: u64,
        search: &mut dyn SelfPlaySearch<G::Position>,
        cancel: &AtomicBool,
    ) -> Option<GameRecord> {
        let ChunkHeader { seed: run, generation, .. } = *self.identity;
        let opening = self.opening(index, search);
        let seed = seed::seed(run, generation, Stream::Game, index);
        let tables = self.tables.as_deref().map(|tables| tables as &dyn Tablebase<G::Position>);
        self_play::play(self.game, self.config, &opening, (index, seed), tables, search, cancel)
    }

    /// Draws the opening of the game of an index; `search` says which are balanced.
    pub(crate) fn opening(&self, index: u64, search: &mut dyn SelfPlaySearch<G::Position>) -> Opening {
        let ChunkHeader { seed: run, generation, .. } = *self.identity;
        let number = match self.config.search {
            SearchConfig::Tree => index / PAIR,
            // From one opening it plays one game.
            SearchConfig::AlphaBeta => index,
        };
        let opening_seed = seed::seed(run, generation, Stream::Opening, number);
        let share = |position: &G::Position| {
            // What a search remembers may change what it says of another position.
            search.forget();
            search.estimate(position).share
        };
        let random = &mut seed::generator(opening_seed);
        self.ballots.draw_balanced(self.game, &self.config.opening, random, share)
    }
}

/// Plays the game of an index; `None` where it was cancelled on the way.
type GamePlayer<'a> = Box<dyn FnMut(u64) -> Option<GameRecord> + 'a>;

/// Plays the games that a folder lacks; `player` is called once per thread.
fn play_missing<'a>(
    shelf: &Shelf<'_>,
    player: &(dyn Fn() -> GamePlayer<'a> + Sync),
    observer: &dyn Observer,
    cancel: &AtomicBool,
) -> Result<Progress, RecordError> {
    let missing = shelf.missing();
    let tally = Tally::new(missing.len() as u64, observer);
    let failed = Mutex::new(None);
    play_each(&missing, player, cancel, &|record| {
        let more = Progress::of(&record);
        match shelf.put(record) {
            Ok(Put::New) => tally.add(&more),
            Ok(_) => {}
            Err(error) => {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                return false;
            }
        }
        true
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(tally.finish()),
    }
}

/// Plays games on all threads of the current rayon pool; `player` is called once per thread. `finished` gets each, and
/// says whether to go on.
fn play_each<'a>(
    games: &[u64],
    player: &(dyn Fn() -> GamePlayer<'a> + Sync),
    cancel: &AtomicBool,
    finished: &(dyn Fn(GameRecord) -> bool + Sync),
) {
    let next = AtomicUsize::new(0);
    let ended = AtomicBool::new(false);
    // Threads take games one by one in order of their index, so that chunks are completed in order and
    // no thread runs out of work before the others.
    rayon::broadcast(|_| {
        let mut play = player();
        while !cancel.load(Ordering::Relaxed) && !ended.load(Ordering::Relaxed) {
            let Some(index) = games.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let Some(record) = play(*index) else { break };
            if !finished(record) {
                ended.store(true, Ordering::Relaxed);
            }
        }
    });
}

/// Counts finished games, and tells the observer.
pub(crate) struct Tally<'a> {
    progress: Mutex<Progress>,
    begun: Instant,
    observer: &'a dyn Observer,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(games_wanted: u64, observer: &'a dyn Observer) -> Self {
        observer.begun(games_wanted);
        let progress = Mutex::new(Progress { games_wanted, ..Progress::default() });
        Self { progress, begun: Instant::now(), observer }
    }

    pub(crate) fn add(&self, more: &Progress) {
        // The observer gets the counts in their order.
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.games += more.games;
        progress.positions += more.positions;
        progress.plies += more.plies;
        progress.simulations += more.simulations;
        progress.elapsed = self.begun.elapsed();
        self.observer.game_finished(&progress);
    }

    /// Counts a game no longer, which is missing again.
    pub(crate) fn take_back(&self, less: &Progress) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.games -= less.games;
        progress.positions -= less.positions;
        progress.plies -= less.plies;
        progress.simulations -= less.simulations;
    }

    pub(crate) fn note(&self, text: &str) {
        self.observer.note(text);
    }

    pub(crate) fn finish(self) -> Progress {
        let progress = self.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        Progress { elapsed: self.begun.elapsed().max(Duration::from_nanos(1)), ..progress }
    }
}
