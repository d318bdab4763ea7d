//! What `damier play` alone asks: which game, its options, which side, how strong the engine plays.

use std::{io, path::PathBuf};

use damier_engine::engine::Level;
use damier_rules::{AnyGame, Game, GameDisplay, GameOption, Player, Position, options::Options, registry};

use super::{
    frame::wrapped,
    input::{Input, Line},
    keeper, save,
    screen::Screen,
    seats::Seats,
};

/// The level for a person who says nothing else: it can be beaten.
const USUAL_LEVEL: u8 = 8;
/// The word that goes on with the game that was kept last.
const RESUME: &str = "r";
/// Columns of the list of games.
const COLUMNS: usize = 79;

/// What was chosen.
pub(super) enum Choice {
    /// A game of this identity, people at these seats.
    Game { id: String, seats: Seats, level: Level },
    /// The game that this file keeps.
    Kept(PathBuf),
    /// Nothing: the person left.
    None,
}

/// Asks until everything is chosen.
pub(super) fn choose(screen: &mut Screen, input: &mut Input) -> io::Result<Choice> {
    let mut menu = Menu { screen, input };
    match menu.all() {
        Ok(choice) => Ok(choice),
        Err(Left::Asking) => Ok(Choice::None),
        Err(Left::Failed(error)) => Err(error),
    }
}

/// Why no more is asked.
enum Left {
    /// The person left.
    Asking,
    Failed(io::Error),
}

impl From<io::Error> for Left {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

struct Menu<'s> {
    screen: &'s mut Screen,
    input: &'s mut Input,
}

impl Menu<'_> {
    fn all(&mut self) -> Result<Choice, Left> {
        let kept = keeper::kept().into_iter().find_map(|path| Some((save::summary(&path)?, path)));
        let names: Vec<String> = registry::NAMES.iter().map(|id| (*id).to_owned()).collect();
        self.list_games(kept.as_ref().map(|(summary, _)| summary.as_str()))?;
        self.input.complete_by(names);
        let id = loop {
            let text = self.ask("Game, by number or name> ")?;
            match (text.to_lowercase().as_str(), &kept) {
                (RESUME, Some((_, path))) => return Ok(Choice::Kept(path.clone())),
                ("", _) => continue,
                ("quit" | "q" | "exit", _) => return Err(Left::Asking),
                _ => {}
            }
            let numbered =
                text.parse().ok().and_then(|number: usize| registry::NAMES.get(number.wrapping_sub(1)));
            match numbered.map_or_else(|| registry::named(&text), |id| Ok((*id).to_owned())) {
                Ok(id) => break id,
                Err(error) => self.screen.print(&error.reason)?,
            }
        };
        let id = self.options(id)?;
        let seats = self.seats(&id)?;
        let level = self.level()?;
        Ok(Choice::Game { id, seats, level })
    }

    /// Asks for a line.
    fn ask(&mut self, prompt: &str) -> Result<String, Left> {
        match self.screen.read(prompt, self.input)? {
            Line::Text(text) => Ok(text.trim().to_owned()),
            Line::End | Line::Interrupted => Err(Left::Asking),
        }
    }

    fn list_games(&mut self, kept: Option<&str>) -> Result<(), Left> {
        let width = registry::NAMES.iter().map(|id| id.len()).max().unwrap_or(0);
        self.screen.print("damier plays these games:")?;
        for (index, id) in registry::NAMES.iter().enumerate() {
            let entry = described(id);
            let line = format!("{:>3}  {id:width$}  {}", index + 1, entry.summary);
            // The first line says what matters.
            self.screen.print(
                wrapped(&line, COLUMNS).first().map_or("", String::as_str).trim_end_matches([',', ';', ':']),
            )?;
        }
        if let Some(kept) = kept {
            self.screen.print(&format!("  {RESUME}  go on with your last game ({kept})"))?;
        }
        Ok(())
    }

    /// Asks for options until nothing more is typed; the identity with them.
    fn options(&mut self, mut id: String) -> Result<String, Left> {
        let known = described(&id).options;
        if known.is_empty() || id.contains(':') {
            return Ok(id);
        }
        self.screen.print("Options:")?;
        for GameOption { name, values, default, summary } in known {
            self.screen.print(&format!("  {name} {values} (usually {default}): {summary}"))?;
        }
        let example = format!("{} {}", known[0].name, last_value(known[0].values));
        self.input.complete_by(known.iter().map(|option| option.name.to_owned()).collect());
        loop {
            let text = self.ask(&format!("Enter, or a change such as {example}> "))?;
            if text.is_empty() {
                return Ok(id);
            }
            match changed(&id, known, &text) {
                Ok(changed) => {
                    id = changed;
                    self.screen.print(&format!("Now {id}."))?;
                }
                Err(reason) => self.screen.print(&reason)?,
            }
        }
    }

    fn seats(&mut self, id: &str) -> Result<Seats, Left> {
        let entry = described(id);
        let names = &entry.players;
        let listed: Vec<String> =
            names.iter().enumerate().map(|(index, name)| format!("{} {name}", index + 1)).collect();
        let all = if names.len() == 2 { "both" } else { "all" };
        self.screen.print(&format!("You play: {}; {all} (you alone), none (watch).", listed.join(", ")))?;
        self.input.complete_by(names.iter().map(|name| (*name).to_owned()).collect());
        let usual = names[entry.first];
        loop {
            let text = self.ask(&format!("Side [{usual}]> "))?;
            if text.is_empty() {
                return Ok(Seats::Of(vec![(entry.first + 1).to_string()]));
            }
            let seats = match text.parse::<Seats>() {
                Ok(seats) => seats,
                Err(reason) => {
                    self.screen.print(&reason)?;
                    continue;
                }
            };
            let known = AnyGame::of_id(id).map(|game| known(game, &seats)).unwrap_or(Ok(()));
            match known {
                Ok(()) => return Ok(seats),
                Err(reason) => self.screen.print(&reason)?,
            }
        }
    }

    fn level(&mut self) -> Result<Level, Left> {
        self.input.complete_by(Vec::new());
        loop {
            let prompt = format!(
                "Level, {} (beginner) to {} (all it can) [{USUAL_LEVEL}]> ",
                Level::WEAKEST.number(),
                Level::FULL.number()
            );
            let text = self.ask(&prompt)?;
            let level = if text.is_empty() { Ok(USUAL_LEVEL) } else { text.parse() };
            match level.ok().and_then(Level::new) {
                Some(level) => return Ok(level),
                None => self.screen.print(&super::no_level(&text))?,
            }
        }
    }
}

