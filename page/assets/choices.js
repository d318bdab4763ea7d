// Moves that are no squares, and moves that only a question tells apart.

import { button, dialog, el } from "./dom.js";
import { pieceIcon } from "./pieces.js";

/** Words for moves that have no squares. */
const WORDS = { pass: "Pass", black: "Take Black", white: "Take White", "two-more": "Two more stones", draw: "Draw" };
const COLOURS = { B: "Black", W: "White" };
/** A letter and a number: a prediction, e.g. `B43`. */
const NUMBERED = /^([A-Z])(\d+)$/;
/** Where a prediction begins to be proposed: a game of middle length. */
const USUAL = 41;

/** What a person has to choose here, in one sentence; null where there is nothing but squares. */
export function question(others, legal) {
    if (others.length === 0) return null;
    if (others.some(({ text }) => NUMBERED.test(text)))
        return "Seal your prediction: who completes five, and at which move?";
    if (others.some(({ text }) => text === "black" || text === "white")) return "Choose your colour";
    return others.length === legal.length ? "No other move is possible" : null;
}

/** Returns what a person chooses with: a button for each move, and fields where the moves are numbered. */
export function choices(others, onMove) {
    const numbered = new Map();
    const plain = [];
    for (const move of others) {
        const found = move.text.match(NUMBERED);
        if (!found) plain.push(move);
        else numbered.set(found[1], [...(numbered.get(found[1]) ?? []), { number: Number(found[2]), move }]);
    }
    const buttons = plain.map((move) =>
        button(WORDS[move.text] ?? move.text, () => onMove(move), { "data-move": move.text }),
    );
    if (numbered.size === 0) return el("div", { class: "choices row wrap" }, buttons);
    return el("div", { class: "choices" }, prediction(numbered, plain, onMove));
}

function prediction(numbered, plain, onMove) {
    const kind = el(
        "select",
        { id: "prediction-kind" },
        [...numbered.keys()].map((letter) => el("option", { value: letter }, COLOURS[letter] ?? letter)),
        plain.map((move) => el("option", { value: move.text }, WORDS[move.text] ?? move.text)),
    );
    const number = el("input", { id: "prediction-number", type: "number", required: true });
    const box = el("div", { class: "field" }, el("label", { for: "prediction-number" }, "At move"), number);
    const change = () => {
        const list = numbered.get(kind.value);
        box.hidden = !list;
        number.disabled = !list;
        if (!list) return;
        const numbers = list.map((entry) => entry.number);
        number.min = Math.min(...numbers);
        number.max = Math.max(...numbers);
        number.step = numbers.length > 1 ? numbers[1] - numbers[0] : 1;
        number.value = numbers.find((n) => n >= USUAL) ?? numbers[0];
    };
    kind.addEventListener("change", change);
    change();
    const seal = (event) => {
        event.preventDefault();
        const list = numbered.get(kind.value);
        const move = list
            ? list.find((entry) => entry.number === Number(number.value))?.move
            : plain.find(({ text }) => text === kind.value);
        if (move) onMove(move);
    };
    return el(
        "form",
        { class: "prediction", onsubmit: seal },
        el("div", { class: "field" }, el("label", { for: "prediction-kind" }, "Five for"), kind),
        box,
        el("button", { type: "submit", class: "primary" }, "Seal"),
    );
}

/** Asks which of several moves is meant; resolves with it or `undefined`. */
export function ask(moves, position) {
    const mover = position.board.rows.flat().find((cell) => cell?.name === moves[0].path[0])?.piece;
    const samePath = moves.every((move) => move.path.join() === moves[0].path.join());
    const title = samePath ? "Promote to" : "Which way?";
    const letterOf = (move) => (samePath && mover ? move.text.match(/=?([QRBN])[+#]?$/i)?.[1].toUpperCase() : null);
    const sorted = [...moves].sort((a, b) => "QRBN".indexOf(letterOf(a)) - "QRBN".indexOf(letterOf(b)));
    return dialog(title, (close) =>
        el(
            "div",
            { class: "row wrap offers" },
            sorted.map((move) => {
                const letter = letterOf(move);
                const content = letter ? promoted(mover, letter, position) : wayText(move);
                const name = { Q: "queen", R: "rook", B: "bishop", N: "knight" }[letter];
                return button(content, () => close(move), {
                    "data-move": move.text,
                    "aria-label": name ? `${move.text}, ${name}` : null,
                });
            }),
        ),
    );
}

const SIGNS = { Q: "♕", R: "♖", B: "♗", N: "♘" };

function promoted(mover, letter, position) {
    return pieceIcon({ ...mover, glyph: SIGNS[letter], letter }, position.board.surface);
}

/** A move with its whole way, where the text has the ends only. */
function wayText(move) {
    const sign = move.captures?.length ? " × " : " – ";
    return move.path.length > 2 ? move.path.join(sign) : move.text;
}
