//! One game, move by move.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use damier_engine::search::Limits;
use damier_numerics::seed::Seed;
use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Game, GameDisplay, GameSoFar, MoveList, Notation, NotationFormat::Native,
    Outcome, Player, Position, SearchHeuristics, player::MAX_PLAYERS,
};

use super::{
    Effort, Ending, PlayedGame, PlayedMove, Pondering, Terms, adjudication::Opinions, clock::PlayerClock,
};
use crate::{
    competitor::{Cause, Competitor, Failure, Participant, Turn},
    openings::Opening,
};

/// A competitor at the board.
pub struct Seat<'c> {
    /// What entered it: its name and its pace.
    pub participant: &'c Participant,
    /// The player.
    pub competitor: &'c mut dyn Competitor,
}

/// Plays a game between `seats`, one for each player in the order of the game's seats, from `opening`; `None` if
/// it was cancelled on the way. The competitors begin a new game with seeds that come from `seed` alone.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use damier_arena::{MatchSettings, Participant, play::{Seat, Terms, play_game}, openings::OpeningQueue};
/// use damier_numerics::seed::Seed;
/// use damier_rules::AnyGame;
///
/// let (game, settings) = (AnyGame::of_id("english")?, MatchSettings::default());
/// let (one, other) = (Participant::random(), Participant::greedy(game.clone()));
/// let terms = Terms::of(&game, &settings)?;
/// let opening = OpeningQueue::new(&settings.openings, &game, settings.seed)?.opening(0);
/// let (mut first, mut second) = (one.competitor(), other.competitor());
/// let mut seats = [
///     Seat { participant: &one, competitor: first.as_mut() },
///     Seat { participant: &other, competitor: second.as_mut() },
/// ];
/// let played = play_game(&game, &opening, &mut seats, &terms, Seed::new(1), &AtomicBool::new(false));
/// assert!(played.is_some_and(|played| played.moves.len() > played.opening_plies));
/// # Ok::<(), damier_arena::ArenaError>(())
/// ```
pub fn play_game(
    game: &AnyGame,
    opening: &Opening,
    seats: &mut [Seat<'_>],
    terms: &Terms,
    seed: Seed,
    cancelled: &AtomicBool,
) -> Option<PlayedGame> {
    // Who waits for an engine that can be there only once waits in the order of the participants, which is the same in all
    // threads: otherwise two games could wait for each other.
    let mut order: Vec<(usize, &mut Seat<'_>)> = seats.iter_mut().enumerate().collect();
    order.sort_by_key(|(_, seat)| std::ptr::from_ref(seat.participant).addr());
    for (number, seat) in order {
        seat.competitor.new_game(seed.part(number as u64).number());
    }
    let played = Board::new(game, opening, seats, terms, cancelled).play(seats);
    seats.iter_mut().for_each(|seat| seat.competitor.end_game());
    played
}

/// Game under way, with its clocks and what its players said.
struct Board<'g> {
    terms: &'g Terms,
    cancelled: &'g AtomicBool,
    game: GameSoFar,
    opening_plies: usize,
    /// Legal moves of the current position.
    legal: MoveList<AnyMove>,
    /// The moves of the game with what their players said.
    moves: Vec<PlayedMove<AnyMove>>,
    clocks: Vec<PlayerClock>,
    opinions: Opinions,
    effort: Vec<Effort>,
}

impl<'g> Board<'g> {
    fn new(
        game: &AnyGame,
        opening: &Opening,
        seats: &[Seat<'_>],
        terms: &'g Terms,
        cancelled: &'g AtomicBool,
    ) -> Self {
        let opened = opening.moves.iter().copied().map(PlayedMove::unsearched);
        let clock =
            |seat: &Seat<'_>| PlayerClock::new(seat.participant.pace_in(&terms.pace).unwrap_or_default());
        Self {
            terms,
            cancelled,
            game: GameSoFar::after(game.clone(), opening.start.clone(), opening.moves.iter().copied()),
            opening_plies: opening.moves.len(),
            legal: MoveList::new(),
            moves: opened.collect(),
            clocks: seats.iter().map(clock).collect(),
            opinions: Opinions::default(),
            effort: vec![Effort::default(); seats.len()],
        }
    }

    fn play(mut self, seats: &mut [Seat<'_>]) -> Option<PlayedGame> {
        let (outcome, ending) = loop {
            if self.cancelled.load(Ordering::Relaxed) {
                return None;
            }
            let (position, history) = (self.game.position(), self.game.history());
            position.legal_moves(&mut self.legal);
            if let Some(outcome) = history.outcome_given(position, !self.legal.is_empty()) {
                let rule = self.game.game().ending_text(position, history).unwrap_or("the rules");
                break (outcome, Ending::Rules(rule.into()));
            }
            if self.terms.ply_cap.is_some_and(|cap| self.moves.len() >= cap) {
                break (Outcome::Draw, Ending::PlyCap);
            }
            let (clock, plies) = (*history.clock(), self.moves.len());
            if let Some((outcome, grounds)) = self.terms.verdict(position, clock, &self.opinions, plies) {
                break (outcome, Ending::Adjudication(grounds));
            }
            let mover = position.to_move();
            let seat = &mut seats[mover.index()];
            match self.next_move(seat) {
                Ok(played) => {
                    self.game.play(played.mv);
                    self.moves.push(played);
                    if self.terms.pondering == Pondering::On {
                        self.ponder(mover, seat);
                    }
                }
                // What a competitor says while it is called off is no failure.
                Err(_) if self.cancelled.load(Ordering::Relaxed) => return None,
                Err(failure) => {
                    let competitor = seat.participant.name().to_owned();
                    break (self.lost(failure.cause), Ending::Forfeit { competitor, failure });
                }
            }
        };
        let Self { game, opening_plies, moves, effort, .. } = self;
        let start = game.start().clone();
        Some(PlayedGame { start, moves, opening_plies, outcome, ending, effort, played_by: None })
    }

    /// Returns the next move: the only one there is, or the one that the player chooses.
    fn next_move(&mut self, seat: &mut Seat<'_>) -> Result<PlayedMove<AnyMove>, Failure> {
        let mover = self.game.to_move();
        if let [forced] = self.legal[..] {
            self.clocks[mover.index()].press(Duration::ZERO, self.terms.margin)?;
            return Ok(PlayedMove::unsearched(forced));
        }
        let rules = self.game.game();
        let position = &rules.seen_by(self.game.position(), mover);
        if let Some(mv) = rules.announced_move(position, &mut |other| seat.competitor.estimate(other)) {
            return Ok(PlayedMove::unsearched(mv));
        }
        let remaining = self.remaining(seat.participant);
        let turn = self.turn(mover, seat.participant, position, &remaining);
        let started = Instant::now();
        let choice = seat.competitor.choose(&turn)?;
        let used = started.elapsed();
        if !self.legal.contains(&choice.mv) {
            let text = format!("{:?} in {}", choice.mv, rules.position_text(Native, position));
            return Err(Failure::new(Cause::IllegalMove, text));
        }
        self.effort[mover.index()] +=
            Effort { moves: 1, nodes: choice.nodes, depths: choice.depth.unwrap_or(0).into(), time: used };
        self.clocks[mover.index()].press(used, self.terms.margin)?;
        if !self.terms.adjudication.is_off() {
            self.opinions.hear(&self.terms.adjudication, mover, choice.share);
        }
        Ok(PlayedMove { mv: choice.mv, score: choice.score, depth: choice.depth, time: Some(used) })
    }

    /// Lets the player who has just moved think on.
    fn ponder(&self, player: Player, seat: &mut Seat<'_>) {
        let position = &self.game.game().seen_by(self.game.position(), player);
        let remaining = self.remaining(seat.participant);
        seat.competitor.ponder(&self.turn(player, seat.participant, position, &remaining));
    }

    /// Returns what is left on all clocks, in a game with clocks.
    fn remaining(&self, participant: &Participant) -> Vec<Duration> {
        let pace = participant.pace_in(&self.terms.pace).unwrap_or_default();
        let clocks = self.clocks.iter().filter(|_| pace.clock.is_some());
        clocks.map(PlayerClock::remaining).collect()
    }

    /// Returns the game as `player` may know it.
    fn turn<'t>(
        &'t self,
        player: Player,
        participant: &Participant,
        position: &'t AnyPosition,
        remaining: &'t [Duration],
    ) -> Turn<'t> {
        let pace = participant.pace_in(&self.terms.pace).unwrap_or_default();
        let clock = &self.clocks[player.index()];
        Turn {
            game: &self.game,
            position,
            limits: Limits { clock: clock.shown(), ..pace.limits },
            deadline: clock.allowed(self.terms.margin),
            remaining,
            cancelled: self.cancelled,
        }
    }

    /// Returns the outcome where the player to move failed: it is last, and the others share what is left. Whose time
    /// is up against an opponent who cannot win has a draw.
    fn lost(&self, cause: Cause) -> Outcome {
        let (players, loser) = (self.effort.len(), self.game.to_move());
        if players != 2 {
            return last(loser);
        }
        if cause == Cause::Time && !self.game.game().can_win(self.game.position(), loser.opponent()) {
            return Outcome::Draw;
        }
        Outcome::Win(loser.opponent())
    }
}

/// One player is last.
fn last(player: Player) -> Outcome {
    let mut places = [0; MAX_PLAYERS];
    places[player.index()] = 1;
    Outcome::Places(places)
}
