//! The predicted game: its examples, predictions, passes and limits.

use super::{game, legal, play_on, played};
use crate::{
    Estimate, Outcome, Player, Position,
    game::Game,
    games::five_in_a_row::{
        FivePosition,
        colour::Colour,
        contract::{Contract, Limit, resolve},
        five_move::FiveMove,
        position::Ending,
        prediction::Prediction::{self, Black, Draw, White},
        verdict::{Finish, Language, result_text},
    },
    heuristics::SearchHeuristics,
    notation::{Notation, NotationFormat::Native},
};

const FIRST: Player = Player::FIRST;
const SECOND: Player = Player::SECOND;

fn obliged(colour: Colour, limit: Option<Limit>) -> Contract {
    Contract::Obliged { colour, limit }
}

fn by(number: u16) -> Option<Limit> {
    Some(Limit::between(number, number))
}

#[test]
fn example_1_the_mean_of_two_predictions_for_one_colour() {
    // The one who predicts White earlier takes White, either of them.
    assert_eq!(resolve(White(42), White(46)), (SECOND, obliged(Colour::White, by(44))));
    assert_eq!(resolve(White(46), White(42)), (FIRST, obliged(Colour::White, by(44))));
    // White before 44 wins, at 44 draws, everything else is Black's.
    for (last, winner) in [(42, Some(Colour::White)), (44, None), (43, Some(Colour::Black))] {
        assert_winner("W42", "W46", &five_at(last), winner);
    }
    assert_winner("W42", "W46", &nothing_until(44), Some(Colour::Black));
}

#[test]
fn example_2_predictions_for_both_colours_set_no_limit() {
    assert_eq!(resolve(White(42), Black(43)), (SECOND, Contract::Free));
    assert_eq!(resolve(Black(43), White(42)), (FIRST, Contract::Free));
    assert_winner("W42", "B43", &five_at(51), Some(Colour::Black));
    assert_winner("W42", "B43", &five_at(50), Some(Colour::White));
    assert_draw("W42", "B43", &format!("{} pass pass", nothing_until(60)));
}

#[test]
fn example_3_a_draw_against_black() {
    assert_eq!(resolve(Draw, Black(43)), (SECOND, obliged(Colour::Black, None)));
    assert_eq!(resolve(Black(43), Draw), (FIRST, obliged(Colour::Black, None)));
    assert_winner("draw", "B43", &five_at(51), Some(Colour::Black));
    assert_winner("draw", "B43", &five_at(50), Some(Colour::White));
    assert_winner("draw", "B43", &format!("{} pass pass", nothing_until(60)), Some(Colour::White));
    // Against White the draw is Black's.
    assert_eq!(resolve(Draw, White(42)), (FIRST, obliged(Colour::White, None)));
}

#[test]
fn example_4_equal_predictions_leave_black_to_the_first_player() {
    assert_eq!(resolve(White(42), White(42)), (FIRST, obliged(Colour::White, by(42))));
    assert_winner("W42", "W42", &five_at(40), Some(Colour::White));
    assert_draw("W42", "W42", &five_at(42));
    assert_winner("W42", "W42", &five_at(41), Some(Colour::Black));
    assert_eq!(resolve(Draw, Draw), (FIRST, Contract::Free));
    assert_eq!(resolve(Black(43), Black(43)), (FIRST, obliged(Colour::Black, by(43))));
}

#[test]
fn example_5_results_with_a_limit() {
    for (moves, chinese, english) in [
        (five_at(40), "白40手/白42手胜", "White 40/White 42: win"),
        (five_at(42), "白42手/白42手和", "White 42/White 42: draw"),
        (five_at(41), "黑41手/白42手胜", "Black 41/White 42: win"),
        (nothing_until(42), "黑42手/白42手胜", "Black 42/White 42: win"),
    ] {
        assert_result("W42", "W42", &moves, chinese, english);
    }
}

#[test]
fn example_6_results_without_a_limit() {
    assert_result("W42", "B43", &five_at(40), "白40手/无限制胜", "White 40/no limit: win");
    let agreed = after_predictions("W42", "B43", &nothing_until(205));
    assert_eq!(agreed.outcome(), None);
    let text = |language| result_text(&agreed, Finish::Agreement, language).expect("finished");
    assert_eq!(text(Language::Chinese), "205手/无限制和");
    assert_eq!(text(Language::English), "205 moves/no limit: draw");
}

#[test]
fn example_7_resignation() {
    let position = after_predictions("W42", "B43", &nothing_until(30));
    let black = position.player_of(Colour::Black).expect("colours are dealt");
    let text = |language| result_text(&position, Finish::Resignation(black), language).expect("finished");
    assert_eq!(text(Language::Chinese), "白中盘胜");
    assert_eq!(text(Language::English), "White wins by resignation");
    assert_eq!(result_text(&position, Finish::OnTheBoard, Language::English), None);
}

