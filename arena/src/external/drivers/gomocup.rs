//! Speaking Gomocup's protocol to an engine.

use std::{
    collections::{HashMap, VecDeque},
    fmt::Write as _,
    sync::Arc,
    time::Duration,
};

use damier_protocol::gomocup::{Command, Info, Point, Reply, UNLIMITED, Whose};
use damier_rules::{
    AnyGame, AnyMove, AnyPosition, GameTags, MoveList, Notation,
    NotationFormat::{self, Native},
    Player, Position,
};

use super::super::{
    Description,
    connection::{Connection, Received},
    driver::{Driver, Opinion, no_move, timeout, words, wrong_setting},
    process::quoted,
};
use crate::competitor::{Cause, Choice, Failure, Introduction, Turn};

const FORMAT: NotationFormat = NotationFormat::Gomocup;
/// The settings of the game.
const SIZE: &str = "size";
const RULE: &str = "rule";
const OPENING: &str = "opening";
/// The most memory, in bytes.
const MEMORY: &str = "max_memory";
const MIB_SHIFT: u32 = 20;
/// A match between programs.
const BRAINS: u32 = 1;
/// The opening that the protocol knows beside none.
const SWAP2: &str = "swap2";
const NONE: &str = "none";
/// The stones on the board when a player has something to say about that opening.
const OPENING_STONES: [usize; 3] = [0, 3, 5];

pub(super) struct Gomocup {
    game: AnyGame,
    description: Arc<Description>,
    /// The moves that the engine has on its board.
    known: Option<Vec<AnyMove>>,
    /// Further moves of an answer that has several: those of an opening.
    planned: VecDeque<AnyMove>,
}

impl Gomocup {
    pub(super) fn new(game: AnyGame, description: Arc<Description>) -> Self {
        Self { game, description, known: None, planned: VecDeque::new() }
    }

    fn setting(&self, name: &str) -> String {
        let settings = self.game.settings(FORMAT);
        settings.into_iter().find(|(other, _)| *other == name).map_or_else(String::new, |(_, value)| value)
    }

    fn start(&self, connection: &mut Connection) -> Result<(), Failure> {
        let size = self.setting(SIZE).parse().map_err(|_| wrong_setting("the game has no size"))?;
        connection.request(Command::Start(size), self.description.start_timeout, "OK", |line| {
            match Reply::parse(line) {
                Reply::Ok => Received::Answer(()),
                Reply::Error(message) | Reply::Unknown(message) => Received::Failed(wrong_setting(message)),
                Reply::Other(_) => Received::Unknown,
                _ => Received::Other,
            }
        })
    }

    /// Returns what makes the engine move: the last move where it knows the others, else the whole board.
    fn question(&self, turn: &Turn<'_>, words: &[String]) -> Result<String, Failure> {
        if self.in_opening(turn.position) {
            let stones: Vec<Point> = words.iter().filter_map(|word| word.parse().ok()).collect();
            if !OPENING_STONES.contains(&stones.len()) {
                let detail = format!("SWAP2BOARD has no word for an opening of {} stones", stones.len());
                return Err(wrong_setting(detail));
            }
            // Until the colours are dealt, the brain that is asked has White.
            let owners = [Whose::Opponents, Whose::Own].into_iter().cycle();
            let stones = stones
                .into_iter()
                .zip(owners)
                .map(|(point, owner)| Command::Stone(point, self.description.swap2_owners.then_some(owner)));
            let commands = [Command::Swap2Board].into_iter().chain(stones).chain([Command::Done]);
            return Ok(commands.map(|command| command.to_string()).collect::<Vec<_>>().join("\n"));
        }
        if let (Some((_, before)), Some(known)) = (turn.game.moves().split_last(), &self.known)
            && known[..] == *before
            && let Some(Ok(point)) = words.last().map(|word| word.parse())
        {
            return Ok(Command::Turn(point).to_string());
        }
        let board = self.game.position_text(FORMAT, turn.position);
        if board.is_empty() {
            return Ok(Command::Begin.to_string());
        }
        // In the order of play, as far as known.
        let order: HashMap<&str, usize> =
            words.iter().enumerate().map(|(number, word)| (word.as_str(), number)).collect();
        let mut stones: Vec<&str> = board.split_whitespace().collect();
        stones.sort_by_key(|stone| stone.rsplit_once(',').and_then(|(point, _)| order.get(point)).copied());
        Ok(format!("{}\n{}\n{}", Command::Board, stones.join("\n"), Command::Done))
    }

