//! Endgame tablebases in a search.

use std::{cmp::Ordering, fmt, sync::Arc};

use damier_rules::{
    DrawRules as _, EndingValue, History, MoveList, Outcome, Position, Tablebase, any::AnyTablebase,
};

use super::{Line, Proof, SearchReport};
use crate::evaluation::Value;

/// Tablebases that a search probes, if there are any.
///
/// Tables know who wins, not how: in a won position every move that keeps the win looks the same to them, and a
/// search that asked them about every position would wander among those for ever. So they are asked only about
/// positions that an irreversible move has just brought about. Every way into the tables ends with such a move, and
/// inside them each is progress; what lies between is the search's own to find.
pub struct SearchTablebase<P: Position>(Option<Arc<dyn Tablebase<P>>>);

impl<P: Position> SearchTablebase<P> {
    /// Returns the search's view of `tables`.
    pub fn new(tables: Arc<dyn Tablebase<P>>) -> Self {
        Self(Some(tables))
    }

    /// Returns a view without tablebases.
    pub fn none() -> Self {
        Self(None)
    }

    /// Returns the search's view of tablebases that are a value; without tablebases where there are none.
    ///
    /// # Panics
    /// If they are those of another game.
    pub(crate) fn of(tables: Option<&AnyTablebase>) -> Self {
        Self(tables.map(|tables| tables.typed().expect("tables of this game")))
    }

    /// How the game ends from `position`, the current one of `history`, where the tables know and a search may
    /// rely on it.
    #[inline]
    pub fn outcome(&self, position: &P, history: &History<P>) -> Option<Outcome> {
        let tables = self.0.as_ref()?;
        if history.is_fresh() { tables.probe_counted(position, *history.clock()) } else { None }
    }

    /// Returns whether the tablebases contain a position.
    pub fn know(&self, position: &P) -> bool {
        self.0.as_ref().is_some_and(|tables| tables.probe(position).is_some())
    }

    /// Takes out of the legal moves of `position`, the current one of `history`, those that throw away what the tables say
    /// can be had, and of a win's moves those that are not on the shortest way to the next irreversible one, where the
    /// tables know it. Leaves all of them where the tables do not know the position.
    pub fn keep_best(&self, position: &P, history: &History<P>, moves: &mut MoveList<P::Move>) {
        let Some(tables) = self.0.as_deref() else { return };
        let clock = *history.clock();
        let Some(outcome) = tables.outcome(position, clock) else { return };
        let player = position.to_move();
        let best = EndingValue::of_outcome(outcome, player);
        let worth = |mv: P::Move| {
            let next = after(position, mv);
            Some(EndingValue::of_outcome(known_after(tables, position, mv, &next, clock)?, player))
        };
        let mut kept: Vec<_> = moves.iter().map(|mv| (*mv, worth(*mv))).collect();
        kept.retain(|(_, worth)| worth.is_none_or(|worth| worth >= best));
        if kept.is_empty() {
            return;
        }
        if best == EndingValue::Win {
            keep_shortest(tables, position, &mut kept);
        }
        *moves = kept.into_iter().map(|(mv, _)| mv).collect();
    }

