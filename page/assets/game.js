// A game that a person plays: which one, from where, its moves, who sits where. It is written in the address.

/** The level that a first game is played at: a casual player's. */
export const MIDDLE = 8;
/** The level without a bound but the time. */
export const FULL = 20;
const SAVED = "damier.game";

/**
 * A game. `seats` has for each player `"person"` or a level from 1 to 20; `time` is seconds a move of the program,
 * `clock` is `{ minutes, increment }` for every player or null; `end` tells how it ended outside of the rules:
 * `{ kind: "resigned" | "time" | "agreed", seat }`. A game from a file keeps its `tags`, its `result`,
 * and in `source` its comments and marks. `secret` has the places of moves that somebody must not know yet.
 */
export class PlayedGame {
    constructor({
        game,
        start = null,
        moves = [],
        seats = [],
        time = 2,
        clock = null,
        left = null,
        end = null,
        blind = false,
        seed = null,
        tags = {},
        result = null,
        source = null,
        secret = [],
    }) {
        Object.assign(this, { game, start, moves, seats, time, clock, left, end, blind, tags, result, source, secret });
        // The levels draw their moves by it, and a reload draws the same again.
        this.seed = seed ?? Math.floor(Math.random() * 2 ** 31);
    }

    /** The same game with other moves. */
    with(changes) {
        return new PlayedGame({ ...this, ...changes });
    }

    isPerson(seat) {
        return this.seats[seat] === "person";
    }

    people() {
        return this.seats.flatMap((who, seat) => (who === "person" ? [seat] : []));
    }

    /** The fields of the address. */
    fields(page = "play") {
        const fields = new URLSearchParams({ game: this.game });
        if (this.start) fields.set("start", this.start);
        if (page === "play") {
            fields.set("seats", this.seats.map((who) => (who === "person" ? "p" : who)).join(","));
            if (this.time !== 2) fields.set("time", this.time);
            if (this.clock) fields.set("clock", `${this.clock.minutes}+${this.clock.increment}`);
            if (this.clock && this.left) fields.set("left", this.left.map((ms) => Math.round(ms / 1000)).join(","));
            fields.set("seed", this.seed);
            if (this.blind) fields.set("blind", "1");
            if (this.end) fields.set("end", [this.end.kind, this.end.seat ?? ""].join("."));
        }
        const text = (move, ply) => (this.secret.includes(ply) ? veil(move, this.seed + ply) : move);
        if (this.moves.length) fields.set("moves", this.moves.map(text).join(" "));
        return fields;
    }

    /** The text behind `#` of the address. */
    fragment(page = "play") {
        return `#${page}?${this.fields(page)}`;
    }

    /** Reads the text behind `#`; null where it names no game. */
    static parse(fragment) {
        return PlayedGame.read(fieldsOf(fragment));
    }

    /** Reads the fields of an address; null where they name no game. */
    static read(fields) {
        const game = fields.get("game");
        if (!game) return null;
        const seats = (fields.get("seats") ?? "").split(",").filter(Boolean);
        const moves = (fields.get("moves") ?? "").split(" ").filter(Boolean);
        const clock = fields.get("clock")?.split("+").map(Number);
        const [kind, seat] = (fields.get("end") ?? "").split(".");
        return new PlayedGame({
            game,
            start: fields.get("start"),
            moves: moves.map(unveil),
            secret: moves.flatMap((text, ply) => (text.startsWith(VEIL) ? [ply] : [])),
            seats: seats.map((who) => (who === "p" ? "person" : clamp(Number(who), 1, FULL) || MIDDLE)),
            time: clamp(Number(fields.get("time") ?? 2), 0.1, 3600) || 2,
            clock:
                clock?.every((part) => part >= 0) && clock.length === 2
                    ? { minutes: clock[0], increment: clock[1] }
                    : null,
            left:
                fields
                    .get("left")
                    ?.split(",")
                    .map((seconds) => 1000 * Number(seconds)) ?? null,
            end: kind ? { kind, seat: seat === "" ? null : Number(seat) } : null,
            blind: fields.get("blind") === "1",
            seed: fields.has("seed") ? Number(fields.get("seed")) || 0 : null,
        });
    }

}

/** Most boards that one person plays on at once. */
export const MOST_BOARDS = 8;
/** The fields that each of several boards has for itself; the others are the same for all. */
const OWN = ["seats", "seed", "left", "blind", "end", "moves"];

