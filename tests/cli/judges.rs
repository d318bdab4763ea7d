//! Which net judges: those of the program go wherever it goes, and nothing judges in silence.

use std::fs;

use damier_rules::registry;

use super::{
    nets,
    program::{damier, damier_copied_to, damier_reading, damier_with_nets, unwrapped},
    tiny::Scratch,
};

/// The games that no net comes for.
const WITHOUT: [&str; 4] = [
    "russian:goal=lose-all",
    "tic-tac-toe",
    "gomoku-predicted:limit=decisive",
    "chinese-checkers:ranking=moves",
];
/// What every refusal tells to do.
const REMEDY: &str = "name one with --net FILE, or say --built-in";

fn built_in(game: &str) -> String {
    format!("{game}.dmn, built into the program (a net of {game}, checksum ")
}

#[test]
fn a_copied_program_has_the_net_of_every_game() {
    let scratch = Scratch::new();
    for game in registry::NAMES.iter().filter(|game| !WITHOUT.contains(*game)) {
        let text = damier_copied_to(scratch.folder(), &["play", "--game", game], "quit\n").success();
        assert!(unwrapped(&text).contains(&built_in(game)), "{text}");
    }
    let text =
        damier_copied_to(scratch.folder(), &["analyse", "--game", "chess", "--nodes", "9"], "").success();
    assert!(text.contains(&format!("judged by {}", built_in("chess"))), "{text}");
    let book = ["book", "grow", "russian", "--out", "new.dmb", "--positions", "1", "--nodes", "9"];
    let text = damier_copied_to(scratch.folder(), &book, "").success();
    assert!(text.contains("by russian.dmn "), "{text}");
}

#[test]
fn every_protocol_says_which_net_judges() {
    let scratch = Scratch::new();
    let engine = |input: &str| damier_copied_to(scratch.folder(), &["engine"], input).success();
    let uci = engine("uci\n");
    assert!(uci.contains(&format!("info string judged by {}", built_in("chess"))), "{uci}");
    let xboard = engine("protover 2\n");
    assert!(xboard.contains(&format!("\n# judged by {}", built_in("chess"))), "{xboard}");
    let hub = engine("hub\nset-param name=variant value=russian\ninit\nlevel nodes=9\ngo think\n");
    assert!(hub.contains(&format!("judge=\"{}", built_in("international"))), "{hub}");
    assert_eq!(hub.matches(&format!("judge=\"{}", built_in("russian"))).count(), 1, "{hub}");
    let gomocup = engine("ABOUT\nINFO rule 4\nSTART 15\n");
    assert!(gomocup.contains(&format!("net=\"{}", built_in("gomoku-freestyle"))), "{gomocup}");
    assert!(gomocup.contains(&format!("MESSAGE judged by {}", built_in("renju"))), "{gomocup}");
    let own = engine("damier\ngame id=renju\n");
    assert!(own.contains(&format!("judge=\"{}", built_in("renju"))), "{own}");
}

#[test]
fn where_no_net_fits_the_refusal_says_what_to_do() {
    for game in WITHOUT {
        for arguments in [
            &["play", "--game", game][..],
            &["analyse", "--game", game],
            &["engine", "--game", game, "--protocol", "damier"],
        ] {
            let error = damier(arguments).failure(1);
            assert!(error.contains(&format!("no net of {game} ")) && error.contains(REMEDY), "{error}");
        }
    }
    let error = damier(&["engine", "--game", "chess:start=5", "--protocol", "uci"]).failure(1);
    assert!(error.contains(REMEDY), "{error}");
    let error = damier(&["book", "grow", "tic-tac-toe", "--out", "/nowhere/b.dmb"]).failure(1);
    assert!(error.contains(REMEDY), "{error}");
}

