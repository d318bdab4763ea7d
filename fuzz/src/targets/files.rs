//! Parsers of files. Checksums stop nearly every change, so files are tried with repaired ones too.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use damier_endgames::{EXTENSION, EndgameTablebase, game_folder};
use damier_engine::{
    net::{
        Net,
        file::{MAGIC, PACKED_VERSION},
    },
    opening_book::OpeningBook,
};
use damier_export::{Format, Source, import, write};
use damier_files::ByteReader;
use damier_records::{
    ChunkHeader, GameRecord, OnDamage,
    chunk::{self as format, BLOCK_HEAD, BLOCK_MARK, TRAILER, TRAILER_MARK},
    codec,
    reader::parse_chunk,
    validate,
};
use damier_rules::{
    AnyGame, Game, Notation,
    NotationFormat::Native,
    Tablebase as _,
    games::{
        chess::Chess,
        draughts::{Draughts, Turkish},
        tic_tac_toe::TicTacToe,
    },
    registry::{self, GameVisitor},
};
use damier_train::{checkpoint as training, run::RunState};
use flate2::Compression;
use tempfile::TempDir;

/// Bytes of a checksum.
const CHECKSUM: usize = 4;
/// Bytes of a chunk before its header's JSON: magic, version, length.
const PREFIX: usize = format::MAGIC.len() + 4 + 4;

/// Calls `read` with the bytes as they are, and with the checksum at their end repaired.
fn repaired_too(data: &[u8], read: impl Fn(&[u8])) {
    read(data);
    if let Some(covered) = data.len().checked_sub(CHECKSUM) {
        read(&sealed(&data[..covered]));
    }
}

/// Returns the bytes with their checksum behind them.
fn sealed(content: &[u8]) -> Vec<u8> {
    let mut bytes = content.to_vec();
    bytes.extend(crc32fast::hash(content).to_le_bytes());
    bytes
}

thread_local! {
    /// The folder of the files of this thread: making one for every input costs more than the input.
    static FOLDER: TempDir = tempfile::tempdir().expect("a folder");
}

/// Writes the bytes to a file of that name, in place of what was in it.
fn file(name: &str, data: &[u8]) -> PathBuf {
    let path = FOLDER.with(|folder| folder.path().join(name));
    fs::write(&path, data).expect("written");
    path
}

/// A net: one that is accepted is written as it was read, or, where its weights were packed, read as it was written.
pub fn net(data: &[u8]) {
    repaired_too(data, read_net);
}

