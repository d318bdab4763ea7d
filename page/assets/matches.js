// Matches, tournaments and leagues while they are played: tables, the sequential test, and their games.

import { call, follow } from "./api.js";
import { writeAddress } from "./app.js";
import { button, el, number, percent, renew, table } from "./dom.js";
import { fieldsOf } from "./game.js";
import { openReplay } from "./replay.js";

/** Milliseconds between two looks at the list. */
const PAUSE = 3_000;
/** Games of a page. */
const COUNT = 50;

/** Opens what the address names: the list, one match, or one of its games. */
export async function openMatches(main, fragment) {
    const fields = fieldsOf(fragment);
    const name = fields.get("name");
    if (name === null) return openList(main);
    if (fields.has("game")) return openReplay(main, name, Number(fields.get("game")), fields.get("ply"));
    return openMatch(main, name, fields.get("from"));
}

/** The address of a match, or of one of its games. */
export function matchAddress(name, more = {}) {
    return `#matches?${new URLSearchParams({ name, ...more })}`;
}

async function openList(main) {
    document.title = "Matches – damier";
    const host = el("div", { class: "entries-host" });
    const ended = new AbortController();
    const show = async () => renew(host, listed(await call("matches", undefined, ended.signal)));
    await show();
    main.replaceChildren(el("h1", {}, "Matches and tournaments"), host);
    const timer = setInterval(() => document.hidden || show().catch(() => {}), PAUSE);
    return () => {
        clearInterval(timer);
        ended.abort();
    };
}

function listed({ folder, exists, matches, cut }) {
    if (folder === null)
        return [el("p", {}, "This server shows no matches. Start it with ", code("damier serve --games DIR"), ".")];
    if (!exists) return [el("p", {}, "There is no folder ", code(folder), " any more.")];
    if (matches.length === 0)
        return [
            el("p", {}, "There is nothing in ", code(folder), " yet. For example:"),
            el("pre", {}, `damier match suited ab:material --game russian --time 50ms --dir ${folder}/one`),
        ];
    return [
        el("ul", { class: "entries" }, matches.map(entry)),
        cut && el("p", { class: "hint" }, "There are more; give --games a folder with fewer."),
    ].filter(Boolean);
}

function entry({ name, kind, summary, problem }) {
    if (problem) return el("li", { class: "entry", "data-key": name }, el("strong", {}, name), el("p", { class: "problem" }, problem));
    const facts = [kind, summary?.game_name, summary && gamesText(summary)].filter(Boolean);
    return el(
        "li",
        { "data-key": name },
        el(
            "a",
            { class: "entry", href: matchAddress(name), "data-name": name },
            el("strong", {}, summary?.title ?? name),
            el("span", { class: "facts" }, facts.join(" · ")),
            summary && el("span", { class: "where" }, name),
        ),
    );
}

function gamesText({ finished, total, over }) {
    const of = total !== null && !over ? ` of ${number(total)}` : "";
    return `${number(finished)}${of} ${total === 1 || (over && finished === 1) ? "game" : "games"}${over ? ", over" : ""}`;
}

const code = (text) => el("code", {}, text);

async function openMatch(main, name, from) {
    const match = new Match(main, name, from);
    await match.begin();
    return () => match.close();
}

class Match {
    constructor(main, name, from) {
        Object.assign(this, { main, name });
        /** The number of the first game of the page; null where it is the newest ones. */
        this.from = from === null ? null : Math.max(0, Number(from) || 0);
        this.abort = new AbortController();
    }

    get path() {
        return `matches/${encodeURIComponent(this.name)}`;
    }

    async begin() {
        const view = await call(this.path, undefined, this.abort.signal);
        this.report = el("div", { class: "report" });
        this.note = el("p", { class: "problem", role: "status" });
        this.games = el("section", { class: "panel", "aria-label": "Games" });
        this.main.replaceChildren(
            el("p", {}, el("a", { href: "#matches" }, "All matches")),
            this.note,
            this.report,
            this.games,
        );
        await this.show(view);
        this.follow();
    }

    close() {
        this.abort.abort();
    }

    /** Shows every change until the page is left. */
    follow() {
        const { signal } = this.abort;
        const onEvent = (name, data) => {
            this.note.textContent = name === "problem" ? data.error.message : "";
            if (name === "match" && data.version !== this.view.version) this.show(data).catch(() => {});
        };
        const onRefusal = ({ message }) => {
            this.note.textContent = message;
        };
        return follow(`${this.path}/live`, onEvent, onRefusal, signal);
    }

