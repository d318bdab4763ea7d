// The lines beside the board that say who plays, what was captured, and the time.

import { el } from "./dom.js";
import { captured } from "./geometry.js";
import { seatText } from "./game.js";
import { pieceIcon } from "./pieces.js";

/**
 * Returns a line for each seat. `start` and `shown` are positions, `seats` says who sits where, `running` is the seat
 * to move or null.
 */
export function playerLines({ start, shown, seats, inks, clock, running }) {
    const gone = captured(start.board, shown.board);
    const many = shown.players > 2;
    const alone = seats.filter((who) => who === "person").length === 1;
    return shown.seats.map((name, seat) => {
        const who = seats[seat];
        const lost = gone.filter(({ piece }) => piece.player === seat);
        return el(
            "div",
            { class: `player ${seat === running ? "turn" : ""}`, "data-seat": seat },
            el("span", { class: `swatch ink-${inks[seat]}` }, many ? name[0] : ""),
            el(
                "span",
                { class: "who" },
                el("strong", {}, name),
                who === "person" && !alone ? "" : ` ${seatText(who, many)}`,
            ),
            lost.length > 0 && lostPieces(lost, shown.board.surface),
            clock && el("span", { class: "time", "data-clock": seat }, clock.text(seat)),
        );
    });
}

function lostPieces(lost, surface) {
    const text = lost.map(({ piece, count }) => `${count} ${piece.letter}`).join(", ");
    return el(
        "span",
        { class: "lost", "aria-label": `lost: ${text}`, role: "img" },
        lost.flatMap(({ piece, count }) => [pieceIcon(piece, surface), count > 1 ? el("small", {}, `×${count}`) : ""]),
    );
}