fn read_net(data: &[u8]) {
    match Net::from_bytes(data, "fuzz.dmn") {
        Ok(net) => {
            let written = net.to_bytes().expect("written");
            if data[MAGIC.len()..].starts_with(&PACKED_VERSION.to_le_bytes()) {
                assert_eq!(Net::from_bytes(&written, "again").expect("read"), net);
            } else {
                assert_eq!(written, data);
            }
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.dmn")),
    }
}

/// A safetensors file: the net of one that is accepted survives its export.
pub fn safetensors(data: &[u8]) {
    match import(data, "fuzz.safetensors") {
        Ok(net) => {
            let exported = write(&Source::quantised(&net), Format::Safetensors).expect("written");
            assert_eq!(import(&exported, "again").expect("read"), net);
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.safetensors")),
    }
}

/// A chunk, unchanged and with all of its checksums repaired.
pub fn chunk(data: &[u8]) {
    read_chunk(data);
    read_chunk(&with_checksums(data.to_vec()));
}

/// Records as the block of a sound chunk; the first byte is their number.
pub fn block(data: &[u8]) {
    let Some((count, raw)) = data.split_first() else { return };
    let mut bytes = format::encode_chunk(&header(), &[]).expect("no games");
    let trailer = bytes.split_off(bytes.len() - TRAILER);
    format::append_block(raw, (*count).into(), Compression::fast(), &mut bytes).expect("small");
    bytes.extend(trailer);
    // The trailer counts no block yet.
    let counts = bytes.len() - TRAILER + TRAILER_MARK.len();
    bytes[counts..counts + 4].copy_from_slice(&1u32.to_le_bytes());
    bytes[counts + 4..counts + 12].copy_from_slice(&u64::from(*count).to_le_bytes());
    read_chunk(&with_checksums(bytes));
}

fn header() -> ChunkHeader {
    ChunkHeader {
        game: "russian".to_owned(),
        generation: 0,
        chunk: 0,
        net: "a net".to_owned(),
        seed: 1,
        program: "a fuzzer".to_owned(),
        metadata: BTreeMap::new(),
    }
}

/// Repairs the checksum of the header, of every block's head and payload, and of the trailer, as far as the
/// lengths lead.
fn with_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
    let Some(length) = number(&bytes, PREFIX - CHECKSUM) else { return bytes };
    let Some(mut at) = seal(&mut bytes, 0, PREFIX.saturating_add(length)) else { return bytes };
    while bytes.get(at..).is_some_and(|rest| rest.starts_with(&BLOCK_MARK)) {
        let Some(payload) = number(&bytes, at + BLOCK_HEAD - 3 * CHECKSUM) else { return bytes };
        let begin = at + BLOCK_HEAD;
        let Some(content) = bytes.get(begin..begin.saturating_add(payload)) else { return bytes };
        let checksum = crc32fast::hash(content).to_le_bytes();
        bytes[begin - 2 * CHECKSUM..begin - CHECKSUM].copy_from_slice(&checksum);
        seal(&mut bytes, at, begin - CHECKSUM);
        at = begin + payload;
    }
    seal(&mut bytes, at, at.saturating_add(TRAILER - CHECKSUM));
    bytes
}

/// Writes the checksum of `bytes[from..to]` behind them, and returns the place behind that; `None` where the
/// bytes end before.
fn seal(bytes: &mut [u8], from: usize, to: usize) -> Option<usize> {
    let checksum = crc32fast::hash(bytes.get(from..to)?).to_le_bytes();
    bytes.get_mut(to..to.checked_add(CHECKSUM)?)?.copy_from_slice(&checksum);
    Some(to + CHECKSUM)
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize)
}

/// What is skipped and what is read make up the whole, and reading strictly agrees.
fn read_chunk(data: &[u8]) {
    let path = Path::new("fuzz.dmr");
    let strict = parse_chunk(path, data, OnDamage::Refuse);
    let skipping = parse_chunk(path, data, OnDamage::Skip);
    match (strict, skipping) {
        (Ok(strict), Ok(skipping)) => {
            assert_eq!(strict, skipping);
            assert!(strict.damage.is_empty());
            let _ = registry::dispatch(&strict.header.game, Validate { records: &strict.records });
        }
        (Err(error), Ok(skipping)) => {
            assert!(error.to_string().starts_with("fuzz.dmr"));
            assert!(!skipping.damage.is_empty());
        }
        (Err(error), Err(_)) => assert!(error.to_string().starts_with("fuzz.dmr")),
        (Ok(_), Err(error)) => panic!("strict reading accepts what skipping refuses: {error}"),
    }
}

/// A record inside a block: one that is accepted survives, and can be checked against any game's rules.
pub fn record(data: &[u8]) {
    let Ok(record) = codec::decode(&mut ByteReader::new(data)) else { return };
    let mut bytes = Vec::new();
    codec::encode(&record, &mut bytes);
    assert_eq!(codec::decode(&mut ByteReader::new(&bytes)).expect("read again"), record);
    for id in registry::NAMES {
        registry::dispatch(id, Validate { records: std::slice::from_ref(&record) }).expect("listed");
    }
}

struct Validate<'r> {
    records: &'r [GameRecord],
}