    async show(view) {
        this.view = view;
        const { summary, kind } = view;
        document.title = `${summary.title} – damier`;
        renew(
            this.report,
            el("h1", {}, summary.title),
            el(
                "p",
                { class: "facts", "data-finished": summary.finished },
                [kind, summary.game_name, gamesText(summary)].join(" · "),
            ),
            summary.total !== null &&
                !summary.over &&
                el("progress", {
                    max: Math.max(summary.total, 1),
                    value: summary.finished,
                    "aria-label": "Finished games",
                }),
            view.two && ofTwo(view),
            view.more && ofMore(view.more),
            view.tournament && tournament(view.tournament),
            view.league && league(view.league),
        );
        await this.showGames();
    }

    async showGames() {
        const all = this.view.summary.finished;
        const first = this.from ?? Math.max(0, all - COUNT);
        const page = await call(`${this.path}/games?from=${first}&count=${COUNT}`, undefined, this.abort.signal);
        if (page.all === 0)
            return renew(this.games, el("h2", {}, "Games"), el("p", {}, "There is no game to show yet."));
        const go = (from) => () => {
            this.from = from + COUNT >= page.all ? null : Math.max(0, from);
            writeAddress(matchAddress(this.name, this.from === null ? {} : { from: this.from }));
            this.showGames();
        };
        const rows = [...page.games]
            .reverse()
            .map(({ number: at, place, players, shares, ending, plies }) => [
                el("a", { href: matchAddress(this.name, { game: at }), "data-game": at }, place),
                players.join(" – "),
                resultText(shares),
                ending,
                String(plies),
            ]);
        const last = page.from + page.games.length;
        const head = ["Game", "Players", "Result", "Ending", "Plies"];
        const keys = page.games.map(({ number: at }) => at).reverse();
        renew(
            this.games,
            el("h2", {}, "Games"),
            wide(table(head, rows, "Finished games, the newest first", keys), "Table of games"),
            el(
                "div",
                { class: "row wrap" },
                button("Newer", go(page.from + COUNT), { disabled: last >= page.all }),
                button("Older", go(page.from - COUNT), { disabled: page.from === 0 }),
                el("span", { class: "hint" }, `${page.from + 1} to ${last} of ${number(page.all)}, the newest first`),
            ),
        );
    }
}

/** What the seats got, as people write it. */
export function resultText(shares) {
    const part = (share) => ({ 0: "0", 0.5: "½", 1: "1" })[share] ?? share.toFixed(2);
    return shares.map(part).join(shares.length === 2 ? "–" : " ");
}

