//! Searched positions as columns of numbers.

use damier_engine::{Value, evaluation::value_classes};
use damier_records::{Ending, GameRecord, RecordError, Replay, quantised};
use damier_rules::{Features, Game, MoveEncoding, Position};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::{prelude::*, types::PyDict};

/// A number, or a fixed number of them, for each position; `damier/records.py` says what they are.
#[derive(Default)]
pub(crate) struct Columns {
    game: String,
    feature_set: String,
    players: usize,
    features_count: usize,
    max_active: usize,
    rows_count: usize,
    features: Vec<u32>,
    feature_offsets: Vec<i64>,
    rows: Vec<u32>,
    policy: Vec<f32>,
    row_offsets: Vec<i64>,
    outcome: Vec<f32>,
    root: Vec<f32>,
    moves_left: Vec<f32>,
    played: Vec<u32>,
    simulations: Vec<u32>,
    to_move: Vec<u8>,
    ply: Vec<u32>,
    record: Vec<i64>,
    generation: Vec<u32>,
}

/// Which game of all that are read.
#[derive(Clone, Copy)]
pub(crate) struct GameNumber {
    /// From 0, in the order of reading.
    pub(crate) record: i64,
    /// The generation whose net played it.
    pub(crate) generation: u32,
}

impl Columns {
    /// No positions yet.
    pub(crate) fn new<G: Game>(game: &G, feature_set: &str, features: &G::Features) -> Self {
        Self {
            game: game.id().to_owned(),
            feature_set: feature_set.to_owned(),
            players: game.start().players(),
            features_count: features.count(),
            max_active: features.max_active(),
            rows_count: game.encoding().count(),
            feature_offsets: vec![0],
            row_offsets: vec![0],
            ..Self::default()
        }
    }

    /// Adds the searched positions of a game.
    pub(crate) fn add<G: Game>(
        &mut self,
        game: &G,
        features: &G::Features,
        record: &GameRecord,
        number: GameNumber,
    ) -> Result<(), RecordError> {
        let (mut active, mut rows) = (Vec::new(), Vec::new());
        let mut replay = Replay::new(game, record)?;
        while let Some(step) = replay.step()? {
            let Some(root) = step.ply.kind.value() else { continue };
            let position = step.position;
            features.active(position, position.to_move(), &mut active);
            game.encoding().rows(position, step.moves, &mut rows);
            self.features.extend(&active);
            self.feature_offsets.push(self.features.len() as i64);
            self.rows.extend(&rows);
            self.row_offsets.push(self.rows.len() as i64);
            match step.ply.kind.policy() {
                Some(policy) if policy.shares().len() == rows.len() => {
                    self.policy.extend(policy.probabilities());
                }
                Some(policy) => {
                    let (given, legal) = (policy.shares().len(), rows.len());
                    let reason = format!("a policy target of {given} moves where {legal} are legal");
                    return Err(RecordError::Invalid { game: record.index, ply: step.number, reason });
                }
                // A short search has no target.
                None => self.policy.extend(rows.iter().map(|_| f32::NAN)),
            }
            let (classes, count) =
                Value::of_outcome(record.outcome, position.to_move(), position.players()).classes();
            self.outcome.extend(&classes[..count]);
            self.root
                .extend(root.classes().iter().map(|share| f32::from(*share) / f32::from(quantised::ONE)));
            let left = (record.plies.len() - step.number) as f32;
            self.moves_left.push(if record.ending == Ending::Rules { left } else { f32::NAN });
            self.played.push(step.ply.index);
            self.simulations.push(step.ply.kind.simulations());
            self.to_move.push(position.to_move().index() as u8);
            self.ply.push(step.number as u32);
            self.record.push(number.record);
            self.generation.push(number.generation);
        }
        Ok(())
    }

    /// By the names of the fields of `damier.Records`.
    pub(crate) fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        let shape = [self.ply.len(), value_classes(self.players)];
        let table = |numbers: Vec<f32>| PyArray1::from_vec(py, numbers).reshape(shape);
        dict.set_item("game", self.game)?;
        dict.set_item("feature_set", self.feature_set)?;
        dict.set_item("players", self.players)?;
        dict.set_item("features_count", self.features_count)?;
        dict.set_item("max_active", self.max_active)?;
        dict.set_item("rows_count", self.rows_count)?;
        dict.set_item("outcome", table(self.outcome)?)?;
        dict.set_item("root", table(self.root)?)?;
        dict.set_item("features", PyArray1::from_vec(py, self.features))?;
        dict.set_item("feature_offsets", PyArray1::from_vec(py, self.feature_offsets))?;
        dict.set_item("rows", PyArray1::from_vec(py, self.rows))?;
        dict.set_item("row_offsets", PyArray1::from_vec(py, self.row_offsets))?;
        dict.set_item("policy", PyArray1::from_vec(py, self.policy))?;
        dict.set_item("moves_left", PyArray1::from_vec(py, self.moves_left))?;
        dict.set_item("played", PyArray1::from_vec(py, self.played))?;
        dict.set_item("simulations", PyArray1::from_vec(py, self.simulations))?;
        dict.set_item("to_move", PyArray1::from_vec(py, self.to_move))?;
        dict.set_item("ply", PyArray1::from_vec(py, self.ply))?;
        dict.set_item("record", PyArray1::from_vec(py, self.record))?;
        dict.set_item("generation", PyArray1::from_vec(py, self.generation))?;
        Ok(dict)
    }
}
