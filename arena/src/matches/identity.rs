//! What makes the games of a match.

use std::{collections::BTreeMap, fs, io, path::Path};

use damier_engine::{search::Limits, time::DurationText};
use damier_files::sha256;
use damier_rules::{AnyGame, Game};

use super::{Identity, contender::Contender};
use crate::{
    competitor::{Spec, shipped_net},
    error::ArenaError,
    openings::{BalanceNet, OpeningSource},
    play::{MatchSettings, Pondering},
    rating::Sprt,
    seeds::{SEED_RULE, SEED_RULE_NAME},
};

/// What the competitors are called, in their order.
const PLACES: [&str; damier_rules::player::MAX_PLAYERS] =
    ["first", "second", "third", "fourth", "fifth", "sixth"];

/// The name of the sequential test.
const SPRT: &str = "sprt";
/// What stands for a setting that is not given.
const NONE: &str = "none";

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
        ("clock", settings.clock.map_or_else(|| NONE.to_owned(), |clock| clock.to_string())),
        ("margin", DurationText(settings.margin).to_string()),
        ("openings", format!("{:?}", settings.openings)),
        ("ply cap", settings.ply_cap.map_or_else(|| NONE.to_owned(), |cap| cap.to_string())),
        ("adjudication", format!("{:?}", settings.adjudication)),
        ("seed", settings.seed.to_string()),
        (SEED_RULE_NAME, SEED_RULE.to_string()),
        (SPRT, settings.sprt.map_or_else(|| NONE.to_owned(), |sprt| format!("{sprt:?}"))),
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
        identity.insert(format!("SHA-256 of {}", path.display()), sha256(&content));
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

/// Returns who plays a match: by their own names, or the texts that describe them. The files that these name are not read.
pub(super) fn contenders(identity: &Identity) -> Vec<Contender> {
    let texts = PLACES.iter().map_while(|place| identity.get(*place));
    let contender = |text: &String| {
        let name = text.parse::<Spec>().map_or_else(|_| text.clone(), |spec| spec.to_string());
        Contender { name, threads: None }
    };
    texts.map(contender).collect()
}

/// Returns the sequential test of a match.
///
/// # Errors
/// What stands there is no test.
pub(super) fn sprt_of(identity: &Identity) -> Result<Option<Sprt>, String> {
    let Some(text) = identity.get(SPRT).filter(|text| *text != NONE) else {
        return Ok(None);
    };
    let wrong = || format!("{SPRT} = {text:?} is no test");
    let fields = text.strip_prefix("Sprt {").and_then(|rest| rest.strip_suffix('}')).ok_or_else(wrong)?;
    let fields: BTreeMap<&str, &str> = fields
        .split(',')
        .filter_map(|field| field.split_once(':'))
        .map(|(a, b)| (a.trim(), b.trim()))
        .collect();
    let number = |name: &str| fields.get(name).and_then(|text| text.parse().ok()).ok_or_else(wrong);
    let model =
        fields.get("model").and_then(|name| name.to_ascii_lowercase().parse().ok()).ok_or_else(wrong)?;
    Sprt::new(number("elo0")?, number("elo1")?, number("alpha")?, number("beta")?, model)
        .map(Some)
        .map_err(|error| error.to_string())
}

/// Returns which endgame tables a folder has of a game: their content follows from the game.
fn tables_text(game: &AnyGame, folder: &Path) -> Result<String, ArenaError> {
    Ok(damier_endgames::file_names(game, folder)?.join(" "))
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
    if told.is_empty() { NONE.to_owned() } else { told.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read_from_settings() {
        for text in ["0,20", "-5,5,model=logistic,alpha=0.01", "-2.5,0.25,beta=0.125"] {
            let test: Sprt = text.parse().expect("a test");
            let identity = Identity::from([(SPRT.to_owned(), format!("{test:?}"))]);
            assert_eq!(sprt_of(&identity), Ok(Some(test)));
        }
        assert_eq!(sprt_of(&Identity::from([(SPRT.to_owned(), NONE.to_owned())])), Ok(None));
        for text in
            ["", "Sprt { elo0: 5.0 }", "Sprt { elo0: a, elo1: 2, alpha: 0.05, beta: 0.05, model: Logistic }"]
        {
            assert!(sprt_of(&Identity::from([(SPRT.to_owned(), text.to_owned())])).is_err(), "{text}");
        }
    }
}
