//! Prefetcher of batches: threads assemble them ahead, so that a device does not wait.

use std::{collections::VecDeque, io, thread};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use crate::{learner::Prepared, sampler::SamplerState};

/// Finished batches that may wait, beside those in work.
const WAITING: usize = 2;

/// Request of one batch.
#[derive(Clone, Debug)]
pub(crate) struct BatchRequest {
    /// Step that learns the batch.
    pub(crate) step: u64,
    /// Indices of its positions in the window.
    pub(crate) drawn: Vec<usize>,
    /// State of the sampler after drawing them.
    pub(crate) sampler: SamplerState,
}

/// Batch that the prefetcher returns.
pub(crate) struct PrefetchedBatch {
    /// The batch, ready for the learner.
    pub(crate) prepared: Prepared,
    /// Statistics of its positions.
    pub(crate) seen: Seen,
    /// See [`BatchRequest::sampler`].
    pub(crate) sampler: SamplerState,
}

/// Statistics of the positions of a batch.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// Number of positions.
    pub(crate) positions: u64,
    /// Sum of their ages, in generations before the newest.
    pub(crate) ages: f64,
}

/// Threads that assemble batches, each one at a time. The batches come out in the order of their requests.
pub(crate) struct Prefetcher {
    jobs: Sender<(BatchRequest, Sender<PrefetchedBatch>)>,
    begun: VecDeque<Receiver<PrefetchedBatch>>,
    ahead: usize,
}

impl Prefetcher {
    /// Starts at most `threads` threads in a scope, each with its own maker. They end when the prefetcher is dropped.
    ///
    /// # Errors
    /// The system starts no thread.
    pub(crate) fn start<'scope, Maker: FnMut(BatchRequest) -> PrefetchedBatch>(
        scope: &'scope thread::Scope<'scope, '_>,
        threads: usize,
        maker: impl Fn() -> Maker + Copy + Send + 'scope,
    ) -> io::Result<Self> {
        let (jobs, queue) = unbounded::<(BatchRequest, Sender<PrefetchedBatch>)>();
        let mut made = 0;
        while made < threads {
            let queue = queue.clone();
            let work = move || {
                let mut make = maker();
                for (draw, done) in queue {
                    // After a stop of the training the receiver is gone.
                    drop(done.send(make(draw)));
                }
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => made += 1,
                Err(error) if made == 0 => return Err(error),
                // The threads that run do all the work.
                Err(_) => break,
            }
        }
        Ok(Self { jobs, begun: VecDeque::new(), ahead: made + WAITING })
    }

    /// Returns the next batch; `None` at the end. `draw` returns the requests of the batches to come.
    pub(crate) fn next(&mut self, mut draw: impl FnMut() -> Option<BatchRequest>) -> Option<PrefetchedBatch> {
        while self.begun.len() < self.ahead
            && let Some(draw) = draw()
        {
            let (done, batch) = bounded(1);
            self.begun.push_back(batch);
            self.jobs.send((draw, done)).expect("the threads live as long as the prefetcher");
        }
        let batch = self.begun.pop_front()?;
        Some(batch.recv().expect("a thread that makes batches does not fail"))
    }
}
