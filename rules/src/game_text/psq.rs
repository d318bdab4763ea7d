//! PSQ, the files of Piskvork and Gomocup, for the games that have it as a notation.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,1200
//! 9,9,0
//! first
//! second
//! -1
//! 1,renju
//! ```
//! Points are column and row from the top left, from 1, with the milliseconds that the move took. Then come the
//! players, in the files of tournaments, a code of Piskvork's, and the result: the number of the winner or 0, with a
//! word for the rules. Comments, marks, variations and start positions have no place.

use std::time::Duration;

use super::{
    GameText, Line, Tags, TextMove,
    cursor::{Cursor, Failure},
    style::UNKNOWN_VALUE,
};
use crate::{
    any::AnyGame,
    display::GameDisplay,
    game::Game,
    notation::{
        Notation,
        NotationFormat::{self, Native},
    },
    options::name_of,
    outcome::Outcome,
    player::Player,
    position::Position,
    tags::GameTags,
};

/// Begins a game.
pub(super) const BEGIN: &str = "Piskvorky";
/// The names under which the game hears of the board, `15x15`, and of the word for the rules.
const BOARD: &str = "Board";
const RULES: &str = "Rules";
/// The levels of the players and who began the game before, which say nothing about this one.
const SETTINGS: &str = "11:11, 0";
/// The code of a game that was played to its end.
const NO_ERROR: &str = "-1";
/// The most that a file says about a game besides its moves.
const LONGEST_TRAILER: usize = 4;

/// Reads the game that begins here.
pub(super) fn read(cursor: &mut Cursor<'_>, game: &AnyGame) -> Result<GameText, Failure> {
    let header = next_line(cursor);
    let board = header.text.strip_prefix(BEGIN).map(|rest| rest.split(',').next().unwrap_or(rest).trim());
    let board = board.ok_or_else(|| Failure::new(header.at, format!("a game begins with {BEGIN}")))?;
    let mut tags = Tags::default();
    tags.set(BOARD, board);
    let game = game
        .of_tags(NotationFormat::Psq, &tags)
        .map_err(|error| Failure::new(header.at + BEGIN.len(), error.reason))?;
    let mut position = game.start();
    let mut line = Line::default();
    let mut trailer: Vec<TextLine<'_>> = Vec::new();
    while let Some(next) = peek_line(cursor) {
        if next.text.starts_with(BEGIN) {
            break;
        }
        cursor.at = next.end;
        match numbers(next.text) {
            Some((point, time)) if trailer.is_empty() => {
                let mv = game
                    .parse_move(NotationFormat::Psq, &position, point)
                    .map_err(|error| Failure::new(next.at, error.reason))?;
                let mut played = TextMove::from(mv);
                played.annotations.elapsed = Some(time).filter(|time| !time.is_zero());
                line.moves.push(played);
                position.play(mv);
            }
            _ if trailer.len() == LONGEST_TRAILER => {
                return Err(Failure::new(next.at, "a move, or the end of the game, is expected here"));
            }
            _ => trailer.push(next),
        }
    }
    if let Some((line, (_, rules))) = trailer.iter().find_map(|line| Some((line, read_winner(line.text)?))) {
        tags.set(RULES, rules);
        game.of_tags(NotationFormat::Psq, &tags).map_err(|error| Failure::new(line.at, error.reason))?;
    }
    let mut text = GameText { tags: Tags::default(), start: game.start(), line, outcome: None };
    read_trailer(&game, &trailer, &mut text);
    Ok(text)
}

/// Points on a side of the board of the game that begins here, where it is square.
pub(super) fn size(cursor: &mut Cursor<'_>) -> Option<String> {
    let header = next_line(cursor);
    let board = header.text.strip_prefix(BEGIN)?.split(',').next()?.trim();
    let (columns, rows) = board.split_once('x')?;
    (columns == rows).then(|| columns.to_owned())
}

