// The board: an SVG drawing that a person touches by pointer, keyboard or screen reader.

import { calm, svg } from "./dom.js";
import { arrow } from "./arrows.js";
import { CELL, Geometry } from "./geometry.js";
import { drawPiece, pieceName } from "./pieces.js";
import { Selection } from "./select.js";
import { drawGround, drawLabels } from "./surface.js";

/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG = 5;
/** Cells smaller than this many pixels ask a finger to confirm a stone. */
const SMALL = 34;
/** Milliseconds of one leg of a move. */
const LEG = 170;

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * A board in an element. Options: `onMove(move)`, `onOffer(moves)` where only a question tells moves apart,
 * `onBlocked(square)`, `onSelection(selection)`.
 */
export class Board {
    constructor(host, options = {}) {
        this.options = options;
        this.host = host;
        this.selection = new Selection([]);
        this.root = svg("svg", { class: "board", role: "grid", "aria-label": "Board" });
        host.replaceChildren(this.root);
        this.root.addEventListener("pointerdown", (event) => this.press(event));
        this.root.addEventListener("pointermove", (event) => this.drag(event));
        this.root.addEventListener("pointerup", (event) => this.release(event));
        this.root.addEventListener("pointercancel", () => this.drop());
        this.root.addEventListener("keydown", (event) => this.key(event));
        // Screen readers click without a pointer.
        this.root.addEventListener("click", (event) => event.detail === 0 && this.touch(nameOf(event.target)));
    }

    /**
     * Shows a position. `legal` are the moves that a person may make here, `via` the move that led here (it is
     * drawn as a motion), `last` the squares of the last move, `hidden` leaves the pieces out.
     */
    show(position, { legal = [], via = null, last = [], turn = 0, hidden = false } = {}) {
        const { board } = position;
        this.before = this.position;
        this.position = position;
        this.hidden = hidden;
        this.interactive = legal.length > 0;
        const form = [board.surface, board.rows.length, board.rows[0].length, turn].join();
        if (form !== this.form) {
            this.form = form;
            this.build(board, turn);
        }
        this.drop();
        this.ghost = null;
        this.selection = new Selection(legal);
        this.last = new Set(last);
        this.drawPieces();
        this.marks();
        this.setHeat(null);
        this.setArrows([]);
        if (via && !hidden && !calm()) this.animate(via);
    }

    build(board, turn) {
        this.geometry = new Geometry(board, turn);
        this.root.setAttribute("viewBox", this.geometry.viewBox());
        this.root.setAttribute("class", `board ${board.surface}`);
        this.layers = {};
        for (const name of ["ground", "heat", "cells", "labels", "marks", "pieces", "arrows", "moving"]) {
            const hidden = name === "cells" ? { role: "rowgroup" } : { "aria-hidden": "true" };
            this.layers[name] = svg("g", { class: `layer ${name}`, ...hidden });
        }
        this.root.replaceChildren(...Object.values(this.layers));
        this.layers.ground.append(...drawGround(this.geometry, board));
        this.layers.labels.append(...drawLabels(this.geometry, board));
        this.buildCells();
    }

