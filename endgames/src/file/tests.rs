//! What the reader refuses, and what it says.

use std::{fs, path::PathBuf};

use damier_rules::{EndingValue, tablebase_index::MaterialSlice};
use tempfile::TempDir;

use super::{EncodedPart, Identity, Table, write};
use crate::error::EndgameError;

const NUMBERS: u64 = 3000;

fn slice() -> MaterialSlice {
    MaterialSlice { name: "kk-k".into(), pieces: 3, sizes: vec![NUMBERS, NUMBERS / 2] }
}

/// Some value, in runs that get longer; every seventh number has no position.
fn value(index: u64) -> Option<EndingValue> {
    (!index.is_multiple_of(7)).then(|| EndingValue::ALL[(index * index / 900 % 3) as usize])
}

fn identity(slice: &MaterialSlice) -> Identity<'_> {
    Identity { game: "game", layout: "numbers-1", slice }
}

fn written() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kk-k.endgame");
    let slice = slice();
    let parts: Vec<EncodedPart> =
        slice.sizes.iter().map(|size| EncodedPart::new(*size, value).expect("small")).collect();
    write(&path, identity(&slice), &parts).expect("written");
    (folder, path)
}

fn refusal(path: &std::path::Path) -> (usize, &'static str, String) {
    match Table::open(path, identity(&slice())) {
        Err(EndgameError::File { defect, .. }) => (defect.offset, defect.field, defect.reason),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was taken for a table"),
    }
}

#[test]
fn every_value_is_read_as_it_was_written() {
    let (_folder, path) = written();
    let table = Table::open(&path, identity(&slice())).expect("sound");
    for (part, size) in slice().sizes.iter().enumerate() {
        for index in 0..*size {
            let read = table.value(part, index);
            assert!(read.is_some() && (value(index).is_none() || read == value(index)), "{index}");
        }
        assert_eq!(table.value(part, *size), None);
    }
    assert_eq!(table.value(2, 0), None);
    let counted: Vec<u64> = table.counts().map(|counts| counts.total()).collect();
    assert_eq!(counted, [NUMBERS, NUMBERS / 2].map(|size| size - size.div_ceil(7)));
}

#[test]
fn a_file_that_is_cut_or_removed_while_it_is_in_use_changes_nothing() {
    let (_folder, path) = written();
    let table = Table::open(&path, identity(&slice())).expect("sound");
    let values = || (0..NUMBERS).map(|index| table.value(0, index)).collect::<Vec<_>>();
    let before = values();
    fs::OpenOptions::new().write(true).open(&path).and_then(|file| file.set_len(10)).expect("cut");
    assert_eq!(values(), before);
    fs::remove_file(&path).expect("removed");
    assert_eq!(values(), before);
}

#[test]
fn any_byte_that_changes_is_noticed() {
    let (_folder, path) = written();
    let content = fs::read(&path).expect("read");
    for at in (0..content.len()).step_by(5).chain(0..80) {
        let mut changed = content.clone();
        changed[at] ^= 0x21;
        fs::write(&path, &changed).expect("written");
        refusal(&path);
    }
}

#[test]
fn any_length_but_its_own_is_noticed() {
    let (_folder, path) = written();
    let content = fs::read(&path).expect("read");
    for length in (0..content.len()).step_by(11).chain([content.len() - 1]) {
        fs::write(&path, &content[..length]).expect("written");
        refusal(&path);
    }
    fs::write(&path, [&content[..], &[0]].concat()).expect("written");
    assert!(refusal(&path).2.contains("goes on too long"));
}

#[test]
fn tables_of_something_else_are_refused_by_name() {
    let (_folder, path) = written();
    let (kept, other) = (slice(), MaterialSlice { name: "kk-m".into(), ..slice() });
    let foreign = [
        ("game", Identity { game: "other", ..identity(&kept) }),
        ("numbering", Identity { layout: "numbers-2", ..identity(&kept) }),
        ("slice", identity(&other)),
    ];
    for (wanted, identity) in foreign {
        match Table::open(&path, identity) {
            Err(EndgameError::File { defect, .. }) => assert_eq!(defect.field, wanted),
            _ => panic!("{wanted}"),
        }
    }
    fs::write(&path, b"PNG, perhaps").expect("written");
    assert_eq!(refusal(&path).1, "magic");
    fs::write(&path, b"").expect("written");
    assert_eq!(refusal(&path).1, "magic");
}
