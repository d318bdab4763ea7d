//! The options that GUIs set by their names.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use damier_engine::{
    engine::{BookUse, Level},
    net::Net,
};
use damier_rules::{Game as _, GameTags, NotationFormat, options::name_of};

use super::{
    host::EngineHost,
    judges::Judges,
    settings::{EngineSetting, Settings, plays_by_book, searches, set_book},
};
use crate::uci::{Kind, OptionDeclaration};

/// The options that are whole numbers.
const NUMBERS: [(&str, EngineSetting); 5] = [
    ("Threads", EngineSetting::Threads),
    ("Hash", EngineSetting::Memory),
    ("MultiPV", EngineSetting::Lines),
    ("Move Overhead", EngineSetting::Overhead),
    ("Contempt", EngineSetting::Contempt),
];
const SEARCH: &str = "Search";
const EVAL_FILE: &str = "EvalFile";
/// Folders of Syzygy tables, separated as the system separates paths; only games that have such tables have the option.
const SYZYGY_PATH: &str = "SyzygyPath";
const OWN_BOOK: &str = "OwnBook";
const PONDER: &str = "Ponder";
const CLEAR_HASH: &str = "Clear Hash";
const SHOW_WDL: &str = "UCI_ShowWDL";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";
const ANALYSE_MODE: &str = "UCI_AnalyseMode";
/// The option of UCI that chooses the game, as Fairy-Stockfish has it. Its only value is the name of the game of UCI, whose
/// other starts have an option of their own.
const VARIANT: &str = "UCI_Variant";
/// How programs write an empty text.
const EMPTY: &str = "<empty>";

/// The options with what they are set to, where the settings of the engine do not have it.
pub(super) struct GuiOptions {
    pub(super) show_wdl: bool,
    limit_strength: bool,
    analyse: bool,
    ponder: bool,
    elo: u32,
    /// Level without a limit of strength.
    usual: Level,
    /// Whether games are played by the opening book.
    book: BookUse,
    /// File of the net that was asked for; empty for none.
    eval_file: String,
    /// Judges from before `EvalFile` was set.
    first_judges: Judges,
    /// Folders of Syzygy tables that were asked for; empty for none.
    syzygy_path: String,
    /// Folder of endgame tables from before `SyzygyPath` was set.
    first_endgames: Option<PathBuf>,
}

