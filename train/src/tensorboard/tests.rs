//! What is written for TensorBoard can be read back, event by event.
//!
//! `train/tests/read_board.py` reads the same with TensorBoard's own reader.

use std::{fs, path::PathBuf};

use prost::Message as _;

use super::{
    Board,
    messages::{Event, HistogramProto, Shown, What},
    record::masked,
};

fn write_example(folder: &std::path::Path) {
    let mut board = Board::open(folder, 0).expect("opened");
    board.text("config", 0, "```toml\nwidth = 256\n```").expect("written");
    for step in 1..=5 {
        board.scalar("loss/value", step, 1.0 / step as f64).expect("written");
        let weights: Vec<f32> = (0..1000).map(|value| value as f32 / 1000.0 * step as f32).collect();
        board.histogram("weights/l1", step, &weights).expect("written");
    }
    board.histogram("weights/constant", 1, &[0.25; 7]).expect("written");
    board.histogram("weights/none", 1, &[]).expect("written");
    board.flush().expect("flushed");
    drop(board);
    // The run was interrupted after a checkpoint at step 3 and goes on from there.
    let mut board = Board::open(folder, 4).expect("opened again");
    board.scalar("loss/value", 4, 0.125).expect("written");
    board.flush().expect("flushed");
}

fn events(path: &PathBuf) -> Vec<Event> {
    let bytes = fs::read(path).expect("read");
    let mut rest = &bytes[..];
    let mut events = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_at(8);
        let (length_sum, after) = after.split_at(4);
        assert_eq!(length_sum, masked(length).to_le_bytes());
        let size = u64::from_le_bytes(length.try_into().expect("eight bytes")) as usize;
        let (data, after) = after.split_at(size);
        let (data_sum, after) = after.split_at(4);
        assert_eq!(data_sum, masked(data).to_le_bytes());
        events.push(Event::decode(data).expect("an event"));
        rest = after;
    }
    events
}

#[test]
fn events_are_read_back() {
    // A folder that the script can read afterwards, where one is given.
    let given = std::env::var_os("DAMIER_TENSORBOARD_FOLDER").map(PathBuf::from);
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = given.unwrap_or_else(|| temporary.path().join("board"));
    write_example(&folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("listed").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert_eq!(files.len(), 2);
    let first = events(&files[0]);
    assert_eq!(first[0].what, Some(What::FileVersion("brain.Event:2".to_owned())));
    assert_eq!(first.len(), 2 + 1 + 2 * 5 + 1);
    let values: Vec<(i64, Shown)> = first.iter().filter_map(shown).collect();
    let scalars: Vec<(i64, f32)> = values
        .iter()
        .filter_map(
            |(step, shown)| if let Shown::Scalar(value) = shown { Some((*step, *value)) } else { None },
        )
        .collect();
    assert_eq!(
        scalars,
        [1.0, 0.5, 1.0 / 3.0, 0.25, 0.2].into_iter().zip(1..).map(|(v, s)| (s, v)).collect::<Vec<_>>()
    );
    let histograms: Vec<&HistogramProto> = values
        .iter()
        .filter_map(|(_, shown)| if let Shown::Histogram(histogram) = shown { Some(histogram) } else { None })
        .collect();
    for histogram in &histograms {
        let limits = &histogram.bucket_limit;
        assert_eq!(limits.len(), histogram.bucket.len());
        assert!(limits.is_sorted() && limits[limits.len() - 1] == histogram.max);
        assert_eq!(histogram.bucket.iter().sum::<f64>(), histogram.num);
    }
    assert_eq!(histograms.len(), 6);
    assert_eq!(events(&files[1])[1].step, 4);
}

/// The step of an event that shows something, and what.
fn shown(event: &Event) -> Option<(i64, Shown)> {
    let Some(What::Summary(summary)) = &event.what else { return None };
    Some((event.step, summary.value.first()?.shown.clone()?))
}

#[test]
fn records_and_events_have_the_bytes_of_tensorflow() {
    // The first record of the files that TensorFlow writes, but for its time, which is 2.0 here.
    let version =
        Event { wall_time: 2.0, step: 0, what: Some(What::FileVersion("brain.Event:2".to_owned())) };
    let mut record = Vec::new();
    super::record::write(&mut record, &version.encode_to_vec()).expect("into memory");
    let header = [0x18, 0, 0, 0, 0, 0, 0, 0, 0xa3, 0x7f, 0x4b, 0x22];
    assert_eq!(record[..12], header);
    assert_eq!(record[12..12 + 24], *b"\x09\0\0\0\0\0\0\0\x40\x1a\x0dbrain.Event:2");
    assert_eq!(record.len(), 12 + 24 + 4);
    // The check value of CRC-32C, masked.
    assert_eq!(masked(b"123456789"), 0xe306_9283_u32.rotate_right(15).wrapping_add(0xa282_ead8));
    // A value of zero is shown, not left out.
    let zero = Shown::Scalar(0.0);
    let value = super::messages::SummaryValue { tag: "t".to_owned(), metadata: None, shown: Some(zero) };
    assert_eq!(value.encode_to_vec(), b"\x0a\x01t\x15\0\0\0\0");
}
