// The tree of a search, opened move by move.

import { call } from "./api.js";
import { button, el, percent } from "./dom.js";

/** Moves of a node that are shown, those that were looked at most. */
const MOST = 12;

/**
 * Returns the moves behind a line as a list in which each can be opened. `body` names the game that was searched,
 * `show(line)` puts a line on the board. Returns null where the position was not searched, or is searched still.
 */
export async function treeOf(body, line, show) {
    const { moves } = await call("tree", { ...body, line });
    if (!moves) return null;
    const shown = [...moves].sort((a, b) => b.visits - a.visits || b.prior - a.prior).slice(0, MOST);
    if (shown.length === 0) return el("p", { class: "hint" }, "The tree ends here.");
    const rest = moves.length - shown.length;
    return el(
        "ul",
        { class: "tree" },
        shown.map((move) => el("li", {}, branch(body, line, move, show))),
        rest > 0 && el("li", { class: "hint" }, `and ${rest} more`),
    );
}

function branch(body, line, move, show) {
    const facts = [
        move.visits.toLocaleString("en"),
        percent(move.prior),
        move.value === null ? "–" : percent(move.value),
        move.proof ?? (move.table && `table: ${move.table}`) ?? "",
    ];
    const names = ["visits", "prior", "value", ""];
    const cells = facts.map((fact, index) =>
        el("span", { class: "fact" }, fact, el("span", { class: "heard" }, ` ${names[index]}`)),
    );
    const text = [el("strong", {}, move.text), ...cells];
    // A move that was looked at once has nothing behind it.
    if (move.visits < 2) return el("div", { class: "leaf" }, text);
    const own = [...line, move.text];
    const details = el("details", { "data-line": own.join(" ") }, el("summary", {}, text));
    details.addEventListener("toggle", async () => {
        if (!details.open || details.children.length > 1) return;
        details.append(button("Show on the board", () => show(own), { class: "link" }));
        try {
            details.append((await treeOf(body, own, show)) ?? el("p", { class: "hint" }, "The tree ends here."));
        } catch (error) {
            details.append(el("p", { class: "problem" }, error.message));
        }
    });
    return details;
}