/// Names, a code and the result, all of which may be missing.
fn read_trailer(game: &AnyGame, trailer: &[TextLine<'_>], text: &mut GameText) {
    let is_code = |line: &TextLine<'_>| line.text.parse::<i64>().is_ok();
    let names = trailer.iter().take_while(|line| !is_code(line) && read_winner(line.text).is_none());
    for (seat, name) in names.take(2).enumerate() {
        if name.text != UNKNOWN_VALUE {
            text.tags.set(game.player_name(Player::new(seat)), name.text);
        }
    }
    text.outcome = trailer.iter().find_map(|line| read_winner(line.text)).map(|(winner, _)| winner);
}

/// Reads the winner and the word for the rules.
fn read_winner(line: &str) -> Option<(Outcome, &str)> {
    let (number, rules) = line.split_once(',')?;
    let winner = |outcome| Some((outcome, rules.trim()));
    // A word for the rules tells it from a point.
    if rules.trim().starts_with(|c: char| !c.is_ascii_alphabetic()) || rules.trim().is_empty() {
        return None;
    }
    match number.trim() {
        "0" => winner(Outcome::Draw),
        "1" => winner(Outcome::Win(Player::FIRST)),
        "2" => winner(Outcome::Win(Player::SECOND)),
        _ => None,
    }
}

/// The point and the time of a move.
fn numbers(line: &str) -> Option<(&str, Duration)> {
    let is_number = |text: &str| text.trim().parse::<i32>().is_ok();
    let (column, rest) = line.split_once(',')?;
    let (row, time) = rest.split_once(',').unwrap_or((rest, "0"));
    let time = time.trim().parse::<i64>().ok()?;
    // Some programs write negative times where a clock jumped.
    let time = Duration::from_millis(u64::try_from(time).unwrap_or(0));
    (is_number(column) && is_number(row)).then(|| (&line[..column.len() + 1 + row.len()], time))
}

/// A line without the white space around it.
struct TextLine<'t> {
    text: &'t str,
    /// Where it begins and where the next one does.
    at: usize,
    end: usize,
}

/// The next line that is not empty.
fn peek_line<'t>(cursor: &mut Cursor<'t>) -> Option<TextLine<'t>> {
    cursor.peek()?;
    let at = cursor.at;
    let whole = cursor.take_line();
    let end = cursor.at;
    cursor.at = at;
    Some(TextLine { text: whole.trim_end(), at, end })
}

fn next_line<'t>(cursor: &mut Cursor<'t>) -> TextLine<'t> {
    let line = peek_line(cursor).unwrap_or(TextLine { text: "", at: cursor.at, end: cursor.at });
    cursor.at = line.end;
    line
}

/// Writes a game; every move has to be legal where it stands. An empty line ends it.
///
/// # Errors
/// What the form has no words for: a start position, or a move that is no stone.
pub(super) fn write(game: &AnyGame, text: &GameText) -> Result<String, String> {
    if text.start != game.start() {
        return Err("PSQ has no words for a start position; choose another form".to_owned());
    }
    let tags = game.start_tags(NotationFormat::Psq, &text.start);
    let board = tags.iter().find(|(name, _)| *name == BOARD).map_or("", |(_, board)| board);
    let mut lines = vec![format!("{BEGIN} {board}, {SETTINGS}")];
    let mut position = text.start.clone();
    for (ply, played) in text.line.moves.iter().enumerate() {
        let point = game.try_move_text(NotationFormat::Psq, &position, played.mv).ok_or_else(|| {
            let word = game.move_text(Native, &position, played.mv);
            format!("PSQ has no words for ply {}, {word}; choose another form", ply + 1)
        })?;
        let time = played.annotations.elapsed.unwrap_or_default().as_millis();
        lines.push(format!("{point},{time}"));
        position.play(played.mv);
    }
    let known = |name: &String| name != UNKNOWN_VALUE;
    let name =
        |player| text.tags.get(game.player_name(player)).map(safe_name).filter(known).unwrap_or_default();
    let names = [Player::FIRST, Player::SECOND].map(name);
    if names.iter().any(|name| !name.is_empty()) {
        lines.extend(names.map(|name| if name.is_empty() { UNKNOWN_VALUE.to_owned() } else { name }));
    }
    lines.push(NO_ERROR.to_owned());
    let winner = text.outcome.map(|outcome| match outcome {
        Outcome::Win(Player::FIRST) => 1,
        Outcome::Win(_) => 2,
        Outcome::Draw | Outcome::Places(_) => 0,
    });
    let rules = name_of(game.id());
    lines.extend(winner.map(|winner| format!("{winner},{rules}")));
    lines.push(String::new());
    Ok(lines.join("\n") + "\n")
}

/// A name that is no number, no point and no result.
fn safe_name(name: &str) -> String {
    let name = name.replace(',', " ");
    let plain = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = plain.chars().next();
    let unsafe_start =
        first.is_none_or(|c| c.is_ascii_digit() || "+-%".contains(c)) || plain.starts_with(BEGIN);
    if unsafe_start && !plain.is_empty() { format!("player {plain}") } else { plain }
}
