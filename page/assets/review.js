// Looks back at a game: the graph of its values, marks, and what would have been better.

import { gameOf, lastPosition, position as positionOf, stream } from "./api.js";
import { Board } from "./board.js";
import { button, el, percent } from "./dom.js";
import { homeTurn, turnStep } from "./geometry.js";
import { PlayedGame } from "./game.js";
import { markKind, navigation, showMoves, stepByKeys, stepFrom } from "./moves.js";
import { absolute, drawGraph, graphPoints, seatInks, showBar } from "./value.js";

/** Milliseconds for each move that is looked at. */
const TIME = 300;
/** Moves of a better line that are shown. */
const LINE = 8;

/** Opens the review that the address names. */
export async function openReview(main, fragment) {
    const game = PlayedGame.parse(fragment);
    if (!game) throw new Error("The address names no game.");
    const review = new Review(main, game, await gameOf(game.game));
    await review.begin();
    return () => review.close();
}

class Review {
    constructor(main, game, entry) {
        Object.assign(this, { main, game, entry });
        this.line = null;
        this.abort = new AbortController();
    }

    async begin() {
        this.end = await lastPosition(this.game);
        this.ply = this.game.moves.length;
        const { game, start, moves } = this.game;
        this.first = await positionOf(game, start, []);
        this.inks = seatInks(this.end);
        this.turn = homeTurn(this.first.board, 0);
        document.title = `Review – ${this.entry.name} – damier`;
        this.build();
        this.endKeys = stepByKeys((step) => this.goTo(stepFrom(this.ply, moves.length, step)));
        await this.show();
        this.run();
    }

    close() {
        this.abort.abort();
        this.endKeys();
    }

    build() {
        const boardHost = el("div", { class: `board-host ${this.first.board.surface}` });
        this.bar = el("div", { class: "bar", role: "img" });
        this.graph = el("div", { class: "graph-host" });
        this.progress = el("progress", { max: 1, value: 0, "aria-label": "Moves looked at" });
        this.verdict = el("div", { class: "verdict", role: "status" });
        this.list = el("ol", { class: "moves", "aria-label": "Moves", tabindex: "0" });
        this.summary = el("p", { class: "summary" });
        this.main.replaceChildren(
            el("h1", { class: "heard" }, `Review: ${this.entry.name}`),
            el(
                "div",
                { class: "table" },
                el("div", { class: "middle" }, el("div", { class: "board-row" }, this.bar, boardHost)),
                el(
                    "aside",
                    { class: "side", "aria-label": "Review" },
                    this.graph,
                    this.progress,
                    this.summary,
                    this.verdict,
                    this.list,
                    navigation((step) => this.goTo(stepFrom(this.ply, this.game.moves.length, step))),
                    el(
                        "div",
                        { class: "actions" },
                        button("Next mistake", () => this.nextMistake(), { "data-action": "mistake" }),
                        button("Flip", () => {
                            this.turn = (this.turn + turnStep(this.first.board)) % 360;
                            this.show();
                        }),
                        button("Analyse here", () => {
                            location.hash = this.here().fragment("analyse");
                        }),
                        button("Play from here", () => {
                            location.hash = this.here().fragment("play");
                        }),
                    ),
                ),
            ),
        );
        this.board = new Board(boardHost);
    }

    here() {
        return this.game.with({ moves: this.game.moves.slice(0, this.ply), end: null });
    }

    async run() {
        const { game, start, moves } = this.game;
        if (moves.length === 0) {
            this.progress.hidden = true;
            this.verdict.replaceChildren("There are no moves to look at. Play a game first.");
            return;
        }
        this.summary.textContent = "Looking at every move…";
        const body = { game, start, moves, limits: { millis: TIME }, built_in: !this.end.net };
        try {
            this.found = await stream(
                "review",
                body,
                (name, data) => {
                    if (name === "progress") this.progress.value = data.done / data.of;
                },
                this.abort.signal,
            );
        } catch (error) {
            if (error.name === "AbortError") return;
            this.progress.hidden = true;
            this.summary.textContent = `The review ended early: ${error.message}`;
            return;
        }
        this.progress.hidden = true;
        const names = this.end.seats;
        this.summary.textContent = this.found.summary
            .map(({ seat, lost }) => `${names[seat]} gave away ${percent(lost)} a move`)
            .join(", ");
        await this.show();
    }

