// Turns squares that a person touches into a legal move. Knows no screen.

const startsWith = (path, prefix) => prefix.every((square, index) => path[index] === square);

/** The squares touched so far, and the legal moves that go on from them. */
export class Selection {
    constructor(legal) {
        this.legal = legal.filter((move) => move.path.length > 0);
        /** Moves without squares, such as a pass: for buttons. */
        this.others = legal.filter((move) => move.path.length === 0);
        this.chosen = [];
    }

    clear() {
        this.chosen = [];
    }

    /** The legal moves that begin with the chosen squares. */
    candidates() {
        return this.legal.filter((move) => startsWith(move.path, this.chosen));
    }

    /** The squares where a legal move begins. */
    origins() {
        return new Set(this.legal.map((move) => move.path[0]));
    }

    /** The squares that may be touched next: `next` as a step, `last` as the end of a longer way. */
    targets() {
        const [next, last] = [new Set(), new Set()];
        if (this.chosen.length === 0) return { next, last };
        for (const { path } of this.candidates()) {
            if (path.length <= this.chosen.length) continue;
            next.add(path[this.chosen.length]);
            last.add(path[path.length - 1]);
        }
        return { next, last };
    }

    /**
     * Touches a square. Returns `{ move }` where a move is complete, `{ offer: moves }` where several are left that
     * only a question tells apart, `{ changed: true }` for a step, and `{ blocked: true }` where nothing begins.
     */
    touch(square) {
        if (this.chosen.length > 0) {
            const step = this.step(square) ?? this.end(square);
            if (step) return step;
            if (this.chosen[this.chosen.length - 1] === square) {
                // A way that may stop here does; otherwise the piece is put down again.
                const here = this.complete();
                this.clear();
                return here.length ? answer(here) : { changed: true };
            }
        }
        this.clear();
        if (!this.origins().has(square)) return { blocked: true };
        this.chosen = [square];
        const single = this.complete();
        if (single.length && single.length === this.candidates().length) {
            this.clear();
            return answer(single);
        }
        return { changed: true };
    }

    /** The candidates that end with the last chosen square. */
    complete() {
        return this.candidates().filter((move) => move.path.length === this.chosen.length);
    }

    step(square) {
        const chosen = [...this.chosen, square];
        const going = this.legal.filter((move) => startsWith(move.path, chosen));
        if (going.length === 0) return null;
        const longest = Math.max(...going.map((move) => move.path.length));
        if (going.length === 1 || longest === chosen.length) {
            this.clear();
            return answer(going);
        }
        this.chosen = chosen;
        return { changed: true };
    }

    end(square) {
        // Some captures end where they began; there the first touch again puts the piece down.
        if (this.chosen.length === 1 && square === this.chosen[0]) return null;
        const ending = this.candidates().filter((move) => move.path[move.path.length - 1] === square);
        if (ending.length === 0) return null;
        this.clear();
        return answer(ending);
    }
}

function answer(moves) {
    return moves.length === 1 ? { move: moves[0] } : { offer: moves };
}

/** A move as people may type it: small letters, without blanks, dashes and marks. */
const plain = (text) =>
    text
        .toLowerCase()
        .replace(/[\s\-–:x+#=!?.]/g, "")
        .replace(/0/g, "o");

/** Returns the legal moves that a typed text may mean. */
export function typed(text, legal) {
    const exact = legal.filter((move) => move.text === text.trim());
    if (exact.length) return exact;
    const wanted = plain(text);
    if (!wanted) return [];
    const same = legal.filter((move) => plain(move.text) === wanted || plain(move.path.join("")) === wanted);
    if (same.length) return same;
    const ends = (move) => plain(move.path[0] + move.path[move.path.length - 1]);
    return legal.filter((move) => move.path.length > 1 && ends(move) === wanted);
}
