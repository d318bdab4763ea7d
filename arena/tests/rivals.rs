//! Matches against programs of others: an engine of ours that plays over every protocol and misbehaves on request.

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::Duration,
};

use damier_arena::{
    MatchConfig, MatchReport, MatchSettings, Spec, TableConfig,
    contest::Silent,
    opening::{Balance, OpeningSource, RandomOpenings},
    run_match, run_table,
};
use damier_engine::search::Limits;
use tempfile::TempDir;

/// Long enough for a busy machine, and never waited for where nothing goes wrong.
const LONG: &str = "60s";
/// Waited for where an engine hangs.
const SHORT: &str = "1500ms";

/// A folder with descriptions of the engine.
struct Engines(TempDir);

impl Engines {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Describes the engine under a name; `more` is added to the file.
    fn describe(&self, name: &str, protocol: &str, game: &str, trouble: &str, more: &str) -> String {
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

/// Timeouts that nobody waits for.
fn patient() -> String {
    format!("start_timeout = \"{LONG}\"\nreply_timeout = \"{LONG}\"\nmove_timeout = \"{LONG}\"")
}

/// Timeouts of moves that are waited for.
fn impatient() -> String {
    format!("start_timeout = \"{LONG}\"\nreply_timeout = \"{SHORT}\"\nmove_timeout = \"{SHORT}\"")
}

fn settings() -> MatchSettings {
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

fn play(game: &str, first: &str, second: &str, settings: MatchSettings) -> MatchReport {
    let competitors = [first, second].map(|text| text.parse::<Spec>().expect("a competitor"));
    let config = MatchConfig { competitors, settings, games_file: None, directory: None };
    run_match(game, &config, &Silent, &AtomicBool::new(false)).expect("played")
}

fn clock(text: &str) -> MatchSettings {
    MatchSettings { limits: Limits::default(), clock: Some(text.parse().expect("a clock")), ..settings() }
}

#[test]
fn engines_play_over_every_protocol() {
    let engines = Engines::new();
    for (protocol, game) in [
        ("uci", "chess"),
        ("uci", "chess:start=17"),
        ("hub", "international"),
        ("hub", "italian"),
        ("hub", "turkish"),
        ("gomocup", "gomoku-freestyle:size=9"),
        ("gomocup", "renju:opening=swap2,size=9"),
        ("damier", "tic-tac-toe"),
        ("damier", "chinese-checkers"),
        ("damier", "gomoku-predicted:size=9"),
    ] {
        // A variant is chosen by the protocol, not by the engine's own game.
        let own = match protocol {
            "hub" => "russian",
            "gomocup" => "gomoku-standard",
            _ => game,
        };
        let spec = engines.describe("rogue", protocol, own, "none", &patient());
        // An opening that players make themselves begins with the empty board.
        let plies = if game.contains("swap2") { 0 } else { 2 };
        let openings =
            OpeningSource::Random(RandomOpenings { plies, balance: Balance { tolerance: 1000, net: None } });
        let settings = MatchSettings { openings, ..settings() };
        let report = play(game, &format!("{spec},name=honest"), "random", settings);
        assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{protocol}, {game}: {report}");
        assert!(report.effort[0].moves > 0 && report.names[0] == "honest");
        assert!(report.effort[0].nodes > 0 || protocol == "gomocup", "{protocol} tells nodes: {report}");
    }
}

#[test]
fn engines_play_by_every_clock() {
    let engines = Engines::new();
    for (protocol, game) in
        [("uci", "chess"), ("hub", "russian"), ("gomocup", "gomoku-standard:size=9"), ("damier", "russian")]
    {
        let spec = engines.describe("rogue", protocol, game, "none", &patient());
        for text in ["200ms+2ms", "600ms"] {
            let margin = Duration::from_secs(60);
            let report = play(game, &spec, "random", MatchSettings { margin, ..clock(text) });
            assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{protocol}, {text}: {report}");
        }
    }
}

#[test]
fn both_sides_of_damexchange_can_wait_for_the_other() {
    let engines = Engines::new();
    for more in ["", "[dxp]\nrole = \"connects\""] {
        let spec = engines.describe("rogue", "dxp", "english", "none", &format!("{}\n{more}", patient()));
        let settings = MatchSettings { ply_cap: Some(24), ..clock("1m") };
        let report = play("english", &spec, "random", settings);
        assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{more}: {report}");
        assert!(report.effort[0].moves > 10, "{report}");
    }
}

#[test]
fn engines_sit_at_tables_of_three() {
    let engines = Engines::new();
    let game = "chinese-checkers:players=3";
    let spec = engines.describe("rogue", "damier", game, "none", &patient());
    let competitors = [spec.as_str(), "greedy"].map(|text| text.parse().expect("a competitor")).into();
    let settings = MatchSettings { ply_cap: Some(40), ..settings() };
    let config = TableConfig { competitors, settings, games_file: None, directory: None };
    let report = run_table(game, &config, &|_| (), &AtomicBool::new(false)).expect("played");
    assert!(report.endings.keys().all(|ending| !ending.contains("forfeit")), "{report}");
    assert_eq!((report.games, report.rows[0].seats), (3, 3));
}

/// Every game against a rogue ends as a forfeit of that kind, and the match goes on to its end.
#[track_caller]
fn forfeits(protocol: &str, game: &str, trouble: &str, more: &str, cause: &str, settings: MatchSettings) {
    let engines = Engines::new();
    let spec = engines.describe("rogue", protocol, game, trouble, more);
    let report = play(game, &spec, "random", settings);
    let endings: Vec<_> = report.endings.keys().cloned().collect();
    assert_eq!(endings, [format!("rogue forfeits: {cause}")], "{protocol}, {trouble}: {report}");
    assert_eq!((report.forfeits, report.tally.games), (2, [2, 0, 0]), "{protocol}, {trouble}");
}

#[test]
fn who_crashes_or_closes_its_output_forfeits_and_is_started_again() {
    for trouble in ["crash", "crash@3", "close@2"] {
        forfeits("uci", "chess", trouble, &patient(), "crash", settings());
    }
    forfeits("hub", "russian", "crash@2", &patient(), "crash", settings());
    forfeits("gomocup", "gomoku-freestyle", "crash@2", &patient(), "crash", settings());
    forfeits("damier", "russian", "crash@2", &patient(), "crash", settings());
    forfeits("dxp", "english", "crash@2", &patient(), "crash", clock("1m"));
    forfeits("uci", "chess", "crash-start", &patient(), "crash", settings());
}

#[test]
fn illegal_moves_forfeit_over_every_protocol() {
    for (protocol, game) in
        [("uci", "chess"), ("hub", "international"), ("gomocup", "renju"), ("damier", "chinese-checkers")]
    {
        forfeits(protocol, game, "illegal@2", &patient(), "illegal move", settings());
    }
    forfeits("dxp", "english", "illegal@2", &patient(), "illegal move", clock("1m"));
}

#[test]
fn who_says_nothing_any_more_forfeits() {
    forfeits("uci", "chess", "hang@2", &impatient(), "hang", settings());
    forfeits("damier", "russian", "hang", &impatient(), "hang", settings());
    forfeits("hub", "russian", "endless", &impatient(), "hang", settings());
    let slow_start = format!("start_timeout = \"{SHORT}\"");
    forfeits("hub", "russian", "hang-start", &slow_start, "hang", settings());
}

#[test]
fn who_speaks_otherwise_forfeits() {
    forfeits("uci", "chess", "mute@2", &impatient(), "protocol", settings());
    forfeits("uci", "chess", "noise@2", &impatient(), "protocol", settings());
    let slow_start = format!("start_timeout = \"{SHORT}\"");
    forfeits("damier", "russian", "stranger", &slow_start, "protocol", settings());
}

#[test]
fn floods_are_stopped() {
    forfeits("uci", "chess", "flood@2", &patient(), "flood", settings());
}

#[test]
fn who_thinks_too_long_forfeits_and_plays_on() {
    let margin = Duration::from_millis(100);
    for settings in [
        MatchSettings { margin, limits: Limits::time(Duration::from_millis(200)), ..settings() },
        MatchSettings { margin, ..clock("1s") },
    ] {
        forfeits("uci", "chess", "slow", &patient(), "time", settings);
    }
}

#[test]
fn who_lies_about_its_name_forfeits() {
    let expecting = |name: &str| format!("{}\nintroduces = \"{name}\"", patient());
    for (protocol, game) in
        [("uci", "chess"), ("hub", "russian"), ("damier", "russian"), ("gomocup", "renju")]
    {
        forfeits(protocol, game, "liar", &expecting("damier"), "name", settings());
    }
    let engines = Engines::new();
    let spec = engines.describe("rogue", "uci", "chess", "none", &expecting("damier"));
    assert_eq!(play("chess", &spec, "random", settings()).forfeits, 0);
}

#[test]
fn options_that_an_engine_does_not_have_are_told() {
    let engines = Engines::new();
    let logs = engines.path("logs");
    for (options, cause) in [("Hash = 4", None), ("Hsah = 4", Some("Hsah")), ("Hash = -1", Some("1048576"))] {
        let more = format!("{}\nthreads = 2\n[options]\n{options}", patient());
        let spec = engines.describe("rogue", "uci", "chess", "none", &more);
        let games = engines.path(&format!("{}.pgn", options.len()));
        let competitors = [format!("{spec},log={}", logs.display()), "random".to_owned()]
            .map(|text| text.parse().expect("valid"));
        let config = MatchConfig {
            competitors,
            settings: settings(),
            games_file: Some(games.clone()),
            directory: None,
        };
        let report = run_match("chess", &config, &Silent, &AtomicBool::new(false)).expect("played");
        assert_eq!(report.forfeits, if cause.is_some() { 2 } else { 0 }, "{report}");
        let text = fs::read_to_string(&games).expect("games");
        assert!(
            cause.is_none_or(|cause| text.contains("forfeits: start: ") && text.contains(cause)),
            "{text}"
        );
    }
    let first = fs::read_to_string(logs.join("rogue-1.log")).expect("a log");
    for line in ["> uci", "< uciok", "> setoption name Threads value 2", "> setoption name Hash value 4"] {
        assert!(first.contains(line), "{line} in {first}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_that_an_engine_started_is_left_behind() {
    let engines = Engines::new();
    let file = engines.path("orphan");
    let more = format!("{}\nenvironment = {{ ROGUE_ORPHAN = {file:?} }}", impatient());
    let spec = engines.describe("rogue", "uci", "chess", "orphan", &more);
    let report = play("chess", &spec, "random", settings());
    assert_eq!(report.forfeits, 2, "{report}");
    let orphan: i32 = fs::read_to_string(&file).expect("it had a child").parse().expect("a number");
    // It is gone, or only waits to be buried by whoever has inherited it; a kill takes a moment.
    let state = || fs::read_to_string(format!("/proc/{orphan}/stat")).unwrap_or_default();
    let gone = || state().is_empty() || state().contains(") Z ");
    for _ in 0..100 {
        if gone() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it still runs: {}", state());
}

#[test]
fn engines_are_started_once_or_for_every_game() {
    let engines = Engines::new();
    for (process, starts) in [("match", 1), ("game", 2)] {
        let logs = engines.path(process);
        let more = format!("{}\nprocess = \"{process}\"", patient());
        let spec = engines.describe("rogue", "damier", "tic-tac-toe", "none", &more);
        let spec = format!("{spec},log={}", logs.display());
        assert_eq!(play("tic-tac-toe", &spec, "random", settings()).forfeits, 0);
        assert_eq!(fs::read_dir(&logs).expect("logs").count(), starts);
    }
}

#[test]
fn what_a_protocol_cannot_say_is_refused_before_the_match() {
    let engines = Engines::new();
    let refused = |protocol: &str, game: &str, settings: MatchSettings| {
        let spec = engines.describe("rogue", protocol, game, "none", "");
        let competitors = [spec.as_str(), "random"].map(|text| text.parse().expect("valid"));
        let config = MatchConfig { competitors, settings, games_file: None, directory: None };
        let error = run_match(game, &config, &Silent, &AtomicBool::new(false)).expect_err("refused");
        let error = error.to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    assert!(refused("dxp", "english", settings()).contains("clock=5m"));
    assert!(refused("dxp", "english", clock("90s")).contains("whole minutes"));
    assert!(refused("gomocup", "renju", clock("40/5m")).contains("5m+3s"));
    assert!(refused("hub1", "international", settings()).contains("depth"));
}

#[test]
fn missing_programs_and_wrong_descriptions_are_refused_before_the_match() {
    let engines = Engines::new();
    let file = engines.path("none.toml");
    for (text, part) in [
        ("protocol = \"uci\"\ncommand = \"no-such-engine-anywhere\"", "PATH"),
        ("protocol = \"uci\"\ncommand = \"./no-such-engine\"\ndirectory = \".\"", "no-such-engine"),
        ("protocol = \"uci\"\ncommand = \"sh\"\ndirectory = \"nowhere\"", "nowhere"),
        ("protocol = \"uci\"\ncomand = \"sh\"", "line 2"),
        ("protocol = \"hub\"\ncommand = \"sh\"", "Hub 2, in which chess is not played"),
    ] {
        fs::write(&file, text).expect("written");
        let spec = format!("engine:{}", file.display());
        let competitors = [spec.as_str(), "random"].map(|text| text.parse().expect("valid"));
        let config = MatchConfig { competitors, settings: settings(), games_file: None, directory: None };
        let error =
            run_match("chess", &config, &Silent, &AtomicBool::new(false)).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}
