//! A net as an ONNX model.
//!
//! The inputs are lists of feature and row numbers, filled up with -1, which is no feature and no row; the outputs
//! are the value, the moves left, and a logit and a prior for each row of the second list.

mod graph;
mod messages;

use damier_engine::net::{FloatNet, Tensor, arch::MOVES_LEFT_UNIT};
use prost::Message as _;

use self::{
    graph::{Dimension, Graph},
    messages::{INT32, ModelProto, OperatorSetIdProto, StringStringEntryProto},
};
use crate::{
    card::Card,
    error::ExportError,
    format::{Format, Kind},
    source::Source,
    values,
};

/// The key of the card in the model's metadata.
pub const CARD_KEY: &str = "damier";
/// The version of ONNX's operators.
pub const OPSET: i64 = 17;
/// The version of ONNX's file.
pub const IR_VERSION: i64 = 8;
/// The policy logit of the row that fills lists up: no softmax sees it.
pub const FILLER_LOGIT: f32 = -1e9;

/// The content of the file.
///
/// # Errors
/// The weights are not floats, or as [`Card::of`].
pub fn write(source: &Source) -> Result<Vec<u8>, ExportError> {
    Ok(model(source)?.encode_to_vec())
}

fn model(source: &Source) -> Result<ModelProto, ExportError> {
    let wrong_kind = ExportError::Kind { format: Format::Onnx, kind: Kind::Quantised };
    let net = source.float_net().ok_or(wrong_kind)?;
    let card = Card::of(source)?;
    let graph = graph(net);
    let value = serde_json::to_string(&card).expect("plain data");
    Ok(ModelProto {
        ir_version: IR_VERSION,
        producer_name: "damier".to_owned(),
        producer_version: env!("CARGO_PKG_VERSION").to_owned(),
        doc_string: format!("judges positions of {}; {}", card.game.id, card.point_of_view),
        graph: Some(graph.finish()),
        opset_import: vec![OperatorSetIdProto { domain: String::new(), version: OPSET }],
        metadata_props: vec![StringStringEntryProto { key: CARD_KEY.to_owned(), value }],
    })
}

fn graph(net: &FloatNet) -> Graph {
    use Dimension::{Fixed, Free};
    let arch = &net.arch;
    let mut graph = Graph::new("damier");
    let batch = Free("batch");
    let features = graph.input(
        "features",
        INT32,
        &[batch, Free("active")],
        "the active features of each position, filled up with -1",
    );
    let moves = graph.input(
        "moves",
        INT32,
        &[batch, Free("moves")],
        "the policy rows of the legal moves of each position, filled up with -1",
    );
    let zero = graph.floats("zero", &[], [0.0]);
    let one = graph.floats("one", &[], [1.0]);
    let second_axis = graph.integers("second axis", &[1]);
    let third_axis = graph.integers("third axis", &[2]);

    // To `Gather`, -1 is the last row: one of zeros behind the embedding.
    let rows = net.embedding.iter().copied().chain(std::iter::repeat_n(0.0, arch.width));
    let embedding = graph.floats("embedding", &[arch.features + 1, arch.width], rows);
    let bias = weights(&mut graph, net, Tensor::EmbeddingBias);
    let chosen = graph.node("feature rows", "Gather", &[&embedding, &features], &[("axis", 0)]);
    let sum = graph.node("feature sum", "ReduceSum", &[&chosen, &second_axis], &[("keepdims", 0)]);
    let accumulator = graph.node("accumulator", "Add", &[&sum, &bias], &[]);
    let clipped = graph.node("clipped", "Clip", &[&accumulator, &zero, &one], &[]);
    let activations = graph.node("activations", "Mul", &[&clipped, &clipped], &[]);

    let first = layer(&mut graph, net, &activations, [Tensor::L1, Tensor::L1Bias]);
    let first = graph.node("first layer", "Clip", &[&first, &zero, &one], &[]);
    let sizes = graph.integers("parts of the first layer", &[arch.hidden as i64, arch.policy as i64]);
    graph.nodes(&["hidden", "policy vector"], "Split", &[&first, &sizes], &[("axis", 1)]);
    let second = layer(&mut graph, net, "hidden", [Tensor::L2, Tensor::L2Bias]);
    let second = graph.node("second layer", "Clip", &[&second, &zero, &one], &[]);
    let third = layer(&mut graph, net, &second, [Tensor::L3, Tensor::L3Bias]);
    let classes = arch.value_classes();
    let sizes = graph.integers("parts of the outputs", &[classes as i64, 1]);
    graph.nodes(&["value_logits", "last output"], "Split", &[&third, &sizes], &[("axis", 1)]);
    graph.node("value", "Softmax", &["value_logits"], &[("axis", 1)]);
    let unit = graph.floats("plies", &[], [MOVES_LEFT_UNIT]);
    let positive = graph.node("positive", "Relu", &["last output"], &[]);
    let left = graph.node("plies left", "Mul", &[&positive, &unit], &[]);
    graph.node("moves_left", "Squeeze", &[&left, &second_axis], &[]);

    let rows = net.policy.iter().copied().chain(std::iter::repeat_n(0.0, arch.policy));
    let policy = graph.floats("policy", &[arch.policy_rows + 1, arch.policy], rows);
    let biases = net.policy_bias.iter().copied().chain([FILLER_LOGIT]);
    let policy_bias = graph.floats("policy_bias", &[arch.policy_rows + 1], biases);
    let chosen = graph.node("move rows", "Gather", &[&policy, &moves], &[("axis", 0)]);
    let column = graph.node("policy column", "Unsqueeze", &["policy vector", &third_axis], &[]);
    let products = graph.node("products", "MatMul", &[&chosen, &column], &[]);
    let products = graph.node("move products", "Squeeze", &[&products, &third_axis], &[]);
    let chosen = graph.node("move biases", "Gather", &[&policy_bias, &moves], &[("axis", 0)]);
    graph.node("policy_logits", "Add", &[&products, &chosen], &[]);
    graph.node("priors", "Softmax", &["policy_logits"], &[("axis", 1)]);

    let value = [batch, Fixed(classes)];
    let policy = [batch, Free("moves")];
    graph.output("value", &value, "softmax of value_logits: win, draw, loss, or a share for each player");
    graph.output("value_logits", &value, "see the outputs of the description");
    graph.output("moves_left", &[batch], "plies to the end of the game");
    graph.output("policy_logits", &policy, "one for each move; fillers have -1e9");
    graph.output("priors", &policy, "softmax of policy_logits over the moves of a position; fillers have 0");
    graph
}

/// A layer without its activation.
fn layer(graph: &mut Graph, net: &FloatNet, input: &str, [matrix, bias]: [Tensor; 2]) -> String {
    let name = format!("{matrix} sums");
    let (matrix, bias) = (weights(graph, net, matrix), weights(graph, net, bias));
    graph.node(&name, "Gemm", &[input, &matrix, &bias], &[("transB", 1)])
}

fn weights(graph: &mut Graph, net: &FloatNet, tensor: Tensor) -> String {
    let shape = values::shape(tensor, &net.arch);
    graph.floats(tensor.name(), &shape, net.tensor(tensor).iter().copied())
}

#[cfg(test)]
mod tests;