    /// Returns whether stones are put as an opening: there are choices to make, or the mover goes on moving.
    fn in_opening(&self, position: &AnyPosition) -> bool {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let chooses = |mv: &AnyMove| {
            self.game.try_move_text(FORMAT, position, *mv).is_some_and(|text| !text.contains(','))
        };
        let goes_on = |mv: &AnyMove| {
            let mut next = position.clone();
            next.play(*mv);
            next.to_move() == position.to_move()
        };
        moves.iter().any(chooses) || moves.first().is_some_and(goes_on)
    }

    /// Returns the moves of one player that an answer means, none of whose words is left over.
    fn meaning(&self, position: &AnyPosition, player: Player, words: &[String]) -> Option<Vec<AnyMove>> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if words.is_empty() && (position.to_move() != player || moves.is_empty()) {
            return Some(Vec::new());
        }
        if position.to_move() != player {
            return None;
        }
        moves.iter().find_map(|mv| {
            let text = self.game.try_move_text(FORMAT, position, *mv)?;
            let rest = match words.split_first() {
                _ if text.is_empty() => words,
                Some((first, rest)) if first.eq_ignore_ascii_case(&text) => rest,
                _ => return None,
            };
            let mut next = position.clone();
            next.play(*mv);
            let mut meant = self.meaning(&next, player, rest)?;
            meant.insert(0, *mv);
            Some(meant)
        })
    }
}

impl Driver for Gomocup {
    fn handshake(&mut self, connection: &mut Connection) -> Result<Introduction, Failure> {
        let opening = self.setting(OPENING);
        if ![NONE, SWAP2, ""].contains(&opening.as_str()) {
            return Err(wrong_setting(format!("Gomocup's protocol has no opening {opening}")));
        }
        let mut said = String::new();
        let mut info = |info: Info| {
            // Writing to a text cannot fail.
            let _ = writeln!(said, "{}", Command::Info(info));
        };
        info(Info::GameType(BRAINS));
        info(Info::Rule(self.setting(RULE).parse().unwrap_or(0)));
        self.description.threads.into_iter().for_each(|threads| info(Info::ThreadNum(threads)));
        let options = &self.description.options;
        let says_memory = options.keys().any(|key| key.eq_ignore_ascii_case(MEMORY));
        let memory_mib = (!says_memory).then(|| self.description.memory_mib());
        memory_mib.into_iter().for_each(|mib| info(Info::MaxMemory(u64::from(mib) << MIB_SHIFT)));
        for (key, value) in options {
            info(Info::Other { key: key.clone(), value: value.to_string() });
        }
        connection.send(said.trim_end())?;
        self.start(connection)?;
        // Not every brain answers; one that does not is not waited for.
        let introduced =
            connection.request(Command::About, self.description.reply_timeout, "ABOUT", |line| {
                let Reply::About(items) = Reply::parse(line) else { return Received::Unknown };
                let item = |name: &str| {
                    items.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone())
                };
                Received::Answer(
                    [item("name"), item("version")].into_iter().flatten().collect::<Vec<_>>().join(" "),
                )
            });
        match introduced {
            Ok(name) => Ok(Introduction { name: Some(name), memory_mib }),
            Err(Failure { cause: Cause::Hang | Cause::Protocol, .. }) => {
                Ok(Introduction { name: None, memory_mib })
            }
            Err(failure) => Err(failure),
        }
    }

    fn new_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        self.known = None;
        self.planned.clear();
        self.start(connection)
    }

    fn choose(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let mut legal = MoveList::new();
        turn.position.legal_moves(&mut legal);
        if let Some(mv) = self.planned.pop_front().filter(|mv| legal.contains(mv)) {
            return Ok(Opinion::of(&self.description).choice(mv));
        }
        self.planned.clear();
        let words = words(FORMAT, turn)?;
        let mut said = times(turn);
        let _ = write!(said, "{}", self.question(turn, &words)?);
        connection.send(said)?;
        let mut opinion = Opinion::of(&self.description);
        let timeout = timeout(&self.description, turn);
        let player = turn.position.to_move();
        let answer =
            connection.receive(timeout, "move", Some(turn.cancelled), |line| match Reply::parse(line) {
                Reply::Message(text) => {
                    note(&mut opinion, &text);
                    Received::Other
                }
                Reply::Error(message) | Reply::Unknown(message) => {
                    Received::Failed(Failure::new(Cause::Protocol, quoted(&message)))
                }
                Reply::Move(points) => {
                    Received::Answer(points.iter().map(ToString::to_string).collect::<Vec<_>>())
                }
                Reply::Swap => Received::Answer(vec![Reply::Swap.to_string()]),
                Reply::Other(_) => Received::Unknown,
                _ => Received::Other,
            })?;
        let Some(meant) = self.meaning(turn.position, player, &answer) else {
            let position = self.game.position_text(Native, turn.position);
            return Err(Failure::new(Cause::IllegalMove, format!("{} in {position}", answer.join(" "))));
        };
        self.planned = meant.into();
        let position = || self.game.position_text(Native, turn.position);
        let mv = self.planned.pop_front().ok_or_else(|| no_move(&position()))?;
        // After an opening its board is sent anew.
        self.known = (!self.in_opening(turn.position))
            .then(|| turn.game.moves().iter().copied().chain([mv]).collect());
        Ok(opinion.choice(mv))
    }

    fn quit_command(&self) -> &'static str {
        "END"
    }
}

