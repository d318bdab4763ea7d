//! Exported nets, read back here and by programs in other languages.

mod c_header;
mod foreign;
mod nets;
mod report;
mod round_trip;
