// Draws arrows upon a board.

import { svg } from "./dom.js";

/** An arrow through places; its head ends in the middle of the last one. */
export function arrow(places, kind) {
    const [before, tip] = places.slice(-2);
    const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
    const [ux, uy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
    const neck = { x: tip.x - 34 * ux, y: tip.y - 34 * uy };
    const way = [...places.slice(0, -1), neck].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const [wx, wy] = [-uy * 26, ux * 26];
    const head = [
        [tip.x, tip.y],
        [neck.x + wx, neck.y + wy],
        [neck.x - wx, neck.y - wy],
    ];
    return svg(
        "g",
        { class: `arrow ${kind}` },
        svg("path", { d: `M${way}`, class: "shaft" }),
        svg("polygon", { points: head.map((point) => point.map((n) => n.toFixed(1)).join()).join(" "), class: "head" }),
    );
}
