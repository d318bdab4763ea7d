//! Positions as text, e.g. `R:R1-10:G112-121`.
//!
//! First the letter of the player to move, then for each player, in turn order, a colon, its letter and
//! - its ten cells, in any order, with ranges; then
//!   `/` and the number of its moves, where the rules count them (up to 30 where only `passivity` does), and
//!   `#` and the how-manieth to finish it was, if all ten are in its goal; or
//! - `x`, if it has forfeited.
//!
//! Letters are those of the points' colours, clockwise: R(ed) at the top, O(range), Y(ellow), G(reen), B(lue),
//! P(urple). Spaces are skipped. The rounds played are not part of a position.

use std::{collections::BTreeMap, fmt::Write};

use super::{
    colours::{letter_of, name_of},
    position::StarPosition,
    ranking::Standing,
    reader::Reader,
    rules::Rules,
    star::{PIECES, bit, cells},
};
use crate::{player::Player, text_error::TextError};

/// Stands for the pieces of a player who has forfeited.
const FORFEITED: char = 'x';
/// Begins a player's part.
const PART: char = ':';
/// Comes before the number of moves.
const MOVES: char = '/';
/// Comes before the how-manieth to finish.
const ORDER: char = '#';

/// Writes a position.
pub(super) fn write(position: &StarPosition) -> String {
    let rules = position.rules;
    let mut text = letter_of(rules.point(position.to_move)).to_string();
    for player in rules.players() {
        text.push(PART);
        text.push(letter_of(rules.point(player)));
        let seat = player.index();
        let standing = position.standings[seat];
        if standing == Standing::Forfeited {
            text.push(FORFEITED);
            continue;
        }
        text.push_str(&ranges(position.pieces[seat]));
        // Writing to a string cannot fail.
        if rules.counted_moves() > 0 {
            let _ = write!(text, "{MOVES}{}", position.moves[seat]);
        }
        if let Standing::Finished(order) = standing {
            let _ = write!(text, "{ORDER}{}", order + 1);
        }
    }
    text
}

/// Returns the text of a board set up by hand; where the rules count moves, none was made.
pub(super) fn set_up_text(start: &StarPosition, letters: &BTreeMap<String, char>, to_move: Player) -> String {
    let rules = start.rules;
    let mut text = letter_of(rules.point(to_move)).to_string();
    for player in rules.players() {
        let own = letter_of(rules.point(player));
        let cells: Vec<&str> =
            letters.iter().filter(|(_, letter)| **letter == own).map(|(name, _)| name.as_str()).collect();
        text.push_str(&format!("{PART}{own}{}", cells.join(",")));
        if rules.counted_moves() > 0 {
            text.push_str(&format!("{MOVES}0"));
        }
    }
    text
}

/// The cells of a set, neighbouring numbers as a range.
fn ranges(set: u128) -> String {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for cell in cells(set) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == cell => *last = cell,
            _ => ranges.push((cell, cell)),
        }
    }
    let text = |(first, last): &(u8, u8)| {
        if first == last { format!("{}", first + 1) } else { format!("{}-{}", first + 1, last + 1) }
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

/// Reads a position; refuses one that cannot be on a board.
pub(super) fn read(rules: Rules, text: &str) -> Result<StarPosition, TextError> {
    let mut reader = Reader::new("position", text);
    let to_move = reader.player(rules)?;
    let mut position = StarPosition { pieces: Default::default(), to_move, ..StarPosition::start(rules) };
    let mut seen: Vec<Player> = Vec::new();
    while reader.accept(PART) {
        let start = reader.place();
        let player = reader.player(rules)?;
        if seen.contains(&player) {
            return Err(reader.error_at(start, format!("{} is listed twice", name(rules, player))));
        }
        seen.push(player);
        read_player(&mut reader, player, &mut position)?;
    }
    if reader.peek().is_some() {
        return Err(reader.error("nothing is expected here: a player's part begins with a colon"));
    }
    if let Some(missing) = rules.players().find(|player| !seen.contains(player)) {
        let letter = letter_of(rules.point(missing));
        let reason = format!(
            "{} is missing: write its pieces behind {PART}{letter}, or {PART}{letter}{FORFEITED} if it has \
             forfeited",
            name(rules, missing)
        );
        return Err(reader.error(reason));
    }
    check_whole(&reader, &position)?;
    Ok(position)
}

fn name(rules: Rules, player: Player) -> &'static str {
    name_of(rules.point(player))
}