#[test]
fn better_for_white_means_white_early_late_draw_black_late_early() {
    let order = [White(10), White(224), Draw, Black(225), Black(9)];
    for (index, better) in order.iter().enumerate() {
        for worse in &order[index + 1..] {
            assert_eq!(resolve(*better, *worse).0, SECOND, "{better} {worse}");
            assert_eq!(resolve(*worse, *better).0, FIRST, "{worse} {better}");
        }
    }
}

#[test]
fn a_half_of_the_mean_is_kept() {
    let (_, contract) = resolve(White(42), White(45));
    let Contract::Obliged { limit: Some(limit), .. } = contract else { panic!("a limit") };
    assert_eq!((limit.number().as_str(), limit.last_move()), ("43.5", 43));
    assert!(!limit.is_exactly(43) && !limit.is_exactly(44));
    // No move is exactly at a half: a five before it wins, and none in time loses.
    let game = game("gomoku-predicted");
    let place = |moves: &str| {
        let text = game.position_text(Native, &after_predictions("W224", "W224", moves));
        let text = text.replace("must=W224", "must=W43.5");
        game.parse_position(Native, &text).unwrap_or_else(|error| panic!("{error}"))
    };
    let in_time = five_at(42);
    let (before, last) = in_time.rsplit_once(' ').expect("more than one move");
    let won = play_on(&game, place(before), last);
    assert_eq!(won.outcome(), Some(Outcome::Win(won.player_of(Colour::White).expect("dealt"))));
    let lost = play_on(&game, place(&nothing_until(42)), "pass");
    assert_eq!(lost.ending(), Some(Ending::Limit));
    assert_eq!(lost.outcome(), Some(Outcome::Win(lost.player_of(Colour::Black).expect("dealt"))));
    let text = result_text(&lost, Finish::OnTheBoard, Language::Chinese);
    assert_eq!(text.as_deref(), Some("黑43手/白43.5手胜"));
}

#[test]
fn a_decisive_limit_is_won_by_a_five_exactly_at_it() {
    let game = game("gomoku-predicted:limit=decisive");
    let position = played(&game, &format!("{OPENING} W42 W42 {}", five_at(42)));
    assert_eq!(position.outcome(), Some(Outcome::Win(SECOND)));
}

