//! Draws that the opponent offers.

/// Scores up to this far from 0 are level, in hundredths of a pawn.
const LEVEL: i32 = 20;
/// Level games are drawn from this number of plies on.
const LEVEL_FROM: usize = 80;

/// Says whether a draw is as good as what the engine expects: it stands worse, or a long game is level. `score` is that of
/// its last search, in hundredths of a pawn.
pub(super) fn accepts_draw(score: i32, plies: usize) -> bool {
    score < -LEVEL || (score <= LEVEL && plies >= LEVEL_FROM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_expects_no_more_takes_a_draw() {
        assert!(accepts_draw(-50, 10) && accepts_draw(0, 100) && accepts_draw(-20, 80));
        assert!(!accepts_draw(0, 10) && !accepts_draw(-20, 79) && !accepts_draw(21, 200));
    }
}
