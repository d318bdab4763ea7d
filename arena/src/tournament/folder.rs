//! The folder of a tournament.

use std::{fs, io, path::Path};

use damier_files::atomic_file;

use super::{Results, TournamentError, error::failed};
use crate::pairing::{Report, page};

// What a folder holds; `docs/reference/tournaments.md` describes it.
/// What the tournament is.
pub(crate) const CONFIG_FILE: &str = "tournament.toml";
/// The finished games, also of a league.
pub(crate) const LOG_FILE: &str = "results.jsonl";
/// The results of people.
pub(crate) const SHEET_FILE: &str = "results.txt";
/// The games as text.
const GAMES: &str = "games.txt";
/// The tables as a page.
pub(super) const PAGE: &str = "index.html";
/// What a gauntlet has come to.
pub const SUMMARY_FILE: &str = "summary.json";

/// What the curve of a run has come to.
pub const CURVE_FILE: &str = "curve.json";

/// Writes down which tournament the folder is of, or compares.
pub(super) fn settle(folder: &Path, config: &str) -> Result<(), TournamentError> {
    let path = folder.join(CONFIG_FILE);
    match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(name) =
                [GAMES, PAGE, SUMMARY_FILE, CURVE_FILE].into_iter().find(|name| folder.join(name).exists())
            {
                return Err(TournamentError::Foreign { folder: folder.to_owned(), name });
            }
            atomic_file::write(&path, config.as_bytes()).map_err(failed(&path, "writing"))
        }
        Err(error) => Err(failed(&path, "reading")(error)),
        Ok(before) if before == config => Ok(()),
        Ok(before) => {
            let lines = before.lines().map(Some).chain(std::iter::repeat(None));
            let others = config.lines().map(Some).chain(std::iter::repeat(None));
            let longest = before.lines().count().max(config.lines().count());
            let differing = lines.zip(others).take(longest).find(|(one, other)| one != other);
            let shown = |line: Option<&str>| line.unwrap_or("nothing").to_owned();
            let difference = differing.map_or_else(
                || "other line ends".to_owned(),
                |(one, other)| format!("`{}` there, `{}` here", shown(one), shown(other)),
            );
            Err(TournamentError::Other { folder: folder.to_owned(), difference })
        }
    }
}

/// Writes the tables as a page.
pub(super) fn write_page(folder: &Path, report: &Report) -> Result<(), TournamentError> {
    let path = folder.join(PAGE);
    atomic_file::write(&path, page(report).as_bytes()).map_err(failed(&path, "writing"))
}

/// Writes the finished games as text.
pub(super) fn write_games(folder: &Path, results: &Results) -> Result<(), TournamentError> {
    let mut lines: Vec<_> = results.games().iter().collect();
    lines.sort_by_key(|line| (line.round, line.board, line.game));
    let texts: String = lines.into_iter().map(|line| line.text.as_str()).collect();
    let path = folder.join(GAMES);
    atomic_file::write(&path, texts.as_bytes()).map_err(failed(&path, "writing"))
}
