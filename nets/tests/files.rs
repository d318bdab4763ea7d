//! Every net and opening book of this folder is part of the program, and plays its game.

use std::{collections::BTreeSet, fs, path::Path};

use damier_engine::{
    net::Net,
    opening_book::{self, OpeningBook},
};
use damier_nets::{FILES, File, file_name};
use damier_rules::{AnyGame, Game as _, registry};

/// Reads a file as what it is for. Returns the game, and the name that the file should have.
fn read_for(game: &str, File { name, content }: &File) -> (String, String) {
    let game = AnyGame::of_id(game).expect("a game");
    let (_, extension) = name.split_once('.').expect("an extension");
    if extension == opening_book::EXTENSION {
        OpeningBook::from_bytes(&game, content, Path::new(name)).expect("a sound book of the game");
    } else {
        let net = Net::from_bytes(content, name).expect("a sound net");
        net.arch().check_fits(&game, name).expect("a net of the game");
    }
    (game.id().to_owned(), file_name(game.id(), extension))
}

/// The game that a file says it is for.
fn game_of(file: &File) -> String {
    let (stem, extension) = file.name.split_once('.').expect("an extension");
    match extension {
        "dmn" => Net::from_bytes(file.content, file.name).expect("a sound net").arch().game.clone(),
        _ => stem.to_owned(),
    }
}

#[test]
fn every_file_of_the_folder_is_in_the_program_and_fits_its_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names: BTreeSet<String> = fs::read_dir(folder)
        .expect("the folder of nets")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter(|name| name.ends_with(".dmn") || name.ends_with(".dmb"))
        .collect();
    assert!(names.iter().any(|name| name.ends_with(".dmb")), "{names:?}");
    assert_eq!(names, FILES.iter().map(|file| file.name.to_owned()).collect());
    for file in FILES {
        assert_eq!(file.content, fs::read(folder.join(file.name)).expect("read"), "{}", file.name);
        let (game, name) = read_for(&game_of(file), file);
        assert_eq!(file.name, name, "the file of {game}");
    }
}

#[test]
fn games_without_a_net_are_known() {
    let has_none = |game: &&&str| !FILES.iter().any(|file| file.name == file_name(game, "dmn"));
    let without: Vec<&&str> = registry::NAMES.iter().filter(has_none).collect();
    assert_eq!(without, [&"tic-tac-toe"]);
}

#[test]
fn a_handicap_is_judged_by_the_net_of_the_whole_game_and_has_no_book() {
    for handicap in ["russian:without=d6+f6", "chess:without=d1", "international:goal=lose-all,without=1"] {
        let game = AnyGame::of_id(handicap).expect("a game");
        assert!(damier_nets::has_net(&game), "{handicap}");
        damier_nets::judge(&game).expect("the net of the whole game");
        assert!(damier_nets::book(&game).expect("readable").is_none(), "{handicap}");
    }
    assert!(!damier_nets::has_net(&AnyGame::of_id("tic-tac-toe").expect("a game")));
}
