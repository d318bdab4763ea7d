//! What one input may cost a parser.

use std::time::Duration;

use cpu_time::ThreadTime;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The memory that any input may take, in bytes,
const BASE: usize = 64 << 20;
/// and what it may take besides for each of its bytes.
const PER_BYTE: usize = 8;
/// The time of this processor that an input may take.
const TIME: Duration = Duration::from_secs(1);

/// Which costs are watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limits {
    /// Memory: the same on every machine.
    Memory,
    /// The time of one thread, too: for optimised builds.
    MemoryAndTime,
}

impl Limits {
    /// Runs a parser on `input`.
    ///
    /// # Errors
    /// Which limit it exceeds.
    pub(crate) fn watch(self, input: &[u8], parse: impl FnOnce()) -> Result<(), String> {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let begun = ThreadTime::now();
        parse();
        let (taken, memory) = (begun.elapsed(), MEMORY.peak_usage().saturating_sub(before));
        if memory > BASE + PER_BYTE * input.len() {
            return Err(format!("its {} bytes take {memory} bytes of memory", input.len()));
        }
        if self == Self::MemoryAndTime && taken > TIME {
            return Err(format!("its {} bytes take {taken:?}", input.len()));
        }
        Ok(())
    }
}
