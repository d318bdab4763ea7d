//! Games as text.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::chess960;
use crate::{
    any::AnyGame,
    game::Game,
    game_text::{self, GameText, GameTextError, Line, Mark, TextMove},
    games::chess::Chess,
    history::History,
    notation::{Notation, NotationFormat::Native},
    outcome::Outcome,
    player::Player,
    position::{MoveList, Position},
};

fn standard() -> AnyGame {
    AnyGame::new(Chess::standard())
}

fn read(text: &str) -> Result<Vec<GameText>, GameTextError> {
    game_text::read(&standard(), text).collect()
}

/// The first game of a text.
fn first(game: &AnyGame, text: &str) -> Result<GameText, GameTextError> {
    game_text::read(game, text).next().unwrap_or_else(|| panic!("a game in {text}"))
}

fn write(game: &GameText) -> String {
    game_text::write(&standard(), game)
}

fn one(text: &str) -> GameText {
    let mut games = read(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.len(), 1, "one game in {text}");
    games.remove(0)
}

fn refused(text: &str) -> String {
    match read(text) {
        Ok(games) => panic!("{text} is read as {games:?}"),
        Err(error) => error.to_string(),
    }
}

/// The texts of the moves.
fn texts(game: &GameText) -> Vec<String> {
    let mut position = game.start.clone();
    let text = |mv| {
        let text = standard().move_text(Native, &position, mv);
        position.play(mv);
        text
    };
    game.moves().map(text).collect()
}

const OPERA: &str = r#"[Event "Paris \"Opera\""]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy"]
[Black "Karl / Isouard"]
[Result "1-0"]
[ECO "C41"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 {This is a weak move already.} 4. dxe5 Bxf3
(4... dxe5 5. Qxd8+ Kxd8 6. Nxe5 {wins a pawn}) 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3
Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7
Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

"#;

#[test]
fn a_game_is_read_with_all_that_is_said_about_it() {
    let game = one(OPERA);
    assert_eq!(game.tags.get("Event"), Some("Paris \"Opera\""));
    assert_eq!(game.tags.get("ECO"), Some("C41"));
    assert_eq!(game.tags.get("Result"), None);
    assert_eq!(game.outcome, Some(Outcome::Win(Player::FIRST)));
    assert_eq!(game.line.moves.len(), 33);
    let [pin, exchange] = [&game.line.moves[5], &game.line.moves[7]];
    assert_eq!(pin.marks, [Mark::Dubious]);
    assert_eq!(pin.comment, "This is a weak move already.");
    assert_eq!(exchange.variations.len(), 1);
    assert_eq!(exchange.variations[0].moves.len(), 4);
    assert_eq!(exchange.variations[0].moves[3].comment, "wins a pawn");
    let mut position = game.start.clone();
    game.moves().for_each(|mv| position.play(mv));
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::FIRST)));
}

#[test]
fn a_game_that_is_read_is_written_alike() {
    assert_eq!(write(&one(OPERA)), OPERA);
}

#[test]
fn games_are_read_tolerantly() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3",
        "e4 e5 Nf3",
        "1. e2e4 1... e7-e5 2. g1f3 *",
        "1 e4 e5 2 Ng1f3 *",
        "\u{feff}1. e4 ; King's pawn\ne5 2. Nf3 *",
        "% made by hand\n1. e4 e5\n% more of it\n2. Nf3 *",
        "1. e4!? $10 e5 {a} {b} 2. Nf3 ! *",
        "[Event \"?\"] [Site \"?\"]\r\n\r\n1. e4 (1. d4 d5 (1... Nf6) 2. c4 *) 1... e5 2. Nf3 *",
    ] {
        assert_eq!(texts(&one(text)), ["e4", "e5", "Nf3"], "{text}");
    }
    let game = one("1. e4!? $10 e5 {a} { b\n c } 2. Nf3 ! *");
    assert_eq!(game.line.moves[0].marks, [Mark::Interesting, Mark::Drawn]);
    assert_eq!(game.line.moves[1].comment, "a b c");
    assert_eq!(game.line.moves[2].marks, [Mark::Good]);
}