#[test]
fn one_net_judges_five_in_a_row_on_boards_of_all_sizes_and_with_swaps() {
    let point = |line: &str| line.starts_with(|c: char| c.is_ascii_digit()) && line.matches(',').count() == 1;
    // A board that is larger, one that is smaller, and a colour of an opening that is won for Black.
    for (words, rule) in [("START 20\nTURN 7,7\n", 0), ("START 9\nTURN 4,4\n", 1)] {
        let input = format!("INFO rule {rule}\nINFO timeout_turn 0\n{words}");
        let said = damier_reading(&["engine", "--protocol", "gomocup"], &input).success();
        let name = ["gomoku-freestyle", "gomoku-standard"][rule];
        assert!(said.contains(&format!("{name}.dmn (a net of {name}, checksum ")), "{said}");
        assert!(said.lines().any(point) && !said.contains("ERROR"), "{said}");
    }
    let opening = "START 15\nINFO timeout_turn 100\nSWAP2BOARD\n7,7\n8,7\n7,8\nDONE\n";
    let said = damier_reading(&["engine", "--protocol", "gomocup"], opening).success();
    assert!(
        said.contains("gomoku-freestyle.dmn (a net of ") && said.lines().any(|line| line == "SWAP"),
        "{said}"
    );

    for game in ["renju:size=9", "gomoku-standard:opening=swap2,size=20", "gomoku-predicted:order=fsfs"] {
        let (name, _) = game.split_once(':').expect("options");
        let text = damier(&["analyse", "--game", game, "--nodes", "9"]).success();
        assert!(text.contains(&format!("(a net of {name},")), "{text}");
    }
}

#[test]
fn one_net_judges_both_ways_of_hopping() {
    for net in ["chinese-checkers:players=3", "chinese-checkers:players=4", "chinese-checkers:players=6"] {
        let game = format!("{net},hop=equidistant");
        let text = damier(&["analyse", "--game", &game, "--nodes", "9"]).success();
        assert!(unwrapped(&text).contains(&format!("(a net of {net},")), "{text}");
    }
}

#[test]
fn a_game_without_a_net_is_not_searched_unless_the_built_in_judgement_is_asked_for() {
    let own = "damier\ngame id=tic-tac-toe\ngo nodes=9\n";
    let said = damier_reading(&["engine"], own).success();
    assert_eq!(said.matches("error message=\"no net of tic-tac-toe ").count(), 2, "{said}");
    assert!(said.ends_with("best\n"), "{said}");
    let said = damier_reading(&["engine", "--built-in"], own).success();
    assert!(
        said.contains("judge=\"the built-in judgement, without a net\"") && said.contains("best move="),
        "{said}"
    );
}

#[test]
fn files_of_a_folder_go_before_those_of_the_program_and_have_to_be_sound() {
    let scratch = Scratch::new();
    let net = fs::read(nets::write(scratch.folder(), "russian")).expect("read");
    let folder = scratch.folder().join("nets");
    fs::create_dir(&folder).expect("a folder");
    let play = ["play", "--game", "russian"];
    fs::write(folder.join("russian.dmn"), &net).expect("written");
    let text = damier_copied_to(scratch.folder(), &play, "quit\n").success();
    assert!(text.contains("nets/russian.dmn (a net of"), "{text}");

    for content in [&net[..net.len() - 9], b"", b"no net"] {
        fs::write(folder.join("russian.dmn"), content).expect("written");
        let error = damier_with_nets(&folder, &play, "").failure(1);
        assert!(error.contains("nets/russian.dmn"), "{error}");
        let hub = "hub\nset-param name=variant value=russian\ninit\nlevel nodes=9\ngo think\n";
        let said = damier_with_nets(&folder, &["engine"], hub).success();
        assert!(said.contains("error message=") && said.contains("nets/russian.dmn"), "{said}");
        assert!(said.ends_with("done\n"), "{said}");
    }
    // A net of another game.
    fs::write(folder.join("english.dmn"), &net).expect("written");
    let error = damier_with_nets(&folder, &["play", "--game", "english"], "").failure(1);
    assert!(error.contains("english.dmn") && error.contains("russian"), "{error}");
    // Every other game has its own.
    let text = damier_with_nets(&folder, &["play", "--game", "brazilian"], "quit\n").success();
    assert!(text.contains("built into the program"), "{text}");

    let error = damier_with_nets(&scratch.folder().join("nowhere"), &play, "").failure(1);
    assert!(error.contains("DAMIER_NETS=") && error.contains("no folder"), "{error}");
}
