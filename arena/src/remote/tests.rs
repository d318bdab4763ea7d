//! Laws of games that other machines play: the match is the one that this machine plays alone, and nothing wrong gets in.

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{Mutex, atomic::AtomicBool},
};

use damier_engine::search::Limits;

use super::{Intake, Order, Players, RemotePlay, Sent, TakeError, Taken};
use crate::{
    ArenaError, MatchConfig, MatchReport, MatchSettings, Spec,
    matches::{Silent, run_match_on, run_multiplayer_match_on},
    play::Pondering,
    tournament::{TournamentFile, TournamentOptions, run_tournament},
};

/// Another machine in this process; `change` is what it does to the games that it sends.
struct Machine {
    change: fn(&str) -> String,
    /// Whether it sends the last games first.
    backwards: bool,
    replay: bool,
    /// Whether it is found out to lie after it has sent all games.
    is_found_out: bool,
    /// The time that it gives a move.
    scale: Option<f64>,
    said: Mutex<Vec<String>>,
}

impl Default for Machine {
    fn default() -> Self {
        Self {
            change: str::to_owned,
            backwards: false,
            replay: false,
            is_found_out: false,
            scale: None,
            said: Mutex::default(),
        }
    }
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a machine")
    }
}

impl RemotePlay for Machine {
    fn play(&self, order: &Order, intake: &dyn Intake) -> Result<(), TakeError> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        for net in &order.nets {
            fs::write(file(&net.sha256), &net.bytes).expect("written");
        }
        let wire = serde_json::to_string(&order.terms).expect("plain data");
        let terms = serde_json::from_str(&wire).expect("read back");
        let players = Players::of(&terms, &|name| Some(file(name))).expect("players");
        let going = AtomicBool::new(false);
        let mut slices: Vec<u64> = intake.missing().into_iter().step_by(2).collect();
        if self.backwards {
            slices.reverse();
        }
        for first in slices {
            if intake.missing().is_empty() {
                break;
            }
            let games = intake.games(first..first + 2);
            let nodes = order.terms.timing.is_some().then_some(50);
            let here = players.behaviour(&games[0], nodes, &going).expect("a game").expect("not cancelled");
            assert_eq!(Some(here.digest), intake.behaviour(&games[0], nodes).map(|there| there.digest));
            let threads = NonZero::new(2).expect("some");
            let played = players.scaled(self.scale.unwrap_or(1.0));
            let played = played.play(&games, threads, &going).expect("played").expect("not cancelled");
            let sent = (self.change)(std::str::from_utf8(&played).expect("text"));
            let replayed: Vec<u64> = if self.replay { vec![first, first + 1] } else { Vec::new() };
            let numbers = first..first + 2;
            let as_played =
                Sent { worker: "anna", scale: self.scale, games: &played, numbers, replayed: &[] };
            let changed = Sent { games: sent.as_bytes(), replayed: &replayed, ..as_played.clone() };
            let taken = match intake.take(&changed) {
                Err(TakeError::Refused(reason)) => {
                    self.said.lock().expect("no panic").push(reason);
                    intake.take(&as_played)?
                }
                other => other?,
            };
            assert!(taken.new + taken.again == 2);
            if taken.new == 2 && !self.is_found_out && !intake.missing().is_empty() {
                assert_eq!(intake.take(&as_played)?, Taken { new: 0, again: 2 });
            }
        }
        if self.is_found_out { intake.play_again(&[0..10, 14..24]) } else { Ok(()) }
    }
}

fn config(competitors: &[&str], games_file: Option<PathBuf>) -> MatchConfig {
    MatchConfig {
        competitors: competitors.iter().map(|text| text.parse::<Spec>().expect("a competitor")).collect(),
        settings: MatchSettings {
            pairs: 12,
            limits: Limits { nodes: Some(60), ..Limits::default() },
            ply_cap: Some(60),
            seed: 3,
            ..MatchSettings::default()
        },
        games_file,
        directory: None,
    }
}

fn play(config: &MatchConfig, machine: Option<&Machine>) -> Result<MatchReport, ArenaError> {
    let machine = machine.map(|machine| machine as &dyn RemotePlay);
    run_match_on("russian", config, machine, &Silent, &AtomicBool::new(false))
}

