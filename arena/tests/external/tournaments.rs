//! Tournaments of programs.

use std::{
    fs,
    net::TcpListener,
    num::NonZero,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use damier_arena::tournament::{
    GauntletSummary, SUMMARY_FILE, TournamentEnd, TournamentError, TournamentFile, TournamentOptions,
    TournamentProgress, TournamentState, run_tournament,
};
use damier_endgames::{BuildPlan, build};
use damier_rules::games::draughts::{Draughts, English};

use super::engines::{Engines, patient};

/// A tournament file of these players, each by its competitor.
fn file(head: &str, players: &[String]) -> TournamentFile {
    let players = players.iter().map(|competitor| format!("[[player]]\ncompetitor = {competitor:?}\n"));
    let text =
        format!("name = \"Cup\"\nrandom-plies = 2\nmargin = \"1m\"\n{head}\n{}", players.collect::<String>());
    TournamentFile::parse(&text, Path::new("cup.toml")).expect("a tournament")
}

fn run(file: &TournamentFile, folder: &Path) -> Result<TournamentEnd, TournamentError> {
    run_until(file, folder, &|_| (), &AtomicBool::new(false))
}

fn run_until(
    file: &TournamentFile,
    folder: &Path,
    observer: &(dyn Fn(&TournamentProgress) + Sync),
    cancelled: &AtomicBool,
) -> Result<TournamentEnd, TournamentError> {
    let threads = NonZero::new(2).expect("two");
    run_tournament(file, Path::new("cup.toml"), folder, TournamentOptions::here(threads), observer, cancelled)
}

#[test]
fn programs_play_by_the_clock_with_people_of_this_process_and_forfeit_what_they_spoil() {
    let engines = Engines::new();
    let folder = engines.path("cup");
    let players = [
        engines.describe("hub", "hub", "russian", "none", &patient()),
        engines.describe("native", "damier", "russian", "none", &patient()),
        engines.describe("crashing", "hub", "russian", "crash@2", &patient()),
        "greedy".to_owned(),
    ];
    let file =
        file("game = \"russian\"\nformat = \"round-robin\"\nclock = \"2s+10ms\"\nply-cap = 60", &players);
    let end = run(&file, &folder).expect("played");
    assert_eq!(end.state, TournamentState::Over);
    let text = end.report.to_string();
    assert!(text.contains("12 games played") && text.contains("forfeits: crashing 6 × crash\n"), "{text}");
    assert!(
        text.contains("native") && !text.contains("native.toml"),
        "they have the names of their files: {text}"
    );
    let games = fs::read_to_string(folder.join("games.txt")).expect("games");
    assert_eq!(games.matches("crashing forfeits: crash").count(), 6);
    let page = fs::read_to_string(&end.page).expect("a page");
    assert!(page.contains("forfeits: crashing 6 × crash"));
}

#[test]
fn a_tournament_of_programs_goes_on_where_it_stopped() {
    let engines = Engines::new();
    let players = [
        engines.describe("one", "uci", "chess", "none", &patient()),
        engines.describe("two", "damier", "chess", "none", &patient()),
        "random".to_owned(),
    ];
    let file = file("game = \"chess\"\nformat = \"swiss\"\nrounds = 3\nnodes = 20\nply-cap = 30", &players);
    let [whole, parts] = ["whole", "parts"].map(|name| engines.path(name));
    run(&file, &whole).expect("played");
    let cancelled = AtomicBool::new(false);
    let end = run_until(&file, &parts, &|_| cancelled.store(true, Ordering::Relaxed), &cancelled);
    assert_eq!(end.expect("played").state, TournamentState::Cancelled);
    assert_eq!(run(&file, &parts).expect("played").state, TournamentState::Over);
    for name in ["games.txt", "index.html"] {
        let [one, other] =
            [&whole, &parts].map(|folder| fs::read_to_string(folder.join(name)).expect("read"));
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn a_gauntlet_says_what_its_programs_are_and_were_given() {
    let engines = Engines::new();
    let own = format!("{}\n[options]\nmemory = 3", patient());
    let players = [
        engines.describe("ours", "damier", "russian", "none", &patient()),
        engines.describe("crashing", "hub", "russian", "crash@2", &patient()),
        engines.describe("own", "hub", "russian", "none", &own),
    ];
    let head = "game = \"russian\"\nformat = \"gauntlet\"\nnodes = 20\nmemory = 4\nply-cap = 30";
    let folder = engines.path("gauntlet");
    let end = run(&file(head, &players), &folder).expect("played");
    let text = end.report.to_string();
    for expected in ["memory: 4 MiB each; but: own by its own settings", "forfeits: crashing 2 × crash"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let summary = GauntletSummary::read(&folder.join(SUMMARY_FILE)).expect("a summary");
    let given: Vec<Option<u32>> = summary.players.iter().map(|player| player.memory_mib).collect();
    assert_eq!(given, [Some(4), Some(4), None]);
    for player in &summary.players {
        let introduces = player.introduces.as_deref().expect("its protocol has a word for it");
        assert!(introduces.starts_with("damier "), "{introduces}");
    }
    let forfeits: Vec<[usize; 2]> = summary.opponents.iter().map(|opponent| opponent.forfeits).collect();
    assert_eq!(forfeits, [[0, 2], [0, 0]]);
}

#[test]
fn games_of_programs_end_early_where_that_is_asked_for() {
    let engines = Engines::new();
    let tables = engines.path("tables");
    let stop = AtomicBool::new(false);
    let plan = BuildPlan { folder: &tables, pieces: 2, threads: 1, stop: &stop };
    build(&Draughts::<English>::new(), &plan, &damier_endgames::Silent).expect("built");
    let openings = engines.path("openings.txt");
    // A piece is taken, and two are left.
    fs::write(&openings, "W:WK15:B18,K1\n").expect("written");
    let players = [
        engines.describe("one", "hub", "english", "none", &patient()),
        engines.describe("two", "damier", "english", "none", &patient()),
    ];
    let head = |key: &str| {
        let text = format!("game = \"english\"\nformat = \"round-robin\"\nnodes = 60\n{key}\n");
        let mut file = file(&text, &players).to_toml();
        file = file.replace("random-plies = 2", &format!("openings = {openings:?}"));
        TournamentFile::parse(&file, Path::new("cup.toml")).expect("a tournament")
    };
    for (number, (key, ending)) in [
        (format!("adjudicate-tables = {tables:?}"), "adjudication: endgame table"),
        ("adjudicate-draw = \"0.49,4,0\"".to_owned(), "adjudication: agreed draw"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = engines.path(&format!("cup-{number}"));
        run(&head(&key), &folder).expect("played");
        let games = fs::read_to_string(folder.join("games.txt")).expect("games");
        assert_eq!(games.matches(ending).count(), 2, "{key}: {games}");
    }
    for (key, part) in [
        ("adjudicate-win = \"0.4,8\"", "adjudicate-win: \"0.4,8\""),
        ("adjudicate-draw = \"x\"", "adjudicate-draw: \"x\""),
        ("adjudicate-tables = \"/no/such\"", "damier endgames build english"),
    ] {
        let error = run(&head(key), &engines.path("none")).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn engines_that_can_be_there_only_once_do_not_wait_for_each_other() {
    let engines = Engines::new();
    let listeners = [(), ()].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
    let ports = listeners.map(|listener| listener.local_addr().expect("bound").port());
    let players: Vec<String> = ["one", "two"]
        .into_iter()
        .zip(ports)
        .map(|(name, port)| {
            let more = format!("{}\n[dxp]\nport = {port}", patient());
            let spec = engines.describe(name, "dxp", "english", "none", &more);
            // The port is in the description, and the engine gets no other one.
            let path = engines.path(&format!("{name}.toml"));
            let text = fs::read_to_string(&path).expect("a description");
            fs::write(&path, text.replace("{port}", &port.to_string())).expect("written");
            spec
        })
        .collect();
    let file = file(
        // The clock cannot be shorter over DamExchange, so the games are.
        "game = \"english\"\nformat = \"round-robin\"\ncycles = 2\nclock = \"1m\"\nply-cap = 3",
        &players,
    );
    let end = run(&file, &engines.path("cup")).expect("played");
    let text = end.report.to_string();
    assert!(text.contains("4 games played") && !text.contains("forfeits"), "{text}");
}

#[test]
fn two_programs_of_one_name_are_told_apart_or_refused() {
    let engines = Engines::new();
    let spec = engines.describe("same", "damier", "russian", "none", &patient());
    let head = "game = \"russian\"\nformat = \"round-robin\"\nnodes = 20\nply-cap = 20";
    let two = |other: &str| file(head, &[spec.clone(), format!("{spec}{other}")]);
    let error = run(&two(",nodes=5"), &engines.path("cup")).expect_err("twice").to_string();
    assert!(error.contains("\"same\"") && error.contains("another one") && !error.contains('\n'), "{error}");
    let end = run(&two(",nodes=5,name=fast"), &engines.path("cup")).expect("played");
    assert!(end.report.to_string().contains("fast"));
}

#[test]
fn a_tournament_ends_where_somebody_never_moves_and_keeps_no_game_of_that() {
    let engines = Engines::new();
    let head = "game = \"russian\"\nformat = \"round-robin\"\nnodes = 20\nply-cap = 20";
    let failing = |trouble: &str| {
        let spec = engines.describe("silent", "damier", "russian", trouble, &patient());
        file(head, &["random".to_owned(), spec, "greedy".to_owned()])
    };
    let error = run(&failing("crash-start"), &engines.path("one")).expect_err("refused").to_string();
    assert!(error.contains("silent: ") && error.contains("no data files here"), "{error}");
    assert!(!engines.path("one").join("results.jsonl").exists(), "nothing has begun");
    let folder = engines.path("two");
    let error = run(&failing("crash"), &folder).expect_err("given up").to_string();
    assert!(error.starts_with("silent failed before its first move") && !error.contains('\n'), "{error}");
    assert!(error.contains("crash: it ended"), "{error}");
    let kept = fs::read_to_string(folder.join("results.jsonl")).expect("results");
    assert!(!kept.contains("forfeits"), "{kept}");
    // With a program that plays the same folder goes on.
    let end = run(&failing("none"), &folder).expect("played");
    assert_eq!(end.state, TournamentState::Over);
}
