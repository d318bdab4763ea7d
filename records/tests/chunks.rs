//! Laws of chunk files: what is written is read, whatever is damaged is found.

use std::{collections::BTreeMap, path::Path, process::Command};

use damier_engine::{Value, evaluation::value_classes};
use damier_records::{
    ChunkHeader, ChunkName, Ending, GameRecord, OnDamage, Ply, PlyKind, PolicyTarget, RecordError,
    Resignation, RootValue,
    chunk::{VERSION, encode_chunk},
    folder, read_chunk,
    reader::{parse_chunk, read_header},
    write_chunk,
};
use damier_rules::{Outcome, Player, player::MAX_PLAYERS};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn header() -> ChunkHeader {
    ChunkHeader {
        game: "some-game".to_owned(),
        generation: 3,
        chunk: 2,
        net: "crc32:0badcafe".to_owned(),
        seed: 42,
        program: "damier 0.1.0".to_owned(),
        metadata: BTreeMap::from([("simulations".to_owned(), serde_json::json!(64))]),
    }
}

fn random_value(random: &mut impl Rng) -> RootValue {
    let players = random.random_range(2..=MAX_PLAYERS);
    let weights: Vec<f32> = (0..value_classes(players)).map(|_| random.random()).collect();
    let sum: f32 = weights.iter().sum();
    let classes: Vec<f32> = weights.iter().map(|weight| weight / sum).collect();
    RootValue::from_value(&Value::from_classes(players, &classes))
}

fn random_ply(random: &mut impl Rng) -> Ply {
    let legal = random.random_range(1..40usize);
    let simulations = random.random_range(1..1000);
    let value = random_value(random);
    let kind = match random.random_range(0..5) {
        0 => PlyKind::Opening,
        1 => PlyKind::Forced,
        2 => PlyKind::Fast { simulations, value },
        _ => {
            let weights: Vec<f32> = (0..legal).map(|_| random.random::<f32>()).collect();
            PlyKind::Searched { simulations, value, policy: PolicyTarget::from_probabilities(&weights) }
        }
    };
    Ply { index: random.random_range(0..legal as u32), kind }
}

fn random_record(index: u64, random: &mut impl Rng) -> GameRecord {
    let plies = (0..random.random_range(0..120)).map(|_| random_ply(random)).collect();
    let outcome = match random.random_range(0..4) {
        0 => Outcome::Draw,
        1 => Outcome::Win(Player::FIRST),
        2 => Outcome::Win(Player::SECOND),
        _ => Outcome::Places([2, 0, 1, 3, 0, 0]),
    };
    let resignation = random.random_bool(0.3).then(|| Resignation {
        player: Player::new(random.random_range(0..MAX_PLAYERS)),
        ply: random.random(),
    });
    GameRecord {
        index,
        seed: random.random(),
        start: if random.random_bool(0.5) { String::new() } else { "W:Wé1:B2".to_owned() },
        plies,
        outcome,
        ending: Ending::ALL[random.random_range(0..Ending::ALL.len())],
        resignation,
    }
}

fn random_records(count: u64, seed: u64) -> Vec<GameRecord> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|index| random_record(index, &mut random)).collect()
}

fn parse(bytes: &[u8], on_damage: OnDamage) -> Result<damier_records::Chunk, RecordError> {
    parse_chunk(Path::new("test.dmr"), bytes, on_damage)
}

#[test]
fn what_is_written_is_read() {
    for (count, seed) in [(0, 1), (1, 2), (3, 3), (200, 4)] {
        let records = random_records(count, seed);
        let bytes = encode_chunk(&header(), &records).expect("encoded");
        let chunk = parse(&bytes, OnDamage::Refuse).expect("whole");
        assert_eq!((chunk.header, chunk.records), (header(), records));
        assert_eq!(chunk.damage, []);
    }
}

