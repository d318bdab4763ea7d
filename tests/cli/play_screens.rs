//! What `damier play` draws: a board of every shape, on terminals of every kind.

use std::{fs, path::Path};

use super::program::{damier_where, unwrapped};

/// A shape of board, how its game is called, and moves that are typed first.
const SHAPES: [(&str, &str, &[&str]); 11] = [
    ("chess", "chess", &["e4", "nf3"]),
    ("draughts-8x8", "russian", &["c3 d4"]),
    ("draughts-8x8-numbers", "checkers", &["9 13"]),
    ("draughts-10x10", "10x10", &["32 28"]),
    ("draughts-12x12", "12x12", &["43 37"]),
    ("turkish", "turkish", &["a3 a4"]),
    ("five-in-a-row-15", "gomoku", &["h8"]),
    ("five-in-a-row-22", "gomoku:size=22", &["k11"]),
    ("star-2", "chinese checkers", &["8 16"]),
    ("star-3", "chinese checkers:players=3", &["8 16"]),
    ("star-6", "chinese checkers:players=6", &["8 16"]),
];

/// Variables of a kind of terminal.
type Variables = &'static [(&'static str, &'static str)];

/// Kinds of terminals, by the variables that tell them.
const TERMINALS: [(&str, Variables); 6] = [
    ("truecolor", &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "")]),
    ("256-colours", &[("TERM", "xterm-256color"), ("COLORTERM", ""), ("NO_COLOR", "")]),
    ("8-colours", &[("TERM", "xterm"), ("COLORTERM", ""), ("NO_COLOR", "")]),
    ("no-color", &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")]),
    ("ascii", &[("TERM", "xterm-256color"), ("COLORTERM", ""), ("NO_COLOR", "1"), ("LC_ALL", "C")]),
    (
        "ascii-256-colours",
        &[("TERM", "xterm-256color"), ("COLORTERM", ""), ("NO_COLOR", ""), ("LC_ALL", "C")],
    ),
];

/// Begins a frame.
const HOME: &str = "\x1b[H";

fn play(game: &str, lines: &[&str], terminal: Variables, size: &str) -> String {
    let arguments = ["play", game, "--screen", size, "--nodes", "20", "--built-in"];
    damier_where(terminal, &arguments, &(lines.join("\n") + "\n")).success()
}

/// The last screen before the input ended: the lines, the prompt last.
fn last_frame(text: &str) -> Vec<String> {
    let frame = text.rsplit(HOME).next().expect("a frame");
    frame
        .replace("\x1b[K", "")
        .replace("\x1b[J", "")
        .split("\r\n")
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// A line without its colours.
fn visible(line: &str) -> String {
    let mut parts = line.split("\x1b[");
    let mut text = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| text.push_str(part.split_once('m').map_or("", |(_, rest)| rest)));
    text
}

#[test]
fn every_board_fits_80_by_24_on_every_terminal() {
    for (index, (shape, game, moves)) in SHAPES.into_iter().enumerate() {
        for (name, terminal) in TERMINALS {
            // One shape on every terminal; the others with 256 colours, without any, and in ASCII.
            if index > 0 && !["256-colours", "no-color", "ascii"].contains(&name) {
                continue;
            }
            let text = play(game, moves, terminal, "80x24");
            let frame = last_frame(&text);
            let visible: Vec<String> = frame.iter().map(|line| visible(line)).collect();
            assert_eq!(frame.len(), 24, "{shape} {name}:\n{}", visible.join("\n"));
            for line in &visible[..23] {
                assert!(line.chars().count() <= 80, "{shape} {name}: {line}");
            }
            let all = visible.join("\n");
            assert!(all.contains(" plays ") && all.contains(": you"), "{shape} {name}:\n{all}");
            assert!(all.contains("1. "), "the moves are listed: {shape} {name}:\n{all}");
            assert!(all.contains(" to move>"), "{shape} {name}:\n{all}");
            let colours = frame[..23].join("");
            assert_eq!(
                colours.contains('\x1b'),
                name.contains("colo") && name != "no-color",
                "{shape} {name}"
            );
            assert_eq!(
                colours.contains("[48;2;") || colours.contains(";48;2;"),
                name == "truecolor",
                "{shape} {name}"
            );
            assert!(!name.starts_with("ascii") || text.is_ascii(), "{shape} {name}: {text}");
        }
    }
}

#[test]
fn terminals_that_cannot_place_the_cursor_get_boards_without_escapes() {
    for (shape, game, moves) in SHAPES {
        for locale in ["C.UTF-8", "C"] {
            let terminal =
                [("TERM", "dumb"), ("COLORTERM", "truecolor"), ("NO_COLOR", ""), ("LC_ALL", locale)];
            let arguments = ["play", game, "--screen", "80x24", "--nodes", "20", "--built-in"];
            let text = damier_where(&terminal, &arguments, &(moves.join("\n") + "\n")).success();
            assert!(!text.contains('\x1b'), "{shape}: {text}");
            assert!(locale != "C" || text.is_ascii(), "{shape}: {text}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{shape}: {text}");
        }
    }
}

#[test]
fn a_pipe_gets_plain_lines_of_at_most_80_columns() {
    for (shape, game, moves) in SHAPES {
        let mut lines = moves.to_vec();
        lines.extend(["help", "moves", "hint", "eval", "history", "level", "quit"]);
        let arguments = ["play", game, "--nodes", "20", "--built-in"];
        let text = damier_where(&[("NO_COLOR", "")], &arguments, &(lines.join("\n") + "\n")).success();
        assert!(!text.contains('\x1b'), "{shape}");
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{shape}: {line}");
        }
    }
}

#[test]
fn a_terminal_that_is_too_small_is_told_what_is_needed() {
    let text = play("10x10", &["32 28"], TERMINALS[1].1, "40x10");
    let words = unwrapped(&text);
    assert!(words.contains("40 columns and 10 rows") && words.contains("this board needs"), "{text}");
    assert!(text.contains("Black plays"), "{text}");
}

#[test]
fn what_has_no_room_beside_the_board_comes_page_by_page() {
    let text = play("10x10", &["help", "", "", "32-28"], TERMINALS[3].1, "80x24");
    let frames: Vec<&str> = text.split(HOME).collect();
    assert!(frames.iter().any(|frame| frame.contains("take back your last move") && !frame.contains('┌')));
    assert!(last_frame(&text).join("\n").contains("Black plays"), "{text}");
}

/// Writes a screen for each shape of board and kind of terminal into `$DAMIER_SCREENS`:
/// `DAMIER_SCREENS=FOLDER cargo test --test cli -- --ignored screens_to_look_at`.
#[test]
#[ignore = "writes files for people to look at"]
fn screens_to_look_at() {
    let folder = std::env::var("DAMIER_SCREENS").unwrap_or_else(|_| "target/screens".to_owned());
    fs::create_dir_all(&folder).expect("a folder");
    for (shape, game, moves) in SHAPES {
        for (name, terminal) in TERMINALS {
            let frame = last_frame(&play(game, moves, terminal, "80x24"));
            let path = Path::new(&folder).join(format!("{shape}.{name}.txt"));
            fs::write(path, frame.join("\n") + "\n").expect("written");
        }
    }
}
