//! What makes one variant of draughts different from another, as data.

use super::{draw_rules::DrawRules, goal::GOALS};
use crate::opening_table::OpeningTable;

/// The largest board: 12 rows of 12.
pub const MAX_ROWS: usize = 12;

/// Which squares of the board are played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playing {
    /// Every other square; square 1 is the second one of its row.
    FromSecondColumn,
    /// Every other square; square 1 is the first one of its row.
    FromFirstColumn,
    /// All squares.
    All,
}

/// The lines on which pieces move and capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Diagonals.
    Diagonal,
    /// Ranks and files.
    Orthogonal,
}

/// The lines on which pieces capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureLines {
    /// Those on which they move.
    AsMoves,
    /// Diagonals, ranks and files.
    All,
}

/// The directions open to a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Towards the opponent.
    Forward,
    /// Towards the opponent and to both sides.
    ForwardAndSideways,
    /// All.
    Everywhere,
}

/// How far a king goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingRange {
    /// One square; it jumps an adjacent piece and lands right behind it.
    OneStep,
    /// Any number of empty squares, before and behind the piece that it jumps.
    Flying,
}

/// Where a flying king lands behind the piece that it jumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingLanding {
    /// On any empty square. It does not turn by 180° between two jumps.
    AnySquare,
    /// On the next square, from which it may jump in any direction.
    NextSquare,
}

/// Which of several captures have to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// Any, as long as it is carried on to its end.
    Free,
    /// One that captures most pieces.
    Most,
    /// One by a king, if any king can capture.
    ByKing,
    /// Among those that capture most pieces, one that captures most kings.
    MostThenKings,
    /// Most by worth, a king counting little less than two men; among equals one by a king.
    WorthThenByKing,
    /// Most pieces, then by a king, then most kings, then kings as early as can be.
    MostThenByKingThenKingsEarliest,
}

impl Priority {
    /// Whether one man's capture is as good as another's, whatever it takes.
    pub const fn is_free_among_men(self) -> bool {
        matches!(self, Self::Free | Self::ByKing)
    }
}

/// What men may capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prey {
    /// Men and kings.
    Any,
    /// Men only.
    Men,
}

/// What happens to a man that reaches the far row within a capture that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// It stays a man.
    StaysMan,
    /// It goes on as a king.
    BecomesKing,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// When the capture is complete; until then they block.
    AtTheEnd,
    /// At once, each when it is jumped.
    AtOnce,
}

/// Where square 1 is by the notation of PDN's `GameType`, seen with square 1 of our own numbers at the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PdnSquareOne {
    /// Where our own numbers have it.
    AsInHub,
    /// At the left end of the lowest row; rows are counted upwards.
    BottomLeft,
    /// On our last square; the numbers run backwards.
    Last,
}

/// A colour of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// White, `W`.
    White,
    /// Black, `B`.
    Black,
}

/// Where White's men start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhiteHome {
    /// On the squares with the high numbers: square 1 is at the top left of the diagram.
    HighNumbers,
    /// On the squares with the low numbers: square 1 is at the bottom right of the diagram.
    LowNumbers,
}

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// By number: `32-28`, `26x37`.
    Numeric,
    /// By file and rank: `c3-d4`, `c3:e5`.
    Algebraic,
}

/// A variant of draughts.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The identities by [`Goal`](super::goal::Goal), lower case; the first one is the variant's name.
    pub ids: [&'static str; GOALS],
    /// Other names that people have for it, see [`Game::aliases`](crate::Game::aliases).
    pub aliases: &'static [&'static str],
    /// One line for people, by goal.
    pub summaries: [&'static str; GOALS],
    /// The `GameType` of PDN 3.0, if it has one.
    pub pdn_game_type: Option<u8>,
    /// The numbers that lidraughts gives to the variant with the goals other than the first.
    pub pdn_goal_types: [Option<u8>; GOALS - 1],
    /// What the protocol Hub calls the variant, by goal, the usual name first; none where that follows from the identity.
    pub hub_names: [&'static [&'static str]; GOALS],
    /// Where square 1 is by PDN's `GameType`.
    pub pdn_square_one: PdnSquareOne,
    /// The points of a win, as results are written in PDN: 2 (`2-0`, `1-1`) or 1 (`1-0`, `1/2-1/2`).
    pub points_for_a_win: u8,
    /// Rows and columns, at most [`MAX_ROWS`].
    pub rows: usize,
    /// Which squares are played on.
    pub playing: Playing,
    /// The men of each player at the start.
    pub men: usize,
    /// Empty rows between a player and the board's edge at the start.
    pub rows_behind_men: usize,
    /// Who moves first.
    pub first: Colour,
    /// Where White's men start, and so how the numbers run.
    pub white_home: WhiteHome,
    /// How squares are written.
    pub notation: Notation,
    /// The lines on which pieces move.
    pub lines: Lines,
    /// The lines on which pieces capture.
    pub capture_lines: CaptureLines,
    /// Where men step.
    pub man_steps: Reach,
    /// Where men capture.
    pub man_captures: Reach,
    /// What men capture.
    pub man_prey: Prey,
    /// How far kings go.
    pub king: KingRange,
    /// Where flying kings land.
    pub king_landing: KingLanding,
    /// Which capture has to be made.
    pub priority: Priority,
    /// Promotion within a capture.
    pub passing: Passing,
    /// When captured pieces leave.
    pub removal: Removal,
    /// When a game is drawn.
    pub draws: DrawRules,
    /// What a king is worth in hundredths of a man, for the built-in yardstick.
    pub king_worth: i32,
    /// Published openings.
    pub opening_tables: &'static [OpeningTable],
}

impl Description {
    /// Squares played on in each row.
    pub const fn columns(&self) -> usize {
        match self.playing {
            Playing::All => self.rows,
            Playing::FromFirstColumn | Playing::FromSecondColumn => self.rows / 2,
        }
    }

    /// Squares played on.
    pub const fn squares(&self) -> usize {
        self.rows * self.columns()
    }

    /// Whether the player who moves first goes towards the low numbers.
    pub const fn first_goes_down_in_number(&self) -> bool {
        matches!(
            (self.first, self.white_home),
            (Colour::White, WhiteHome::HighNumbers) | (Colour::Black, WhiteHome::LowNumbers)
        )
    }
}
