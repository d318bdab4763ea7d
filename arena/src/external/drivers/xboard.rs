//! Speaking CECP to an engine.

use std::sync::Arc;

use damier_protocol::xboard::{Command, Reply, Thinking};
use damier_rules::{
    AnyGame, AnyMove, GameTags, Notation,
    NotationFormat::{self, Native},
    Player, Position,
    game_text::usual_start,
};

use super::{
    super::{
        Description, EngineProtocol,
        connection::{Connection, Received},
        driver::{Driver, Opinion, read_move, timeout, words, wrong_setting},
        process::quoted,
    },
    xboard_features::Features,
    xboard_time::{bounds, clocks},
};
use crate::competitor::{Cause, Choice, Failure, Introduction, Turn};

const FORMAT: NotationFormat = NotationFormat::Xboard;

pub(super) struct Xboard {
    game: AnyGame,
    description: Arc<Description>,
    features: Features,
    /// The number of the last ping.
    pings: i64,
    /// The moves that the engine has on its board while it plays; `None` before its first move of a game.
    known: Option<Vec<AnyMove>>,
    /// Whether a game was begun.
    begun: Option<()>,
    /// Whether it was told to think on the opponent's time.
    told_to_ponder: Option<()>,
}

/// What an engine says when it is to move.
enum Answer {
    Move(String),
    Resigns,
}

impl Xboard {
    pub(super) fn new(game: AnyGame, description: Arc<Description>) -> Self {
        let features = Features::none();
        Self { game, description, features, pings: 0, known: None, begun: None, told_to_ponder: None }
    }

    /// Waits until everything that was sent is done, where the engine can say so.
    fn ready(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings;
        let timeout = self.description.start_timeout;
        connection.request(Command::Ping(number), timeout, "pong", |line| match Reply::parse(line) {
            Reply::Pong(other) if other == number => Received::Answer(()),
            Reply::Unknown(_) | Reply::Error { .. } => Received::Unknown,
            _ => Received::Other,
        })
    }

    /// Returns the commands that begin a game, in which the engine plays neither side.
    fn beginning(&self) -> Result<Vec<Command>, Failure> {
        let mut commands = vec![Command::New];
        for (_, variant) in self.game.settings(FORMAT) {
            self.features.check_variant(&variant)?;
            commands.push(Command::Variant(variant));
        }
        commands.push(Command::Hard);
        if self.told_to_ponder.is_none() {
            // Where `easy` switches to and fro, as once in GNU Chess, it switches off after `hard`.
            commands.push(Command::Easy);
        }
        commands.extend([Command::Post, Command::Force]);
        Ok(commands)
    }

    /// Returns the commands that set up the game of a turn and have the engine move; `words` are its moves.
    fn set_up(&self, turn: &Turn<'_>, words: &[String]) -> Result<Vec<Command>, Failure> {
        let mut commands = if self.known.is_some() { self.beginning()? } else { Vec::new() };
        let start = turn.game.start();
        let is_usual = *start == usual_start(&self.game, FORMAT) && self.game.settings(FORMAT).is_empty();
        if !is_usual && !self.features.setboard {
            let remedy = "give openings that are moves from the start";
            return Err(wrong_setting(format!(
                "it has no word for a position (feature setboard=0); {remedy}"
            )));
        }
        if !is_usual {
            commands.push(Command::SetBoard(self.game.position_text(FORMAT, start)));
        }
        commands.extend(words.iter().map(|word| self.move_command(word)));
        commands.extend(bounds(turn, &self.description));
        commands.extend(clocks(turn).into_iter().filter(|_| self.features.time));
        commands.push(Command::Go);
        Ok(commands)
    }

    fn move_command(&self, word: &str) -> Command {
        let word = word.to_owned();
        if self.features.usermove { Command::UserMove(word) } else { Command::Move(word) }
    }

