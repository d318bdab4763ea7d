//! The summary of a match.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
};

use damier_rules::{AnyGame, Game};

use super::{contender::Contender, runner::Played, scoreboard::Summaries};
use crate::{
    play::Effort,
    rating::{Estimate, Interval, Sprt, SprtState, Tally},
    remote::WorkerShares,
};

/// The summary of a match; its `Display` is a table of a few lines.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// The competitors.
    pub names: [String; 2],
    /// The threads that each searches with; `None` where it was given no number, or it does not search.
    pub threads: [Option<usize>; 2],
    /// The results, seen by the first one.
    pub tally: Tally,
    /// What they say about its strength; `None` without games.
    pub estimate: Option<Estimate>,
    /// Where the sequential test ended.
    pub sprt: Option<SprtState>,
    /// What searching has cost each competitor.
    pub effort: [Effort; 2],
    /// Plies of all games, those of the openings included.
    pub plies: usize,
    /// Openings that differ from all others.
    pub different_openings: usize,
    /// Openings of the match's book; `None` where it has none.
    pub book: Option<usize>,
    /// Where the openings come from, in words.
    pub opening_source: String,
    /// How often each kind of ending occurred.
    pub endings: BTreeMap<String, usize>,
    /// Games that a competitor forfeited.
    pub forfeits: usize,
    /// What each of the other machines played, where time bounds moves; otherwise none.
    pub workers: WorkerShares,
    /// Why the file of games does not hold all of them; `None` where it does, or there is none.
    pub unwritten: Option<String>,
}

impl MatchReport {
    /// Sums a match up.
    pub(super) fn of(game: &AnyGame, competitors: &[Contender], sprt: Option<Sprt>, played: Played) -> Self {
        let Played { games: Summaries { games, endings: kinds }, book, opening_source, workers } = played;
        let mut tally = Tally::default();
        let mut effort = [Effort::default(); 2];
        let mut endings = BTreeMap::new();
        for (at, game) in games.iter().enumerate() {
            let partner = at.checked_sub(1).map(|before| &games[before]);
            let partner = partner.filter(|before| before.index == game.index ^ 1);
            tally.add(game.point, partner.map(|before| before.point));
            game.seats.iter().zip(&game.effort).for_each(|(competitor, cost)| effort[*competitor] += *cost);
            *endings.entry(kinds[game.ending].clone()).or_default() += 1;
        }
        Self {
            game: game.id().to_owned(),
            names: [0, 1].map(|at| competitors[at].name.clone()),
            threads: [0, 1].map(|at| competitors[at].threads),
            tally,
            estimate: Estimate::of(&tally),
            sprt: sprt.map(|sprt| sprt.state(&tally)),
            effort,
            plies: games.iter().map(|game| game.plies).sum(),
            different_openings: games.iter().map(|game| game.opening).collect::<HashSet<_>>().len(),
            book,
            opening_source,
            endings,
            forfeits: games.iter().filter(|game| game.forfeit).count(),
            workers,
            unwritten: None,
        }
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.names;
        writeln!(out, "{}: {first} against {second}", self.game)?;
        let played = self.tally.played();
        let (Some(estimate), Some(draws)) = (self.estimate, self.tally.draw_ratio()) else {
            return write!(out, "no game was finished");
        };
        let [losses, drawn, wins] = self.tally.games;
        let score = estimate.score;
        writeln!(
            out,
            "  games      {played} ({wins} won, {drawn} drawn, {losses} lost), {:.0} % draws",
            100.0 * draws
        )?;
        writeln!(
            out,
            "  score      {:.1} % ({:.1} to {:.1})",
            100.0 * score.value,
            100.0 * score.low,
            100.0 * score.high
        )?;
        writeln!(
            out,
            "  Elo        {} (logistic) at 95 % confidence; stronger with {:.1} % likelihood",
            EloText(estimate.elo),
            100.0 * estimate.superiority
        )?;
        let [lost, one, even, three, won] = self.tally.pairs;
        let drawn_pairs = self.tally.drawn_pairs;
        writeln!(
            out,
            "  pairs      {} (WW {won}, WD {three}, WL {}, DD {drawn_pairs}, LD {one}, LL {lost}) from {} openings{}",
            self.tally.paired(),
            even - drawn_pairs,
            self.different_openings,
            AgainText { pairs: self.tally.paired() as usize, book: self.book }
        )?;
        writeln!(out, "  openings   {}", self.opening_source)?;
        writeln!(out, "  length     {:.1} plies on average", self.plies as f64 / played as f64)?;
        if let Some(sprt) = &self.sprt {
            writeln!(out, "  SPRT       {sprt}")?;
        }
        for ((name, effort), threads) in self.names.iter().zip(&self.effort).zip(self.threads) {
            writeln!(out, "  {name}: {}{}", ThreadsText(threads), EffortText(*effort))?;
        }
        write!(out, "  endings    ")?;
        for (place, (ending, count)) in self.endings.iter().enumerate() {
            write!(out, "{}{count} × {ending}", if place == 0 { "" } else { ", " })?;
        }
        write!(out, "{}", self.workers)
    }
}

/// How many pairs play an opening that another one has played, where the book is too small.
struct AgainText {
    pairs: usize,
    book: Option<usize>,
}

impl fmt::Display for AgainText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(book) = self.book.filter(|book| *book < self.pairs) else {
            return Ok(());
        };
        match self.pairs - book {
            1 => write!(out, "; the book has {book}, so 1 pair plays one again"),
            again => write!(out, "; the book has {book}, so {again} pairs play one again"),
        }
    }
}

/// An Elo difference with its bounds.
struct EloText(Interval);

impl fmt::Display for EloText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { value, low, high } = self.0;
        if value.is_finite() && low.is_finite() && high.is_finite() {
            write!(out, "{value:+.1} (−{:.1} +{:.1})", value - low, high - value)
        } else if value > 0.0 {
            write!(out, "above {low:+.1}")
        } else {
            write!(out, "below {high:+.1}")
        }
    }
}

/// Seconds of a move below which a competitor without nodes counts as one that does not search.
const SHORTEST_SEARCH: f64 = 1e-4;

/// How many threads a competitor searches with, before what that has cost.
pub(super) struct ThreadsText(pub(super) Option<usize>);

impl fmt::Display for ThreadsText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(1) => out.write_str("1 thread, "),
            Some(threads) => write!(out, "{threads} threads, "),
        }
    }
}

/// What searching has cost, a move and in all.
pub(super) struct EffortText(pub(super) Effort);

impl fmt::Display for EffortText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Effort { moves, nodes, depths, time } = self.0;
        let (moves, seconds) = (moves as f64, time.as_secs_f64());
        if moves == 0.0 || (nodes == 0 && seconds / moves < SHORTEST_SEARCH) {
            return write!(out, "no search");
        }
        if nodes == 0 {
            return write!(out, "{:.1} ms a move, nodes untold", 1e3 * seconds / moves);
        }
        write!(
            out,
            "{:.0} nodes and {:.1} ms a move, {:.0} nodes/s, mean depth {:.1}",
            nodes as f64 / moves,
            1e3 * seconds / moves,
            nodes as f64 / seconds.max(f64::MIN_POSITIVE),
            depths as f64 / moves
        )
    }
}
