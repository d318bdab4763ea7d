//! What searches know of a game besides its rules: evaluation, move ordering, tactical moves.
//!
//! The trait belongs to the engine by its use. It stands here because a game's heuristics read what only its own files
//! see (attacks, distances, lines of stones), and because one registry serves rules and searches.

use crate::{
    estimate::Estimate,
    player::Player,
    position::{MoveList, Position},
};

/// A kind of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchKind {
    /// Monte-Carlo tree search: where it matters which moves are looked at, and with more than two players.
    Tree,
    /// Alpha-beta search: for two players whose moves force whole lines.
    AlphaBeta,
}

/// Random openings that a net thinks nearly even, for games in which a random one decides the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BalancedOpenings {
    /// Random plies of each opening.
    pub plies: usize,
    /// How many hundredths of the game's unit a player may stand better.
    pub tolerance: i32,
}

/// Heuristics of a game with positions `P`, for searches; only [`static_eval`](Self::static_eval) is required.
pub trait SearchHeuristics<P: Position> {
    /// Returns the handcrafted evaluation of `position` for `player`, in hundredths of the game's unit (a man, a pawn).
    ///
    /// It counts material, the distance to the goal, or lines of stones. 0 is level; it stays within ±20,000.
    fn static_eval(&self, position: &P, player: Player) -> i32;

    /// Returns the balance of material alone for `player`, in hundredths of a man, where it bounds the evaluation.
    ///
    /// Lazy evaluation stops at it where even that is far outside the window. It has to be quick; `None` where pieces say
    /// little, as in endings, and in games that are not of pieces.
    fn material(&self, position: &P, player: Player) -> Option<i32> {
        let _ = (position, player);
        None
    }

    /// Returns the score of a legal move for move ordering, higher first, within ±10,000 (MVV-LVA in chess).
    ///
    /// `None` stands for a move that is not worth a search. At least one legal move of every position has a score.
    fn move_score(&self, position: &P, mv: P::Move) -> Option<i32> {
        let _ = (position, mv);
        Some(0)
    }

    /// Replaces `out` by the moves of the quiescence search in a [quiet](Position::is_quiet)
    /// position, best first.
    ///
    /// These are captures in chess, and stones that make a four. The search may also stand pat. Empty where the game
    /// resolves by itself.
    fn tactical_moves(&self, position: &P, out: &mut MoveList<P::Move>) {
        let _ = position;
        out.clear();
    }

    /// Returns a bound on the material that a tactical move wins at once, for delta pruning.
    ///
    /// It bounds the change of [`static_eval`](Self::static_eval), but for how well pieces stand. `None` where there is no
    /// such bound.
    fn gain(&self, position: &P, mv: P::Move) -> Option<i32> {
        let _ = (position, mv);
        None
    }

    /// Returns the search that plays the game better with the same net in the same time, as measured.
    fn suited_search(&self) -> SearchKind {
        SearchKind::Tree
    }

    /// Returns the random openings with which matches of the game begin by default, balanced by the net of the program.
    ///
    /// `None` where openings that the handcrafted evaluation balances suit the game.
    fn balanced_openings(&self) -> Option<BalancedOpenings> {
        None
    }

    /// Says whether a net judges `position`.
    ///
    /// Where it does not, the position counts as even and its moves as equally likely, and searches look on to positions
    /// that it judges. Such are the stages of an opening that a net never saw, as colours are chosen.
    fn is_judged(&self, position: &P) -> bool {
        let _ = position;
        true
    }

    /// Returns a move that the player to move makes from estimates of positions, without a search.
    ///
    /// Such is a prediction of the game's end, or a stone of an opening that should be even. `None` where the game has no
    /// such move here.
    fn announced_move(&self, position: &P, estimate: &mut dyn FnMut(&P) -> Estimate) -> Option<P::Move> {
        let _ = (position, estimate);
        None
    }
}
