//! What is known of a position, as JSON.

use damier_engine::{
    Value,
    analysis::Finding,
    search::{Line, Proof, RootMove},
};
use damier_rules::{
    AnyMove, DrawRules as _, GameSoFar, Notation as _, NotationFormat::Native, Outcome, Player,
    Position as _, any::AnyTablebase, notation::line_texts, tablebase::Tablebase as _,
};
use serde::Serialize;

/// What a search found. Values are relative to the player to move.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FindingView {
    /// The move to play.
    best: Option<String>,
    /// Win, draw and loss; with more than two players a share for each, that of the player to move first.
    value: Vec<f32>,
    /// Expected share of the point.
    score: f32,
    proof: Option<&'static str>,
    /// Expected plies to the end.
    moves_left: f32,
    /// Plies: of a tree the mean length of simulations, of alpha-beta the last completed depth.
    depth: f32,
    /// Simulations of the tree search, those kept from the search before included; nodes of alpha-beta.
    nodes: u64,
    millis: u64,
    from_book: bool,
    /// What the endgame tables say of the position; `None` where they do not know it.
    table: Option<&'static str>,
    /// What judged, in words.
    judge: String,
    /// The best lines, the best first.
    lines: Vec<LineView>,
    /// All moves that were looked at, in the order of the legal moves.
    moves: Vec<MoveView>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LineView {
    moves: Vec<String>,
    score: Option<f32>,
    value: Option<Vec<f32>>,
    visits: u32,
    proof: Option<&'static str>,
    /// Plies to the proven end.
    proof_plies: Option<u32>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct MoveView {
    text: String,
    visits: u32,
    prior: f32,
    /// Expected share of the point; `None` where it was not looked at.
    value: Option<f32>,
    proof: Option<&'static str>,
    /// What the endgame tables say of the position after it, for its player; `None` where they do not know it.
    table: Option<&'static str>,
}

impl MoveView {
    /// Returns what is known of a move of the current position of a game.
    pub(super) fn new(so_far: &GameSoFar, of: &RootMove<AnyMove>, tables: Option<&AnyTablebase>) -> Self {
        Self {
            text: move_text(so_far, of.mv),
            visits: of.visits,
            prior: of.prior,
            value: of.value,
            proof: proof(of.proof, so_far.position().players()),
            table: told_after(tables, so_far, of.mv),
        }
    }
}

impl FindingView {
    /// Returns what a search found in the current position of a game.
    pub(super) fn new(
        so_far: &GameSoFar,
        finding: &Finding<AnyMove>,
        judge: &str,
        tables: Option<&AnyTablebase>,
    ) -> Self {
        let position = so_far.position();
        let players = position.players();
        let search = finding.search.as_ref();
        let moves = search.map_or(&[][..], |search| &search.moves[..]);
        Self {
            best: search.map(|search| move_text(so_far, search.best)),
            value: classes(finding.value),
            score: finding.value.score(),
            proof: proof(finding.proof, players),
            moves_left: finding.moves_left,
            depth: search.map_or(0.0, |search| search.mean_depth),
            nodes: search.map_or(0, |search| search.simulations + search.reused),
            millis: search.map_or(0, |search| search.elapsed.as_millis() as u64),
            from_book: search.is_some_and(|search| search.from_book),
            table: told_of(tables, so_far),
            judge: judge.to_owned(),
            lines: search.map_or_else(Vec::new, |search| {
                search.lines.iter().map(|line| LineView::new(so_far, line)).collect()
            }),
            moves: moves.iter().map(|root| MoveView::new(so_far, root, tables)).collect(),
        }
    }
}

impl FindingView {
    /// Returns the simulations or nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl LineView {
    fn new(so_far: &GameSoFar, line: &Line<AnyMove>) -> Self {
        let position = so_far.position();
        let moves = line_texts(so_far.game(), Native, position, &line.moves);
        Self {
            moves: moves.map(Option::unwrap_or_default).collect(),
            score: line.score,
            value: line.wdl.map(|wdl| classes(Value::Two(wdl))),
            visits: line.visits,
            proof: proof(line.proof, position.players()),
            proof_plies: line.proof_plies,
        }
    }
}

fn move_text(so_far: &GameSoFar, mv: AnyMove) -> String {
    so_far.game().move_text(Native, so_far.position(), mv)
}

/// Returns a value as numbers: win, draw and loss, or a share for each player.
pub(super) fn classes(value: Value) -> Vec<f32> {
    let (classes, count) = value.classes();
    classes[..count].to_vec()
}

/// Returns the word for what endgame tables say of the current position of a game; `None` where they do not know it.
pub(super) fn told_of(tables: Option<&AnyTablebase>, so_far: &GameSoFar) -> Option<&'static str> {
    let (position, clock) = (so_far.position(), *so_far.history().clock());
    Some(told(tables?.outcome(position, clock)?, so_far.to_move(), position.players()))
}

/// Returns the same of the position after a move, for the player of the move.
pub(super) fn told_after(
    tables: Option<&AnyTablebase>,
    so_far: &GameSoFar,
    mv: AnyMove,
) -> Option<&'static str> {
    let tables = tables?;
    let before = so_far.position();
    let mut next = before.clone();
    next.play(mv);
    let clock = so_far.history().clock().tick(before, mv, &next);
    Some(told(tables.outcome(&next, clock)?, so_far.to_move(), before.players()))
}

/// Returns the word for an outcome that endgame tables know, for a player.
fn told(outcome: Outcome, player: Player, players: usize) -> &'static str {
    let share = outcome.share(player, players);
    if share >= 1.0 {
        "win"
    } else if share <= 0.0 {
        "loss"
    } else {
        "draw"
    }
}

/// Returns the word for a proof; `None` where nothing is proven.
fn proof(proof: Proof, players: usize) -> Option<&'static str> {
    match proof {
        Proof::Unknown => None,
        Proof::Win => Some("win"),
        Proof::Between if players == 2 => Some("draw"),
        Proof::Between => Some("between"),
        Proof::Loss => Some("loss"),
    }
}