/// Returns a report without what differs from one machine to the next.
fn timeless(mut report: MatchReport) -> MatchReport {
    report.effort.iter_mut().for_each(|effort| effort.time = std::time::Duration::ZERO);
    report
}

fn written(
    folder: &Path,
    name: &str,
    competitors: &[&str],
    machine: Option<&Machine>,
) -> (MatchReport, String) {
    let path = folder.join(name);
    let mut config = config(competitors, Some(path.clone()));
    config.settings.sprt = Some("0,60".parse().expect("a test"));
    let report = play(&config, machine).expect("played");
    (timeless(report), fs::read_to_string(path).expect("read"))
}

#[test]
fn a_match_by_other_machines_is_the_match_of_this_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let competitors = ["suited:nodes=150,memory=1,name=deeper", "ab:material,depth=2,memory=1"];
    let alone = written(folder.path(), "alone.pdn", &competitors, None);
    for (name, backwards) in [("forwards.pdn", false), ("backwards.pdn", true)] {
        let machine = Machine { backwards, replay: true, ..Machine::default() };
        assert_eq!(written(folder.path(), name, &competitors, Some(&machine)), alone);
        assert_eq!(*machine.said.lock().expect("no panic"), [""; 0]);
    }
}

#[test]
fn rounds_of_more_players_come_out_the_same() {
    let config = MatchConfig {
        settings: MatchSettings { pairs: 1, ply_cap: Some(600), seed: 2, ..MatchSettings::default() },
        ..config(&["greedy", "random"], None)
    };
    let play = |machine: Option<&dyn RemotePlay>| {
        let game = "chinese-checkers:players=4";
        let going = AtomicBool::new(false);
        let report = run_multiplayer_match_on(game, &config, machine, &Silent, &going).expect("played");
        let timeless = |line: &str| line.split(" nodes and ").next().unwrap_or_default().to_owned();
        report.to_string().lines().map(timeless).collect::<Vec<_>>()
    };
    assert_eq!(play(Some(&Machine::default())), play(None));
}

#[test]
fn a_tournament_by_another_machine_has_the_same_games() {
    let text = "name = \"cup\"\ngame = \"english\"\nformat = \"swiss\"\nrounds = 3\ngames = 2\nnodes = 30\nply-cap = 60\n\
                [[player]]\ncompetitor = \"suited:material\"\n[[player]]\ncompetitor = \"ab:material,depth=2\"\n\
                [[player]]\ncompetitor = \"greedy\"\n[[player]]\ncompetitor = \"random\"\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    fs::write(&path, text).expect("written");
    let file = TournamentFile::read(&path).expect("a tournament");
    let machine = Machine { replay: true, ..Machine::default() };
    let play = |name: &str, machine: Option<&dyn RemotePlay>| {
        let (folder, going) = (folder.path().join(name), AtomicBool::new(false));
        let threads = NonZero::<usize>::MIN;
        run_tournament(
            &file,
            &path,
            &folder,
            TournamentOptions { machines: machine, ..TournamentOptions::here(threads) },
            &|_| (),
            &going,
        )
        .expect("played");
        fs::read_to_string(folder.join("games.txt")).expect("read")
    };
    assert_eq!(play("together", Some(&machine)), play("alone", None));
    assert_eq!(*machine.said.lock().expect("no panic"), [""; 0]);
}

#[test]
fn nothing_wrong_gets_into_a_match() {
    type Change = fn(&str) -> String;
    let changes: [(Change, &str); 7] = [
        (|_| "{}\n{}".to_owned(), "cannot be read"),
        (|text| text.lines().next().unwrap_or_default().to_owned(), "has 1 games"),
        (|text| text.lines().rev().collect::<Vec<_>>().join("\n"), "is game"),
        (|text| text.replacen("\"moves\":[[\"", "\"moves\":[[\"a1b2\"],[\"", 1), "game"),
        (|text| text.replacen("\"opening\":8", "\"opening\":7", 1), "another opening"),
        (|text| text.replacen("\"win\":0", "\"win\":9", 1).replacen("\"win\":1", "\"win\":0", 1), "win"),
        (|text| text.replace("\"ending\":", "\"ending\":\"agreed-win\",\"x\":"), "cannot be read"),
    ];
    let alone = timeless(play(&config(&["suited:material,memory=1", "random"], None), None).expect("played"));
    for (change, part) in changes {
        let machine = Machine { change, ..Machine::default() };
        let config = config(&["suited:material,memory=1", "random"], None);
        assert_eq!(timeless(play(&config, Some(&machine)).expect("played")), alone);
        let said = machine.said.lock().expect("no panic");
        assert!(!said.is_empty() && said.iter().any(|line| line.contains(part)), "{part}: {said:?}");
    }
}