impl GameVisitor for Validate<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        for record in self.records {
            if let Err(error) = validate(&game, record) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// A checkpoint of a training: one that is accepted is written as it was read, but for the form of its header.
pub fn checkpoint(data: &[u8]) {
    let path = Path::new("fuzz.dmc");
    repaired_too(data, |bytes| match training::from_bytes(bytes, path) {
        Ok(read) => {
            let written = training::to_bytes(&read);
            let again = training::from_bytes(&written, path).expect("read again");
            assert_eq!(training::to_bytes(&again), written);
        }
        Err(error) => assert!(error.to_string().contains("fuzz.dmc")),
    });
}

/// An opening book: one that is accepted can be asked.
pub fn opening_book(data: &[u8]) {
    repaired_too(data, |bytes| {
        let path = file("fuzz.dmb", bytes);
        match OpeningBook::read(&AnyGame::new(TicTacToe), &path) {
            Ok(book) => {
                let start = TicTacToe.start();
                assert!(book.line(&start).len() <= MOST_MOVES);
                assert_eq!(book.best(&start).is_some(), !book.moves(&start).is_empty());
            }
            Err(error) => assert!(error.to_string().contains("fuzz.dmb")),
        }
    });
}

/// Moves of the longest game of the book's game.
const MOST_MOVES: usize = 9;

/// An endgame table: one that is accepted can be asked for every position of its slice that the seed of the
/// game's start gives.
pub fn endgame_table(data: &[u8]) {
    let game = Draughts::<Turkish>::new();
    repaired_too(data, |bytes| {
        let folder = FOLDER.with(|folder| folder.path().to_owned());
        let tables = game_folder(&game, &folder);
        fs::create_dir_all(&tables).expect("a folder");
        fs::write(tables.join(format!("{TABLE}.{EXTENSION}")), bytes).expect("written");
        match EndgameTablebase::open(&game, &folder) {
            Ok(tables) => {
                for text in ENDINGS {
                    let position = game.parse_position(Native, text).expect("a position");
                    let _ = tables.value(&position);
                }
            }
            Err(error) => assert!(error.to_string().contains(TABLE)),
        }
    });
}

/// The slice whose table is tried, and positions of it.
const TABLE: &str = "k-k";
const ENDINGS: [&str; 3] = ["W:WKa1:BKh8", "B:WKd4:BKe8", "W:WKh1:BKb2"];

/// A Syzygy table, taken for one that says who wins and for one of distances: one that is accepted can be asked.
pub fn syzygy_table(data: &[u8]) {
    let game = Chess::standard();
    let folder = FOLDER.with(|folder| folder.path().join("syzygy"));
    fs::create_dir_all(&folder).expect("a folder");
    let [outcomes, distances] = ["rtbw", "rtbz"].map(|ending| folder.join(format!("{MEN}.{ending}")));
    for file in [&outcomes, &distances] {
        fs::write(&outcomes, SYZYGY).expect("written");
        fs::write(file, data).expect("written");
        match EndgameTablebase::open(&game, &folder) {
            Ok(tables) => {
                for text in CHESS_ENDINGS {
                    let position = game.parse_position(Native, text).expect("a position");
                    let _ = (tables.value(&position), tables.distance(&position));
                }
            }
            Err(error) => assert!(error.to_string().contains(MEN)),
        }
    }
    fs::remove_file(&distances).expect("it was written");
}

/// The men of the table that is tried, a sound table of them, and positions of it.
const MEN: &str = "KPvK";
const SYZYGY: &[u8] = include_bytes!("../../../endgames/tests/syzygy/tables/KPvK.rtbw");
const CHESS_ENDINGS: [&str; 3] =
    ["4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", "7k/8/2K5/8/8/8/p7/8 w - - 0 1"];

/// The state of a run: a damaged one is refused with its name.
pub fn run_state(data: &[u8]) {
    let path = file("state.json", data);
    if let Err(error) = RunState::read(&path) {
        assert!(error.to_string().contains("state.json"));
    }
}
