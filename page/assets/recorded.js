// A game of self-play as it was played: at every move what the search thought.

import { call, gameOf, lastPosition, position as positionOf } from "./api.js";
import { writeAddress } from "./app.js";
import { Board } from "./board.js";
import { button, el, number, percent, table } from "./dom.js";
import { homeTurn, turnStep } from "./geometry.js";
import { PlayedGame } from "./game.js";
import { navigation, showMoves, stepByKeys, stepFrom } from "./moves.js";
import { address, resource, trail } from "./runs.js";
import { absolute, drawGraph, graphPoints, heatOf, seatInks, shareOf, showBar } from "./value.js";

/** Moves of the policy that are listed. */
const LISTED = 6;

/** Opens a game: `place` counts in its generation from 0, `ply` are the moves that are shown. */
export async function openRecorded(main, { name, generation, place, ply }) {
    const record = await call(resource(name, "games", generation, place));
    const page = new Recorded(main, name, record);
    await page.begin(ply);
    return () => page.close();
}

class Recorded {
    constructor(main, name, record) {
        Object.assign(this, { main, name, record });
        this.game = new PlayedGame({ game: record.game, start: record.start, moves: record.moves });
    }

    async begin(ply) {
        const { game, start, moves } = this.game;
        this.end = await lastPosition(this.game);
        this.first = await positionOf(game, start, []);
        this.ply = Math.min(ply, moves.length);
        this.inks = seatInks(this.end);
        this.turn = this.first.board ? homeTurn(this.first.board, 0) : 0;
        this.entry = await gameOf(game);
        document.title = `Game ${this.record.index + 1} of ${this.name} – damier`;
        this.build();
        this.endKeys = stepByKeys((step) => this.step(step));
        await this.show();
    }

    close() {
        this.endKeys();
    }

    build() {
        const { generation, place, all, index, result, ending } = this.record;
        const { board } = this.first;
        // A game without a picture has its board as text.
        const boardHost = board ? el("div", { class: `board-host ${board.surface}` }) : el("pre", { class: "board-text" });
        this.bar = el("div", { class: "bar", role: "img" });
        this.graph = el("div", { class: "graph-host" });
        this.thought = el("div", { class: "thought", role: "status" });
        this.list = el("ol", { class: "moves", "aria-label": "Moves", tabindex: "0" });
        const other = (text, to) => {
            const there = to >= 0 && to < all;
            return el(there ? "a" : "span", { class: "button", href: there && address(this.name, generation, to) }, text);
        };
        this.main.replaceChildren(
            trail([
                ["Runs", "#runs"],
                [this.name, address(this.name)],
                [`Generation ${generation}`, `${address(this.name, generation)}?from=${place - (place % 50)}`],
                [`Game ${number(index + 1)}`, ""],
            ]),
            el("h1", { class: "heard" }, `Game ${index + 1} of generation ${generation}`),
            el(
                "div",
                { class: "table" },
                el("div", { class: "middle" }, el("div", { class: "board-row" }, this.bar, boardHost)),
                el(
                    "aside",
                    { class: "side", "aria-label": "What the search thought" },
                    el("p", {}, el("strong", {}, result), ` ${ending}, ${this.game.moves.length} moves`),
                    this.graph,
                    navigation((step) => this.step(step)),
                    this.thought,
                    this.list,
                    el(
                        "div",
                        { class: "actions pairs" },
                        other("Game before", place - 1),
                        other("Next game", place + 1),
                        board &&
                            button("Flip", () => {
                                this.turn = (this.turn + turnStep(board)) % 360;
                                this.show();
                            }),
                        board &&
                            button("Analyse here", () => {
                                const moves = this.game.moves.slice(0, this.ply);
                                location.hash = this.game.with({ moves }).fragment("analyse");
                            }),
                    ),
                ),
            ),
        );
        this.board = board ? new Board(boardHost) : null;
        this.text = board ? null : boardHost;
    }

    step(step) {
        return this.goTo(stepFrom(this.ply, this.game.moves.length, step));
    }

    goTo(ply) {
        this.ply = ply;
        const { generation, place } = this.record;
        writeAddress(`${address(this.name, generation, place)}${ply ? `?ply=${ply}` : ""}`);
        return this.show();
    }

    /** The value before a move, the same for all; null where nothing was searched. */
    valueAt(ply) {
        const value = this.record.thoughts[ply]?.value;
        return value ? absolute(value, this.end.played[ply].seat, this.end.players) : null;
    }

    async show() {
        const { game, start, moves } = this.game;
        const { ply } = this;
        const shown = await positionOf(game, start, moves.slice(0, ply));
        if (ply !== this.ply) return;
        this.board?.show(shown, { turn: this.turn, last: shown.played.at(-1)?.squares ?? [] });
        if (this.text) this.text.textContent = shown.board_text;
        showBar(this.bar, this.valueAt(ply), shown, this.inks);
        showMoves(this.list, {
            played: this.end.played,
            players: this.end.players,
            ply,
            onply: (to) => this.goTo(to),
        });
        this.drawGraph();
        this.showThought(shown);
    }

    drawGraph() {
        const { players, seats } = this.end;
        const points = graphPoints(this.game.moves.length + 1, (ply) => this.valueAt(ply), this.end);
        if (points.every((point) => !point)) return;
        const { inks, ply } = this;
        this.graph.replaceChildren(drawGraph({ points, players, inks, seats, ply, onply: (to) => this.goTo(to) }));
    }

    showThought(shown) {
        const thought = this.record.thoughts[this.ply];
        if (!thought) {
            this.thought.replaceChildren(el("p", {}, `The game is over: ${this.record.result}, ${this.record.ending}.`));
            return;
        }
        const played = this.game.moves[this.ply];
        const { policy, simulations } = thought;
        const mover = shown.seats[shown.to_move];
        const how = {
            opening: "Part of the opening: played without a search.",
            forced: "The only legal move: played without a search.",
            fast: `A short search of ${number(simulations)} simulations, not learned from.`,
            searched: `A search of ${number(simulations)} simulations.`,
        }[thought.kind];
        const share = shareOf(this.valueAt(this.ply), shown.to_move, shown.players);
        const score = share !== null && percent(share);
        const path = (text) => shown.legal.find((move) => move.text === text)?.path;
        this.board?.setHeat(heatOf(policy.map(({ text, prior }) => ({ text, share: prior })), shown.legal));
        const best = policy[0]?.text;
        this.board?.setArrows([
            ...(best && best !== played ? [{ path: path(played), kind: "bad" }] : []),
            { path: path(best ?? played), kind: "hint" },
        ]);
        const key = best && best !== played && "Red arrow: played. Blue arrow: the search's first choice.";
        const listed = policy.slice(0, LISTED);
        const rest = policy.slice(LISTED).reduce((sum, { prior }) => sum + prior, 0);
        const rows = listed.map(({ text, prior }) => [text === played ? el("strong", {}, `${text} (played)`) : text, percent(prior)]);
        const others = policy.length - LISTED;
        if (others > 0) rows.push([others === 1 ? "1 other" : `${others} others`, percent(rest)]);
        this.thought.replaceChildren(
            el(
                "p",
                {},
                `${mover} played `,
                el("strong", {}, played),
                score ? `, and expected ${score} of the point. ` : ". ",
                el("span", { class: "hint" }, how),
            ),
            rows.length ? table(["Move", "Policy"], rows, "The policy of the search") : "",
            key ? el("p", { class: "hint" }, key) : "",
        );
    }
}