#[test]
fn a_changed_score_is_found_where_the_game_is_played_again() {
    let change = |text: &str| text.replace("\"nodes\":", "\"nodes\":1");
    let config = config(&["suited:material,memory=1", "random"], None);
    let alone = timeless(play(&config, None).expect("played"));
    let careless = Machine { change, ..Machine::default() };
    let report = play(&config, Some(&careless));
    // The same games come again as they were played, and differ from what was taken.
    assert!(report.is_err_and(|error| error.to_string().contains("was taken from a worker and is wrong")));
    let found_out = Machine { change, is_found_out: true, ..Machine::default() };
    let error = play(&config, Some(&found_out)).expect_err("wrong games were taken").to_string();
    assert!(error.contains("game 0 was taken from a worker and is wrong"), "{error}");
    let honest = Machine { is_found_out: true, ..Machine::default() };
    assert_eq!(timeless(play(&config, Some(&honest)).expect("all are right")), alone);
    let careful = Machine { change, replay: true, ..Machine::default() };
    assert_eq!(timeless(play(&config, Some(&careful)).expect("played")), alone);
    assert!(careful.said.lock().expect("no panic").iter().all(|line| line.contains("not the one")));
}

#[test]
fn what_no_other_machine_repeats_is_refused() {
    let refused = |competitors: &[&str], change: fn(&mut MatchSettings)| {
        let mut config = config(competitors, None);
        change(&mut config.settings);
        play(&config, Some(&Machine::default())).expect_err("refused").to_string()
    };
    let nodes: fn(&mut MatchSettings) = |_| ();
    let threads = refused(&["mcts:material,threads=2", "random"], nodes);
    assert!(threads.contains("threads="), "{threads}");
    let ponders =
        refused(&["suited:material,memory=1", "random"], |settings| settings.pondering = Pondering::On);
    assert!(ponders.contains("--ponder"), "{ponders}");
}

/// A match in which time bounds some moves.
fn timed() -> MatchConfig {
    let mut config = config(&["ab:material,memory=1", "mcts:material,memory=1,clock=40/2s+10ms"], None);
    config.settings.limits = Limits::time(std::time::Duration::from_millis(2));
    config
}

#[test]
fn games_by_time_are_taken_as_they_come_and_the_report_says_from_whom() {
    // A second result for the same games differs, and counts no more than one of games that are the same each time.
    let machine = Machine { scale: Some(1.5), is_found_out: true, replay: true, ..Machine::default() };
    let report = play(&timed(), Some(&machine)).expect("nothing is played again");
    assert_eq!(*machine.said.lock().expect("no panic"), [""; 0]);
    let share = report.workers.0["anna"];
    assert_eq!((share.games, share.scales, report.tally.played()), (24, [1.5; 2], 24));
    let half_points = |pair: usize| report.tally.pairs[pair];
    let pairs = [half_points(0) + half_points(1), half_points(2), half_points(3) + half_points(4)];
    assert_eq!(share.pairs, pairs);
    assert!(report.to_string().contains("\n  workers    anna: 24 games, 1.50 times the time"), "{report}");
    let nodes = play(&config(&["suited:material,memory=1", "random"], None), Some(&Machine::default()));
    assert!(nodes.is_ok_and(|report| report.workers.0.is_empty()), "others have no shares");
}

#[test]
fn games_by_time_obey_the_rules_and_come_with_a_speed() {
    let mute = play(&timed(), Some(&Machine::default())).expect_err("refused").to_string();
    assert!(mute.contains("does not say how fast it is"), "{mute}");
    let change = |text: &str| text.replacen("\"moves\":[[\"", "\"moves\":[[\"a1b2\"],[\"", 1);
    let machine = Machine { change, scale: Some(1.0), ..Machine::default() };
    assert_eq!(play(&timed(), Some(&machine)).expect("the right games follow").tally.played(), 24);
    assert!(machine.said.lock().expect("no panic").iter().all(|line| line.contains("game")));
}

