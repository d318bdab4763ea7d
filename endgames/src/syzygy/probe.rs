//! Positions looked up in tables: what files leave to those who probe.

use std::{fmt, path::Path};

use damier_rules::{EndingValue, Game, MoveList, Position, SyzygyBoard};

use super::{Distance, Tables, Wdl};
use crate::{error::EndgameError, folder::SliceSummary};

/// Plies without capture or pawn's move after which a game is drawn.
const QUIET_PLIES: u32 = 100;

/// Returns what tables know a position by.
type View<P> = dyn Fn(&P, <P as Position>::Clock) -> Option<SyzygyBoard> + Send + Sync;

/// Syzygy tables of a game with positions `P`.
pub(crate) struct SyzygyTablebase<P: Position> {
    tables: Tables,
    view: Box<View<P>>,
}

/// What the captures of a position come to.
struct Captures {
    /// The best but those en passant.
    best: Option<Wdl>,
    /// The best en passant, which tables know nothing of.
    en_passant: Option<Wdl>,
    /// Whether there are legal moves that are not en passant.
    others: bool,
}

/// Who wins, and whether the move that shows it is a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Resolved {
    wdl: Wdl,
    by_capture: bool,
}

impl<P: Position> SyzygyTablebase<P> {
    /// Opens all tables for `game` in a list of folders.
    ///
    /// # Errors
    /// There is none, or a file is damaged.
    pub(crate) fn open<G: Game<Position = P>>(game: &G, list: &Path) -> Result<Self, EndgameError> {
        let tables = Tables::open(game.net_id(), list)?;
        let game = game.clone();
        Ok(Self { tables, view: Box::new(move |position, clock| game.syzygy_board(position, clock)) })
    }

    /// Returns what tables are there.
    pub(crate) fn summaries(&self) -> Vec<SliceSummary> {
        self.tables.summaries()
    }

    /// Returns the most men of a table.
    pub(crate) fn pieces(&self) -> usize {
        self.tables.most
    }

    /// Returns the value of a position for the player to move, counted from a capture; `None` where it is not known.
    pub(crate) fn value(&self, position: &P) -> Option<EndingValue> {
        self.value_counted(position, P::Clock::default())
    }

    /// Returns the same with the counters of a game; `None` also where the last ply decides that fifty moves allow.
    pub(crate) fn value_counted(&self, position: &P, clock: P::Clock) -> Option<EndingValue> {
        let board = self.board(position, clock)?;
        let value = self.wdl(position, &board).map(ending_value)?;
        let quiet = board.quiet_plies;
        if quiet == 0 || value == EndingValue::Draw {
            return Some(value);
        }
        match quiet + self.distance(position)? {
            ..QUIET_PLIES => Some(value),
            QUIET_PLIES => None,
            _ => Some(EndingValue::Draw),
        }
    }

    /// Returns the plies until the next capture or pawn's move of a position that is won or lost; `None` where it is not
    /// known.
    pub(crate) fn distance(&self, position: &P) -> Option<u32> {
        let board = self.board(position, P::Clock::default())?;
        let resolved = self.resolve(position, &board)?;
        let decided = matches!(resolved.wdl, Wdl::Win | Wdl::Loss);
        if decided { self.plies(position, &board, resolved) } else { None }
    }

    /// Returns what tables know a position by; `None` where they cannot have it.
    fn board(&self, position: &P, clock: P::Clock) -> Option<SyzygyBoard> {
        let board = (self.view)(position, clock)?;
        (!board.castling && board.count() <= self.tables.most).then_some(board)
    }

    /// Returns what the file says, from which captures may still differ.
    fn stored(&self, board: &SyzygyBoard) -> Option<Wdl> {
        if board.count() == 2 { Some(Wdl::Draw) } else { self.tables.wdl(board) }
    }

    fn wdl(&self, position: &P, board: &SyzygyBoard) -> Option<Wdl> {
        // No stored value is better than the true one.
        match self.stored(board)? {
            Wdl::Win => Some(Wdl::Win),
            stored => Some(self.resolved(position, board, stored)?.wdl),
        }
    }

    fn resolve(&self, position: &P, board: &SyzygyBoard) -> Option<Resolved> {
        self.resolved(position, board, self.stored(board)?)
    }

