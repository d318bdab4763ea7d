//! Positions to learn from, game by game.

use damier_engine::Value;
use damier_numerics::single;
use damier_records::{
    Ending, GameRecord, Ply, PlyKind, PolicyTarget, RecordError, Replay, RootValue, quantised::ONE,
};
use damier_rules::{AnyFeatures, AnyGame, AnyPosition, Outcome, Player, Position as _};

use crate::encoded::{Encoded, EncodedPosition};

/// Which game of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameKey {
    /// The generation whose net played it.
    pub generation: u32,
    /// Its number within the generation.
    pub index: u64,
}

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position.
    pub position: AnyPosition,
    /// How the game ended.
    pub outcome: Outcome,
    /// The search's value of the position, relative to the player to move.
    pub root: Option<RootValue>,
    /// Plies to the end of the game; `None` where the rules did not end it.
    pub plies_left: Option<u16>,
    /// Where the policy target lies in `GameExamples::shares`; empty where there is none.
    policy: std::ops::Range<u32>,
}

/// A part of a policy target: the number of a legal move in canonical order, and its share in units of 1/65535.
pub type PolicyShare = (u16, u16);

/// The positions of one game.
#[derive(Clone, Debug)]
pub struct GameExamples {
    /// Which game.
    pub key: GameKey,
    examples: Vec<Example>,
    /// Policy targets without the moves that have no share: often only one has any, and a window has many positions.
    shares: Vec<PolicyShare>,
    /// See [`encode`](Self::encode).
    encoded: Option<Encoded>,
}

impl Example {
    /// What the outcome was worth, relative to the player to move.
    pub fn outcome_value(&self) -> Value {
        Value::of_outcome(self.outcome, self.position.to_move(), self.position.players())
    }
}

impl GameExamples {
    /// No positions yet.
    pub fn new(key: GameKey) -> Self {
        Self { key, examples: Vec::new(), shares: Vec::new(), encoded: None }
    }

    /// Adds a position; `policy` is its target in canonical order of the legal moves, in units of 1/65535,
    /// empty where it has none.
    pub fn push(
        &mut self,
        position: AnyPosition,
        outcome: Outcome,
        root: Option<RootValue>,
        plies_left: Option<u16>,
        policy: &[u16],
    ) {
        let start = self.shares.len() as u32;
        let there = (0..).zip(policy.iter().copied()).filter(|(_, share)| *share > 0);
        self.shares.extend(there);
        let policy = start..self.shares.len() as u32;
        self.examples.push(Example { position, outcome, root, plies_left, policy });
        self.encoded = None;
    }

    /// Works out now what a network sees of these positions where they are not turned, which every step that learns one
    /// does else. It takes as many times two bytes (four where there are more than 65,536 of a kind) as positions have
    /// active features and legal moves.
    pub fn encode(&mut self, game: &AnyGame, features: &AnyFeatures) {
        let positions = self.examples.iter().map(|example| &example.position);
        self.encoded = Some(Encoded::of(game, features, positions));
    }

