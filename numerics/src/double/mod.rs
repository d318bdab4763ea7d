//! Elementary functions of `f64`, correctly rounded: computed with about 100 bits, so that the result is the `f64`
//! nearest to the true value except where that lies within 2⁻⁴⁰ of the last place of the middle between two (which
//! happens by chance once in 10¹² arguments) or is subnormal. Slower than the C library's by a factor of about ten.

mod functions;
mod twofold;

pub use self::functions::{exp, exp10, ln, log10, powi};
