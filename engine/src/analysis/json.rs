//! Findings for programs: JSON lines, one object on each.
//!
//! Shares are of the game's point, 0 to 1. Values and proofs are relative to the player to move, in reviews to
//! the player who made the move; between more than two players `shares` holds one number for each, first that
//! player's, then the others' in turn order.

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Game, GameDisplay, Notation, NotationFormat::Native, notation::line_texts,
};
use serde::Serialize;

use super::{Finding, MoveReview, Solved, Suite, SuiteError, TestPosition};
use crate::{
    evaluation::Value,
    search::{Line, Proof},
};

/// What a position is worth.
#[derive(Serialize, Debug)]
#[serde(untagged)]
enum Worth {
    Two { win: f32, draw: f32, loss: f32 },
    Many { shares: Vec<f32> },
}

impl From<Value> for Worth {
    fn from(value: Value) -> Self {
        match value {
            Value::Two(wdl) => Self::Two { win: wdl.win, draw: wdl.draw, loss: wdl.loss },
            Value::Many(shares) => Self::Many { shares: shares.as_slice().to_vec() },
        }
    }
}

/// A proof as text; `None` where nothing is proven.
fn proof(proof: Proof) -> Option<&'static str> {
    match proof {
        Proof::Unknown => None,
        Proof::Win => Some("win"),
        Proof::Between => Some("between"),
        Proof::Loss => Some("loss"),
    }
}

#[derive(Serialize, Debug)]
struct LineJson {
    moves: Vec<String>,
    visits: u32,
    share: Option<f32>,
    #[serde(flatten)]
    worth: Option<Worth>,
    moves_left: Option<f32>,
    proof: Option<&'static str>,
    proof_plies: Option<u32>,
}

fn line(game: &AnyGame, position: &AnyPosition, line: &Line<AnyMove>) -> LineJson {
    LineJson {
        moves: moves(game, position, &line.moves),
        visits: line.visits,
        share: line.score,
        worth: line.wdl.map(|wdl| Value::Two(wdl).into()),
        moves_left: line.moves_left,
        proof: proof(line.proof),
        proof_plies: line.proof_plies,
    }
}

fn moves(game: &AnyGame, position: &AnyPosition, line: &[AnyMove]) -> Vec<String> {
    line_texts(game, Native, position, line).flatten().collect()
}

#[derive(Serialize, Debug)]
struct FindingJson<'t> {
    game: &'t str,
    position: String,
    to_move: &'static str,
    #[serde(flatten)]
    worth: Worth,
    moves_left: f32,
    proof: Option<&'static str>,
    over: bool,
    best: Option<String>,
    simulations: u64,
    nodes: usize,
    depth: f32,
    seconds: f64,
    lines: Vec<LineJson>,
}

fn finding_json<'t>(
    game: &'t AnyGame,
    position: &AnyPosition,
    finding: &Finding<AnyMove>,
) -> FindingJson<'t> {
    let search = finding.search.as_ref();
    FindingJson {
        game: game.id(),
        position: game.position_text(Native, position),
        to_move: game.player_name(finding.to_move),
        worth: finding.value.into(),
        moves_left: finding.moves_left,
        proof: proof(finding.proof),
        over: finding.outcome.is_some(),
        best: search.map(|search| game.move_text(Native, position, search.best)),
        simulations: search.map_or(0, |search| search.simulations + search.reused),
        nodes: search.map_or(0, |search| search.nodes),
        depth: search.map_or(0.0, |search| search.mean_depth),
        seconds: search.map_or(0.0, |search| search.elapsed.as_secs_f64()),
        lines: search.map_or_else(Vec::new, |search| {
            search.lines.iter().map(|found| line(game, position, found)).collect()
        }),
    }
}

/// A position with its best lines.
pub fn finding(game: &AnyGame, position: &AnyPosition, finding: &Finding<AnyMove>) -> String {
    text(&finding_json(game, position, finding))
}

/// A test position with what was found.
pub fn solved(game: &AnyGame, test: &TestPosition, solved: &Solved) -> String {
    #[derive(Serialize)]
    struct SolvedJson<'t> {
        index: usize,
        line: usize,
        name: Option<&'t str>,
        solved: Option<bool>,
        best_moves: Vec<String>,
        avoid_moves: Vec<String>,
        #[serde(flatten)]
        finding: FindingJson<'t>,
    }
    let texts =
        |moves: &[AnyMove]| moves.iter().map(|mv| game.move_text(Native, &test.position, *mv)).collect();
    text(&SolvedJson {
        index: solved.index + 1,
        line: test.line,
        name: test.name.as_deref(),
        solved: solved.solved,
        best_moves: texts(&test.best),
        avoid_moves: texts(&test.avoid),
        finding: finding_json(game, &test.position, &solved.finding),
    })
}

/// A move of a game: `position` is the one before it, `number` that of the game in its file, from 1.
pub fn review(game: &AnyGame, number: usize, position: &AnyPosition, review: &MoveReview<AnyMove>) -> String {
    #[derive(Serialize)]
    struct ReviewJson {
        game: usize,
        ply: usize,
        player: &'static str,
        r#move: String,
        before: Worth,
        after: Worth,
        loss: f32,
        proof: Option<&'static str>,
        marks: Vec<&'static str>,
        best: Option<LineJson>,
    }
    text(&ReviewJson {
        game: number,
        ply: review.ply + 1,
        player: game.player_name(review.player),
        r#move: game.move_text(Native, position, review.mv),
        before: review.before.into(),
        after: review.after.into(),
        loss: review.loss,
        proof: proof(review.proof),
        marks: review.marks.iter().filter_map(|mark| mark.sign()).collect(),
        best: review.best.as_ref().map(|best| line(game, position, best)),
    })
}

/// A line of a suite that was left out.
pub fn left_out(error: &SuiteError) -> String {
    #[derive(Serialize)]
    struct LeftOut<'e> {
        line: usize,
        column: usize,
        left_out: &'e str,
    }
    text(&LeftOut { line: error.line, column: error.column, left_out: &error.reason })
}

/// The score of a suite.
pub fn score(suite: &Suite, solved: &[Solved]) -> String {
    #[derive(Serialize)]
    struct Score {
        positions: usize,
        left_out: usize,
        searched: usize,
        asked: usize,
        solved: usize,
    }
    text(&Score {
        positions: suite.positions.len(),
        left_out: suite.left_out.len(),
        searched: solved.len(),
        asked: solved.iter().filter(|done| done.solved.is_some()).count(),
        solved: solved.iter().filter(|done| done.solved == Some(true)).count(),
    })
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers and texts are always written")
}