/// Returns the bounds of a search, in milliseconds.
fn times(turn: &Turn<'_>) -> String {
    let limits = &turn.limits;
    let millis = |duration: Duration| (duration.as_millis() as i64).max(1);
    let mut infos = Vec::new();
    infos.extend(limits.nodes.map(Info::MaxNode));
    infos.extend(limits.depth.map(Info::MaxDepth));
    let left = limits.clock.map(|clock| millis(clock.remaining));
    // A brain that has only the game's time may use all of it for a move, if it wants.
    let turn = limits.time.map(millis).or(left).unwrap_or(UNLIMITED);
    infos.push(Info::TimeoutTurn(turn));
    infos.push(Info::TimeoutMatch(left.unwrap_or(0)));
    infos.extend(limits.clock.map(|clock| Info::TimeIncrement(clock.increment.as_millis() as i64)));
    infos.push(Info::TimeLeft(left.unwrap_or(UNLIMITED)));
    infos.into_iter().map(|info| format!("{}\n", Command::Info(info))).collect()
}

/// Brains tell people what they think in words of their own; depth and evaluation are found in the usual ones:
/// `Depth 12-20 | Eval 35 | …`, `(1) 35 | 12-20 | …`.
fn note(opinion: &mut Opinion, text: &str) {
    let lower = text.to_ascii_lowercase();
    let after = |word: &str| {
        let rest = lower.split(word).nth(1)?.trim_start_matches([' ', ':', '=']);
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '-' && letter != '+');
        let number = &rest[..end.unwrap_or(rest.len())];
        let number = if number.len() > 1 { number.trim_end_matches('-') } else { number };
        Some(number.to_owned())
    };
    let ours = || {
        let (score, rest) = lower.strip_prefix("(1)")?.split_once('|')?;
        Some((score.trim().parse::<f64>().ok()?, rest.split('-').next()?.trim().parse::<u32>().ok()?))
    };
    if let Some((score, depth)) = ours() {
        opinion.set_score(score);
        opinion.depth = Some(depth);
        return;
    }
    if let Some(depth) = after("depth") {
        opinion.depth = depth.split('-').next().and_then(|depth| depth.parse().ok()).or(opinion.depth);
    }
    if let Some(Ok(score)) = after("eval").or_else(|| after("score")).map(|score| score.parse::<f64>()) {
        opinion.set_score(score);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opinions_are_found_in_the_usual_messages() {
        for (text, depth, score) in [
            ("Depth 12-20 | Eval 35 | Time 5ms", Some(12), Some("+0.35")),
            ("depth=7 score=-120", Some(7), Some("-1.20")),
            ("(1) 35 | 9-14 | 7,7 8,8", Some(9), Some("+0.35")),
            ("hello", None, None),
            ("Depth | Eval -", None, None),
        ] {
            let mut opinion = Opinion::default();
            note(&mut opinion, text);
            assert_eq!((opinion.depth, opinion.score.as_deref()), (depth, score), "{text}");
        }
    }
}
