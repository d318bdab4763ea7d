use damier_engine::net::Tensor;
use safetensors::{Dtype, SafeTensors};

use super::{CHECKSUM_BYTES, Checkpoint, Header, first_format, format, from_bytes, to_bytes};

/// Written by the last version of damier that wrote the first format: `damier train` with 6 steps of tic-tac-toe.
const FIRST_FORMAT: &[u8] = include_bytes!("../../tests/data/first-format.dmc");

fn read(bytes: &[u8]) -> Result<Checkpoint, String> {
    from_bytes(bytes, "latest.dmc".as_ref()).map_err(|error| error.to_string())
}

fn old() -> Checkpoint {
    read(FIRST_FORMAT).expect("a checkpoint of the first format")
}

/// Returns the bytes of a checkpoint in the first format.
fn in_first_format(checkpoint: &Checkpoint) -> Vec<u8> {
    let header = serde_json::to_vec(&Header::of(checkpoint, 0)).expect("a header");
    let mut bytes = first_format::MAGIC.to_vec();
    bytes.extend(1u32.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    let learner = &checkpoint.learner;
    for net in [&learner.weights, &learner.first, &learner.second, &learner.ema] {
        for tensor in Tensor::ALL {
            bytes.extend(net.tensor(tensor).iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    sealed(bytes)
}

/// Returns bytes with their checksum behind them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Returns a checkpoint's bytes with some text in its header replaced by another of the same length.
fn edited(from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = to_bytes(&old());
    bytes.truncate(bytes.len() - CHECKSUM_BYTES);
    let at = bytes.windows(from.len()).position(|text| text == from.as_bytes()).expect("the text");
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    sealed(bytes)
}

#[test]
fn checkpoints_of_the_first_format_lose_nothing() {
    let old = old();
    assert_eq!((old.learner.steps, old.seed), (6, 1));
    assert!(in_first_format(&old) == FIRST_FORMAT);
    assert!(read(&to_bytes(&old)).expect("read again") == old);
    assert!(to_bytes(&old) == to_bytes(&old), "the same bytes every time");
}

#[test]
fn a_checkpoint_is_a_safetensors_file_of_four_sets() {
    let (old, bytes) = (old(), to_bytes(&old()));
    let file = SafeTensors::deserialize(&bytes).expect("a safetensors file");
    assert_eq!(file.len(), 4 * Tensor::ALL.len() + 1);
    for (set, net) in [("weights", &old.learner.weights), ("ema", &old.learner.ema)] {
        let tensor = file.tensor(&format!("{set}.l1")).expect("a tensor");
        assert_eq!((tensor.dtype(), tensor.shape()), (Dtype::F32, &Tensor::L1.shape(&net.arch)[..]));
        let values: Vec<u8> = net.l1.iter().flat_map(|value| value.to_le_bytes()).collect();
        assert!(tensor.data() == values);
    }
    let checksum = file.tensor("crc32").expect("a checksum").data();
    assert_eq!(checksum, crc32fast::hash(&bytes[..bytes.len() - CHECKSUM_BYTES]).to_le_bytes());
    assert!(bytes.ends_with(checksum));
}

#[test]
fn damage_is_refused_in_both_formats() {
    for whole in [FIRST_FORMAT.to_vec(), to_bytes(&old())] {
        for end in (0..whole.len()).step_by(97) {
            assert!(read(&whole[..end]).is_err(), "cut at {end}");
        }
        for at in (0..whole.len()).step_by(89) {
            let mut flipped = whole.clone();
            flipped[at] ^= 4;
            assert!(read(&flipped).is_err(), "flipped at {at}");
        }
        let mut longer = whole.clone();
        longer.extend([0; 8]);
        assert!(read(&longer).is_err());
    }
}

#[test]
fn headers_that_fit_no_checkpoint_are_refused() {
    for (from, to, reason) in [
        ("\\\"version\\\":2", "\\\"version\\\":9", "a checkpoint of version 9"),
        ("damier.checkpoint", "another.programs_", "no checkpoint of damier"),
        ("\\\"width\\\":32", "\\\"width\\\":64", "bytes of weights where its dimensions ask for"),
        ("\\\"steps\\\"", "\\\"stops\\\"", "its header is unreadable"),
        ("\"weights.l2\"", "\"weights.l9\"", "tensor weights.l2"),
        ("\"shape\":[16,16]", "\"shape\":[ 8,32]", "another type or shape"),
    ] {
        let error = read(&edited(from, to)).expect_err(reason);
        assert!(error.contains("latest.dmc") && error.contains(reason) && !error.contains('\n'), "{error}");
    }
    let error = read(b"nothing of the kind").expect_err("no checkpoint");
    assert!(error.contains("its first bytes are different"), "{error}");
    assert!(!format::is_format(FIRST_FORMAT));
}
