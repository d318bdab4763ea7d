//! Writing what was found into a game's text.

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, GameTags, GameText, Position,
    game_text::{Evaluation, Line as TextLine, Mark, Score},
};

use super::{
    line_text,
    marks::{DUBIOUS, share},
    review::MoveReview,
};
use crate::{evaluation::hundredths_of_share, search::Proof};

/// Plies of a line that are written.
const LINE_SHOWN: usize = 8;

/// Adds to every reviewed move what its player could expect before and after it, in per cent of the point, the marks
/// it deserves, the value after it (`%eval`, between two players), and the best line: as a variation where another
/// move gives something away, in words otherwise. Marks, evaluations, comments and variations that are there already
/// stay; a move whose strength is marked gets no other mark of strength.
pub fn annotate(game: &AnyGame, text: &mut GameText, reviews: &[MoveReview<AnyMove>]) {
    let mut position = text.start.clone();
    for (said, review) in text.line.moves.iter_mut().zip(reviews) {
        mark(&mut said.marks, &review.marks);
        said.say(&words(game, &position, review));
        if position.players() == 2 {
            said.annotations.evaluation.get_or_insert_with(|| evaluation(game, review));
        }
        if let Some(best) = review.best.as_ref().filter(|_| review.loss >= DUBIOUS) {
            let mut line: TextLine = best.moves.iter().copied().take(LINE_SHOWN).collect();
            if let Some(last) = line.moves.last_mut() {
                last.say(&percent(review, Moment::Before, position.players()));
            }
            said.variations.push(line);
        }
        position.play(said.mv);
    }
}

/// Returns what the position after the move is worth, seen by White.
fn evaluation(game: &AnyGame, review: &MoveReview<AnyMove>) -> Evaluation {
    let by_white = |value: i32| if review.player == game.text_style().white { value } else { -value };
    let played = review.best.as_ref().filter(|best| best.moves.first() == Some(&review.mv));
    let left = played.and_then(|best| best.proof_plies).map_or(0, |plies| plies.saturating_sub(1));
    let moves = left.div_ceil(2) as i32;
    let score = match review.proof {
        Proof::Win if moves > 0 => Score::Moves(by_white(moves)),
        Proof::Loss if moves > 0 => Score::Moves(by_white(-moves)),
        _ => Score::Hundredths(by_white(hundredths_of_share(share(&review.after, 2)))),
    };
    Evaluation { score, depth: None }
}

fn mark(marks: &mut Vec<Mark>, deserved: &[Mark]) {
    let judged = marks.iter().any(|mark| mark.is_strength());
    let new = deserved.iter().filter(|mark| !(judged && mark.is_strength()));
    let new: Vec<Mark> = new.filter(|mark| !marks.contains(mark)).copied().collect();
    marks.extend(new);
}

/// The comment on a move.
fn words(game: &AnyGame, position: &AnyPosition, review: &MoveReview<AnyMove>) -> String {
    let players = position.players();
    let [before, after] = [Moment::Before, Moment::After].map(|moment| percent(review, moment, players));
    let mut parts = vec![format!("{before} -> {after}")];
    // Not every form of text has signs for these.
    for mark in &review.marks {
        match mark {
            Mark::OnlyMove => parts.push("only move".to_owned()),
            Mark::Won => parts.push("won".to_owned()),
            Mark::Drawn => parts.push("drawn".to_owned()),
            _ => {}
        }
    }
    if let Some(best) = &review.best {
        let is_played = best.moves.first() == Some(&review.mv);
        let line = line_text(game, position, &best.moves, LINE_SHOWN);
        match line.split_once(' ') {
            Some((_, rest)) if is_played => parts.push(format!("then {rest}")),
            _ if is_played => {}
            _ if review.loss >= DUBIOUS => {}
            _ => parts.push(format!("or {line}")),
        }
    }
    parts.join(", ")
}

enum Moment {
    Before,
    After,
}

fn percent<M>(review: &MoveReview<M>, moment: Moment, players: usize) -> String {
    let value = match moment {
        Moment::Before => &review.before,
        Moment::After => &review.after,
    };
    format!("{:.0} %", 100.0 * share(value, players))
}
