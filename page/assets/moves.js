// The list of moves, and the buttons that go through it.

import { button, el, renew, svg } from "./dom.js";

/** The class of a mark, e.g. `??` is a blunder. */
export function markKind(marks) {
    const kinds = [
        ["??", "blunder"],
        ["?!", "dubious"],
        ["!?", "interesting"],
        ["!!", "brilliant"],
        ["?", "mistake"],
        ["!", "good"],
        ["*", "good"],
    ];
    return kinds.find(([sign]) => marks?.includes(sign))?.[1] ?? null;
}

/** Fills the list of moves. `marks` has signs by ply; `onply` is called with the number of moves before the place. */
export function showMoves(host, { played, players, ply, marks = new Map(), onply }) {
    const rows = [];
    for (const [index, move] of played.entries()) {
        const row = rows.at(-1);
        const fits = row && move.seat > row.last && players === 2;
        if (!fits && (players === 2 || !row || move.seat <= row.last)) rows.push({ cells: new Map(), last: -1 });
        rows.at(-1).cells.set(move.seat, { move, index });
        rows.at(-1).last = move.seat;
    }
    const cell = ({ move, index }) => {
        const sign = marks.get(index);
        const text = move.sealed ? "sealed" : move.text;
        const kind = markKind(sign);
        return button(sign ? `${text} ${sign.join("")}` : text, () => onply(index + 1), {
            class: `ply ${kind ?? ""}`,
            "data-ply": index + 1,
            "aria-current": index + 1 === ply ? "true" : null,
        });
    };
    const items = rows.map(({ cells }, number) => {
        const list =
            players === 2
                ? [0, 1].map((seat) =>
                      cells.has(seat)
                          ? cell(cells.get(seat))
                          : el("span", { class: "ply none" }, cells.has(1) ? "…" : ""),
                  )
                : [...cells.values()].map(cell);
        return el(
            "li",
            { class: players === 2 ? "pair" : "round" },
            el("span", { class: "number" }, `${number + 1}.`),
            list,
        );
    });
    renew(host, rows.length === 0 ? el("li", { class: "none" }, "No moves yet") : items);
    const current = host.querySelector("[aria-current]");
    if (current) host.scrollTop = current.offsetTop - host.clientHeight / 2;
    else host.scrollTop = 0;
}

/** Returns the buttons that go to the start, back, on, and to the end. */
export function navigation(go) {
    const make = (label, step) =>
        button(icon(step), () => go(step), { class: "nav", "aria-label": label, title: label, "data-step": step });
    return el(
        "div",
        { class: "navigation", role: "group", "aria-label": "Go through the moves" },
        make("First position", "first"),
        make("One move back", "back"),
        make("One move on", "on"),
        make("Last position", "last"),
    );
}

const ICONS = {
    first: "M4 4v16M20 4L8 12l12 8z",
    back: "M17 4L6 12l11 8z",
    on: "M7 4l11 8-11 8z",
    last: "M20 4v16M4 4l12 8-12 8z",
};

function icon(step) {
    return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[step] }));
}

/** The place that a step leads to. */
export function stepFrom(ply, end, step) {
    return { first: 0, back: Math.max(0, ply - 1), on: Math.min(end, ply + 1), last: end }[step];
}

/** The step that a key press asks for, if any; the browser does nothing else with it then. */
export function stepOfKey(event) {
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!step || isTyping(event)) return null;
    event.preventDefault();
    return step;
}

/** Calls `go` with each step that keys ask for; returns what ends it. */
export function stepByKeys(go) {
    const press = (event) => {
        const step = stepOfKey(event);
        if (step) go(step);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
}

/** Whether a key press belongs to a field or a square and not to the page. */
export function isTyping(event) {
    return (
        event.target.closest?.("input, textarea, select, dialog, [role=gridcell]") !== null ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
    );
}