    buildCells() {
        this.cells = new Map();
        const rows = new Map();
        const named = this.geometry.cells.filter((cell) => cell.name !== null);
        // Rows as they are seen, so that screen readers read the turned board.
        named.sort((a, b) => Math.round(a.y - b.y) || a.x - b.x);
        for (const { name, x, y } of named) {
            const line = Math.round(y);
            if (!rows.has(line)) rows.set(line, svg("g", { role: "row" }));
            const area =
                this.geometry.surface === "holes"
                    ? svg("circle", { cx: x, cy: y, r: 48 })
                    : svg("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL });
            const cell = svg("g", { role: "gridcell", class: "cell", tabindex: "-1", "data-square": name }, area);
            this.cells.set(name, cell);
            rows.get(line).append(cell);
        }
        this.layers.cells.append(...rows.values());
        const first = this.cells.values().next().value;
        first?.setAttribute("tabindex", "0");
    }

    /** The pieces by the names of their squares, and what the squares are called. */
    drawPieces() {
        const { board } = this.position;
        this.pieces = new Map();
        const layer = this.layers.pieces;
        layer.replaceChildren();
        for (const cell of board.rows.flat()) {
            if (!cell) continue;
            if (cell.piece && !this.hidden) {
                const drawing = this.placed(drawPiece(cell.piece, board.surface), cell.name);
                this.pieces.set(cell.name, drawing);
                layer.append(drawing);
            }
            const content = cell.piece ? pieceName(cell.piece, board.surface) : "empty";
            this.cells.get(cell.name).dataset.content = this.hidden ? "" : content;
        }
    }

    placed(drawing, name) {
        const { x, y } = this.geometry.at(name);
        return svg("g", { transform: `translate(${x} ${y})` }, drawing);
    }

    /** Draws what may be touched, what was chosen, and the last move. */
    marks() {
        const { marks } = this.layers;
        const { chosen } = this.selection;
        const origins = this.selection.origins();
        const { next, last } = this.selection.targets();
        const places = this.selection.legal.every((move) => move.path.length === 1);
        marks.replaceChildren();
        const free = (name) => !this.pieces.has(name);
        for (const [name, cell] of this.cells) {
            const mark = (shape) => marks.append(this.placed(shape, name));
            const can = next.has(name) || origins.has(name);
            cell.classList.toggle("last", this.last.has(name));
            cell.classList.toggle("chosen", chosen.includes(name));
            cell.classList.toggle("can", can);
            cell.classList.toggle("drags", origins.has(name) && !places);
            if (next.has(name) || last.has(name)) {
                const kind = next.has(name) ? "target" : "target far";
                mark(
                    free(name)
                        ? svg("circle", { r: 15, class: kind })
                        : svg("circle", { r: 44, class: `${kind} ring` }),
                );
            } else if (origins.has(name) && !places && chosen.length === 0 && origins.size <= 6) {
                mark(svg("circle", { r: 45, class: "origin" }));
            }
            if (this.last.has(name) && this.geometry.surface !== "squares") {
                this.lastMark(name, mark);
            }
            const parts = [name, cell.dataset.content];
            if (next.has(name) || last.has(name)) parts.push("legal destination");
            else if (origins.has(name) && !places) parts.push("can move");
            if (chosen.includes(name)) parts.push("chosen");
            if (this.last.has(name)) parts.push("last move");
            cell.setAttribute("aria-label", parts.filter(Boolean).join(", "));
        }
        this.walk();
        this.options.onSelection?.(this.selection);
    }

    lastMark(name, mark) {
        if (this.geometry.surface === "holes") mark(svg("circle", { r: 45, class: "last-ring" }));
        else if (!this.pieces.has(name)) mark(svg("circle", { r: 12, class: "last-dot" }));
        else this.pieces.get(name).append(svg("circle", { r: 11, class: "last-dot" }));
    }

    /** Shows the piece of an unfinished move where it has arrived, and what it has jumped as faded. */
    walk() {
        const { chosen } = this.selection;
        this.layers.moving.replaceChildren();
        for (const drawing of this.pieces.values()) drawing.classList.remove("faded", "away");
        if (chosen.length < 2) return;
        const jumped = new Set(this.selection.candidates().flatMap((move) => move.captures ?? []));
        for (let leg = 1; leg < chosen.length; leg++) {
            for (const name of this.geometry.between(chosen[leg - 1], chosen[leg])) {
                if (jumped.has(name)) this.pieces.get(name)?.classList.add("faded");
            }
        }
        const piece = this.pieces.get(chosen[0]);
        if (!piece) return;
        piece.classList.add("away");
        this.layers.moving.append(this.placed(piece.firstChild.cloneNode(true), chosen[chosen.length - 1]));
    }

    /** Touches a square, as a finger would. */
    touch(name) {
        if (!name || !this.interactive) return;
        const result = this.selection.touch(name);
        if (result.blocked) this.options.onBlocked?.(name);
        this.marks();
        if (result.move) this.options.onMove?.(result.move);
        if (result.offer) this.options.onOffer?.(result.offer);
    }

    /** Shows a stone that waits for a second touch; a small board and a thick finger ask for it. */
    touchSmall(name) {
        if (this.ghost === name || !this.selection.origins().has(name)) {
            this.setGhost(null);
            this.touch(name);
        } else {
            this.setGhost(name);
        }
    }

    setGhost(name) {
        this.ghost = name;
        this.layers.moving.replaceChildren();
        if (name) {
            const { x, y } = this.geometry.at(name);
            const cross = svg("path", {
                d: `M${x} 0V${this.geometry.height}M0 ${y}H${this.geometry.width}`,
                class: "cross",
            });
            this.layers.moving.append(cross, this.placed(svg("circle", { r: 46, class: "ghost" }), name));
        }
        this.options.onGhost?.(name);
    }

    place(event) {
        const inverse = this.root.getScreenCTM().inverse();
        return new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    }

    press(event) {
        if (event.button !== 0 || !this.interactive) return;
        const { x, y } = this.place(event);
        const name = this.geometry.nearest(x, y);
        if (!name) return;
        this.focus(name, false);
        const held = this.selection.chosen;
        const starts = this.selection.origins().has(name) && this.pieces.has(name);
        this.pressed = {
            name,
            x: event.clientX,
            y: event.clientY,
            id: event.pointerId,
            wasChosen: held.includes(name),
        };
        if (starts && !this.selection.targets().next.has(name) && held.length < 2 && !this.pressed.wasChosen) {
            this.pressed.lifted = true;
            this.touch(name);
        } else {
            this.pressed.lifted = held.length > 0 && held[held.length - 1] === name;
        }
    }

    drag(event) {
        const { pressed } = this;
        if (!pressed || event.pointerId !== pressed.id || !pressed.lifted) return;
        const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
        if (!pressed.dragged && far < DRAG) return;
        if (!pressed.dragged) {
            pressed.dragged = true;
            this.root.setPointerCapture(event.pointerId);
            const origin = this.selection.chosen[0];
            const piece = this.pieces.get(origin);
            if (!piece) return this.drop();
            this.layers.moving.replaceChildren(svg("g", { class: "lifted" }, piece.firstChild.cloneNode(true)));
            piece.classList.add("away");
        }
        const { x, y } = this.place(event);
        this.layers.moving.firstChild?.setAttribute("transform", `translate(${x} ${y})`);
    }

    release(event) {
        const { pressed } = this;
        if (!pressed || event.pointerId !== pressed.id) return;
        this.pressed = null;
        const { x, y } = this.place(event);
        const name = this.geometry.nearest(x, y);
        if (pressed.dragged) {
            this.dropped = true;
            const { next, last } = this.selection.targets();
            if (name && (next.has(name) || last.has(name))) this.touch(name);
            else this.walk();
            this.dropped = false;
        } else if (name === pressed.name && (!pressed.lifted || pressed.wasChosen)) {
            const cell = this.root.getBoundingClientRect().width / (this.geometry.width / CELL);
            const places = this.geometry.surface === "points" && cell < SMALL && event.pointerType === "touch";
            if (places) this.touchSmall(name);
            else this.touch(name);
        }
    }

    /** Ends a drag without a move. */
    drop() {
        this.pressed = null;
        this.layers?.moving.replaceChildren();
        for (const drawing of this.pieces?.values() ?? []) drawing.classList.remove("away");
    }

    key(event) {
        const name = nameOf(event.target);
        if (!name) return;
        if (ARROWS[event.key]) {
            event.preventDefault();
            event.stopPropagation();
            const next = this.geometry.neighbour(name, ...ARROWS[event.key]);
            if (next) this.focus(next, true);
        } else if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.touch(name);
        } else if (event.key === "Escape") {
            this.selection.clear();
            this.setGhost(null);
            this.marks();
        }
    }

