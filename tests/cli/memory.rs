//! Where the system refuses memory, the search has what there is, and says so.

use super::{
    program::{damier_with_little_memory, damier_with_little_memory_until},
    tiny::{Scratch, TINY},
};

/// An address space in which the program has room, and a large table has not.
const BYTES: u64 = 1 << 30;
const MIB: u64 = BYTES >> 20;

#[test]
fn uci_plays_with_the_table_that_fits() {
    let commands = format!("uci\nsetoption name Hash value {MIB}\nposition startpos\ngo depth 3\n");
    let text = damier_with_little_memory_until(
        &["engine", "--protocol", "uci", "--game", "chess", "--built-in"],
        BYTES,
        &commands,
        "bestmove",
    );
    assert!(text.contains(&format!("name Hash type spin default 256 min 1 max {MIB}")), "{text}");
    let told: Vec<&str> =
        text.lines().filter(|line| line.contains("the system gives no more memory")).collect();
    let [line] = told[..] else { panic!("one line is wanted: {text}") };
    let given = line.split_once("has ").and_then(|(_, rest)| rest.split(' ').next()).expect("a size");
    let given: u64 = given.parse().expect("a number");
    assert!((MIB / 4..MIB).contains(&given), "{line}");
    assert!(text.contains("bestmove ") && !text.contains("bestmove 0000"), "{text}");
    // More than the machine has is refused.
    let commands = format!("uci\nsetoption name Hash value {}\nposition startpos\ngo depth 3\n", MIB + 1);
    let text = damier_with_little_memory_until(
        &["engine", "--protocol", "uci", "--game", "chess", "--built-in"],
        BYTES,
        &commands,
        "bestmove",
    );
    assert!(text.contains(&format!("from 1 to {MIB}")) && text.contains("bestmove "), "{text}");
}

#[test]
fn the_native_protocol_plays_with_the_table_that_fits() {
    let commands = format!("damier\nset name=memory value={MIB}\nposition\ngo depth=3\n");
    let text = damier_with_little_memory_until(
        &["engine", "--protocol", "damier", "--game", "chess", "--built-in"],
        BYTES,
        &commands,
        "best ",
    );
    assert!(text.contains("the system gives no more memory") && text.contains("best move="), "{text}");
}

#[test]
fn every_search_takes_what_there_is() {
    const MOST: &str = "1048576";
    for search in ["alpha-beta", "tree"] {
        let arguments = [
            "analyse",
            "--game",
            "chess",
            "--built-in",
            "--search",
            search,
            "--memory",
            MOST,
            "--nodes",
            "20000",
        ];
        let run = damier_with_little_memory(&arguments, BYTES);
        assert_eq!(run.code, Some(0), "{search}: {}", run.stderr);
        assert_eq!(
            run.stderr.contains("the system gives no more memory"),
            search == "alpha-beta",
            "{}",
            run.stderr
        );
    }
    let players = ["ab:material,hash=1048576", "suited:material,memory=1048576"];
    let arguments = ["match", players[0], players[1], "--game", "russian", "--pairs", "1", "--nodes", "200"];
    damier_with_little_memory(&arguments, BYTES).success();
}

/// The matches of a run play in as little memory as everything else.
#[test]
fn a_run_ends_in_little_memory() {
    let place = Scratch::new();
    let config = place.write("tiny.toml", TINY.replace("\"random\"", "\"ab:material\""));
    damier_with_little_memory(&["run", &config, "--dir", &place.path("run")], BYTES).success();
}
