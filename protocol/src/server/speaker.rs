//! The loop of a conversation.

use std::io;

use crossbeam_channel::{Receiver, select};
use damier_engine::search::SearchReport;
use damier_rules::{Game, game::MoveOf};

use super::{
    desk::{Desk, Flow},
    thinker::Event,
};
use crate::Line;

/// One side of a protocol: what it makes of lines and of what the engine finds.
pub(super) trait Speaker<G: Game> {
    /// A line was heard.
    fn heard(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Flow>;

    /// Tells the other side what is wrong.
    fn complain(&self, what: &str, desk: &mut Desk<'_, G>) -> io::Result<()>;

    /// The engine thinks this so far.
    fn watched(&mut self, report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<()>;

    /// The search is over.
    fn done(&mut self, report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<Flow>;
}

/// What the loop waits for.
enum Heard<M> {
    Line(Line),
    End,
    Event(Event<M>),
    /// The thread that thinks is gone.
    Lost,
}

/// Keeps the conversation until it is over. The end of the lines ends it too: the search that runs is stopped,
/// and its result told.
pub(super) fn converse<G: Game>(
    speaker: &mut impl Speaker<G>,
    desk: &mut Desk<'_, G>,
    first: Option<Line>,
    lines: &Receiver<Line>,
) -> io::Result<Flow> {
    let mut next = first.map(Heard::Line);
    loop {
        let heard = next.take().unwrap_or_else(|| wait(desk, lines));
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
            Heard::Event(Event::Done(report)) => {
                desk.thinker.done();
                speaker.done(&report, desk)?
            }
            Heard::End => {
                if let Some(report) = desk.thinker.finish() {
                    speaker.done(&report, desk)?;
                    desk.thinker.finish();
                }
                Flow::Quit
            }
            Heard::Lost => return Err(io::Error::other("the search has failed")),
        };
        if flow != Flow::GoOn {
            return Ok(flow);
        }
    }
}

fn wait<G: Game>(desk: &Desk<'_, G>, lines: &Receiver<Line>) -> Heard<MoveOf<G>> {
    select! {
        recv(lines) -> line => line.map_or(Heard::End, Heard::Line),
        recv(desk.thinker.events()) -> event => event.map_or(Heard::Lost, Heard::Event),
    }
}

/// Ends the search that runs, and tells its result as if it had ended by itself.
pub(super) fn finish<G: Game>(speaker: &mut impl Speaker<G>, desk: &mut Desk<'_, G>) -> io::Result<()> {
    if let Some(report) = desk.thinker.finish() {
        speaker.done(&report, desk)?;
    }
    Ok(())
}
