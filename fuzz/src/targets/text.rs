//! Parsers of text. Where the game matters, the first byte chooses it.

use std::{io::Write, path::Path};

use damier_arena::{
    Spec,
    external::Description,
    openings::{Book, OpeningQueue, OpeningSource},
    tournament::TournamentFile,
};
use damier_engine::analysis::{TestPosition, parse_suite};
use damier_rules::{
    AnyGame, Game, GameText, MoveList, Notation,
    NotationFormat::Native,
    Position,
    game_text::{self, Form},
    registry,
};
use damier_train::run::RunConfig;

/// Calls a target with the game that the first byte chooses, and gives it the rest as text.
fn with_game(data: &[u8], target: impl FnOnce(AnyGame, String)) {
    let Some((first, rest)) = data.split_first() else { return };
    let ids = registry::NAMES;
    let id = ids[usize::from(*first) % ids.len()];
    target(AnyGame::of_id(id).expect("listed"), String::from_utf8_lossy(rest).into_owned());
}

/// The body of a request to the page; the first byte chooses the address.
pub fn page_body(data: &[u8]) {
    let Some((place, body)) = data.split_first() else { return };
    damier_page::read_body(*place, body);
}

/// A position (FEN): one that is accepted has legal moves or an outcome, and survives its own text.
pub fn position(data: &[u8]) {
    with_game(data, |game, text| PositionText { text }.visit(game));
}

struct PositionText {
    text: String,
}

impl PositionText {
    fn visit(self, game: AnyGame) {
        match game.parse_position(Native, &self.text) {
            Ok(position) => {
                let again = game.parse_position(Native, &game.position_text(Native, &position));
                assert_eq!(again.as_ref(), Ok(&position), "{} does not survive", self.text);
                assert!(position.count_moves() > 0 || position.outcome().is_some());
            }
            Err(error) => assert!(!error.reason.is_empty() && !error.to_string().contains('\n')),
        }
    }
}

/// A move: one that is accepted is legal and survives its own text. The text is `position|move`; without
/// a position it is the start.
pub fn move_text(data: &[u8]) {
    with_game(data, |game, text| MoveText { text }.visit(game));
}

struct MoveText {
    text: String,
}

impl MoveText {
    fn visit(self, game: AnyGame) {
        let (before, text) = self.text.split_once('|').unwrap_or(("", &self.text));
        let position = game.parse_position(Native, before).unwrap_or_else(|_| game.start());
        match game.parse_move(Native, &position, text) {
            Ok(mv) => {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                assert!(moves.contains(&mv), "{text} is not legal");
                assert_eq!(
                    game.parse_move(Native, &position, &game.move_text(Native, &position, mv)),
                    Ok(mv)
                );
            }
            Err(error) => assert!(!error.reason.is_empty() && !error.to_string().contains('\n')),
        }
    }
}

/// A file of games: errors have a place, and a game that is accepted survives its own text.
pub fn game_text(data: &[u8]) {
    with_game(data, |game, text| GamesText { text }.visit(game));
}

struct GamesText {
    text: String,
}

impl GamesText {
    fn visit(self, game: AnyGame) {
        for read in game_text::read(&game, &self.text) {
            match read {
                Ok(read) => {
                    let written = game_text::write(&game, &read);
                    let again: Vec<_> = game_text::read(&game, &written).collect();
                    let [Ok(again)] = &again[..] else {
                        panic!("{written} is read as {again:?}");
                    };
                    assert_eq!((&again.start, again.outcome), (&read.start, read.outcome));
                    assert!(again.moves().eq(read.moves()));
                    assert_eq!(game_text::write(&game, again), written);
                    survives_its_forms(&game, &read);
                }
                Err(error) => assert!(error.line > 0 && error.column > 0 && !error.reason.is_empty()),
            }
        }
    }
}

/// A game survives every form that can be written of it.
fn survives_its_forms(game: &AnyGame, read: &GameText) {
    for form in Form::ALL {
        let Ok(written) = game_text::write_form(game, form, read) else { continue };
        let again: Vec<_> = game_text::read_form(game, form, &written).collect();
        let [Ok(again)] = &again[..] else {
            panic!("{written} is read as {again:?}");
        };
        assert!(again.moves().eq(read.moves()), "{written}");
        assert_eq!(game_text::write_form(game, form, again), Ok(written));
    }
}

/// Which game a text of games is of: a game that there is.
pub fn identity(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for wanted in [None, Some(registry::NAMES[0]), registry::NAMES.last().copied()] {
        if let Some(found) = game_text::identity_of(&text, wanted) {
            assert_eq!(registry::normalised(&found).as_deref(), Ok(found.as_str()));
        }
    }
}

/// A competitor of a match: its description describes it again.
pub fn competitor(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Spec>() {
        Ok(spec) => assert!(!spec.to_string().is_empty()),
        Err(error) => assert!(!error.reason.is_empty()),
    }
}

/// A file of openings: those that are accepted are positions in which the game goes on.
pub fn openings(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let ids = registry::NAMES;
    let id = ids[usize::from(*first) % ids.len()];
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(rest).expect("written");
    AnyGame::of_id(id)
        .map(|game| OpeningFile { source: OpeningSource::Book(Book::named(file.path())) }.visit(game))
        .expect("listed");
}

struct OpeningFile {
    source: OpeningSource,
}

impl OpeningFile {
    fn visit(self, game: AnyGame) {
        const COUNT: usize = 4;
        const SEED: u64 = 1;
        match OpeningQueue::new(&self.source, &game, SEED) {
            Ok(mut supply) => {
                for index in 0..COUNT {
                    let (position, history) = supply.opening(index).end();
                    assert_eq!(history.outcome(&position), None);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// A run's configuration: one that is accepted is whole once it is resolved.
pub fn config(data: &[u8]) {
    let path = Path::new("fuzz.toml");
    match RunConfig::parse(&String::from_utf8_lossy(data), path) {
        Ok(config) => {
            let again = RunConfig::parse(&config.to_toml(), path).expect("a resolved configuration");
            assert_eq!(again.to_toml(), config.to_toml());
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.toml")),
    }
}

/// A suite of test positions: the moves that solve one are legal there.
pub fn suite(data: &[u8]) {
    with_game(data, |game, text| Suite { text }.visit(game));
}

struct Suite {
    text: String,
}

impl Suite {
    fn visit(self, game: AnyGame) {
        let suite = parse_suite(&game, &self.text);
        let solvable = |test: &TestPosition| test.position.count_moves() > 0 || !test.has_solution();
        assert!(suite.positions.iter().all(solvable));
        assert!(suite.left_out.iter().all(|error| !error.to_string().is_empty()));
    }
}

/// A tournament's file: one that is accepted is whole once it is written again.
pub fn tournament(data: &[u8]) {
    let path = Path::new("fuzz.toml");
    match TournamentFile::parse(&String::from_utf8_lossy(data), path) {
        Ok(file) => {
            let again = TournamentFile::parse(&file.to_toml(), path).expect("its own text");
            assert_eq!(again.to_toml(), file.to_toml());
            let _ = (file.event(path), file.settings(path), file.specs(path));
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.toml")),
    }
}

/// The description of another program.
pub fn description(data: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(data).expect("written");
    match Description::read(file.path()) {
        Ok(description) => drop(description.program()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
