//! A game under way: the position, what came before it, and taking back.

use damier_rules::{Game, History, MoveList, Outcome, Player, Position, TextError, game::MoveOf};

/// A game that people play: every position is kept.
pub(super) struct Session<G: Game> {
    game: G,
    positions: Vec<G::Position>,
    moves: Vec<MoveOf<G>>,
    history: History<G::Position>,
    resigned: Option<Player>,
}

impl<G: Game> Session<G> {
    /// A game that starts at `start`.
    pub(super) fn new(game: G, start: G::Position) -> Self {
        let history = History::new(&start);
        Self { game, positions: vec![start], moves: Vec::new(), history, resigned: None }
    }

    pub(super) fn game(&self) -> &G {
        &self.game
    }

    /// The current position.
    pub(super) fn position(&self) -> &G::Position {
        self.positions.last().expect("a session has a position")
    }

    /// Where the game started.
    pub(super) fn start(&self) -> &G::Position {
        &self.positions[0]
    }

    pub(super) fn history(&self) -> &History<G::Position> {
        &self.history
    }

    pub(super) fn to_move(&self) -> Player {
        self.position().to_move()
    }

    /// The legal moves as text, in canonical order.
    pub(super) fn move_texts(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.position().legal_moves(&mut moves);
        moves.iter().map(|mv| self.game.move_text(self.position(), *mv)).collect()
    }

    /// Plays a move given as text and returns the way it is written.
    pub(super) fn play_text(&mut self, text: &str) -> Result<String, TextError> {
        let mv = self.game.parse_move(self.position(), text)?;
        Ok(self.play(mv))
    }

    /// Plays a legal move and returns the way it is written.
    pub(super) fn play(&mut self, mv: MoveOf<G>) -> String {
        let text = self.game.move_text(self.position(), mv);
        let mut next = self.position().clone();
        self.history.play(&mut next, mv);
        self.positions.push(next);
        self.moves.push(mv);
        text
    }

    /// Takes back the last move of any of `players`, with what was played after it; a resignation alone
    /// where there is one.
    pub(super) fn take_back_for(&mut self, players: &[Player]) -> Result<(), NothingToTakeBack> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let plies = (0..self.moves.len())
            .rev()
            .find(|ply| players.contains(&self.positions[*ply].to_move()))
            .ok_or(NothingToTakeBack)?;
        while self.moves.len() > plies {
            self.moves.pop();
            self.positions.pop();
            self.history.pop();
        }
        Ok(())
    }

    /// The names of the squares that the last move changed.
    pub(super) fn last_move_squares(&self) -> Vec<String> {
        match (self.positions.iter().nth_back(1), self.moves.last()) {
            (Some(before), Some(mv)) => self.game.move_squares(before, *mv),
            _ => Vec::new(),
        }
    }

    /// A line of moves from the current position as text.
    pub(super) fn line_text(&self, line: &[MoveOf<G>]) -> String {
        let mut position = self.position().clone();
        let mut words = Vec::new();
        for mv in line {
            words.push(self.game.move_text(&position, *mv));
            position.play(*mv);
        }
        words.join(" ")
    }

    pub(super) fn resign(&mut self) {
        self.resigned = Some(self.to_move());
    }

    /// How the game ended and why, for people; `None` while it goes on.
    pub(super) fn ending(&self) -> Option<String> {
        if let Some(loser) = self.resigned {
            let winner = self.game.player_name(loser.opponent());
            return Some(format!("{winner} wins: {} resigned", self.game.player_name(loser)));
        }
        let outcome = self.history.outcome(self.position())?;
        let reason = self.game.ending_text(self.position(), &self.history).unwrap_or("by the rules");
        let verdict = match outcome {
            Outcome::Win(winner) => format!("{} wins", self.game.player_name(winner)),
            Outcome::Draw => "Draw".to_owned(),
            Outcome::Places(places) => {
                let players = self.position().players();
                let best = (0..players).filter(|seat| places[*seat] == 0).map(Player::new);
                let names: Vec<&str> = best.map(|player| self.game.player_name(player)).collect();
                format!("{} first", names.join(" and "))
            }
        };
        let words =
            self.game.result_text(self.position()).map_or_else(String::new, |text| format!(" ({text})"));
        Some(format!("{verdict}: {reason}{words}"))
    }
}

/// No such move was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NothingToTakeBack;
