// Asks the server for moves, hints and values of a game that is played.

import { call, stream } from "./api.js";
import { absolute, shareOf } from "./value.js";

/** Milliseconds that a hint is searched for. */
const HINT = 1_000;
/** The most that the program expects for itself when it takes a draw. */
const DRAWISH = 0.52;
/** Moves before the program talks about a draw. */
const EARLY = 20;

/** The program at the other seats; `players` are those of the game, `builtIn` is true where no net fits it. */
export class Opponent {
    constructor(players, builtIn) {
        this.players = players;
        this.builtIn = builtIn;
    }

    /** Ends the search that runs. */
    stop() {
        this.running?.abort();
        this.running = null;
    }

    body({ game, start, moves }) {
        return { game, start, moves: [...moves], built_in: this.builtIn };
    }

    /** Has the server read the net and make the engines of the seats, so that the first answer does not wait for them. */
    prepare(game) {
        const levels = new Set(game.seats.filter((who) => who !== "person"));
        for (const level of levels) call("prepare", { ...this.body(game.with({ moves: [] })), level }).catch(() => {});
    }

    async search(game, seat, wanted, onEvent) {
        this.stop();
        this.running = new AbortController();
        const body = { ...this.body(game), lines: 1, ...wanted };
        const done = await stream("search", body, onEvent, this.running.signal);
        return { best: done.best, value: absolute(done.value, seat, this.players) };
    }

    /** Returns the move at a seat's level, and the value before it. */
    move(game, seat, millis, onEvent) {
        return this.search(game, seat, { level: game.seats[seat], limits: { millis }, seed: game.seed }, onEvent);
    }

    /** Returns what the program would play itself at full strength. */
    hint(game, seat) {
        return this.search(game, seat, { level: null, limits: { millis: HINT } });
    }

    /** Returns the value without a search. */
    async judge(game, seat) {
        const { value } = await call("judge", this.body(game));
        return absolute(value, seat, this.players);
    }

    /** Returns why the program at `own` takes no draw; null where it takes it. */
    async declines(game, seat, own) {
        if (game.moves.length < EARLY) return "the game has hardly begun";
        const share = shareOf(await this.judge(game, seat), own, this.players);
        return share <= DRAWISH ? null : "it thinks that it stands better";
    }
}
