//! A game in progress: its start, its moves, and where they have led.

use crate::{
    any::{AnyGame, AnyMove, AnyPosition},
    display::GameDisplay,
    game::Game,
    game_text::GameText,
    history::History,
    notation::{
        Notation,
        NotationFormat::{self, Native},
    },
    outcome::Outcome,
    player::Player,
    position::{MoveList, Position},
    text_error::TextError,
};

/// Game in progress, or one that has just ended: the start position, the moves, every position on the way, and what the
/// draw rules need.
///
/// ```
/// use damier_rules::{AnyGame, GameSoFar, NotationFormat::Native};
///
/// let mut game = GameSoFar::at_start(AnyGame::of_id("russian")?);
/// for text in ["c3-d4", "d6-c5", "b2-c3"] {
///     let mv = game.parse_move(Native, text)?;
///     game.play(mv);
/// }
/// assert_eq!(game.rounds(None), ["1. c3-d4 d6-c5", "2. b2-c3"]);
/// game.back_to(1);
/// assert_eq!((game.moves().len(), game.outcome()), (1, None));
/// # Ok::<(), damier_rules::TextError>(())
/// ```
#[derive(Clone)]
pub struct GameSoFar {
    game: AnyGame,
    /// The start, and the position after each move.
    positions: Vec<AnyPosition>,
    moves: Vec<AnyMove>,
    history: History<AnyPosition>,
    resigned: Option<Player>,
}

impl GameSoFar {
    /// Creates a game that begins at `start`.
    pub fn new(game: AnyGame, start: AnyPosition) -> Self {
        let history = History::new(&start);
        Self { game, positions: vec![start], moves: Vec::new(), history, resigned: None }
    }

    /// Creates a game that begins at the usual start position.
    pub fn at_start(game: AnyGame) -> Self {
        let start = game.start();
        Self::new(game, start)
    }

    /// Creates a game that began at `start` and has come to the end of `moves`, all legal.
    pub fn after(game: AnyGame, start: AnyPosition, moves: impl IntoIterator<Item = AnyMove>) -> Self {
        let mut so_far = Self::new(game, start);
        moves.into_iter().for_each(|mv| so_far.play(mv));
        so_far
    }

    /// Creates a game from the main line of a text.
    ///
    /// Where the text names a winner of two players and the rules do not, the other one has resigned.
    pub fn of_text(game: AnyGame, text: &GameText) -> Self {
        let mut so_far = Self::after(game, text.start.clone(), text.moves());
        let goes_on = so_far.outcome().is_none() && so_far.position().players() == 2;
        if let Some(Outcome::Win(winner)) = text.outcome.filter(|_| goes_on) {
            so_far.resigned = Some(winner.opponent());
        }
        so_far
    }

    /// Returns the game that is played.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Replaces the game by one with other options whose positions are the same; start and moves stay.
    pub fn set_game(&mut self, game: AnyGame) {
        self.game = game;
    }

    /// Returns the position in which the game began.
    pub fn start(&self) -> &AnyPosition {
        &self.positions[0]
    }

    /// Returns the current position.
    pub fn position(&self) -> &AnyPosition {
        &self.positions[self.moves.len()]
    }

    /// Returns all positions, from the start to the current one.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }

    /// Returns the counters that the draw rules read in the current position.
    pub fn history(&self) -> &History<AnyPosition> {
        &self.history
    }

    /// Returns the moves since the start.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// Returns the player whose turn it is.
    pub fn to_move(&self) -> Player {
        self.position().to_move()
    }

