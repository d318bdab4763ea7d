//! The positions of one step, as the network sees them.

use std::{mem, ops::Range};

use damier_engine::Value;
use damier_numerics::seed;
use damier_records::quantised::ONE;
use damier_rules::{AnyEncoder, AnyFeatures, AnyGame, Game as _, Position as _, Symmetry as _};
use rayon::prelude::*;

use crate::{
    config::Augmentation,
    encoded::EncodedPosition,
    example::{Example, GameExamples, PolicyShare},
    lists::Lists,
};

/// Positions per task of the assembly.
const POSITIONS_PER_TASK: usize = 64;

/// Positions that are looked up together: they lie all over the memory, and the waits for them overlap.
const LOOKED_UP: usize = 32;

/// Positions with their targets; everything is relative to the player to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Batch {
    /// The number of players.
    pub players: usize,
    /// The active features of each position.
    pub active: Lists,
    /// The policy rows of each position's legal moves, in canonical order.
    pub moves: Lists,
    /// The policy targets, parallel to the items of `moves`: probabilities, or zeros where a position has
    /// no policy target.
    pub policy: Vec<f32>,
    /// Whether each position has a policy target.
    pub has_policy: Vec<bool>,
    /// The value target of each position, `[positions, classes]`: win, draw and loss, or with more than two
    /// players the share of each, first the player to move.
    pub value: Vec<f32>,
    /// How each game ended, in the same way.
    pub outcome: Vec<f32>,
    /// Plies to the end of the game; 0 where `counts_plies` is 0.
    pub plies_left: Vec<f32>,
    /// 1 where the end of the game is known, 0 elsewhere.
    pub counts_plies: Vec<f32>,
    /// The generation of each position's game.
    pub generation: Vec<u32>,
}

/// How positions become a batch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Assembly {
    /// The share of the search's root value in the value target.
    pub root_value_share: f32,
    /// Whether positions are turned at random.
    pub augmentation: Augmentation,
    /// Determines how they are turned.
    pub seed: u64,
}

impl Batch {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.active.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes a batch of the `count` positions that `example` gives, with all threads; the same for the same
    /// arguments whatever their number.
    pub fn assemble<'w>(
        game: &AnyGame,
        features: &AnyFeatures,
        count: usize,
        example: impl Fn(usize) -> (&'w GameExamples, &'w Example) + Sync,
        assembly: Assembly,
    ) -> Self {
        let slots = |task: usize| {
            let from = task * POSITIONS_PER_TASK;
            from..(from + POSITIONS_PER_TASK).min(count)
        };
        let tasks = (0..count.div_ceil(POSITIONS_PER_TASK)).into_par_iter();
        let parts = tasks.map_init(
            || Assembler::new(game, features),
            |assembler, task| {
                assembler.assemble(slots(task), &example, assembly);
                mem::take(&mut assembler.batch)
            },
        );
        let mut batch = Self { players: game.start().players(), ..Self::default() };
        parts.collect::<Vec<_>>().into_iter().for_each(|part| batch.append(part));
        batch
    }

    fn clear(&mut self) {
        self.active.clear();
        self.moves.clear();
        self.policy.clear();
        self.has_policy.clear();
        self.value.clear();
        self.outcome.clear();
        self.plies_left.clear();
        self.counts_plies.clear();
        self.generation.clear();
    }

    fn append(&mut self, part: Self) {
        self.active.append(&part.active);
        self.moves.append(&part.moves);
        self.policy.extend(part.policy);
        self.has_policy.extend(part.has_policy);
        self.value.extend(part.value);
        self.outcome.extend(part.outcome);
        self.plies_left.extend(part.plies_left);
        self.counts_plies.extend(part.counts_plies);
        self.generation.extend(part.generation);
    }
}

/// A position that was drawn.
struct Drawn<'w> {
    example: &'w Example,
    /// How its game ended, for the player to move.
    outcome: Value,
    /// Its policy target.
    shares: &'w [PolicyShare],
    /// What a network sees of it, where that was worked out before.
    encoded: Option<EncodedPosition<'w>>,
}

