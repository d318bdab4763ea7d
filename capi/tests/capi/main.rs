//! The library from C.

use std::{
    fs,
    mem::offset_of,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use damier_capi::abi;
use damier_engine::{
    engine::Searcher,
    net::{Arch, FloatNet, Sizes},
};
use damier_rules::{
    Game, History, Notation,
    NotationFormat::Native,
    Player,
    games::draughts::{Draughts, Russian},
};

const HEADER: &str = include_str!("../../include/damier.h");

fn folder_of(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(part)
}

/// The folder with the built library: that of the test's program, or the one above.
fn library_folder() -> PathBuf {
    let program = std::env::current_exe().expect("a program");
    let folders = program.ancestors().skip(1).take(2);
    let names = ["libdamier_capi.so", "libdamier_capi.dylib"];
    let found = folders.into_iter().find(|folder| names.iter().any(|name| folder.join(name).exists()));
    found.expect("cargo builds the library for its tests").to_owned()
}

/// Compiles a program with the library; `None`, with the reason, where there is no C compiler.
#[allow(clippy::print_stdout, reason = "whoever runs the tests has to know what was not tested")]
fn compiled(source: &Path, folder: &Path) -> Option<PathBuf> {
    if let Err(error) = Command::new("cc").arg("--version").output() {
        println!("skipped: there is no C compiler here (cc: {error})");
        return None;
    }
    let library = library_folder();
    let binary = folder.join(source.file_stem().expect("a name"));
    let output = Command::new("cc")
        .args([
            "-std=c99",
            "-D_POSIX_C_SOURCE=200809L",
            "-Wall",
            "-Wextra",
            "-Wconversion",
            "-pedantic",
            "-Werror",
        ])
        .arg("-I")
        .arg(folder_of("include"))
        .arg(source)
        .arg("-o")
        .arg(&binary)
        .arg("-L")
        .arg(&library)
        .arg("-ldamier_capi")
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .arg("-pthread")
        .output()
        .expect("cc starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(binary)
}

fn write_net(folder: &Path) -> PathBuf {
    let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
    let arch = Arch::of(&Draughts::<Russian>::new(), "ps", sizes).expect("in range");
    let net = FloatNet::random(arch, 4).expect("in range").quantise().expect("in range");
    let path = folder.join("net.dmn");
    net.write(&path).expect("written");
    path
}

fn text_of(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_c_program_plays_a_whole_legal_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(binary) = compiled(&folder_of("tests/c/play.c"), folder.path()) else { return };
    let output = Command::new(binary).arg(write_net(folder.path())).arg("40").output().expect("it starts");
    let text = text_of(output);
    let (moves, shares) = text.trim_end().rsplit_once('\n').expect("moves and a result");
    let game = Draughts::<Russian>::new();
    let mut position = game.start();
    let mut history = History::new(&position);
    for text in moves.lines() {
        assert_eq!(history.outcome(&position), None, "it plays on after the end");
        let mv = game.parse_move(Native, &position, text).expect("a legal move");
        history.play(&mut position, mv);
    }
    let outcome = history.outcome(&position).expect("the game is over");
    let wanted = [Player::FIRST, Player::SECOND].map(|player| outcome.share(player, 2).to_string());
    assert_eq!(shares, wanted.join(" "));
}

#[test]
fn the_program_of_the_documentation_prints_what_is_printed_there() {
    let root = folder_of("..");
    let page = fs::read_to_string(root.join("docs/how-to/c-library.md")).expect("it is there");
    let block = |kind: &str| {
        let (_, after) = page.split_once(&format!("```{kind}\n")).expect("a block");
        after.split_once("```").expect("its end").0
    };
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("first.c");
    fs::write(&source, block("c")).expect("written");
    let Some(binary) = compiled(&source, folder.path()) else { return };
    // Nothing of the repository is needed to run it.
    let output = Command::new(binary).current_dir(folder.path()).env_remove("DAMIER_NETS").output();
    assert_eq!(text_of(output.expect("it starts")), block("text"));
}

#[test]
fn every_function_does_what_the_header_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(binary) = compiled(&folder_of("tests/c/checks.c"), folder.path()) else { return };
    let text = text_of(Command::new(binary).arg(write_net(folder.path())).output().expect("it starts"));
    let sizes = [
        size_of::<abi::Options>(),
        size_of::<abi::Value>(),
        size_of::<abi::FoundRecord>(),
        offset_of!(abi::Options, search),
        offset_of!(abi::Options, seed),
        offset_of!(abi::Options, built_in),
        offset_of!(abi::Options, contempt),
        offset_of!(abi::Value, value),
        offset_of!(abi::Value, moves_left),
        offset_of!(abi::FoundRecord, value),
        offset_of!(abi::FoundRecord, simulations),
    ];
    let found: Vec<usize> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    assert_eq!(found, sizes, "structures of the header and of the library");
}

/// The functions that the header declares.
fn declared() -> Vec<&'static str> {
    let lines =
        HEADER.lines().filter(|line| !line.starts_with([' ', '/', '#', '}']) && line.contains("damier_"));
    let declarations = lines.filter_map(|line| line.split_once('(')).map(|(before, _)| before);
    declarations.map(|before| before.rsplit([' ', '*']).next().expect("a name")).collect()
}

#[test]
fn the_library_has_every_function_of_the_header_and_no_other() {
    let source = include_str!("../../src/abi.rs");
    let exported: Vec<&str> = source
        .lines()
        .filter(|line| line.starts_with("pub ") && line.contains("extern \"C\" fn "))
        .filter_map(|line| line.split("fn ").nth(1)?.split('(').next())
        .collect();
    let mut declared = declared();
    assert_eq!(declared.len(), 25, "{declared:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let uses: String = declared.iter().map(|name| format!("    (void (*)(void)){name},\n")).collect();
    let program = format!(
        "#include \"damier.h\"\nstatic void (*const all[])(void) = {{\n{uses}}};\nint main(void) {{ return all[0] == 0; }}\n"
    );
    let path = folder.path().join("link.c");
    fs::write(&path, program).expect("written");
    compiled(&path, folder.path());
    let mut exported = exported;
    declared.sort_unstable();
    exported.sort_unstable();
    assert_eq!(declared, exported);
}

#[test]
fn constants_are_those_of_the_header() {
    for (name, value) in
        [("DAMIER_ABI_VERSION", u64::from(abi::ABI_VERSION)), ("DAMIER_MAX_PLAYERS", abi::MAX_PLAYERS as u64)]
    {
        assert!(HEADER.contains(&format!("#define {name} {value}\n")), "{name}");
    }
    for (number, searcher) in Searcher::ALL.iter().enumerate() {
        let name = searcher.to_string().to_uppercase().replace('-', "_");
        assert!(HEADER.contains(&format!("DAMIER_SEARCH_{name} = {number}")), "{name}");
    }
    use damier_capi::failure::Code;
    for (name, code) in [
        ("OK", Code::Ok),
        ("ERROR_ARGUMENT", Code::Argument),
        ("ERROR_FILE", Code::File),
        ("ERROR_TEXT", Code::Text),
        ("ERROR_OVER", Code::Over),
        ("ERROR_NO_NET", Code::NoNet),
        ("ERROR_BUSY", Code::Busy),
        ("ERROR_BUFFER", Code::Buffer),
        ("ERROR_INTERNAL", Code::Internal),
    ] {
        assert!(HEADER.contains(&format!("DAMIER_{name} = {}", code as i32)), "{name}");
    }
}
