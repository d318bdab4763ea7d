//! The rules of capture, one position each.

use super::{after, legal};
use crate::games::draughts::{
    Brazilian, Czech, English, German, International, Italian, Pool, Russian, Spanish, Turkish,
};

#[test]
fn capturing_is_compulsory() {
    assert_eq!(legal::<International>("W:W28,48:B23"), ["28x19"]);
}

#[test]
fn two_adjacent_pieces_in_line_cannot_be_jumped() {
    assert_eq!(legal::<International>("W:WK46:B32,28"), ["46-37", "46-41"]);
}

#[test]
fn own_pieces_are_never_jumped() {
    assert_eq!(legal::<International>("W:WK46,41,36:B32"), ["36-31", "41-37"]);
}

#[test]
fn most_pieces_have_to_be_captured_and_a_king_counts_as_one() {
    // One way takes two men, the other one king.
    assert_eq!(legal::<International>("W:W28:BK22,23,13"), ["28x8"]);
    // Of equal captures any may be chosen.
    assert_eq!(legal::<International>("W:W28:BK22,23"), ["28x17", "28x19"]);
}

#[test]
fn where_the_choice_is_free_the_smaller_capture_may_be_made() {
    assert_eq!(legal::<Russian>("W:Wc3:Bb4,d4,f6"), ["c3:a5", "c3:g7"]);
    assert_eq!(legal::<Brazilian>("W:Wc3:Bb4,d4,f6"), ["c3:g7"]);
}

#[test]
fn a_capture_is_carried_on_to_its_end_where_the_choice_is_free() {
    // Only from d4 can the king go on.
    assert_eq!(legal::<Russian>("W:WKa1:Bc3,f2"), ["a1:g1"]);
}

#[test]
fn captured_pieces_stay_until_the_end_and_block() {
    // Were 37 to leave at once, the king could go on from 48 over 31.
    assert_eq!(legal::<International>("W:WK46:B37,29,39,31"), ["46x43", "46x48"]);
    assert_eq!(after::<International>("W:WK46:B37,29,39,31", "46x48"), "B:WK48:B31");
}

#[test]
fn a_piece_is_jumped_once_but_the_origin_and_empty_squares_may_be_met_again() {
    // Both ways around are one move.
    assert_eq!(legal::<International>("W:W28:B22,12,13,23"), ["28x28"]);
    assert_eq!(after::<International>("W:W28:B22,12,13,23,40", "28x28"), "B:W28:B40");
}

#[test]
fn a_man_that_only_passes_over_the_far_row_stays_a_man() {
    assert_eq!(after::<International>("W:W12:B8,9,36", "12x14"), "B:W14:B36");
    assert_eq!(after::<International>("W:W12:B8,36", "12x3"), "B:WK3:B36");
}

#[test]
fn a_russian_man_goes_on_as_a_king_within_the_capture() {
    let text = "W:Wb6:Bc7,f6";
    assert_eq!(legal::<Russian>(text), ["b6:g5", "b6:h4"]);
    assert_eq!(after::<Russian>(text, "b6:g5"), "B:WKg5:B");
    assert_eq!(legal::<Brazilian>(text), ["b6:d8"]);
    assert_eq!(after::<Brazilian>(text, "b6:d8"), "B:WKd8:Bf6");
}

#[test]
fn an_english_man_captures_forward_only_and_crowning_ends_the_move() {
    assert_eq!(legal::<English>("W:W10:B15"), ["10-6", "10-7"]);
    assert_eq!(legal::<English>("W:W11:B7,6"), ["11x2"]);
    assert_eq!(after::<English>("W:W11:B7,6", "11x2"), "B:WK2:B6");
}

