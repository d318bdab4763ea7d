use super::{
    nets,
    program::{damier, damier_reading, damier_with_nets},
    tiny::Scratch,
};

#[test]
fn the_first_line_tells_the_protocol() {
    let uci = damier_reading(&["engine"], "uci\nposition startpos moves e2e4\ngo nodes 50\n").success();
    assert!(uci.contains("uciok") && uci.lines().last().expect("a line").starts_with("bestmove "), "{uci}");
    let hub = damier_reading(&["engine"], "hub\ninit\nlevel nodes=50\ngo think\n").success();
    assert!(hub.contains("wait") && hub.lines().last().expect("a line").starts_with("done move="), "{hub}");
    let gomocup = damier_reading(&["engine"], "START 15\nINFO timeout_turn 50\nTURN 7,7\n").success();
    let answer = gomocup.lines().find(|line| line.contains(',') && !line.starts_with("MESSAGE"));
    assert!(gomocup.starts_with("OK") && answer.is_some(), "{gomocup}");
    let own = damier_reading(&["engine"], "damier\ngame id=tic-tac-toe\ngo nodes=50\n").success();
    assert!(own.contains("ready") && own.contains("best move="), "{own}");
    assert_eq!(damier_reading(&["engine"], "").success(), "");
    assert_eq!(damier_reading(&["engine"], "hello\n\u{1}\n").success(), "");
}

#[test]
fn a_net_brings_its_game() {
    let scratch = Scratch::new();
    let net = nets::write(scratch.folder(), "russian");
    let script = "damier\ngo nodes=50\n";
    let told = damier_reading(&["engine", "--net", &net, "--level", "3"], script).success();
    assert!(told.contains("russian") && told.contains("best move="), "{told}");
    let error = damier(&["engine", "--net", &net, "--game", "chess", "--protocol", "uci"]).failure(1);
    assert!(error.contains("russian") && error.contains("chess"), "{error}");
    let error = damier(&["engine", "--game", "renju", "--protocol", "uci"]).failure(1);
    assert!(error.contains("renju is not played over uci"), "{error}");
    damier(&["engine", "--level", "21"]).failure(2);
    damier(&["engine", "--protocol", "xboard"]).failure(2);
}

#[test]
fn the_search_can_be_chosen() {
    let script = "uci\nposition startpos\ngo depth 3\n";
    let told = |search: &[&str]| {
        let mut arguments = vec!["engine", "--game", "chess", "--built-in"];
        arguments.extend(search);
        damier_reading(&arguments, script).success()
    };
    for (arguments, chosen) in
        [(&[][..], "suited"), (&["--search", "alpha-beta"], "alpha-beta"), (&["--search", "tree"], "tree")]
    {
        let told = told(arguments);
        assert!(told.contains(&format!("option name Search type combo default {chosen} ")), "{told}");
        // The end of the input ends the search, wherever it is.
        assert!(told.contains("bestmove "), "{told}");
    }
    let analysed = |search| {
        damier(&["analyse", "--game", "chess", "--built-in", "--depth", "3", "--search", search]).success()
    };
    assert_eq!(analysed("suited"), analysed("alpha-beta"));
    let error = damier(&["engine", "--search", "minimax"]).failure(2);
    assert!(error.contains("alpha-beta") && error.contains("tree"), "{error}");
}

#[test]
fn endgame_tables_tell_who_wins() {
    let scratch = Scratch::new();
    let dir = scratch.path("tables");
    damier(&["endgames", "build", "english", "--pieces", "3", "--dir", &dir, "--threads", "1"]).success();
    // Two kings against one is a win that takes a while.
    let position = "W:WK1,K2:BK32";
    let script = format!("damier\nset name=lines value=3\nposition text=\"{position}\"\ngo nodes=3\n");
    let with = ["engine", "--game", "english", "--endgames", &dir];
    let told = damier_reading(&with, &script).success();
    assert!(told.contains("wdl=\"1 0 0\""), "{told}");
    assert!(!damier_reading(&with[..3], &script).success().contains("wdl=\"1 0 0\""));
    let found = ["analyse", "--game", "english", "--position", position, "--nodes", "3", "--endgames", &dir];
    assert_ne!(damier(&found).success(), damier(&found[..7]).success());

    // A variant of the same protocol of which there are no tables is played without.
    let hub = "hub\nset-param name=variant value=russian\nlevel nodes=9\ngo think\n";
    assert!(damier_reading(&["engine", "--endgames", &dir], hub).success().contains("done move="));
    let error = damier(&["engine", "--game", "russian", "--endgames", &dir]).failure(1);
    assert!(error.contains("damier endgames build russian"), "{error}");
    let error = damier(&["engine", "--endgames", &scratch.path("nowhere")]).failure(1);
    assert!(error.contains("nowhere") && error.contains("damier endgames build"), "{error}");
}

#[test]
fn the_net_that_comes_with_the_program_is_used_unless_it_is_not_wanted() {
    let scratch = Scratch::new();
    let net = nets::write(scratch.folder(), "russian");
    let folder = scratch.folder().join("nets");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::copy(&net, folder.join("russian.dmn")).expect("copied");
    let run = |arguments: &[&str], input: &str| damier_with_nets(&folder, arguments, input).success();

    let position = ["analyse", "--game", "russian", "--nodes", "50"];
    let named = damier(&["analyse", "--net", &net, "--nodes", "50"]).success();
    let found = run(&position, "");
    assert_eq!(lines_of(&found), lines_of(&named));
    let built_in = run(&[&position[..], &["--built-in"]].concat(), "");
    assert_ne!(lines_of(&built_in), lines_of(&named));

    let play = run(&["play", "--game", "russian"], "quit\n");
    assert!(play.contains("russian.dmn"), "{play}");
    damier(&["play", "--net", &net, "--built-in"]).failure(2);
}

/// The lines of the last table that a position's analysis prints; how many come before depends on time.
fn lines_of(text: &str) -> Vec<String> {
    let is_line = |line: &&str| line.starts_with(char::is_numeric);
    let lines = text.lines().rev().skip_while(|line| !is_line(line)).take_while(is_line);
    lines.map(str::to_owned).collect()
}
