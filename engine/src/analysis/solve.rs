//! Solving test positions.

use damier_rules::{AnyMove, History};

use super::{finding::Finding, look, suite::TestPosition};
use crate::{
    AnyEngine,
    search::{Limits, StopHandle},
};

/// What was found about a test position.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// Its place in the suite, from 0.
    pub index: usize,
    /// The move that was chosen.
    pub found: AnyMove,
    /// Whether it solves the position; `None` where nothing was asked.
    pub solved: Option<bool>,
    /// What the search found.
    pub finding: Finding<AnyMove>,
}

/// Searches every position of a suite within `limits` and says which ones are solved; `watch` gets each
/// when it is done. A suite that is stopped on the way ends with the last position that was searched in full.
pub fn solve(
    engine: &mut AnyEngine,
    suite: &[TestPosition],
    limits: &Limits,
    control: &StopHandle,
    watch: &mut dyn FnMut(&Solved),
) -> Vec<Solved> {
    let mut done = Vec::new();
    for (index, test) in suite.iter().enumerate() {
        engine.new_game();
        let history = History::new(&test.position);
        let finding = look(engine, &test.position, &history, limits, control, &mut |_| ());
        let Some(found) = finding.search.as_ref().map(|search| search.best) else { continue };
        if control.is_stopped() {
            break;
        }
        let solved = test.has_solution().then(|| test.is_solved_by(found));
        let solved = Solved { index, found, solved, finding };
        watch(&solved);
        done.push(solved);
    }
    done
}
