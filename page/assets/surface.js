// Draws what lies under the pieces: squares, lines of a grid, holes of a star, and the names of squares.

import { svg } from "./dom.js";
import { CELL } from "./geometry.js";

/** Whether a square is a dark one. Where only one colour of squares is played on, it is that one. */
function isDark(rows, row, column) {
    return rows.flat().includes(null) ? rows[row][column] !== null : (row + column) % 2 === 1;
}

/** Returns the drawings of an empty board. */
export function drawGround(geometry, { surface, rows }) {
    const { width, height, margin, cells } = geometry;
    const ground = [];
    if (surface === "squares") {
        for (const { x, y, row, column } of cells) {
            const shade = isDark(rows, row, column) ? "dark" : "light";
            ground.push(svg("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: shade }));
        }
        return ground;
    }
    if (surface === "points") {
        ground.push(
            svg("rect", {
                x: -margin,
                y: -margin / 4,
                width: width + margin * 1.25,
                height: height + margin * 1.25,
                class: "wood",
            }),
        );
        const half = CELL / 2;
        for (let x = half; x < width; x += CELL) ground.push(line(x, half, x, height - half));
        for (let y = half; y < height; y += CELL) ground.push(line(half, y, width - half, y));
        const [across, down] = [rows[0].length, rows.length];
        if (across === down && across % 2 === 1 && across >= 9) {
            const middle = (across - 1) / 2;
            for (const [column, row] of [
                [middle, middle],
                [3, 3],
                [3, down - 4],
                [across - 4, 3],
                [across - 4, down - 4],
            ]) {
                ground.push(
                    svg("circle", { cx: column * CELL + half, cy: row * CELL + half, r: 9, class: "star-point" }),
                );
            }
        }
        return ground;
    }
    const named = cells.filter((cell) => cell.name !== null);
    const tint = (cell) => rows[cell.row][cell.column].tint;
    for (const { x, y } of named) ground.push(svg("circle", { cx: x, cy: y, r: 66, class: "star-board" }));
    // One group for each colour, so that its discs do not show where they overlap.
    for (const ink of new Set(named.map(tint).filter(Boolean))) {
        const discs = named
            .filter((cell) => tint(cell) === ink)
            .map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 56 }));
        ground.push(svg("g", { class: `tint ink-${ink}` }, discs));
    }
    for (const { x, y } of named) ground.push(svg("circle", { cx: x, cy: y, r: 38, class: "hole" }));
    return ground;
}

function line(x1, y1, x2, y2) {
    return svg("line", { x1, y1, x2, y2, class: "grid-line" });
}

/** Returns the names of rows and columns, or of every square where these have none. */
export function drawLabels(geometry, { surface, rows, row_labels: ranks, column_labels: files }) {
    const { width, height, turn, cells, margin } = geometry;
    const labels = [];
    const text = (x, y, content, kind) => labels.push(svg("text", { x, y, class: `label ${kind}` }, content));
    if (ranks.length === 0) {
        for (const { name, x, y } of cells) {
            if (name === null) continue;
            if (surface === "holes") text(x, y + 9, name, "in-hole");
            else text(x - 47, y - 36, name, "corner small");
        }
        return labels;
    }
    const turned = turn === 180;
    ranks.forEach((rank, row) => {
        const y = turned ? height - row * CELL - CELL / 2 : row * CELL + CELL / 2;
        if (surface === "points") text(-margin / 2, y + 11, rank, "beside");
        else text(4, y - 34, rank, `corner ${shade(rows, row, turned ? rows[0].length - 1 : 0)}`);
    });
    files.forEach((file, column) => {
        const x = turned ? width - column * CELL - CELL / 2 : column * CELL + CELL / 2;
        if (surface === "points") text(x, height + margin * 0.75, file, "beside");
        else text(x + 46, height - 6, file, `corner end ${shade(rows, turned ? 0 : rows.length - 1, column)}`);
    });
    return labels;
}

function shade(rows, row, column) {
    return isDark(rows, row, column) ? "on-dark" : "on-light";
}
