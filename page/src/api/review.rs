//! `POST /api/v1/review`: what every move of a game gave away, and what was better.

use std::{sync::Arc, time::Duration};

use axum::extract::State;
use damier_engine::analysis::{MoveReview, marks};
use damier_rules::{
    AnyMove, GameSoFar, Notation as _, NotationFormat::Native, Position as _, notation::line_texts,
};
use serde::{Deserialize, Serialize};

use super::{
    finding::classes,
    query::{LimitsRequest, Query},
    search::answer,
};
use crate::{
    answer::{Asked, JsonRequest},
    clients::Peer,
    context::Context,
    error::ApiError,
    events::Events,
};

/// A review may take this many times as long as a search.
const MOST_SEARCHES: u32 = 4;

/// A game, and the limits of the search of each of its positions.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    game: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    limits: LimitsRequest,
    #[serde(default)]
    built_in: bool,
}

impl JsonRequest for ReviewRequest {}

/// Positions that were searched.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Progress {
    done: usize,
    of: usize,
}

/// A game that was reviewed.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ReviewView {
    moves: Vec<ReviewedMove>,
    summary: Vec<Summary>,
    judge: String,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ReviewedMove {
    /// The number of moves before it.
    ply: usize,
    /// As game texts have it.
    number: String,
    text: String,
    seat: usize,
    marks: Vec<&'static str>,
    /// What it gives away of the point.
    loss: f32,
    /// What its player can expect after it.
    score: f32,
    value: Vec<f32>,
    /// The best move and what it leads to; `None` where there was no choice.
    best: Option<BestLine>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BestLine {
    line: Vec<String>,
    score: Option<f32>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Summary {
    seat: usize,
    moves: usize,
    /// The mean of what the moves gave away.
    lost: f32,
}

pub(crate) async fn review(
    State(context): State<Arc<Context>>,
    peer: Peer,
    Asked(request): Asked<ReviewRequest>,
) -> Result<Events, ApiError> {
    context.clients.admit(peer)?;
    let ReviewRequest { game, start, moves, limits, built_in } = request;
    let query = Query::of_game(game, start, moves, limits, built_in);
    let plan = context.work(move |context| query.plan_for(query.read_game("")?, "", context)).await?;
    let (longest, most) = (plan.longest_review(), MOST_SEARCHES * context.settings.longest_search);
    if longest > most {
        return Err(ApiError::at("limits.millis", too_long(longest, most)));
    }
    let ticket = context.searches.enter(0)?;
    Ok(answer(context, ticket, move |context, stop, sink| {
        let mut progress = |done, of| sink.report("progress", &Progress { done, of });
        let (reviews, judge) = plan.review(context, stop, &mut progress)?;
        Ok(view(&plan.so_far, &reviews, judge))
    }))
}

fn too_long(longest: Duration, most: Duration) -> String {
    format!(
        "this review may take {} s, and at most {} are allowed here: give each position less time in limits.millis",
        longest.as_secs(),
        most.as_secs()
    )
}

fn view(so_far: &GameSoFar, reviews: &[MoveReview<AnyMove>], judge: String) -> ReviewView {
    let numbers: Vec<String> = so_far.number_texts().collect();
    let summary = so_far.players().map(|player| {
        let losses: Vec<f32> =
            reviews.iter().filter(|review| review.player == player).map(|review| review.loss).collect();
        let lost = losses.iter().sum::<f32>() / losses.len().max(1) as f32;
        Summary { seat: player.index(), moves: losses.len(), lost }
    });
    ReviewView {
        moves: reviews.iter().map(|review| reviewed(so_far, &numbers[review.ply], review)).collect(),
        summary: summary.collect(),
        judge,
    }
}

fn reviewed(so_far: &GameSoFar, number: &str, review: &MoveReview<AnyMove>) -> ReviewedMove {
    let (game, position) = (so_far.game(), &so_far.positions()[review.ply]);
    let best = review.best.as_ref().map(|best| BestLine {
        line: line_texts(game, Native, position, &best.moves).map(Option::unwrap_or_default).collect(),
        score: best.score,
    });
    ReviewedMove {
        ply: review.ply,
        number: number.to_owned(),
        text: game.move_text(Native, position, review.mv),
        seat: review.player.index(),
        marks: review.marks.iter().filter_map(|mark| mark.sign()).collect(),
        loss: review.loss,
        score: marks::share(&review.after, position.players()),
        value: classes(review.after),
        best,
    }
}
