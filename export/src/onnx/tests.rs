//! Laws of the graph. Whether it computes the right thing is for onnxruntime to say: `tests/foreign`.

use std::collections::HashSet;

use damier_engine::net::{Arch, Sizes};
use damier_rules::games::tic_tac_toe::TicTacToe;

use super::*;

fn random() -> FloatNet {
    let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
    FloatNet::random(Arch::of(&TicTacToe, "stones", sizes).expect("in range"), 1).expect("in range")
}

#[test]
fn every_value_is_made_once_before_it_is_used() {
    let model = model(&Source::trained(random(), String::new())).expect("a model");
    let graph = model.graph.expect("a graph");
    let mut made = HashSet::new();
    let inputs = graph.input.iter().map(|input| &input.name);
    for name in inputs.chain(graph.initializer.iter().map(|tensor| &tensor.name)) {
        assert!(made.insert(name.clone()), "{name} twice");
    }
    for node in &graph.node {
        assert!(node.input.iter().all(|name| made.contains(name)), "{node:?}");
        assert!(node.output.iter().all(|name| made.insert(name.clone())), "{node:?}");
    }
    assert!(graph.output.iter().all(|output| made.contains(&output.name)));
    let used: HashSet<&String> = graph.node.iter().flat_map(|node| &node.input).collect();
    assert!(graph.initializer.iter().all(|tensor| used.contains(&tensor.name)));
}

#[test]
fn tensors_are_as_long_as_their_dimensions_ask_for() {
    const BYTES: [(i32, usize); 2] = [(messages::FLOAT, 4), (messages::INT64, 8)];
    let model = model(&Source::trained(random(), String::new())).expect("a model");
    for tensor in model.graph.expect("a graph").initializer {
        let (_, bytes) = BYTES.iter().find(|(kind, _)| *kind == tensor.data_type).expect("a known type");
        let values: i64 = tensor.dims.iter().product();
        assert_eq!(tensor.raw_data.len(), values as usize * bytes, "{}", tensor.name);
    }
}

#[test]
fn a_model_survives_its_bytes() {
    let source = Source::trained(random(), "where from".to_owned());
    let content = write(&source).expect("written");
    assert_eq!(ModelProto::decode(content.as_slice()).expect("read"), model(&source).expect("a model"));
}
