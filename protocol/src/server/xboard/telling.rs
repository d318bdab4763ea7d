//! What the engine tells: thinking, status, hints, and moves of the book.

use std::io;

use damier_engine::search::SearchReport;
use damier_rules::{AnyMove, Game};

use super::{Purpose, Xboard};
use crate::{
    server::{
        host::EngineHost,
        numbers::{hundredths, moves_to_end},
    },
    xboard::{MATE, Reply, Status, Thinking},
};

/// Milliseconds in a hundredth of a second.
const MILLIS: u128 = 10;

/// Returns the score of a line: hundredths of a pawn, or a mate.
fn score(line: &damier_engine::search::Line<AnyMove>) -> i32 {
    moves_to_end(line).map_or_else(|| hundredths(line), |moves| moves + MATE * moves.signum())
}

impl Xboard {
    /// Sends the lines of a report. While the engine ponders, the move that it expects stands before them.
    pub(super) fn send_thinking(
        &self,
        report: &SearchReport<AnyMove>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<()> {
        let pondered = match self.purpose {
            Some(Purpose::Ponder) => self.hint.as_ref().map(|hint| format!("({hint})")),
            _ => None,
        };
        for line in &report.lines {
            let moves = host.current.line_text(&line.moves);
            let thinking = Thinking {
                depth: report.depth().unwrap_or(0).max(1),
                score: score(line),
                time: (report.elapsed.as_millis() / MILLIS) as u64,
                nodes: report.simulations,
                line: pondered.iter().chain(&moves).cloned().collect::<Vec<_>>().join(" "),
            };
            host.send(Reply::Thinking(thinking))?;
        }
        Ok(())
    }

    /// Answers `.` in an analysis.
    pub(super) fn send_status(&self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let moves = host.current.legal().len() as u32;
        let nothing = Status { time: 0, nodes: 0, depth: 0, moves_left: 0, moves, current: None };
        let status = self.analysed.as_ref().map_or(nothing, |report| Status {
            time: (report.elapsed.as_millis() / MILLIS) as u64,
            nodes: report.simulations,
            depth: report.depth().unwrap_or(0),
            moves_left: 0,
            moves,
            current: host.current.move_text(report.best),
        });
        host.send(Reply::Status(status))
    }

    /// Answers `hint`; sends nothing where no move is expected.
    pub(super) fn send_hint(&self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let analysed = self.analysed.as_ref().and_then(|report| host.current.move_text(report.best));
        match analysed.or_else(|| self.hint.clone()) {
            Some(mv) => host.send(Reply::Hint(mv)),
            None => Ok(()),
        }
    }

    /// Answers `bk`: a line for each move of the opening book with the share of the point that it is worth, then an empty
    /// one.
    pub(super) fn send_book(&self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let shown = self.shown(host);
        let lines = match host.settings.books.of(shown.game().id()) {
            Ok(book) => book.map_or_else(Vec::new, |book| {
                let line =
                    |mv, share: f32| Some(format!("\t{} {:.1} %", shown.move_text(mv)?, share * 100.0));
                let moves = book.moves(shown.position());
                moves.into_iter().filter_map(|found| line(found.mv, found.share.value())).collect()
            }),
            Err(reason) => vec![format!("\t{reason}")],
        };
        if lines.is_empty() {
            host.send("\tno book has moves here")?;
        }
        lines.into_iter().try_for_each(|line| host.send(line))?;
        host.send("")
    }
}