#[test]
fn an_english_king_goes_one_step() {
    assert_eq!(legal::<English>("W:WK18:B1"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(legal::<English>("W:WK18:B9"), ["18-14", "18-15", "18-22", "18-23"]);
}

#[test]
fn an_italian_man_may_not_capture_a_king() {
    assert_eq!(legal::<Italian>("W:W22:BK18"), ["22-19"]);
    assert_eq!(legal::<Italian>("W:WK22:BK18"), ["22x13"]);
}

#[test]
fn italian_priorities_in_their_order() {
    // Most pieces, even by a man.
    assert_eq!(legal::<Italian>("W:W22,K24:B18,10,20"), ["22x6"]);
    // Then by a king.
    assert_eq!(legal::<Italian>("W:W22,K24:B18,20"), ["24x15"]);
    // Then most kings.
    assert_eq!(legal::<Italian>("W:WK22:BK18,19"), ["22x13"]);
    // Then the kings first.
    assert_eq!(legal::<Italian>("W:WK22:BK18,10,19,K12"), ["22x6"]);
}

#[test]
fn spanish_priorities_in_their_order() {
    assert_eq!(legal::<Spanish>("W:WK14:BK19,11"), ["14x23", "14x28", "14x32"]);
    // Two men before one king.
    assert_eq!(legal::<Spanish>("W:W14:BK18,19,28"), ["14x32"]);
    // Men capture forward only.
    assert_eq!(legal::<Spanish>("W:W14:B10"), ["14-18", "14-19"]);
}

#[test]
fn pool_is_free_to_choose_and_does_not_crown_in_passing() {
    // As in Russian draughts the smaller capture may be made, backwards too.
    assert_eq!(legal::<Pool>("W:W22:B17,18,11"), ["22x13", "22x8"]);
    assert_eq!(legal::<Pool>("W:W18:B22"), ["18x25"]);
    // A man that goes on from the far row is one afterwards.
    assert_eq!(after::<Pool>("W:W10:B6,7,20", "10x3"), "B:WK3:B6,20");
    assert_eq!(after::<Pool>("W:W9:B6,7,20", "9x11"), "B:W11:B20");
}

#[test]
fn czech_kings_capture_first_and_men_forward_only() {
    assert_eq!(legal::<Czech>("W:Wc3,Kh2:Bd4,f4"), ["h2:b8", "h2:c7", "h2:d6", "h2:e5"]);
    assert_eq!(legal::<Czech>("W:Wc3,Kh2:Bd4"), ["c3:e5"]);
    assert_eq!(legal::<Czech>("W:Wd4:Bc3"), ["d4-c5", "d4-e5"]);
    // One piece by a king goes before two by a man.
    assert_eq!(legal::<Czech>("W:Wc3,Kh2:Bb4,b6,g3,e5,d6"), ["h2:f4"]);
}

#[test]
fn a_german_king_lands_right_behind_the_piece_that_it_captures() {
    assert_eq!(legal::<German>("B:W22:BK29"), ["29x18"]);
    // It has to go on from there, though another square would be free.
    assert_eq!(legal::<German>("B:W22,14:BK29"), ["29x9"]);
    assert_eq!(legal::<German>("B:W22,10:BK29"), ["29x18"]);
    // Captured pieces leave at once: it crosses the square of one on its way back.
    assert_eq!(after::<German>("B:W11,22:BK18", "18x25"), "W:W:BK25");
    assert_eq!(legal::<German>("B:W11,22:BK18"), ["18x25", "18x8"]);
}

#[test]
fn german_men_capture_forward_only() {
    assert_eq!(legal::<German>("B:W22:B18"), ["18-14", "18-15"]);
    assert_eq!(legal::<German>("B:W22,14:B18"), ["18x9"]);
    assert_eq!(after::<German>("B:W6,7:B9", "9x2"), "W:W7:BK2");
}

#[test]
fn turkish_men_step_and_capture_forward_and_sideways() {
    assert_eq!(legal::<Turkish>("W:Wd4:Bh8"), ["d4-c4", "d4-d5", "d4-e4"]);
    assert_eq!(legal::<Turkish>("W:Wd4:Bc4"), ["d4:b4"]);
    assert_eq!(legal::<Turkish>("W:Wd4:Bd3"), ["d4-c4", "d4-d5", "d4-e4"]);
}

#[test]
fn turkish_pieces_leave_at_once_when_captured() {
    // The king crosses d3, which it captured first, on its way over b3.
    assert_eq!(legal::<Turkish>("W:WKd1:Bd3,f5,h4,b3"), ["d1:a3"]);
    assert_eq!(after::<Turkish>("W:WKd1:Bd3,f5,h4,b3", "d1:a3"), "B:WKa3:B");
}

#[test]
fn a_turkish_king_may_not_turn_back_between_two_jumps() {
    assert_eq!(legal::<Turkish>("W:WKa4:Ba6,a3"), ["a4:a1", "a4:a2", "a4:a7", "a4:a8"]);
}

#[test]
fn a_turkish_man_on_the_last_rank_goes_on_as_a_man_or_is_crowned() {
    assert_eq!(after::<Turkish>("W:Wd6:Bd7,c8,h2", "d6:b8"), "B:WKb8:Bh2");
    // As a king it could go on over d4; as a man it cannot.
    assert_eq!(legal::<Turkish>("W:Wd6:Bd7,h8,d4"), ["d6:d8"]);
}

#[test]
fn a_player_who_cannot_move_loses() {
    use super::position;
    use crate::{outcome::Outcome, player::Player, position::Position};
    // No pieces; then blocked.
    assert_eq!(position::<International>("W:W:B20").outcome(), Some(Outcome::Win(Player::SECOND)));
    assert_eq!(position::<International>("W:W35:B30,24").outcome(), Some(Outcome::Win(Player::SECOND)));
    assert_eq!(position::<English>("B:W20:B").outcome(), Some(Outcome::Win(Player::SECOND)));
}
