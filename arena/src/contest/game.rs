//! One game of a match.

use std::{
    ops::AddAssign,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use damier_engine::search::Limits;
use damier_rules::{Game, History, MoveList, Outcome, Player, Position, game::MoveOf, player::MAX_PLAYERS};

use super::Ending;
use crate::{competitor::Competitor, opening::Opening, statistics::GamePoint};

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove<M> {
    /// The move.
    pub mv: M,
    /// What its player thought of the position; `None` for moves of the opening and forced ones.
    pub score: Option<String>,
    /// The depth of the search.
    pub depth: Option<u32>,
}

/// What searching has cost a competitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves that were searched for.
    pub moves: u64,
    /// Nodes or simulations.
    pub nodes: u64,
    /// The depths of the searches, added up.
    pub depths: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.time += other.time;
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// Its place in the match; games `2n` and `2n + 1` are a pair.
    pub index: usize,
    /// Where it started.
    pub start: G::Position,
    /// All moves, those of the opening included.
    pub moves: Vec<PlayedMove<MoveOf<G>>>,
    /// How many of them are the opening.
    pub opening_plies: usize,
    /// The seat of the first competitor; the other has the other one.
    pub first_seat: Player,
    /// The outcome.
    pub outcome: Outcome,
    /// How it ended.
    pub ending: Ending,
    /// What searching has cost, by competitor.
    pub effort: [Effort; 2],
}

impl<G: Game> PlayedGame<G> {
    /// The key of the position in which the competitors took over.
    pub fn opening_key(&self) -> u64 {
        let mut position = self.start.clone();
        self.moves[..self.opening_plies].iter().for_each(|played| position.play(played.mv));
        position.key()
    }

    /// What the first competitor got.
    pub fn point(&self) -> GamePoint {
        GamePoint::of_share(self.outcome.share(self.first_seat, 2))
    }
}

/// A competitor at the board.
pub(crate) struct Seated<'c, P: Position> {
    pub(crate) name: &'c str,
    pub(crate) limits: Limits,
    pub(crate) competitor: &'c mut dyn Competitor<P>,
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Course<G: Game> {
    /// Where it started.
    pub start: G::Position,
    /// All moves, those of the opening included.
    pub moves: Vec<PlayedMove<MoveOf<G>>>,
    /// How many of them are the opening.
    pub opening_plies: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// How it ended.
    pub ending: Ending,
    /// What searching has cost, by seat.
    pub effort: Vec<Effort>,
}

/// Plays game `index` of a match; `None` if it was cancelled on the way.
pub(super) fn play<G: Game>(
    game: &G,
    index: usize,
    opening: &Opening<G>,
    competitors: &mut [Seated<'_, G::Position>; 2],
    ply_cap: Option<usize>,
    cancelled: &AtomicBool,
) -> Option<PlayedGame<G>> {
    // The games of a pair are neighbours and differ in the seats.
    let first_seat = if index.is_multiple_of(2) { Player::FIRST } else { Player::SECOND };
    let [one, other] = competitors;
    let mut seats = if first_seat == Player::FIRST { [one, other] } else { [other, one] };
    let Course { start, moves, opening_plies, outcome, ending, effort } =
        run_game(game, opening, &mut seats, ply_cap, cancelled)?;
    let by_competitor = [first_seat, first_seat.opponent()].map(|seat| effort[seat.index()]);
    Some(PlayedGame {
        index,
        start,
        moves,
        opening_plies,
        first_seat,
        outcome,
        ending,
        effort: by_competitor,
    })
}

/// Plays a game between `seats`, one for each player; `None` if it was cancelled on the way.
pub(crate) fn run_game<G: Game>(
    game: &G,
    opening: &Opening<G>,
    seats: &mut [&mut Seated<'_, G::Position>],
    ply_cap: Option<usize>,
    cancelled: &AtomicBool,
) -> Option<Course<G>> {
    let (mut position, mut history) = opening.played();
    let opened = opening.moves.iter().map(|mv| PlayedMove { mv: *mv, score: None, depth: None });
    let mut moves: Vec<_> = opened.collect();
    let mut effort = vec![Effort::default(); seats.len()];
    let mut legal = MoveList::new();
    let (outcome, ending) = loop {
        if cancelled.load(Ordering::Relaxed) {
            return None;
        }
        position.legal_moves(&mut legal);
        if let Some(outcome) = history.outcome_given(&position, !legal.is_empty()) {
            let rule = game.ending_text(&position, &history).unwrap_or("the rules");
            break (outcome, Ending::Rules(rule));
        }
        if ply_cap.is_some_and(|cap| moves.len() >= cap) {
            break (Outcome::Draw, Ending::PlyCap);
        }
        let mover = position.to_move().index();
        let played = match legal[..] {
            [forced] => Ok(PlayedMove { mv: forced, score: None, depth: None }),
            _ => ask::<G>(game, &position, &history, &legal, seats[mover], &mut effort[mover]),
        };
        match played {
            Ok(played) => {
                history.play(&mut position, played.mv);
                moves.push(played);
            }
            Err(reason) => {
                let competitor = seats[mover].name.to_owned();
                break (forfeited(position.to_move(), seats.len()), Ending::Forfeit { competitor, reason });
            }
        }
    };
    let opening_plies = opening.moves.len();
    Some(Course { start: opening.start.clone(), moves, opening_plies, outcome, ending, effort })
}

/// The outcome where `player` failed: it is last, and the others share what is left.
fn forfeited(player: Player, players: usize) -> Outcome {
    if players == 2 {
        return Outcome::Win(player.opponent());
    }
    let mut places = [0; MAX_PLAYERS];
    places[player.index()] = 1;
    Outcome::Places(places)
}

/// Asks a competitor for a move and checks it.
fn ask<G: Game>(
    game: &G,
    position: &G::Position,
    history: &History<G::Position>,
    legal: &[MoveOf<G>],
    seated: &mut Seated<'_, G::Position>,
    effort: &mut Effort,
) -> Result<PlayedMove<MoveOf<G>>, String> {
    let started = Instant::now();
    let position = &game.seen_by(position, position.to_move());
    if let Some(mv) = game.announced_move(position, &mut |other| seated.competitor.estimate(other)) {
        return Ok(PlayedMove { mv, score: None, depth: None });
    }
    let choice = seated.competitor.choose(position, history, &seated.limits)?;
    *effort += Effort {
        moves: 1,
        nodes: choice.nodes,
        depths: choice.depth.unwrap_or(0).into(),
        time: started.elapsed(),
    };
    if !legal.contains(&choice.mv) {
        return Err(format!("illegal move {:?} in {}", choice.mv, game.position_text(position)));
    }
    Ok(PlayedMove { mv: choice.mv, score: choice.score, depth: choice.depth })
}
