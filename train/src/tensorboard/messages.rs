//! The part of TensorFlow's protocol buffers that an event file of scalars, histograms and texts takes.
//!
//! Field numbers and types are those of `event.proto`, `summary.proto`, `tensor.proto` and `tensor_shape.proto` in
//! <https://github.com/tensorflow/tensorflow/tree/master/tensorflow/core>.

use prost::{Message, Oneof};

/// `SessionLog.SessionStatus.START`.
pub(super) const SESSION_START: i32 = 1;
/// `DataType.DT_STRING`.
pub(super) const STRING: i32 = 7;

#[derive(Clone, PartialEq, Message)]
pub(super) struct Event {
    #[prost(double, tag = "1")]
    pub(super) wall_time: f64,
    #[prost(int64, tag = "2")]
    pub(super) step: i64,
    #[prost(oneof = "What", tags = "3, 5, 7")]
    pub(super) what: Option<What>,
}

#[derive(Clone, PartialEq, Oneof)]
pub(super) enum What {
    #[prost(string, tag = "3")]
    FileVersion(String),
    #[prost(message, tag = "5")]
    Summary(Summary),
    #[prost(message, tag = "7")]
    SessionLog(SessionLog),
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct SessionLog {
    #[prost(int32, tag = "1")]
    pub(super) status: i32,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Summary {
    #[prost(message, repeated, tag = "1")]
    pub(super) value: Vec<SummaryValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct SummaryValue {
    #[prost(string, tag = "1")]
    pub(super) tag: String,
    #[prost(message, optional, tag = "9")]
    pub(super) metadata: Option<SummaryMetadata>,
    #[prost(oneof = "Shown", tags = "2, 5, 8")]
    pub(super) shown: Option<Shown>,
}

#[derive(Clone, PartialEq, Oneof)]
pub(super) enum Shown {
    #[prost(float, tag = "2")]
    Scalar(f32),
    #[prost(message, tag = "5")]
    Histogram(HistogramProto),
    #[prost(message, tag = "8")]
    Tensor(TensorProto),
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct SummaryMetadata {
    #[prost(message, optional, tag = "1")]
    pub(super) plugin_data: Option<PluginData>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PluginData {
    #[prost(string, tag = "1")]
    pub(super) plugin_name: String,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct HistogramProto {
    #[prost(double, tag = "1")]
    pub(super) min: f64,
    #[prost(double, tag = "2")]
    pub(super) max: f64,
    #[prost(double, tag = "3")]
    pub(super) num: f64,
    #[prost(double, tag = "4")]
    pub(super) sum: f64,
    #[prost(double, tag = "5")]
    pub(super) sum_squares: f64,
    #[prost(double, repeated, tag = "6")]
    pub(super) bucket_limit: Vec<f64>,
    #[prost(double, repeated, tag = "7")]
    pub(super) bucket: Vec<f64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TensorProto {
    #[prost(int32, tag = "1")]
    pub(super) dtype: i32,
    #[prost(message, optional, tag = "2")]
    pub(super) tensor_shape: Option<TensorShapeProto>,
    #[prost(bytes = "vec", repeated, tag = "8")]
    pub(super) string_val: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TensorShapeProto {
    #[prost(message, repeated, tag = "2")]
    pub(super) dim: Vec<Dimension>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Dimension {
    #[prost(int64, tag = "1")]
    pub(super) size: i64,
}