fn read_player(
    reader: &mut Reader<'_>,
    player: Player,
    position: &mut StarPosition,
) -> Result<(), TextError> {
    let seat = player.index();
    if reader.accept(FORFEITED) {
        position.standings[seat] = Standing::Forfeited;
        return Ok(());
    }
    let rules = position.rules;
    let start = reader.place();
    read_pieces(reader, player, position)?;
    let count = position.pieces[seat].count_ones() as usize;
    if count != PIECES {
        let reason = format!("{} has {count} pieces: each player has {PIECES}", name(rules, player));
        return Err(reader.error_at(start, reason));
    }
    if reader.accept(MOVES) {
        read_moves(reader, player, position)?;
    }
    let finished = position.pieces[seat] == rules.goal(player);
    let at = reader.place();
    if reader.accept(ORDER) {
        if !finished {
            let reason = format!("{} has not finished: not all pieces are in its goal", name(rules, player));
            return Err(reader.error_at(at, reason));
        }
        let order = reader.number("the how-manieth to finish")?;
        if order == 0 || order > u16::from(rules.players) {
            return Err(reader.error_at(at, format!("it is a number from 1 to {}", rules.players)));
        }
        position.standings[seat] = Standing::Finished((order - 1) as u8);
    } else if finished {
        let reason = format!(
            "{} has filled its goal: write {ORDER}1 if it was the first to, {ORDER}2 the second, …",
            name(rules, player)
        );
        return Err(reader.error_at(at, reason));
    }
    Ok(())
}

fn read_pieces(
    reader: &mut Reader<'_>,
    player: Player,
    position: &mut StarPosition,
) -> Result<(), TextError> {
    loop {
        let start = reader.place();
        let first = reader.cell()?;
        let last = if reader.accept('-') { reader.cell()? } else { first };
        if last < first {
            return Err(reader.error_at(start, "the range runs backwards"));
        }
        for cell in first..=last {
            if position.occupied() & bit(cell) != 0 {
                return Err(reader.error_at(start, format!("two pieces on {}", cell + 1)));
            }
            position.pieces[player.index()] |= bit(cell);
        }
        if !reader.accept(',') {
            return Ok(());
        }
    }
}

fn read_moves(reader: &mut Reader<'_>, player: Player, position: &mut StarPosition) -> Result<(), TextError> {
    let rules = position.rules;
    let start = reader.place();
    let moves = reader.number("the number of moves")?;
    let most = rules.counted_moves();
    if moves > most {
        let reason = match most {
            0 => "these rules do not count a player's moves".to_owned(),
            most => format!("these rules count a player's moves up to {most}"),
        };
        return Err(reader.error_at(start, reason));
    }
    position.moves[player.index()] = moves;
    // After the last deadline pieces may have gone home again.
    let behind = moves == most;
    if !behind && position.is_passive(player) && position.pieces[player.index()] != rules.goal(player) {
        let reason = format!(
            "{} would have forfeited: too many pieces are at home after its move {moves}",
            name(rules, player)
        );
        return Err(reader.error_at(start, reason));
    }
    Ok(())
}

/// What cannot be said of one player alone.
fn check_whole(reader: &Reader<'_>, position: &StarPosition) -> Result<(), TextError> {
    let rules = position.rules;
    let orders = || rules.players().filter_map(|player| order(position, player));
    let finished = orders().count();
    if let Some(missing) = (0..finished).find(|order| !orders().any(|other| other == *order)) {
        let reason = format!("{finished} players have finished, but none of them as number {}", missing + 1);
        return Err(reader.error(reason));
    }
    let racing = |player: Player| position.standings[player.index()] == Standing::Racing;
    if !racing(position.to_move) && rules.players().any(racing) {
        let reason = format!("{} is to move, but takes part no longer", name(rules, position.to_move));
        return Err(reader.error_at(0, reason));
    }
    Ok(())
}

fn order(position: &StarPosition, player: Player) -> Option<usize> {
    match position.standings[player.index()] {
        Standing::Finished(order) => Some(usize::from(order)),
        Standing::Racing | Standing::Forfeited => None,
    }
}
