// Several games at once: one person on many boards, each with its own opponent.

import { writeAddress } from "./app.js";
import { Miniature } from "./board.js";
import { announce, button, calm, el, number, renew, table as tableOf } from "./dom.js";
import { boardsFragment, keep, readBoards, saveGame, setting } from "./game.js";
import { isTyping } from "./moves.js";
import { openTable } from "./play.js";

/** Milliseconds that an own move is seen before the next board comes. */
const LOOK = 600;

/** Opens several games; returns what ends them. */
export async function openSimul(main, fragment) {
    const { games, at } = readBoards(fragment);
    if (games.length === 0) throw new Error("The address names no games.");
    const simul = new Simul(main, games);
    await simul.begin(at);
    return () => simul.close();
}

/** Boards of one person: one is open, and the others are small. */
class Simul {
    constructor(main, games) {
        this.main = main;
        this.games = games;
        this.boards = games.length;
        this.tables = [];
        this.current = null;
    }

    async begin(at) {
        // Each board lies in an element of its own, and that of the open one is in the page.
        this.places = this.games.map(() => el("div", { class: "place" }));
        this.build();
        const opened = this.places.map((place, index) => openTable(place, this.games[index], this));
        const tables = await Promise.allSettled(opened);
        this.tables = tables.flatMap(({ value }) => value ?? []);
        const failed = tables.find(({ reason }) => reason);
        if (failed) {
            this.close();
            throw failed.reason;
        }
        this.name = this.tables[0].entry.name;
        this.keys = (event) => this.key(event);
        addEventListener("keydown", this.keys);
        this.show();
        await this.openBoard(at);
    }

    close() {
        this.isClosed = true;
        clearTimeout(this.leaving);
        removeEventListener("keydown", this.keys);
        for (const table of this.tables) table.close();
    }

    build() {
        this.heading = el("h1", {});
        this.score = el("p", { class: "score-line", role: "status" });
        this.strip = el("ol", { class: "boards", "aria-label": "Boards" });
        this.minis = this.games.map(() => {
            const host = el("span", { class: "miniature", "aria-hidden": "true" });
            return { host, picture: new Miniature(host) };
        });
        this.result = el("div", { class: "simul-result" });
        this.host = el("div", {});
        const auto = el("input", {
            type: "checkbox",
            checked: setting("onward", true),
            onchange: () => keep("onward", auto.checked),
        });
        this.auto = auto;
        this.onward = button("Next board", () => this.next(1), {
            "data-action": "next",
            "aria-keyshortcuts": "PageDown",
            title: "Page Down; the board before by Page Up",
        });
        this.main.replaceChildren(
            el(
                "div",
                { class: "row wrap simul-head" },
                this.heading,
                this.score,
                this.onward,
                el("label", { class: "check" }, auto, " Go on after each move"),
            ),
            this.strip,
            this.result,
            this.host,
        );
    }

    // What a table asks of the page that it is a part of.

    isOpen(table) {
        return table === this.tables[this.current];
    }

    announce(table, text) {
        if (this.tables.length < this.boards) return;
        announce(this.isOpen(table) ? text : `Board ${this.tables.indexOf(table) + 1}: ${text}`);
    }

    changed(table) {
        if (this.tables.length < this.boards || this.isClosed) return;
        this.show();
        this.write();
        if (!this.auto.checked) return;
        const open = this.tables[this.current];
        if (open.over || this.isMine(open) || open.ply < open.game.moves.length) return;
        if (this.isOpen(table)) {
            // The move was made here: it is seen for a moment, and the game goes on at another board.
            const from = this.current;
            clearTimeout(this.leaving);
            const go = () => from === this.current && open.board.selection.chosen.length === 0 && this.next(1, true);
            this.leaving = setTimeout(go, calm() ? 0 : LOOK);
        } else if (this.isMine(table)) {
            this.next(1, true);
        }
    }

    write() {
        const fragment = boardsFragment(
            this.tables.map(({ game }) => game),
            this.current,
        );
        writeAddress(fragment);
        saveGame(fragment);
    }

    /** Whether a person is to move there. */
    isMine(table) {
        return !table.over && table.game.isPerson(table.now.to_move);
    }

    /** Opens the next board on which it is the person's turn, or else the next one, unless `only` such a one is wanted. */
    next(step, only = false) {
        const order = this.tables.map((_, index) => (this.current + step * (index + 1) + this.boards ** 2) % this.boards);
        const others = order.filter((index) => index !== this.current);
        const mine = others.find((index) => this.isMine(this.tables[index]));
        const going = others.find((index) => !this.tables[index].over);
        const next = mine ?? (only ? undefined : (going ?? others[0]));
        if (next !== undefined) this.openBoard(next);
    }

