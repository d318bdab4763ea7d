// Charts of lines: error bars, axes with units, a readout for pointer and keyboard, and the same numbers as a table.

import { announce, el, number, svg, table } from "./dom.js";

/** Room around the plot, in pixels. */
const LEFT = 58;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 40;
const HEIGHT = 240;
/** Pixels between two marks of an axis, at least. */
const STEP_X = 70;
const STEP_Y = 34;
/** Pixels between the intervals of two series at the same place. */
const APART = 5;
/** Colours of series, as `--series-N` of the style sheet. */
const COLOURS = 6;

/**
 * A chart in an element. `title` stands above it; `x` and `y` are `{ label, unit, least, most, digits, whole }`, of which all
 * but the label may be left out: `least` and `most` are always within the axis, and a `whole` one has no marks between
 * whole numbers. Nothing is drawn before `show`.
 */
export class Chart {
    constructor(host, { title, hint, x, y }) {
        Object.assign(this, { title, x, y });
        this.series = [];
        this.places = [];
        this.at = -1;
        this.plot = el("div", { class: "plot" });
        this.readout = el("p", { class: "readout" });
        this.legend = el("ul", { class: "legend" });
        this.table = el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `${title}: table` });
        // The numbers are many, and are written down when the table is opened.
        const written = { ontoggle: () => this.fillTable() };
        this.details = el("details", written, el("summary", {}, "As a table"), this.table);
        this.figure = el(
            "figure",
            { class: "chart" },
            el("figcaption", {}, title, hint && el("small", { class: "hint" }, hint)),
            this.legend,
            this.plot,
            this.readout,
            this.details,
        );
        host.append(this.figure);
        this.watch = new ResizeObserver(() => this.plot.clientWidth !== this.width && this.draw());
        this.watch.observe(this.plot);
    }

    /** Ends the chart. */
    close() {
        this.watch.disconnect();
        this.figure.remove();
    }

    /**
     * Shows series: `{ name, points, dashed, colour, quiet }`, each point `{ x, y, low, high, note }`. `low` and `high` are
     * the ends of an interval or null where it is open; `y` may be null, too. `colour` is a number from 0 on. A `quiet`
     * series is a help for the eye, and not read out.
     */
    show(series) {
        this.series = series.map((one, index) => ({ colour: index, ...one }));
        const wasLast = this.at === this.places.length - 1;
        this.told = this.series.filter(({ quiet }) => !quiet);
        this.places = [...new Set(this.told.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
        // Who reads the last point goes on to a new one.
        const last = this.places.length - 1;
        this.at = wasLast ? last : Math.min(this.at, last);
        this.figure.hidden = this.places.length === 0;
        this.fillLegend();
        this.fillTable();
        this.draw();
    }

    fillLegend() {
        this.legend.replaceChildren(
            ...this.series.map((one) =>
                el(
                    "li",
                    {},
                    svg(
                        "svg",
                        { width: 26, height: 12, "aria-hidden": "true" },
                        svg("line", { x1: 1, x2: 25, y1: 6, y2: 6, class: kind(one) }),
                    ),
                    one.name,
                ),
            ),
        );
        this.legend.hidden = this.series.length < 2 && !this.series[0]?.dashed;
    }

    fillTable() {
        if (!this.details.open) return;
        const head = [axisText(this.x), ...this.told.map(({ name }) => (this.y.unit ? `${name} (${this.y.unit})` : name))];
        const found = this.told.map(({ points }) => new Map(points.map((point) => [point.x, point])));
        const row = (x) => [number(x, this.x.digits), ...found.map((points) => this.text(points.get(x)))];
        this.table.replaceChildren(table(head, this.places.map(row), this.title));
    }

    /** What a point says: its value and its interval. */
    text(point) {
        if (!point) return "–";
        const { digits } = this.y;
        const show = (value) => number(value, digits);
        const { y, low, high } = point;
        let text = y === null ? "" : show(y);
        if (low !== undefined && high !== undefined && (low !== null || high !== null)) {
            const range =
                low === null ? `below ${show(high)}` : high === null ? `above ${show(low)}` : `${show(low)} to ${show(high)}`;
            text = text ? `${text} (${range})` : range;
        }
        return [text || "–", point.note].filter(Boolean).join(", ");
    }

    draw() {
        const width = this.plot.clientWidth;
        this.width = width;
        if (width === 0 || this.places.length === 0) return;
        const points = this.series.flatMap((one) => one.points);
        const values = points.flatMap(({ y, low, high }) => [y, low, high]).filter(Number.isFinite);
        this.across = scale([...this.places], this.x, LEFT, width - RIGHT, STEP_X);
        this.up = scale(values, this.y, HEIGHT - BOTTOM, TOP, STEP_Y);
        const summary = this.told.map((one) => `${one.name}: ${this.text(one.points.at(-1))}`).join("; ");
        const root = svg("svg", {
            class: "lines",
            width,
            height: HEIGHT,
            viewBox: `0 0 ${width} ${HEIGHT}`,
            role: "img",
            tabindex: "0",
            "aria-label": `${this.title}. ${axisText(this.y)} over ${axisText(this.x)}. Last values: ${summary}. Arrow keys read the points.`,
        });
        root.append(...this.axes(width), ...this.series.flatMap((one, index) => this.line(one, index)));
        this.cursor = svg("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM });
        root.append(this.cursor);
        root.addEventListener("pointermove", (event) => {
            const x = event.clientX - root.getBoundingClientRect().left;
            this.read(nearest(this.places.map((place) => this.across.at(place)), x));
        });
        root.addEventListener("keydown", (event) => this.key(event));
        const focused = this.plot.contains(document.activeElement);
        this.plot.replaceChildren(root);
        if (focused) root.focus();
        this.read(this.at);
    }

    axes(width) {
        const bottom = HEIGHT - BOTTOM;
        const parts = [];
        for (const value of this.up.marks) {
            const y = this.up.at(value);
            parts.push(
                svg("line", { x1: LEFT, x2: width - RIGHT, y1: y, y2: y, class: value === 0 ? "rule zero" : "rule" }),
                svg("text", { x: LEFT - 6, y: y + 4, class: "tick end" }, short(value, this.up.step)),
            );
        }
        for (const value of this.across.marks) {
            const x = this.across.at(value);
            parts.push(
                svg("line", { x1: x, x2: x, y1: bottom, y2: bottom + 4, class: "rule" }),
                svg("text", { x, y: bottom + 17, class: "tick middle" }, short(value, this.across.step)),
            );
        }
        parts.push(
            svg("text", { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 5, class: "axis middle" }, axisText(this.x)),
            svg("text", { x: -(TOP + bottom) / 2, y: 12, class: "axis middle", transform: "rotate(-90)" }, axisText(this.y)),
        );
        return parts;
    }

    line(one, index) {
        const { up } = this;
        // Intervals at the same place would hide each other.
        const hasBars = one.points.some(({ low }) => low !== undefined);
        const shift = hasBars ? APART * (index - (this.series.length - 1) / 2) : 0;
        const across = { at: (value) => this.across.at(value) + shift };
        const known = one.points.filter(({ y }) => Number.isFinite(y));
        const way = known.map(({ x, y }) => `${across.at(x).toFixed(1)} ${up.at(y).toFixed(1)}`).join("L");
        const bars = one.points.flatMap((point) => this.errorBar(point, one, across));
        const dots =
            known.length <= 60
                ? known.map(({ x, y }) => svg("circle", { cx: across.at(x), cy: up.at(y), r: 3, class: kind(one, "dot") }))
                : [];
        return [...bars, svg("path", { d: way ? `M${way}` : "", class: kind(one) }), ...dots];
    }

    /** The interval of a point; an end that is open has an arrow. */
    errorBar({ x, y, low, high }, one, across) {
        if (low === undefined || high === undefined || (low === null && high === null)) return [];
        const at = across.at(x);
        const [from, to] = [low === null ? HEIGHT - BOTTOM : this.up.at(low), high === null ? TOP : this.up.at(high)];
        const cap = (end) => `M${at - 4} ${end}h8`;
        const head = (end, way) => `M${at - 4} ${end + 6 * way}l4 ${-6 * way}l4 ${6 * way}`;
        const ends = (low === null ? head(from, -1) : cap(from)) + (high === null ? head(to, 1) : cap(to));
        const bar = svg("path", { d: `M${at} ${from}V${to}${ends}`, class: kind(one, "error") });
        return Number.isFinite(y) || low === null || high === null ? [bar] : [];
    }

    key(event) {
        const last = this.places.length - 1;
        const next = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: last }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.read(Math.min(last, Math.max(0, next)));
        announce(this.readout.textContent);
    }

    /** Says what the series have at a place. */
    read(index) {
        this.at = index;
        const place = this.places[index];
        const x = this.across.at(place);
        this.cursor.setAttribute("x1", x);
        this.cursor.setAttribute("x2", x);
        const parts = this.told.flatMap(({ name, points }) => {
            const point = points.find((one) => one.x === place);
            return point ? [`${name} ${this.text(point)}`] : [];
        });
        this.readout.textContent = `${this.x.label} ${number(place, this.x.digits)}: ${parts.join(" · ")}`;
    }
}

function kind({ colour, dashed }, part = "series") {
    return `${part} colour-${colour % COLOURS} ${dashed ? "dashed" : ""}`;
}

function axisText({ label, unit }) {
    return unit ? `${label} (${unit})` : label;
}

/** The number beside a mark of an axis whose marks are `step` apart. */
function short(value, step) {
    if (Math.abs(value) >= 1e6) return `${Number((value / 1e6).toFixed(2))}M`;
    if (Math.abs(value) >= 1e4) return `${Number((value / 1e3).toFixed(1))}k`;
    const digits = [0, 1, 2, 3].find((count) => Math.abs(Number(step.toFixed(count)) - step) < step * 1e-6) ?? 4;
    return value.toFixed(digits).replace("-", "−");
}

/** Places values between two pixels; the axis has round marks. */
function scale(values, { least, most, whole }, from, to, apart) {
    const all = [...values, least, most].filter(Number.isFinite);
    let [low, high] = [Math.min(...all), Math.max(...all)];
    if (!(low < high)) [low, high] = [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
    const count = Math.max(1, Math.floor(Math.abs(to - from) / apart));
    const raw = (high - low) / count;
    const power = 10 ** Math.floor(Math.log10(raw));
    const round = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= raw * 0.999);
    const step = whole ? Math.max(1, Math.ceil(round)) : round;
    // Values keep clear of the edges but where the axis has an end of its own.
    const pad = (high - low) * 0.04;
    if (low !== least) low -= pad;
    if (high !== most) high += pad;
    const marks = [];
    for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; index++) marks.push(index * step);
    return { marks, step, at: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

function nearest(places, x) {
    return places.reduce((best, place, index) => (Math.abs(place - x) < Math.abs(places[best] - x) ? index : best), 0);
}
