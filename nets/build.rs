//! Lists the nets and opening books of this folder, which the library carries.

use std::{env, ffi::OsStr, fs, io, path::PathBuf};

const EXTENSIONS: [&str; 2] = ["dmn", "dmb"];

#[allow(clippy::print_stdout, reason = "this is how Cargo is told")]
fn main() -> io::Result<()> {
    let folder = |name| PathBuf::from(env::var_os(name).expect("Cargo sets it"));
    println!("cargo::rerun-if-changed=.");
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder("CARGO_MANIFEST_DIR"))? {
        let path = entry?.path();
        if path.extension().and_then(OsStr::to_str).is_some_and(|end| EXTENSIONS.contains(&end)) {
            paths.push(path);
        }
    }
    paths.sort();
    let files = paths.iter().map(|path| {
        let name = path.file_name().and_then(OsStr::to_str).expect("names of games are ASCII");
        // By the folder of the package, so that a checkout that moves with its build finds them again.
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {name:?})");
        format!("    File {{ name: {name:?}, content: include_bytes!({path}) }},\n")
    });
    fs::write(folder("OUT_DIR").join("files.rs"), format!("&[\n{}]\n", files.collect::<String>()))
}
