// Shows values: the bar beside the board, and the graph over a game.

import { el, percent, svg } from "./dom.js";

/**
 * Turns a value as the server gives it, from the side of the player at `seat`, into one that is the same for all:
 * `[first wins, draw, second wins]` for two players, a share for each seat for more.
 */
export function absolute(value, seat, players) {
    if (!value) return null;
    if (players === 2) return seat === 0 ? value : [...value].reverse();
    return value.map((_, index) => value[(index - seat + players) % players]);
}

/** The expected share of a seat, from 0 to 1, of an absolute value. */
export function shareOf(value, seat, players) {
    if (!value) return null;
    if (players > 2) return value[seat];
    return seat === 0 ? value[0] + value[1] / 2 : value[2] + value[1] / 2;
}

/** The colour of each seat: that of its pieces, else the one that its name says. */
export function seatInks(position) {
    const inks = position.seats.map((name, seat) => {
        const own = position.board?.rows.flat().find((cell) => cell?.piece?.player === seat);
        if (own) return own.piece.ink;
        const word = name.toLowerCase().split(/\W/)[0];
        return ["white", "black", "red", "orange", "yellow", "green", "blue", "purple"].includes(word) ? word : null;
    });
    return inks.map((ink, seat) => ink ?? (seat === 0 ? "black" : "white"));
}

/** Fills the bar: win, draw and loss of two players, or a part for each of more. */
export function showBar(host, value, position, inks) {
    host.replaceChildren();
    host.classList.toggle("unknown", !value);
    if (!value) {
        host.setAttribute("aria-label", "Evaluation: not known yet");
        return;
    }
    const { seats } = position;
    const two = position.players === 2;
    const parts = two
        ? [
              [value[0], `ink-${inks[0]}`, seats[0]],
              [value[1], "draw", "Draw"],
              [value[2], `ink-${inks[1]}`, seats[1]],
          ]
        : value.map((share, seat) => [share, `ink-${inks[seat]}`, seats[seat]]);
    for (const [share, kind] of parts) {
        const part = el("span", { class: `part ${kind}` });
        part.style.flexGrow = Math.max(share, 0.001);
        host.append(part);
    }
    const text = parts.map(([share, , name]) => `${name} ${percent(share)}`).join(", ");
    host.setAttribute("aria-label", `Evaluation: ${text}`);
    host.title = text;
}

/** What each square has of the shares of moves that end there: `shares` is `[{ text, share }]`. */
export function heatOf(shares, legal) {
    const paths = new Map(legal.map(({ text, path }) => [text, path]));
    const heat = new Map();
    for (const { text, share } of shares) {
        const square = paths.get(text)?.at(-1);
        if (square) heat.set(square, (heat.get(square) ?? 0) + share);
    }
    return heat;
}

/** A short text of a report for the player to move. */
export function valueText(report, position) {
    const name = position.seats[position.to_move];
    if (report.proof === "win") return `${name} wins for certain`;
    if (report.proof === "loss") return `${name} loses for certain`;
    if (report.proof === "draw") return "a certain draw";
    return typeof report.score === "number" ? `${name} ${percent(report.score)}` : "";
}

/** The points of a graph: for each of `plies` the shares of the seats of an absolute value, or null. */
export function graphPoints(plies, valueAt, { seats, players }) {
    return Array.from({ length: plies }, (_, ply) => {
        const value = valueAt(ply);
        return value && seats.map((_, seat) => shareOf(value, seat, players));
    });
}

const WIDTH = 600;
const HEIGHT = 160;

/**
 * Draws the graph of a game: `points` has for each ply the shares of the seats or null, `marks` what was wrong.
 * `onply(ply)` is called where it is touched.
 */
export function drawGraph({ points, players, inks, seats, ply, marks = [], onply }) {
    const last = Math.max(points.length - 1, 1);
    const x = (index) => 6 + (index * (WIDTH - 12)) / last;
    const y = (share) => 6 + (1 - share) * (HEIGHT - 12);
    const shown = players === 2 ? [0] : seats.map((_, seat) => seat);
    const graph = svg("svg", {
        class: "graph",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        preserveAspectRatio: "none",
        "aria-label": `Evaluation over ${points.length - 1} moves; the share of ${players === 2 ? seats[0] : "each player"}`,
    });
    graph.append(
        svg("rect", {
            width: WIDTH,
            height: HEIGHT,
            class: `under ink-${inks[players === 2 ? 1 : 0]} ${players === 2 ? "two" : ""}`,
        }),
    );
    for (const seat of shown) {
        const known = points.flatMap((shares, index) => (shares ? [[x(index), y(shares[seat])]] : []));
        if (known.length === 0) continue;
        const way = known.map((point) => point.map((n) => n.toFixed(1)).join(" ")).join("L");
        if (players === 2) {
            const area = `M${known[0][0].toFixed(1)} ${HEIGHT}L${way}L${known.at(-1)[0].toFixed(1)} ${HEIGHT}Z`;
            graph.append(svg("path", { d: area, class: `area ink-${inks[0]}` }));
        }
        graph.append(
            svg("path", { d: `M${way}`, class: players === 2 ? "curve" : `curve ink-${inks[seat]} seat-${seat}` }),
        );
    }
    graph.append(svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }));
    for (const { ply: at, kind } of marks) {
        const shares = points[at];
        if (shares) graph.append(svg("ellipse", { cx: x(at), cy: y(shares[0]), rx: 5, ry: 5, class: `mark ${kind}` }));
    }
    graph.append(svg("line", { x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT, class: "now" }));
    graph.addEventListener("click", (event) => {
        const box = graph.getBoundingClientRect();
        const share = (((event.clientX - box.left) / box.width) * WIDTH - 6) / (WIDTH - 12);
        onply?.(Math.min(last, Math.max(0, Math.round(share * last))));
    });
    return graph;
}
