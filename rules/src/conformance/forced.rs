//! What positions show at a glance: forced wins and only moves.

use super::{Turn, random_games};
use crate::{
    game::{Game, MoveOf},
    notation::NotationFormat::Native,
    outcome::Outcome,
    position::{MoveList, Position},
    tactics::{ForcedWin, Tactics},
};

type TacticsOf<G> = <<G as Game>::Position as Position>::Tactics;

/// A forced win is one: whatever is replied to its first move, the game is won or the rest is a forced win again, and
/// shorter.
///
/// # Panics
/// If not.
pub fn forced_wins_are_wins<G: Game>(game: &G) {
    random_games(game, |turn: Turn<'_, G>| check_forced_win(game, turn.position));
}

/// See [`forced_wins_are_wins`].
pub(crate) fn check_forced_win<G: Game>(game: &G, position: &G::Position) {
    let Some(ForcedWin { mv, plies }) = TacticsOf::<G>::forced_win(position) else { return };
    let place = game.position_text(Native, position);
    let text = game.move_text(Native, position, mv);
    let won = Some(Outcome::Win(position.to_move()));
    let mut after = position.clone();
    after.play(mv);
    if plies == 1 {
        assert_eq!(after.outcome(), won, "{text} does not win in {place}");
        return;
    }
    assert_eq!(after.outcome(), None, "{text} ends the game before its time in {place}");
    let mut replies = MoveList::new();
    after.legal_moves(&mut replies);
    for reply in replies {
        let mut next = after.clone();
        next.play(reply);
        let rest = TacticsOf::<G>::forced_win(&next);
        assert!(
            next.outcome() == won || rest.is_some_and(|rest| rest.plies + 2 <= plies),
            "{text} {} is no way to win in {plies} plies in {place}: {rest:?}",
            game.move_text(Native, &after, reply)
        );
    }
}

/// Only moves are legal moves in their order; where there are others, an only move wins at once or each of the
/// others leaves the opponent a win at once or a forced one.
///
/// # Panics
/// If not.
pub fn only_moves_lose_nothing<G: Game>(game: &G) {
    random_games(game, |turn: Turn<'_, G>| check_only_moves(game, turn.position));
}

/// See [`only_moves_lose_nothing`].
pub(crate) fn check_only_moves<G: Game>(game: &G, position: &G::Position) {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut only = moves.clone();
    TacticsOf::<G>::leave_only_moves(position, &mut only);
    let place = game.position_text(Native, position);
    assert!(!only.is_empty(), "no move is left in {place}");
    let mut others = moves.clone();
    others.retain(|mv| !only.contains(mv));
    moves.retain(|mv| only.contains(mv));
    assert_eq!(only, moves, "not legal moves in their order in {place}");
    if others.is_empty() || only.iter().any(|mv| wins_at_once::<G>(position, *mv)) {
        return;
    }
    for other in others {
        let mut next = position.clone();
        next.play(other);
        if next.outcome() == Some(Outcome::Win(position.to_move().opponent())) {
            continue;
        }
        let mut replies = MoveList::new();
        next.legal_moves(&mut replies);
        assert!(
            TacticsOf::<G>::forced_win(&next).is_some()
                || replies.iter().any(|reply| wins_at_once::<G>(&next, *reply)),
            "{} does not lose in {place}",
            game.move_text(Native, position, other)
        );
    }
}

fn wins_at_once<G: Game>(position: &G::Position, mv: MoveOf<G>) -> bool {
    let mut next = position.clone();
    next.play(mv);
    next.outcome() == Some(Outcome::Win(position.to_move()))
}
