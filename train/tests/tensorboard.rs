//! What is written for TensorBoard can be read back, event by event.
//!
//! `read_board.py` beside this file reads the same with TensorBoard's own reader.

use std::{fs, path::PathBuf};

use damier_train::tensorboard::Board;
use protobuf::Message;
use tensorboard_proto::event::Event;
use tensorboard_rs::masked_crc32c::masked_crc32c;

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
        assert_eq!(length_sum, masked_crc32c(length).to_le_bytes());
        let size = u64::from_le_bytes(length.try_into().expect("eight bytes")) as usize;
        let (data, after) = after.split_at(size);
        let (data_sum, after) = after.split_at(4);
        assert_eq!(data_sum, masked_crc32c(data).to_le_bytes());
        events.push(Event::parse_from_bytes(data).expect("an event"));
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
    assert_eq!(first[0].get_file_version(), "brain.Event:2");
    assert_eq!(first.len(), 2 + 1 + 2 * 5 + 1);
    let histograms: Vec<_> = first
        .iter()
        .flat_map(|event| event.get_summary().get_value())
        .filter(|value| value.has_histo())
        .map(|value| value.get_histo().clone())
        .collect();
    for histogram in &histograms {
        let limits = histogram.get_bucket_limit();
        assert_eq!(limits.len(), histogram.get_bucket().len());
        assert!(limits.is_sorted() && limits[limits.len() - 1] == histogram.get_max());
        assert_eq!(histogram.get_bucket().iter().sum::<f64>(), histogram.get_num());
    }
    assert_eq!(histograms.len(), 6);
    assert_eq!(events(&files[1])[1].get_step(), 4);
}