#[test]
fn a_machine_of_half_the_speed_has_twice_the_time() {
    let timing = super::Timing { time: Some("20ms".to_owned()), clock: None, margin: "200ms".to_owned() };
    let order = super::RemoteMatch {
        game: "russian".to_owned(),
        competitors: vec!["ab:material".to_owned(), "mcts:material,clock=10s+100ms".to_owned()],
        nodes: None,
        depth: None,
        ply_cap: None,
        win_rule: None,
        draw_rule: None,
        timing: Some(timing.clone()),
    };
    let players = Players::of(&order, &|_| None).expect("players");
    assert_eq!(players.scaled(2.0).paces(), ["40ms a move", "clock 20s+200ms"]);
    for (change, part) in [
        (super::Timing { time: Some("fast".to_owned()), ..timing.clone() }, "a duration is"),
        (super::Timing { clock: Some("5".to_owned()), ..timing.clone() }, "a clock is"),
        (super::Timing { margin: String::new(), ..timing }, "a duration is"),
    ] {
        let wrong = super::RemoteMatch { timing: Some(change), ..order.clone() };
        let said = Players::of(&wrong, &|_| None).expect_err("it cannot be");
        assert!(said.contains(part), "{said}");
    }
    let hidden = super::RemoteMatch { timing: None, nodes: Some(10), ..order };
    assert!(Players::of(&hidden, &|_| None).is_err_and(|said| said.contains("does not say so")));
}

#[test]
fn a_tournament_by_time_says_from_whom_its_games_came() {
    let text = "name = \"cup\"\ngame = \"english\"\nformat = \"swiss\"\nrounds = 2\ngames = 2\ntime = \"1ms\"\n\
                ply-cap = 40\n[[player]]\ncompetitor = \"suited:material\"\n[[player]]\ncompetitor = \"greedy\"\n\
                [[player]]\ncompetitor = \"ab:material\"\n[[player]]\ncompetitor = \"random\"\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    fs::write(&path, text).expect("written");
    let file = TournamentFile::read(&path).expect("a tournament");
    let play = |scale| {
        let machine = Machine { scale, ..Machine::default() };
        let options =
            TournamentOptions { machines: Some(&machine), ..TournamentOptions::here(NonZero::<usize>::MIN) };
        run_tournament(&file, &path, &folder.path().join("cup"), options, &|_| (), &AtomicBool::new(false))
    };
    let mute = play(None).expect_err("nothing can be taken").to_string();
    assert!(mute.contains("does not say how fast it is"), "{mute}");
    let all = "workers: anna 8 games, 1.50 times the time";
    // The report counts what was played before, too.
    for end in [play(Some(1.5)), play(Some(3.0))] {
        let facts = end.expect("played").report.facts;
        assert!(facts.iter().any(|fact| fact == all), "{facts:?}");
    }
    let kept = fs::read_to_string(folder.path().join("cup/results.jsonl")).expect("read");
    assert_eq!(kept.matches(r#""played_by":{"worker":"anna","scale":1.5}"#).count(), 8, "{kept}");
}

#[test]
fn a_worker_plays_by_searches_of_this_program_alone() {
    let order = |text: &str| super::RemoteMatch {
        game: "russian".to_owned(),
        competitors: vec!["random".to_owned(), text.to_owned()],
        nodes: Some(10),
        depth: None,
        ply_cap: None,
        win_rule: None,
        draw_rule: None,
        timing: None,
    };
    for text in [
        "engine:engines/stockfish.toml",
        "suited",
        "ab:net=/etc/passwd",
        "mcts:material,book=/etc/passwd",
        "ab:material,endgames=/etc",
        "nonsense",
    ] {
        assert!(Players::of(&order(text), &|_| None).is_err(), "{text}");
    }
    assert!(Players::of(&order("suited:material,elo=1000"), &|_| None).is_ok());
    assert!(Players::of(&super::RemoteMatch { nodes: None, ..order("ab:material") }, &|_| None).is_err());
}