    /** The moves that cost something, by ply from 1. */
    mistakes() {
        return (this.found?.moves ?? []).flatMap((move, index) =>
            ["dubious", "mistake", "blunder"].includes(markKind(move.marks)) ? [index + 1] : [],
        );
    }

    nextMistake() {
        const all = this.mistakes();
        const next = all.find((ply) => ply > this.ply) ?? all[0];
        if (next) this.goTo(next);
    }

    goTo(ply) {
        this.line = null;
        this.ply = ply;
        return this.show();
    }

    async show() {
        const { game, start, moves } = this.game;
        const before = moves.slice(0, this.ply);
        const shown = await positionOf(
            game,
            start,
            this.line ? [...moves.slice(0, this.ply - 1), ...this.line] : before,
        );
        this.board.show(shown, { turn: this.turn, last: shown.played.at(-1)?.squares ?? [] });
        const value = this.line ? null : this.valueAt(this.ply);
        showBar(this.bar, value, shown, this.inks);
        const marks = new Map(
            (this.found?.moves ?? []).flatMap((move, index) => (move.marks.length ? [[index, move.marks]] : [])),
        );
        showMoves(this.list, {
            played: this.end.played,
            players: this.end.players,
            ply: this.ply,
            marks,
            onply: (ply) => this.goTo(ply),
        });
        this.drawGraph();
        if (this.found) await this.showVerdict();
    }

    /** The value after a number of moves, as the review found it after the last of them. */
    valueAt(ply) {
        const move = this.found?.moves[ply - 1];
        return move ? absolute(move.value, move.seat, this.end.players) : null;
    }

    drawGraph() {
        if (!this.found) return;
        const { players, seats } = this.end;
        const points = graphPoints(this.game.moves.length + 1, (ply) => this.valueAt(ply), this.end);
        const marks = this.found.moves.flatMap((move, index) => {
            const kind = markKind(move.marks);
            return kind ? [{ ply: index + 1, kind }] : [];
        });
        this.graph.replaceChildren(
            drawGraph({
                points,
                players,
                inks: this.inks,
                seats,
                ply: this.ply,
                marks,
                onply: (ply) => this.goTo(ply),
            }),
        );
    }

    async showVerdict() {
        const mistakes = this.mistakes();
        const move = this.found.moves[this.ply - 1];
        if (!move) {
            this.verdict.replaceChildren(
                mistakes.length
                    ? `${mistakes.length} moves gave something away. “Next mistake” goes through them.`
                    : "No move gave much away.",
            );
            return;
        }
        const name = this.end.seats[move.seat];
        const cost = move.loss >= 0.005 ? ` (−${percent(move.loss)})` : "";
        const parts = [
            el(
                "p",
                {},
                `${name} played `,
                el(
                    "strong",
                    { class: markKind(move.marks) ?? "" },
                    `${move.text}${move.marks.length ? ` ${move.marks.join("")}` : ""}`,
                ),
                `${cost}.`,
            ),
        ];
        const line = move.best?.line?.slice(0, LINE) ?? [];
        if (line.length && line[0] !== move.text) {
            const steps = line.map((text, index) =>
                button(text, () => this.play(line.slice(0, index + 1)), {
                    class: "ply",
                    "aria-current": this.line?.length === index + 1 ? "true" : null,
                }),
            );
            parts.push(el("p", { class: "better" }, move.loss >= 0.005 ? "Better was " : "As good was ", steps));
            if (this.line) parts.push(button("Back to the game", () => this.goTo(this.ply), { class: "link" }));
            else await this.drawBetter(line[0], move.text);
        }
        this.verdict.replaceChildren(...parts);
    }

    /** Shows a better line up to some move on the board. */
    play(line) {
        this.line = line;
        return this.show();
    }

    async drawBetter(best, played) {
        const { game, start, moves } = this.game;
        const { legal } = await positionOf(game, start, moves.slice(0, this.ply - 1));
        const path = (text) => legal.find((move) => move.text === text)?.path;
        this.board.setArrows([
            { path: path(played), kind: "bad" },
            { path: path(best), kind: "hint" },
        ]);
    }
}
