//! What comes to a coordinator or a worker by way of a broker.

use damier_fleet::wire::{Item, MAX_GAMES, ResultSubject};

/// An item: one that is accepted survives its own bytes.
pub fn fleet_item(data: &[u8]) {
    match Item::parse(data) {
        Ok(item) => {
            assert!((1..=MAX_GAMES).contains(&(item.games().end - item.games().start)));
            // What was short with other spaces may be long in its own bytes.
            if let Ok(bytes) = item.to_bytes() {
                assert_eq!(Item::parse(&bytes), Ok(item));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The subject of a result: one that is accepted means the same when it is written again.
pub fn fleet_subject(data: &[u8]) {
    if let Some(subject) = ResultSubject::parse(&String::from_utf8_lossy(data)) {
        assert_eq!(ResultSubject::parse(&subject.text()), Some(subject));
    }
}
