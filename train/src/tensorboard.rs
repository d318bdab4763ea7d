//! What TensorBoard shows: scalars, histograms and texts in one event file.
//!
//! The records and their framing are tensorboard-rs's. Its own `SummaryWriter` is not used: it has no texts,
//! computes no histograms, and panics when the disk is full.

use std::{
    fs::{self, File},
    io::{self, BufWriter},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use protobuf::{Message, RepeatedField};
use tensorboard_proto::{
    event::{Event, SessionLog, SessionLog_SessionStatus},
    summary::{HistogramProto, Summary, Summary_Value, SummaryMetadata, SummaryMetadata_PluginData},
    tensor::TensorProto,
    tensor_shape::{TensorShapeProto, TensorShapeProto_Dim},
    types::DataType,
};
use tensorboard_rs::record_writer::RecordWriter;

use crate::error::{TrainError, WRITING_REMEDY};

/// What TensorBoard expects as the first event of a file.
const FILE_VERSION: &str = "brain.Event:2";
/// What the names of event files begin with.
const EVENTS: &str = "events.out.tfevents.";
/// Buckets of a histogram.
const BUCKETS: usize = 64;

/// An event file.
pub struct Board {
    path: PathBuf,
    writer: RecordWriter<BufWriter<File>>,
}

impl std::fmt::Debug for Board {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Board").field("path", &self.path).finish()
    }
}

impl Board {
    /// Begins a new event file in `folder`, which is made where it is missing. TensorBoard then ignores what
    /// earlier files of the folder say about steps from `next_step` on, so that a resumed run shows as one.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn open(folder: &Path, next_step: u64) -> Result<Self, TrainError> {
        let begin = || -> io::Result<(PathBuf, File)> {
            fs::create_dir_all(folder)?;
            // TensorBoard reads the files of a folder in the order of their names.
            for number in 0.. {
                let path = folder.join(format!("{EVENTS}{number:010}.damier"));
                match File::create_new(&path) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                    Err(error) => return Err(error),
                    Ok(file) => return Ok((path, file)),
                }
            }
            Err(io::Error::other("no free file name"))
        };
        let (path, file) = begin().map_err(|source| failed(folder, source))?;
        let mut board = Self { path, writer: RecordWriter::new(BufWriter::new(file)) };
        let mut version = Event::new();
        version.set_file_version(FILE_VERSION.to_owned());
        board.write(version, 0)?;
        let mut session = SessionLog::new();
        session.set_status(SessionLog_SessionStatus::START);
        let mut start = Event::new();
        start.set_session_log(session);
        board.write(start, next_step)?;
        board.flush()?;
        Ok(board)
    }

    /// Whether event files of this program lie in `folder` itself.
    pub fn is_in(folder: &Path) -> bool {
        let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        names.into_iter().any(|name| name.to_string_lossy().starts_with(EVENTS))
    }

    /// One number.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn scalar(&mut self, tag: &str, step: u64, value: f64) -> Result<(), TrainError> {
        let mut summary = Summary_Value::new();
        summary.set_simple_value(value as f32);
        self.summary(tag, summary, step)
    }

    /// How numbers are distributed; nothing where there are none.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn histogram(&mut self, tag: &str, step: u64, values: &[f32]) -> Result<(), TrainError> {
        let finite = || values.iter().copied().filter(|value| value.is_finite()).map(f64::from);
        let (min, max) = finite()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), value| (min.min(value), max.max(value)));
        if min > max {
            return Ok(());
        }
        let width = ((max - min) / BUCKETS as f64).max(f64::MIN_POSITIVE);
        let mut counts = vec![0.0; BUCKETS];
        for value in finite() {
            counts[(((value - min) / width) as usize).min(BUCKETS - 1)] += 1.0;
        }
        // A limit is the upper end of its bucket.
        let limits: Vec<f64> = (1..=BUCKETS)
            .map(|bucket| if bucket == BUCKETS { max } else { min + width * bucket as f64 })
            .collect();
        let mut histogram = HistogramProto::new();
        histogram.set_min(min);
        histogram.set_max(max);
        histogram.set_num(counts.iter().sum());
        histogram.set_sum(finite().sum());
        histogram.set_sum_squares(finite().map(|value| value * value).sum());
        histogram.set_bucket_limit(limits);
        histogram.set_bucket(counts);
        let mut summary = Summary_Value::new();
        summary.set_histo(histogram);
        self.summary(tag, summary, step)
    }

    /// A text, shown as Markdown.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn text(&mut self, tag: &str, step: u64, markdown: &str) -> Result<(), TrainError> {
        let mut one = TensorShapeProto_Dim::new();
        one.set_size(1);
        let mut shape = TensorShapeProto::new();
        shape.set_dim(RepeatedField::from_vec(vec![one]));
        let mut tensor = TensorProto::new();
        tensor.set_dtype(DataType::DT_STRING);
        tensor.set_tensor_shape(shape);
        tensor.set_string_val(RepeatedField::from_vec(vec![markdown.as_bytes().to_vec()]));
        let mut plugin = SummaryMetadata_PluginData::new();
        plugin.set_plugin_name("text".to_owned());
        let mut metadata = SummaryMetadata::new();
        metadata.set_plugin_data(plugin);
        let mut summary = Summary_Value::new();
        summary.set_metadata(metadata);
        summary.set_tensor(tensor);
        self.summary(tag, summary, step)
    }

    /// Hands everything written so far to the operating system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> Result<(), TrainError> {
        self.writer.flush().map_err(|source| failed(&self.path, source))
    }

    fn summary(&mut self, tag: &str, mut value: Summary_Value, step: u64) -> Result<(), TrainError> {
        value.set_tag(tag.to_owned());
        let mut summary = Summary::new();
        summary.set_value(RepeatedField::from_vec(vec![value]));
        let mut event = Event::new();
        event.set_summary(summary);
        self.write(event, step)
    }

    fn write(&mut self, mut event: Event, step: u64) -> Result<(), TrainError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        event.set_wall_time(now);
        event.set_step(step as i64);
        let bytes = event.write_to_bytes().map_err(|error| failed(&self.path, io::Error::other(error)))?;
        self.writer.write(&bytes).map_err(|source| failed(&self.path, source))
    }
}

fn failed(path: &Path, source: io::Error) -> TrainError {
    TrainError::Io {
        path: path.to_owned(),
        action: "writing for TensorBoard",
        remedy: WRITING_REMEDY,
        source,
    }
}