    /// Returns what makes the engine move: the last move where it knows the others, else the whole game.
    fn question(&self, turn: &Turn<'_>) -> Result<Vec<Command>, Failure> {
        let words = words(if self.features.san { Native } else { FORMAT }, turn)?;
        if let (Some((_, before)), Some(known)) = (turn.game.moves().split_last(), &self.known)
            && known[..] == *before
            && let Some(last) = words.last()
        {
            let clocks = clocks(turn).into_iter().filter(|_| self.features.time);
            return Ok(clocks.chain([self.move_command(last)]).collect());
        }
        self.set_up(turn, &words)
    }
}

impl Driver for Xboard {
    fn handshake(&mut self, connection: &mut Connection) -> Result<Introduction, Failure> {
        if self.description.protocol == EngineProtocol::Xboard1 {
            connection.send(Command::Xboard)?;
            return Ok(Introduction { name: None, memory_mib: None });
        }
        self.features = Features::ask(connection, &self.description)?;
        // Refuses a variant before the match.
        self.beginning()?;
        send_all(connection, &self.features.settings(&self.description)?)?;
        self.ready(connection)?;
        Ok(Introduction {
            name: self.features.name.clone(),
            memory_mib: self.features.memory.then(|| self.description.memory_mib()),
        })
    }

    fn new_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        if self.begun.replace(()).is_some() && !(self.features.reuse && self.features.ping) {
            // Without pings the end of the last game, as it tells it, would pass for that of the next one.
            let reason = "it plays a single game (feature reuse=0), or ends none for sure (feature ping=0)";
            return Err(Failure::new(Cause::Start, reason));
        }
        self.known = None;
        send_all(connection, &self.beginning()?)?;
        self.ready(connection)
    }

    fn choose(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let question = self.question(turn)?;
        send_all(connection, &question)?;
        let mut opinion = Opinion::of(&self.description);
        let timeout = timeout(&self.description, turn);
        let asked = Asked {
            protocol: self.description.protocol,
            player: turn.position.to_move(),
            commands: &question,
        };
        let answer = connection
            .receive(timeout, "move", Some(turn.cancelled), |line| read_answer(line, &asked, &mut opinion))?;
        let chosen = match answer {
            Answer::Move(chosen) => chosen,
            Answer::Resigns => return Err(Failure::new(Cause::Resignation, "it says that it loses")),
        };
        let mv = read_move(&self.game, FORMAT, turn.position, &chosen)?;
        self.known = Some(turn.game.moves().iter().copied().chain([mv]).collect());
        Ok(opinion.choice(mv))
    }

    fn ponder(&mut self, connection: &mut Connection, _: &Turn<'_>) -> Result<(), Failure> {
        if self.told_to_ponder.replace(()).is_none() { connection.send(Command::Hard) } else { Ok(()) }
    }

    fn end_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        connection.send(Command::Force)
    }
}

fn send_all(connection: &mut Connection, commands: &[Command]) -> Result<(), Failure> {
    let lines: Vec<String> = commands.iter().map(ToString::to_string).collect();
    if lines.is_empty() { Ok(()) } else { connection.send(lines.join("\n")) }
}

/// What an engine that is to move was asked.
struct Asked<'q> {
    protocol: EngineProtocol,
    /// The player that it plays.
    player: Player,
    commands: &'q [Command],
}

/// Reads a line of an engine that is to move. Results that it claims are judged by the rules, by which the game goes on:
/// only its own loss, which it may give, counts.
fn read_answer(line: &str, asked: &Asked<'_>, opinion: &mut Opinion) -> Received<Answer> {
    match Reply::parse(line) {
        Reply::Move(text) => Received::Answer(Answer::Move(text)),
        Reply::NumberedMove(text) if asked.protocol == EngineProtocol::Xboard1 => {
            Received::Answer(Answer::Move(text))
        }
        Reply::Thinking(thinking) => {
            note(opinion, &thinking);
            Received::Other
        }
        Reply::Resign => Received::Answer(Answer::Resigns),
        Reply::Tell { to, text } if to == "ics" && text == "resign" => Received::Answer(Answer::Resigns),
        Reply::Result { result, .. } if result.winner() == Some(asked.player.opponent()) => {
            Received::Answer(Answer::Resigns)
        }
        Reply::IllegalMove(text) if asked.commands.iter().any(|command| is_move(command, &text)) => {
            let detail = format!("it takes a legal move for illegal: {}", quoted(line));
            Received::Failed(Failure::new(Cause::Protocol, detail))
        }
        Reply::Result { .. } | Reply::IllegalMove(_) | Reply::Error { .. } | Reply::Unknown(_) => {
            Received::Unknown
        }
        _ => Received::Other,
    }
}