/// Makes whole batches with the thread that calls it, with working memory that it uses again.
pub struct Assembler {
    encoder: AnyEncoder,
    /// What turns positions at random: symmetries that a network does not see through.
    symmetries: Vec<usize>,
    batch: Batch,
    /// Where the moves of a policy target stand among the legal ones.
    places: Vec<usize>,
}

impl Assembler {
    /// For batches of a game.
    pub fn new(game: &AnyGame, features: &AnyFeatures) -> Self {
        Self {
            encoder: AnyEncoder::new(game, features),
            symmetries: game.seen_symmetries(game.start().to_move()),
            batch: Batch { players: game.start().players(), ..Batch::default() },
            places: Vec::new(),
        }
    }

    /// Makes a batch of the positions that `example` gives for `slots`, counted in the whole batch; it takes the
    /// place of the one before.
    pub fn assemble<'w>(
        &mut self,
        slots: Range<usize>,
        example: impl Fn(usize) -> (&'w GameExamples, &'w Example),
        assembly: Assembly,
    ) -> &Batch {
        self.batch.clear();
        let mut found = Vec::with_capacity(LOOKED_UP);
        for from in slots.clone().step_by(LOOKED_UP) {
            let slots = from..(from + LOOKED_UP).min(slots.end);
            found.extend(slots.clone().map(|slot| {
                let (source, example) = example(slot);
                let (outcome, shares) = (example.outcome_value(), source.policy(example));
                let drawn = Drawn { example, outcome, shares, encoded: source.encoded(example) };
                (source.key.generation, drawn)
            }));
            for (slot, (generation, drawn)) in slots.zip(found.drain(..)) {
                self.batch.generation.push(generation);
                self.push(slot, drawn, assembly);
            }
        }
        &self.batch
    }

    fn push(&mut self, slot: usize, drawn: Drawn<'_>, assembly: Assembly) {
        let Drawn { example, outcome, shares, encoded } = drawn;
        let symmetry = match assembly.augmentation {
            Augmentation::Random => {
                let draw = seed::draw(assembly.seed, slot as u64) % self.symmetries.len() as u64;
                self.symmetries[draw as usize]
            }
            Augmentation::None => 0,
        };
        let original = &example.position;
        let policy_start = self.batch.policy.len();
        self.places.clear();
        self.places.extend(shares.iter().map(|(place, _)| usize::from(*place)));
        if symmetry != 0 {
            self.encoder.encode_image(original, symmetry, &mut self.places);
            self.push_encoded();
        } else if let Some(EncodedPosition { active, rows }) = encoded {
            active.copy_to(&mut self.batch.active);
            rows.copy_to(&mut self.batch.moves);
            self.batch.policy.resize(policy_start + rows.len(), 0.0);
        } else {
            self.encoder.encode(original);
            self.push_encoded();
        }
        for (place, (_, share)) in self.places.iter().zip(shares) {
            self.batch.policy[policy_start + place] = f32::from(*share) / f32::from(ONE);
        }

        let batch = &mut self.batch;
        batch.has_policy.push(!shares.is_empty());
        let root = example.root.map_or(outcome, |root| root.value());
        let (target, classes) = outcome.mixed(&root, assembly.root_value_share).classes();
        batch.value.extend(&target[..classes]);
        batch.outcome.extend(&outcome.classes().0[..classes]);
        batch.plies_left.push(f32::from(example.plies_left.unwrap_or(0)));
        batch.counts_plies.push(f32::from(u8::from(example.plies_left.is_some())));
    }

    /// Adds the features and the moves of the position that was looked at last, and room for the targets of the moves.
    fn push_encoded(&mut self) {
        let rows = self.encoder.rows();
        self.batch.policy.resize(self.batch.policy.len() + rows.len(), 0.0);
        self.batch.active.push(self.encoder.active());
        self.batch.moves.push(rows);
    }
}
