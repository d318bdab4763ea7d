//! A game under way: the position, what came before it, and taking back.

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Game, GameDisplay, GameText, History, MoveList, Notation,
    NotationFormat::Native, Outcome, Player, Position,
};

/// A game that people play: every position is kept.
pub(super) struct Session {
    game: AnyGame,
    positions: Vec<AnyPosition>,
    moves: Vec<AnyMove>,
    history: History<AnyPosition>,
    resigned: Option<Player>,
}

impl Session {
    /// A game that starts at `start`.
    pub(super) fn new(game: AnyGame, start: AnyPosition) -> Self {
        let history = History::new(&start);
        Self { game, positions: vec![start], moves: Vec::new(), history, resigned: None }
    }

    pub(super) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The current position.
    pub(super) fn position(&self) -> &AnyPosition {
        self.positions.last().expect("a session has a position")
    }

    /// Where the game started.
    pub(super) fn start(&self) -> &AnyPosition {
        &self.positions[0]
    }

    pub(super) fn history(&self) -> &History<AnyPosition> {
        &self.history
    }

    pub(super) fn to_move(&self) -> Player {
        self.position().to_move()
    }

    /// The legal moves as text, in canonical order.
    pub(super) fn move_texts(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.position().legal_moves(&mut moves);
        moves.iter().map(|mv| self.game.move_text(Native, self.position(), *mv)).collect()
    }

    /// Plays a legal move and returns the way it is written.
    pub(super) fn play(&mut self, mv: AnyMove) -> String {
        let text = self.game.move_text(Native, self.position(), mv);
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

    pub(super) fn resign(&mut self) {
        self.resigned = Some(self.to_move());
    }

    pub(super) fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// The position before the move of that number, from 0; behind the last move the current one.
    pub(super) fn position_at(&self, ply: usize) -> &AnyPosition {
        &self.positions[ply]
    }

    /// The players, in turn order.
    pub(super) fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.position().players()).map(Player::new)
    }

    /// The result; `None` while the game goes on, or where a resignation leaves it to several others.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match self.resigned {
            Some(loser) => (self.position().players() == 2).then(|| Outcome::Win(loser.opponent())),
            None => self.history.outcome(self.position()),
        }
    }

    /// The moves as text, one entry a round: `12. e4 e5`. A move that `viewer` must not know yet is left out.
    pub(super) fn rounds(&self, viewer: Option<Player>) -> Vec<String> {
        let mut rounds: Vec<String> = Vec::new();
        let mut number = self.game.first_move_number(self.start());
        let mut last = None;
        for (ply, mv) in self.moves.iter().enumerate() {
            let mover = self.positions[ply].to_move();
            let is_new = last.is_some_and(|last| mover <= last);
            number += u32::from(is_new);
            if is_new || rounds.is_empty() {
                let points = if mover == Player::FIRST { "." } else { "..." };
                rounds.push(format!("{number}{points}"));
            }
            let text = match viewer {
                Some(viewer) if self.is_sealed(ply, viewer) => "(sealed)".to_owned(),
                _ => self.game.move_text(Native, &self.positions[ply], *mv),
            };
            if let Some(round) = rounds.last_mut() {
                round.push(' ');
                round.push_str(&text);
            }
            last = Some(mover);
        }
        rounds
    }

    /// Whether the move of that number is a secret that `viewer` must not know as long as the game goes on.
    pub(super) fn is_sealed(&self, ply: usize, viewer: Player) -> bool {
        let hides = |position: &AnyPosition| self.game.seen_by(position, viewer) != *position;
        self.positions[ply].to_move() != viewer
            && !hides(&self.positions[ply])
            && hides(&self.positions[ply + 1])
            && hides(self.position())
    }

    /// The game as text holds it, without tags.
    pub(super) fn game_text(&self) -> GameText<AnyPosition> {
        let mut text = GameText::new(self.start().clone());
        text.line = self.moves.iter().copied().collect();
        text.outcome = self.outcome();
        text
    }

    /// The session of a game from a text: its main line, as far as it goes.
    pub(super) fn of_text(game: AnyGame, text: &GameText<AnyPosition>) -> Self {
        let mut session = Self::new(game, text.start.clone());
        text.moves().for_each(|mv| drop(session.play(mv)));
        let is_over = session.history.outcome(session.position()).is_some();
        if let Some(Outcome::Win(winner)) =
            text.outcome.filter(|_| !is_over && session.position().players() == 2)
        {
            session.resigned = Some(winner.opponent());
        }
        session
    }

    /// How the game ended and why, for people; `None` while it goes on.
    pub(super) fn ending(&self) -> Option<String> {
        if let Some(loser) = self.resigned {
            let resigned = format!("{} resigned", self.game.player_name(loser));
            return Some(match self.outcome() {
                Some(Outcome::Win(winner)) => format!("{} wins: {resigned}", self.game.player_name(winner)),
                _ => resigned,
            });
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
