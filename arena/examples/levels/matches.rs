//! The matches of a measurement.

use std::{num::NonZero, path::PathBuf, sync::atomic::AtomicBool};

use anyhow::Context as _;
use damier_arena::{
    MatchConfig, MatchSettings, Spec,
    matches::Silent,
    rating::{Estimate, Tally, elo::score_of_elo},
    run_match,
};

use super::programs::Program;

/// Plies after which a game is drawn.
const PLY_CAP: usize = 300;
/// The head of the table of matches.
pub(crate) const HEAD: &str = " level   against                        games   score (95 %)               expected   Elo difference (95 %)";

/// What all matches are played by.
pub(crate) struct Measurement {
    /// The game's identity.
    pub(crate) game: String,
    /// What the levels judge by, as competitors are described.
    pub(crate) judge: String,
    /// Games at a time.
    pub(crate) threads: NonZero<usize>,
    /// Seed of openings and drawn moves.
    pub(crate) seed: u64,
    /// The folder of the matches' directories.
    pub(crate) directory: Option<PathBuf>,
    /// Whether no more games are played.
    pub(crate) cancelled: AtomicBool,
}

/// The opponent of a level.
#[derive(Clone, Copy)]
pub(crate) enum Opponent {
    /// The level with this rating.
    Level(u32),
    /// The program with this number.
    Program(usize),
}

/// A match that was played.
pub(crate) struct Played {
    /// The rating of the level.
    pub(crate) level: u32,
    /// Its opponent.
    pub(crate) opponent: Opponent,
    /// The results, seen by the level.
    pub(crate) tally: Tally,
}

impl Measurement {
    /// Plays a level against the one below, and prints the row.
    pub(crate) fn neighbours(&self, [below, above]: [u32; 2], pairs: usize) -> anyhow::Result<Played> {
        let tally = self.play(above, &self.level(below), pairs)?;
        println!("{}", row(above, &format!("level {below}"), f64::from(below), &tally));
        Ok(Played { level: above, opponent: Opponent::Level(below), tally })
    }

    /// Plays a level against a program, and prints the row.
    pub(crate) fn against(&self, elo: u32, number: usize, program: &Program) -> anyhow::Result<Played> {
        let tally = self.play(elo, &program.text(), program.pairs)?;
        println!("{}", row(elo, &program.name, program.rating, &tally));
        Ok(Played { level: elo, opponent: Opponent::Program(number), tally })
    }

    /// Describes a level as a competitor.
    fn level(&self, elo: u32) -> String {
        format!("suited:{},elo={elo},name=Elo {elo}", self.judge)
    }

    fn play(&self, level: u32, opponent: &str, pairs: usize) -> anyhow::Result<Tally> {
        let competitors: [Spec; 2] = [self.level(level).parse()?, opponent.parse()?];
        let names =
            competitors.each_ref().map(|spec| spec.name.clone().unwrap_or_default().replace(' ', "-"));
        let directory = self.directory.as_ref().map(|directory| directory.join(names.join("-")));
        let settings = MatchSettings {
            pairs,
            ply_cap: Some(PLY_CAP),
            threads: self.threads,
            seed: self.seed,
            ..MatchSettings::default()
        };
        let config = MatchConfig { competitors: competitors.into(), settings, games_file: None, directory };
        let report = run_match(&self.game, &config, &Silent, &self.cancelled)
            .with_context(|| format!("Elo {level} against {opponent}"))?;
        if report.forfeits > 0 {
            println!("  {} of the next games were forfeited", report.forfeits);
        }
        Ok(report.tally)
    }
}

/// Returns the row of a match in the table under [`HEAD`].
fn row(level: u32, opponent: &str, rating: f64, tally: &Tally) -> String {
    let Some(Estimate { score, elo, .. }) = Estimate::of(tally) else {
        return format!("  {level:>4}   {opponent:<30} no game was finished");
    };
    let percent = |share: f64| 100.0 * share;
    format!(
        "  {level:>4}   {opponent:<28}   {:>5}   {:5.1} % ({:5.1} to {:5.1})   {:6.1} %   {:+.0} ({:+.0} to {:+.0})",
        tally.played(),
        percent(score.value),
        percent(score.low),
        percent(score.high),
        percent(score_of_elo(f64::from(level) - rating)),
        elo.value,
        elo.low,
        elo.high,
    )
}
