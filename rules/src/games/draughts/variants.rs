//! The variants.

use super::{
    board::DraughtsPosition,
    description::{
        CaptureLines, Colour, Description, KingLanding, KingRange, Lines, Notation, Passing, PdnSquareOne,
        Playing, Prey, Priority, Reach, Removal, WhiteHome,
    },
    draw_rules::{Balance, BareKings, DrawRules, Ending, Kings, Place},
    goal::{GOALS, identities, summaries},
    king_limit::{KingLimit, Streaks},
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

/// The tournament rules of the American Pool Checkers Association on three kings against one; and as above.
const POOL_DRAWS: DrawRules = DrawRules {
    endings: &[Ending {
        balance: Balance::LoneKing { pieces: [3, 3], kings: Kings::All, place: Place::Anywhere },
        moves: 13,
    }],
    ..FORTY_MOVE_DRAWS
};

/// Articles 18 and 21 of the official rules of Frisian draughts (2011). By the latter one king against one is a draw
/// unless a capture is possible or cannot be avoided, which two moves by each show.
///
/// They limit no other play with kings; some endings take long to win. A hundred moves are our own limit.
const FRISIAN_DRAWS: DrawRules = DrawRules {
    quiet_moves: 100,
    endings: &[
        Ending {
            balance: Balance::LoneKing { pieces: [2, 2], kings: Kings::All, place: Place::Anywhere },
            moves: 7,
        },
        Ending {
            balance: Balance::LoneKing { pieces: [1, 1], kings: Kings::All, place: Place::Anywhere },
            moves: 2,
        },
    ],
    bare_kings: BareKings::PlayedOn,
};

/// Goals that lidraughts has no number for.
const NO_GOAL_TYPES: [Option<u8>; GOALS - 1] = [None; GOALS - 1];
/// The protocol Hub has no other names than identities.
const NO_HUB_NAMES: [&[&str]; GOALS] = [&[]; GOALS];

const KING_WORTH_ONE_STEP: i32 = 150;
const KING_WORTH_FLYING: i32 = 300;
/// A king that has to land on the next square, by what two kings do against one: they win.
const KING_WORTH_NEXT_SQUARE: i32 = 250;
/// A Turkish king sweeps ranks and files, and is worth more than a diagonal one.
const KING_WORTH_TURKISH: i32 = 500;

const INTERNATIONAL: Description = Description {
    ids: identities!("international"),
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
    summaries: summaries!(
        "International draughts: 10×10, 20 men each, flying kings, the largest capture is compulsory"
    ),
    pdn_game_type: Some(20),
    pdn_goal_types: [Some(98), Some(96)],
    hub_names: [&["normal", "standard"], &["losing", "antidraughts"], &["bt", "breakthrough"]],
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
    capture_lines: CaptureLines::AsMoves,
    man_steps: Reach::Forward,
    man_captures: Reach::Everywhere,
    man_prey: Prey::Any,
    king: KingRange::Flying,
    king_landing: KingLanding::AnySquare,
    priority: Priority::Most,
    passing: Passing::StaysMan,
    removal: Removal::AtTheEnd,
    draws: HUNDRED_SQUARE_DRAWS,
    king_worth: KING_WORTH_FLYING,
    opening_tables: &tables::INTERNATIONAL,
};

const CANADIAN: Description = Description {
    ids: identities!("canadian"),
    aliases: &["canadian draughts", "canadian checkers", "12x12", "12x12 draughts"],
    summaries: summaries!(
        "Canadian draughts: 12×12, 30 men each, flying kings, the largest capture is compulsory"
    ),
    pdn_game_type: Some(27),
    pdn_goal_types: NO_GOAL_TYPES,
    hub_names: NO_HUB_NAMES,
    points_for_a_win: 2,
    rows: 12,
    men: 30,
    opening_tables: &[],
    ..INTERNATIONAL
};

const BRAZILIAN: Description = Description {
    ids: identities!("brazilian"),
    aliases: &["brazilian draughts", "brazilian checkers", "damas", "8x8", "8x8 draughts"],
    summaries: summaries!(
        "Brazilian draughts: 8×8, 12 men each, flying kings, the largest capture is compulsory"
    ),
    pdn_game_type: Some(26),
    pdn_goal_types: NO_GOAL_TYPES,
    hub_names: NO_HUB_NAMES,
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
    ids: identities!("russian"),
    aliases: &["russian draughts", "russian checkers", "shashki", "8x8", "8x8 draughts"],
    summaries: summaries!(
        "Russian draughts: 8×8, 12 men each, flying kings, any capture, men are crowned in passing"
    ),
    pdn_game_type: Some(25),
    points_for_a_win: 1,
    priority: Priority::Free,
    passing: Passing::BecomesKing,
    opening_tables: &tables::RUSSIAN,
    ..BRAZILIAN
};

const ENGLISH: Description = Description {
    ids: identities!("english"),
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
    summaries: summaries!(
        "English draughts (American checkers): 8×8, 12 men each, kings step, any capture, Black begins"
    ),
    pdn_game_type: Some(21),
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
    ids: identities!("italian"),
    aliases: &["italian draughts", "italian checkers", "dama", "dama italiana", "8x8", "8x8 draughts"],
    summaries: summaries!(
        "Italian draughts: 8×8, 12 men each, kings step and are safe from men, strict capture priorities"
    ),
    pdn_game_type: Some(22),
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
    ids: identities!("spanish"),
    aliases: &["spanish draughts", "spanish checkers", "damas", "damas espanolas", "8x8", "8x8 draughts"],
    summaries: summaries!(
        "Spanish draughts: 8×8, 12 men each, flying kings, most pieces and then most kings are captured"
    ),
    pdn_game_type: Some(24),
    points_for_a_win: 1,
    white_home: WhiteHome::LowNumbers,
    man_prey: Prey::Any,
    king: KingRange::Flying,
    priority: Priority::MostThenKings,
    king_worth: KING_WORTH_FLYING,
    ..ITALIAN
};

const TURKISH: Description = Description {
    ids: identities!("turkish"),
    aliases: &["turkish draughts", "turkish checkers", "dama", "turk damasi", "8x8", "8x8 draughts"],
    summaries: summaries!(
        "Turkish draughts: all 64 squares, 16 men each, straight lines, captured pieces leave at once"
    ),
    pdn_game_type: Some(30),
    pdn_goal_types: NO_GOAL_TYPES,
    hub_names: NO_HUB_NAMES,
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

/// American pool checkers, by the tournament rules of the American Pool Checkers Association:
/// <http://americanpoolcheckers.us/americanpoolcheckers/index.php/history/apca-tournament-rules-of-play>.
const POOL: Description = Description {
    ids: identities!("pool"),
    aliases: &[
        "pool checkers",
        "american pool",
        "american pool checkers",
        // The same rules on a board that is turned: <http://poolcheckers.com/jamaica/index.htm>.
        "jamaican draughts",
        "jamaican checkers",
        "8x8",
        "8x8 draughts",
    ],
    summaries: summaries!(
        "American pool checkers: 8×8, 12 men each, flying kings, any capture, Black begins"
    ),
    pdn_game_type: Some(23),
    pdn_square_one: PdnSquareOne::Last,
    points_for_a_win: 1,
    first: Colour::Black,
    notation: Notation::Numeric,
    priority: Priority::Free,
    draws: POOL_DRAWS,
    opening_tables: &[],
    ..BRAZILIAN
};

/// Portuguese draughts, by the rules of the Federação Portuguesa de Damas (Regras do jogo de damas clássicas): the board,
/// the numbers and the moves of Spanish draughts. It has the type of that.
pub(super) static PORTUGUESE: Description = Description {
    ids: identities!("portuguese"),
    aliases: &[
        "portuguese draughts",
        "portuguese checkers",
        "damas",
        "damas classicas",
        "8x8",
        "8x8 draughts",
    ],
    summaries: summaries!(
        "Portuguese draughts: 8×8, 12 men each, flying kings, most pieces and then most kings are captured"
    ),
    pdn_game_type: Some(28),
    ..SPANISH
};

/// Czech draughts, by the rules of the Česká federace dámy: <http://testapp.hrejsi.cz/dama/pravidla.htm>.
const CZECH: Description = Description {
    ids: identities!("czech"),
    aliases: &["czech draughts", "czech checkers", "ceska dama", "8x8", "8x8 draughts"],
    summaries: summaries!(
        "Czech draughts: 8×8, 12 men each, flying kings, any capture, by a king if one can"
    ),
    pdn_game_type: Some(29),
    man_captures: Reach::Forward,
    priority: Priority::ByKing,
    draws: FORTY_MOVE_DRAWS,
    opening_tables: &[],
    ..BRAZILIAN
};

/// Frisian draughts, by the official rules of 2011, which lidraughts has in `doc/variant/frisian`.
const FRISIAN: Description = Description {
    ids: identities!("frisian"),
    aliases: &["frisian draughts", "frisian checkers", "frysk dammen", "fries dammen"],
    summaries: summaries!(
        "Frisian draughts: 10×10, 20 men each, captures along ranks and files too, most worth"
    ),
    pdn_game_type: Some(40),
    pdn_goal_types: NO_GOAL_TYPES,
    hub_names: NO_HUB_NAMES,
    points_for_a_win: 1,
    capture_lines: CaptureLines::All,
    priority: Priority::WorthThenByKing,
    draws: FRISIAN_DRAWS,
    opening_tables: &[],
    ..INTERNATIONAL
};

/// Frisian draughts with five men, as lidraughts plays it. It has the type of that.
pub(super) static FRYSK: Description = Description {
    ids: identities!("frysk"),
    aliases: &["frysk!"],
    summaries: summaries!("Frysk!: Frisian draughts with 5 men each"),
    pdn_game_type: Some(97),
    hub_names: [&["frysk", "frysk!"], &[], &[]],
    men: 5,
    ..FRISIAN
};

/// German draughts, by the rules of spin.de (<https://regensburg.spin.de/help/4018>). It has no number in PDN.
const GERMAN: Description = Description {
    ids: identities!("german"),
    aliases: &["german draughts", "german checkers", "damespiel", "8x8", "8x8 draughts"],
    summaries: summaries!(
        "German draughts: 8×8, 12 men each, flying kings land right behind the captured piece, any capture"
    ),
    pdn_game_type: None,
    pdn_square_one: PdnSquareOne::AsInHub,
    first: Colour::Black,
    white_home: WhiteHome::LowNumbers,
    notation: Notation::Numeric,
    man_captures: Reach::Forward,
    king_landing: KingLanding::NextSquare,
    priority: Priority::Free,
    removal: Removal::AtOnce,
    draws: FORTY_MOVE_DRAWS,
    king_worth: KING_WORTH_NEXT_SQUARE,
    opening_tables: &[],
    ..BRAZILIAN
};

/// Thai draughts (mak hos), by the game's page at MindSports and the article of Wikipedia:
/// <http://mindsports.nl/index.php/on-the-evolution-of-draughts-variants/draughts-variants/500-thai>,
/// <https://en.wikipedia.org/wiki/Thai_draughts>. Sources differ on who begins; by PDN it is Black. It has the type of
/// German draughts, whose moves are the same.
pub(super) static THAI: Description = Description {
    ids: identities!("thai"),
    aliases: &["thai draughts", "thai checkers", "mak hos", "makhos", "8x8", "8x8 draughts"],
    summaries: summaries!(
        "Thai draughts: 8×8, 8 men each, flying kings land right behind the captured piece, any capture"
    ),
    pdn_game_type: Some(31),
    men: 8,
    ..GERMAN
};

macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident: $description:ident, $bits:ty, $limit:ty;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
            pub struct $name;

            impl Variant for $name {
                const DESCRIPTION: Description = $description;
                type Bits = $bits;
                type Limit = $limit;

                fn tablebase_index() -> Option<Box<dyn TablebaseIndex<DraughtsPosition<Self>>>> {
                    // Numbers tell the pieces, and not which king has to rest.
                    (!<$limit as KingLimit>::LIMITED).then(|| Box::new(DraughtsIndex::<Self>::new()) as _)
                }
            }
        )*
    };
}

variants! {
    /// 10×10.
    International: INTERNATIONAL, u64, ();
    /// 8×8 with free choice of capture and promotion in passing.
    Russian: RUSSIAN, u64, ();
    /// International rules on 8×8.
    Brazilian: BRAZILIAN, u64, ();
    /// American checkers.
    English: ENGLISH, u64, ();
    /// International rules on 12×12.
    Canadian: CANADIAN, u128, ();
    /// One-step kings that men cannot capture.
    Italian: ITALIAN, u64, ();
    /// Flying kings, men capture forward; Portuguese draughts too.
    Spanish: SPANISH, u64, ();
    /// Straight lines on all squares.
    Turkish: TURKISH, u64, ();
    /// International rules on 8×8 with free choice of capture.
    Pool: POOL, u64, ();
    /// Flying kings, men capture forward, kings capture first.
    Czech: CZECH, u64, ();
    /// Captures in eight directions, kings that have to rest; Frysk! too.
    Frisian: FRISIAN, u64, Streaks;
    /// Flying kings that land on the next square; Thai draughts too.
    German: GERMAN, u64, ();
}
