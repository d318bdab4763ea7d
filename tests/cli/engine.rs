use super::{
    nets,
    program::{damier, damier_reading, damier_with_nets},
    tiny::Scratch,
};

#[test]
fn the_first_line_tells_the_protocol() {
    let uci = damier_reading(&["engine"], "uci\nposition startpos moves e2e4\ngo nodes 50\n").success();
    assert!(uci.contains("uciok") && uci.lines().last().expect("a line").starts_with("bestmove "), "{uci}");
    let xboard = damier_reading(&["engine"], "xboard\nprotover 2\nsd 2\nusermove e2e4\n").success();
    assert!(
        xboard.contains("done=1") && xboard.lines().last().expect("a line").starts_with("move "),
        "{xboard}"
    );
    let hub = damier_reading(&["engine"], "hub\ninit\nlevel nodes=50\ngo think\n").success();
    assert!(hub.contains("wait") && hub.lines().last().expect("a line").starts_with("done move="), "{hub}");
    let gomocup = damier_reading(&["engine"], "START 15\nINFO timeout_turn 50\nTURN 7,7\n").success();
    let answer = gomocup.lines().find(|line| line.contains(',') && !line.starts_with("MESSAGE"));
    assert!(gomocup.contains("\nOK\n") && answer.is_some(), "{gomocup}");
    let own =
        damier_reading(&["engine", "--built-in"], "damier\ngame id=tic-tac-toe\ngo nodes=50\n").success();
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
    let error = damier(&["engine", "--game", "russian", "--protocol", "xboard"]).failure(1);
    assert!(error.contains("russian is not played over xboard"), "{error}");
    damier(&["engine", "--protocol", "usi"]).failure(2);
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
    let with = ["engine", "--built-in", "--game", "english", "--endgames", &dir];
    let told = damier_reading(&with, &script).success();
    assert!(told.contains("wdl=\"1 0 0\""), "{told}");
    assert!(!damier_reading(&with[..4], &script).success().contains("wdl=\"1 0 0\""));
    let found = [
        "analyse",
        "--built-in",
        "--game",
        "english",
        "--position",
        position,
        "--nodes",
        "3",
        "--endgames",
        &dir,
    ];
    assert_ne!(damier(&found).success(), damier(&found[..8]).success());

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

#[test]
fn short_forms_name_the_protocol() {
    for arguments in [&["hub"][..], &["engine", "hub"], &["hub", "hub"], &["engine", "--protocol", "hub"]] {
        let told = damier_reading(arguments, "init\nquit\n").success();
        assert!(told.starts_with("ready"), "{arguments:?}: {told}");
    }
    let told = damier_reading(&["uci", "--built-in"], "isready\n").success();
    assert!(told.contains("readyok"), "{told}");
    for arguments in [&["xboard"][..], &["cecp"], &["engine", "xboard"], &["engine", "--protocol", "cecp"]] {
        let told = damier_reading(arguments, "ping 1\nquit\n").success();
        assert_eq!(told, "pong 1\n", "{arguments:?}");
    }
    let error = damier(&["hub", "--protocol", "uci"]).failure(1);
    assert!(error.contains("damier engine uci"), "{error}");
    damier(&["engine", "hub", "--protocol", "hub"]).failure(2);
    damier(&["engine", "usi"]).failure(2);
    let error = damier(&["hub", "--dxp-listen", "127.0.0.1:0"]).failure(1);
    assert!(error.contains("--dxp-listen"), "{error}");
}

#[test]
fn what_begins_no_protocol_is_told_once() {
    let run = damier_reading(&["engine"], "hello\u{1b}[31m\nxyzzy\nuci\n");
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("begins no protocol") && !run.stderr.contains('\u{1b}'), "{}", run.stderr);
    assert!(run.success().contains("uciok"));
    assert_eq!(damier_reading(&["engine"], "quit\nuci\n").success(), "");
}

