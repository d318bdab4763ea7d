// The page on which a game is played.

import { gameOf, lastPosition, position as positionOf } from "./api.js";
import { writeAddress } from "./app.js";
import { Board } from "./board.js";
import { ask, choices, question } from "./choices.js";
import { Clock } from "./clock.js";
import { announce, button, calm, confirm, el, toast } from "./dom.js";
import { saveFile } from "./files.js";
import { homeTurn, turnStep } from "./geometry.js";
import { keep, MIDDLE, PlayedGame, saveGame, setting } from "./game.js";
import { isTyping, navigation, showMoves, stepFrom, stepOfKey } from "./moves.js";
import { Opponent } from "./opponent.js";
import { playerLines } from "./players.js";
import { typed } from "./select.js";
import { openSetup } from "./setup.js";
import { seatInks, showBar } from "./value.js";

/** Milliseconds that an answer is held back at least, so that it can be followed. */
const LEAST = 350;

/** What a table is when it has the page for itself; one of several boards has a frame of its own. */
const ALONE = {
    /** How many boards there are. */
    boards: 1,
    /** Whether its board is the one that is shown. */
    isOpen: () => true,
    /** Says something to screen readers. */
    announce: (_, text) => announce(text),
    /** Keeps the game after it has changed. */
    changed: ({ game }) => {
        const fragment = game.fragment();
        writeAddress(fragment);
        saveGame(fragment);
    },
};

/** Opens a game; returns what ends it. */
export async function openPlay(main, fragment) {
    const table = await openTable(main, PlayedGame.parse(fragment));
    return () => table.close();
}

/** Opens a game in an element; returns its table. */
export async function openTable(main, game, frame = ALONE) {
    if (!game) throw new Error("The address names no game.");
    const entry = await gameOf(game.game);
    if (!entry) throw new Error(`There is no game ${game.game}.`);
    const first = await positionOf(game.game, game.start, []);
    if (game.seats.length !== first.players) {
        game.seats = first.seats.map((_, seat) => game.seats[seat] ?? (seat === 0 ? "person" : MIDDLE));
    }
    if (!first.board)
        throw new Error(`There is no picture of this board; damier play ${game.game} plays it in the terminal.`);
    await lastPosition(game);
    const table = new Table(main, game, entry, frame);
    await table.begin(first);
    return table;
}

/** A game on the page: its state and everything that shows it. */
class Table {
    constructor(main, game, entry, frame) {
        this.frame = frame;
        this.main = main;
        this.game = game;
        this.entry = entry;
        this.values = new Map();
        /** Counts what happens, so that late answers are dropped. */
        this.turn = 0;
    }

    async begin(start) {
        this.start = start;
        this.opponent = new Opponent(start.players, !start.net);
        if (start.net && !start.over) this.opponent.prepare(this.game);
        if (!start.net) toast("No net comes with damier for these rules: it plays without one, and weakly.");
        this.ply = this.game.moves.length;
        const people = this.game.people();
        this.boardTurn = homeTurn(start.board, people.length ? people[0] : 0);
        if (this.game.clock) this.clock = new Clock(this.game.clock, start.players, this.game.left);
        this.build();
        document.title = `${this.entry.name} – damier`;
        this.keys = (event) => this.key(event);
        addEventListener("keydown", this.keys);
        this.ticking = setInterval(() => this.tick(), 200);
        await this.refresh();
    }

    close() {
        this.turn++;
        this.opponent.stop();
        clearInterval(this.ticking);
        removeEventListener("keydown", this.keys);
    }

