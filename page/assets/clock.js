// Clocks of the players: they run in the browser.

/** Clocks that begin with the same time; `left` are the milliseconds that remain. */
export class Clock {
    constructor({ minutes, increment }, players, left = null) {
        this.increment = 1000 * increment;
        this.left =
            left?.length === players ? [...left] : Array(players).fill(Math.max(60_000 * minutes, this.increment));
        this.seat = null;
        this.since = 0;
    }

    /** Lets the clock of a seat run, and stops the others. */
    start(seat) {
        this.stop();
        this.seat = seat;
        this.since = performance.now();
    }

    /** Stops; `moved` adds the increment. */
    stop(moved = false) {
        if (this.seat === null) return;
        this.left[this.seat] = this.remaining(this.seat) + (moved ? this.increment : 0);
        this.seat = null;
    }

    /** Milliseconds that a seat has left. */
    remaining(seat) {
        const spent = seat === this.seat ? performance.now() - this.since : 0;
        return Math.max(0, this.left[seat] - spent);
    }

    /** Milliseconds that the program takes for its next move. */
    budget(seat) {
        return Math.max(50, Math.min(this.remaining(seat) / 30 + 0.8 * this.increment, this.remaining(seat) / 3));
    }

    text(seat) {
        const tenths = Math.ceil(this.remaining(seat) / 100);
        if (tenths < 100) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
        const seconds = Math.ceil(tenths / 10);
        return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
}