#[test]
fn several_games_follow_one_another() {
    let games = read("1. e4 *\n\n[White \"A\"]\n\n1. d4 1/2-1/2\n1. c4 0-1 [Result \"1-0\"] [White \"B\"]")
        .expect("PGN");
    let results: Vec<_> = games.iter().map(|game| game.outcome).collect();
    let expected =
        [None, Some(Outcome::Draw), Some(Outcome::Win(Player::SECOND)), Some(Outcome::Win(Player::FIRST))];
    assert_eq!(results, expected);
    assert_eq!(games[1].tags.get("White"), Some("A"));
    assert_eq!(read(" \n\n"), Ok(Vec::new()));
}

#[test]
fn games_begin_where_they_are_set_up() {
    let game = one("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 3 40\"]\n\n40... e1=Q+ 41. Kb2 *");
    assert_eq!(texts(&game), ["e1=Q+", "Kb2"]);
    let text = write(&game);
    assert!(text.contains("[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 3 40\"]\n\n40... e1=Q+ 41. Kb2 *"), "{text}");
    assert_eq!(one(&text).moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>());
}

#[test]
fn chess960_is_named() {
    let mut game = GameText::new(AnyGame::new(chess960(0)).start());
    let text = write(&game);
    assert!(text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/"), "{text}");
    let read = one(&text);
    assert_eq!(read.start, game.start);
    game.tags.set("Variant", "Fischerandom");
    assert_eq!(one(&write(&game)).tags.get("Variant"), Some("Fischerandom"));
}

#[test]
fn wrong_games_are_refused_with_line_and_column() {
    for (text, place, reason) in [
        ("[", "line 1, column 2", "the name of a tag"),
        ("[FEN]", "line 1, column 5", "value of the tag FEN"),
        ("[FEN \"8/8 w]", "line 1, column 7", "no closing quote"),
        ("[Variant \"chess\"]\n[Variant \"x\"]", "line 2, column 11", "twice with different values"),
        ("[Result \"1-0\"]\n[Result \"0-1\"] 1. e4", "line 2, column 10", "two results"),
        ("[FEN \"8/8\"]\n", "line 1, column 7", "fewer than 8 ranks"),
        ("1. e4 e5\n2. Ke3 *", "line 2, column 4", "the king on e1 cannot go to e3"),
        ("1. e4 é5 *", "line 1, column 7", "this is no move"),
        ("1. e4 {x", "line 1, column 7", "no closing brace"),
        ("1. e4 } *", "line 1, column 7", "a move or a result"),
        ("1. e4 (1. d4", "line 1, column 7", "no closing parenthesis"),
        ("1. e4 (1. d4 [Event \"x\"]", "line 1, column 14", "holds no tags"),
        ("1. e4 [", "line 1, column 7", "not closed"),
        ("(1. d4 *", "line 1, column 1", "no move that this variation"),
        ("1. e4 e5 2. -- d5 *", "line 1, column 13", "a null move"),
        ("1. e4 e5 3 Nf3 *", "line 1, column 10", "not the number of the next one, which is 2"),
        ("1. e4 - 2. d4 *", "line 1, column 7", "a move is missing"),
        ("1. e4 ) *", "line 1, column 7", "no variation is open"),
    ] {
        let error = refused(text);
        assert!(error.contains(place) && error.contains(reason), "{text}: {error}");
    }
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(100_000));
    assert!(refused(&deep).contains("nested deeper"));
}

