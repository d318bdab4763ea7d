//! A graph, put together node by node.

use super::messages::{
    AttributeProto, DimensionProto, FLOAT, GraphProto, INT_ATTRIBUTE, INT64, NodeProto, TensorProto,
    TensorShapeProto, TensorTypeProto, TypeProto, ValueInfoProto,
};

/// A dimension of an input or output.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dimension {
    /// Of this size.
    Fixed(usize),
    /// Whatever the caller gives, under this name.
    Free(&'static str),
}

/// A graph to which nodes are added.
#[derive(Debug)]
pub(super) struct Graph(GraphProto);

impl Graph {
    pub(super) fn new(name: &str) -> Self {
        Self(GraphProto { name: name.to_owned(), ..GraphProto::default() })
    }

    pub(super) fn finish(self) -> GraphProto {
        self.0
    }

    /// An input; returns its name.
    pub(super) fn input(&mut self, name: &str, data_type: i32, shape: &[Dimension], meaning: &str) -> String {
        self.0.input.push(value_info(name, data_type, shape, meaning));
        name.to_owned()
    }

    /// Makes an output of a node's output of the same name.
    pub(super) fn output(&mut self, name: &str, shape: &[Dimension], meaning: &str) {
        self.0.output.push(value_info(name, FLOAT, shape, meaning));
    }

    /// Constant floats; returns their name.
    pub(super) fn floats(
        &mut self,
        name: &str,
        shape: &[usize],
        values: impl IntoIterator<Item = f32>,
    ) -> String {
        let raw_data = values.into_iter().flat_map(f32::to_le_bytes).collect();
        self.constant(name, FLOAT, shape, raw_data)
    }

    /// Constant whole numbers; returns their name.
    pub(super) fn integers(&mut self, name: &str, values: &[i64]) -> String {
        let raw_data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, INT64, &[values.len()], raw_data)
    }

    fn constant(&mut self, name: &str, data_type: i32, shape: &[usize], raw_data: Vec<u8>) -> String {
        let dims = shape.iter().map(|size| *size as i64).collect();
        self.0.initializer.push(TensorProto { dims, data_type, name: name.to_owned(), raw_data });
        name.to_owned()
    }

    /// A node with one output, which has the node's name; returns it.
    pub(super) fn node(
        &mut self,
        name: &str,
        op: &str,
        inputs: &[&str],
        attributes: &[(&str, i64)],
    ) -> String {
        self.nodes(&[name], op, inputs, attributes);
        name.to_owned()
    }

    /// A node with several outputs.
    pub(super) fn nodes(&mut self, names: &[&str], op: &str, inputs: &[&str], attributes: &[(&str, i64)]) {
        let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let attribute = attributes.iter().map(|(name, value)| AttributeProto {
            name: (*name).to_owned(),
            i: Some(*value),
            r#type: INT_ATTRIBUTE,
        });
        self.0.node.push(NodeProto {
            input: texts(inputs),
            output: texts(names),
            name: format!("{op} {}", names[0]),
            op_type: op.to_owned(),
            attribute: attribute.collect(),
        });
    }
}

fn value_info(name: &str, elem_type: i32, shape: &[Dimension], meaning: &str) -> ValueInfoProto {
    let dim = shape.iter().map(|dimension| match dimension {
        Dimension::Fixed(size) => DimensionProto { dim_value: Some(*size as i64), dim_param: None },
        Dimension::Free(name) => DimensionProto { dim_value: None, dim_param: Some((*name).to_owned()) },
    });
    let shape = Some(TensorShapeProto { dim: dim.collect() });
    let tensor_type = Some(TensorTypeProto { elem_type, shape });
    ValueInfoProto {
        name: name.to_owned(),
        r#type: Some(TypeProto { tensor_type }),
        doc_string: meaning.to_owned(),
    }
}