    /** Makes a square the one that the Tab key reaches. */
    focus(name, now) {
        this.root.querySelector(".cell[tabindex='0']")?.setAttribute("tabindex", "-1");
        const cell = this.cells.get(name);
        cell.setAttribute("tabindex", "0");
        if (now) cell.focus();
    }

    /** Moves the piece of a move along its way. */
    animate({ path, captures }) {
        if (this.dropped || path.length < 2) return;
        const piece = this.pieces.get(path[path.length - 1]);
        if (!piece) return;
        const drawing = piece.firstChild;
        const end = this.geometry.at(path[path.length - 1]);
        const frames = path.map((name) => {
            const { x, y } = this.geometry.at(name);
            return { transform: `translate(${x - end.x}px, ${y - end.y}px)` };
        });
        piece.parentNode.append(piece);
        const duration = Math.min(LEG * (path.length - 1) + 60, 900);
        drawing.animate(frames, { duration, easing: path.length > 2 ? "linear" : "ease-out" });
        if (captures?.length && this.before) this.fade(captures, duration);
    }

    /** Lets captured pieces vanish while the other one moves. */
    fade(captures, duration) {
        const { rows, surface } = this.before.board;
        for (const cell of rows.flat()) {
            if (!cell?.piece || !captures.includes(cell.name) || this.pieces.has(cell.name)) continue;
            const drawing = this.placed(drawPiece(cell.piece, surface), cell.name);
            this.layers.pieces.prepend(drawing);
            drawing.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], { duration }).onfinish =
                () => drawing.remove();
        }
    }

    /** Colours squares by a share from 0 to 1; `null` takes the colours away. */
    setHeat(heat) {
        this.layers.heat.replaceChildren();
        for (const [name, share] of heat ?? []) {
            const place = this.geometry.at(name);
            if (!place || share < 0.01) continue;
            const square = this.geometry.surface === "squares";
            const shape = square
                ? svg("rect", { x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL })
                : svg("circle", { r: 44 });
            shape.setAttribute("class", "heat-cell");
            shape.setAttribute("opacity", Math.min(0.9, 0.15 + share).toFixed(2));
            this.layers.heat.append(this.placed(shape, name));
        }
    }

    /** Draws arrows: `[{ path, kind }]`, a ring where a move has one square only. */
    setArrows(arrows) {
        this.layers.arrows.replaceChildren();
        for (const { path, kind } of arrows) {
            if (!path?.length || path.some((name) => !this.geometry.at(name))) continue;
            const places = path.map((name) => this.geometry.at(name));
            if (places.length === 1) {
                this.layers.arrows.append(this.placed(svg("circle", { r: 40, class: `arrow-ring ${kind}` }), path[0]));
            } else {
                this.layers.arrows.append(arrow(places, kind));
            }
        }
    }
}

/** A picture of a board, in which nothing can be reached. */
export class Miniature {
    constructor(host) {
        this.board = new Board(host);
        this.board.root.removeAttribute("role");
        this.board.root.setAttribute("aria-hidden", "true");
    }

    /** Shows a position; the options are those of a board. */
    show(position, options) {
        this.board.show(position, options);
        const { layers, cells } = this.board;
        layers.labels.remove();
        // Squares are needed for marks only.
        if (!options?.last) layers.cells.remove();
        for (const cell of cells.values()) for (const name of ["tabindex", "data-square"]) cell.removeAttribute(name);
    }
}

function nameOf(target) {
    return target.closest?.("[data-square]")?.dataset.square ?? null;
}
