//! What is exported comes back; what is damaged or foreign is refused.

use std::collections::HashMap;

use crate::nets::{random_floats, random_net};
use damier_engine::net::{Net, Tensor};
use damier_export::{ExportError, Format, Kind, Source, import, write};
use damier_rules::registry;
use safetensors::{Dtype, tensor::TensorView};

const GAME: &str = "russian";

fn safetensors(source: &Source) -> Vec<u8> {
    write(source, Format::Safetensors).expect("written")
}

fn bytes(net: &Net) -> Vec<u8> {
    net.to_bytes().expect("short metadata")
}

#[test]
fn exported_nets_of_every_game_come_back_byte_for_byte() {
    for game in registry::NAMES {
        let net = random_net(game);
        for source in [Source::quantised(&net), Source::float(&net).expect("exact")] {
            let back = import(&safetensors(&source), "a file").expect("read");
            assert_eq!(bytes(&back), bytes(&net), "{game} as {}", source.kind());
        }
    }
}

#[test]
fn float_weights_are_quantised_as_training_does_it() {
    let float = random_floats(GAME);
    let back =
        import(&safetensors(&Source::trained(float.clone(), "trained".to_owned())), "a file").expect("read");
    assert_eq!(bytes(&back), bytes(&float.quantise().expect("in range").with_metadata("trained")));
}

#[test]
fn the_same_net_gives_the_same_file() {
    for format in Format::ALL {
        let make = || {
            let net = random_net(GAME);
            let source = match format.kinds()[0] {
                Kind::Quantised => Source::quantised(&net),
                Kind::Float => Source::float(&net).expect("exact"),
            };
            write(&source, format).expect("written")
        };
        assert_eq!(make(), make(), "{format}");
    }
}

#[test]
fn formats_refuse_weights_that_they_do_not_hold() {
    let net = random_net(GAME);
    for (format, source) in
        [(Format::Onnx, Source::quantised(&net)), (Format::CHeader, Source::float(&net).expect("exact"))]
    {
        let error = write(&source, format).expect_err("the other kind");
        assert!(matches!(error, ExportError::Kind { .. }), "{error}");
        assert!(error.to_string().contains(&format!("leave --{} out", source.kind())), "{error}");
    }
}

#[test]
fn a_weight_that_floats_cannot_hold_is_refused() {
    let net = random_net(GAME);
    let mut tensors = net.tensors();
    // Half a unit is lost beyond 24 bits.
    tensors.l3_bias[1] = (1 << 25) + 1;
    let net = Net::new(net.arch().clone(), tensors, String::new()).expect("a net");
    let error = Source::float(&net).expect_err("not exact").to_string();
    assert!(error.contains("l3_bias, index 1") && error.contains("--quantised"), "{error}");
    assert_eq!(import(&safetensors(&Source::quantised(&net)), "a file").expect("read"), net);
}

#[test]
fn the_numbers_in_json_are_those_of_the_net() {
    let net = random_net(GAME);
    let content = write(&Source::quantised(&net), Format::Json).expect("written");
    let json: serde_json::Value = serde_json::from_slice(&content).expect("JSON");
    let tensors = net.tensors();
    let numbers = |list: &serde_json::Value| -> Vec<i64> {
        list.as_array().expect("a list").iter().map(|number| number.as_i64().expect("whole")).collect()
    };
    let rows = json["values"]["embedding"].as_array().expect("rows");
    let embedding: Vec<i64> = rows.iter().flat_map(numbers).collect();
    assert!(embedding.into_iter().eq(tensors.embedding.iter().map(|value| i64::from(*value))));
    assert_eq!(rows.len(), net.arch().features);
    let bias = numbers(&json["values"]["l3_bias"]);
    assert!(bias.into_iter().eq(tensors.l3_bias.iter().map(|value| i64::from(*value))));
    assert_eq!(json["metadata"], net.metadata());
    assert_eq!(json["game"]["id"], GAME);
}

/// A file as another program makes it: float tensors and two texts.
struct Foreign {
    metadata: HashMap<String, String>,
    tensors: Vec<(String, Dtype, Vec<usize>, Vec<u8>)>,
}

