//! The loop of a protocol session.

use std::{io, time::Duration};

use crossbeam_channel::{Receiver, after, never, select};
use damier_engine::search::SearchReport;
use damier_rules::AnyMove;

use super::{
    host::{EngineHost, Flow},
    search_thread::Event,
};
use crate::Line;

/// Engine's side of a protocol: answers lines from the peer and reports what the search finds.
pub(super) trait ProtocolHandler {
    /// Handles a line from the peer.
    fn on_line(&mut self, line: &str, host: &mut EngineHost<'_>) -> io::Result<Flow>;

    /// Sends an error to the peer.
    fn on_error(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()>;

    /// Sends a remark for people about the search that begins.
    fn on_note(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.on_error(what, host)
    }

    /// Sends the report of a running search.
    fn on_info(&mut self, report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()>;

    /// Sends the result of a finished search; `None` where there was no move to search.
    fn on_result(
        &mut self,
        report: Option<&SearchReport<AnyMove>>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<Flow>;

    /// Returns how long the peer may be silent while no search runs; `None`, the default, for no limit.
    fn timeout(&self) -> Option<Duration> {
        None
    }
}

/// Input of the loop.
enum Input<M> {
    Line(Line),
    End,
    Event(Event<M>),
    /// The search thread is gone.
    Lost,
    /// The peer was silent for longer than the timeout.
    Silence,
}

/// Runs a session until it is over. The end of the lines ends it too: the running search is stopped, and its result
/// sent.
pub(super) fn run_protocol(
    handler: &mut impl ProtocolHandler,
    host: &mut EngineHost<'_>,
    first: Option<Line>,
    lines: &Receiver<Line>,
) -> io::Result<Flow> {
    let mut next = first.map(Input::Line);
    loop {
        let input = next.take().unwrap_or_else(|| wait(handler.timeout(), host, lines));
        let flow = match input {
            Input::Line(Line::Text(line)) => handler.on_line(line.trim(), host)?,
            Input::Line(Line::TooLong) => {
                handler.on_error("a line was too long and is ignored", host)?;
                Flow::Continue
            }
            Input::Event(Event::Info(report)) => {
                handler.on_info(&report, host)?;
                Flow::Continue
            }
            Input::Event(Event::Note(what)) => {
                handler.on_note(&what, host)?;
                Flow::Continue
            }
            Input::Event(Event::Result(found)) => {
                host.search_thread.result_taken();
                handler.on_result(found.as_ref(), host)?
            }
            Input::End => {
                if let Some(found) = host.search_thread.finish() {
                    handler.on_result(found.as_ref(), host)?;
                    host.search_thread.finish();
                }
                Flow::Quit
            }
            Input::Silence => return Err(io::ErrorKind::TimedOut.into()),
            Input::Lost => return Err(io::Error::other("the search has failed")),
        };
        if flow != Flow::Continue {
            return Ok(flow);
        }
    }
}

fn wait(timeout: Option<Duration>, host: &EngineHost<'_>, lines: &Receiver<Line>) -> Input<AnyMove> {
    let timeout = timeout.filter(|_| !host.search_thread.is_searching());
    let silence = timeout.map_or_else(never, after);
    select! {
        recv(silence) -> _ => Input::Silence,
        recv(lines) -> line => line.map_or(Input::End, Input::Line),
        recv(host.search_thread.events()) -> event => event.map_or(Input::Lost, Input::Event),
    }
}

/// Stops the running search, and sends its result as if it had ended by itself.
pub(super) fn finish(handler: &mut impl ProtocolHandler, host: &mut EngineHost<'_>) -> io::Result<()> {
    if let Some(found) = host.search_thread.finish() {
        handler.on_result(found.as_ref(), host)?;
    }
    Ok(())
}