#[test]
fn random_games_round_trip() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for number in [518, 518, 0, 959, 77] {
        let chess = AnyGame::new(chess960(number));
        let mut game = GameText::new(chess.start());
        for (name, value) in [
            ("Event", "a \\ b"),
            ("Site", "?"),
            ("Date", "2000.01.01"),
            ("Round", "1"),
            ("White", "\"w\""),
            ("Black", "ß"),
            ("Note", ""),
        ] {
            game.tags.set(name, value);
        }
        if number != 518 {
            game.tags.set("Variant", "Chess960");
        }
        game.line.comment = "Before the first move %, ; and (all) [that]".to_owned();
        let mut position = game.start.clone();
        let mut history = History::new(&position);
        let mut moves = MoveList::new();
        loop {
            position.legal_moves(&mut moves);
            if history.outcome_given(&position, !moves.is_empty()).is_some() {
                break;
            }
            let mut choose = || moves[rng.random_range(0..moves.len())];
            let (mv, other) = (choose(), choose());
            let mut played = TextMove::from(mv);
            if history.plies().is_multiple_of(7) {
                played.comment = "a comment".to_owned();
                played.marks = vec![Mark::Brilliant, Mark::Won, Mark::Glyph(200)];
            }
            if history.plies().is_multiple_of(5) {
                let inner = Line { comment: "or".to_owned(), ..Line::from_iter([other]) };
                played.variations = vec![inner, Line::default()];
            }
            game.line.moves.push(played);
            history.play(&mut position, mv);
        }
        game.outcome = history.outcome(&position);
        let text = write(&game);
        assert!(text.lines().all(|line| line.chars().count() <= 79 || line.starts_with('[')), "{text}");
        assert_eq!(one(&text), game);
    }
}

#[test]
fn damaged_games_are_refused_or_read() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let characters: Vec<char> = OPERA.chars().collect();
    let mut read_ones = 0;
    for _ in 0..2_000 {
        let mut damaged = characters.clone();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..damaged.len());
            let other = rng.random_range(0..damaged.len());
            match rng.random_range(0..3) {
                0 => drop(damaged.remove(at)),
                1 => damaged.insert(at, damaged[other]),
                _ => damaged.swap(at, other),
            }
        }
        let text: String = damaged.into_iter().collect();
        if let Ok(games) = read(&text) {
            read_ones += 1;
            for game in games {
                assert_eq!(one(&write(&game)).line, game.line, "{text}");
            }
        }
    }
    assert!(read_ones > 100, "most damage in comments and tags does no harm");
}

#[test]
fn variants_of_others_are_refused_and_names_of_chess_are_read() {
    let game = |variant: &str| {
        let text = format!("[Variant \"{variant}\"]\n[FEN \"4k3/8/8/8/8/8/8/4KR2 w F - 0 1\"]\n\n*");
        first(&standard(), &text).map(|game| game.start)
    };
    for name in ["Chess960", "chess 960", "fischerandom", "Fischer Random Chess", "FRC", "wild/fr", "960"] {
        assert!(game(name).is_ok(), "{name}: {:?}", game(name));
    }
    let standard = |variant: &str| {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 *");
        first(&standard(), &text).map(|_| ()).map_err(|error| error.reason)
    };
    for name in
        ["", "?", "Standard", "chess", "normal", "From Position", "Classical chess", "chess:start=518"]
    {
        assert_eq!(standard(name), Ok(()), "{name}");
    }
    for name in [
        "King of the Hill",
        "Three-check",
        "Crazyhouse",
        "Crazyhouse960",
        "Atomic 960",
        "Antichess",
        "Horde",
        "Racing Kings",
        "Capablanca",
        "Seirawan",
        "wild/0",
        "russian",
    ] {
        let reason = standard(name).expect_err(name);
        assert!(reason.contains(&format!("a game of {name}, not of chess")), "{reason}");
    }
}

/// The remedy that the message names helps: the game's own castling rules count where no tag tells others.
#[test]
fn the_option_of_the_game_brings_the_castling_rules() {
    let text = "[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n\n1. f4 f5 *";
    let error = first(&standard(), text).expect_err("no castling of chess");
    assert!(error.reason.contains("chess:start=N"), "{error}");
    let other = AnyGame::of_id("chess:start=0").expect("a start position");
    assert_eq!(first(&other, text).map(|game| game.line.moves.len()), Ok(2));
}
