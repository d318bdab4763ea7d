//! Looking at every move of a game.

use damier_rules::{AnyMove, GameText, History, Player, Position, game_text::Mark, player::MAX_PLAYERS};

use super::{
    finding::{Finding, look_behind_forced},
    marks::{is_drawn, is_won, loss, share, strength},
};
use crate::{
    AnyEngine,
    evaluation::Value,
    search::{Limits, Line, Proof, StopHandle},
};

/// What was found about a move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview<M> {
    /// How many moves were made before it.
    pub ply: usize,
    /// Who made it.
    pub player: Player,
    /// The move.
    pub mv: M,
    /// What the player could expect before it, with the best move; relative to this player.
    pub before: Value,
    /// What it can expect after it; relative to the same player.
    pub after: Value,
    /// What is proven after it, for the same player.
    pub proof: Proof,
    /// What the move gives away, see [`marks::loss`](super::marks::loss).
    pub loss: f32,
    /// The best move and what it leads to; `None` where there was no choice.
    pub best: Option<Line<M>>,
    /// The marks it deserves, see [`marks`](super::marks).
    pub marks: Vec<Mark>,
}

/// Searches every position of a game's main line, within `limits` each, and compares. `watch` gets how many
/// positions are done, and of how many. A game that is stopped on the way is reviewed as far as it was searched.
pub fn review(
    engine: &mut AnyEngine,
    text: &GameText,
    limits: &Limits,
    control: &StopHandle,
    watch: &mut dyn FnMut(usize, usize),
) -> Vec<MoveReview<AnyMove>> {
    let moves: Vec<AnyMove> = text.moves().collect();
    let positions = positions(&text.start, &moves);
    engine.new_game();
    let mut history = History::new(&text.start);
    let mut findings: Vec<Option<Finding<AnyMove>>> = Vec::with_capacity(positions.len());
    for (ply, position) in positions.iter().enumerate() {
        let forced = ply < moves.len() && position.count_moves() == 1 && history.outcome(position).is_none();
        // A move without a choice is judged by what it leads to.
        let finding = (!forced).then(|| look_behind_forced(engine, position, &history, limits, control));
        if finding.as_ref().is_some_and(|finding| finding.search.is_some()) && control.is_stopped() {
            // It was not searched as long as the others.
            break;
        }
        findings.push(finding);
        watch(ply + 1, positions.len());
        if let (Some(mv), Some(next)) = (moves.get(ply), positions.get(ply + 1)) {
            history.push(position, *mv, next);
        }
    }
    compare(&positions, &moves, known(&positions, findings))
}

/// All positions of a line.
fn positions<P: Position>(start: &P, moves: &[P::Move]) -> Vec<P> {
    let mut positions = vec![start.clone()];
    for mv in moves {
        let mut next = positions.last().expect("the start").clone();
        next.play(*mv);
        positions.push(next);
    }
    positions
}

/// The findings with those of forced moves made up from what follows; the last ones may be missing.
fn known<P: Position>(positions: &[P], findings: Vec<Option<Finding<P::Move>>>) -> Vec<Finding<P::Move>> {
    let mut known: Vec<Finding<P::Move>> = Vec::with_capacity(findings.len());
    for (finding, position) in findings.into_iter().zip(positions).rev() {
        match (finding, known.last()) {
            (Some(finding), _) => known.push(finding),
            (None, Some(behind)) => known.push(Finding::before_forced(position, behind)),
            // Stopped in the middle of forced moves.
            (None, None) => {}
        }
    }
    known.reverse();
    known
}

fn compare<P: Position>(
    positions: &[P],
    moves: &[P::Move],
    findings: Vec<Finding<P::Move>>,
) -> Vec<MoveReview<P::Move>> {
    let mut states = States::default();
    let pairs = findings.windows(2).zip(moves).zip(positions).enumerate();
    pairs
        .map(|(ply, ((pair, mv), position))| {
            let [at, behind] = pair else { unreachable!("windows of two") };
            let player = position.to_move();
            let (after, proof) = (behind.value_for(player), behind.proof_for(player));
            let [share_before, share_after] = [at.value, after].map(|value| share(&value, at.players));
            let search = at.search.as_ref();
            let mut marks = Vec::new();
            marks.extend(
                search.and_then(|search| strength(search, *mv, share_before, share_after, at.players)),
            );
            marks.extend(states.news(player, is_won(&after, proof, at.players), is_drawn(&after, proof)));
            MoveReview {
                ply,
                player,
                mv: *mv,
                before: at.value,
                after,
                proof,
                loss: search.map_or(0.0, |search| loss(search.best, *mv, share_before, share_after)),
                best: at.best().cloned(),
                marks,
            }
        })
        .collect()
}

/// What was said of the game's state before: `+` and `=` are news, not repeated at every move.
#[derive(Default)]
struct States {
    won: [bool; MAX_PLAYERS],
    drawn: bool,
}

impl States {
    fn news(&mut self, player: Player, won: bool, drawn: bool) -> Option<Mark> {
        let was_won = std::mem::replace(&mut self.won[player.index()], won);
        let was_drawn = std::mem::replace(&mut self.drawn, drawn);
        match () {
            () if won && !was_won => Some(Mark::Won),
            () if drawn && !was_drawn => Some(Mark::Drawn),
            () => None,
        }
    }
}
