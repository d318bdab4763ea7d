// The runs: their list, and the pages of one run, of a generation, and of a game, by the address.

import { call } from "./api.js";
import { el, number, percent, renew } from "./dom.js";
import { openRecorded } from "./recorded.js";
import { openRun } from "./run.js";

/** Milliseconds after which the list is asked for again. */
const AGAIN = 5_000;
/** Games of a page. */
const COUNT = 50;

/** Opens what the address names: `#runs`, `#runs/NAME`, `#runs/NAME/GENERATION`, `#runs/NAME/GENERATION/PLACE`. */
export async function openRuns(main, fragment) {
    const [path, query] = fragment.split("?");
    const fields = new URLSearchParams(query ?? "");
    const [, name, generation, place] = path.split("/").map(decodeURIComponent);
    if (!name) return openList(main);
    if (!generation) return openRun(main, name, fields);
    if (!place) return openGeneration(main, name, generation, Number(fields.get("from")) || 0);
    return openRecorded(main, { name, generation, place, ply: Number(fields.get("ply")) || 0 });
}

/** The address of a run, of one of its generations, or of a game in it. */
export function address(name, ...rest) {
    return `#runs/${[name, ...rest].map(encodeURIComponent).join("/")}`;
}

/** The same for the API. */
export function resource(name, ...rest) {
    return ["runs", ...[name, ...rest].map(encodeURIComponent)].join("/");
}

/** Returns the line above a page that leads back: `[[text, address]]`, the last one is the page itself. */
export function trail(steps) {
    const items = steps.map(([text, href], index) =>
        el("li", {}, index === steps.length - 1 ? el("span", { "aria-current": "page" }, text) : el("a", { href }, text)),
    );
    return el("nav", { class: "trail", "aria-label": "Where you are" }, el("ol", {}, items));
}

const STATES = { running: "running", finished: "finished", stopped: "stopped", unreadable: "cannot be read" };

/** Returns the sign of what a run is at. */
export function stateSign(state) {
    return el("span", { class: `state ${state}` }, STATES[state]);
}

/** Says an Elo difference with its interval; an end that is infinite is left open. */
export function eloText([elo, low, high]) {
    const sign = (value) => `${value > 0 ? "+" : ""}${number(value)}`;
    if (elo !== null && low !== null && high !== null) return `${sign(elo)} Elo (${sign(low)} to ${sign(high)})`;
    if (low !== null) return `above ${sign(low)} Elo`;
    if (high !== null) return `below ${sign(high)} Elo`;
    return "";
}

/** Says how long ago a time was, given in milliseconds since 1970. */
export function ago(time) {
    if (!time) return "";
    const seconds = Math.max(0, (Date.now() - time) / 1000);
    return seconds < 2 ? "just now" : `${span(seconds)} ago`;
}

/** Says how long some seconds are. */
export function span(seconds) {
    const [size, unit] = [
        [86_400, "day"],
        [3_600, "hour"],
        [60, "minute"],
        [1, "second"],
    ].find(([size]) => seconds >= size * 1.5) ?? [1, "second"];
    const count = Math.max(1, Math.round(seconds / size));
    return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

async function openList(main) {
    document.title = "Runs – damier";
    const host = el("div", {});
    const first = await call("runs");
    main.replaceChildren(
        el("div", { class: "welcome" }, el("h1", {}, "Runs"), el("p", {}, "What damier teaches itself, live.")),
        host,
    );
    const show = (list) => renew(host, listed(list));
    show(first);
    const timer = setInterval(async () => show(await call("runs")), AGAIN);
    return () => clearInterval(timer);
}

function listed({ folder, exists, runs, others, left_out: leftOut }) {
    const parts = [];
    if (!exists || runs.length === 0) {
        const where = folder === null ? "This server shows no runs." : exists ? `${folder} holds no run.` : `There is no folder ${folder} here.`;
        parts.push(
            el("p", { class: "empty" }, where),
            el(
                "p",
                { class: "empty" },
                el("code", {}, "damier run configs/russian-quick.toml"),
                " begins one in ",
                el("code", {}, "runs"),
                "; ",
                el("code", {}, "damier serve --runs DIR"),
                " shows another folder.",
            ),
        );
    }
    parts.push(el("ul", { class: "runs" }, runs.map(runCard)));
    if (others.length) parts.push(el("p", { class: "hint" }, `No runs: ${others.join(", ")} (without config.toml, run.json or state.json)`));
    if (leftOut > 0) parts.push(el("p", { class: "hint" }, `${leftOut} more folders are not shown.`));
    return parts;
}

function runCard({ name, title, finished, generations, state, changed, strength, problem }) {
    const facts = [
        problem ? null : [`Generation ${finished} of ${generations}`],
        strength && [`${eloText(strength.elo) || percent(strength.score)} against ${strength.opponent}`],
        changed && [`changed ${ago(changed)}`],
    ];
    return el(
        "li",
        { class: "run", "data-key": name },
        el("a", { class: "name", href: address(name), "data-run": name }, name),
        stateSign(state),
        el("span", { class: "title" }, title ?? ""),
        problem
            ? el("p", { class: "problem" }, problem)
            : el("p", { class: "facts" }, facts.flat().filter(Boolean).join(" · ")),
        generations && el("progress", { max: generations, value: finished, "aria-label": `Generations of ${name}` }),
    );
}

async function openGeneration(main, name, generation, from) {
    const list = await call(`${resource(name, "games", generation)}?from=${from}&count=${COUNT}`);
    document.title = `${name}, generation ${generation} – damier`;
    const { all, games, problems } = list;
    const page = (text, first) =>
        first >= 0 && first < all && first !== from
            ? el("a", { class: "button", href: `${address(name, generation)}?from=${first}` }, text)
            : null;
    const item = ({ place, index, moves, result, ending }) =>
        el(
            "li",
            {},
            el(
                "a",
                { class: "game", href: address(name, generation, place), "data-place": place },
                el("strong", {}, `Game ${number(index + 1)}`),
                el("span", {}, result),
                el("span", {}, `${moves} moves, ${ending}`),
            ),
        );
    main.replaceChildren(
        trail([
            ["Runs", "#runs"],
            [name, address(name)],
            [`Generation ${generation}`, ""],
        ]),
        el("h1", {}, `Games of generation ${generation}`),
        el(
            "p",
            { class: "hint" },
            `${number(all)} games by the net of generation ${generation - 1}` +
                (games.length ? `; ${number(from + 1)} to ${number(from + games.length)} are shown.` : "."),
        ),
        ...problems.map((text) => el("p", { class: "problem" }, text)),
        el("ol", { class: "game-list" }, games.map(item)),
        el(
            "div",
            { class: "row wrap" },
            page("First", 0),
            page("Before", from - COUNT < 0 && from > 0 ? 0 : from - COUNT),
            page("Next", from + COUNT),
            page("Last", Math.floor((all - 1) / COUNT) * COUNT),
        ),
    );
}
