//! What features and policy rows mean, for programs outside.

use super::{
    frame,
    points::name_of,
    prediction::EARLIEST_FIVE,
    rules::{RuleSet, Rules},
};
use crate::layout::{Axis, Layout};

/// How the board is seen.
pub(super) const VIEW: &str = "the board is never turned; points are a1 = 0, b1 = 1, … along the rank, then a2. A \
    board of another size than 15×15 is seen through a frame of that size: a smaller one lies in its middle, and of a \
    larger one it shows the part whose middle is that of the smallest rectangle around all stones, moved by as little \
    as puts it on the board. Own is the colour of the point of view, and Black as long as no colours are dealt";

/// What the features of threats mean. The shapes are those of `shape`, the threats those of `threat`.
pub(super) const THREATS: &str = "for each empty point and colour, what a stone of that colour there would make \
    along the four lines through it together, if anything. A winning row is five stones or more, or exactly five \
    where the rules ask for that (gomoku-standard, gomoku-predicted, Black in renju). Along one line, of which only \
    the five cells on either side of the stone count and in which everything else than own stones and empty cells \
    blocks, the stone makes: five, where it completes a winning row; overline, where its unbroken row is longer than \
    is asked for; otherwise, by the empty cells at which one more own stone would make five: straight four, where \
    there are two or more and the stone's unbroken row is four; double-four, where there are two or more otherwise; \
    four, where there is one; and where there is none, by the best that one more own stone could make: three (a \
    straight four), closed three (a four or double-four), two (a three); otherwise nothing. The lines together, \
    where fours counts fours and straight fours once and double-fours twice, small counts twos and closed threes, \
    and `forbids` says whether overlines, double-fours and double-threes are forbidden to the colour (Black in renju, \
    both in gomoku-predicted), are the first of these that holds: five: a five; forbidden: forbids and an overline \
    or fours > 1; suspect: forbids and threes > 1; open: a straight four or fours > 1; four and three: fours = 1 and \
    threes > 0; four plus: fours = 1 and small > 0; four: fours = 1; double three: threes > 1; three plus: a three \
    and small > 0; three: a three; double two: small > 1; two; closed three";

/// What the features of tallies mean.
pub(super) const TALLIES: &str = "for each colour and kind, in which range the number of pairs of an empty point and \
    a line through it lies at which a stone of that colour would make that shape along that line (see threats; open \
    fours are straight fours and double-fours together); nothing where there is none";

/// What the circumstances mean.
pub(super) const CIRCUMSTANCES: &str = "the stage of the game, or one's own colour once stones are put in turn; in \
    gomoku-predicted, while stones are put: who is obliged to complete five; where there is a limit, the moves from \
    now to the last one by which it has to be done, and whether that is a move of the obliged colour; and whether \
    the last move was a pass";

/// What the rows of stones mean.
pub(super) const MERITS: &str = "a stone on that point, by what it makes and what it takes from the opponent, which \
    are the threats (see the features' block of that name) that a stone of the own and of the other colour would \
    make there; the first line that fits counts, and anything else, or a stone outside play, has merit 0. A point \
    outside the frame has the row of the nearest one in it. The choices of an opening have merit 1 at a1 (Black), b1 \
    (White) and c1 (two more)";

/// The merits of stones, by row: what the stone makes / takes.
pub(super) const MERIT_NAMES: [&str; 20] = [
    "nothing",
    "makes five",
    "makes forbidden",
    "takes five",
    "makes open",
    "makes four and three",
    "makes four or four plus, takes open or four and three",
    "takes open",
    "takes four and three",
    "makes four plus",
    "makes four",
    "makes double three or suspect",
    "takes double three",
    "makes three plus",
    "makes three",
    "takes four or four plus",
    "takes three or three plus",
    "makes double two or closed three",
    "makes two",
    "takes two, double two or closed three",
];

/// The points of the frame, by their names on a board of its size.
pub(super) fn points() -> Axis {
    Axis::new("point", (0..frame::POINTS).map(|point| name_of(point, frame::SIDE)))
}

/// The colours as they are seen.
pub(super) fn sides() -> Axis {
    Axis::new("colour", ["own", "their"])
}

/// The circumstances; the numbers are those of `features`.
pub(super) fn circumstances(near_moves: usize, far_step: usize, far_steps: usize) -> Axis {
    let stages = [
        "stones are put in turn, own colour Black",
        "stones are put in turn, own colour White",
        "opening stones are put, or colours are not dealt",
        "the second player takes a colour",
        "the second player puts two more stones",
        "the first player takes a colour",
        "the first player predicts",
        "the second player predicts",
        "nobody is obliged",
        "the own colour is obliged",
        "the other colour is obliged",
    ];
    let near = (0..near_moves).map(|moves| format!("{moves} moves to the limit"));
    let far = (0..far_steps).map(|step| {
        let from = near_moves + step * far_step;
        if step + 1 < far_steps {
            format!("{from} to {} moves to the limit", from + far_step - 1)
        } else {
            format!("{from} moves to the limit or more")
        }
    });
    let flags = ["the limit is a move of the obliged colour", "the last move was a pass"];
    let labels = stages.map(String::from).into_iter().chain(near).chain(far).chain(flags.map(String::from));
    Axis::new("circumstance", labels)
}

/// The layout of policy rows.
pub(super) fn rows(rules: &Rules) -> Layout {
    let stones = vec![Axis::new("merit", MERIT_NAMES), points()];
    let layout = Layout::seen(VIEW).with("stones", MERITS, stones);
    if rules.set != RuleSet::Predicted {
        return layout;
    }
    let fives = (EARLIEST_FIVE..=frame::POINTS).map(|number| format!("five at move {number}"));
    let others = ["pass".to_owned(), "draw".to_owned()].into_iter().chain(fives);
    layout.with("others", "a pass, and the predictions", vec![Axis::new("move", others)])
}
