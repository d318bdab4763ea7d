//! Readers in other languages judge as damier does; `tests/foreign` of the repository has them, with a command that
//! brings what they need. Without it, a test whose reader needs something that is not here says so and is skipped.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use damier_export::{Format, Kind, Source, positions, write};

use crate::{nets::random_net, report::tell};

/// Where `tests/foreign/run` put Python's and Node's packages.
const FOLDER_VARIABLE: &str = "DAMIER_FOREIGN";
const POSITIONS: usize = 1000;
const SEED: u64 = 9;
/// Two players and three, a small board and a game with castling.
const GAMES: [&str; 3] = ["russian", "chinese-checkers:players=3", "chess"];

/// What a program needs besides itself.
#[derive(Clone, Copy)]
struct Tool {
    program: &'static str,
    /// In the folder of `tests/foreign/run`.
    installed: &'static str,
    /// Arguments that succeed where everything is there.
    check: &'static [&'static str],
}

const PLAIN_PYTHON: Tool =
    Tool { program: "python3", installed: "venv/bin/python", check: &["-c", "import json"] };
const NUMPY: Tool = Tool { check: &["-c", "import numpy"], ..PLAIN_PYTHON };
const ONNXRUNTIME: Tool = Tool { check: &["-c", "import numpy, onnxruntime"], ..PLAIN_PYTHON };
const NODE: Tool = Tool {
    program: "node",
    installed: "node",
    check: &["-e", "require(process.env.DAMIER_FOREIGN + '/node_modules/onnxruntime-web')"],
};

/// Python that serves a page.
const SERVER: Tool = Tool {
    check: &["-c", "import os; os.stat(os.environ['DAMIER_FOREIGN'] + '/node_modules/onnxruntime-web')"],
    ..PLAIN_PYTHON
};

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/foreign")
}

/// The program, or `None`, with the reason, where something is missing. With `tests/foreign/run` nothing may be.
fn found(tool: Tool) -> Option<PathBuf> {
    let folder = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let installed = folder.iter().map(|folder| folder.join(tool.installed)).find(|path| path.exists());
    let program = installed.unwrap_or_else(|| tool.program.into());
    let output = Command::new(&program).args(tool.check).output();
    if output.is_ok_and(|output| output.status.success()) {
        return Some(program);
    }
    assert!(
        folder.is_none(),
        "{} {:?} fails although {FOLDER_VARIABLE} is set",
        program.display(),
        tool.check
    );
    let check = tool.check.join(" ");
    tell(format_args!("skipped: `{} {check}` fails here; run tests/foreign/run", tool.program));
    None
}

/// What a script compares with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reference {
    /// Judgements with the weights of the file.
    Weights,
    /// Those of the engine too, which always has quantised weights.
    WeightsAndEngine,
}

/// Runs a script on a net's file and positions of both kinds for every game.
fn check(tool: Tool, script: &str, format: Format, reference: Reference) {
    let Some(program) = found(tool) else { return };
    for game in GAMES {
        let net = random_net(game);
        for kind in format.kinds() {
            let source = match kind {
                Kind::Quantised => Source::quantised(&net),
                Kind::Float => Source::float(&net).expect("exact"),
            };
            let folder = tempfile::tempdir().expect("a folder");
            let put = |name: &str, content: Vec<u8>| {
                let file = folder.path().join(name);
                fs::write(&file, content).expect("written");
                file
            };
            let judged = |source: &Source| positions(source, POSITIONS, SEED).expect("written");
            let mut files = vec![
                put("net", write(&source, format).expect("written")),
                put("positions.jsonl", judged(&source)),
            ];
            if reference == Reference::WeightsAndEngine {
                files.push(put("engine.jsonl", judged(&Source::quantised(&net))));
            }
            let output = Command::new(&program).arg(scripts().join(script)).args(&files).output();
            let output = output.expect("it starts");
            let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
            assert!(output.status.success(), "{game} {kind}: {script}:\n{}", said.concat());
            assert!(said[0].contains(&format!("{POSITIONS} positions")), "{game} {kind}: {}", said.concat());
            tell(format_args!("{game}: {script}: {}", said[0].trim_end()));
        }
    }
}

#[test]
fn a_plain_python_reader_of_json_judges_the_same() {
    check(PLAIN_PYTHON, "read_json.py", Format::Json, Reference::Weights);
}

#[test]
fn features_and_rows_follow_from_the_description_alone() {
    check(PLAIN_PYTHON, "read_card.py", Format::Json, Reference::Weights);
}

#[test]
fn a_numpy_reader_of_safetensors_judges_the_same() {
    check(NUMPY, "read_safetensors.py", Format::Safetensors, Reference::Weights);
}

#[test]
fn onnxruntime_judges_the_same() {
    check(ONNXRUNTIME, "run_onnx.py", Format::Onnx, Reference::WeightsAndEngine);
}

#[test]
fn onnxruntime_web_judges_the_same() {
    check(NODE, "web/check.mjs", Format::Onnx, Reference::Weights);
}

#[test]
fn a_page_in_a_browser_judges_the_same() {
    if Command::new("chromium").arg("--version").output().is_ok_and(|output| output.status.success()) {
        check(SERVER, "web/in_chromium.py", Format::Onnx, Reference::Weights);
    } else {
        tell("skipped: `chromium --version` fails here");
    }
}