    /// Returns the players, in turn order.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.position().players()).map(Player::new)
    }

    /// Returns the legal moves of the current position in canonical order, whether or not a draw rule has ended the game.
    pub fn legal_moves(&self) -> MoveList<AnyMove> {
        let mut moves = MoveList::new();
        self.position().legal_moves(&mut moves);
        moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: AnyMove) {
        let mut next = self.position().clone();
        self.history.play(&mut next, mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Takes back a resignation, and all moves but the first `plies`.
    pub fn back_to(&mut self, plies: usize) {
        self.resigned = None;
        while self.moves.len() > plies {
            self.moves.pop();
            self.positions.pop();
            self.history.pop();
        }
    }

    /// Takes back the last move of any of `players`, with what was played after it; a resignation alone where there is one.
    ///
    /// Returns false where none of them has moved.
    pub fn take_back_for(&mut self, players: &[Player]) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let is_theirs = |ply: &usize| players.contains(&self.positions[*ply].to_move());
        let Some(plies) = (0..self.moves.len()).rev().find(is_theirs) else { return false };
        self.back_to(plies);
        true
    }

    /// Resigns for the player to move.
    pub fn resign(&mut self) {
        self.resigned = Some(self.to_move());
    }

    /// Returns the result; `None` while the game goes on, or where a resignation leaves it to several others.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.resigned {
            Some(loser) => (self.position().players() == 2).then(|| Outcome::Win(loser.opponent())),
            None => self.history.outcome(self.position()),
        }
    }

    /// Returns how the game ended and why, for people; `None` while it goes on.
    pub fn ending(&self) -> Option<String> {
        if let Some(loser) = self.resigned {
            let resigned = format!("{} resigned", self.game.player_name(loser));
            return Some(match self.outcome() {
                Some(Outcome::Win(winner)) => format!("{} wins: {resigned}", self.game.player_name(winner)),
                _ => resigned,
            });
        }
        let verdict = match self.outcome()? {
            Outcome::Win(winner) => format!("{} wins", self.game.player_name(winner)),
            Outcome::Draw => "Draw".to_owned(),
            Outcome::Places(places) => {
                let best = self.players().filter(|player| places[player.index()] == 0);
                let names: Vec<&str> = best.map(|player| self.game.player_name(player)).collect();
                format!("{} first", names.join(" and "))
            }
        };
        let reason = self.game.ending_text(self.position(), &self.history).unwrap_or("by the rules");
        let words =
            self.game.result_text(self.position()).map_or_else(String::new, |text| format!(" ({text})"));
        Some(format!("{verdict}: {reason}{words}"))
    }
}

/// Texts of moves and of the game.
impl GameSoFar {
    /// Reads a move of the current position.
    ///
    /// # Errors
    /// Why it is no legal move.
    pub fn parse_move(&self, format: NotationFormat, text: &str) -> Result<AnyMove, TextError> {
        self.game.parse_move(format, self.position(), text)
    }

    /// Returns the moves as text; `None` for one that the format has no words for.
    pub fn move_texts(&self, format: NotationFormat) -> impl Iterator<Item = Option<String>> {
        let places = self.positions.iter().zip(&self.moves);
        places.map(move |(position, mv)| self.game.try_move_text(format, position, *mv))
    }

    /// Returns the legal moves as text, in canonical order.
    pub fn legal_texts(&self) -> Vec<String> {
        let text = |mv: &AnyMove| self.game.move_text(Native, self.position(), *mv);
        self.legal_moves().iter().map(text).collect()
    }

    /// Returns the numbers of all moves and of the next one as game texts have them: `12.`, or `12...` where a move does
    /// not begin the round.
    pub fn number_texts(&self) -> impl Iterator<Item = String> {
        let mut number = self.game.first_move_number(self.start());
        (0..self.positions.len()).map(move |ply| {
            number += u32::from(ply > 0 && self.begins_round(ply));
            let points = if self.positions[ply].to_move() == Player::FIRST { "." } else { "..." };
            format!("{number}{points}")
        })
    }

    /// Says whether a move begins a round: its player is not behind the one before in turn order.
    fn begins_round(&self, ply: usize) -> bool {
        ply == 0 || self.positions[ply].to_move() <= self.positions[ply - 1].to_move()
    }

    /// Returns the moves as text, one entry a round: `12. e4 e5`.
    ///
    /// A move that `viewer` must not know yet is `(sealed)`.
    pub fn rounds(&self, viewer: Option<Player>) -> Vec<String> {
        let mut rounds: Vec<String> = Vec::new();
        for (ply, (text, number)) in self.move_texts(Native).zip(self.number_texts()).enumerate() {
            if self.begins_round(ply) {
                rounds.push(number);
            }
            let is_sealed = viewer.is_some_and(|viewer| self.is_sealed(ply, viewer));
            let text = if is_sealed { "(sealed)".to_owned() } else { text.unwrap_or_default() };
            if let Some(round) = rounds.last_mut() {
                round.push(' ');
                round.push_str(&text);
            }
        }
        rounds
    }