/// The identity with an option changed: `players=3`, `players 3`, or a value that only one option takes.
fn changed(id: &str, known: &[GameOption], text: &str) -> Result<String, String> {
    let (name, _) = Options::parse(id).map_err(|error| error.reason)?;
    let given = id.split_once(':').map_or("", |(_, options)| options);
    let word = text.replace('=', " ");
    let words: Vec<&str> = word.split_whitespace().collect();
    let candidates: Vec<(&str, &str)> = match words[..] {
        [option, value] => vec![(option, value)],
        [value] => known.iter().map(|option| (option.name, value)).collect(),
        _ => return Err("an option and its value are expected, such as size 9".to_owned()),
    };
    let mut reason = String::new();
    for (option, value) in candidates {
        let option = option.to_lowercase();
        let others =
            given.split(',').filter(|other| !other.is_empty() && !other.starts_with(&format!("{option}=")));
        let all: Vec<String> = others.map(str::to_owned).chain([format!("{option}={value}")]).collect();
        match registry::normalised(&format!("{name}:{}", all.join(","))) {
            Ok(changed) => return Ok(changed),
            Err(error) if reason.is_empty() => reason = error.reason,
            Err(_) => {}
        }
    }
    Err(reason)
}

/// The last one of the values that an option takes, as an example.
fn last_value(values: &str) -> &str {
    values.rsplit([' ', '–']).next().unwrap_or(values)
}

/// What the menu shows of a game.
struct Entry {
    summary: &'static str,
    options: &'static [GameOption],
    players: Vec<&'static str>,
    /// Who moves first.
    first: usize,
}

fn described(id: &str) -> Entry {
    let game = AnyGame::of_id(id).expect("identities here are of the registry");
    let start = game.start();
    Entry {
        summary: game.summary(),
        options: game.options(),
        players: (0..start.players()).map(|seat| game.player_name(Player::new(seat))).collect(),
        first: start.to_move().index(),
    }
}

/// Whether a game has these seats.
fn known(game: AnyGame, seats: &Seats) -> Result<(), String> {
    seats.players(&game).map(drop).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_changed_in_words() {
        const KNOWN: &[GameOption] = &[
            GameOption { name: "players", values: "2, 3, 4, 6", default: "2", summary: "" },
            GameOption { name: "hop", values: "adjacent, equidistant", default: "adjacent", summary: "" },
        ];
        let changed = |id: &str, text: &str| changed(id, KNOWN, text);
        let three = "chinese-checkers:players=3";
        for text in ["players=3", "players 3", "3", "Players = 3"] {
            assert_eq!(changed("chinese-checkers", text).as_deref(), Ok(three), "{text}");
        }
        assert_eq!(changed(three, "2").as_deref(), Ok("chinese-checkers"));
        let both = changed(three, "equidistant").expect("a value of one option");
        assert!(both.starts_with(three) && both.contains("hop=equidistant"), "{both}");
        assert!(changed(three, "5").expect_err("no such number").contains("2, 3, 4, 6"));
        assert!(changed(three, "a b c").is_err());
    }
}
