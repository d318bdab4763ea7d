//! What is known of one position.

use damier_rules::{AnyMove, AnyPosition, History, MoveList, Outcome, Player, Position};

use crate::{
    AnyEngine,
    evaluation::Value,
    search::{Limits, Line, Proof, SearchReport, StopHandle},
};

/// What is known of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding<M> {
    /// Whose turn it is.
    pub to_move: Player,
    /// The number of players.
    pub players: usize,
    /// What the position is worth with best play, as far as the search sees, relative to the player to move.
    pub value: Value,
    /// Expected plies to the end of the game.
    pub moves_left: f32,
    /// What is proven, for the player to move.
    pub proof: Proof,
    /// What the rules say, where they end the game here.
    pub outcome: Option<Outcome>,
    /// The search; `None` where the rules end the game, or allow a single move and what follows was searched.
    pub search: Option<SearchReport<M>>,
}

impl<M: Copy + PartialEq> Finding<M> {
    /// Of a position in which the game is over.
    pub fn of_outcome<P: Position>(position: &P, outcome: Outcome) -> Self {
        let (to_move, players) = (position.to_move(), position.players());
        Self {
            to_move,
            players,
            value: Value::of_outcome(outcome, to_move, players),
            moves_left: 0.0,
            proof: Proof::of_share(outcome.share(to_move, players), players),
            outcome: Some(outcome),
            search: None,
        }
    }

    /// Of a position that was searched.
    pub fn of_search<P: Position<Move = M>>(position: &P, search: SearchReport<M>) -> Self {
        let best = search.lines.first();
        // The mean of all simulations counts the bad moves that were tried, too.
        let of_best = best.and_then(|line| line.wdl).filter(|_| search.proof == Proof::Unknown);
        Self {
            to_move: position.to_move(),
            players: position.players(),
            value: of_best.map_or(search.value, Value::Two),
            moves_left: best.and_then(|line| line.moves_left).unwrap_or(search.moves_left),
            proof: search.proof,
            outcome: None,
            search: Some(search),
        }
    }

    /// Of a position with a single legal move, from what is known of the position behind it.
    pub fn before_forced<P: Position>(position: &P, behind: &Self) -> Self {
        let player = position.to_move();
        Self {
            to_move: player,
            players: behind.players,
            value: behind.value_for(player),
            moves_left: behind.moves_left + 1.0,
            proof: behind.proof_for(player),
            outcome: None,
            search: None,
        }
    }

    /// The value relative to `player`.
    pub fn value_for(&self, player: Player) -> Value {
        match self.value {
            _ if player == self.to_move => self.value,
            Value::Two(wdl) => Value::Two(wdl.flipped()),
            Value::Many(_) => {
                Value::Many(self.value.by_seat(self.to_move).relative(player, self.players, 1.0))
            }
        }
    }

    /// What is proven for `player`: between more than two players nothing, unless it is the one to move.
    pub fn proof_for(&self, player: Player) -> Proof {
        match self.proof {
            proof if player == self.to_move => proof,
            Proof::Win if self.players == 2 => Proof::Loss,
            Proof::Loss if self.players == 2 => Proof::Win,
            Proof::Between if self.players == 2 => Proof::Between,
            _ => Proof::Unknown,
        }
    }

    /// The best line, where a search found one.
    pub fn best(&self) -> Option<&Line<M>> {
        self.search.as_ref()?.lines.first()
    }
}

/// Finds out about the current position of a game: by the rules, else by a search. Several moves are told where
/// the engine's options ask for several lines.
pub fn look(
    engine: &mut AnyEngine,
    position: &AnyPosition,
    history: &History<AnyPosition>,
    limits: &Limits,
    control: &StopHandle,
    watch: &mut dyn FnMut(&SearchReport<AnyMove>),
) -> Finding<AnyMove> {
    match history.outcome(position) {
        Some(outcome) => Finding::of_outcome(position, outcome),
        None => {
            let report = engine.think(position, history, limits, control, watch);
            Finding::of_search(position, report)
        }
    }
}

/// The same for a position whose forced moves are made first, so that the search is about a choice.
pub(super) fn look_behind_forced(
    engine: &mut AnyEngine,
    position: &AnyPosition,
    history: &History<AnyPosition>,
    limits: &Limits,
    control: &StopHandle,
) -> Finding<AnyMove> {
    let mut history = history.clone();
    let mut trail = vec![position.clone()];
    let mut moves = MoveList::new();
    let mut finding = loop {
        let at = trail.last().expect("it begins with one");
        at.legal_moves(&mut moves);
        match moves[..] {
            [forced] if history.outcome(at).is_none() => {
                let mut next = at.clone();
                history.play(&mut next, forced);
                trail.push(next);
            }
            _ => break look(engine, at, &history, limits, control, &mut |_| ()),
        }
    };
    for before in trail.iter().rev().skip(1) {
        finding = Finding::before_forced(before, &finding);
    }
    finding
}
