//! Published openings. Every file tells its source.

use crate::opening_table::OpeningTable;

pub(super) const INTERNATIONAL: [OpeningTable; 2] = [
    OpeningTable {
        name: "two-move",
        summary: "79 of the 81 lines of one move each",
        text: include_str!("tables/international-two-move.txt"),
    },
    OpeningTable {
        name: "three-move",
        summary: "331 different positions after three plies",
        text: include_str!("tables/international-three-move.txt"),
    },
];

pub(super) const RUSSIAN: [OpeningTable; 2] = [
    OpeningTable {
        name: "drawing-table",
        summary: "745 openings, some with men displaced",
        text: include_str!("tables/russian-drawing.txt"),
    },
    BASIC,
];

pub(super) const BRAZILIAN: [OpeningTable; 2] = [
    OpeningTable {
        name: "drawing-table",
        summary: "736 openings, some with men displaced",
        text: include_str!("tables/brazilian-drawing.txt"),
    },
    BASIC,
];

const BASIC: OpeningTable = OpeningTable {
    name: "basic",
    summary: "the 150 basic positions of 64-square draughts",
    text: include_str!("tables/basic-150.txt"),
};

pub(super) const ENGLISH: [OpeningTable; 3] = [
    OpeningTable {
        name: "two-move",
        summary: "the 43 of 49 two-move ballots that are played",
        text: include_str!("tables/english-two-move.txt"),
    },
    OpeningTable {
        name: "three-move",
        summary: "the 157 of 174 three-move ballots that are played",
        text: include_str!("tables/english-three-move.txt"),
    },
    OpeningTable {
        name: "four-move",
        summary: "542 four-move ballots that are thought to be drawn",
        text: include_str!("tables/english-four-move.txt"),
    },
];