#[test]
fn a_chunk_is_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = ChunkName { generation: 3, chunk: 2 }.path(folder.path());
    let records = random_records(5, 1);
    write_chunk(&path, &header(), &records).expect("written");
    let error = write_chunk(&path, &header(), &[]).expect_err("refused").to_string();
    assert!(error.contains("already exists") && error.lines().count() == 1, "{error}");
    assert_eq!(read_chunk(&path, OnDamage::Refuse).expect("whole").records, records);
    assert_eq!(read_header(&path).expect("whole"), header());
}

#[test]
fn every_truncation_is_found() {
    let records = random_records(3, 7);
    let bytes = encode_chunk(&header(), &records).expect("encoded");
    for end in 0..bytes.len() {
        let error = parse(&bytes[..end], OnDamage::Refuse).expect_err("truncated").to_string();
        assert!(error.contains("test.dmr") && error.lines().count() == 1, "{error}");
        if let Ok(chunk) = parse(&bytes[..end], OnDamage::Skip) {
            assert!(!chunk.damage.is_empty());
            assert!(records.starts_with(&chunk.records));
        }
    }
}

#[test]
fn every_flipped_bit_is_found() {
    let records = random_records(2, 8);
    let whole = encode_chunk(&header(), &records).expect("encoded");
    let mut bytes = whole.clone();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            assert!(parse(&bytes, OnDamage::Refuse).is_err(), "byte {at}, bit {bit}");
            if let Ok(chunk) = parse(&bytes, OnDamage::Skip) {
                assert!(!chunk.damage.is_empty());
                assert!(chunk.records.is_empty() || chunk.records == records);
            }
            bytes[at] = whole[at];
        }
    }
}

#[test]
fn what_is_cut_out_or_doubled_is_found() {
    let bytes = encode_chunk(&header(), &random_records(200, 9)).expect("encoded");
    let marks = block_offsets(&bytes);
    assert!(marks.len() > 3, "the chunk should have several blocks");
    let without = [&bytes[..marks[1]], &bytes[marks[2]..]].concat();
    let doubled = [&bytes[..marks[2]], &bytes[marks[1]..]].concat();
    let longer = [&bytes[..], b"more"].concat();
    for changed in [without, doubled, longer] {
        assert!(parse(&changed, OnDamage::Refuse).is_err());
        assert_eq!(parse(&changed, OnDamage::Skip).expect("readable").damage.len(), 1);
    }
}

#[test]
fn damage_costs_one_block() {
    let records = random_records(200, 10);
    let bytes = encode_chunk(&header(), &records).expect("encoded");
    let marks = block_offsets(&bytes);
    // In the mark, in a length, in the payload.
    for inside in [0, 15, 40] {
        let mut damaged = bytes.clone();
        damaged[marks[1] + inside] ^= 0x10;
        let error = parse(&damaged, OnDamage::Refuse).expect_err("damaged").to_string();
        assert!(error.contains(&format!("at byte {}", marks[1])), "{error}");
        let chunk = parse(&damaged, OnDamage::Skip).expect("readable");
        let lost = (marks[2] - marks[1]) as u64;
        assert_eq!(
            chunk.damage.iter().map(|part| (part.offset, part.length)).collect::<Vec<_>>(),
            [(marks[1] as u64, lost)]
        );
        assert!(!chunk.records.is_empty() && chunk.records.len() < records.len());
        assert!(chunk.records.iter().all(|record| records.contains(record)));
    }
    // Whole leading blocks of a truncated chunk stay usable.
    let chunk = parse(&bytes[..marks[2] + 50], OnDamage::Skip).expect("readable");
    assert!(!chunk.records.is_empty() && records.starts_with(&chunk.records));
}