impl Foreign {
    fn new() -> Self {
        let net = random_floats(GAME);
        let texts = [("game", GAME), ("feature_set", net.arch.feature_set.as_str())];
        let metadata = texts.map(|(key, text)| (key.to_owned(), text.to_owned())).into();
        let tensors = Tensor::ALL.map(|tensor| {
            let [rows, columns] = tensor.shape(&net.arch);
            let shape = if tensor.name().ends_with("bias") { vec![columns] } else { vec![rows, columns] };
            let bytes = net.tensor(tensor).iter().flat_map(|value| value.to_le_bytes()).collect();
            (tensor.name().to_owned(), Dtype::F32, shape, bytes)
        });
        Self { metadata, tensors: tensors.into() }
    }

    fn content(&self) -> Vec<u8> {
        let views = self.tensors.iter().map(|(name, dtype, shape, bytes)| {
            (name, TensorView::new(*dtype, shape.clone(), bytes).expect("a tensor"))
        });
        safetensors::serialize(views, Some(self.metadata.clone())).expect("a file")
    }

    fn refusal(&self) -> String {
        let error = import(&self.content(), "some.safetensors").expect_err("refused").to_string();
        assert!(error.starts_with("some.safetensors: "), "{error}");
        error
    }

    fn place(&self, name: &str) -> usize {
        self.tensors.iter().position(|(known, ..)| known == name).expect("a tensor")
    }
}

#[test]
fn a_file_from_elsewhere_needs_the_tensors_and_two_texts() {
    let net = import(&Foreign::new().content(), "a file").expect("read");
    assert_eq!(net, random_floats(GAME).quantise().expect("in range"));
}

#[test]
fn files_from_elsewhere_that_are_no_nets_are_refused_with_the_place() {
    let mut foreign = Foreign::new();
    foreign.metadata.remove("feature_set");
    assert!(foreign.refusal().contains("\"feature_set\""));
    let mut foreign = Foreign::new();
    foreign.metadata.insert("game".to_owned(), "rusian".to_owned());
    assert!(foreign.refusal().contains("there is no such game"));
    let mut foreign = Foreign::new();
    foreign.metadata.insert("feature_set".to_owned(), "pps".to_owned());
    assert!(foreign.refusal().contains("has no feature set \"pps\""));
    let mut foreign = Foreign::new();
    foreign.tensors.remove(foreign.place("l2_bias"));
    assert!(foreign.refusal().contains("l2_bias: this tensor is missing"));
    let mut foreign = Foreign::new();
    foreign.tensors.push(("l4".to_owned(), Dtype::F32, vec![1], vec![0; 4]));
    assert!(foreign.refusal().contains("l4: a net has no such tensor"));
    let mut foreign = Foreign::new();
    let place = foreign.place("l2");
    foreign.tensors[place].2.reverse();
    foreign.tensors[place].2[0] /= 2;
    let length = foreign.tensors[place].3.len() / 2;
    foreign.tensors[place].3.truncate(length);
    assert!(foreign.refusal().contains("multiple of 16"));
    let mut foreign = Foreign::new();
    let place = foreign.place("policy_bias");
    foreign.tensors[place].2[0] -= 1;
    let length = 4 * foreign.tensors[place].2[0];
    foreign.tensors[place].3.truncate(length);
    assert!(foreign.refusal().contains("policy_bias: shape"));
    let mut foreign = Foreign::new();
    let place = foreign.place("l1_bias");
    foreign.tensors[place].1 = Dtype::I32;
    assert!(foreign.refusal().contains("l1_bias: numbers of type I32 where F32 is needed"));
    let mut foreign = Foreign::new();
    let place = foreign.place("l3");
    foreign.tensors[place].3[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(foreign.refusal().contains("l3, row 0, column 1"));
}

#[test]
fn damaged_files_are_refused_and_never_panic() {
    let content = safetensors(&Source::quantised(&random_net(GAME)));
    for length in (0..content.len()).step_by(97) {
        let error = import(&content[..length], "cut").expect_err("cut short").to_string();
        assert!(error.starts_with("cut: header: not a whole safetensors file"), "{error}");
    }
    // The header may be damaged anywhere; what is still read has to be a net of the same size.
    let header = 8 + u64::from_le_bytes(content[..8].try_into().expect("eight bytes")) as usize;
    let whole = bytes(&random_net(GAME)).len();
    for at in (0..header).step_by(13) {
        let mut damaged = content.clone();
        damaged[at] ^= 1 << (at % 8);
        if let Ok(net) = import(&damaged, "damaged") {
            assert!(bytes(&net).len().abs_diff(whole) < content.len() / 2);
        }
    }
}
