//! damier for Python: nets, positions, search, and game records as NumPy arrays.
//!
//! What Python sees is documented here and, in the same words, in the type stubs `damier/_damier.pyi`; a test compares
//! them.

mod columns;
mod command;
mod judgement;
mod net;
mod records;
mod session;
mod svg;

use damier_rules::registry;
use pyo3::{create_exception, exceptions::PyException, prelude::*};

create_exception!(
    damier,
    DamierError,
    PyException,
    "What damier refuses: one line with the reason and the remedy."
);

/// A failure as Python's exception.
fn refused(error: impl std::fmt::Display) -> PyErr {
    DamierError::new_err(error.to_string())
}

/// The identities of the games. Options follow behind a colon: `renju:size=19`.
#[pyfunction]
fn games() -> Vec<&'static str> {
    registry::NAMES.to_vec()
}

/// The part of the package that is written in Rust.
#[pymodule]
fn _damier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("DamierError", module.py().get_type::<DamierError>())?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(command::run_command, module)?)?;
    module.add_class::<net::Net>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<judgement::Judgement>()?;
    module.add_class::<judgement::Found>()
}
