// Talks to the server: requests with JSON, and streams of server-sent events.

import { button, dialog, el, toast } from "./dom.js";

const ROOT = "api/v1/";
const TOKEN = "damier.token";

/** A request that the server refused; `at` names the place, e.g. `moves[3]`. */
export class Refusal extends Error {
    constructor(message, at, status) {
        super(message);
        this.at = at;
        this.status = status;
    }
}

/** Sends a request; waits and tries again while the server cannot be reached. */
async function send(path, body, signal) {
    for (let attempt = 0; ; attempt++) {
        let response;
        try {
            response = await fetch(ROOT + path, options(body, signal));
        } catch (error) {
            if (error.name === "AbortError") throw error;
            lost(true);
            await pause(Math.min(500 * 2 ** attempt, 8_000), signal);
            continue;
        }
        lost(false);
        if (response.ok) return response;
        const refusal = await read(response);
        if (response.status === 401) {
            await askToken();
        } else if (response.status === 503 || response.status === 429) {
            // The queue is full; there will be room soon.
            if (attempt >= 5) throw refusal;
            await pause(300 * 2 ** attempt, signal);
        } else {
            throw refusal;
        }
    }
}

function options(body, signal) {
    const headers = {};
    const token = sessionStorage.getItem(TOKEN);
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body === undefined) return { headers, signal };
    headers["Content-Type"] = "application/json";
    return { method: "POST", headers, body: JSON.stringify(body), signal };
}

async function read(response) {
    try {
        const { error } = await response.json();
        return new Refusal(error.message, error.at, response.status);
    } catch {
        return new Refusal(`The server answered ${response.status} without a reason.`, null, response.status);
    }
}

function pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, milliseconds);
        signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(new DOMException("stopped", "AbortError"));
        });
    });
}

function lost(is) {
    document.getElementById("lost").hidden = !is;
}

let asking = null;

function askToken() {
    const refused = sessionStorage.getItem(TOKEN) !== null;
    const title = refused ? "That is not the token of this server" : "This server asks for its token";
    asking ??= dialog(
        title,
        (close) => {
            const field = el("input", { type: "password", id: "token", autocomplete: "off", required: true });
            return el(
                "form",
                {
                    onsubmit: (event) => {
                        event.preventDefault();
                        close(field.value.trim());
                    },
                },
                el("label", { for: "token" }, "The token that damier serve printed"),
                field,
                el(
                    "div",
                    { class: "row end" },
                    button("Go on", () => close(field.value.trim()), { class: "primary" }),
                ),
            );
        },
        { dismissable: false },
    ).then((token) => {
        sessionStorage.setItem(TOKEN, token ?? "");
        asking = null;
    });
    return asking;
}

/** Returns the answer to a request. */
export async function call(path, body, signal) {
    return (await send(path, body, signal)).json();
}

/**
 * Reads a stream of server-sent events and calls `onEvent(name, data)` for each. Resolves with the data of
 * `done`, and throws what `error` says. Aborting the signal stops the work on the server.
 */
export async function stream(path, body, onEvent, signal) {
    for (;;) {
        try {
            return await streamOnce(path, body, onEvent, signal);
        } catch (error) {
            // The connection broke in the middle: the server knows nothing of it, so the question is asked again.
            if (!(error instanceof TypeError)) throw error;
            lost(true);
            await pause(1_000, signal);
        }
    }
}

/** Milliseconds before a stream that ended is asked for again. */
const AGAIN = 3_000;

/** Reads a stream without an end, again and again, until the signal is aborted; `onRefusal` gets what the server refuses. */
export async function follow(path, onEvent, onRefusal, signal) {
    while (!signal.aborted) {
        try {
            await stream(path, undefined, onEvent, signal);
        } catch (error) {
            if (signal.aborted) return;
            if (error.status) onRefusal(error);
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
}

async function streamOnce(path, body, onEvent, signal) {
    const response = await send(path, body, signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = "";
    for (;;) {
        const { value, done } = await reader.read();
        if (done) throw new Refusal("The connection ended before the answer; try again.", null, 0);
        buffer += value.replaceAll("\r", "");
        for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
            const event = parse(buffer.slice(0, end));
            buffer = buffer.slice(end + 2);
            if (!event) continue;
            if (event.name === "error") {
                const error = event.data.error ?? event.data;
                throw new Refusal(error.message, error.at, 0);
            }
            tell(onEvent, event);
            if (event.name === "done") {
                reader.cancel().catch(() => {});
                return event.data;
            }
        }
    }
}

/** Passes an event on. A fault of the page is no broken connection: it goes to the console. */
function tell(onEvent, { name, data }) {
    try {
        onEvent?.(name, data);
    } catch (error) {
        reportError(error);
    }
}

function parse(block) {
    let name = "message";
    const data = [];
    for (const line of block.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5));
    }
    return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}

const positions = new Map();
/** Positions that are kept: those of a long game, back and forth. */
const KEPT = 400;

/** Returns the position after some moves; the same question is asked once. */
export function position(game, start, moves, viewer = null) {
    const body = { game, start, moves, viewer };
    const key = JSON.stringify(body);
    if (!positions.has(key)) {
        const answer = call("position", body);
        answer.catch(() => positions.delete(key));
        positions.set(key, answer);
        if (positions.size > KEPT) positions.delete(positions.keys().next().value);
    }
    return positions.get(key);
}

/** Returns the position at the end of a game; cuts the game where a move is not legal, and says so. */
export async function lastPosition(game) {
    try {
        return await position(game.game, game.start, game.moves);
    } catch (error) {
        const place = error.at?.match(/^moves\[(\d+)\]/);
        if (!place) throw error;
        toast(`${error.message} The moves before it are shown.`, "error");
        game.moves = game.moves.slice(0, Number(place[1]));
        game.end = null;
        return position(game.game, game.start, game.moves);
    }
}

let known = null;

/** Returns the list of games. */
export function games() {
    known ??= call("games").then((answer) => answer.games);
    known.catch(() => {
        known = null;
    });
    return known;
}

/** Returns the entry of the list for an identity, e.g. `name:size=9`. */
export async function gameOf(identity) {
    const id = identity.split(":")[0];
    return (await games()).find((game) => game.id === id);
}
