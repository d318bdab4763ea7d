// Draws pieces as SVG, in a square of 100 × 100 around the origin.

import { svg } from "./dom.js";

/** Outlines of chess pieces, drawn in 0 to 100; details are lines upon them. */
const CHESS = {
    p: {
        shape: "M50 17a13 13 0 0 1 8 23c5 3 5 8 3 9-2 13 6 22 12 27v9H27v-9c6-5 14-14 12-27-2-1-2-6 3-9a13 13 0 0 1 8-23z",
        detail: "M34 76h32",
    },
    r: {
        shape: "M26 16h11v8h8v-8h10v8h8v-8h11v19l-8 7v25l7 8v10H27V75l7-8V42l-8-7z",
        detail: "M34 42h32M34 67h32M30 76h40",
    },
    n: {
        shape: "M33 85c-2-18 14-24 16-36-4 5-9 7-13 6l-8 7c-5 3-11-1-10-7 7-11 11-21 20-29l3-12 9 9c22 6 29 32 26 62z",
        detail: "M35 76h38M62 38c5 9 7 18 6 30",
        eye: [40, 38],
    },
    b: {
        shape: "M50 9a6 6 0 0 1 4 10c12 8 17 20 11 32l-5 7 4 13c8 1 12 6 13 14H23c1-8 5-13 13-14l4-13-5-7c-6-12-1-24 11-32a6 6 0 0 1 4-10z",
        detail: "M50 28v16M42 36h16M39 58h22M36 71h28",
    },
    q: {
        shape: "M50 11a6 6 0 0 1 3 11l8 24 8-20a6 6 0 1 1 6 2l-1 25 10-14a6 6 0 1 1 5 4L77 69l3 16H20l3-16-12-26a6 6 0 1 1 5-4l10 14-1-25a6 6 0 1 1 6-2l8 20 8-24a6 6 0 0 1 3-11z",
        detail: "M23 69c16-6 38-6 54 0M22 77c18-5 38-5 56 0",
    },
    k: {
        shape: "M46 6h8v7h7v8h-7v8c12-7 32-2 31 15-1 12-9 17-11 25l3 16H23l3-16c-2-8-10-13-11-25-1-17 19-22 31-15v-8h-7v-8h7z",
        detail: "M26 69c14-5 34-5 48 0M25 77c16-5 34-5 50 0M50 34v29",
    },
};

/** The signs of chess pieces, outlines and filled ones. */
const SIGNS = {
    "♔": "k",
    "♚": "k",
    "♕": "q",
    "♛": "q",
    "♖": "r",
    "♜": "r",
    "♗": "b",
    "♝": "b",
    "♘": "n",
    "♞": "n",
    "♙": "p",
    "♟": "p",
};

const CROWN = "M-22 13l-5-25 14 11 13-20 13 20 14-11-5 25z";

/** Words for signs, for people who hear the board. */
const WORDS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** Returns what kind of thing a piece is: `man`, `king`, a letter of a chess piece, `stone` or `peg`. */
function kindOf(piece, surface) {
    if (surface === "holes") return "peg";
    if (surface === "points") return "stone";
    if ("○●".includes(piece.glyph)) return "man";
    // The crown of draughts has the sign of a queen, and the letter of its colour.
    if ("♕♛".includes(piece.glyph) && "wWbB".includes(piece.letter)) return "crowned";
    return SIGNS[piece.glyph] ?? "letter";
}

/** Returns the words for a piece, e.g. `white knight`. */
export function pieceName(piece, surface) {
    const kind = kindOf(piece, surface);
    const noun = WORDS[kind] ?? { crowned: "king", letter: piece.letter }[kind] ?? kind;
    return `${piece.ink} ${noun}`;
}

/** Returns a drawing of a piece. */
export function drawPiece(piece, surface) {
    const group = svg("g", { class: `piece ink-${piece.ink}` });
    const kind = kindOf(piece, surface);
    if (kind === "stone") {
        group.append(svg("circle", { r: 46, class: "stone" }));
    } else if (kind === "peg") {
        group.append(svg("circle", { r: 41, class: "peg" }), letter(piece.letter));
    } else if (kind === "man" || kind === "crowned") {
        group.append(
            svg("circle", { r: 40, cy: 4, class: "rim" }),
            svg("circle", { r: 40, class: "disc" }),
            svg("circle", { r: 29, class: "groove" }),
        );
        if (kind === "crowned") group.append(svg("path", { d: CROWN, class: "crown" }));
        else group.append(svg("circle", { r: 17, class: "groove" }));
    } else if (kind === "letter") {
        group.append(svg("circle", { r: 40, class: "disc" }), letter(piece.letter));
    } else {
        const { shape, detail, eye } = CHESS[kind];
        const turned = svg(
            "g",
            { transform: "translate(-50 -50)" },
            svg("path", { d: shape, class: "body" }),
            svg("path", { d: detail, class: "detail" }),
        );
        if (eye) turned.append(svg("circle", { cx: eye[0], cy: eye[1], r: 3, class: "eye" }));
        group.append(turned);
    }
    return group;
}

function letter(text) {
    return svg("text", { class: "letter", "text-anchor": "middle", y: 15 }, text);
}

/** Returns a small drawing of a piece by itself, for lists and buttons. */
export function pieceIcon(piece, surface) {
    return svg(
        "svg",
        { viewBox: "-50 -50 100 100", class: "piece-icon", "aria-hidden": "true" },
        drawPiece(piece, surface),
    );
}
