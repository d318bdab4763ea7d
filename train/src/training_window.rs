//! The positions of a game that are learned from, and batches of them.

use damier_engine::net::NetError;
use damier_records::{GameRecord, RecordError};
use damier_rules::{AnyFeatures, AnyGame, Features as _, Game as _};
use rayon::prelude::*;

use crate::{
    batch::{Assembler, Assembly, Batch},
    config::TrainConfig,
    example::{Example, GameExamples},
    teacher::{Teacher, TeacherIdentity},
    window::Window,
};

/// A part of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Positions to learn from.
    Learned,
    /// Positions that are held out.
    HeldOut,
}

/// A [`Window`] with what turns records into its positions, and those into batches.
pub struct TrainingWindow {
    game: AnyGame,
    features: AnyFeatures,
    window: Window,
    root_horizon: f32,
    policy_temperature: f32,
    teacher: Option<Teacher>,
    encodes: bool,
}

impl TrainingWindow {
    /// Returns an empty window, whose batches have the features of a set of the game.
    ///
    /// # Errors
    /// The game has no such feature set.
    pub fn new(game: AnyGame, feature_set: &str, config: &TrainConfig) -> Result<Self, NetError> {
        let features = game.features(feature_set).ok_or_else(|| NetError::FeatureSet {
            game: game.id().to_owned(),
            found: feature_set.to_owned(),
            known: game.feature_sets().join(", "),
        })?;
        Ok(Self {
            game,
            features,
            window: Window::new(config),
            root_horizon: config.root_horizon,
            policy_temperature: config.policy_temperature,
            teacher: None,
            encodes: false,
        })
    }

    /// Returns the same window, where a teacher has its part in the targets of what is learned; what is held out stays as
    /// the searches found it.
    #[must_use]
    pub fn taught_by(self, teacher: Teacher) -> Self {
        Self { teacher: Some(teacher), ..self }
    }

    /// Returns the same window, which works features out when games are added instead of at every step.
    #[must_use]
    pub fn encoding_at_once(self) -> Self {
        Self { encodes: true, ..self }
    }

    /// Adds the games of a generation in the order of `records`, on the current rayon pool. They are of `played`: the
    /// window's game, or another one whose [nets](damier_rules::Game::net_id) are the same.
    ///
    /// # Errors
    /// A record contradicts the rules; the games before it are added.
    pub fn fill(
        &mut self,
        played: &AnyGame,
        generation: u32,
        records: &[GameRecord],
    ) -> Result<(), RecordError> {
        let this = &*self;
        let converted = records.par_iter().map_init(
            // Each thread asks a teacher of its own.
            || this.teacher.clone(),
            |teacher, record| this.examples(played, teacher.as_mut(), generation, record),
        );
        for examples in converted.collect::<Vec<_>>() {
            self.window.push(examples?);
        }
        Ok(())
    }

    /// Adds the next game; see [`Window::push`].
    pub fn push(&mut self, game: GameExamples) {
        self.window.push(game);
    }

    /// Returns the positions.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Returns the identity of the features that batches hold.
    pub fn feature_set(&self) -> String {
        self.features.id()
    }

    /// Returns the number of positions of a part.
    pub fn len(&self, part: Part) -> usize {
        match part {
            Part::Learned => self.window.len(),
            Part::HeldOut => self.window.held_out_len(),
        }
    }

    /// Returns what the teacher's lessons follow from, where there is a teacher.
    pub fn teacher(&self) -> Option<TeacherIdentity> {
        self.teacher.as_ref().map(Teacher::identity)
    }

    /// Makes a batch of positions, given by their indices in a part, on the current rayon pool.
    ///
    /// # Panics
    /// If an index is out of range.
    pub fn batch(&self, part: Part, positions: &[usize], assembly: Assembly) -> Batch {
        let example = |slot: usize| self.get(part, positions[slot]);
        Batch::assemble(&self.game, &self.features, positions.len(), example, assembly)
    }

    /// Returns a maker of batches of learned positions, for one thread.
    pub fn batch_maker(&self) -> BatchMaker<'_> {
        BatchMaker { window: self, assembler: Assembler::new(&self.game, &self.features) }
    }

    fn get(&self, part: Part, index: usize) -> (&GameExamples, &Example) {
        match part {
            Part::Learned => self.window.learned(index),
            Part::HeldOut => self.window.held_out(index),
        }
    }

    /// Returns the positions of a record as they are learned.
    fn examples(
        &self,
        played: &AnyGame,
        teacher: Option<&mut Teacher>,
        generation: u32,
        record: &GameRecord,
    ) -> Result<GameExamples, RecordError> {
        let mut examples = GameExamples::from_record(played, generation, record)?;
        examples.look_ahead(record, self.root_horizon);
        examples.soften(self.policy_temperature);
        if self.window.holds_out(examples.key) {
            return Ok(examples);
        }
        if let Some(teacher) = teacher {
            examples = teacher.taught(&examples);
        }
        if self.encodes {
            examples.encode(&self.game, &self.features);
        }
        Ok(examples)
    }
}

/// Makes one batch after the other, in memory that it uses again.
pub struct BatchMaker<'w> {
    window: &'w TrainingWindow,
    assembler: Assembler,
}

impl BatchMaker<'_> {
    /// Makes a batch of learned positions, given by their indices.
    ///
    /// # Panics
    /// If an index is out of range.
    pub fn make(&mut self, positions: &[usize], assembly: Assembly) -> &Batch {
        let example = |slot: usize| self.window.get(Part::Learned, positions[slot]);
        self.assembler.assemble(0..positions.len(), example, assembly)
    }
}
