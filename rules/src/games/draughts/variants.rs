//! The variants.

use super::{
    board::DraughtsPosition,
    description::{
        Colour, Description, KingRange, Lines, Notation, Passing, PdnSquareOne, Playing, Prey, Priority,
        Reach, Removal, WhiteHome,
    },
    draw_rules::{Balance, BareKings, DrawRules, Ending, Kings, Place},
    tablebase_index::DraughtsIndex,
    tables,
    variant::Variant,
};
use crate::tablebase_index::TablebaseIndex;

/// More pieces than any board holds.
const ANY_NUMBER: u32 = 99;

/// The official rules of international draughts on endings.
const HUNDRED_SQUARE_DRAWS: DrawRules = DrawRules {
    quiet_moves: 25,
    endings: &[
        Ending {
            balance: Balance::LoneKing { pieces: [3, 3], kings: Kings::Some, place: Place::Anywhere },
            moves: 16,
        },
        Ending {
            balance: Balance::LoneKing { pieces: [1, 2], kings: Kings::Some, place: Place::Anywhere },
            moves: 5,
        },
    ],
    bare_kings: BareKings::PlayedOn,
};

/// The 64-square code, 7.2.3 to 7.2.8.
const SIXTY_FOUR_SQUARE_DRAWS: DrawRules = DrawRules {
    quiet_moves: 15,
    endings: &[
        Ending {
            balance: Balance::LoneKing { pieces: [3, ANY_NUMBER], kings: Kings::All, place: Place::Anywhere },
            moves: 15,
        },
        Ending {
            balance: Balance::LoneKing { pieces: [3, 3], kings: Kings::Some, place: Place::LongDiagonal },
            moves: 5,
        },
        Ending {
            balance: Balance::LoneKing { pieces: [1, 2], kings: Kings::Some, place: Place::Anywhere },
            moves: 5,
        },
        Ending { balance: Balance::BothHaveKings { pieces: [4, 5] }, moves: 30 },
        Ending { balance: Balance::BothHaveKings { pieces: [6, 7] }, moves: 60 },
    ],
    bare_kings: BareKings::PlayedOn,
};

/// Forty moves without a capture or a man's move.
const FORTY_MOVE_DRAWS: DrawRules =
    DrawRules { quiet_moves: 40, endings: &[], bare_kings: BareKings::PlayedOn };

const KING_WORTH_ONE_STEP: i32 = 150;
const KING_WORTH_FLYING: i32 = 300;
/// A Turkish king sweeps ranks and files, and is worth more than a diagonal one.
const KING_WORTH_TURKISH: i32 = 500;

const INTERNATIONAL: Description = Description {
    id: "international",
    aliases: &[
        "draughts",
        "international draughts",
        "international checkers",
        "10x10",
        "10x10 draughts",
        "100 squares",
        "polish draughts",
        "dames",
        "jeu de dames",
        "dammen",
    ],
    summary: "International draughts: 10×10, 20 men each, flying kings, the largest capture is compulsory",
    pdn_game_type: 20,
    pdn_square_one: PdnSquareOne::AsInHub,
    points_for_a_win: 2,
    rows: 10,
    playing: Playing::FromSecondColumn,
    men: 20,
    rows_behind_men: 0,
    first: Colour::White,
    white_home: WhiteHome::HighNumbers,
    notation: Notation::Numeric,
    lines: Lines::Diagonal,
    man_steps: Reach::Forward,
    man_captures: Reach::Everywhere,
    man_prey: Prey::Any,
    king: KingRange::Flying,
    priority: Priority::Most,
    passing: Passing::StaysMan,
    removal: Removal::AtTheEnd,
    draws: HUNDRED_SQUARE_DRAWS,
    king_worth: KING_WORTH_FLYING,
    opening_tables: &tables::INTERNATIONAL,
};

const CANADIAN: Description = Description {
    id: "canadian",
    aliases: &["canadian draughts", "canadian checkers", "12x12", "12x12 draughts"],
    summary: "Canadian draughts: 12×12, 30 men each, flying kings, the largest capture is compulsory",
    pdn_game_type: 27,
    points_for_a_win: 2,
    rows: 12,
    men: 30,
    opening_tables: &[],
    ..INTERNATIONAL
};

const BRAZILIAN: Description = Description {
    id: "brazilian",
    aliases: &["brazilian draughts", "brazilian checkers", "damas", "8x8", "8x8 draughts"],
    summary: "Brazilian draughts: 8×8, 12 men each, flying kings, the largest capture is compulsory",
    pdn_game_type: 26,
    pdn_square_one: PdnSquareOne::BottomLeft,
    points_for_a_win: 1,
    rows: 8,
    men: 12,
    notation: Notation::Algebraic,
    draws: SIXTY_FOUR_SQUARE_DRAWS,
    opening_tables: &tables::BRAZILIAN,
    ..INTERNATIONAL
};