fn block_offsets(bytes: &[u8]) -> Vec<usize> {
    let mark = damier_records::chunk::BLOCK_MARK;
    (0..bytes.len() - mark.len()).filter(|at| bytes[*at..].starts_with(&mark)).collect()
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("text.dmr");
    std::fs::write(&path, "no chunk at all").expect("written");
    for on_damage in [OnDamage::Refuse, OnDamage::Skip] {
        let error = read_chunk(&path, on_damage).expect_err("refused").to_string();
        assert!(error.contains("not a chunk"), "{error}");
    }
    let mut newer = encode_chunk(&header(), &[]).expect("encoded");
    newer[8] = VERSION as u8 + 1;
    let error = parse(&newer, OnDamage::Skip).expect_err("refused").to_string();
    assert!(error.contains("newer program"), "{error}");
    assert!(read_chunk(folder.path(), OnDamage::Skip).is_err());
    assert!(read_chunk(&folder.path().join("absent"), OnDamage::Skip).is_err());
}

/// A file without an end must be refused by its first bytes.
#[test]
#[cfg(target_os = "linux")]
fn an_endless_file_is_refused() {
    assert!(read_chunk(Path::new("/dev/zero"), OnDamage::Skip).is_err());
    assert!(read_header(Path::new("/dev/zero")).is_err());
}

#[test]
fn a_folder_is_read_past_damaged_chunks() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = random_records(4, 11);
    for chunk in 0..3 {
        let path = ChunkName { generation: 0, chunk }.path(folder.path());
        write_chunk(&path, &ChunkHeader { chunk, ..header() }, &records).expect("written");
    }
    let second = ChunkName { generation: 0, chunk: 1 }.path(folder.path());
    std::fs::write(&second, "gone").expect("overwritten");
    std::fs::write(folder.path().join(".damier-1.tmp"), "left over").expect("written");
    assert!(folder::read_all(folder.path(), OnDamage::Refuse).is_err());
    let found = folder::read_all(folder.path(), OnDamage::Skip).expect("readable");
    assert_eq!(found.chunks.iter().map(|(name, _)| name.chunk).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(found.refused.len(), 1);
    assert!(folder::list(&folder.path().join("absent")).expect("none").is_empty());
}

/// Random changes to several bytes: of records without checksums, so that the changes reach the parser of
/// the records, and of whole chunks.
fn mangle(seed: u64, rounds: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut raw = Vec::new();
    for record in random_records(3, seed) {
        damier_records::codec::encode(&record, &mut raw);
    }
    let chunk = encode_chunk(&header(), &random_records(3, seed)).expect("encoded");
    for _ in 0..rounds {
        let mut bytes = raw.clone();
        for _ in 0..random.random_range(1..8) {
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random();
        }
        bytes.truncate(random.random_range(0..=bytes.len()));
        let mut reader = damier_files::ByteReader::new(&bytes);
        while reader.left() > 0 && damier_records::codec::decode(&mut reader).is_ok() {}

        let mut bytes = chunk.clone();
        for _ in 0..random.random_range(1..8) {
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random();
        }
        let _ = parse(&bytes, OnDamage::Skip);
    }
}

#[test]
fn no_bytes_make_the_parsers_panic() {
    mangle(1, 2_000);
}

#[test]
#[ignore = "slow: many more random changes"]
fn no_bytes_make_the_parsers_panic_long() {
    (0..50).for_each(|seed| mangle(seed, 20_000));
}

/// Where the child of [`a_full_disk_leaves_nothing`] writes.
const FULL_DISK: &str = "DAMIER_TEST_FULL_DISK";

/// A limit on the size of files stands in for a full disk: the write fails half-way.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_nothing() {
    if let Some(folder) = std::env::var_os(FULL_DISK) {
        let path = Path::new(&folder).join("gen-0000-chunk-0000.dmr");
        let error = write_chunk(&path, &header(), &random_records(500, 12)).expect_err("refused").to_string();
        assert!(error.contains("cannot write") && error.lines().count() == 1, "{error}");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let this = std::env::current_exe().expect("this test");
    let child = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact a_full_disk_leaves_nothing"])
        .arg(this)
        .env(FULL_DISK, folder.path())
        .output()
        .expect("run");
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    assert!(String::from_utf8_lossy(&child.stdout).contains("1 passed"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 0);
}