    build() {
        const boardHost = el("div", { class: "board-host" });
        this.bar = el("div", { class: "bar", role: "img" });
        this.top = el("div", { class: "seat" });
        this.bottom = el("div", { class: "seat" });
        this.status = el("p", { class: "status", role: "status" });
        this.choiceHost = el("div", { class: "choice-host" });
        this.list = el("ol", { class: "moves", "aria-label": "Moves", tabindex: "0" });
        this.input = el("input", {
            type: "text",
            id: "typed",
            autocomplete: "off",
            autocapitalize: "off",
            spellcheck: "false",
            placeholder: "or type a move",
            "aria-label": "Type a move",
        });
        const typing = el(
            "form",
            {
                class: "typing",
                onsubmit: (event) => {
                    event.preventDefault();
                    this.type();
                },
            },
            this.input,
        );
        this.buttons = {
            hint: button("Hint", () => this.hint(), { "data-action": "hint" }),
            back: button("Take back", () => this.takeBack(), { "data-action": "back" }),
            draw: button("Offer draw", () => this.offerDraw(), { "data-action": "draw" }),
            resign: button("Resign", () => this.resign(), { "data-action": "resign" }),
            flip: button(this.start.board.surface === "holes" ? "Turn" : "Flip", () => this.flip(), {
                "data-action": "flip",
            }),
            fresh: button("New game", () => openSetup(this.entry, this.game, this.frame.boards), { "data-action": "new" }),
        };
        this.side = el(
            "aside",
            { class: "side", "aria-label": "Game" },
            this.status,
            this.choiceHost,
            this.list,
            navigation((step) => this.go(step)),
            typing,
            el(
                "div",
                { class: "actions" },
                Object.values(this.buttons),
                // A game of people goes to and fro by its link.
                this.game.people().length > 1 &&
                    button("Copy link", () => this.copyLink(), { "data-action": "link" }),
            ),
            this.more(),
        );
        this.main.replaceChildren(
            el("h1", { class: "heard" }, this.entry.name),
            el(
                "div",
                { class: "table" },
                el(
                    "div",
                    { class: "middle" },
                    this.top,
                    el("div", { class: "board-row" }, this.bar, boardHost),
                    this.bottom,
                ),
                this.side,
            ),
        );
        boardHost.classList.add(this.start.board.surface);
        this.board = new Board(boardHost, {
            onMove: (move) => this.play(move.text, move),
            onOffer: async (moves) => {
                const move = await ask(moves, this.shown);
                if (move) this.play(move.text, move);
            },
            onBlocked: (square) => this.blocked(square),
            onSelection: (selection) => this.selecting(selection),
            onGhost: (square) => {
                if (square) this.say("Tap again to place it there.");
            },
        });
        this.bar.hidden = !setting("bar", true);
    }

    more() {
        const check = (label, on, change) => {
            const box = el("input", { type: "checkbox", checked: on, onchange: () => change(box.checked) });
            return el("label", { class: "check" }, box, ` ${label}`);
        };
        const save = this.entry.formats.map((format) =>
            button(`Save ${format.toUpperCase()}`, () => saveFile(this.game, format), { "data-save": format }),
        );
        return el(
            "details",
            { class: "more" },
            el("summary", {}, "More"),
            check("Show the evaluation", setting("bar", true), (on) => {
                keep("bar", on);
                this.bar.hidden = !on;
                if (on) this.judge();
            }),
            check("Show coordinates", setting("labels", true), (on) => {
                keep("labels", on);
                document.documentElement.classList.toggle("no-labels", !on);
            }),
            check("Blindfold", this.game.blind, (on) => {
                this.game.blind = on;
                this.write();
                this.show();
            }),
            el(
                "div",
                { class: "row wrap" },
                button("Analyse", () => {
                    location.hash = this.game.fragment("analyse");
                }),
                button(
                    "Review",
                    () => {
                        location.hash = this.game.fragment("review");
                    },
                    { "data-action": "review" },
                ),
                this.game.people().length < 2 && button("Copy link", () => this.copyLink()),
                save,
            ),
        );
    }

    /**
     * The position after `ply` moves, without what others keep secret: from the only person, or from that one of
     * several who is to move.
     */
    at(ply) {
        return this.after(this.game.moves.slice(0, ply));
    }

    async after(before) {
        const { game, start } = this.game;
        const people = this.game.people();
        if (people.length === 0) return positionOf(game, start, before);
        if (people.length === 1) return positionOf(game, start, before, people[0]);
        const { to_move: seat } = await positionOf(game, start, before);
        return positionOf(game, start, before, people.includes(seat) ? seat : people[0]);
    }

    /** Shows the newest position and lets whoever is to move move. */
    async refresh(via = null) {
        const turn = ++this.turn;
        this.opponent.stop();
        this.now = await this.at(this.game.moves.length);
        if (turn !== this.turn) return;
        this.over = this.now.over !== null || this.game.end !== null;
        const person = this.game.isPerson(this.now.to_move);
        if (!this.over) {
            if (this.game.moves.length > 0 || !person) this.clock?.start(this.now.to_move);
            // The search runs while the board is drawn.
            if (!person) this.think(turn);
        }
        await this.show(via);
        if (turn !== this.turn) return;
        this.write();
        if (this.over) this.clock?.stop();
        else if (person) this.judge();
    }

    write() {
        if (this.clock)
            this.game.left =
                this.now.players === this.clock.left.length
                    ? this.clock.left.map((_, seat) => this.clock.remaining(seat))
                    : null;
        this.game.secret = this.now.played.flatMap(({ secret }, ply) => (secret ? [ply] : []));
        this.frame.changed(this);
    }