impl GuiOptions {
    /// Creates the options at the level of these settings, until the strength is limited.
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            show_wdl: false,
            limit_strength: false,
            analyse: false,
            ponder: false,
            elo: settings.options.level.elo(),
            usual: settings.options.level,
            book: settings.options.book,
            eval_file: String::new(),
            first_judges: settings.judges.clone(),
            syzygy_path: String::new(),
            first_endgames: settings.endgames.clone(),
        }
    }

    /// Returns all options with their present values.
    pub(super) fn declarations(&self, host: &EngineHost<'_>) -> Vec<OptionDeclaration> {
        let mut options: Vec<(&str, Kind)> = Vec::new();
        for (name, setting) in NUMBERS {
            let (min, max) = setting.range().into_inner();
            options.push((name, Kind::Spin { default: setting.value(&host.settings.options), min, max }));
        }
        let default = host.settings.options.searcher.to_string();
        options.push((SEARCH, Kind::Combo { default, values: searches() }));
        options.push((EVAL_FILE, Kind::Text { default: self.eval_file.clone() }));
        if damier_endgames::reads_syzygy(host.current.game()) {
            options.push((SYZYGY_PATH, Kind::Text { default: self.syzygy_path.clone() }));
        }
        options.push((OWN_BOOK, Kind::Check { default: plays_by_book(self.book) }));
        options.push((CLEAR_HASH, Kind::Button));
        options.push((PONDER, Kind::Check { default: self.ponder }));
        options.push((SHOW_WDL, Kind::Check { default: self.show_wdl }));
        options.push((LIMIT_STRENGTH, Kind::Check { default: self.limit_strength }));
        let [min, max] = [Level::MIN_ELO, Level::MAX_ELO].map(i64::from);
        options.push((ELO, Kind::Spin { default: i64::from(self.elo), min, max }));
        options.push((ANALYSE_MODE, Kind::Check { default: self.analyse }));
        let game = host.current.game();
        let format = host.current.format();
        if format == NotationFormat::Uci {
            let default = name_of(game.id()).to_owned();
            options.push((VARIANT, Kind::Combo { values: vec![default.clone()], default }));
        }
        let on = game.settings(format);
        for name in game.switches(format) {
            let default = on.iter().any(|(other, value)| other == name && value == "true");
            options.push((name, Kind::Check { default }));
        }
        options.into_iter().map(|(name, kind)| OptionDeclaration { name: name.to_owned(), kind }).collect()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// Why it stays as it was, in words for people.
    pub(super) fn set(&mut self, name: &str, value: &str, host: &mut EngineHost<'_>) -> Result<(), String> {
        let known = self.declarations(host).into_iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let Some(OptionDeclaration { name, kind }) = known else {
            return Err(format!("there is no option {name:?}"));
        };
        self.set_known(&name, value, host).map_err(|reason| match kind {
            Kind::Check { default } => format!("{name} stays {default}: {reason}"),
            Kind::Spin { default, .. } => format!("{name} stays {default}: {reason}"),
            Kind::Combo { default, .. } => format!("{name} stays {default}: {reason}"),
            Kind::Button | Kind::Text { .. } => format!("{name}: {reason}"),
        })
    }

    fn set_known(&mut self, name: &str, value: &str, host: &mut EngineHost<'_>) -> Result<(), String> {
        let switch = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("true or false is expected instead of {value:?}")),
        };
        match name {
            SEARCH => host.settings.options.searcher = value.to_ascii_lowercase().parse()?,
            EVAL_FILE => self.set_net(value, host)?,
            SYZYGY_PATH => self.set_syzygy(value, host)?,
            OWN_BOOK => set_book(&mut self.book, value)?,
            CLEAR_HASH => host.search_thread.new_game(),
            // Says that `go ponder` may come; time is shared out in the same way with it.
            PONDER => self.ponder = switch()?,
            SHOW_WDL => self.show_wdl = switch()?,
            LIMIT_STRENGTH => self.limit_strength = switch()?,
            ANALYSE_MODE => self.analyse = switch()?,
            VARIANT => {
                let only = name_of(host.current.game().id());
                if value != only {
                    return Err(format!("{only} is the only game over UCI"));
                }
            }
            ELO => {
                let range = Level::MIN_ELO..=Level::MAX_ELO;
                let elo = value.parse().ok().filter(|elo| range.contains(elo));
                self.elo = elo.ok_or_else(|| {
                    format!("a number from {} to {} is expected", range.start(), range.end())
                })?;
            }
            _ => match NUMBERS.iter().find(|(other, _)| *other == name) {
                Some((_, setting)) => setting.set(&mut host.settings.options, value)?,
                None => {
                    let game = host.current.game().with_setting(host.current.format(), name, value);
                    host.current.set_game(game.map_err(|error| error.reason)?);
                }
            },
        }
        self.apply(host);
        Ok(())
    }

    /// Plays at full strength and without the book, or as before.
    pub(super) fn set_analyse(&mut self, analyse: bool, host: &mut EngineHost<'_>) {
        self.analyse = analyse;
        self.apply(host);
    }

    /// Hands level and book to the engine.
    fn apply(&self, host: &mut EngineHost<'_>) {
        host.settings.options.level = match (self.analyse, self.limit_strength) {
            (true, _) => Level::FULL,
            (false, true) => Level::of_elo(self.elo),
            (false, false) => self.usual,
        };
        host.settings.options.book = if self.analyse { BookUse::Search } else { self.book };
        host.configure();
    }

    /// Judges by the net of a file, or, where none is named, by what it judged by at first.
    fn set_net(&mut self, value: &str, host: &mut EngineHost<'_>) -> Result<(), String> {
        let path = path_of(value);
        let judges = self.first_judges.clone();
        let judges = match path {
            "" => judges,
            path => {
                let net = Net::read_for(Path::new(path), host.current.game());
                judges.with_net(Arc::new(net.map_err(|error| error.to_string())?))
            }
        };
        host.set_judges(judges).map_err(|error| error.to_string())?;
        self.eval_file = path.to_owned();
        Ok(())
    }

    /// Searches with the tables of some folders, or, where none is named, with those it had at first.
    fn set_syzygy(&mut self, value: &str, host: &mut EngineHost<'_>) -> Result<(), String> {
        let path = path_of(value);
        let endgames = if path.is_empty() {
            self.first_endgames.clone()
        } else {
            // Searches would go on without tables where the folder has none.
            damier_endgames::open(host.current.game(), Path::new(path)).map_err(|error| error.to_string())?;
            Some(path.into())
        };
        host.set_endgames(endgames).map_err(|error| error.to_string())?;
        self.syzygy_path = path.to_owned();
        Ok(())
    }
}

/// Returns the path of an option's value; empty where there is none.
fn path_of(value: &str) -> &str {
    if value == EMPTY { "" } else { value }
}

/// Whether an option changes what judges.
pub(super) fn changes_judge(name: &str) -> bool {
    name.eq_ignore_ascii_case(EVAL_FILE)
}

/// Whether the search ends before an option is set.
pub(super) fn ends_search(name: &str) -> bool {
    changes_judge(name) || name.eq_ignore_ascii_case(SYZYGY_PATH)
}