    /// Says whether the move after `ply` others is a secret that `viewer` must not know as long as the game goes on.
    pub fn is_sealed(&self, ply: usize, viewer: Player) -> bool {
        let hides = |position: &AnyPosition| self.game.seen_by(position, viewer) != *position;
        self.positions[ply].to_move() != viewer
            && !hides(&self.positions[ply])
            && hides(&self.positions[ply + 1])
            && hides(self.position())
    }

    /// Returns the names of the squares that the last move changed.
    pub fn last_move_squares(&self) -> Vec<String> {
        let last = self.moves.last().zip(self.positions.iter().nth_back(1));
        last.map_or_else(Vec::new, |(mv, before)| self.game.move_squares(before, *mv))
    }

    /// Returns the game as text holds it, without tags.
    pub fn game_text(&self) -> GameText {
        let mut text = GameText::new(self.start().clone());
        text.line = self.moves.iter().copied().collect();
        text.outcome = self.outcome();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{
            chess::Chess,
            draughts::{Draughts, Russian},
        },
        notation::Notation,
    };

    fn russian() -> AnyGame {
        AnyGame::new(Draughts::<Russian>::new())
    }

    #[test]
    fn moves_that_are_taken_back_leave_nothing_behind() {
        let game = russian();
        let mut so_far = GameSoFar::at_start(game.clone());
        let mut keys = vec![so_far.position().key()];
        for turn in 0..12 {
            let moves = so_far.legal_moves();
            so_far.play(moves[turn % moves.len()]);
            keys.push(so_far.position().key());
        }
        let whole = so_far.clone();
        for plies in [20, 12, 7, 1, 0] {
            so_far.back_to(plies);
            let left = plies.min(12);
            assert_eq!((so_far.moves().len(), so_far.history().plies()), (left, left));
            assert_eq!(so_far.position().key(), keys[left]);
            let again = GameSoFar::after(russian(), game.start(), so_far.moves().iter().copied());
            assert_eq!(again.positions(), so_far.positions());
            assert_eq!(again.history().clock(), so_far.history().clock());
        }
        assert_eq!(so_far.position(), &game.start());
        assert_eq!(whole.positions().iter().map(Position::key).collect::<Vec<_>>(), keys);
    }

    #[test]
    fn a_resignation_ends_a_game_and_is_taken_back_first() {
        let mut so_far = GameSoFar::at_start(russian());
        let [mover, other] = [Player::FIRST, Player::SECOND];
        assert!(!so_far.take_back_for(&[mover]), "nothing was played");
        let mv = so_far.parse_move(Native, "c3-d4").expect("legal");
        so_far.play(mv);
        so_far.resign();
        assert_eq!(so_far.outcome(), Some(Outcome::Win(mover)));
        assert_eq!(so_far.ending().as_deref(), Some("White wins: Black resigned"));
        let again = GameSoFar::of_text(russian(), &so_far.game_text());
        assert_eq!(again.ending(), so_far.ending());
        assert!(so_far.take_back_for(&[mover]));
        assert_eq!((so_far.ending(), so_far.moves().len()), (None, 1), "the resignation alone");
        assert!(!so_far.take_back_for(&[other]) && so_far.take_back_for(&[mover]));
        assert_eq!(so_far.moves().len(), 0);
    }

    #[test]
    fn rounds_are_numbered_from_where_the_game_begins() {
        let game = AnyGame::new(Chess::standard());
        let text = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30";
        let start = game.parse_position(Native, text).expect("a position");
        let mut so_far = GameSoFar::new(game, start);
        for text in ["Kd7", "e4", "Kd6"] {
            let mv = so_far.parse_move(Native, text).expect("legal");
            so_far.play(mv);
        }
        assert_eq!(so_far.rounds(None), ["30... Kd7", "31. e4 Kd6"]);
        assert!(so_far.number_texts().eq(["30...", "31.", "31...", "32."]));
        assert_eq!(so_far.last_move_squares(), ["d7", "d6"]);
    }
}