/// Says whether a command is the move that a text ends with.
fn is_move(command: &Command, text: &str) -> bool {
    let (Command::UserMove(mv) | Command::Move(mv)) = command else { return false };
    text.ends_with(mv.as_str())
}

/// Keeps what is said about the best line.
fn note(opinion: &mut Opinion, thinking: &Thinking) {
    opinion.depth = Some(thinking.depth);
    opinion.nodes = Some(thinking.nodes);
    match thinking.mate() {
        Some(moves) => {
            opinion.score = Some(format!("mate {moves}"));
            opinion.share = Some(if moves > 0 { 1.0 } else { 0.0 });
        }
        None => opinion.set_score(thinking.score.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_are_claimed_count_against_the_engine_alone() {
        let commands = [Command::UserMove("e2e4".to_owned())];
        let read = |line: &str| {
            let asked =
                Asked { protocol: EngineProtocol::Xboard, player: Player::FIRST, commands: &commands };
            match read_answer(line, &asked, &mut Opinion::default()) {
                Received::Answer(Answer::Move(mv)) => mv,
                Received::Answer(Answer::Resigns) => "resigns".to_owned(),
                Received::Failed(failure) => failure.cause.to_string(),
                Received::Other => "other".to_owned(),
                Received::Unknown => "unknown".to_owned(),
            }
        };
        for (line, meant) in [
            ("move e2e4", "e2e4"),
            // GNU Chess repeats its opponent's move so.
            ("3. ... Nf6", "other"),
            ("resign", "resigns"),
            ("tellics resign", "resigns"),
            ("0-1 {White resigns}", "resigns"),
            ("1-0 {White mates}", "unknown"),
            ("1/2-1/2 {Draw by repetition}", "unknown"),
            ("Illegal move: e2e4", "protocol"),
            ("Illegal move: sd", "unknown"),
            ("Error (unknown command): otim", "unknown"),
            ("offer draw", "other"),
            ("tellall hello", "other"),
            ("# thinking", "other"),
            ("Chess", "unknown"),
        ] {
            assert_eq!(read(line), meant, "{line}");
        }
    }

    #[test]
    fn engines_of_version_1_move_in_their_own_words() {
        let asked = Asked { protocol: EngineProtocol::Xboard1, player: Player::SECOND, commands: &[] };
        for line in ["3. ... Nf6", "My move is: Nf6", "move Nf6"] {
            let read = read_answer(line, &asked, &mut Opinion::default());
            assert!(matches!(read, Received::Answer(Answer::Move(mv)) if mv == "Nf6"), "{line}");
        }
    }

    #[test]
    fn opinions_are_found_in_thinking_output() {
        let mut opinion = Opinion::default();
        let asked = Asked { protocol: EngineProtocol::Xboard, player: Player::FIRST, commands: &[] };
        let mut read = |line: &str| {
            read_answer(line, &asked, &mut opinion);
            (opinion.depth, opinion.score.clone(), opinion.nodes)
        };
        assert_eq!(read("9 156 1084 48000 Nf3"), (Some(9), Some("+1.56".to_owned()), Some(48_000)));
        assert_eq!(read("10 -100002 9 5 Kg8"), (Some(10), Some("mate -2".to_owned()), Some(5)));
        assert_eq!(opinion.share, Some(0.0));
    }
}