#[test]
fn predictions_are_possible_ones() {
    let game = game("gomoku-predicted");
    let position = played(&game, OPENING);
    let texts = legal(&game, &position);
    // A draw, Black's odd moves from 9 to 225, White's even moves from 10 to 224.
    assert_eq!(texts.len(), 1 + 109 + 108);
    assert_eq!(texts[..3], ["draw", "B9", "B11"]);
    assert_eq!(texts.last().map(String::as_str), Some("W224"));
    for (text, reason) in [
        ("B8", "out of range"),
        ("B7", "out of range"),
        ("W43", "out of range"),
        ("W226", "out of range"),
        ("W99999999", "out of range"),
        ("W", "a prediction is"),
        ("W042", "a prediction is"),
        ("h8", "a prediction is"),
        ("", "a prediction is"),
    ] {
        let error = game.parse_move(Native, &position, text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn predictions_are_made_in_order_and_sealed() {
    let game = game("gomoku-predicted");
    let first = played(&game, OPENING);
    assert_eq!(first.to_move(), FIRST);
    let second = play_on(&game, first, "W42");
    assert_eq!(second.to_move(), SECOND);
    let other = play_on(&game, played(&game, OPENING), "draw");
    assert_ne!(second, other);
    assert_eq!(game.seen_by(&second, SECOND), game.seen_by(&other, SECOND), "the second player cannot tell");
    assert_eq!(game.seen_by(&second, FIRST), second, "one's own prediction is no secret");
    let dealt = play_on(&game, second, "B43");
    assert_eq!(game.seen_by(&dealt, SECOND), dealt, "afterwards both are open");
}

#[test]
fn predictions_come_from_estimates_of_the_game_without_a_limit() {
    let game = game("gomoku-predicted");
    let position = played(&game, OPENING);
    let announced = |share, draw, plies| {
        let mut asked = 0;
        let mv = game.announced_move(&position, &mut |free: &FivePosition| {
            asked += 1;
            assert_eq!((free.contract(), free.colour_to_move()), (Contract::Free, Colour::Black));
            Estimate { share, draw, plies }
        });
        assert_eq!(asked, 1);
        mv
    };
    let predicted = |prediction: Prediction| Some(FiveMove::Prediction(prediction));
    assert_eq!(announced(0.9, 0.0, 31.0), predicted(Black(35)));
    assert_eq!(announced(0.9, 0.0, 32.0), predicted(Black(37)), "Black's moves are odd");
    assert_eq!(announced(0.1, 0.0, 38.4), predicted(White(42)));
    assert_eq!(announced(0.5, 0.8, 38.4), predicted(Draw));
    assert_eq!(announced(1.0, 0.0, 0.0), predicted(Black(9)));
    assert_eq!(announced(0.0, 0.0, 1e9), predicted(White(224)));
    let play = play_on(&game, position.clone(), "draw draw");
    assert_eq!(game.announced_move(&play, &mut |_| panic!("there is nothing to announce")), None);
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    let game = game("gomoku-predicted");
    let position = after_predictions("draw", "draw", "pass a1 pass b3 pass");
    assert_eq!(position.outcome(), None);
    let position = play_on(&game, position, "pass");
    assert_eq!((position.outcome(), position.ending()), (Some(Outcome::Draw), Some(Ending::Passes)));
    assert_eq!(position.moves(), 10, "passes are moves");
}

#[test]
fn both_colours_have_forbidden_points() {
    let game = game("gomoku-predicted");
    // White makes a double-three with h8.
    let place = "15/15/15/15/15/7o7/7o7/5oo8/15/15/15/15/15/x1x1x1x1x6/15 o black=1 move=10 must=free";
    let position = game.parse_position(Native, place).unwrap_or_else(|error| panic!("{error}"));
    let position = play_on(&game, position, "h8");
    assert_eq!(position.ending(), Some(Ending::Forbidden));
    assert_eq!(position.outcome(), Some(Outcome::Win(FIRST)));
}

#[test]
fn a_whole_game_from_the_first_stone_to_its_result() {
    let game = game("gomoku-predicted");
    let position = play_on(&game, played(&game, OPENING), "W42 W46");
    assert_eq!(position.colour_of(FIRST), Some(Colour::White));
    let position = play_on(&game, position, &five_at(40));
    assert_eq!(position.outcome(), Some(Outcome::Win(FIRST)));
    let text = result_text(&position, Finish::OnTheBoard, Language::Chinese);
    assert_eq!(text.as_deref(), Some("白40手/白44手胜"));
}

/// The four stones, from the pattern of [`quiet_points`].
const OPENING: &str = "m15 o15 n15 l15";

/// Rows that Black and White may fill.
const BLACK_FIVE: [&str; 5] = ["a1", "b1", "c1", "d1", "e1"];
const WHITE_FIVE: [&str; 5] = ["k1", "l1", "m1", "n1", "o1"];

/// Moves from the fifth up to `last`, at which its colour completes five; nothing else makes anything.
fn five_at(last: usize) -> String {
    const FAR_FROM_THE_ROWS: usize = 5;
    let own = Colour::after_moves(last - 1);
    let row = if own == Colour::Black { BLACK_FIVE } else { WHITE_FIVE };
    let mut quiet = Colour::ALL.map(|colour| quiet_points(colour, FAR_FROM_THE_ROWS));
    let moves = (5..=last).map(|number| {
        let colour = Colour::after_moves(number - 1);
        let left = (last - number) / 2;
        if colour == own && left < row.len() {
            row[row.len() - 1 - left].to_owned()
        } else {
            quiet[colour.index()].next().expect("there is room")
        }
    });
    moves.collect::<Vec<_>>().join(" ")
}

/// Moves from the fifth up to `last`, none of which makes anything.
fn nothing_until(last: usize) -> String {
    let mut quiet = Colour::ALL.map(|colour| quiet_points(colour, 0));
    let moves = (5..=last)
        .map(|number| quiet[Colour::after_moves(number - 1).index()].next().expect("there is room"));
    moves.collect::<Vec<_>>().join(" ")
}

/// Points from a rank on that may all have stones of one colour without any three: two and two along ranks and
/// diagonals, one and one along files.
fn quiet_points(colour: Colour, first_rank: usize) -> impl Iterator<Item = String> {
    let cells = (first_rank..15).flat_map(|rank| (0..15).map(move |file| (file, rank)));
    let own = cells.filter(move |(file, rank)| ((file + 2 * rank) % 4 < 2) == (colour == Colour::Black));
    own.map(|(file, rank)| format!("{}{}", char::from(b'a' + file as u8), rank + 1))
        .filter(|name| !OPENING.split(' ').any(|stone| stone == name))
}

fn after_predictions(first: &str, second: &str, moves: &str) -> FivePosition {
    let game = game("gomoku-predicted");
    played(&game, &format!("{OPENING} {first} {second} {moves}"))
}

fn assert_winner(first: &str, second: &str, moves: &str, winner: Option<Colour>) {
    let position = after_predictions(first, second, moves);
    let expected = match winner {
        Some(colour) => Outcome::Win(position.player_of(colour).expect("colours are dealt")),
        None => Outcome::Draw,
    };
    assert_eq!(position.outcome(), Some(expected), "{first} {second} {moves}");
}

fn assert_draw(first: &str, second: &str, moves: &str) {
    assert_winner(first, second, moves, None);
}

fn assert_result(first: &str, second: &str, moves: &str, chinese: &str, english: &str) {
    let position = after_predictions(first, second, moves);
    let text = |language| result_text(&position, Finish::OnTheBoard, language);
    assert_eq!(text(Language::Chinese).as_deref(), Some(chinese));
    assert_eq!(text(Language::English).as_deref(), Some(english));
}