    async openBoard(index) {
        clearTimeout(this.leaving);
        const hadFocus = this.host.contains(document.activeElement);
        const wasTyping = hadFocus && document.activeElement.matches("input");
        this.current = index;
        const table = this.tables[index];
        this.host.replaceChildren(this.places[index]);
        document.title = `${this.name}, board ${index + 1} – damier`;
        this.show();
        this.write();
        this.strip.children[index].scrollIntoView({ block: "nearest", inline: "nearest" });
        await table.show();
        if (this.current !== index) return;
        if (wasTyping && !table.input.disabled) table.input.focus();
        else if (hadFocus) table.board.root.querySelector(".cell[tabindex='0']")?.focus();
        announce(`Board ${index + 1} of ${this.boards}. ${table.status.innerText}`);
    }

    /** Draws the small boards, the score, and the results once all games are over. */
    show() {
        const { tables } = this;
        this.heading.textContent = `${this.name}: board ${(this.current ?? 0) + 1} of ${this.boards}`;
        renew(
            this.strip,
            tables.map((table, index) => this.item(table, index)),
        );
        for (const [index, table] of tables.entries()) {
            this.minis[index].picture.show(table.now, {
                turn: table.boardTurn,
                hidden: table.game.blind && !table.over,
                last: table.now.played.at(-1)?.squares ?? [],
            });
        }
        const over = tables.filter((table) => table.over);
        const points = tables.map((table) => this.points(table));
        const sum = points.reduce((all, own) => all + (own ?? 0), 0);
        this.score.textContent = over.length > 0 ? `You have ${pointsText(sum)} of ${over.length}` : "No game is over yet";
        this.onward.disabled = this.boards < 2;
        this.showResult(over.length === this.boards, points, sum);
    }

    item(table, index) {
        const mine = this.isMine(table);
        const state = table.over ? this.verdict(table) : mine ? "Your move" : "damier thinks";
        return el(
            "li",
            {},
            button(
                [el("span", { class: "mini-place" }, this.minis[index].host), el("span", {}, `${index + 1}. ${state}`)],
                () => this.openBoard(index),
                {
                    class: `mini ${mine ? "mine" : ""} ${table.over ? "over" : ""}`,
                    "data-board": index + 1,
                    "aria-label": `Board ${index + 1}: ${state}, ${table.game.moves.length} moves`,
                    "aria-current": index === this.current ? "true" : null,
                },
            ),
        );
    }

    /** What the person has got at a board; null where that is not told. */
    points(table) {
        const shares = table.shares();
        const people = table.game.people();
        return shares && people.length > 0 ? people.reduce((sum, seat) => sum + shares[seat], 0) : null;
    }

    verdict(table) {
        const points = this.points(table);
        return points === null ? "Over" : points >= 1 ? "Won" : points <= 0 ? "Lost" : "Draw";
    }

    showResult(isOver, points, sum) {
        if (!isOver) return this.result.replaceChildren();
        if (this.result.children.length > 0) return;
        const rows = this.tables.map((table, index) => [
            String(index + 1),
            table.game
                .people()
                .map((seat) => table.now.seats[seat])
                .join(", "),
            String(table.game.moves.length),
            table.resultText(),
            points[index] === null ? "–" : pointsText(points[index]),
        ]);
        this.result.replaceChildren(
            el(
                "div",
                { class: "panel wide" },
                el("h2", {}, `All games are over: ${pointsText(sum)} of ${this.boards}`),
                tableOf(["Board", "You", "Moves", "Result", "Points"], rows, "Results of all boards"),
                el(
                    "div",
                    { class: "row wrap" },
                    button("Play again", () => this.again(), { class: "primary", "data-action": "again" }),
                ),
            ),
        );
        announce(`All games are over. You have ${pointsText(sum)} of ${this.boards}.`);
    }

    again() {
        const games = this.games.map((game) => game.with({ moves: [], end: null, left: null, seed: null, secret: [] }));
        location.hash = boardsFragment(games, 0);
    }

    key(event) {
        const step = { PageDown: 1, PageUp: -1 }[event.key];
        const onBoard = event.target.closest?.("[role=gridcell]");
        if (!step || (isTyping(event) && !onBoard && event.target !== this.tables[this.current].input)) return;
        event.preventDefault();
        this.next(step);
    }
}

function pointsText(points) {
    return number(points, Number.isInteger(points) ? 0 : 1);
}
