//! What only CECP has: features, times in whole seconds, pondering without a word, claims about the game.

use std::{fs, time::Duration};

use damier_arena::{MatchReport, MatchSettings, play::Pondering};
use damier_engine::search::Limits;

use super::engines::{Engines, clock, patient, play, settings, settings_for};

/// A match against `random`, and what was said in it.
fn logged(trouble: &str, settings: MatchSettings) -> (MatchReport, String) {
    let engines = Engines::new();
    let spec = engines.describe("rogue", "xboard", "chess", trouble, &patient());
    let logs = engines.path("logs");
    let report = play("chess", &format!("{spec},log={}", logs.display()), "random", settings);
    let log = fs::read_to_string(logs.join("rogue-1.log")).expect("a log");
    (report, log)
}

#[test]
fn features_end_with_a_word_or_with_silence() {
    for trouble in ["none", "unfinished"] {
        let (report, log) = logged(trouble, settings_for("xboard"));
        assert_eq!((report.forfeits, report.tally.played()), (0, 2), "{trouble}: {report}");
        assert_eq!(log.contains("< feature done=1"), trouble == "none", "{log}");
        for words in ["> protover 2", "> accepted ping", "> new", "> post", "> easy", "> force", "> ping 1"] {
            assert!(log.contains(words), "{words} in {log}");
        }
    }
}

#[test]
fn times_are_whole_seconds_or_clocks() {
    let margin = Duration::from_secs(60);
    let short = |settings| MatchSettings { margin, ply_cap: Some(5), ..settings };
    let time = |millis| MatchSettings { limits: Limits::time(Duration::from_millis(millis)), ..settings() };
    for (settings, words) in [
        (time(1000), &["> st 1\n", "> time 100\n", "> otim 100\n"][..]),
        (time(100), &["> level 1 0:01 0\n", "> time 10\n", "> otim 10\n"]),
        (time(1500), &["> level 1 0:01 0\n", "> time 150\n"]),
        (clock("2s+20ms"), &["> level 0 0:02 0.02\n", "> time 200\n", "> otim "]),
        (clock("40/1m"), &["> level 40 1 0\n", "> time 6000\n"]),
        (settings_for("xboard"), &["> st 60\n", "> sd 2\n"]),
    ] {
        let (report, log) = logged("none", short(settings));
        assert_eq!(report.forfeits, 0, "{report}");
        assert!(words.iter().all(|words| log.contains(words)), "{words:?} in {log}");
    }
}

#[test]
fn pondering_is_switched_on_and_needs_no_more_words() {
    let settings = || MatchSettings { ply_cap: Some(20), ..settings_for("xboard") };
    let (report, log) = logged("none", MatchSettings { pondering: Pondering::On, ..settings() });
    assert_eq!(report.forfeits, 0, "{report}");
    assert!(log.rfind("> hard") > log.rfind("> easy"), "{log}");
    let (_, log) = logged("none", settings());
    assert!(log.rfind("> hard") < log.rfind("> easy"), "{log}");
}

#[test]
fn who_resigns_loses_without_a_forfeit() {
    let (report, _) = logged("resign@2", settings_for("xboard"));
    let endings: Vec<_> = report.endings.keys().cloned().collect();
    assert_eq!(endings, ["rogue resigns"], "{report}");
    assert_eq!((report.forfeits, report.tally.games), (0, [2, 0, 0]), "{report}");
}

/// Engines of a few lines, for what ours never says.
#[cfg(unix)]
mod scripted {
    use super::{
        super::engines::{SHORT, refusal},
        *,
    };

    /// Features, and answers to pings.
    const FEATURES: &str = r#"protover*) echo "feature ping=1 usermove=1 setboard=1 done=1";;
        ping*) echo "pong ${line#ping }";;"#;

    /// Describes a shell script that answers lines by the arms of a `case`.
    fn describe(engines: &Engines, arms: &str, more: &str) -> String {
        let script = format!("while read -r line; do case \"$line\" in {arms} quit) exit;; esac; done");
        let path = engines.path("script.toml");
        let text = format!(
            "protocol = \"xboard\"\ncommand = \"sh\"\narguments = [\"-c\", '''{script}''']\n{more}\n"
        );
        fs::write(&path, text).expect("written");
        format!("engine:{}", path.display())
    }

    #[test]
    fn who_declares_nothing_is_refused_with_the_remedy() {
        let engines = Engines::new();
        for (arms, part) in [
            (r#"protover*) echo "Error (unknown command): protover 2";;"#, "protocol = \"xboard1\""),
            (r#"protover*) echo "Hello";;"#, "no feature done=1 within 1500ms, but \"Hello\""),
            (r#"protover*) echo "feature done=0";;"#, "no feature done=1 within 1500ms"),
        ] {
            let spec = describe(&engines, arms, &format!("start_timeout = \"{SHORT}\""));
            let error = refusal("chess", &[&spec, "random"], settings_for("xboard"));
            assert!(error.contains(part), "{part} in {error}");
        }
    }

    #[test]
    fn variants_that_it_does_not_declare_are_refused() {
        let engines = Engines::new();
        let spec = describe(&engines, FEATURES, &patient());
        let error = refusal("chess:start=17", &[&spec, "random"], settings_for("xboard"));
        assert!(error.contains("it does not play fischerandom but normal"), "{error}");
    }

    #[test]
    fn complaints_about_legal_moves_fail_and_others_do_not() {
        let engines = Engines::new();
        let legal = format!(
            "{FEATURES} usermove*) move=\"${{line#usermove }}\";; go) echo \"Illegal move: $move\";;"
        );
        let spec = describe(&engines, &legal, &patient());
        let error = refusal("chess", &[&spec, "random"], settings_for("xboard"));
        assert!(error.contains("it takes a legal move for illegal"), "{error}");
        let others = format!(
            "{FEATURES} go) echo \"Error (unknown command): otim\"; echo \"Illegal move: otim\"; echo resign;;"
        );
        let spec = describe(&engines, &others, &patient());
        let report = play("chess", &spec, "random", settings_for("xboard"));
        assert_eq!(report.endings.keys().cloned().collect::<Vec<_>>(), ["script resigns"], "{report}");
    }

    #[test]
    fn results_that_it_claims_end_no_game_but_for_its_loss() {
        let engines = Engines::new();
        let spec = describe(&engines, &format!("{FEATURES} go) echo \"1-0\"; echo \"0-1\";;"), &patient());
        let report = play("chess", &spec, "random", settings_for("xboard"));
        assert_eq!((report.forfeits, report.tally.games), (0, [2, 0, 0]), "{report}");
        let draw = format!("{FEATURES} go) echo \"1/2-1/2 {{Draw by repetition}}\";;");
        let spec = describe(&engines, &draw, &format!("move_timeout = \"{SHORT}\""));
        let error = refusal("chess", &[&spec, "random"], settings_for("xboard"));
        assert!(error.contains("no move within 1500ms, but \"1/2-1/2"), "{error}");
    }
}