    /** Draws the position that is looked at. */
    async show(via = null) {
        const last = this.game.moves.length;
        const newest = this.ply >= last;
        if (newest) this.ply = last;
        const shown = newest ? this.now : await this.at(this.ply);
        this.shown = shown;
        const mine = newest && !this.over && this.game.isPerson(shown.to_move);
        this.inks = seatInks(shown);
        this.board.show(shown, {
            legal: mine ? shown.legal : [],
            via,
            turn: this.boardTurn,
            hidden: this.game.blind && !this.over,
            last: shown.played.at(-1)?.squares ?? [],
        });
        this.showSeats();
        showMoves(this.list, {
            played: this.now.played,
            players: this.now.players,
            ply: this.ply,
            onply: (ply) => this.goTo(ply),
        });
        this.showStatus(mine);
        this.choiceHost.replaceChildren();
        const { others } = this.board.selection;
        if (mine && others.length > 0) this.choiceHost.append(choices(others, (move) => this.play(move.text, move)));
        showBar(this.bar, this.nearestValue(), shown, this.inks);
        this.enable(mine);
    }

    nearestValue() {
        for (let ply = this.ply; ply >= 0; ply--) if (this.values.has(ply)) return this.values.get(ply);
        return null;
    }

    enable(mine) {
        const people = this.game.people();
        const { hint, back, draw, resign } = this.buttons;
        hint.disabled = !mine;
        back.disabled = this.lastOwn() === null;
        draw.disabled = this.over || this.now.players !== 2 || people.length === 0;
        // Among more than two a single player can neither end the game nor agree to it.
        draw.hidden = this.now.players !== 2;
        resign.hidden = this.now.players !== 2;
        resign.disabled = this.over || people.length === 0;
        this.input.disabled = !mine;
        for (const step of this.side.querySelectorAll("[data-step]")) {
            step.disabled = stepFrom(this.ply, this.game.moves.length, step.dataset.step) === this.ply;
        }
    }

    say(text) {
        this.status.replaceChildren(text);
    }

    showStatus(mine) {
        if (this.over) return this.showResult();
        const { seats, to_move: seat, legal } = this.now;
        if (this.ply < this.game.moves.length) {
            return this.status.replaceChildren(
                `After move ${this.ply}. `,
                button("Back to the game", () => this.goTo(this.game.moves.length), { class: "link" }),
            );
        }
        const several = this.game.people().length > 1;
        const asked = mine && question(this.board.selection.others, legal);
        const captures =
            mine &&
            legal.length > 0 &&
            legal.every((move) => move.captures?.length) &&
            this.now.board.surface === "squares";
        const text = !mine
            ? `${seats[seat]} thinks…`
            : several
              ? `${seats[seat]} to move`
              : `Your move, ${seats[seat]}`;
        this.say(
            asked ? `${several ? `${seats[seat]}: ` : ""}${asked}` : captures ? `${text}: you have to capture` : text,
        );
        this.status.classList.toggle("mine", mine);
        if (this.now.played.length === 0) this.status.append(el("small", { class: "hint" }, this.entry.summary));
        const played = this.now.played.at(-1);
        if (mine && this.game.blind && played)
            this.status.prepend(el("strong", { class: "announced" }, `${played.text} `));
    }

    /** What each seat has got of the point; null while the game goes on, or where nothing tells. */
    shares() {
        if (!this.over) return null;
        if (this.now.over) return this.now.over.shares;
        if (this.now.players !== 2) return null;
        const { kind, seat } = this.game.end;
        return [0, 1].map((own) => (kind === "agreed" ? 0.5 : own === seat ? 0 : 1));
    }

    resultText() {
        const { end } = this.game;
        if (this.now.over) return this.now.over.text;
        const { seats } = this.now;
        const winner = seats.length === 2 && end.seat !== null ? `${seats[1 - end.seat]} wins: ` : "";
        return (
            {
                resigned: `${winner}${seats[end.seat]} resigned.`,
                time: `${winner}${seats[end.seat]} ran out of time.`,
                agreed: "Draw by agreement.",
            }[end.kind] ?? "The game has ended."
        );
    }

