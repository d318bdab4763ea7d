//! Lists of stones.

use std::io;

use damier_rules::{AnyGame, GameTags, NotationFormat, Position};

use super::{Gomocup, OPENING, Purpose, SWAP2};
use crate::{
    gomocup::{Command, Reply, Whose},
    server::host::{EngineHost, Flow},
};

/// Points of the largest board there is; longer lists are refused.
const MOST_STONES: usize = 1024;

/// List of stones under way.
pub(super) struct Stones {
    of: Listed,
    words: Vec<String>,
    error: Option<String>,
}

/// What a list of stones is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// A position to move in.
    Board,
    /// A position to look at.
    Shown,
    /// An opening to choose in.
    Opening,
}

impl Stones {
    /// Creates an empty list.
    pub(super) fn new(of: Listed) -> Self {
        Self { of, words: Vec::new(), error: None }
    }
}

impl Gomocup {
    /// Handles a line of a list of stones, or the command that ends it; returns `None` for any other command.
    pub(super) fn listed(
        &mut self,
        command: &Command,
        host: &mut EngineHost<'_>,
    ) -> io::Result<Option<Flow>> {
        let Some(list) = &mut self.list else { return Ok(None) };
        match command {
            Command::Stone(point, whose) => {
                match (whose, list.of) {
                    (Some(Whose::Own), Listed::Board | Listed::Shown) => {
                        list.words.push(format!("{point},1"))
                    }
                    (Some(Whose::Opponents), Listed::Board | Listed::Shown) => {
                        list.words.push(format!("{point},2"));
                    }
                    (_, Listed::Opening) => list.words.push(point.to_string()),
                    _ => list.error = Some(format!("whose stone is on {point}: 1 or 2?")),
                }
                if list.words.len() > MOST_STONES {
                    list.words.clear();
                    list.error = Some("more stones than any board has points".to_owned());
                }
                Ok(Some(Flow::Continue))
            }
            Command::Done => {
                let list = self.list.take();
                if let Some(list) = list {
                    self.use_list(list, host)?;
                }
                Ok(Some(Flow::Continue))
            }
            Command::Unknown(line) | Command::Wrong(line) => {
                list.error = Some(format!("{line:?} is no stone"));
                Ok(Some(Flow::Continue))
            }
            _ => {
                self.list = None;
                Ok(None)
            }
        }
    }

    fn use_list(&mut self, list: Stones, host: &mut EngineHost<'_>) -> io::Result<()> {
        let set_up = |host: &mut EngineHost<'_>, game: AnyGame| {
            list.error.clone().map_or(Ok(()), Err)?;
            self.put(game, host)?;
            host.current.set_up(Some(&list.words.join(" ")), &[]).map_err(|error| error.to_string())
        };
        let game = match list.of {
            Listed::Board | Listed::Shown => Ok(self.game.clone()),
            Listed::Opening => self.game.with_setting(NotationFormat::Gomocup, OPENING, SWAP2),
        };
        let done = game.map_err(|error| error.reason).and_then(|game| set_up(host, game));
        match (done, list.of) {
            (Err(reason), _) => host.send(Reply::Error(reason)),
            (Ok(()), Listed::Board) => self.search(Purpose::Move, host),
            (Ok(()), Listed::Shown) => Ok(()),
            (Ok(()), Listed::Opening) => {
                self.words.clear();
                let player = host.current.position().to_move();
                self.search(Purpose::Opening(player), host)
            }
        }
    }
}
