//! Elementary functions and seeds with the same bits on every machine.
//!
//! The standard library's `exp`, `ln`, `powf`, `cos` and their kin call the C library of the system, and C libraries
//! differ in the last bit. A game of self-play depends on such bits, so all crates call the functions of this crate
//! instead; `clippy.toml` forbids the others. They use nothing but additions, multiplications and divisions, which IEEE
//! 754 defines to the last bit, and integers. `sqrt`, `floor`, `ceil`, `round`, `trunc` and `mul_add` are defined to
//! the last bit, too, and need no replacement.
//!
//! - [`single`]: functions of `f32`, computed in `f64`; the hot ones of search and training.
//! - [`seed`]: seeds, and the seeds of their parts.
//! - [`double`]: functions of `f64`, computed in twice that precision and correctly rounded; for statistics.

pub mod double;
pub mod seed;
pub mod single;
