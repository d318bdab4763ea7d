//! The search on every variant of draughts: equal to the definition of the score, and right about known endings.

use std::{ops::Range, sync::Arc};

use damier_rules::{
    AnyGame, Game, History, MoveList, Notation,
    NotationFormat::Native,
    Outcome, Player, Position, Tablebase,
    games::draughts::{Draughts, DraughtsPosition, English, Russian},
};

use super::{AlphaBeta, AlphaBetaParams, Aspiration, Reductions, random_games::random_positions, score};
use crate::{
    Evaluator, HandcraftedEvaluator,
    search::{Limits, SearchTablebase},
};

type RussianPosition = DraughtsPosition<Russian>;

/// Games without tactical moves and promises, in which the search looks at every move. It is compiled for one of them in its
/// own types, and once for all of them.
const DRAUGHTS: [&str; 15] = [
    "international",
    "russian",
    "brazilian",
    "english",
    "canadian",
    "italian",
    "spanish",
    "turkish",
    "pool",
    "czech",
    "frisian",
    "frysk",
    "german",
    "international:goal=lose-all",
    "russian:goal=first-king",
];

/// How far from the start positions are: some of them late.
const PLIES: Range<usize> = 0..90;

const EXACT: AlphaBetaParams = AlphaBetaParams {
    hash_mb: 0,
    reductions: Reductions::None,
    aspiration: Aspiration::Around(20),
    contempt: 0,
};

/// The definition of the score.
fn negamax<P: Position>(
    evaluator: &mut dyn Evaluator<P>,
    position: &P,
    history: &mut History<P>,
    ply: usize,
    depth: u32,
) -> i32 {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut outcome = history.outcome_given(position, !moves.is_empty());
    if ply > 0 && outcome.is_none() && history.occurrences_since(history.plies() - ply) > 1 {
        outcome = Some(Outcome::Draw);
    }
    if let Some(outcome) = outcome {
        return score::of_outcome(outcome, position.to_move(), ply, score::DRAW);
    }
    if depth == 0 && position.is_quiet() {
        return evaluator.score(position);
    }
    let next = if moves.len() == 1 { depth } else { depth.saturating_sub(1) };
    let mut best = -score::WIN;
    for mv in moves {
        let mut child = position.clone();
        child.play(mv);
        history.push(position, mv, &child);
        best = best.max(-negamax(evaluator, &child, history, ply + 1, next));
        history.pop();
    }
    best
}

fn equals_negamax<G: Game>(game: &G) {
    for (index, (position, mut history)) in random_positions(game, 24, PLIES).into_iter().enumerate() {
        let depth = 1 + index as u32 % 3;
        let mut evaluator = HandcraftedEvaluator::new(game.clone());
        let expected = negamax(&mut evaluator, &position, &mut history, 0, depth);
        let report =
            AlphaBeta::new(game.clone(), evaluator, EXACT).search(&position, &history, &Limits::depth(depth));
        let place = game.position_text(Native, &position);
        assert_eq!(report.score, expected, "{}, {place} to depth {depth}", game.id());
    }
}

#[test]
fn the_score_is_that_of_plain_negamax_in_every_game() {
    equals_negamax(&Draughts::<Russian>::new());
    for id in DRAUGHTS {
        equals_negamax(&AnyGame::of_id(id).expect("listed"));
    }
}

fn plays_legally<G: Game>(game: &G) {
    let params = AlphaBetaParams { hash_mb: 1, ..AlphaBetaParams::default() };
    let mut searcher = AlphaBeta::new(game.clone(), HandcraftedEvaluator::new(game.clone()), params);
    for (mut position, mut history) in random_positions(game, 12, PLIES) {
        let report = searcher.search(&position, &history, &Limits::nodes(3_000));
        let mut moves = MoveList::new();
        for mv in report.pv {
            position.legal_moves(&mut moves);
            assert!(moves.contains(&mv), "{}, {}", game.id(), game.position_text(Native, &position));
            history.play(&mut position, mv);
        }
    }
}

#[test]
fn lines_are_legal_in_every_game() {
    plays_legally(&Draughts::<Russian>::new());
    for id in DRAUGHTS {
        plays_legally(&AnyGame::of_id(id).expect("listed"));
    }
}

fn search<G: Game>(game: G, text: &str, depth: u32) -> (String, i32) {
    let position = game.parse_position(Native, text).expect("a position");
    let mut searcher =
        AlphaBeta::new(game.clone(), HandcraftedEvaluator::new(game.clone()), AlphaBetaParams::default());
    let report = searcher.search(&position, &History::new(&position), &Limits::depth(depth));
    (game.move_text(Native, &position, report.best), report.score)
}

#[test]
fn finds_wins_and_losses_at_their_distance() {
    // White takes the last man: won at once after that ply.
    assert_eq!(search(Draughts::<Russian>::new(), "W:Wc3:Bd4", 4), ("c3:e5".into(), score::WIN - 1));
    // The last man can only step in front of White's, and is taken.
    assert_eq!(search(Draughts::<Russian>::new(), "B:Wc3:Ba5", 4).1, 2 - score::WIN);
    // Two kings against one in the single corner of the English board win by force.
    let (_, won) = search(Draughts::<English>::new(), "W:WK18,K19:BK1", 15);
    assert!(won > 0, "{won}");
}

/// Knows that a man of the first player in the first column wins, and that it loses elsewhere, where it is left
/// with one enemy.
struct EdgeWins {
    game: Draughts<Russian>,
    /// The square that wins.
    square: &'static str,
}

impl Tablebase<RussianPosition> for EdgeWins {
    fn probe(&self, position: &RussianPosition) -> Option<Outcome> {
        let men = |player| position.men(player) + position.kings(player);
        let won = self.game.position_text(Native, position).contains(self.square);
        let winner = if won { Player::FIRST } else { Player::SECOND };
        (men(Player::FIRST) == 1 && men(Player::SECOND) == 1).then_some(Outcome::Win(winner))
    }
}

#[test]
fn tables_decide_between_captures_and_their_wins_are_told_apart_from_proven_ones() {
    let game = Draughts::<Russian>::new();
    let position = game.parse_position(Native, "W:Wc3:Bb4,d4").expect("a position");
    let history = History::new(&position);
    for (square, mv) in [("Wa5", "c3:a5"), ("We5", "c3:e5")] {
        let mut search = AlphaBeta::new(game.clone(), HandcraftedEvaluator::new(game.clone()), EXACT);
        search.set_tables(SearchTablebase::new(Arc::new(EdgeWins { game: game.clone(), square })));
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let report = search.search(&position, &history, &limits);
        assert_eq!(game.move_text(Native, &position, report.best), mv);
        assert!(report.score > score::STATIC_LIMIT && score::plies_to_end(report.score).is_none());
        assert_eq!(score::text(report.score), "known win");
    }
}
