//! Speaking our own protocol to an engine.

use std::{sync::Arc, time::Duration};

use damier_protocol::native::{Command, Go, Info, Proven, Reply};
use damier_rules::{Game, Position, game::MoveOf};

use super::super::{
    Description,
    driver::{Driver, Opinion, no_move, patience, read_move, words, wrong_setting},
    link::{Heard, Link},
    pondering::{Guess, Pondering},
};
use crate::competitor::{Cause, Choice, Failure, Turn};

const THREADS: &str = "threads";

pub(super) struct Native<G: Game> {
    game: G,
    description: Arc<Description>,
    pondering: Pondering<G>,
}

impl<G: Game> Native<G> {
    pub(super) fn new(game: G, description: Arc<Description>) -> Self {
        Self { game, description, pondering: Pondering::none() }
    }

    /// Has it search the position of a turn.
    fn ask(&self, link: &mut Link, turn: &Turn<'_, G::Position>, ponder: Option<()>) -> Result<(), Failure> {
        let (moves, position) = words(&self.game, None, turn)?;
        // The moves would tell what the player must not know.
        let position = if position == *turn.position {
            Command::Position { text: Some(self.game.position_text(turn.start)), moves }
        } else {
            Command::Position { text: Some(self.game.position_text(turn.position)), moves: Vec::new() }
        };
        link.say(format!("{position}\n{}", Command::Go(Go { ponder, ..go(turn) })))
    }

    /// Ends its pondering; what it answers is about another game.
    fn stop(&self, link: &mut Link) -> Result<(), Failure> {
        link.ask(Command::Stop, self.description.reply_timeout, "best", |line| match Reply::parse(line) {
            Reply::Best { .. } => Heard::Answer(()),
            Reply::Unknown(_) => Heard::Nonsense,
            _ => Heard::Aside,
        })
    }

    /// Asks for something that is answered at once where everything before it was in order.
    fn settled(&self, link: &mut Link, words: &[Command]) -> Result<(), Failure> {
        let words: Vec<String> = words.iter().chain([&Command::Ping]).map(ToString::to_string).collect();
        link.ask(words.join("\n"), self.description.start_timeout, "pong", |line| match Reply::parse(line) {
            Reply::Pong => Heard::Answer(()),
            Reply::Error(message) => Heard::Failed(wrong_setting(message)),
            Reply::Unknown(_) => Heard::Nonsense,
            _ => Heard::Aside,
        })
    }
}

impl<G: Game> Driver<G> for Native<G> {
    fn greet(&mut self, link: &mut Link) -> Result<Option<String>, Failure> {
        let mut name = None;
        link.ask(Command::Damier, self.description.start_timeout, "ready", |line| {
            match Reply::parse(line) {
                Reply::Id { name: text, version, .. } => name = Some(format!("{text} {version}")),
                Reply::Ready => return Heard::Answer(()),
                Reply::Unknown(_) => return Heard::Nonsense,
                _ => {}
            }
            Heard::Aside
        })?;
        let game = Command::Game(self.game.id().to_owned());
        link.ask(game, self.description.start_timeout, "game", |line| match Reply::parse(line) {
            Reply::Game { id, .. } if id == self.game.id() => Heard::Answer(()),
            Reply::Game { id, .. } => {
                Heard::Failed(Failure::new(Cause::Protocol, format!("it plays {id}, not {}", self.game.id())))
            }
            Reply::Error(message) => Heard::Failed(wrong_setting(message)),
            Reply::Unknown(_) => Heard::Nonsense,
            _ => Heard::Aside,
        })?;
        let threads = self.description.threads.map(|threads| (THREADS.to_owned(), threads.to_string()));
        let options = self.description.options.iter().map(|(name, value)| (name.clone(), value.to_string()));
        let words: Vec<Command> =
            threads.into_iter().chain(options).map(|(name, value)| Command::Set { name, value }).collect();
        self.settled(link, &words)?;
        Ok(name)
    }

    fn new_game(&mut self, link: &mut Link) -> Result<(), Failure> {
        self.settled(link, &[Command::New])
    }

    fn choose(
        &mut self,
        link: &mut Link,
        turn: &Turn<'_, G::Position>,
    ) -> Result<Choice<MoveOf<G>>, Failure> {
        match self.pondering.end(turn.moves) {
            Guess::Right => link.say(Command::Hit)?,
            Guess::Wrong => {
                self.stop(link)?;
                self.ask(link, turn, None)?;
            }
            Guess::None => self.ask(link, turn, None)?,
        }
        let mut opinion = Opinion::default();
        let patience = patience(&self.description, turn);
        let (chosen, answer) =
            link.hear(patience, "best", Some(turn.cancelled), |line| match Reply::parse(line) {
                Reply::Info(info) => {
                    note(&mut opinion, &info);
                    Heard::Aside
                }
                Reply::Best { mv, reply } => Heard::Answer((mv, reply)),
                Reply::Error(message) => Heard::Failed(Failure::new(Cause::Protocol, message)),
                Reply::Unknown(_) => Heard::Nonsense,
                _ => Heard::Aside,
            })?;
        let chosen = chosen.ok_or_else(|| no_move(&self.game.position_text(turn.position)))?;
        let mv = read_move(&self.game, None, turn.position, &chosen)?;
        self.pondering.expects(turn, answer);
        Ok(opinion.choice(mv))
    }

    fn ponder(&mut self, link: &mut Link, turn: &Turn<'_, G::Position>) -> Result<(), Failure> {
        let Some((moves, position)) = self.pondering.begin(&self.game, None, turn) else { return Ok(()) };
        self.ask(link, &Turn { moves: &moves, position: &position, ..*turn }, Some(()))
    }

    fn end_game(&mut self, link: &mut Link) -> Result<(), Failure> {
        if self.pondering.give_up() == Guess::None { Ok(()) } else { self.stop(link) }
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }
}

fn go<P: Position>(turn: &Turn<'_, P>) -> Go {
    let limits = &turn.limits;
    let clock = limits.clock;
    Go {
        move_time: limits.time.as_ref().map(Duration::as_secs_f64),
        time: clock.map(|clock| clock.remaining.as_secs_f64()),
        increment: clock.map(|clock| clock.increment.as_secs_f64()),
        moves_to_go: clock.and_then(|clock| clock.moves_to_go),
        nodes: limits.nodes,
        depth: limits.depth,
        ..Go::default()
    }
}

fn note(opinion: &mut Opinion, info: &Info) {
    if info.line.is_some_and(|rank| rank > 1) {
        return;
    }
    opinion.nodes = info.nodes.or(opinion.nodes);
    opinion.depth = info.depth.or(opinion.depth);
    if let Some(value) = info.value {
        opinion.score = Some(format!("{value:.3}"));
        opinion.share = Some(value);
    }
    let proven = match info.proven {
        Some(Proven::Win) => 1.0,
        Some(Proven::Draw) => 0.5,
        Some(Proven::Loss) => 0.0,
        None => return,
    };
    opinion.share = Some(proven);
}
