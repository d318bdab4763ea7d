//! What is written can be read, and nothing else can.

use super::{
    super::{Arch, FloatNet, Net, NetError, Sizes, toy_game::Toy},
    MAGIC, PACKED_VERSION,
};

const METADATA: &str = r#"{"generation":3}"#;

fn small_net() -> Net {
    let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
    let arch = Arch::of(&Toy("toy"), "stones", sizes).expect("sizes are in range");
    FloatNet::random(arch, 1).expect("in range").quantise().expect("in range").with_metadata(METADATA)
}

fn refusal(content: &[u8]) -> String {
    let error = Net::from_bytes(content, "some.net").expect_err("it is not a net").to_string();
    assert!(error.starts_with("some.net: byte ") && !error.contains('\n'), "{error}");
    error
}

/// The content with another checksum, as if it had been written that way.
fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let body = content.len() - 4;
    let checksum = crc32fast::hash(&content[..body]);
    content[body..].copy_from_slice(&checksum.to_le_bytes());
    content
}

#[test]
fn a_written_net_is_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.net");
    let net = small_net();
    net.write(&path).expect("written");
    let read = Net::read_for(&path, &Toy("toy")).expect("read");
    assert_eq!(read, net);
    assert_eq!(read.metadata(), METADATA);
    assert_eq!(read.to_bytes().expect("short metadata"), std::fs::read(&path).expect("read"));
}

/// Both forms of the small net.
fn files() -> [Vec<u8>; 2] {
    let net = small_net();
    [net.to_bytes(), net.to_packed_bytes()].map(|content| content.expect("short metadata"))
}

#[test]
fn a_packed_net_is_the_same_net_in_less_space() {
    let [plain, packed] = files();
    let net = Net::from_bytes(&packed, "packed.net").expect("read");
    assert_eq!(net, small_net());
    assert_eq!(net.to_bytes().expect("short metadata"), plain);
    let checksum = |net: &Net| net.checksum().expect("short metadata");
    assert_eq!(checksum(&net), checksum(&small_net()));
    assert!(packed.len() < plain.len());
}

#[test]
fn packed_weights_have_to_be_those_of_the_net_and_no_more() {
    let [plain, packed] = files();
    let header = packed.len() - 4 - {
        let weights = small_net().bytes();
        let at = plain.len() - 4 - weights;
        packed.len() - at - 4
    };
    let with = |stream: &[u8]| {
        let mut content = packed[..header].to_vec();
        content.extend((stream.len() as u32).to_le_bytes());
        content.extend(stream);
        content.extend([0; 4]);
        sealed(content)
    };
    let deflated = |bytes: &[u8]| {
        use std::io::Write as _;
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).expect("a vector");
        encoder.finish().expect("a vector")
    };
    let weights = vec![0; small_net().bytes()];
    Net::from_bytes(&with(&deflated(&weights)), "some.net").expect("all weights are zero");
    assert!(refusal(&with(&deflated(&weights[1..]))).contains("not the weights of a net of this size"));
    assert!(refusal(&with(&deflated(&[weights.clone(), vec![0]].concat()))).contains("not the weights"));
    assert!(refusal(&with(&[deflated(&weights), vec![0]].concat())).contains("not the weights"));
    assert!(refusal(&with(b"no stream")).contains("cannot be unpacked"));
}

#[test]
fn every_truncation_is_refused() {
    let [content, packed] = files();
    for length in 0..packed.len() {
        refusal(&packed[..length]);
    }
    for length in 0..content.len() {
        refusal(&content[..length]);
    }
    let mut longer = content;
    longer.push(0);
    assert!(refusal(&longer).contains("too long"));
}

#[test]
fn every_changed_byte_is_refused() {
    for content in files() {
        for index in 0..content.len() {
            for change in [1, 0x80, 0xff] {
                let mut changed = content.clone();
                changed[index] ^= change;
                refusal(&changed);
            }
        }
    }
}

#[test]
fn noise_after_a_sound_start_is_refused() {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(2);
    let content = small_net().to_bytes().expect("short metadata");
    for _ in 0..2000 {
        let kept = rng.random_range(0..80);
        let mut noise = content[..kept].to_vec();
        let length = rng.random_range(0..200);
        noise.extend((0..length).map(|_| rng.random::<u8>()));
        refusal(&noise);
    }
}

/// Changes a few bytes, mostly of the header, and makes the checksum fit.
fn fuzz(rounds: usize) {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
    let files = files();
    for round in 0..rounds {
        let content = &files[round % files.len()];
        let mut changed = content.clone();
        for _ in 0..rng.random_range(1..4) {
            let below = if rng.random_ratio(9, 10) { 80 } else { changed.len() };
            let at = rng.random_range(0..below);
            changed[at] =
                if rng.random() { rng.random() } else { [0, 1, 0x7f, 0xff][rng.random_range(0..4)] };
        }
        if rng.random_ratio(1, 4) {
            changed.truncate(rng.random_range(4..=content.len()));
        }
        if let Ok(net) = Net::from_bytes(&sealed(changed), "some.net") {
            net.arch().validate().expect("whatever is read is sound");
        }
    }
}

#[test]
fn nothing_makes_the_reader_panic() {
    fuzz(3_000);
}

#[test]
#[ignore = "slow: 300,000 changed files"]
fn nothing_makes_the_reader_panic_for_long() {
    fuzz(300_000);
}

#[test]
fn refusals_name_the_reason() {
    let content = small_net().to_bytes().expect("short metadata");
    assert!(refusal(b"PNG").contains("not a net"));
    let with = |offset: usize, value: u32| {
        let mut changed = content.clone();
        changed[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
        sealed(changed)
    };
    let version_at = MAGIC.len();
    assert!(refusal(&with(version_at, PACKED_VERSION + 1)).contains("newer program"));
    let players_at = version_at + 4;
    assert!(refusal(&with(players_at, 7)).contains("players = 7"));
    assert!(refusal(&with(players_at, 6)).contains("cut short"), "more players have more outputs");
    let features_at = players_at + 4;
    assert!(refusal(&with(features_at, u32::MAX)).contains("features = 4294967295"));
    assert!(refusal(&with(features_at, 1 << 22)).contains("cut short"));
    let width_at = features_at + 12;
    assert!(refusal(&with(width_at, 33)).contains("multiple of 32"));
    let damaged = with(content.len() - 8, 77);
    Net::from_bytes(&damaged, "some.net").expect("the checksum was made to fit");
}

#[test]
fn a_net_of_the_first_version_is_read() {
    let net = small_net();
    let mut content = net.to_bytes().expect("short metadata");
    let players_at = MAGIC.len() + 4;
    content[MAGIC.len()] = 1;
    content.drain(players_at..players_at + 4);
    assert_eq!(Net::from_bytes(&sealed(content), "some.net").expect("read"), net);
}

#[test]
fn a_net_of_another_game_is_refused_with_its_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.net");
    small_net().write(&path).expect("written");
    let error = Net::read_for(&path, &Toy("another")).expect_err("another game");
    assert!(matches!(error, NetError::Misfit { what: "game", .. }));
    assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
    let absent = Net::read(&folder.path().join("b.net")).expect_err("no such file");
    assert!(matches!(absent, NetError::Io { action: "reading", .. }));
    assert!(Net::read(folder.path()).is_err());
}
