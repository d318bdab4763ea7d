//! When a move deserves a mark.
//!
//! Everything is measured in expected shares of the point, in which a certain win is 1 and a certain loss 0
//! (between more than two players: the first place is 1).

use damier_rules::game_text::Mark;

use crate::{
    evaluation::{Value, Wdl},
    search::{Proof, RootMove, SearchReport},
};

/// `?!`: the move gives away this much.
pub const DUBIOUS: f32 = 0.05;
/// `?`
pub const MISTAKE: f32 = 0.10;
/// `??`
pub const BLUNDER: f32 = 0.20;
/// `!?`: the move turns out better by this than the best one had seemed.
pub const INTERESTING: f32 = 0.05;
/// `!`: the best move is better than every other by this.
pub const GOOD: f32 = 0.10;
/// `*`: every other move costs this: as much as half of a draw.
pub const ONLY: f32 = 0.25;
/// `!!`: a move as good as `!` or `*` that looks unlikely: its prior is this share of an even one.
pub const UNLIKELY: f32 = 0.5;
/// `+`: proven, or as sure as this.
pub const WON: f32 = 0.95;
/// `=`: proven, or a draw as probable as this.
pub const DRAWN: f32 = 0.90;

/// How a value compares with a certain win, whatever the number of players.
pub fn share(value: &Value, players: usize) -> f32 {
    // The first of n places is worth 2/n.
    value.score() * players as f32 / 2.0
}

/// What a move gives away, at least 0: nothing where it is the best one.
pub fn loss<M: Copy + PartialEq>(best: M, played: M, before: f32, after: f32) -> f32 {
    if best == played { 0.0 } else { (before - after).max(0.0) }
}

/// How good a move is: at most one of `!!`, `*`, `!`, `!?`, `?!`, `?` and `??`. `before` and `after` are the
/// [`share`]s of the player who moves, as found before and after the move.
pub fn strength<M: Copy + PartialEq>(
    search: &SearchReport<M>,
    played: M,
    before: f32,
    after: f32,
    players: usize,
) -> Option<Mark> {
    if played != search.best {
        let loss = loss(search.best, played, before, after);
        return match loss {
            _ if loss >= BLUNDER => Some(Mark::Blunder),
            _ if loss >= MISTAKE => Some(Mark::Mistake),
            _ if loss >= DUBIOUS => Some(Mark::Dubious),
            _ => (after - before >= INTERESTING).then_some(Mark::Interesting),
        };
    }
    let lead = lead(search)? * players as f32 / 2.0;
    if lead < GOOD {
        return None;
    }
    let moves = search.moves.len() as f32;
    let unlikely = search.moves.iter().any(|root| root.mv == played && root.prior * moves <= UNLIKELY);
    Some(match lead {
        _ if unlikely => Mark::Brilliant,
        _ if lead >= ONLY => Mark::OnlyMove,
        _ => Mark::Good,
    })
}

/// By how much the best move is better than every other that was tried, in expected shares; `None` if none was.
fn lead<M: Copy + PartialEq>(search: &SearchReport<M>) -> Option<f32> {
    let value = |root: &RootMove<M>| match root.proof {
        Proof::Loss => Some(0.0),
        _ => root.value,
    };
    let best = search.moves.iter().find(|root| root.mv == search.best).and_then(value)?;
    let others = search.moves.iter().filter(|root| root.mv != search.best);
    others.filter_map(value).reduce(f32::max).map(|second| best - second)
}

/// Whether a player wins for certain, or nearly so. `value` and `proof` are relative to it.
pub fn is_won(value: &Value, proof: Proof, players: usize) -> bool {
    proof == Proof::Win || share(value, players) >= WON
}

/// Whether the game is a draw for certain, or nearly so; never between more than two players.
pub fn is_drawn(value: &Value, proof: Proof) -> bool {
    match value {
        Value::Two(Wdl { draw, .. }) => proof == Proof::Between || *draw >= DRAWN,
        Value::Many(_) => false,
    }
}
