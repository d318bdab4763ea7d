//! The window of a game, whatever the type of its positions, and batches of it.

use std::{any::Any, sync::Arc};

use damier_engine::net::{Net, NetError};
use damier_records::{GameRecord, RecordError};
use damier_rules::{AnyGame, Features, Game};
use rayon::prelude::*;

use crate::{
    batch::{Assembler, Assembly, Batch},
    config::TrainConfig,
    example::{Example, GameExamples},
    surprise::SurpriseMeter,
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

/// A [`Window`] without the type of its positions: what training asks of it.
pub trait TrainingWindow: Send + Sync {
    /// Returns the identity of the features that batches hold.
    fn feature_set(&self) -> String;

    /// Returns the number of positions of a part.
    fn len(&self, part: Part) -> usize;

    /// Returns the number of positions ever added; see [`Window::total`].
    fn total(&self) -> u64;

    /// Returns the generation of the newest game; 0 where there is none.
    fn newest_generation(&self) -> u32;

    /// Returns a number that changes with the positions to learn from.
    fn fingerprint(&self) -> u64;

    /// Returns what the teacher's lessons follow from, where there is a teacher.
    fn teacher(&self) -> Option<TeacherIdentity>;

    /// Returns the weight with which each position to learn from is drawn; see [`Window::weights`].
    fn weights(&self) -> Option<Vec<f32>>;

    /// Measures the surprise of games that are filled in from now on by the policy of a net.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    fn compare_with(&mut self, net: Arc<Net>) -> Result<(), NetError>;

    /// Adds the games of a generation in the order of `records`, on the current rayon pool. They are of `played`: the
    /// window's game, or another one whose [nets](Game::net_id) are the same.
    ///
    /// # Errors
    /// A record contradicts the rules; the games before it are added.
    ///
    /// # Panics
    /// If the nets of `played` are others.
    fn fill(&mut self, played: &AnyGame, generation: u32, records: &[GameRecord]) -> Result<(), RecordError>;

    /// Makes a batch of positions, given by their indices in a part, on the current rayon pool.
    ///
    /// # Panics
    /// If an index is out of range.
    fn batch(&self, part: Part, positions: &[usize], assembly: Assembly) -> Batch;

    /// Returns a maker of batches of learned positions, for one thread.
    fn batch_maker(&self) -> Box<dyn BatchMaker + '_>;
}

/// Makes one batch after the other, in memory that it uses again.
pub trait BatchMaker {
    /// Makes a batch of learned positions, given by their indices.
    ///
    /// # Panics
    /// If an index is out of range.
    fn make(&mut self, positions: &[usize], assembly: Assembly) -> &Batch;
}

/// The [`TrainingWindow`] of a game.
pub struct GameWindow<G: Game> {
    game: G,
    features: G::Features,
    window: Window<G::Position>,
    root_horizon: f32,
    policy_temperature: f32,
    judges: Judges<G>,
    encodes: bool,
}

/// Nets that have their part in what is learned; each thread that converts games has its own.
#[derive(Clone)]
struct Judges<G: Game> {
    teacher: Option<Teacher<G>>,
    surprise: Option<SurpriseMeter<G>>,
}

impl<G: Game> GameWindow<G> {
    /// Returns an empty window, whose batches have the features of a set of the game.
    ///
    /// # Errors
    /// The game has no such feature set.
    pub fn new(game: G, feature_set: &str, config: &TrainConfig) -> Result<Self, NetError> {
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
            judges: Judges { teacher: None, surprise: None },
            encodes: false,
        })
    }

    /// Returns the same window, where a teacher has its part in the targets of what is learned; what is held out stays as
    /// the searches found it.
    #[must_use]
    pub fn taught_by(self, teacher: Teacher<G>) -> Self {
        Self { judges: Judges { teacher: Some(teacher), ..self.judges }, ..self }
    }

    /// Returns the same window, which works features out when games are added instead of at every step.
    #[must_use]
    pub fn encoding_at_once(self) -> Self {
        Self { encodes: true, ..self }
    }

    /// Adds the next game; see [`Window::push`].
    pub fn push(&mut self, game: GameExamples<G::Position>) {
        self.window.push(game);
    }

    /// Returns the window with the type of its positions.
    pub fn typed(&self) -> &Window<G::Position> {
        &self.window
    }

    fn get(&self, part: Part, index: usize) -> (&GameExamples<G::Position>, &Example<G::Position>) {
        match part {
            Part::Learned => self.window.learned(index),
            Part::HeldOut => self.window.held_out(index),
        }
    }

    /// Returns the positions of a record as they are learned.
    fn examples(
        &self,
        played: &G,
        judges: &mut Judges<G>,
        generation: u32,
        record: &GameRecord,
    ) -> Result<GameExamples<G::Position>, RecordError> {
        let mut examples = GameExamples::from_record(played, generation, record)?;
        examples.look_ahead(record, self.root_horizon);
        if self.window.holds_out(examples.key) {
            examples.soften(self.policy_temperature);
            return Ok(examples);
        }
        // What the search found is compared, not what is made of it.
        let surprises = judges.surprise.as_mut().map(|meter| meter.surprises(&examples));
        examples.soften(self.policy_temperature);
        if let Some(teacher) = &mut judges.teacher {
            examples = teacher.taught(&examples);
        }
        examples.set_surprises(surprises.unwrap_or_default());
        if self.encodes {
            examples.encode(&self.game, &self.features);
        }
        Ok(examples)
    }
}