/** The text behind `#` of games on several boards: the fields of one game, with those of each board in their order. */
export function boardsFragment(games, at) {
    const all = games.map((game) => game.fields());
    const fields = new URLSearchParams(all[0]);
    for (const name of OWN) {
        fields.delete(name);
        if (!all.some((own) => own.has(name))) continue;
        for (const own of all) fields.append(name, own.get(name) ?? "");
    }
    fields.set("at", at + 1);
    return `#simul?${fields}`;
}

/** Reads the games on several boards, and the number of the open one from 0. */
export function readBoards(fragment) {
    const fields = fieldsOf(fragment);
    const boards = fields.getAll("seats").slice(0, MOST_BOARDS);
    const games = boards.map((_, index) => {
        const own = new URLSearchParams(fields);
        for (const name of OWN) {
            own.delete(name);
            const value = fields.getAll(name)[index];
            if (value) own.set(name, value);
        }
        return PlayedGame.read(own);
    });
    const at = clamp(Number(fields.get("at") ?? 1) || 1, 1, Math.max(1, games.length)) - 1;
    return { games: games.filter(Boolean), at };
}

/** The fields behind the question mark of an address. */
export function fieldsOf(fragment) {
    return new URLSearchParams(fragment.split("?")[1] ?? "");
}

/** Keeps the address of a game in the browser, for a later visit. */
export function saveGame(fragment) {
    try {
        localStorage.setItem(SAVED, fragment);
    } catch {
        // A browser that keeps nothing still has the address.
    }
}

/** What a move in code begins with; no notation does. */
const VEIL = "_";
/** Characters of a move in code at least, so that its length tells nothing. */
const VEILED = 8;

/**
 * Writes a move in a code, so that a look at the address does not tell it. It is no encryption: it keeps a secret from
 * those who do not set out to learn it.
 */
function veil(text, key) {
    const salt = [...new Uint8Array(new Uint32Array([key]).buffer)];
    const bytes = masked([...new TextEncoder().encode(text.padEnd(VEILED))], salt);
    const code = btoa(String.fromCharCode(...salt, ...bytes));
    return VEIL + code.replaceAll("+", "-").replaceAll("/", ".").replaceAll("=", "");
}

/** Reads a move of an address, be it in code or not. */
function unveil(text) {
    if (!text.startsWith(VEIL)) return text;
    try {
        const code = atob(text.slice(1).replaceAll("-", "+").replaceAll(".", "/"));
        const bytes = [...code].map((sign) => sign.charCodeAt(0));
        const plain = masked(bytes.slice(4), bytes.slice(0, 4));
        return new TextDecoder().decode(new Uint8Array(plain)).trimEnd();
    } catch {
        // Who has changed the address learns from the server that this is no move.
        return text;
    }
}

/** Combines bytes with those of a generator that begins with `salt`; twice gives the same bytes again. */
function masked(bytes, salt) {
    let state = salt.reduce((sum, byte) => (Math.imul(sum, 257) + byte) | 0, 1);
    return bytes.map((byte) => {
        state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
        return byte ^ ((state >>> 16) & 255);
    });
}

function clamp(number, least, most) {
    return Math.min(most, Math.max(least, number));
}

/** The address of the last game, or null. */
export function savedGame() {
    try {
        return localStorage.getItem(SAVED);
    } catch {
        return null;
    }
}

/** Reads a setting that the browser keeps. */
export function setting(name, otherwise) {
    try {
        return JSON.parse(localStorage.getItem(`damier.${name}`)) ?? otherwise;
    } catch {
        return otherwise;
    }
}

/** Keeps a setting. */
export function keep(name, value) {
    try {
        localStorage.setItem(`damier.${name}`, JSON.stringify(value));
    } catch {
        // See `save`.
    }
}

/** Writes an identity: the options that are not the default ones, behind a colon. */
export function identity(id, options) {
    const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    return given.length ? `${id}:${given.join(",")}` : id;
}

/** Reads the options of an identity. */
export function optionsOf(text) {
    const given = text.split(":")[1] ?? "";
    return Object.fromEntries(
        given
            .split(",")
            .filter(Boolean)
            .map((part) => part.split("=")),
    );
}

/** What a level is called. */
export function levelName(level) {
    if (level >= FULL) return "full strength";
    const names = [
        [3, "first moves"],
        [6, "beginner"],
        [9, "casual"],
        [12, "club player"],
        [15, "strong club player"],
        [19, "master"],
    ];
    return names.find(([most]) => level <= most)[1];
}

/** What is written for who sits at a seat; shorter where there are many. */
export function seatText(who, many = false) {
    if (who === "person") return "You";
    return many ? `level ${who}` : `damier, level ${who}`;
}
