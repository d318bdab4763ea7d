//! `review`: which moves lost what, and what was better.

use damier_engine::analysis::{MoveReview, line_text, marks};
use damier_rules::{
    AnyMove, GameDisplay, GameSoFar, Notation, NotationFormat::Native, Player, game_text::Mark,
};

/// Plies of the better line that are shown.
const LINE_SHOWN: usize = 6;

/// Returns lines for people about the moves of `whose`: first what they lost together, then each move that gives away
/// at least what deserves a mark.
pub(super) fn lines(so_far: &GameSoFar, reviews: &[MoveReview<AnyMove>], whose: &[Player]) -> Vec<String> {
    let mut lines = Vec::new();
    let own = |review: &&MoveReview<AnyMove>| whose.contains(&review.player);
    if !reviews.iter().any(|review| whose.contains(&review.player)) {
        return vec!["No move of yours was played yet.".to_owned()];
    }
    for player in whose {
        let moves: Vec<_> = reviews.iter().filter(|review| review.player == *player).collect();
        let lost = moves.iter().fold(0.0, |lost, review| lost + review.loss) / moves.len().max(1) as f32;
        let name = so_far.game().player_name(*player);
        let count = match moves.len() {
            1 => "1 move".to_owned(),
            several => format!("{several} moves"),
        };
        lines.push(format!("{name}: {count}, {} of the point lost per move.", percent(lost)));
    }
    let worst: Vec<_> = reviews.iter().filter(own).filter(|review| review.loss >= marks::DUBIOUS).collect();
    if worst.is_empty() {
        lines.push("No move gave away 5 % of the point or more.".to_owned());
    }
    let numbers: Vec<String> = so_far.number_texts().collect();
    lines.extend(worst.into_iter().map(|review| line(so_far, &numbers[review.ply], review)));
    lines
}

/// A move, what it lost, and what was better.
fn line(so_far: &GameSoFar, number: &str, review: &MoveReview<AnyMove>) -> String {
    let (game, position) = (so_far.game(), &so_far.positions()[review.ply]);
    let is_strength = |mark: &&Mark| [Mark::Dubious, Mark::Mistake, Mark::Blunder].contains(mark);
    let sign = review.marks.iter().find(is_strength).and_then(|mark| mark.sign()).unwrap_or_default();
    let played = game.move_text(Native, position, review.mv);
    let lost = percent(review.loss);
    let better = review.best.as_ref().map_or_else(String::new, |best| {
        let line = line_text(game, position, &best.moves, LINE_SHOWN);
        match line.split_once(' ') {
            Some((first, _)) => format!("; better was {first} ({line})"),
            None => format!("; better was {line}"),
        }
    });
    format!("{number} {played}{sign} lost {lost}{better}")
}

fn percent(share: f32) -> String {
    format!("{:.0} %", 100.0 * share)
}