    /// Gives the report of a search of `position`, the current one of `history`, the values that the tables know, and the
    /// best move that does not throw them away. Changes nothing where they do not know the position.
    pub fn correct(&self, position: &P, history: &History<P>, report: &mut SearchReport<P::Move>) {
        let Some(tables) = self.0.as_deref() else { return };
        let clock = *history.clock();
        let Some(outcome) = tables.outcome(position, clock) else { return };
        let (player, players) = (position.to_move(), position.players());
        let proof = |outcome: Outcome| Proof::of_share(outcome.share(player, players), players);
        report.value = Value::of_outcome(outcome, player, players);
        report.proof = proof(outcome);
        let mut kept = report.moves.iter().map(|root| root.mv).collect();
        self.keep_best(position, history, &mut kept);
        if !kept.contains(&report.best) {
            let candidates = report.moves.iter().filter(|root| kept.contains(&root.mv));
            if let Some(best) = candidates.max_by_key(|root| (root.proof == Proof::Win, root.visits)) {
                let (mv, visits) = (best.mv, best.visits);
                report.play(mv);
                if let Some(last) = report.lines.last_mut()
                    && report.principal_line.len() == 1
                {
                    *last = Line { visits, ..Line::of_move(mv) };
                }
            }
        }
        for line in &mut report.lines {
            let Some(first) = line.moves.first() else { continue };
            let next = after(position, *first);
            let Some(outcome) = known_after(tables, position, *first, &next, clock) else { continue };
            line.score = Some(outcome.share(player, players));
            line.wdl = Value::of_outcome(outcome, player, players).wdl();
            line.proof_plies = line.proof_plies.filter(|_| line.proof == proof(outcome));
            line.proof = proof(outcome);
        }
        let best = report.best;
        let rank = |line: &Line<P::Move>| (line.moves.first() != Some(&best), -line.score.unwrap_or(0.0));
        report.lines.sort_by(|one, other| rank(one).partial_cmp(&rank(other)).unwrap_or(Ordering::Equal));
    }
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// How the game ends after `mv`, which led from `before` to `next`.
fn known_after<P: Position>(
    tables: &dyn Tablebase<P>,
    before: &P,
    mv: P::Move,
    next: &P,
    clock: P::Clock,
) -> Option<Outcome> {
    next.outcome().or_else(|| tables.outcome(next, clock.tick(before, mv, next)))
}

/// Keeps those of the moves known to win that are on the shortest way to an irreversible move, which is all of the progress
/// that can be lost. Leaves all `moves`, which win or are worth nothing that is known, where the tables know no distances.
fn keep_shortest<P: Position>(
    tables: &dyn Tablebase<P>,
    position: &P,
    moves: &mut Vec<(P::Move, Option<EndingValue>)>,
) {
    let plies = |mv: P::Move| {
        let next = after(position, mv);
        let is_progress = position.is_irreversible(mv) || next.outcome().is_some();
        if is_progress { Some(0) } else { tables.distance(&next) }
    };
    let winning = moves.iter().filter(|(_, worth)| worth.is_some());
    let distances: Option<Vec<_>> = winning.map(|known| Some((*known, plies(known.0)?))).collect();
    if let Some(distances) = distances
        && let Some(shortest) = distances.iter().map(|(_, plies)| *plies).min()
    {
        let nearest = distances.into_iter().filter(|(_, plies)| *plies == shortest);
        *moves = nearest.map(|(known, _)| known).collect();
    }
}

impl<P: Position> Default for SearchTablebase<P> {
    fn default() -> Self {
        Self::none()
    }
}

impl<P: Position> Clone for SearchTablebase<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<P: Position> fmt::Debug for SearchTablebase<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "SearchTablebase(some)" } else { "SearchTablebase(none)" })
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{
        Notation,
        NotationFormat::Native,
        games::draughts::{Draughts, DraughtsPosition, Russian},
    };

    use super::*;

    /// Knows positions of at most two pieces: the first player wins with a king, neither without.
    #[derive(Debug)]
    struct Kings;

    impl Tablebase<DraughtsPosition<Russian>> for Kings {
        fn probe(&self, position: &DraughtsPosition<Russian>) -> Option<Outcome> {
            use damier_rules::Player;
            let count = |player| position.men(player) + position.kings(player);
            if count(Player::FIRST) + count(Player::SECOND) > 2 {
                return None;
            }
            let king = position.kings(Player::FIRST) > 0;
            Some(if king { Outcome::Win(Player::FIRST) } else { Outcome::Draw })
        }
    }

    #[test]
    fn only_new_positions_are_asked_about_and_moves_that_spoil_the_win_are_left_out() {
        let game = Draughts::<Russian>::new();
        let tables = SearchTablebase::new(Arc::new(Kings));
        let mut position = game.parse_position(Native, "W:WKa1:BKf8").expect("a position");
        let mut history = History::new(&position);
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let all = moves.len();
        tables.keep_best(&position, &history, &mut moves);
        assert_eq!(moves.len(), all, "none of them loses the king");
        assert!(tables.outcome(&position, &history).is_some());
        history.play(&mut position, moves[0]);
        assert_eq!(tables.outcome(&position, &history), None, "a king's move can be taken back");

        let mut position = game.parse_position(Native, "W:Wg7:Bh2").expect("a position");
        position.legal_moves(&mut moves);
        let mut history = History::new(&position);
        assert_eq!(tables.outcome(&position, &history), Some(Outcome::Draw));
        history.play(&mut position, moves[0]);
        assert_eq!(tables.outcome(&position, &history), Some(Outcome::Win(damier_rules::Player::FIRST)));
        assert_eq!(SearchTablebase::none().outcome(&position, &history), None);
    }
}
