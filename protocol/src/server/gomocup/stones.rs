//! Lists of stones.

use std::io;

use damier_rules::{AnyGame, Dialect, Game, Position};

use super::{Gomocup, OPENING, Purpose, SWAP2};
use crate::{
    gomocup::{Command, Reply, Whose},
    server::desk::{Desk, Flow},
};

/// Points of the largest board there is; longer lists are refused.
const MOST_STONES: usize = 1024;

/// A list of stones that is being told.
pub(super) struct Stones {
    of: Listed,
    words: Vec<String>,
    trouble: Option<String>,
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
    /// An empty list.
    pub(super) fn new(of: Listed) -> Self {
        Self { of, words: Vec::new(), trouble: None }
    }
}

impl Gomocup {
    /// A line of a list of stones, or the command that ends it.
    pub(super) fn listed(&mut self, command: &Command, desk: &mut Desk<'_>) -> io::Result<Option<Flow>> {
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
                    _ => list.trouble = Some(format!("whose stone is on {point}: 1 or 2?")),
                }
                if list.words.len() > MOST_STONES {
                    list.words.clear();
                    list.trouble = Some("more stones than any board has points".to_owned());
                }
                Ok(Some(Flow::GoOn))
            }
            Command::Done => {
                let list = self.list.take();
                if let Some(list) = list {
                    self.use_list(list, desk)?;
                }
                Ok(Some(Flow::GoOn))
            }
            Command::Unknown(line) | Command::Wrong(line) => {
                list.trouble = Some(format!("{line:?} is no stone"));
                Ok(Some(Flow::GoOn))
            }
            _ => {
                self.list = None;
                Ok(None)
            }
        }
    }

    fn use_list(&mut self, list: Stones, desk: &mut Desk<'_>) -> io::Result<()> {
        let set_up = |desk: &mut Desk<'_>, game: AnyGame| {
            list.trouble.clone().map_or(Ok(()), Err)?;
            self.put(game, desk)?;
            desk.table.set_up(Some(&list.words.join(" ")), &[]).map_err(|error| error.to_string())
        };
        let game = match list.of {
            Listed::Board | Listed::Shown => Ok(self.game.clone()),
            Listed::Opening => self.game.adjusted(Dialect::Gomocup, OPENING, SWAP2),
        };
        let done = game.map_err(|error| error.reason).and_then(|game| set_up(desk, game));
        match (done, list.of) {
            (Err(reason), _) => desk.say(Reply::Error(reason)),
            (Ok(()), Listed::Board) => self.think(Purpose::Move, desk),
            (Ok(()), Listed::Shown) => Ok(()),
            (Ok(()), Listed::Opening) => {
                self.words.clear();
                let player = desk.table.position().to_move();
                self.think(Purpose::Opening(player), desk)
            }
        }
    }
}
