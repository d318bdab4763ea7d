// Analyses a position: lines while the search runs, the policy on the board, files in and out.

import { call, gameOf, games, lastPosition, position as positionOf, stream } from "./api.js";
import { writeAddress } from "./app.js";
import { Board } from "./board.js";
import { ask, choices } from "./choices.js";
import { button, el, percent, renew, table, toast } from "./dom.js";
import { acceptDrops, readFile, readGames, saveButtons } from "./files.js";
import { turnStep } from "./geometry.js";
import { keep, PlayedGame, setting } from "./game.js";
import { navigation, showMoves, stepByKeys, stepFrom } from "./moves.js";
import { SearchTree } from "./tree.js";
import { absolute, heatOf, seatInks, showBar, valueText } from "./value.js";

/** Moves of a line that are shown. */
const LINE = 10;
/** Milliseconds without another change before the search begins. */
const QUIET = 120;
/** Moves in the table of candidates. */
const CANDIDATES = 8;

/** Opens the analysis of the game in the address, or an empty one. */
export async function openAnalysis(main, fragment) {
    const list = await games();
    const game = PlayedGame.parse(fragment) ?? new PlayedGame({ game: setting("analysed", list[0].id) });
    const analysis = new Analysis(main, list);
    await analysis.open(game);
    return () => analysis.close();
}

class Analysis {
    constructor(main, list) {
        this.main = main;
        this.list = list;
        this.running = setting("running", true);
        this.build();
        this.stopDrops = acceptDrops(
            () => this.game.game,
            (game) => this.open(game),
        );
        this.endKeys = stepByKeys((step) => this.goTo(stepFrom(this.ply, this.game.moves.length, step)));
    }

    close() {
        this.stop();
        this.closed = true;
        this.stopDrops();
        this.endKeys();
    }

    build() {
        this.boardHost = el("div", { class: "board-host" });
        this.bar = el("div", { class: "bar", role: "img" });
        this.choiceHost = el("div", { class: "choice-host" });
        this.verdict = el("p", { class: "verdict", role: "status" });
        this.lines = el("ol", { class: "lines", "aria-label": "Best lines" });
        this.candidates = el("div", { class: "candidates" });
        this.branches = new SearchTree(el("div", {}), (line) => this.playLine(line));
        this.tree = el("details", { class: "more", id: "tree" }, el("summary", {}, "Search tree"), this.branches.host);
        this.tree.addEventListener("toggle", () => this.showTree());
        this.moves = el("ol", { class: "moves", "aria-label": "Moves", tabindex: "0" });
        this.toggle = button("", () => this.setRunning(!this.running), { class: "primary", "data-action": "run" });
        this.count = el(
            "select",
            { "aria-label": "Lines", onchange: () => this.restart() },
            [1, 2, 3, 5].map((number) =>
                el("option", { value: number, selected: number === 3 }, `${number} line${number > 1 ? "s" : ""}`),
            ),
        );
        this.heat = el("input", {
            type: "checkbox",
            checked: setting("heat", false),
            onchange: () => {
                keep("heat", this.heat.checked);
                this.showHeat();
            },
        });
        this.select = el(
            "select",
            { id: "analysed-game", onchange: () => this.open(new PlayedGame({ game: this.select.value })) },
            this.list.map((game) => el("option", { value: game.id }, game.name)),
        );
        this.saving = el("div", { class: "row wrap" });
        this.main.replaceChildren(
            el("h1", { class: "heard" }, "Analyse"),
            el(
                "div",
                { class: "table" },
                el("div", { class: "middle" }, el("div", { class: "board-row" }, this.bar, this.boardHost)),
                el(
                    "aside",
                    { class: "side", "aria-label": "Analysis" },
                    el(
                        "div",
                        { class: "row wrap" },
                        this.toggle,
                        this.count,
                        el("label", { class: "check" }, this.heat, " Heat map"),
                    ),
                    this.verdict,
                    this.choiceHost,
                    this.lines,
                    el("details", { class: "more" }, el("summary", {}, "Candidate moves"), this.candidates),
                    this.tree,
                    this.moves,
                    navigation((step) => this.goTo(stepFrom(this.ply, this.game.moves.length, step))),
                    el(
                        "div",
                        { class: "actions" },
                        button("Flip", () => {
                            this.turn = (this.turn + turnStep(this.shown.board)) % 360;
                            this.show();
                        }),
                        button("Set up", () => {
                            location.hash = this.game.with({ start: this.shown.position, moves: [] }).fragment("setup");
                        }),
                        button("Review the game", () => {
                            location.hash = this.game.fragment("review");
                        }),
                        button("Play from here", () => {
                            location.hash = this.here().fragment("play");
                        }),
                    ),
                    this.input(),
                ),
            ),
        );
        this.board = new Board(this.boardHost, {
            onMove: (move) => this.play(move.text, move),
            onOffer: async (moves) => {
                const move = await ask(moves, this.shown);
                if (move) this.play(move.text, move);
            },
        });
    }

