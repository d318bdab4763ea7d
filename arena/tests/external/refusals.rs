//! Refusals name what is wrong with an engine or its description.

use std::fs;

use damier_arena::MatchSettings;

use super::engines::{Engines, clock, patient, play, refusal, settings, settings_for};

#[test]
fn options_that_an_engine_does_not_have_are_refused_before_the_match() {
    let engines = Engines::new();
    for (protocol, game, options, parts) in [
        ("uci", "chess", "Hsah = 4", &["no option \"Hsah\"", "Hash"][..]),
        ("uci", "chess", "Hash = -1", &["Hash = \"-1\"", "a whole number from 1 to "]),
        ("xboard", "chess", "MultPV = 4", &["no option \"MultPV\"", "MultiPV"]),
        ("xboard", "chess", "MultiPV = 0", &["MultiPV = \"0\"", "a whole number from 1 to "]),
        ("hub", "russian", "memry = 4", &["no parameter \"memry\"", "memory"]),
        ("hub", "russian", "memory = -4", &["memory = \"-4\"", "a whole number from"]),
        ("damier", "russian", "memry = 4", &["no option \"memry\"", "memory"]),
        ("damier", "russian", "memory = -4", &["memory"]),
    ] {
        let spec = engines.describe("rogue", protocol, game, "none", &format!("[options]\n{options}"));
        let error = refusal(game, &[&spec, "random"], settings_for(protocol));
        assert!(parts.iter().all(|part| error.contains(part)), "{protocol}, {options}: {error}");
    }
    let spec = engines.describe("rogue", "uci", "chess", "none", &patient());
    let error = refusal("chess", &["random", &format!("{spec},option.Hsh=3")], settings());
    assert!(error.starts_with("rogue: ") && error.contains("\"Hsh\""), "{error}");
}

/// What was said to an engine of a match.
fn said(protocol: &str, game: &str, more: &str, items: &str) -> String {
    let engines = Engines::new();
    let spec = engines.describe("rogue", protocol, game, "none", &format!("{}\n{more}", patient()));
    let logs = engines.path("logs");
    play(game, &format!("{spec},log={}{items}", logs.display()), "random", settings_for(protocol));
    fs::read_to_string(logs.join("rogue-1.log")).expect("a log")
}

#[test]
fn engines_are_told_their_threads_and_as_much_memory_as_all_have() {
    for (protocol, game, threads, memory) in [
        ("uci", "chess", "> setoption name Threads value 2", "> setoption name Hash value MIB"),
        ("xboard", "chess", "> cores 2", "> memory MIB"),
        ("hub", "russian", "> set-param name=threads value=2", "> set-param name=memory value=MIB"),
        ("damier", "russian", "> set name=threads value=2", "> set name=memory value=MIB"),
        ("gomocup", "renju", "> INFO thread_num 2", "> INFO max_memory"),
    ] {
        let default = said(protocol, game, "threads = 2", "");
        let own = said(protocol, game, "threads = 1", ",threads=2,memory=8");
        for (text, mib) in [(default, "256"), (own, "8")] {
            assert!(text.contains(threads), "{protocol}: {text}");
            assert!(text.contains(&memory.replace("MIB", mib)), "{protocol}: {text}");
        }
    }
    let own = said("uci", "chess", "[options]\nHash = 4", "");
    assert!(own.contains("Hash value 4") && !own.contains("value 256"), "{own}");
}

#[test]
fn what_a_protocol_cannot_say_is_refused_before_the_match() {
    let engines = Engines::new();
    let refused = |protocol: &str, game: &str, settings: MatchSettings| {
        let spec = engines.describe("rogue", protocol, game, "none", "");
        refusal(game, &[&spec, "random"], settings)
    };
    assert!(refused("dxp", "english", settings()).contains("clock=5m"));
    assert!(refused("dxp", "english", clock("90s")).contains("whole minutes"));
    assert!(refused("xboard", "chess", settings()).contains("a number of nodes; give a time"));
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
        let error = refusal("chess", &[&spec, "random"], settings());
        assert!(error.contains(part), "{error}");
    }
}
