use std::{fs, path::Path};

use super::program::{damier, damier_with_nets};

/// Grows a small book of Russian draughts, and gives what is said.
fn grow(file: &str, positions: &str, more: &[&str]) -> String {
    let arguments =
        ["book", "grow", "russian", "--built-in", "--out", file, "--nodes", "50", "--positions", positions];
    damier(&[&arguments[..], more].concat()).success()
}

/// A path as text.
fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

#[test]
fn a_book_grows_is_shown_and_is_played_by() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("russian.dmb");
    let file = text(&path);
    let said = grow(file, "64", &["--threads", "2"]);
    assert!(said.contains("64 positions, 64 of them new"), "{said}");
    let said = grow(file, "96", &[]);
    assert!(said.contains("96 positions, 32 of them new"), "{said}");

    let shown = damier(&["book", "show", "russian", file]).success();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].contains("96 positions") && lines[0].contains("with 50 nodes a move"), "{shown}");
    assert_eq!(lines.len(), 1 + 7, "seven moves begin the game: {shown}");
    let best = lines[1].split_whitespace().nth(2).expect("a move");
    let after = damier(&["book", "show", "russian", file, best]).success();
    assert!(after.lines().count() > 1, "{after}");
    let line: Vec<&str> = lines[1].split_whitespace().skip(2).collect();
    let error = damier(&[&["book", "show", "russian", file][..], &line].concat()).failure(1);
    assert!(error.contains("its engine searches here"), "{error}");
    let error = damier(&["book", "show", "russian", file, "a1-h8"]).failure(1);
    assert!(error.contains("a1-h8"), "{error}");

    // Both sides know the same book, so that the games begin with its line.
    let games = folder.path().join("games.pdn");
    let player = format!("suited:material,book={file}");
    damier(&[
        "match",
        &player,
        &player,
        "--game",
        "russian",
        "--random-plies",
        "0",
        "--pairs",
        "1",
        "--nodes",
        "20",
        "--games-out",
        text(&games),
    ])
    .success();
    let played = fs::read_to_string(&games).expect("games");
    assert!(played.contains(&format!("1. {best}")), "{played}");

    // What these games met is looked at, as far as the number of positions allows.
    let said = grow(file, "128", &["--games", text(&games), "--game-plies", "12"]);
    assert!(said.contains("128 positions, 32 of them new") && said.contains("2 games reached"), "{said}");
    let error = damier(&["book", "grow", "russian", "--out", file, "--game-plies", "9"]).failure(2);
    assert!(error.contains("--games"), "{error}");
    fs::write(&games, "1. c3-d4 a1-a1 *\n").expect("written");
    let damaged = [&["book", "grow", "russian", "--built-in", "--out", file, "--games"][..], &[text(&games)]];
    let error = damier(&damaged.concat()).failure(1);
    assert!(error.contains("games.pdn") && error.contains("line 1"), "{error}");
}

#[test]
fn engines_and_games_begin_by_the_book_beside_the_nets_unless_they_are_told_not_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("russian.dmb");
    grow(text(&path), "96", &[]);
    let input = "hub\ninit\nnew-game\npos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\nlevel nodes=40\ngo think\n";
    let told = |arguments: &[&str], input: &str| {
        let arguments = [&["engine", "--game", "russian"], arguments].concat();
        let said = damier_with_nets(folder.path(), &arguments, input).success();
        assert!(said.contains("done move="), "{said}");
        said.lines().find(|line| line.starts_with("info ")).expect("an info").to_owned()
    };
    let by_book = told(&[], input);
    assert!(by_book.contains("nodes=0") && by_book.contains("time=0"), "{by_book}");
    assert_eq!(told(&["--book", text(&path)], input), by_book);
    // A search tells another line than the whole of the book's, even where the end of the input stops it at once.
    let searching = [
        (&["--no-book"][..], input.to_owned()),
        (&["--level", "5"], input.to_owned()),
        (&[], input.replace("init\n", "set-param name=book value=false\ninit\n")),
        (&[], input.replace("think", "analyze")),
    ];
    for (arguments, input) in searching {
        assert_ne!(told(arguments, &input), by_book, "{arguments:?} {input}");
    }
}

#[test]
fn the_books_that_come_with_the_program_are_of_its_rules() {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let files = fs::read_dir(nets).expect("the folder of nets").map(|entry| entry.expect("a file").path());
    let mut books = 0;
    for book in files.filter(|path| path.extension().is_some_and(|extension| extension == "dmb")) {
        let game = book.file_stem().and_then(|name| name.to_str()).expect("a game");
        let shown = damier(&["book", "show", game, text(&book)]).success();
        assert!(shown.lines().count() > 1, "{shown}");
        books += 1;
    }
    assert!(books > 0);
}

#[test]
fn a_match_is_not_gone_on_with_by_another_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("russian.dmb");
    grow(text(&path), "32", &[]);
    let dir = folder.path().join("match");
    let player = format!("suited:material,book={}", text(&path));
    let arguments = [
        "match",
        &player,
        "random",
        "--game",
        "russian",
        "--pairs",
        "1",
        "--nodes",
        "5",
        "--dir",
        text(&dir),
    ];
    damier(&arguments).success();
    damier(&arguments).success();
    // Both books end with their own CRC-32, so that another one of the whole file could not tell them apart.
    grow(text(&path), "64", &[]);
    let error = damier(&arguments).failure(1);
    assert!(error.contains("SHA-256 of") && error.contains("russian.dmb"), "{error}");
}

#[test]
fn what_is_no_book_is_refused_and_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("russian.dmb");
    let file = text(&path);
    grow(file, "32", &[]);
    let book = fs::read(&path).expect("read");
    let wrong = [
        (&["book", "grow", "english", "--built-in", "--out", file][..], "a book of russian"),
        (&["book", "grow", "russian", "--built-in", "--out", file, "--nodes", "51"], "not with 51"),
        (&["book", "grow", "chinese-checkers:players=3", "--built-in", "--out", file], "is played by 3"),
        (&["book", "show", "english", file], "a book of russian"),
        (&["engine", "--book", file], "give --game or --net"),
        (&["engine", "--game", "english", "--book", file], "a book of russian"),
        (&["engine", "--game", "russian", "--book", file, "--level", "4"], "full strength"),
        (&["play", "--game", "english", "--book", file], "a book of russian"),
        (
            &[
                "match",
                &format!("suited:material,book={file}"),
                "random",
                "--game",
                "english",
                "--nodes",
                "5",
            ],
            "a book of russian",
        ),
    ];
    for (arguments, reason) in wrong {
        let error = damier(arguments).failure(1);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read(&path).expect("read"), book);
    fs::write(&path, "no book").expect("written");
    let error = damier(&["book", "show", "russian", file]).failure(1);
    assert!(error.contains("russian.dmb") && error.contains("magic"), "{error}");
    // Nor is it grown on, or played by, where it lies beside the nets.
    let folder = folder.path();
    let error = damier_with_nets(folder, &["play", "--game", "russian"], "").failure(1);
    assert!(error.contains("russian.dmb"), "{error}");
    let hub = "hub\ninit\nlevel nodes=5\ngo think\n";
    let said = damier_with_nets(folder, &["engine", "--game", "russian"], hub).success();
    assert!(said.contains("russian.dmb") && said.contains("--no-book") && said.ends_with("done\n"), "{said}");
    let said = damier_with_nets(folder, &["engine", "--game", "russian", "--no-book"], hub).success();
    assert!(said.contains("done move="), "{said}");
}
