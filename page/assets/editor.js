// Sets up a position by taps: pieces, whose turn it is, and games with pieces less for the stronger side.

import { call, gameOf, position as positionOf } from "./api.js";
import { writeAddress } from "./app.js";
import { Board } from "./board.js";
import { button, el } from "./dom.js";
import { MIDDLE, PlayedGame } from "./game.js";
import { homeTurn, turnStep } from "./geometry.js";
import { pieceIcon, pieceName } from "./pieces.js";

/** Pieces that a handicap takes away at most. */
const MOST_LESS = 3;

/** Opens the editor of the game in the address. */
export async function openEditor(main, fragment) {
    const game = PlayedGame.parse(fragment);
    if (!game) throw new Error("The address names no game.");
    const editor = new Editor(main, game, await gameOf(game.game));
    await editor.begin();
}

class Editor {
    constructor(main, game, entry) {
        Object.assign(this, { main, game, entry });
    }

    async begin() {
        this.usual = await positionOf(this.game.game, null, []);
        const shown = await positionOf(this.game.game, this.game.start, []);
        if (this.usual.kinds.length === 0) throw new Error("Positions of this game are not set up piece by piece.");
        this.kinds = new Map(this.usual.kinds.map((kind) => [kind.letter, kind]));
        this.pieces = piecesOn(shown.board);
        this.toMove = shown.to_move;
        [this.chosen] = this.kinds.keys();
        this.turn = homeTurn(this.usual.board, 0);
        document.title = `Set up a position – ${this.entry.name} – damier`;
        this.build();
        await this.changed();
    }

    build() {
        const { board, seats } = this.usual;
        const host = el("div", { class: `board-host ${board.surface}` });
        this.palette = el("div", { class: "row wrap palette", role: "group", "aria-label": "Piece to put down" });
        this.problem = el("p", { class: "problem", role: "status" });
        this.side = el(
            "select",
            { id: "to-move", onchange: () => this.change(() => (this.toMove = Number(this.side.value))) },
            seats.map((name, seat) => el("option", { value: seat }, name)),
        );
        this.go = [
            button("Play from here", () => this.open("play"), { class: "primary", "data-action": "play" }),
            button("Analyse", () => this.open("analyse")),
        ];
        this.main.replaceChildren(
            el("h1", { class: "heard" }, `Set up a position: ${this.entry.name}`),
            el(
                "div",
                { class: "table" },
                el("div", { class: "middle" }, el("div", { class: "board-row" }, host)),
                el(
                    "aside",
                    { class: "side", "aria-label": "Set up a position" },
                    el("strong", {}, this.entry.name),
                    this.palette,
                    el("p", { class: "hint" }, "Choose a piece and tap squares; a second tap takes it away."),
                    el("div", { class: "field" }, el("label", { for: "to-move" }, "To move"), this.side),
                    this.handicap(),
                    this.problem,
                    el(
                        "div",
                        { class: "actions" },
                        this.go,
                        button("Flip", () => {
                            this.turn = (this.turn + turnStep(board)) % 360;
                            this.show();
                        }),
                        button("Usual start", () => this.change(() => (this.pieces = piecesOn(board)))),
                        button("Clear", () => this.change(() => this.pieces.clear())),
                    ),
                ),
            ),
        );
        this.board = new Board(host, { onMove: ({ path }) => this.touch(path[0]) });
    }

    /** Games that begin with pieces less of one side, where all pieces of a side are alike. */
    handicap() {
        const { board, players, seats } = this.usual;
        const kinds = new Set(piecesOn(board).values());
        if (players !== 2 || kinds.size !== 2) return null;
        const options = seats.flatMap((name, seat) =>
            Array.from({ length: MOST_LESS }, (_, index) =>
                el("option", { value: `${seat}.${index + 1}` }, `${name}: ${index + 1} less`),
            ),
        );
        const select = el("select", { id: "handicap" }, el("option", { value: "" }, "none"), options);
        select.addEventListener("change", () => {
            const [seat, less] = select.value.split(".").map(Number);
            this.change(() => {
                this.pieces = piecesOn(board);
                if (select.value) for (const square of homeOf(board, seat).slice(0, less)) this.pieces.delete(square);
            });
        });
        return el("div", { class: "field" }, el("label", { for: "handicap" }, "Handicap"), select);
    }

    touch(square) {
        this.change(() => {
            if (this.chosen === null || this.pieces.get(square) === this.chosen) this.pieces.delete(square);
            else this.pieces.set(square, this.chosen);
        });
    }

    change(make) {
        make();
        return this.changed();
    }

    /** Shows the board, and asks the rules whether it is a position. */
    async changed() {
        this.show();
        const asked = { game: this.game.game, pieces: Object.fromEntries(this.pieces), to_move: this.toMove };
        this.asked = asked;
        let start = null;
        let problem = "";
        try {
            const found = await call("setup", asked);
            start = found.start;
            problem = found.problem ?? "";
            const over = start && (await positionOf(this.game.game, start, [])).over;
            if (over) problem = `The game is over here: ${over.text}`;
        } catch (error) {
            problem = error.message;
        }
        if (asked !== this.asked) return;
        this.start = start;
        this.problem.textContent = problem;
        for (const go of this.go) go.disabled = start === null;
        if (start) writeAddress(this.game.with({ start, moves: [] }).fragment("setup"));
    }

    show() {
        const { usual } = this;
        const rows = usual.board.rows.map((row) =>
            row.map((cell) => cell && { ...cell, piece: this.kinds.get(this.pieces.get(cell.name)) ?? null }),
        );
        // Every square can be touched, as though a move were made there.
        const legal = rows
            .flat()
            .flatMap((cell) => (cell ? [{ text: cell.name, path: [cell.name], captures: [] }] : []));
        this.board.show({ ...usual, board: { ...usual.board, rows } }, { legal, turn: this.turn });
        this.side.value = String(this.toMove);
        const choice = (letter, label, content) =>
            button(
                content,
                () => {
                    this.chosen = letter;
                    this.show();
                },
                { class: "choice", "aria-pressed": String(this.chosen === letter), "aria-label": label, title: label },
            );
        const { surface } = usual.board;
        this.palette.replaceChildren(
            ...[...this.kinds.values()].map((kind) =>
                choice(kind.letter, pieceName(kind, surface), pieceIcon(kind, surface)),
            ),
            choice(null, "Take pieces away", "×"),
        );
    }

    open(page) {
        const { start } = this;
        const seats = this.usual.seats.map((_, seat) => (seat === 0 ? "person" : MIDDLE));
        location.hash = this.game.with({ start, moves: [], seats, end: null, left: null }).fragment(page);
    }
}

/** The letters of the pieces on a board by their squares. */
function piecesOn({ rows }) {
    return new Map(rows.flat().flatMap((cell) => (cell?.piece ? [[cell.name, cell.piece.letter]] : [])));
}

/** The squares of a player's pieces, those at its own edge first. */
function homeOf({ rows }, seat) {
    const own = rows.map((row) => row.flatMap((cell) => (cell?.piece?.player === seat ? [cell.name] : [])));
    const isBelow = own.findIndex((row) => row.length) > rows.length / 2 - 1;
    return (isBelow ? own.reverse() : own).flat();
}
