//! Passes an argument on to the linker of the shared library: the name by which programs find it, which packages give it.

use std::env;

/// The variable with the argument, such as `-Wl,-soname,libdamier.so.0`.
const ARGUMENT: &str = "DAMIER_LIBRARY_LINK_ARG";

#[allow(clippy::print_stdout, reason = "the protocol between a build script and Cargo")]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={ARGUMENT}");
    if let Ok(argument) = env::var(ARGUMENT) {
        println!("cargo::rustc-cdylib-link-arg={argument}");
    }
}
