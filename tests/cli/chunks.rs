//! Chunks of games to test with.

use std::{collections::BTreeMap, path::Path};

use damier_records::{
    ChunkHeader, ChunkName, Ending, GameRecord, Ply, PlyKind, PolicyTarget, RootValue, write_chunk,
};
use damier_rules::{Game, History, MoveList, Outcome, Position, registry};
use damier_selfplay::{Journal, journal};

/// Games in a chunk.
pub(crate) const GAMES: u64 = 3;

struct Played(u64);

impl registry::GameVisitor for Played {
    type Output = GameRecord;

    /// A whole game: always another legal move than the last time, by its number.
    fn visit<G: Game>(self, game: G) -> GameRecord {
        let mut position = game.start();
        let mut history = History::new(&position);
        let mut plies = Vec::new();
        let mut moves = MoveList::new();
        let outcome = loop {
            if let Some(outcome) = history.outcome(&position) {
                break outcome;
            }
            position.legal_moves(&mut moves);
            let index = (self.0 as usize * 7 + plies.len() * 5) % moves.len();
            let kind = if moves.len() == 1 {
                PlyKind::Forced
            } else {
                PlyKind::Searched {
                    simulations: 8,
                    value: RootValue::from_wdl(damier_engine::Wdl::DRAW),
                    policy: PolicyTarget::from_probabilities(&vec![1.0; moves.len()]),
                }
            };
            plies.push(Ply { index: index as u32, kind });
            history.play(&mut position, moves[index]);
        };
        GameRecord {
            index: self.0,
            seed: self.0,
            start: String::new(),
            plies,
            outcome,
            ending: Ending::Rules,
            resignation: None,
        }
    }
}

/// Whole games of `game`.
pub(crate) fn records(game: &str) -> Vec<GameRecord> {
    (0..GAMES).map(|index| registry::dispatch(game, Played(index)).expect("a game")).collect()
}

fn header(game: &str, chunk: u32) -> ChunkHeader {
    ChunkHeader {
        game: game.to_owned(),
        generation: 0,
        chunk,
        net: "none".to_owned(),
        seed: 1,
        program: "a test".to_owned(),
        metadata: BTreeMap::new(),
    }
}

/// Writes a chunk of `records` into `folder` and returns its path.
pub(crate) fn write(folder: &Path, game: &str, chunk: u32, records: &[GameRecord]) -> String {
    let path = ChunkName { generation: 0, chunk }.path(folder);
    write_chunk(&path, &header(game, chunk), records).expect("written");
    path.to_str().expect("UTF-8").to_owned()
}

/// Writes the journal of a chunk in which `records` are finished, and returns its path.
pub(crate) fn write_journal(folder: &Path, game: &str, chunk: u32, records: &[GameRecord]) -> String {
    let name = ChunkName { generation: 0, chunk };
    let (mut journal, found) = Journal::open(folder, name, &header(game, chunk)).expect("opened");
    assert!(found.is_empty(), "there was one already");
    records.iter().for_each(|record| journal.append(record).expect("written"));
    name.path(folder).with_extension(journal::EXTENSION).to_str().expect("UTF-8").to_owned()
}

/// The same games with a wrong outcome in the last.
pub(crate) fn wrong(mut records: Vec<GameRecord>) -> Vec<GameRecord> {
    let last = records.last_mut().expect("a game");
    last.outcome = match last.outcome {
        Outcome::Draw => Outcome::Win(damier_rules::Player::FIRST),
        _ => Outcome::Draw,
    };
    records
}
