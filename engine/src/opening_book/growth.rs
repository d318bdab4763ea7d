//! Growing a book: the positions that games are likeliest to reach, one batch after the other.

use std::{
    collections::HashSet,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use damier_rules::{AnyGame, AnyPosition, Game, Notation, NotationFormat::Native, Position};

use super::{BookError, Entries, Share, Terms, assessor::Assessor, file, graph::Graph, selection};
use crate::engine::Judge;

/// Positions that are looked at before values are backed up again: always as many, so that a book does not depend on the
/// number of threads.
const BATCH: usize = 32;
/// What may be lost by a kill.
const SAVE_EVERY: Duration = Duration::from_secs(20);

/// What is to be grown.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The book's file; where it is there already, it grows on.
    pub path: &'a Path,
    /// Positions that the book has in the end.
    pub positions: usize,
    /// Keys of positions that played games reached: they are looked at before all others, once the book leads to them.
    pub played: &'a HashSet<u64>,
    /// Searches at a time, at least 1.
    pub threads: usize,
    /// How positions are searched.
    pub terms: Terms,
    /// Set from outside, it ends the work soon; the batch under way is lost.
    pub stop: &'a AtomicBool,
}

/// Told how the work goes, from any thread.
pub trait Watch: Sync {
    /// It begins: positions wanted in all, and positions that are there.
    fn begin(&self, total: usize, done: usize) {
        let _ = (total, done);
    }

    /// Number of positions added.
    fn advance(&self, positions: usize) {
        let _ = positions;
    }

    /// What the book now holds best: a line in the game's notation, with its value for the player who moves first.
    fn line(&self, line: &str, share: Share) {
        let _ = (line, share);
    }
}

impl Watch for () {}

/// Why the work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// The book has as many positions as were asked for.
    Complete,
    /// Nothing is left that games would reach.
    Exhausted,
    /// It was stopped.
    Stopped,
}

/// What was grown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grown {
    /// Positions that the book has.
    pub positions: usize,
    /// Those of them that are new.
    pub new: usize,
    /// How many of the played positions it has.
    pub played: usize,
    /// Why it ended.
    pub completion: Completion,
}

/// Grows a book, and keeps it in its file; an interrupted one goes on. The same plan gives the same book.
///
/// # Errors
/// The game is not one of two players, the file is there and no book of this game and these terms, it cannot be written, or
/// the net does not fit.
pub fn grow(game: &AnyGame, judge: &Judge, plan: &Plan<'_>, watch: &dyn Watch) -> Result<Grown, BookError> {
    let players = game.start().players();
    if players != 2 {
        return Err(BookError::Players { game: game.id().to_owned(), players });
    }
    let mut assessors = (0..plan.threads.max(1))
        .map(|_| Assessor::new(game, judge, plan.terms.nodes))
        .collect::<Result<Vec<_>, BookError>>()?;
    let terms = plan.terms.stored();
    let mut entries = if plan.path.exists() {
        let found = file::read(plan.path, game)?;
        if found.terms != terms {
            let (path, wanted) = (plan.path.to_owned(), terms);
            return Err(BookError::Terms { path, found: found.terms, wanted });
        }
        found.entries
    } else {
        // A missing folder is reported before anything is searched.
        file::write(plan.path, game, &terms, &Entries::new())?;
        Entries::new()
    };
    let before = entries.len();
    watch.begin(plan.positions.max(before), before);
    let mut saved = Instant::now();
    let completion = loop {
        let graph = Graph::new(game.start(), &entries).map_err(|misfit| file::misfit(plan.path, misfit))?;
        tell(game, &graph, watch);
        let wanted = BATCH.min(plan.positions.saturating_sub(entries.len()));
        let chosen = selection::next(&graph, plan.played, wanted);
        if chosen.is_empty() {
            break if wanted == 0 { Completion::Complete } else { Completion::Exhausted };
        }
        let Some(found) = look_at(&graph, &chosen, &mut assessors, plan.stop, watch) else {
            break Completion::Stopped;
        };
        entries.extend(found);
        if saved.elapsed() >= SAVE_EVERY {
            file::write(plan.path, game, &terms, &entries)?;
            saved = Instant::now();
        }
    };
    if entries.len() > before {
        file::write(plan.path, game, &terms, &entries)?;
    }
    let played = plan.played.iter().filter(|key| entries.contains_key(key)).count();
    Ok(Grown { positions: entries.len(), new: entries.len() - before, played, completion })
}

/// Tells the best line.
fn tell(game: &AnyGame, graph: &Graph<AnyPosition>, watch: &dyn Watch) {
    let start = &graph.nodes[0];
    let mut node = start;
    let mut line = Vec::new();
    while let Some(best) = node.best() {
        line.push(game.move_text(Native, &node.position, best.mv));
        let Some(child) = best.child else { break };
        node = &graph.nodes[child];
    }
    if !line.is_empty() {
        watch.line(&line.join(" "), start.share);
    }
}

/// What searches say of every move of the chosen nodes; `None` where they were stopped.
fn look_at(
    graph: &Graph<AnyPosition>,
    chosen: &[usize],
    assessors: &mut [Assessor],
    stop: &AtomicBool,
    watch: &dyn Watch,
) -> Option<Vec<(u64, Vec<Share>)>> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(chosen.len()));
    let work = |assessor: &mut Assessor| {
        while !stop.load(Ordering::Relaxed)
            && let Some(place) = chosen.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let node = &graph.nodes[*place];
            let Some(shares) = assessor.shares(&node.position, stop) else { return };
            found.lock().unwrap_or_else(PoisonError::into_inner).push((node.key, shares));
            watch.advance(1);
        }
    };
    thread::scope(|scope| {
        let Some((own, others)) = assessors.split_first_mut() else { return };
        for assessor in others {
            let work = &work;
            // Where no more threads can be made, those that there are do all of it.
            if thread::Builder::new().spawn_scoped(scope, move || work(assessor)).is_err() {
                break;
            }
        }
        work(own);
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    (found.len() == chosen.len()).then_some(found)
}