impl<G: Game> TrainingWindow for GameWindow<G> {
    fn feature_set(&self) -> String {
        self.features.id()
    }

    fn len(&self, part: Part) -> usize {
        match part {
            Part::Learned => self.window.len(),
            Part::HeldOut => self.window.held_out_len(),
        }
    }

    fn total(&self) -> u64 {
        self.window.total()
    }

    fn newest_generation(&self) -> u32 {
        self.window.newest_generation()
    }

    fn fingerprint(&self) -> u64 {
        self.window.fingerprint()
    }

    fn teacher(&self) -> Option<TeacherIdentity> {
        self.judges.teacher.as_ref().map(Teacher::identity)
    }

    fn weights(&self) -> Option<Vec<f32>> {
        self.window.weights()
    }

    fn compare_with(&mut self, net: Arc<Net>) -> Result<(), NetError> {
        self.judges.surprise = Some(SurpriseMeter::new(self.game.clone(), net)?);
        Ok(())
    }

    fn fill(&mut self, played: &AnyGame, generation: u32, records: &[GameRecord]) -> Result<(), RecordError> {
        let played = played.typed().expect("a game with the window's nets");
        let this = &*self;
        let converter = || -> Converter<'_> {
            let mut judges = this.judges.clone();
            Box::new(move |record| Ok(Box::new(this.examples(played, &mut judges, generation, record)?)))
        };
        for examples in converted(records, &converter) {
            let examples = examples?.downcast().expect("the converter made it");
            self.window.push(*examples);
        }
        Ok(())
    }

    fn batch(&self, part: Part, positions: &[usize], assembly: Assembly) -> Batch {
        let example = |slot: usize| self.get(part, positions[slot]);
        Batch::assemble(&self.game, &self.features, positions.len(), example, assembly)
    }

    fn batch_maker(&self) -> Box<dyn BatchMaker + '_> {
        Box::new(WindowBatches { window: self, assembler: Assembler::new(&self.game, &self.features) })
    }
}

/// Makes the examples of a record, without the type of their positions.
type Converter<'a> = Box<dyn FnMut(&GameRecord) -> Result<Box<dyn Any + Send>, RecordError> + 'a>;

/// Converts records on the current rayon pool, by a converter for each of its parts; compiled once for all games.
fn converted<'a>(
    records: &[GameRecord],
    converter: &(dyn Fn() -> Converter<'a> + Sync),
) -> Vec<Result<Box<dyn Any + Send>, RecordError>> {
    records.par_iter().map_init(converter, |convert, record| convert(record)).collect()
}

/// See [`TrainingWindow::batch_maker`].
struct WindowBatches<'w, G: Game> {
    window: &'w GameWindow<G>,
    assembler: Assembler<'w, G>,
}

impl<G: Game> BatchMaker for WindowBatches<'_, G> {
    fn make(&mut self, positions: &[usize], assembly: Assembly) -> &Batch {
        let example = |slot: usize| self.window.get(Part::Learned, positions[slot]);
        self.assembler.assemble(0..positions.len(), example, assembly)
    }
}
