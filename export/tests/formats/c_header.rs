//! C programs with a header judge as the engine does, and play.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use crate::{nets::random_net, report::tell};
use damier_engine::net::{Kernel, Net};
use damier_export::{Format, Source, positions, write};
use damier_rules::{
    Features, Game, GameDisplay, MoveEncoding, MoveList, Notation,
    NotationFormat::Native,
    Position,
    games::tic_tac_toe::TicTacToe,
    registry::{self, GameVisitor},
};
use serde::Deserialize;

const POSITIONS: usize = 1000;

#[derive(Deserialize)]
struct Judged {
    features: Vec<u32>,
    rows: Vec<u32>,
    value_logits: Vec<f32>,
    moves_left: f32,
    policy_logits: Vec<f32>,
}

/// Compiles a program of `tests/c` with the header of a net; `None`, with the reason, where there is no C compiler.
fn compiled(folder: &Path, net: &Net, program: &str) -> Option<std::path::PathBuf> {
    if let Err(error) = Command::new("cc").arg("--version").output() {
        tell(format_args!("skipped: there is no C compiler here (cc: {error})"));
        return None;
    }
    let header = write(&Source::quantised(net), Format::CHeader).expect("written");
    fs::write(folder.join("net.h"), header).expect("written");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(program);
    let binary = folder.join(program.trim_end_matches(".c"));
    let strict = [
        "-std=c99",
        "-O2",
        "-Wall",
        "-Wextra",
        "-Wconversion",
        "-Wno-unused-function",
        "-Werror",
        "-pedantic",
    ];
    let output =
        Command::new("cc").args(strict).arg("-I").arg(folder).arg(source).arg("-o").arg(&binary).output();
    let output = output.expect("cc starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(binary)
}

/// What a program says about a text on its standard input.
fn said(binary: &Path, input: &str) -> String {
    let mut child =
        Command::new(binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads everything");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn judgements_in_c_are_equal_to_the_bit() {
    for game in ["russian", "chinese-checkers:players=3"] {
        let folder = tempfile::tempdir().expect("a folder");
        let net = random_net(game);
        let Some(binary) = compiled(folder.path(), &net, "judge.c") else { return };
        let content = positions(&Source::quantised(&net), POSITIONS, 5).expect("written");
        let text = String::from_utf8(content).expect("text");
        let judged: Vec<Judged> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let list = |numbers: &[u32]| {
            let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
            format!("{} {}", numbers.len(), texts.join(" "))
        };
        let input: Vec<String> =
            judged.iter().map(|one| format!("{} {}\n", list(&one.features), list(&one.rows))).collect();
        let output = said(&binary, &input.concat());
        assert_eq!(output.lines().count(), POSITIONS);
        for (line, one) in output.lines().zip(&judged) {
            // The program writes the bits of each float.
            let bits: Vec<u32> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
            let wanted = one.value_logits.iter().chain([&one.moves_left]).chain(&one.policy_logits);
            assert_eq!(bits, wanted.map(|value| value.to_bits()).collect::<Vec<_>>(), "{game}");
        }
        tell(format_args!("{game}: judge.c: {POSITIONS} positions, equal to the bit"));
    }
}

#[test]
fn a_c_program_plays_a_legal_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = random_net("tic-tac-toe");
    let Some(binary) = compiled(folder.path(), &net, "tic_tac_toe.c") else { return };
    let output = said(&binary, "");
    let mut position = TicTacToe.start();
    let (mut moves, mut active, mut rows) = (MoveList::new(), Vec::new(), Vec::new());
    let features = TicTacToe.features("stones").expect("it has them");
    let (played, result) = output.trim_end().rsplit_once('\n').expect("moves and a result");
    for text in played.lines() {
        assert!(position.outcome().is_none(), "it plays on after the end");
        position.legal_moves(&mut moves);
        features.active(&position, position.to_move(), &mut active);
        TicTacToe.encoding().rows(&position, &moves, &mut rows);
        let logits = net.forward(&active, &rows, Kernel::scalar()).policy_logits;
        let best = logits.iter().copied().fold(f32::MIN, f32::max);
        let mv = TicTacToe.parse_move(Native, &position, text).expect("a legal move");
        let chosen = moves.iter().position(|other| *other == mv).expect("it is legal");
        assert_eq!(logits[chosen], best, "{text} is what the net likes best");
        position.play(mv);
    }
    let wanted = match position.outcome().expect("the game is over") {
        damier_rules::Outcome::Win(player) => format!("{} wins", TicTacToe.player_name(player)),
        _ => "draw".to_owned(),
    };
    assert_eq!(result, wanted);
    let moves = played.replace('\n', " ");
    tell(format_args!("tic-tac-toe: tic_tac_toe.c: {moves} ({result}), every move legal and the net's best"));
}

struct HeaderOf;

impl GameVisitor for HeaderOf {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let header = write(&Source::quantised(&random_net(game.id())), Format::CHeader).expect("written");
        let text = String::from_utf8(header).expect("UTF-8");
        let (_, code) = text.split_once("*/").expect("a comment");
        assert!(code.trim_start().starts_with("#ifndef"), "the description stays inside its comment");
    }
}

#[test]
fn headers_of_every_game_are_written() {
    for game in registry::NAMES {
        registry::dispatch(game, HeaderOf).expect("the registry names it");
    }
}
