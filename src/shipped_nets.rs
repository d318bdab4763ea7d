//! The nets that come with damier, and other files beside them.

use std::{
    borrow::Cow,
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::bail;
use damier_engine::net::Net;
use damier_protocol::server::Nets;

/// A folder to look in instead of the usual ones.
const FOLDER_VARIABLE: &str = "DAMIER_NETS";
const FOLDER: &str = "nets";
const EXTENSION: &str = "dmn";

/// Whether the built-in judgement is preferred to a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BuiltIn {
    /// It is.
    Wanted,
    /// Only where there is no net.
    Otherwise,
}

impl BuiltIn {
    /// From the flag of a command.
    pub(crate) fn of_flag(wanted: bool) -> Self {
        if wanted { Self::Wanted } else { Self::Otherwise }
    }
}

/// The net to judge `game` by: the file that was named, or else the one that comes with the program.
pub(crate) fn chosen<'p>(
    named: Option<&'p Path>,
    game: Option<&str>,
    built_in: BuiltIn,
) -> Option<Cow<'p, Path>> {
    match (named, built_in) {
        (Some(path), _) => Some(path.into()),
        (None, BuiltIn::Wanted) => None,
        (None, BuiltIn::Otherwise) => find(game?, EXTENSION).map(Into::into),
    }
}

/// The game that is meant, and the net to judge it by with its file, if there is one.
///
/// # Errors
/// The net cannot be read, or nothing tells the game.
pub(crate) fn read(
    named: Option<&Path>,
    game: Option<&str>,
    built_in: BuiltIn,
) -> anyhow::Result<(String, Option<(Net, PathBuf)>)> {
    let path = chosen(named, game, built_in);
    let net = path.as_deref().map(Net::read).transpose()?;
    let id = match (game, &net) {
        (Some(game), _) => game.to_owned(),
        (None, Some(net)) => net.arch().game.clone(),
        (None, None) => bail!("neither a net nor a game is given; give --net FILE or --game GAME"),
    };
    Ok((id, net.zip(path.map(Cow::into_owned))))
}

/// The net that comes with the program for a game, with its name.
///
/// # Errors
/// It cannot be read.
pub(crate) fn net(game: &str) -> anyhow::Result<Option<(String, Net)>> {
    let named = |path: PathBuf| Ok((file_name(game, EXTENSION), Net::read(&path)?));
    find(game, EXTENSION).map(named).transpose()
}

/// All of them, for an engine that is asked for one game after another. A file that cannot be read is none here:
/// nobody is there to hear of it.
pub(crate) fn all(built_in: BuiltIn) -> Nets {
    match built_in {
        BuiltIn::Wanted => Nets::none(),
        BuiltIn::Otherwise => Nets::found_by(|game| Some(Arc::new(Net::read(&find(game, EXTENSION)?).ok()?))),
    }
}

/// The file with that extension for a game: in the folder that `DAMIER_NETS` names, or else in a folder `nets` where the
/// command is called or above the program itself.
pub(crate) fn find(game: &str, extension: &str) -> Option<PathBuf> {
    let folders = match env::var_os(FOLDER_VARIABLE) {
        Some(folder) => vec![PathBuf::from(folder)],
        None => {
            let program = env::current_exe().unwrap_or_default();
            let above = program.ancestors().skip(1).map(|folder| folder.join(FOLDER));
            [PathBuf::from(FOLDER)].into_iter().chain(above).collect()
        }
    };
    let name = file_name(game, extension);
    folders.into_iter().map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// `chinese-checkers:players=3` has `chinese-checkers-players-3.dmn`.
fn file_name(game: &str, extension: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    format!("{}.{extension}", game.chars().map(plain).collect::<String>())
}