    /** The part in which a file or a position comes in and goes out. */
    input() {
        const text = el("textarea", {
            id: "pasted",
            rows: 3,
            spellcheck: "false",
            placeholder: "Paste a game or a position: PDN, PGN, SGF, PSQ, FEN",
        });
        const file = el("input", {
            type: "file",
            id: "file",
            class: "heard",
            accept: ".pdn,.pgn,.sgf,.psq,.fen,.epd,.txt",
            onchange: async () => {
                const game = file.files[0] && (await readFile(file.files[0], this.game.game));
                file.value = "";
                if (game) this.open(game);
            },
        });
        const read = async () => {
            if (!text.value.trim()) return toast("Paste a game or a position first, or drop a file on the page.");
            const game = await readGames(text.value, null, this.game.game);
            if (game) this.open(game);
        };
        return el(
            "section",
            { class: "input", "aria-label": "Open and save" },
            el("div", { class: "field" }, el("label", { for: "analysed-game" }, "Game"), this.select),
            el("div", { class: "field" }, el("label", { for: "pasted" }, "Game or position"), text),
            el(
                "div",
                { class: "row wrap" },
                button("Read it", read, { "data-action": "read" }),
                file,
                el("label", { for: "file", class: "button" }, "Open a file…"),
                this.saving,
            ),
            el("p", { class: "hint" }, "Or drop a file anywhere on this page."),
        );
    }

    async open(game) {
        this.stop();
        const end = await lastPosition(game);
        if (this.closed) return;
        if (!end.board) {
            const message = `There is no picture of this board; damier play ${game.game} plays it in the terminal.`;
            if (!this.game) throw new Error(message);
            this.select.value = this.entry.id;
            return toast(message, "error");
        }
        this.game = game;
        this.entry = await gameOf(game.game);
        this.ply = game.moves.length;
        this.end = end;
        this.turn = 0;
        this.inks = seatInks(end);
        this.boardHost.className = `board-host ${end.board.surface}`;
        this.select.value = this.entry.id;
        keep("analysed", this.entry.id);
        document.title = `Analysis – ${this.entry.name} – damier`;
        this.saving.replaceChildren(...(await saveButtons(() => this.game)));
        await this.show();
    }

    here() {
        return this.game.with({ moves: this.game.moves.slice(0, this.ply) });
    }

    async show(via = null) {
        const { game, start, moves } = this.game;
        const shown = await positionOf(game, start, moves.slice(0, this.ply));
        if (this.closed) return;
        this.shown = shown;
        this.report = null;
        this.book = null;
        this.board.show(shown, { legal: shown.legal, via, turn: this.turn, last: shown.played.at(-1)?.squares ?? [] });
        this.choiceHost.replaceChildren();
        const { others } = this.board.selection;
        if (others.length) this.choiceHost.append(choices(others, (move) => this.play(move.text)));
        showMoves(this.moves, {
            played: this.end.played,
            players: this.end.players,
            ply: this.ply,
            onply: (ply) => this.goTo(ply),
        });
        writeAddress(this.here().fragment("analyse"));
        this.restart();
    }

    async play(text, move = null) {
        const moves = [...this.game.moves.slice(0, this.ply), text];
        // The same move goes on along the game; another one begins a new line.
        if (this.game.moves[this.ply] !== text) {
            this.game = this.game.with({ moves, result: null });
            this.end = await positionOf(this.game.game, this.game.start, moves);
        }
        this.ply++;
        await this.show(move?.path.length ? move : null);
    }

    goTo(ply) {
        this.ply = ply;
        return this.show();
    }

    setRunning(on) {
        this.running = on;
        keep("running", on);
        if (on) this.restart();
        else this.stop();
        this.showToggle();
        this.showTree();
    }

    showToggle() {
        this.toggle.textContent = this.running ? "Stop" : "Search";
        this.toggle.setAttribute("aria-pressed", String(this.running));
    }

    stop() {
        clearTimeout(this.waiting);
        this.search?.abort();
        this.search = null;
    }

    restart() {
        this.stop();
        this.showToggle();
        showBar(this.bar, null, this.shown, this.inks);
        this.lines.replaceChildren();
        this.candidates.replaceChildren();
        if (this.shown.over) {
            this.verdict.textContent = this.shown.over.text;
            return;
        }
        this.branches.clear();
        if (!this.running) this.showTree();
        this.verdict.textContent = this.running ? "Searching…" : "The search is stopped.";
        if (this.running) this.waiting = setTimeout(() => this.run(), QUIET);
        else this.judge();
    }

    body() {
        const { game, start, moves } = this.here();
        return { game, start, moves, built_in: !this.end.net };
    }