const RUSSIAN: Description = Description {
    id: "russian",
    aliases: &["russian draughts", "russian checkers", "shashki", "8x8", "8x8 draughts"],
    summary: "Russian draughts: 8×8, 12 men each, flying kings, any capture, men are crowned in passing",
    pdn_game_type: 25,
    points_for_a_win: 1,
    priority: Priority::Free,
    passing: Passing::BecomesKing,
    opening_tables: &tables::RUSSIAN,
    ..BRAZILIAN
};

const ENGLISH: Description = Description {
    id: "english",
    aliases: &[
        "checkers",
        "chequers",
        "english draughts",
        "english checkers",
        "american checkers",
        "american draughts",
        "anglo american checkers",
        "straight checkers",
        "8x8",
        "8x8 draughts",
    ],
    summary: "English draughts (American checkers): 8×8, 12 men each, kings step, any capture, Black begins",
    pdn_game_type: 21,
    pdn_square_one: PdnSquareOne::Last,
    points_for_a_win: 1,
    first: Colour::Black,
    notation: Notation::Numeric,
    man_captures: Reach::Forward,
    king: KingRange::OneStep,
    priority: Priority::Free,
    draws: FORTY_MOVE_DRAWS,
    king_worth: KING_WORTH_ONE_STEP,
    opening_tables: &tables::ENGLISH,
    ..BRAZILIAN
};

const ITALIAN: Description = Description {
    id: "italian",
    aliases: &["italian draughts", "italian checkers", "dama", "dama italiana", "8x8", "8x8 draughts"],
    summary: "Italian draughts: 8×8, 12 men each, kings step and are safe from men, strict capture priorities",
    pdn_game_type: 22,
    pdn_square_one: PdnSquareOne::AsInHub,
    points_for_a_win: 1,
    playing: Playing::FromFirstColumn,
    first: Colour::White,
    man_prey: Prey::Men,
    priority: Priority::MostThenByKingThenKingsEarliest,
    opening_tables: &[],
    ..ENGLISH
};

const SPANISH: Description = Description {
    id: "spanish",
    aliases: &["spanish draughts", "spanish checkers", "damas", "damas espanolas", "8x8", "8x8 draughts"],
    summary: "Spanish draughts: 8×8, 12 men each, flying kings, most pieces and then most kings are captured",
    pdn_game_type: 24,
    points_for_a_win: 1,
    white_home: WhiteHome::LowNumbers,
    man_prey: Prey::Any,
    king: KingRange::Flying,
    priority: Priority::MostThenKings,
    king_worth: KING_WORTH_FLYING,
    ..ITALIAN
};

const TURKISH: Description = Description {
    id: "turkish",
    aliases: &["turkish draughts", "turkish checkers", "dama", "turk damasi", "8x8", "8x8 draughts"],
    summary: "Turkish draughts: all 64 squares, 16 men each, straight lines, captured pieces leave at once",
    pdn_game_type: 30,
    pdn_square_one: PdnSquareOne::BottomLeft,
    points_for_a_win: 1,
    rows: 8,
    playing: Playing::All,
    men: 16,
    rows_behind_men: 1,
    notation: Notation::Algebraic,
    lines: Lines::Orthogonal,
    man_steps: Reach::ForwardAndSideways,
    man_captures: Reach::ForwardAndSideways,
    removal: Removal::AtOnce,
    draws: DrawRules { bare_kings: BareKings::Drawn, ..FORTY_MOVE_DRAWS },
    king_worth: KING_WORTH_TURKISH,
    opening_tables: &[],
    ..INTERNATIONAL
};

macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident: $description:ident, $bits:ty;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
            pub struct $name;

            impl Variant for $name {
                const DESCRIPTION: Description = $description;
                type Bits = $bits;

                fn tablebase_index() -> Box<dyn TablebaseIndex<DraughtsPosition<Self>>> {
                    Box::new(DraughtsIndex::<Self>::new())
                }
            }
        )*
    };
}

variants! {
    /// 10×10.
    International: INTERNATIONAL, u64;
    /// 8×8 with free choice of capture and promotion in passing.
    Russian: RUSSIAN, u64;
    /// International rules on 8×8.
    Brazilian: BRAZILIAN, u64;
    /// American checkers.
    English: ENGLISH, u64;
    /// International rules on 12×12.
    Canadian: CANADIAN, u128;
    /// One-step kings that men cannot capture.
    Italian: ITALIAN, u64;
    /// Flying kings, men capture forward.
    Spanish: SPANISH, u64;
    /// Straight lines on all squares.
    Turkish: TURKISH, u64;
}
