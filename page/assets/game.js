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
 * and in `source` its comments and marks.
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
    }) {
        Object.assign(this, { game, start, moves, seats, time, clock, left, end, blind, tags, result, source });
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

    /** The text behind `#` of the address. */
    fragment(page = "play") {
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
        if (this.moves.length) fields.set("moves", this.moves.join(" "));
        return `#${page}?${fields}`;
    }

    /** Reads the text behind `#`; null where it names no game. */
    static parse(fragment) {
        const fields = new URLSearchParams(fragment.split("?")[1] ?? "");
        const game = fields.get("game");
        if (!game) return null;
        const seats = (fields.get("seats") ?? "").split(",").filter(Boolean);
        const clock = fields.get("clock")?.split("+").map(Number);
        const [kind, seat] = (fields.get("end") ?? "").split(".");
        return new PlayedGame({
            game,
            start: fields.get("start"),
            moves: (fields.get("moves") ?? "").split(" ").filter(Boolean),
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

    /** Keeps it in the browser, for a later visit. */
    save() {
        try {
            localStorage.setItem(SAVED, this.fragment());
        } catch {
            // A browser that keeps nothing still has the address.
        }
    }
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
