//! The limits of a search, and remarks about them.

use std::time::Duration;

use damier_engine::search::Limits;
use damier_rules::Player;

use crate::{
    server::numbers::{clock, milliseconds},
    uci::Go,
};

/// Reads the bounds of a search by `to_move`. Of two clocks it is bound by its own, and by the other one where that is
/// the only one.
pub(super) fn limits(go: &Go, to_move: Player) -> Limits {
    if go.infinite.is_some() {
        return Limits::default();
    }
    let [white, black] = [(go.wtime, go.winc), (go.btime, go.binc)];
    let [own, other] = if to_move == Player::FIRST { [white, black] } else { [black, white] };
    let time = own.0.or(other.0);
    // A player with an increment alone has no more than that.
    let time = time.or_else(|| own.1.or(other.1).filter(|increment| *increment > 0).map(|_| 0));
    let increment = if own.0.is_some() { own.1 } else { own.1.or(other.1) };
    Limits {
        time: go.move_time.map(milliseconds),
        nodes: go.nodes,
        depth: go.depth,
        clock: time.map(|time| clock(milliseconds(time), increment.map(milliseconds), go.moves_to_go)),
        proof_plies: go.mate.filter(|moves| *moves > 0).map(|moves| moves.saturating_mul(2) - 1),
    }
}

/// Returns what was not understood, or understood otherwise than it may have been meant.
pub(super) fn remarks(go: &Go, limits: &Limits, to_move: Player) -> Vec<String> {
    let mut remarks: Vec<String> =
        go.unread.iter().map(|text| format!("go: {text:?} is no bound, and is left out")).collect();
    if go.mate == Some(0) {
        remarks.push("go: a mate in 0 moves is no bound, and is left out".to_owned());
    }
    let own = if to_move == Player::FIRST { go.wtime } else { go.btime };
    if let (None, Some(clock)) = (own, limits.clock) {
        let time = Duration::as_millis(&clock.remaining);
        remarks.push(format!("go: the clock of the side to move is not told; it is taken to have {time} ms"));
    }
    let said = *go != Go::default() && go.ponder.is_none();
    if limits.is_infinite() && go.infinite.is_none() && said && !is_bound(go) {
        remarks.push("go: nothing bounds the search, which runs until stop".to_owned());
    }
    remarks
}

/// Whether nothing but moves were named.
fn is_bound(go: &Go) -> bool {
    *go == Go { search_moves: go.search_moves.clone(), ..Go::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::Command;

    fn go(text: &str) -> Go {
        match Command::parse(text) {
            Command::Go(go) => *go,
            other => panic!("{other:?}"),
        }
    }

    fn clock_of(text: &str, to_move: Player) -> Option<(u128, u128)> {
        let clock = limits(&go(text), to_move).clock?;
        Some((clock.remaining.as_millis(), clock.increment.as_millis()))
    }

    #[test]
    fn a_clock_is_ones_own_or_the_only_one() {
        let [white, black] = [Player::FIRST, Player::SECOND];
        let both = "go wtime 1000 btime 2000 winc 10 binc 20";
        assert_eq!([white, black].map(|side| clock_of(both, side)), [Some((1000, 10)), Some((2000, 20))]);
        assert_eq!(clock_of("go wtime 1000", black), Some((1000, 0)));
        assert_eq!(clock_of("go btime 1000 binc 5", white), Some((1000, 5)));
        assert_eq!(clock_of("go btime 1000 winc 7", white), Some((1000, 7)));
        assert_eq!(clock_of("go wtime 1000 btime 2000 winc 10", black), Some((2000, 0)));
        assert_eq!(clock_of("go winc 100", black), Some((0, 100)));
        assert_eq!(clock_of("go wtime -5 btime 5", white), Some((0, 0)));
        assert_eq!(clock_of("go depth 3", white), None);
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for (text, told) in [
            ("go", 0),
            ("go infinite", 0),
            ("go ponder", 0),
            ("go searchmoves e2e4", 0),
            ("go wtime 1 btime 1 movestogo 3", 0),
            ("go depth 3 nodes 5 mate 1 movetime 7", 0),
            ("go wtime 1", 0),
            ("go btime 1", 1),
            ("go depth x", 2),
            ("go depth", 2),
            ("go perft 3 depth 2", 2),
            ("go depth 2 depth 3", 1),
            ("go movestogo 3", 1),
            ("go mate 0", 2),
            ("go nodes -1 movetime 9", 1),
        ] {
            let go = go(text);
            let remarks = remarks(&go, &limits(&go, Player::FIRST), Player::FIRST);
            assert_eq!(remarks.len(), told, "{text}: {remarks:?}");
        }
    }
}
