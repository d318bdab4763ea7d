//! Progress of a tournament or a league.

use damier_arena::tournament::TournamentProgress;

use super::games_bar::GamesBar;

pub(crate) struct TournamentBar(GamesBar);

impl TournamentBar {
    pub(crate) fn new() -> Self {
        Self(GamesBar::new())
    }

    /// The games so far, and the last one.
    pub(crate) fn show(&self, standing: &TournamentProgress) {
        let last: Vec<String> =
            standing.last.iter().map(|(name, share)| format!("{name} {}", share_text(*share))).collect();
        self.0.tell(standing.finished, standing.known, last.join(", "));
    }

    /// Says something that is no game.
    pub(crate) fn note(&self, text: &str) {
        self.0.note(text);
    }

    pub(crate) fn finish(&self) {
        self.0.finish();
    }
}

fn share_text(share: f64) -> String {
    match share {
        1.0 => "1".to_owned(),
        0.0 => "0".to_owned(),
        0.5 => "½".to_owned(),
        other => format!("{other:.2}"),
    }
}
