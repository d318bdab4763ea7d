// The tree of a search, opened move by move, while the search runs and after it.

import { call } from "./api.js";
import { button, el, percent, renew } from "./dom.js";

/** Moves of a node that are shown, those that were looked at most. */
const MOST = 12;
/** Nodes that may be open; of further ones the first are closed. */
const MOST_OPEN = 20;

/** The tree of a position in an element. `show(line)` puts a line on the board. */
export class SearchTree {
    constructor(host, show) {
        this.host = host;
        this.show = show;
        /** Counts the updates, so that late answers are dropped. */
        this.turn = 0;
        this.clear();
    }

    /** Closes all nodes, for another position. */
    clear() {
        this.open = new Set();
        this.body = null;
        this.host.replaceChildren();
    }

    /** Shows the tree of `body`, which names the game that is searched. Returns false where there is none. */
    async update(body) {
        this.body = body;
        const turn = ++this.turn;
        const list = await this.list([]);
        if (list && turn === this.turn && body === this.body) renew(this.host, list);
        return list !== null;
    }

    /** The same from time to time: does nothing while an answer is waited for. */
    async follow(body) {
        if (this.busy) return;
        this.busy = true;
        try {
            await this.update(body);
        } finally {
            this.busy = false;
        }
    }

    /** The moves behind a line, with those of the nodes that are open; null where the tree does not go so far. */
    async list(line) {
        const { moves } = await call("tree", { ...this.body, line });
        if (!moves) return null;
        const shown = [...moves].sort((a, b) => b.visits - a.visits || b.prior - a.prior).slice(0, MOST);
        if (shown.length === 0) return el("p", { class: "hint" }, "The tree ends here.");
        const rest = moves.length - shown.length;
        const items = await Promise.all(shown.map((move) => this.branch(line, move)));
        return el("ul", { class: "tree" }, items, rest > 0 && el("li", { class: "hint" }, `and ${rest} more`));
    }

    async branch(line, move) {
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
        const own = [...line, move.text];
        const key = own.join(" ");
        // A move that was looked at once has nothing behind it.
        if (move.visits < 2) return el("li", { "data-key": key }, el("div", { class: "leaf" }, text));
        const isOpen = this.open.has(key);
        const details = el(
            "details",
            { "data-line": key, open: isOpen, ontoggle: (event) => this.toggled(key, event.currentTarget.open) },
            el("summary", {}, text),
            isOpen && button("Show on the board", () => this.show(own), { class: "link" }),
            isOpen && ((await this.list(own)) ?? el("p", { class: "hint" }, "The tree ends here.")),
        );
        return el("li", { "data-key": key }, details);
    }

    toggled(key, isOpen) {
        if (isOpen === this.open.has(key)) return;
        if (!isOpen) return this.open.delete(key);
        this.open.add(key);
        if (this.open.size > MOST_OPEN) this.open.delete(this.open.values().next().value);
        return this.update(this.body);
    }
}