/** A box in which what is wide scrolls by itself. */
function wide(content, label) {
    return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, content);
}

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(0)}`;

/** An Elo difference with its interval; a bound may be infinite. */
function eloText({ value, low, high }) {
    if (value !== null && low !== null && high !== null) return `${signed(value)} (${signed(low)} to ${signed(high)})`;
    return low !== null ? `above ${signed(low)}` : high !== null ? `below ${signed(high)}` : "not known yet";
}

function scoreText(score) {
    return score === null ? "–" : `${(100 * score).toFixed(1)} %`;
}

/** How likely it is that the first player is the stronger one. */
function likelihood(share) {
    if (share > 0.999 || share < 0.001) return `with ${share > 0.5 ? "more than 99.9" : "less than 0.1"} % likelihood`;
    return `with ${(100 * share).toFixed(1)} % likelihood`;
}

function ofTwo(view) {
    const { two, seats } = view;
    const { results, score, elo, superiority, sprt } = two;
    const played = results.won + results.drawn + results.lost;
    const facts = [
        ["Score", score ? `${scoreText(score.value)} (${scoreText(score.low)} to ${scoreText(score.high)})` : "–"],
        ["Elo", elo ? eloText(elo) : "–"],
        ["Stronger", superiority === null ? "–" : likelihood(superiority)],
        ["Pairs", pairsText(two.pairs)],
        ["Openings", `${number(two.openings)} different ones`],
        ["Length", played ? `${two.plies.toFixed(0)} plies on average` : "–"],
        two.forfeits > 0 && ["Forfeits", number(two.forfeits)],
    ].filter(Boolean);
    return [
        el(
            "section",
            { class: "panel", "aria-label": "Score" },
            resultBar(two.names, results),
            el(
                "dl",
                { class: "values" },
                facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
            ),
            el(
                "p",
                { class: "hint" },
                `Seen by ${two.names[0]}: won – drawn – lost. Intervals hold 95 %. A pair is two games of one opening with sides changed, told by its points.`,
            ),
            sprt && sprtBar(sprt),
        ),
        el(
            "section",
            { class: "panel", "aria-label": "More" },
            wide(
                table(
                    [`${two.names[0]} as`, "Won", "Drawn", "Lost", "Score"],
                    two.by_seat.map((own, seat) => [seats[seat] ?? String(seat + 1), ...resultCells(own)]),
                    "Results by seat",
                ),
                "Results by seat",
            ),
            more("openings", `Openings (${two.by_opening.length})`, () =>
                wide(
                    table(
                        ["Opening", "Won", "Drawn", "Lost", "Score"],
                        two.by_opening.map(({ moves, results: own }) => [
                            moves || "the usual start",
                            ...resultCells(own),
                        ]),
                        "Results by opening",
                    ),
                    "Results by opening",
                ),
            ),
            endings(two.endings),
            settings(two.settings),
        ),
    ];
}

function resultCells({ won, drawn, lost, score }) {
    return [number(won), number(drawn), number(lost), scoreText(score)];
}

/** Pairs of games by half points: both won, one and a half, …, both lost. */
function pairsText(pairs) {
    const names = ["0", "½", "1", "1½", "2"];
    const told = pairs.map((count, half) => `${number(count)} × ${names[half]}`).reverse();
    return pairs.some((count) => count > 0) ? told.join(", ") : "none complete";
}

function resultBar([first, second], { won, drawn, lost }) {
    const parts = [
        ["won", won, `${first} won`],
        ["drawn", drawn, "drawn"],
        ["lost", lost, `${second} won`],
    ];
    const text = parts.map(([, count, name]) => `${number(count)} ${name}`).join(", ");
    return el(
        "div",
        {},
        el(
            "p",
            { class: "versus" },
            el("strong", {}, first),
            el("span", {}, `${number(won)} – ${number(drawn)} – ${number(lost)}`),
            el("strong", {}, second),
        ),
        el(
            "div",
            { class: "results", role: "img", "aria-label": text, title: text },
            parts.map(([kind, count]) => {
                const part = el("span", { class: kind });
                part.style.flexGrow = count;
                return part;
            }),
        ),
    );
}

/** The sequential test as a bar between its bounds. */
function sprtBar({ test, ratio, lower, upper, verdict }) {
    const share = Math.min(1, Math.max(0, (ratio - lower) / (upper - lower)));
    const zero = -lower / (upper - lower);
    const said = { open: "open", accepted: "passed", rejected: "failed" }[verdict];
    const mark = el("span", { class: "mark" });
    mark.style.left = percent(share).replace(" ", "");
    const fill = el("span", { class: "fill" });
    fill.style.left = `${100 * Math.min(zero, share)}%`;
    fill.style.width = `${100 * Math.abs(share - zero)}%`;
    const text = `log-likelihood ratio ${ratio.toFixed(2)} between ${lower.toFixed(2)} and ${upper.toFixed(2)}: ${said}`;
    return el(
        "div",
        { class: `sprt ${verdict}`, "data-verdict": verdict },
        el("p", {}, el("strong", {}, `SPRT: ${said}`), ` · ${test}`),
        el("div", { class: "track", role: "img", "aria-label": text, title: text }, fill, mark),
        el(
            "p",
            { class: "bounds", "aria-hidden": "true" },
            el("span", {}, `${lower.toFixed(2)} fails`),
            el("span", {}, `LLR ${ratio.toFixed(2)}`),
            el("span", {}, `${upper.toFixed(2)} passes`),
        ),
        el(
            "p",
            { class: "hint" },
            "A sequential test: it ends as soon as the mark reaches a bound. On the right the gain is as large as hoped, on the left it is not.",
        ),
    );
}

/** What is folded away until it is asked for. */
function more(id, title, build) {
    return el("details", { id }, el("summary", {}, title), build());
}

function endings(list) {
    return (
        list.length > 0 &&
        more("endings", "How the games ended", () =>
            table(
                ["Ending", "Games"],
                list.map(({ text, games }) => [text, number(games)]),
            ),
        )
    );
}

function settings(map) {
    const rows = Object.entries(map);
    return more("settings", "What it is played by", () => wide(table(["Setting", "Value"], rows), "Settings"));
}

/** A value with its interval as a point with whiskers, on a scale from `low` to `high`. */
function whiskers(elo, low, high) {
    const at = (value) => `${(100 * (Math.min(high, Math.max(low, value)) - low)) / Math.max(high - low, 1)}%`;
    const line = el("span", { class: "line" });
    line.style.left = at(elo.low ?? low);
    line.style.right = `calc(100% - ${at(elo.high ?? high)})`;
    const point = el("span", { class: "point" });
    point.style.left = at(elo.value ?? low);
    return el("span", { class: "whiskers", "aria-hidden": "true" }, line, point);
}

/** Returns the scale of many intervals. */
function scaleOf(rows) {
    const ends = rows.flatMap(({ elo }) => [elo.low, elo.high]).filter((value) => value !== null);
    return [Math.min(...ends, 0), Math.max(...ends, 0)];
}

function ofMore(view) {
    const scale = scaleOf(view.rows);
    const interval = ({ value, low, high }) =>
        `${scoreText(value)} (${scoreText(Math.max(low ?? 0, 0))} to ${scoreText(Math.min(high ?? 1, 1))})`;
    const rows = view.rows.map((row) => [
        row.name,
        number(row.seats),
        interval(row.first_places),
        interval(row.share),
        eloText(row.elo),
        whiskers(row.elo, ...scale),
    ]);
    return el(
        "section",
        { class: "panel", "aria-label": "Score" },
        wide(table(["Competitor", "Seats", "First places", "Share of the point", "Elo", ""], rows, "Score"), "Score"),
        el("p", { class: "hint" }, `Equal strength has ${scoreText(view.fair)} of both; intervals hold 95 %.`),
        endings(view.endings),
        settings(view.settings),
    );
}

function league(list) {
    const scale = scaleOf(list);
    const rows = list.map((row) => [
        row.name,
        number(row.games),
        scoreText(row.score),
        eloText(row.elo),
        whiskers(row.elo, ...scale),
    ]);
    return el(
        "section",
        { class: "panel", "aria-label": "Ratings" },
        wide(table(["Player", "Games", "Score", "Elo", ""], rows, "Ratings"), "Ratings"),
        el("p", { class: "hint" }, "The last yardstick has Elo 0; intervals hold 95 %."),
    );
}

function tournament({ facts, tables, rounds }) {
    const played = rounds.filter(({ lines }) => lines.length > 0);
    return [
        el(
            "section",
            { class: "panel", "aria-label": "Facts" },
            facts.map((fact) => el("p", {}, fact)),
        ),
        ...tables.map(({ title, columns, rows }) =>
            el("section", { class: "panel" }, el("h2", {}, title), wide(crosstable(title, columns, rows), title)),
        ),
        played.length > 0 &&
            el(
                "section",
                { class: "panel" },
                more("rounds", `Rounds (${played.length})`, () =>
                    el(
                        "div",
                        { class: "rounds" },
                        played.map((round) =>
                            el(
                                "div",
                                {},
                                el("h3", {}, round.title),
                                el(
                                    "ul",
                                    {},
                                    round.lines.map((line) => el("li", {}, line)),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
    ];
}

/** A table whose columns say what they hold; the name of a player heads its row. */
function crosstable(title, columns, rows) {
    const heads = columns.findIndex(({ kind }) => kind === "text");
    const cell = (row) => (text, index) =>
        el(
            index === heads ? "th" : "td",
            {
                class: columns[index].kind,
                scope: index === heads && "row",
                title: columns[index].kind === "cross" && `${row[heads]}: ${text}`,
            },
            text,
        );
    return el(
        "table",
        {},
        el("caption", { class: "heard" }, title),
        el(
            "thead",
            {},
            el(
                "tr",
                {},
                columns.map(({ name, kind }) =>
                    el(name ? "th" : "td", { scope: name !== "" && "col", class: kind }, name),
                ),
            ),
        ),
        el(
            "tbody",
            {},
            rows.map((row) => el("tr", {}, row.map(cell(row)))),
        ),
    );
}
