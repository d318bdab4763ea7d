//! The loop of a conversation.

use std::{io, time::Duration};

use crossbeam_channel::{Receiver, after, never, select};
use damier_engine::search::SearchReport;
use damier_rules::AnyMove;

use super::{
    desk::{Desk, Flow},
    thinker::Event,
};
use crate::Line;

/// One side of a protocol: what it makes of lines and of what the engine finds.
pub(super) trait Speaker {
    /// A line was heard.
    fn heard(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow>;

    /// Tells the other side what is wrong.
    fn complain(&self, what: &str, desk: &mut Desk<'_>) -> io::Result<()>;

    /// Tells people something about the search that begins.
    fn note(&self, what: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        self.complain(what, desk)
    }

    /// The engine thinks this so far.
    fn watched(&mut self, report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()>;

    /// The search is over. It found nothing where there was no move to search.
    fn done(&mut self, report: Option<&SearchReport<AnyMove>>, desk: &mut Desk<'_>) -> io::Result<Flow>;

    /// How long the other side may say nothing while no search runs; for ever, unless a protocol says otherwise.
    fn patience(&self) -> Option<Duration> {
        None
    }
}

/// What the loop waits for.
enum Heard<M> {
    Line(Line),
    End,
    Event(Event<M>),
    /// The thread that thinks is gone.
    Lost,
    /// Nothing was heard for as long as the other side may be silent.
    Silence,
}

/// Keeps the conversation until it is over. The end of the lines ends it too: the search that runs is stopped,
/// and its result told.
pub(super) fn converse(
    speaker: &mut impl Speaker,
    desk: &mut Desk<'_>,
    first: Option<Line>,
    lines: &Receiver<Line>,
) -> io::Result<Flow> {
    let mut next = first.map(Heard::Line);
    loop {
        let heard = next.take().unwrap_or_else(|| wait(speaker.patience(), desk, lines));
        let flow = match heard {
            Heard::Line(Line::Text(line)) => speaker.heard(line.trim(), desk)?,
            Heard::Line(Line::TooLong) => {
                speaker.complain("a line was too long and is ignored", desk)?;
                Flow::GoOn
            }
            Heard::Event(Event::Watched(report)) => {
                speaker.watched(&report, desk)?;
                Flow::GoOn
            }
            Heard::Event(Event::Noted(what)) => {
                speaker.note(&what, desk)?;
                Flow::GoOn
            }
            Heard::Event(Event::Done(found)) => {
                desk.thinker.done();
                speaker.done(found.as_ref(), desk)?
            }
            Heard::End => {
                if let Some(found) = desk.thinker.finish() {
                    speaker.done(found.as_ref(), desk)?;
                    desk.thinker.finish();
                }
                Flow::Quit
            }
            Heard::Silence => return Err(io::ErrorKind::TimedOut.into()),
            Heard::Lost => return Err(io::Error::other("the search has failed")),
        };
        if flow != Flow::GoOn {
            return Ok(flow);
        }
    }
}

fn wait(patience: Option<Duration>, desk: &Desk<'_>, lines: &Receiver<Line>) -> Heard<AnyMove> {
    let patience = patience.filter(|_| !desk.thinker.is_thinking());
    let silence = patience.map_or_else(never, after);
    select! {
        recv(silence) -> _ => Heard::Silence,
        recv(lines) -> line => line.map_or(Heard::End, Heard::Line),
        recv(desk.thinker.events()) -> event => event.map_or(Heard::Lost, Heard::Event),
    }
}

/// Ends the search that runs, and tells its result as if it had ended by itself.
pub(super) fn finish(speaker: &mut impl Speaker, desk: &mut Desk<'_>) -> io::Result<()> {
    if let Some(found) = desk.thinker.finish() {
        speaker.done(found.as_ref(), desk)?;
    }
    Ok(())
}
