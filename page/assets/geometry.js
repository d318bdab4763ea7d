// Where the cells of a board lie on the screen: squares, points of a grid, or holes of a star.

/** The side of a cell, in units of the drawing. */
export const CELL = 100;
const HEIGHT_OF_ROW = 86.6;
/** Room for the labels beside points. */
const MARGIN = 46;

/** The places of a board's cells, turned by some degrees. */
export class Geometry {
    constructor(board, turn) {
        const { surface, rows } = board;
        this.surface = surface;
        this.turn = turn;
        const holes = surface === "holes";
        this.width = holes ? ((rows[0].length - 1) * CELL) / 2 + CELL : rows[0].length * CELL;
        this.height = holes ? (rows.length - 1) * HEIGHT_OF_ROW + CELL : rows.length * CELL;
        this.border = holes ? 18 : 0;
        this.margin = surface === "points" && board.row_labels.length ? MARGIN : 0;
        /** Every cell with its place, also those outside of the game: `name` is null there. */
        this.cells = rows.flatMap((cells, row) =>
            cells.map((cell, column) => ({
                name: cell?.name ?? null,
                row,
                column,
                ...this.turned(
                    holes
                        ? { x: (column * CELL) / 2 + CELL / 2, y: row * HEIGHT_OF_ROW + CELL / 2 }
                        : { x: column * CELL + CELL / 2, y: row * CELL + CELL / 2 },
                ),
            })),
        );
        this.byName = new Map(this.cells.filter((cell) => cell.name !== null).map((cell) => [cell.name, cell]));
    }

    turned({ x, y }) {
        const angle = (this.turn * Math.PI) / 180;
        const [dx, dy] = [x - this.width / 2, y - this.height / 2];
        return {
            x: this.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
            y: this.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
        };
    }

    /** The part of the drawing that is seen. */
    viewBox() {
        const { width, height, margin, border } = this;
        const sides = margin * 1.25 + 2 * border;
        return `${-margin - border} ${-margin / 4 - border} ${width + sides} ${height + sides}`;
    }

    /** The place of a square by its name. */
    at(name) {
        return this.byName.get(name);
    }

    /** The named cell nearest to a place, at most half a cell away. */
    nearest(x, y) {
        let found = null;
        let least = (CELL * 0.6) ** 2;
        for (const cell of this.byName.values()) {
            const far = (cell.x - x) ** 2 + (cell.y - y) ** 2;
            if (far < least) [found, least] = [cell, far];
        }
        return found?.name ?? null;
    }

    /** The next named cell in a direction, as arrow keys go. */
    neighbour(name, dx, dy) {
        const from = this.at(name);
        let found = null;
        let least = Infinity;
        for (const cell of this.byName.values()) {
            const ahead = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
            const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
            // Straight ahead before aslant, and within a narrow cone.
            if (ahead < 1 || aside > ahead * 1.8) continue;
            const far = ahead + 2 * aside;
            if (far < least) [found, least] = [cell, far];
        }
        return found?.name ?? null;
    }

    /** The names of the cells strictly between two on a straight line. */
    between(one, other) {
        const [a, b] = [this.at(one), this.at(other)];
        const length = Math.hypot(b.x - a.x, b.y - a.y);
        return [...this.byName.values()]
            .filter((cell) => {
                const along = ((cell.x - a.x) * (b.x - a.x) + (cell.y - a.y) * (b.y - a.y)) / length;
                const aside = Math.abs((cell.x - a.x) * (b.y - a.y) - (cell.y - a.y) * (b.x - a.x)) / length;
                return aside < 5 && along > 5 && along < length - 5;
            })
            .map((cell) => cell.name);
    }
}

/** The steps in which a board may be turned, in degrees. */
export function turnStep(board) {
    return board.surface === "holes" ? 60 : 180;
}

/** The turn that brings a player's pieces to the bottom; 0 where there are none. */
export function homeTurn(board, seat) {
    const { cells, width, height } = new Geometry(board, 0);
    const flat = board.rows.flat();
    const own = cells.filter((_, index) => flat[index]?.piece?.player === seat);
    if (seat === null || own.length === 0 || board.surface === "points") return 0;
    const mean = (key) => own.reduce((sum, cell) => sum + cell[key], 0) / own.length;
    const [dx, dy] = [mean("x") - width / 2, mean("y") - height / 2];
    const step = turnStep(board);
    if (step === 180) return dy < -1 ? 180 : 0;
    const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
    return (Math.round((90 - angle) / step) * step + 360) % 360;
}

/** The seats' pieces on a board, counted by their signs. */
export function pieceCounts(board) {
    const counts = new Map();
    for (const cell of board.rows.flat()) {
        if (!cell?.piece) continue;
        const key = `${cell.piece.player} ${cell.piece.letter}`;
        const entry = counts.get(key) ?? { piece: cell.piece, count: 0 };
        entry.count++;
        counts.set(key, entry);
    }
    return counts;
}

/** The pieces that were there at the start and are gone: `[{ piece, count }]`. */
export function captured(start, now) {
    const present = pieceCounts(now);
    const gone = [];
    const surplus = new Map();
    const before = pieceCounts(start);
    for (const [key, { piece, count }] of present) {
        const more = count - (before.get(key)?.count ?? 0);
        if (more > 0) surplus.set(piece.player, (surplus.get(piece.player) ?? 0) + more);
    }
    for (const [key, { piece, count }] of before) {
        gone.push({ piece, count: count - (present.get(key)?.count ?? 0) });
    }
    // Promoted pieces were the commonest ones before.
    for (const [player, more] of surplus) {
        const common = gone.filter((entry) => entry.piece.player === player && entry.count > 0);
        common.sort((a, b) => b.count - a.count);
        if (common.length) common[0].count -= more;
    }
    return gone.filter((entry) => entry.count > 0);
}
