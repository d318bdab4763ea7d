//! How a match stands.

use damier_arena::{Standing, rating::Estimate};

use super::games_bar::GamesBar;

pub(crate) struct MatchProgress(GamesBar);

impl MatchProgress {
    pub(crate) fn new() -> Self {
        Self(GamesBar::new())
    }

    /// Score and Elo with its interval, and the sequential test.
    pub(crate) fn show(&self, standing: &Standing) {
        let [losses, draws, wins] = standing.tally.games;
        let mut text = format!("+{wins} ={draws} -{losses}");
        if let Some(estimate) = Estimate::of(&standing.tally) {
            text.push_str(&format!("  {:.1} %  {}", 100.0 * estimate.score.value, elo_text(&estimate)));
        }
        if let Some(draws) = standing.tally.draw_ratio() {
            text.push_str(&format!("  {:.0} % draws", 100.0 * draws));
        }
        if standing.forfeits > 0 {
            text.push_str(&format!("  {} forfeits", standing.forfeits));
        }
        if let Some(sprt) = &standing.sprt {
            let (lower, upper) = sprt.test.bounds();
            text.push_str(&format!("  LLR {:+.2} ({lower:.2}, {upper:.2})", sprt.ratio));
        }
        self.0.tell(standing.finished, standing.games, text);
    }

    /// First places of the first competitor.
    pub(crate) fn show_table(&self, standing: &Standing) {
        let share = 100.0 * standing.first_places / standing.finished.max(1) as f64;
        let text = format!("{:.1} first places, {share:.1} %", standing.first_places);
        self.0.tell(standing.finished, standing.games, text);
    }

    /// Says something that is no standing.
    pub(crate) fn note(&self, text: &str) {
        self.0.note(text);
    }

    pub(crate) fn finish(&self) {
        self.0.finish();
    }
}

fn elo_text(estimate: &Estimate) -> String {
    let elo = estimate.elo;
    if elo.low.is_finite() && elo.high.is_finite() && elo.value.is_finite() {
        format!("Elo {:+.0} ± {:.0}", elo.value, (elo.high - elo.low) / 2.0)
    } else if elo.value > 0.0 {
        format!("Elo above {:+.0}", elo.low)
    } else {
        format!("Elo below {:+.0}", elo.high)
    }
}
