//! What TensorBoard shows: scalars, histograms and texts in one event file.
//!
//! An event file is a sequence of records (`record.rs`), each a message `Event` of TensorFlow (`messages.rs`).

mod messages;
mod record;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use prost::Message as _;

use self::messages::{
    Dimension, Event, HistogramProto, PluginData, SESSION_START, STRING, SessionLog, Shown, Summary,
    SummaryMetadata, SummaryValue, TensorProto, TensorShapeProto, What,
};
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
    writer: BufWriter<File>,
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
        let mut board = Self { path, writer: BufWriter::new(file) };
        board.write(What::FileVersion(FILE_VERSION.to_owned()), 0)?;
        board.write(What::SessionLog(SessionLog { status: SESSION_START }), next_step)?;
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
        self.summary(tag, Shown::Scalar(value as f32), None, step)
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
        let histogram = HistogramProto {
            min,
            max,
            num: counts.iter().sum(),
            sum: finite().sum(),
            sum_squares: finite().map(|value| value * value).sum(),
            bucket_limit: limits,
            bucket: counts,
        };
        self.summary(tag, Shown::Histogram(histogram), None, step)
    }

    /// A text, shown as Markdown.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn text(&mut self, tag: &str, step: u64, markdown: &str) -> Result<(), TrainError> {
        let tensor = TensorProto {
            dtype: STRING,
            tensor_shape: Some(TensorShapeProto { dim: vec![Dimension { size: 1 }] }),
            string_val: vec![markdown.as_bytes().to_vec()],
        };
        let plugin = PluginData { plugin_name: "text".to_owned() };
        let metadata = SummaryMetadata { plugin_data: Some(plugin) };
        self.summary(tag, Shown::Tensor(tensor), Some(metadata), step)
    }

    /// Hands everything written so far to the operating system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> Result<(), TrainError> {
        self.writer.flush().map_err(|source| failed(&self.path, source))
    }

    fn summary(
        &mut self,
        tag: &str,
        shown: Shown,
        metadata: Option<SummaryMetadata>,
        step: u64,
    ) -> Result<(), TrainError> {
        let value = SummaryValue { tag: tag.to_owned(), metadata, shown: Some(shown) };
        self.write(What::Summary(Summary { value: vec![value] }), step)
    }

    fn write(&mut self, what: What, step: u64) -> Result<(), TrainError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        let event = Event { wall_time: now, step: step as i64, what: Some(what) };
        let written = record::write(&mut self.writer, &event.encode_to_vec());
        written.map_err(|source| failed(&self.path, source))
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

#[cfg(test)]
mod tests;
