//! Batches that are made before they are learned from, so that a device need not wait for them.

use std::{collections::VecDeque, io, thread};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use crate::{learner::Prepared, sampler::SamplerState};

/// Finished batches that may wait, beside those being made.
const WAITING: usize = 2;

/// What one batch is made of.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    /// The step that learns it.
    pub(crate) step: u64,
    /// Its positions, by their numbers in the window.
    pub(crate) drawn: Vec<usize>,
    /// Where the sampler was when it had drawn them.
    pub(crate) sampler: SamplerState,
}

/// A batch that was drawn.
pub(crate) struct Fed {
    /// The batch.
    pub(crate) prepared: Prepared,
    /// What is in it.
    pub(crate) seen: Seen,
    /// See [`Draw::sampler`].
    pub(crate) sampler: SamplerState,
}

/// The positions of a batch.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// How many.
    pub(crate) positions: u64,
    /// The sum of their ages, in generations before the newest.
    pub(crate) ages: f64,
}

/// Threads that make batches, each a whole one at a time; they come out in the order in which they were drawn.
pub(crate) struct Feed {
    jobs: Sender<(Draw, Sender<Fed>)>,
    begun: VecDeque<Receiver<Fed>>,
    ahead: usize,
}

impl Feed {
    /// Starts at most `threads` threads in a scope, each with a maker of its own; they end once the feed is dropped.
    ///
    /// # Errors
    /// Not one thread can be made.
    pub(crate) fn start<'scope, Maker: FnMut(Draw) -> Fed>(
        scope: &'scope thread::Scope<'scope, '_>,
        threads: usize,
        maker: impl Fn() -> Maker + Copy + Send + 'scope,
    ) -> io::Result<Self> {
        let (jobs, queue) = unbounded::<(Draw, Sender<Fed>)>();
        let mut made = 0;
        while made < threads {
            let queue = queue.clone();
            let work = move || {
                let mut make = maker();
                for (draw, done) in queue {
                    // Nobody waits for it any more where the training was stopped.
                    drop(done.send(make(draw)));
                }
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => made += 1,
                Err(error) if made == 0 => return Err(error),
                // Those that there are do all of it.
                Err(_) => break,
            }
        }
        Ok(Self { jobs, begun: VecDeque::new(), ahead: made + WAITING })
    }

    /// The next batch. `draw` says what those to come are made of; at the end, `None`.
    pub(crate) fn next(&mut self, mut draw: impl FnMut() -> Option<Draw>) -> Option<Fed> {
        while self.begun.len() < self.ahead
            && let Some(draw) = draw()
        {
            let (done, batch) = bounded(1);
            self.begun.push_back(batch);
            self.jobs.send((draw, done)).expect("the threads live as long as the feed");
        }
        let batch = self.begun.pop_front()?;
        Some(batch.recv().expect("a thread that makes batches does not fail"))
    }
}