    async run() {
        this.search = new AbortController();
        const { signal } = this.search;
        const about = await call("about").catch(() => ({}));
        if (signal.aborted) return;
        const tree = this.body();
        const body = {
            ...tree,
            level: null,
            searcher: "tree",
            book: false,
            limits: { millis: Math.round(1000 * (about.most_seconds ?? 60)) },
            lines: Number(this.count.value),
        };
        try {
            // A book answers at once; otherwise this is one simulation.
            const first = { ...body, book: true, lines: 1, limits: { nodes: 1 } };
            const opening = await stream("search", first, null, signal);
            this.book = opening.from_book ? opening.best : null;
            const done = await stream(
                "search",
                body,
                (name, data) => {
                    if (signal.aborted) return;
                    if (name === "queued") this.verdict.textContent = `Waiting for a free search: place ${data.place}`;
                    if (name === "report") this.showReport(data);
                    if (name === "report" && this.tree.open) this.branches.follow(tree);
                },
                signal,
            );
            this.showReport(done);
            this.search = null;
            this.showTree();
        } catch (error) {
            if (error.name !== "AbortError") this.verdict.textContent = error.message;
        }
    }

    /** What the net thinks without a search. */
    async judge() {
        const shown = this.shown;
        try {
            const judged = await call("judge", this.body());
            if (shown === this.shown && !this.running) this.showReport({ lines: [], ...judged });
        } catch (error) {
            this.verdict.textContent = error.message;
        }
    }

    showReport(report) {
        this.report = report;
        showBar(this.bar, absolute(report.value, this.shown.to_move, this.shown.players), this.shown, this.inks);
        const facts = [
            valueText(report, this.shown),
            report.depth && `depth ${Math.round(report.depth)}`,
            report.nodes && `${report.nodes.toLocaleString("en")} nodes`,
            this.book && `opening book: ${this.book}`,
            report.table && `endgame table: ${report.table}`,
            report.judge,
        ];
        this.verdict.textContent = facts.filter(Boolean).join(" · ");
        if (!this.lines.matches(":hover, :focus-within") || this.lines.children.length !== report.lines.length)
            this.showLines(report);
        this.showCandidates(report);
        this.showHeat();
        const best = this.shown.legal.find(({ text }) => text === report.best);
        this.board.setArrows(best ? [{ path: best.path, kind: "hint" }] : []);
    }

    /** Shows the tree of the search where it is asked for, while it runs and after it. */
    async showTree() {
        if (!this.tree.open) return;
        const { shown } = this;
        const body = this.body();
        try {
            let found = await this.branches.update(body);
            // A search that was stopped gives its tree back a moment later.
            for (let attempt = 0; !found && this.report?.nodes && attempt < 10; attempt++) {
                await new Promise((resolve) => setTimeout(resolve, 200));
                if (shown !== this.shown) return;
                found = await this.branches.update(body);
            }
            if (found || shown !== this.shown) return;
            this.sayOfTree(this.search ? "The search begins…" : "Search this position first.");
        } catch (error) {
            this.sayOfTree(error.message);
        }
    }

    sayOfTree(text) {
        this.branches.host.replaceChildren(el("p", { class: "hint" }, text));
    }

    showLines({ lines }) {
        this.lines.replaceChildren(
            ...lines.map(({ moves, score }) =>
                el(
                    "li",
                    {},
                    el("span", { class: "score" }, score === null || score === undefined ? "" : percent(score)),
                    el(
                        "span",
                        { class: "line" },
                        moves
                            .slice(0, LINE)
                            .map((text, index) =>
                                button(text, () => this.playLine(moves.slice(0, index + 1)), { class: "ply" }),
                            ),
                    ),
                ),
            ),
        );
    }

    async playLine(line) {
        const moves = [...this.game.moves.slice(0, this.ply), ...line];
        this.game = this.game.with({ moves, result: null });
        this.end = await positionOf(this.game.game, this.game.start, moves);
        this.ply = moves.length;
        await this.show();
    }

    showCandidates({ moves = [] }) {
        const best = [...moves]
            .sort((a, b) => (b.visits ?? 0) - (a.visits ?? 0) || (b.prior ?? 0) - (a.prior ?? 0))
            .slice(0, CANDIDATES);
        if (best.length === 0)
            return renew(this.candidates, el("p", {}, "This search has no list of candidates."));
        const share = (number) => (number === null || number === undefined ? "–" : percent(number));
        const row = ({ text, visits, prior, value }) => [
            text,
            (visits ?? 0).toLocaleString("en"),
            share(prior),
            share(expected(value)),
        ];
        renew(this.candidates, table(["Move", "Visits", "Prior", "Value"], best.map(row)));
    }

    /** Colours the squares by how likely moves to them are. */
    showHeat() {
        const moves = this.report?.moves;
        if (!this.heat.checked || !moves?.length) return this.board.setHeat(null);
        const visits = moves.reduce((sum, move) => sum + (move.visits ?? 0), 0);
        const share = ({ visits: own, prior }) => (visits > 0 ? (own ?? 0) / visits : (prior ?? 0));
        const shares = moves.map((move) => ({ text: move.text, share: share(move) }));
        this.board.setHeat(heatOf(shares, this.shown.legal));
    }
}

/** What the player to move can expect of a move: its value is win, draw and loss, or shares. */
function expected(value) {
    if (!Array.isArray(value)) return value;
    return value.length === 3 ? value[0] + value[1] / 2 : value[0];
}