    showResult() {
        const text = this.resultText();
        this.status.replaceChildren(
            el("strong", { class: "result" }, text),
            el(
                "span",
                { class: "row wrap" },
                this.frame.boards === 1 &&
                    button("Play again", () => this.restart(), { class: "primary", "data-action": "again" }),
                this.frame.boards === 1 &&
                    this.now.players === 2 &&
                    this.game.people().length === 1 &&
                    button("Swap sides", () => this.restart(true)),
                this.game.moves.length > 0 &&
                    button(
                        "What went wrong?",
                        () => {
                            location.hash = this.game.fragment("review");
                        },
                        { "data-action": "why" },
                    ),
            ),
        );
        if (this.said !== text) this.frame.announce(this, text);
        this.said = text;
    }

    showSeats() {
        const { players, to_move: turn } = this.shown;
        const lines = playerLines({
            start: this.start,
            shown: this.shown,
            seats: this.game.seats,
            inks: this.inks,
            clock: this.clock,
            running: this.over ? null : turn,
        });
        const low = players === 2 ? this.lowSeat() : null;
        this.top.replaceChildren(...lines.filter((_, seat) => seat !== low));
        this.bottom.replaceChildren(...lines.filter((_, seat) => seat === low));
    }

    /** Which of two players sits at the lower side. */
    lowSeat() {
        if (this.start.board.surface === "points") return this.game.people()[0] ?? 0;
        return homeTurn(this.start.board, 0) === this.boardTurn ? 0 : 1;
    }

    tick() {
        if (!this.clock || this.over) return;
        for (const place of this.main.querySelectorAll("[data-clock]")) {
            place.textContent = this.clock.text(Number(place.dataset.clock));
            place.classList.toggle("hurry", this.clock.remaining(Number(place.dataset.clock)) < 20_000);
        }
        const { seat } = this.clock;
        if (seat !== null && this.clock.remaining(seat) === 0) this.finish({ kind: "time", seat });
    }

    /** Makes a move of whoever is to move. */
    play(text, move = null) {
        if (this.over) return;
        this.clock?.stop(true);
        this.game.moves.push(text);
        this.ply = this.game.moves.length;
        return this.refresh(move);
    }

    selecting(selection) {
        if (!this.status || !this.now || this.over) return;
        if (selection.chosen.length > 1) this.say("Go on: choose where it jumps next.");
        else if (selection.chosen.length === 0 && this.walking) this.showStatus(this.board.interactive);
        this.walking = selection.chosen.length > 1;
    }

    blocked(square) {
        const cell = this.shown.board.rows.flat().find((one) => one?.name === square);
        if (cell?.piece?.player !== this.shown.to_move) return;
        const captures =
            this.shown.legal.some((move) => move.captures?.length) && this.shown.board.surface === "squares";
        this.say(captures ? "That piece cannot move: another one has to capture." : "That piece cannot move now.");
        for (const origin of this.board.selection.origins()) this.pulse(origin);
    }

    pulse(square) {
        const cell = this.board.cells.get(square);
        cell?.classList.add("pulse");
        setTimeout(() => cell?.classList.remove("pulse"), 1200);
    }

    type() {
        const text = this.input.value;
        const found = typed(text, this.shown.legal);
        if (found.length === 1) {
            this.input.value = "";
            this.play(found[0].text, found[0]);
        } else if (found.length > 1) {
            ask(found, this.shown).then((move) => {
                this.input.value = "";
                if (move) this.play(move.text, move);
            });
        } else if (text.trim()) {
            const some = this.shown.legal
                .slice(0, 3)
                .map((move) => move.text)
                .join(", ");
            toast(
                `${text} is not a legal move here; possible are ${some}${this.shown.legal.length > 3 ? ", …" : ""}`,
                "error",
            );
        }
    }

    /** Lets the program move. */
    async think(turn) {
        const seat = this.now.to_move;
        const millis = Math.round(this.clock ? this.clock.budget(seat) : 1000 * this.game.time);
        const began = performance.now();
        const ply = this.game.moves.length;
        const onEvent = (name, data) => {
            if (turn !== this.turn) return;
            if (name === "queued") this.say(`Waiting for a free search: place ${data.place}`);
            // The position after the likely answer is asked for while the search goes on.
            if (name === "report" && data.best) this.after([...this.game.moves, data.best]).catch(() => {});
        };
        let found;
        try {
            found = await this.opponent.move(this.game, seat, millis, onEvent);
        } catch (error) {
            if (error.name === "AbortError" || turn !== this.turn) return;
            this.status.replaceChildren(
                `damier could not move: ${error.message} `,
                button("Try again", () => this.refresh(), { class: "link" }),
            );
            return;
        }
        const wait = calm() ? 0 : LEAST - (performance.now() - began);
        if (wait > 0)
            await new Promise((resolve) => {
                setTimeout(resolve, wait);
            });
        if (turn !== this.turn) return;
        if (found.value) this.values.set(ply, found.value);
        const move = this.now.legal.find(({ text }) => text === found.best);
        // A prediction is secret until both have made theirs.
        this.frame.announce(this, `${this.now.seats[seat]} ${move?.path.length ? `plays ${found.best}` : "has chosen"}`);
        await this.play(found.best, move?.path.length ? move : null);
    }

