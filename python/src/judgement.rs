//! What nets and searches say.

use damier_engine::session;
use numpy::PyArray1;
use pyo3::prelude::*;

/// What the net (or what the game's beginners count) says about a position without a search.
#[pyclass(frozen, get_all, module = "damier")]
pub(crate) struct Judgement {
    /// Win, draw and loss of the player to move; with more players one share of the point for each, the player to
    /// move first, then the others in turn order.
    value: Py<PyArray1<f32>>,
    /// Expected plies to the end of the game.
    moves_left: f32,
    /// The legal moves, in the order of the other fields.
    moves: Vec<String>,
    /// A logit for each legal move.
    logits: Py<PyArray1<f32>>,
    /// Their softmax: how likely each legal move is.
    priors: Py<PyArray1<f32>>,
}

impl Judgement {
    /// With the texts of the legal moves.
    pub(crate) fn new(py: Python<'_>, judgement: session::Judgement, moves: Vec<String>) -> Self {
        Self {
            value: PyArray1::from_vec(py, judgement.value).unbind(),
            moves_left: judgement.moves_left,
            moves,
            logits: PyArray1::from_vec(py, judgement.logits).unbind(),
            priors: PyArray1::from_vec(py, judgement.priors).unbind(),
        }
    }
}

#[pymethods]
impl Judgement {
    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Judgement(value={}, moves_left={:.1})", self.value.bind(py), self.moves_left)
    }
}

/// What a search found.
#[pyclass(frozen, get_all, module = "damier")]
pub(crate) struct Found {
    /// The move to play.
    best: String,
    /// Its index among the legal moves.
    index: usize,
    /// As in `Judgement`.
    value: Py<PyArray1<f32>>,
    /// Expected plies to the end of the game.
    moves_left: f32,
    /// The legal moves, in the order of the other fields.
    moves: Vec<String>,
    /// For each legal move the simulations that took it; of an alpha-beta search the positions behind it.
    visits: Py<PyArray1<u32>>,
    /// For each legal move the expected share of the point of the player to move; NaN where it was not visited, or
    /// alpha-beta only knows that it is no better.
    shares: Py<PyArray1<f32>>,
    /// The moves that are expected, the best one first.
    line: Vec<String>,
    /// Simulations, those kept from the search before included; the positions of an alpha-beta search.
    simulations: u64,
    /// Mean length of a simulation, or the depth that alpha-beta finished, in plies.
    depth: f32,
}

impl Found {
    pub(crate) fn new(py: Python<'_>, found: session::Found) -> Self {
        let shares = found.shares.into_iter().map(|share| share.unwrap_or(f32::NAN)).collect();
        Self {
            best: found.moves[found.best].clone(),
            index: found.best,
            value: PyArray1::from_vec(py, found.value).unbind(),
            moves_left: found.moves_left,
            moves: found.moves,
            visits: PyArray1::from_vec(py, found.visits).unbind(),
            shares: PyArray1::from_vec(py, shares).unbind(),
            line: found.line,
            simulations: found.simulations,
            depth: found.depth,
        }
    }
}

#[pymethods]
impl Found {
    fn __repr__(&self, py: Python<'_>) -> String {
        format!(
            "Found(best={:?}, value={}, simulations={})",
            self.best,
            self.value.bind(py),
            self.simulations
        )
    }
}
