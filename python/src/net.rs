//! A net.

use std::{path::PathBuf, sync::Arc};

use damier_engine::net::{Kernel, Net as EngineNet};
use numpy::PyArray1;
use pyo3::{prelude::*, types::PyDict};

use crate::refused;

/// A net (a `.dmn` file), shared by all sessions that are opened with it.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Net(pub(crate) Arc<EngineNet>);

/// What a net says: value logits, moves left, and a logit for each row.
type Judged<'py> = (Bound<'py, PyArray1<f32>>, f32, Bound<'py, PyArray1<f32>>);

#[pymethods]
impl Net {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| EngineNet::read(&path)).map(|net| Self(Arc::new(net))).map_err(refused)
    }

    /// The identity of its game.
    #[getter]
    fn game(&self) -> &str {
        &self.0.arch().game
    }

    /// The identity of its feature set.
    #[getter]
    fn feature_set(&self) -> &str {
        &self.0.arch().feature_set
    }

    /// What it says about itself; by convention a JSON object.
    #[getter]
    fn metadata(&self) -> &str {
        self.0.metadata()
    }

    /// Its sizes: players, features, max_active, policy_rows, width, hidden, policy, value_hidden, outputs.
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arch = self.0.arch();
        let sizes = PyDict::new(py);
        for (name, size) in [
            ("players", arch.players),
            ("features", arch.features),
            ("max_active", arch.max_active),
            ("policy_rows", arch.policy_rows),
            ("width", arch.width),
            ("hidden", arch.hidden),
            ("policy", arch.policy),
            ("value_hidden", arch.value_hidden),
            ("outputs", arch.outputs()),
        ] {
            sizes.set_item(name, size)?;
        }
        Ok(sizes)
    }

    /// Judges one position by its active features and the policy rows of its legal moves: value logits, plies left,
    /// and a policy logit for each row.
    ///
    /// The arithmetic is the engine's, to the bit: for comparing a reader of one's own with.
    fn forward<'py>(&self, py: Python<'py>, features: Vec<u32>, rows: Vec<u32>) -> PyResult<Judged<'py>> {
        let arch = self.0.arch();
        let numbered = [("feature", &features, arch.features), ("policy row", &rows, arch.policy_rows)];
        for (what, numbers, count) in numbered {
            if let Some(number) = numbers.iter().find(|number| **number as usize >= count) {
                return Err(refused(format!("there is no {what} {number}: they are below {count}")));
            }
        }
        if features.len() > arch.max_active {
            let (given, most) = (features.len(), arch.max_active);
            return Err(refused(format!("{given} features are active, and never more than {most} are")));
        }
        let output = self.0.forward(&features, &rows, Kernel::detect());
        let logits = PyArray1::from_vec(py, output.policy_logits);
        Ok((PyArray1::from_vec(py, output.value_logits), output.moves_left, logits))
    }

    fn __repr__(&self) -> String {
        format!("Net(game={:?}, feature_set={:?})", self.game(), self.feature_set())
    }
}