    fn resolved(&self, position: &P, board: &SyzygyBoard, stored: Wdl) -> Option<Resolved> {
        let captures = self.captures(position, board)?;
        if let (false, Some(wdl)) = (captures.others, captures.en_passant) {
            // The file takes the position for mate or stalemate.
            return Some(Resolved { wdl, by_capture: true });
        }
        let best = captures.best.max(captures.en_passant);
        let wdl = Some(stored).max(best)?;
        let only_en_passant = captures.en_passant > captures.best.max(Some(stored));
        Some(Resolved { wdl, by_capture: only_en_passant || (best == Some(wdl) && wdl > Wdl::Draw) })
    }

    fn captures(&self, position: &P, board: &SyzygyBoard) -> Option<Captures> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut captures = Captures { best: None, en_passant: None, others: false };
        for mv in moves {
            if !position.is_irreversible(mv) {
                captures.others = true;
                continue;
            }
            let (next, next_board) = self.after(position, mv)?;
            let entered = next_board.occupied(board.mover) & !board.occupied(board.mover);
            let en_passant =
                next_board.count() < board.count() && entered & board.occupied(1 - board.mover) == 0;
            captures.others |= !en_passant;
            if next_board.count() == board.count() {
                continue;
            }
            let value = Some(self.wdl(&next, &next_board)?.for_other());
            let best = if en_passant { &mut captures.en_passant } else { &mut captures.best };
            *best = value.max(*best);
        }
        Some(captures)
    }

    /// Returns the position after a move, and what tables know it by.
    fn after(&self, position: &P, mv: P::Move) -> Option<(P, SyzygyBoard)> {
        let mut next = position.clone();
        next.play(mv);
        let board = (self.view)(&next, P::Clock::default())?;
        Some((next, board))
    }

    /// Returns the plies until the next capture or pawn's move, of a position that is no draw.
    fn plies(&self, position: &P, board: &SyzygyBoard, resolved: Resolved) -> Option<u32> {
        let Resolved { wdl, by_capture } = resolved;
        let pawns = |board: &SyzygyBoard, player: usize| board.men[player][0];
        if by_capture {
            return Some(1);
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut quiet = Vec::new();
        let mut is_unknown = false;
        for mv in &moves {
            let (next, next_board) = self.after(position, *mv)?;
            if next_board.count() < board.count() {
                continue;
            }
            if pawns(&next_board, board.mover) == pawns(board, board.mover) {
                quiet.push((next, next_board));
            } else if wdl > Wdl::Draw {
                match self.wdl(&next, &next_board) {
                    Some(value) if value.for_other() == wdl => return Some(1),
                    Some(_) => {}
                    None => is_unknown = true,
                }
            }
        }
        if is_unknown {
            return None;
        }
        match self.tables.distance(board, wdl)? {
            Distance::Plies(plies) => Some(plies + 1),
            Distance::OtherMover => self.plies_by_moves(&quiet, wdl),
        }
    }

    /// Returns the same by the positions after quiet moves. A loss may be a mate, or every quiet move may be worse than a
    /// capture or a pawn's move: then it is one ply.
    fn plies_by_moves(&self, quiet: &[(P, SyzygyBoard)], wdl: Wdl) -> Option<u32> {
        let mut best = if wdl < Wdl::Draw { Some(1) } else { None };
        for (next, board) in quiet {
            let resolved = self.resolve(next, board)?;
            if resolved.wdl.for_other() != wdl {
                continue;
            }
            let plies = if next.count_moves() == 0 { 1 } else { self.plies(next, board, resolved)? + 1 };
            best = match best {
                Some(best) if wdl < Wdl::Draw => Some(plies.max(best)),
                Some(best) => Some(plies.min(best)),
                None => Some(plies),
            };
        }
        best
    }
}

fn ending_value(wdl: Wdl) -> EndingValue {
    match wdl {
        Wdl::Loss => EndingValue::Loss,
        Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => EndingValue::Draw,
        Wdl::Win => EndingValue::Win,
    }
}

impl<P: Position> fmt::Debug for SyzygyTablebase<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SyzygyTablebase").field("pieces", &self.tables.most).finish_non_exhaustive()
    }
}
