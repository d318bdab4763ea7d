//! Games in files: what `save` writes, `load` reads, and what is kept to go on with.

use std::{fs, path::Path};

use anyhow::{Context as _, anyhow, bail};
use damier_engine::engine::Level;
use damier_files::atomic_file;
use damier_rules::{
    AnyGame, Game, GameDisplay, GameSoFar, GameText, Player,
    game_text::{self, Form, Tags},
};

use super::seats::Seats;

/// Tags of our own: the game's identity, who of the players are people, the level, the net.
const GAME: &str = "PlayGame";
const SEATS: &str = "PlaySeats";
const LEVEL: &str = "PlayLevel";
const NET: &str = "PlayNet";
/// What the tags of players call people.
const PERSON: &str = "Person";

/// What there is besides the moves.
#[derive(Clone, Default, Debug)]
pub(super) struct Circumstances {
    /// The players who are people, by their tag.
    pub(super) seats: Option<Seats>,
    pub(super) level: Option<Level>,
    /// The file of the net.
    pub(super) net: Option<String>,
}

/// Returns a game as text, with all that is needed to go on with it.
pub(super) fn text_of(
    so_far: &GameSoFar,
    humans: &[Player],
    (level, engine, net): (Level, &str, Option<&str>),
    form: Form,
) -> Result<String, String> {
    let game = so_far.game();
    let mut text = so_far.game_text();
    for player in so_far.players() {
        let who = if humans.contains(&player) { PERSON } else { engine };
        text.tags.set(game.player_name(player), who);
    }
    text.tags.set(GAME, game.id());
    text.tags.set(SEATS, &Seats::text(humans, so_far.players().count()));
    text.tags.set(LEVEL, &level.number().to_string());
    if let Some(net) = net {
        text.tags.set(NET, net);
    }
    game_text::write_form(game, form, &text)
}

/// Returns the form that the name of a file tells.
pub(super) fn form_of(path: &Path) -> Form {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.and_then(Form::of_extension).unwrap_or(Form::Tagged)
}

/// Writes a game to a file; one that is there already is replaced only if it is `own`.
pub(super) fn write(path: &Path, text: &str, own: bool) -> anyhow::Result<()> {
    let name = path.display();
    if path.exists() && !own {
        bail!("{name} exists already; name another file");
    }
    atomic_file::write(path, text.as_bytes()).with_context(|| format!("{name} cannot be written"))
}

/// Reads the first game of a file.
pub(super) fn read(game: &AnyGame, path: &Path) -> anyhow::Result<(GameText, Circumstances)> {
    let content = read_text(path)?;
    let name = path.display();
    if let Some(other) = identity_of(&content).filter(|other| other != game.id()) {
        bail!("{name} has a game of {other}, not of {}; play it with `damier play --load FILE`", game.id());
    }
    let mut games = game_text::read(game, &content);
    match games.next() {
        Some(Ok(text)) => {
            let circumstances = circumstances_of(&text.tags);
            Ok((text, circumstances))
        }
        Some(Err(error)) => Err(anyhow!("{name}: {error}")),
        None => Err(anyhow!("{name}: there is no game in it")),
    }
}

/// Returns the identity of the game whose first game a file holds.
pub(super) fn game_of(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    identity_of(&read_text(path)?).ok_or_else(|| {
        anyhow!("{name} does not tell which game it is; name it: damier play GAME --load FILE")
    })
}

fn identity_of(content: &str) -> Option<String> {
    let own = content.lines().find_map(|line| line.strip_prefix(&format!("[{GAME} \""))?.strip_suffix("\"]"));
    own.map(str::to_owned).or_else(|| game_text::identity_of(content, None))
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Ok(game_text::decode(bytes))
}

fn circumstances_of(tags: &Tags) -> Circumstances {
    Circumstances {
        seats: tags.get(SEATS).and_then(|text| text.parse().ok()),
        level: tags.get(LEVEL).and_then(|text| text.parse().ok()).and_then(Level::new),
        net: tags.get(NET).map(str::to_owned),
    }
}

/// A kept game in a line, for the menu: `None` where it is over or cannot be read.
pub(super) fn summary(path: &Path) -> Option<String> {
    let id = game_of(path).ok()?;
    AnyGame::of_id(&id).map(|game| summary_of(game, path)).ok()?
}

fn summary_of(game: AnyGame, path: &Path) -> Option<String> {
    let (text, circumstances) = read(&game, path).ok()?;
    let so_far = GameSoFar::of_text(game, &text);
    if so_far.ending().is_some() {
        return None;
    }
    let title = so_far.game().title();
    let level = circumstances.level.map_or_else(String::new, |level| format!(", level {}", level.number()));
    Some(match so_far.moves().len() {
        1 => format!("{title}, 1 move{level}"),
        moves => format!("{title}, {moves} moves{level}"),
    })
}
