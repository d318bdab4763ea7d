//! How a game looks to people: names, boards, endings.

use std::collections::BTreeMap;

use crate::{
    diagram::{Diagram, Piece},
    draw_rules::DrawRules,
    history::History,
    player::{MAX_PLAYERS, Player},
    position::Position,
};

/// Texts and drawings of a game with positions `P`, for people.
pub trait GameDisplay<P: Position> {
    /// Returns one line for people: board, pieces, and what is special.
    fn summary(&self) -> &'static str;

    /// Returns what people call the game: its summary up to the details.
    fn title(&self) -> &'static str {
        let summary = self.summary();
        summary.split([':', ';']).next().unwrap_or(summary)
    }

    /// Returns what people call the games among which lists show this one, e.g. `Draughts`.
    fn family(&self) -> &'static str {
        "Other games"
    }

    /// Draws the board for a terminal, several lines with coordinates.
    fn board_text(&self, position: &P) -> String;

    /// Returns the name of a player, e.g. `White`.
    fn player_name(&self, player: Player) -> &'static str {
        const NAMES: [&str; MAX_PLAYERS] = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
        NAMES[player.index()]
    }

    /// Returns the board as cells, for programs that draw it; `None` where there is only
    /// [`board_text`](Self::board_text).
    fn diagram(&self, position: &P) -> Option<Diagram> {
        let _ = position;
        None
    }

    /// Returns the kinds of pieces that a person sets up, as in [`diagram`](Self::diagram); none where positions are not set
    /// up piece by piece.
    fn piece_kinds(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// Returns the text of the position with these pieces, by square the [`letter`](Piece::letter) of a kind, and `to_move`
    /// on turn.
    ///
    /// It may be no position of the game: [`parse_position`](crate::notation::Notation::parse_position) says why. `None`
    /// where positions are not set up piece by piece.
    fn set_up_text(&self, letters: &BTreeMap<String, char>, to_move: Player) -> Option<String> {
        let _ = (letters, to_move);
        None
    }

    /// Returns the names of the squares that a legal move of `position` changes, as in [`diagram`](Self::diagram).
    ///
    /// These are where it starts, ends and captures.
    fn move_squares(&self, position: &P, mv: P::Move) -> Vec<String> {
        let _ = (position, mv);
        Vec::new()
    }

    /// Returns for each legal move, in canonical order, the squares that a person touches to make it.
    ///
    /// These are its origin and every square on which the piece lands, or the square of a stone. None where the move is
    /// no matter of squares: a pass, a choice, a prediction. Of several ways to make a capture it is one.
    fn move_paths(&self, position: &P) -> Vec<Vec<String>> {
        vec![Vec::new(); position.count_moves()]
    }

    /// Returns the rule that ended the game, e.g. `third repetition`; `None` while it goes on.
    ///
    /// `position` has to be the current one of `history`.
    fn ending_text(&self, position: &P, history: &History<P>) -> Option<&'static str> {
        history.outcome(position)?;
        Some(if position.outcome().is_some() {
            "the position decides"
        } else if history.clock().outcome(position, 1).is_some() {
            "a limit on moves without progress"
        } else {
            "repetition of the position"
        })
    }

    /// Returns the result of a finished game in the words that the game's own rules prescribe.
    ///
    /// `None` where they prescribe none, or the game goes on.
    fn result_text(&self, position: &P) -> Option<String> {
        let _ = position;
        None
    }
}
