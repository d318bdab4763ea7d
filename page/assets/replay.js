// A game of a match on the board, with what its players told of their moves.

import { call, gameOf, position as positionOf } from "./api.js";
import { writeAddress } from "./app.js";
import { Board } from "./board.js";
import { button, el } from "./dom.js";
import { homeTurn, turnStep } from "./geometry.js";
import { PlayedGame } from "./game.js";
import { matchAddress, resultText } from "./matches.js";
import { navigation, showMoves, stepByKeys, stepFrom } from "./moves.js";
import { seatInks } from "./value.js";

/** Opens a game of a match at a move; at its end where `ply` is null. */
export async function openReplay(main, name, number, ply) {
    const found = await call(`matches/${encodeURIComponent(name)}/games/${number}`);
    const replay = new Replay(main, name, found);
    await replay.begin(ply);
    return () => replay.close();
}

class Replay {
    constructor(main, name, found) {
        Object.assign(this, { main, name, found });
        const { game, start, moves } = found;
        this.game = new PlayedGame({ game, start, moves });
    }

    async begin(ply) {
        const { game, start, moves } = this.game;
        this.entry = await gameOf(game);
        this.first = await positionOf(game, start, []);
        this.end = await positionOf(game, start, moves);
        this.ply = ply === null ? moves.length : Math.min(Math.max(0, Number(ply) || 0), moves.length);
        this.turn = homeTurn(this.first.board, 0);
        this.build();
        document.title = `Game ${this.found.played.place} – damier`;
        this.endKeys = stepByKeys((step) => this.goTo(stepFrom(this.ply, moves.length, step)));
        await this.show();
    }

    close() {
        this.endKeys();
    }

    build() {
        const { played, all } = this.found;
        const inks = seatInks(this.first);
        const boardHost = el("div", { class: `board-host ${this.first.board.surface}` });
        this.told = el("p", { class: "verdict", role: "status" });
        this.list = el("ol", { class: "moves", "aria-label": "Moves", tabindex: "0" });
        const players = played.players.map((player, seat) =>
            el(
                "div",
                { class: "player" },
                el("span", { class: `swatch ink-${inks[seat]}` }),
                el("span", { class: "who" }, el("strong", {}, player), ` ${this.first.seats[seat]}`),
            ),
        );
        const other = (label, number) =>
            button(
                label,
                () => {
                    location.hash = matchAddress(this.name, { game: number });
                },
                { disabled: number < 0 || number >= all },
            );
        this.main.replaceChildren(
            el("h1", { class: "heard" }, `Game ${played.place}: ${played.players.join(" – ")}`),
            el(
                "div",
                { class: "table" },
                el("div", { class: "middle" }, el("div", { class: "board-row" }, boardHost)),
                el(
                    "aside",
                    { class: "side", "aria-label": "Game" },
                    el("p", {}, el("a", { href: matchAddress(this.name) }, "Back to the match")),
                    players,
                    el("p", { class: "status" }, el("strong", {}, `${resultText(played.shares)} `), played.ending),
                    this.told,
                    this.list,
                    navigation((step) => this.goTo(stepFrom(this.ply, this.game.moves.length, step))),
                    el(
                        "div",
                        { class: "actions" },
                        other("Game before", played.number - 1),
                        other("Next game", played.number + 1),
                        button("Flip", () => {
                            this.turn = (this.turn + turnStep(this.first.board)) % 360;
                            this.show();
                        }),
                        button(
                            "Review",
                            () => {
                                location.hash = this.game.fragment("review");
                            },
                            { "data-action": "review" },
                        ),
                        button("Analyse here", () => {
                            location.hash = this.game
                                .with({ moves: this.game.moves.slice(0, this.ply) })
                                .fragment("analyse");
                        }),
                    ),
                ),
            ),
        );
        this.board = new Board(boardHost);
    }

    goTo(ply) {
        this.ply = ply;
        writeAddress(matchAddress(this.name, { game: this.found.played.number, ply }));
        return this.show();
    }

    async show() {
        const { game, start, moves } = this.game;
        const { ply } = this;
        const shown = await positionOf(game, start, moves.slice(0, ply));
        if (ply !== this.ply) return;
        this.board.show(shown, { turn: this.turn, last: shown.played.at(-1)?.squares ?? [] });
        showMoves(this.list, {
            played: this.end.played,
            players: this.end.players,
            ply,
            onply: (to) => this.goTo(to),
        });
        this.told.textContent = this.toldText(ply);
        for (const step of this.main.querySelectorAll("[data-step]"))
            step.disabled = stepFrom(ply, moves.length, step.dataset.step) === ply;
    }

    /** What the player of the last move told of it. */
    toldText(ply) {
        if (ply === 0) return "The start of the game.";
        const { opening, thoughts, played } = this.found;
        const move = this.end.played[ply - 1];
        const who = played.players[move.seat];
        if (ply <= opening) return `${move.text}: a move of the opening.`;
        const told = thoughts[ply - 1];
        const facts = [
            told?.score && `score ${told.score}`,
            told?.depth && `depth ${told.depth}`,
            typeof told?.millis === "number" && `${told.millis.toLocaleString("en")} ms`,
        ].filter(Boolean);
        return `${who} played ${move.text}${facts.length ? ` · ${facts.join(" · ")}` : "."}`;
    }
}
