//! What makes the games of a match.

use std::{fs, io, path::Path};

use damier_engine::{search::Limits, time::DurationText};
use damier_rules::{AnyGame, Game};
use sha2::{Digest as _, Sha256};

use super::Identity;
use crate::{
    competitor::{Spec, shipped_net},
    error::ArenaError,
    openings::{BalanceNet, OpeningSource},
    play::{MatchSettings, Pondering},
    seeds::{SEED_RULE, SEED_RULE_NAME},
};

/// What the competitors are called, in their order.
const PLACES: [&str; damier_rules::player::MAX_PLAYERS] =
    ["first", "second", "third", "fourth", "fifth", "sixth"];

/// Returns what makes the games of a match, as texts: the competitors and the files behind them, and the settings but
/// for the number of threads.
pub(super) fn identity(
    game: &AnyGame,
    competitors: &[Spec],
    settings: &MatchSettings,
) -> Result<Identity, ArenaError> {
    let mut identity: Identity = [
        ("game", game.id().to_owned()),
        ("pairs", settings.pairs.to_string()),
        ("limits", limits_text(&settings.limits)),
        ("clock", settings.clock.map_or_else(|| "none".to_owned(), |clock| clock.to_string())),
        ("margin", DurationText(settings.margin).to_string()),
        ("openings", format!("{:?}", settings.openings)),
        ("ply cap", settings.ply_cap.map_or_else(|| "none".to_owned(), |cap| cap.to_string())),
        ("adjudication", format!("{:?}", settings.adjudication)),
        ("seed", settings.seed.to_string()),
        (SEED_RULE_NAME, SEED_RULE.to_string()),
        ("sprt", settings.sprt.map_or_else(|| "none".to_owned(), |sprt| format!("{sprt:?}"))),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    identity.extend(
        PLACES.iter().zip(competitors).map(|(place, spec)| ((*place).to_owned(), spec.text().to_owned())),
    );
    if settings.pondering == Pondering::On {
        identity.insert("pondering".to_owned(), "on".to_owned());
    }
    let openings = match &settings.openings {
        // The name of a table is no file.
        OpeningSource::Book(book) => Some(book.name.as_path()).filter(|path| path.is_file()),
        OpeningSource::Random(random) => match &random.balance.net {
            Some(BalanceNet::File(path)) => Some(path.as_path()),
            Some(BalanceNet::Shipped(_)) | None => None,
        },
    };
    for path in competitors.iter().flat_map(Spec::files).chain(openings) {
        let content = fs::read(path).map_err(reading(path))?;
        // A CRC-32 is the same for all files that end with their own.
        let checksum = Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect();
        identity.insert(format!("SHA-256 of {}", path.display()), checksum);
    }
    if competitors.iter().any(Spec::has_shipped_net) {
        let net = shipped_net(game)?;
        identity.insert("net that comes with damier".to_owned(), format!("checksum {:08x}", net.checksum()?));
    }
    let adjudicating = settings.adjudication.tables.as_deref();
    for folder in competitors.iter().filter_map(Spec::endgames).chain(adjudicating) {
        identity.insert(format!("tables in {}", folder.display()), tables_text(game, folder)?);
    }
    Ok(identity)
}

/// Returns which endgame tables a folder has of a game: their content follows from the game.
fn tables_text(game: &AnyGame, folder: &Path) -> Result<String, ArenaError> {
    let folder = damier_endgames::game_folder(game, folder);
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let names = fs::read_dir(&folder).and_then(|entries| entries.map(name).collect::<io::Result<Vec<_>>>());
    let mut names = names.map_err(reading(&folder))?;
    names.retain(|name| {
        Path::new(name).extension().is_some_and(|ending| ending == damier_endgames::EXTENSION)
    });
    names.sort_unstable();
    Ok(names.join(" "))
}

fn reading(path: &Path) -> impl FnOnce(io::Error) -> ArenaError {
    let file = path.to_owned();
    move |error| ArenaError::Io { file, action: "reading", error }
}

/// Returns the bounds of a move, for people.
fn limits_text(limits: &Limits) -> String {
    let time = limits.time.map(|time| format!("time {}", DurationText(time)));
    let nodes = limits.nodes.map(|nodes| format!("nodes {nodes}"));
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let told: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
    if told.is_empty() { "none".to_owned() } else { told.join(", ") }
}