/// What is answered up to the move; the input stays open until then, which would end the search.
fn searched(arguments: &[&str], input: &str) -> String {
    use std::{
        io::{BufRead as _, BufReader, Write as _},
        process::{Command, Stdio},
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).env_remove("DAMIER_NETS").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = command.spawn().expect("it starts");
    let mut stdin = engine.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("written");
    let lines = BufReader::new(engine.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let mut told = String::new();
    for line in lines {
        told.push_str(&line);
        told.push('\n');
        if line.starts_with("bestmove") {
            break;
        }
    }
    drop(stdin);
    engine.wait().expect("it ends");
    told
}

#[test]
fn a_net_is_loaded_by_its_file_over_uci() {
    let scratch = Scratch::new();
    let [net, other] = ["chess", "russian"].map(|game| {
        let file = scratch.path(&format!("{game}.dmn"));
        std::fs::rename(nets::write(scratch.folder(), game), &file).expect("renamed");
        file
    });
    let script = |file: &str| {
        format!("uci\nsetoption name EvalFile value {file}\nposition startpos moves e2e4\ngo depth 2\n")
    };
    // The score and the line, without how long it took.
    let last_score = |text: &str| {
        let line = text.lines().rfind(|line| line.contains(" score ")).expect("a score");
        let [score, pv] = ["score", "pv"].map(|key| {
            line.split_whitespace().skip_while(|word| *word != key).take(4).collect::<Vec<_>>().join(" ")
        });
        format!("{score} {pv}")
    };
    let engine = ["engine", "--game", "chess", "--built-in"];
    let built_in = searched(&engine, &script("<empty>"));
    let with_net = searched(&engine, &script(&net));
    assert_ne!(last_score(&built_in), last_score(&with_net));
    let named = searched(&["engine", "--net", &net], &script("<empty>"));
    assert_eq!(last_score(&named), last_score(&with_net));
    for (file, part) in [(other.as_str(), "russian"), ("/nowhere/x.dmn", "/nowhere/x.dmn")] {
        let told = searched(&engine, &script(file));
        let line = told.lines().find(|line| line.starts_with("info string EvalFile")).unwrap_or_default();
        assert!(line.contains(part), "{told}");
        assert_eq!(last_score(&told), last_score(&built_in));
    }
}

/// What another program says over DamExchange, and leaves.
#[cfg(unix)]
fn left_by_a_peer(said: &'static [u8], arguments: &[&str]) -> super::program::Run {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let peer = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        stream.write_all(said).expect("written");
        let mut heard = [0; 16];
        // Something has come, or nothing is asked for.
        stream.set_read_timeout(Some(std::time::Duration::from_millis(200))).expect("a time");
        let _ = stream.read(&mut heard);
    });
    let run = damier(&[&["engine", "--built-in", "--dxp-connect", &address], arguments].concat());
    peer.join().expect("no panic");
    run
}

#[cfg(unix)]
#[test]
fn a_peer_that_leaves_before_a_game_is_an_error() {
    let error = left_by_a_peer(b"", &["--dxp-games", "1"]).failure(1);
    assert!(error.contains("0 of 1 games were played") && error.contains("closed"), "{error}");
    let error = left_by_a_peer(b"", &[]).failure(1);
    assert!(error.contains("no game was played"), "{error}");
    let refused = b"AScan                            1\0";
    let error = left_by_a_peer(refused, &["--dxp-games", "2"]).failure(1);
    assert!(error.contains("0 of 2 games"), "{error}");
}

#[cfg(unix)]
#[test]
fn chat_is_safe_to_look_at() {
    let run = left_by_a_peer(b"C\x1b]0;owned\x07\x1b[31mhello\nworld\0", &[]);
    assert!(run.stdout.contains("\\u{1b}") && !run.stdout.contains(['\u{1b}', '\u{7}']), "{}", run.stdout);
    assert!(run.stdout.contains("hello\\u{a}world"), "{}", run.stdout);
}

/// A pipe holds 64 KiB; a listener with unread notes has to go on.
#[cfg(target_os = "linux")]
#[test]
fn notes_that_nobody_reads_hold_nothing_up() {
    use std::{
        io::{BufRead as _, BufReader, Read as _, Write as _},
        net::TcpStream,
        process::{Command, Stdio},
    };
    let mut listener = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["engine", "--built-in", "--dxp-listen", "127.0.0.1:0"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut notes = BufReader::new(listener.stdout.take().expect("a pipe"));
    let mut line = String::new();
    notes.read_line(&mut line).expect("a note");
    let address = line.trim().rsplit(' ').next().expect("an address").to_owned();
    let chat = [b"C".to_vec(), vec![b'x'; 120], vec![0]].concat();
    let mut stream = TcpStream::connect(&address).expect("connected");
    for _ in 0..2_000 {
        stream.write_all(&chat).expect("written");
    }
    // It still answers.
    stream.write_all(b"noise\0").expect("written");
    stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).expect("a time");
    let mut answer = [0; 5];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"Cnot ");
    listener.kill().expect("it runs");
    listener.wait().expect("it ends");
}
