//! Laws of the order in which moves are tried.

use damier_rules::{
    Game, MoveList, Player, Position,
    games::chess::{Chess, ChessMove, ChessPosition},
};

use super::{frame::Frame, ordering::Ordering};

/// The moves of the start position as `ordering` has the player try them, where `favourite` promises so much.
fn order_of(ordering: &Ordering, player: Player, favourite: Option<(ChessMove, i32)>) -> Vec<ChessMove> {
    let mut frame = Frame::<ChessPosition> { moves: start_moves(), ..Frame::default() };
    let promise = |mv| match favourite {
        Some((known, promise)) if known == mv => Some(promise),
        _ => Some(0),
    };
    ordering.rank(&mut frame, player, None, promise);
    let places: Vec<usize> = (0..frame.order.len()).map(|index| frame.pick_best(index)).collect();
    places.into_iter().map(|place| frame.moves[place]).collect()
}

fn start_moves() -> MoveList<ChessMove> {
    let mut moves = MoveList::new();
    Chess::standard().start().legal_moves(&mut moves);
    moves
}

#[test]
fn what_improved_the_static_evaluation_goes_first_and_what_made_them_worse_last() {
    let moves = start_moves();
    let (good, bad) = (moves[7], moves[3]);
    let mut ordering = Ordering::new();
    ordering.reward_eval_gain(Player::FIRST, &good, 30);
    ordering.reward_eval_gain(Player::FIRST, &bad, -30);
    let order = order_of(&ordering, Player::FIRST, None);
    assert_eq!((order.first(), order.last()), (Some(&good), Some(&bad)));
    assert_eq!(
        order_of(&ordering, Player::SECOND, None),
        moves.to_vec(),
        "of the other player it says nothing"
    );
}

#[test]
fn however_well_a_quiet_move_has_done_a_good_capture_goes_before_it() {
    let moves = start_moves();
    let (quiet, capture) = (moves[0], moves[9]);
    let mut ordering = Ordering::new();
    for _ in 0..1_000 {
        ordering.reward_eval_gain(Player::FIRST, &quiet, 20_000);
    }
    let order = order_of(&ordering, Player::FIRST, Some((capture, 1_000)));
    assert_eq!(order[..2], [capture, quiet]);
}