    /// What was worked out of one of the positions.
    pub(crate) fn encoded(&self, example: &Example) -> Option<EncodedPosition<'_>> {
        Some(self.encoded.as_ref()?.get(self.examples.element_offset(example)?))
    }

    /// Plays a record through. Searched plies become positions to learn from, with a policy target where
    /// the search was a full one; opening and forced plies do not.
    ///
    /// # Errors
    /// If the record cannot be replayed, or a policy target does not fit the legal moves.
    pub fn from_record(game: &AnyGame, generation: u32, record: &GameRecord) -> Result<Self, RecordError> {
        let mut examples = Self::new(GameKey { generation, index: record.index });
        let mut replay = Replay::new(game, record)?;
        while let Some(step) = replay.step()? {
            let root = match &step.ply.kind {
                PlyKind::Opening | PlyKind::Forced => continue,
                PlyKind::Fast { value, .. } | PlyKind::Searched { value, .. } => *value,
            };
            let policy = step.ply.kind.policy().map_or(&[][..], |policy| policy.shares());
            if !policy.is_empty() && policy.len() != step.moves.len() {
                let reason =
                    format!("a policy target of {} moves where {} are legal", policy.len(), step.moves.len());
                return Err(RecordError::Invalid { game: record.index, ply: step.number, reason });
            }
            let position = step.position.clone();
            let left = u16::try_from(record.plies.len() - step.number).unwrap_or(u16::MAX);
            let plies_left = (record.ending == Ending::Rules).then_some(left);
            examples.push(position, record.outcome, Some(root), plies_left, policy);
        }
        Ok(examples)
    }

    /// Replaces root values by short-term values: exponentially weighted means of each one and of those that follow, seen
    /// by the player to move. Each ply weighs `exp(-1 / horizon)` of the one before, and the outcome has what remains. Plies
    /// that were not searched count for the last one that was.
    ///
    /// The positions are those of `record`. `horizon` is in plies; 0 changes nothing.
    pub fn look_ahead(&mut self, record: &GameRecord, horizon: f32) {
        if horizon == 0.0 {
            return;
        }
        let is_searched = |ply: &Ply| !matches!(ply.kind, PlyKind::Opening | PlyKind::Forced);
        let plies = record.plies.iter().enumerate().filter(|(_, ply)| is_searched(ply));
        let plies: Vec<usize> = plies.map(|(number, _)| number).collect();
        let mut end = record.plies.len();
        let mut later: Option<(Value, Player)> = None;
        for (example, ply) in self.examples.iter_mut().zip(plies).rev() {
            let (player, players) = (example.position.to_move(), example.position.players());
            let outcome = example.outcome_value();
            let root = example.root.map_or(outcome, RootValue::value);
            let rest = later.map_or(outcome, |(value, of)| seen_by(value, of, player, players));
            let value = root.mixed(&rest, single::exp(-((end - ply) as f32) / horizon));
            example.root = Some(RootValue::from_value(&value));
            (later, end) = (Some((value, player)), ply);
        }
    }

    /// Raises the shares of policy targets to the power `1 / temperature` and normalises them; 1 changes nothing.
    pub fn soften(&mut self, temperature: f32) {
        if temperature == 1.0 {
            return;
        }
        for policy in self.examples.iter().map(|example| &example.policy).filter(|policy| !policy.is_empty())
        {
            let shares = &mut self.shares[policy.start as usize..policy.end as usize];
            let power = |(_, share): &PolicyShare| {
                single::powf(f32::from(*share) / f32::from(ONE), 1.0 / temperature)
            };
            let target = PolicyTarget::from_probabilities(&shares.iter().map(power).collect::<Vec<f32>>());
            for ((_, share), softened) in shares.iter_mut().zip(target.shares()) {
                *share = *softened;
            }
        }
    }

    /// Gives back the memory that more positions would have taken.
    pub fn shrink_to_fit(&mut self) {
        self.examples.shrink_to_fit();
        self.shares.shrink_to_fit();
        if let Some(encoded) = &mut self.encoded {
            encoded.shrink_to_fit();
        }
    }

    /// The positions, in the order they occurred.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// The policy target of one of the positions: the moves that have a share; empty where there is no target.
    pub fn policy(&self, example: &Example) -> &[PolicyShare] {
        &self.shares[example.policy.start as usize..example.policy.end as usize]
    }
}

/// Returns `value`, which is relative to player `of`, relative to `player`.
fn seen_by(value: Value, of: Player, player: Player, players: usize) -> Value {
    match value {
        Value::Two(wdl) if of != player => Value::Two(wdl.flipped()),
        Value::Two(_) => value,
        Value::Many(_) => Value::Many(value.by_seat(of).relative(player, players, 1.0)),
    }
}

#[cfg(test)]
mod tests {
    use damier_engine::evaluation::RelativeShares;

    use super::*;

    #[test]
    fn shares_of_several_players_turn_with_the_one_who_looks() {
        let many = |shares: [f32; 3]| Value::Many(RelativeShares::new(&shares));
        let seen = |of, player| seen_by(many([0.5, 0.3, 0.2]), Player::new(of), Player::new(player), 3);
        assert_eq!(seen(1, 1), many([0.5, 0.3, 0.2]));
        assert_eq!(seen(1, 2), many([0.3, 0.2, 0.5]));
        assert_eq!(seen(1, 0), many([0.2, 0.5, 0.3]));
    }
}
