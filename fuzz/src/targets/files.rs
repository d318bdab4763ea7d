//! Parsers of files. Checksums stop nearly every change, so files are tried with repaired ones too.

use std::path::Path;

use damier_engine::net::Net;
use damier_export::{Format, Source, import, write};
use damier_rules::{
    Game,
    registry::{self, GameVisitor},
};
use damier_selfplay::{GameRecord, OnDamage, bytes::ByteReader, codec, reader::parse_chunk, validate};

/// Bytes of a checksum at the end.
const CHECKSUM: usize = 4;

/// A net, as it is and with its checksum repaired: one that is accepted is written as it was read.
pub fn net(data: &[u8]) {
    read_net(data);
    if let Some(covered) = data.len().checked_sub(CHECKSUM) {
        let mut repaired = data[..covered].to_vec();
        repaired.extend(crc32fast::hash(&repaired).to_le_bytes());
        read_net(&repaired);
    }
}

fn read_net(data: &[u8]) {
    match Net::from_bytes(data, "fuzz.dmn") {
        Ok(net) => assert_eq!(net.to_bytes().expect("written"), data),
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

/// A chunk: what is skipped and what is read make up the whole, and reading strictly agrees.
pub fn chunk(data: &[u8]) {
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