    /** Asks for the value of a position in which a person thinks. */
    async judge() {
        const ply = this.game.moves.length;
        if (this.bar.hidden || this.over || this.values.has(ply)) return;
        const turn = this.turn;
        try {
            const value = await this.opponent.judge(this.game, this.now.to_move);
            if (turn !== this.turn || !value) return;
            this.values.set(ply, value);
            showBar(this.bar, this.nearestValue(), this.shown, this.inks);
        } catch {
            // The bar keeps what the search has found.
        }
    }

    async hint() {
        const turn = this.turn;
        this.buttons.hint.disabled = true;
        this.say("Looking for a good move…");
        try {
            const { best } = await this.opponent.hint(this.game, this.now.to_move);
            if (turn !== this.turn) return;
            const move = this.now.legal.find(({ text }) => text === best);
            this.board.setArrows([{ path: move?.path, kind: "hint" }]);
            this.say(`Hint: ${best}`);
        } finally {
            if (turn === this.turn) this.buttons.hint.disabled = false;
        }
    }

    /** The number of moves before the last own one; null where there is none. */
    lastOwn() {
        const played = this.now?.played ?? [];
        for (let ply = played.length - 1; ply >= 0; ply--) if (this.game.isPerson(played[ply].seat)) return ply;
        return null;
    }

    takeBack() {
        const ply = this.lastOwn();
        if (ply === null) return;
        this.game.moves.length = ply;
        this.game.end = null;
        this.ply = ply;
        this.refresh();
    }

    async offerDraw() {
        const [asker] = this.game.people();
        const engine = this.game.seats.findIndex((who) => who !== "person");
        if (engine < 0) {
            if (await confirm("Draw?", "Do both of you agree to a draw?", "Agree"))
                this.finish({ kind: "agreed", seat: null });
            return;
        }
        const reason = await this.opponent.declines(this.game, this.now.to_move, engine);
        if (reason) toast(`damier declines: ${reason}.`);
        else this.finish({ kind: "agreed", seat: asker });
    }

    async resign() {
        const people = this.game.people();
        const seat = people.includes(this.now.to_move) ? this.now.to_move : people[0];
        const who = people.length > 1 ? this.now.seats[seat] : "You";
        if (await confirm("Resign?", `${who} will have lost this game.`, "Resign", "Play on"))
            this.finish({ kind: "resigned", seat });
    }

    finish(end) {
        if (this.over) return;
        this.game.end = end;
        this.ply = this.game.moves.length;
        this.clock?.stop();
        this.refresh();
    }

    restart(swapped = false) {
        const seats = swapped ? [...this.game.seats].reverse() : this.game.seats;
        location.hash = this.game.with({ seats, moves: [], end: null, left: null }).fragment();
    }

    flip() {
        this.boardTurn = (this.boardTurn + turnStep(this.start.board)) % 360;
        this.show();
    }

    go(step) {
        this.goTo(stepFrom(this.ply, this.game.moves.length, step));
    }

    async goTo(ply) {
        if (ply === this.ply) return;
        const forward = ply === this.ply + 1 ? this.shown : null;
        this.ply = ply;
        const via = forward?.legal.find(({ text }) => text === this.game.moves[ply - 1]);
        await this.show(via?.path.length ? via : null);
    }

    key(event) {
        if (isTyping(event) || !this.frame.isOpen(this)) return;
        const step = stepOfKey(event);
        if (step) {
            this.go(step);
        } else if (/^[a-z0-9]$/i.test(event.key) && !this.input.disabled && event.target === document.body) {
            this.input.focus();
        }
    }

    async copyLink() {
        try {
            await navigator.clipboard.writeText(location.href);
            const sealed = this.game.secret.length > 0;
            toast(
                `Link copied. It holds the whole game: whoever opens it moves on, and sends back a link of their own.${
                    sealed ? " What was sealed stands in it in code." : ""
                }`,
            );
        } catch {
            toast("The browser does not let the page copy; copy the address instead.", "error");
        }
    }
}
