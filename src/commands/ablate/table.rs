//! The table of an ablation, in Markdown.

use std::fmt::Write as _;

use damier_arena::{
    play::Effort,
    rating::{Estimate, Tally},
};
use damier_engine::time::DurationText;
use damier_train::run::RunState;

use super::{compute::Cost, plan::Plan};
use crate::terminal::numbers;

/// What one setting gave, all seeds together.
#[derive(Clone, Debug)]
pub(super) struct Row {
    name: String,
    change: String,
    generations: u32,
    /// Of each seed's run: CPU minutes, and positions.
    runs: Vec<(f64, u64)>,
    tally: Tally,
    /// Nodes and moves of the setting's net and of the base's.
    effort: [Effort; 2],
}

impl Row {
    pub(super) fn new(name: &str, change: &str, generations: u32) -> Self {
        Self {
            name: name.to_owned(),
            change: change.to_owned(),
            generations,
            runs: Vec::new(),
            tally: Tally::default(),
            effort: Default::default(),
        }
    }

    pub(super) fn add_run(&mut self, state: &RunState) {
        let positions = state.generations.iter().map(|generation| generation.positions).sum();
        self.runs.push((Cost::of_all(state).minutes(), positions));
    }

    pub(super) fn add_match(&mut self, tally: Tally, effort: [Effort; 2]) {
        self.tally += tally;
        for (sum, part) in self.effort.iter_mut().zip(effort) {
            *sum += part;
        }
    }

    /// Means over the runs.
    fn cost(&self) -> (f64, u64) {
        let runs = self.runs.len().max(1);
        let minutes: f64 = self.runs.iter().map(|(minutes, _)| minutes).sum();
        let positions: u64 = self.runs.iter().map(|(_, positions)| positions).sum();
        (minutes / runs as f64, positions / runs as u64)
    }

    /// Simulations a move of its net for one of the base's, in the same time.
    fn speed(&self) -> Option<f64> {
        let [own, base] = self.effort.map(|effort| effort.nodes as f64 / effort.moves as f64);
        (own / base).is_finite().then_some(own / base)
    }
}

pub(super) fn text(plan: &Plan, rows: &[Row]) -> String {
    let game = &plan.settings[0].config.game;
    let mut text = format!(
        "{game}: equal {}, {} a move, {} pairs and {} run{} for each setting; Elo at 95 % confidence\n\n\
         | setting | change | generations | CPU minutes | positions | speed | games | score | Elo against base |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        plan.equal,
        DurationText(plan.time),
        plan.pairs * plan.seeds as usize,
        plan.seeds,
        if plan.seeds == 1 { "" } else { "s" },
    );
    for row in rows {
        let (minutes, positions) = row.cost();
        let [losses, draws, wins] = row.tally.games;
        let (games, score, elo) = match Estimate::of(&row.tally) {
            None => ("–".to_owned(), "–".to_owned(), "–".to_owned()),
            Some(Estimate { score, elo, .. }) => (
                format!("+{wins} ={draws} −{losses}"),
                format!("{:.1} %", 100.0 * score.value),
                format!("{:+.0} ({:+.0} … {:+.0})", elo.value, elo.low, elo.high),
            ),
        };
        let speed = row.speed().map_or_else(|| "–".to_owned(), |speed| format!("{speed:.2}"));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {minutes:.1} | {} | {speed} | {games} | {score} | {elo} |",
            row.name,
            if row.change.is_empty() { "–".to_owned() } else { format!("`{}`", row.change) },
            row.generations,
            numbers::grouped(positions),
        );
    }
    text
}
