//! Descriptions of the engine, and matches with it.

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use damier_arena::{
    MatchConfig, MatchReport, MatchSettings, Spec,
    matches::Silent,
    openings::{Balance, OpeningSource, RandomOpenings},
    run_match, run_multiplayer_match,
};
use damier_engine::search::Limits;
use tempfile::TempDir;

/// Long enough for a busy machine, and never waited for where nothing goes wrong.
pub(crate) const LONG: &str = "60s";
/// Waited for where an engine hangs.
pub(crate) const SHORT: &str = "1500ms";

/// A folder with descriptions of the engine.
pub(crate) struct Engines(TempDir);

impl Engines {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Describes the engine under a name; `more` is added to the file.
    pub(crate) fn describe(
        &self,
        name: &str,
        protocol: &str,
        game: &str,
        trouble: &str,
        more: &str,
    ) -> String {
        let path = self.path(&format!("{name}.toml"));
        let rogue = Path::new(env!("CARGO_BIN_EXE_rogue"));
        let port = if protocol == "dxp" { ", \"{port}\"" } else { "" };
        let spoken = if more.contains("connects") { "dxp-connect" } else { protocol };
        let text = format!(
            "protocol = \"{protocol}\"\ncommand = {rogue:?}\n\
             arguments = [\"{spoken}\", \"{game}\", \"{trouble}\"{port}]\n{more}\n"
        );
        fs::write(&path, text).expect("written");
        format!("engine:{}", path.display())
    }
}

/// Timeouts that are never reached.
pub(crate) fn patient() -> String {
    format!("start_timeout = \"{LONG}\"\nreply_timeout = \"{LONG}\"\nmove_timeout = \"{LONG}\"")
}

/// Timeouts of moves that are waited for.
pub(crate) fn impatient() -> String {
    format!("start_timeout = \"{LONG}\"\nreply_timeout = \"{SHORT}\"\nmove_timeout = \"{SHORT}\"")
}

pub(crate) fn settings() -> MatchSettings {
    MatchSettings {
        pairs: 1,
        limits: Limits::nodes(20),
        openings: OpeningSource::Random(RandomOpenings {
            plies: 2,
            balance: Balance { tolerance: 1000, net: None },
        }),
        threads: NonZero::<usize>::MIN,
        ply_cap: Some(200),
        ..MatchSettings::default()
    }
}

/// The same with limits that a protocol has words for.
pub(crate) fn settings_for(protocol: &str) -> MatchSettings {
    match protocol {
        "dxp" => clock("1m"),
        "xboard" => MatchSettings { limits: Limits { depth: Some(2), ..Limits::default() }, ..settings() },
        _ => settings(),
    }
}

pub(crate) fn play(game: &str, first: &str, second: &str, settings: MatchSettings) -> MatchReport {
    let competitors = [first, second].map(|text| text.parse::<Spec>().expect("a competitor"));
    let config = MatchConfig { competitors: competitors.into(), settings, games_file: None, directory: None };
    run_match(game, &config, &Silent, &AtomicBool::new(false)).expect("played")
}

/// Why there is no match; one line.
pub(crate) fn refusal(game: &str, competitors: &[&str], settings: MatchSettings) -> String {
    let competitors: Vec<Spec> = competitors.iter().map(|text| text.parse().expect("a competitor")).collect();
    let (stop, is_duel) = (AtomicBool::new(false), competitors.len() == 2);
    let config = MatchConfig { competitors, settings, games_file: None, directory: None };
    let error = if is_duel {
        run_match(game, &config, &Silent, &stop).expect_err("refused").to_string()
    } else {
        run_multiplayer_match(game, &config, &Silent, &stop).expect_err("refused").to_string()
    };
    assert!(!error.contains('\n'), "{error}");
    error
}

pub(crate) fn clock(text: &str) -> MatchSettings {
    MatchSettings { limits: Limits::default(), clock: Some(text.parse().expect("a clock")), ..settings() }
}
