// Builds elements, and shows dialogs and messages.

const SVG = "http://www.w3.org/2000/svg";

/** The names of the listeners that elements have. */
const listeners = new Set();

/** Sets attributes, properties and listeners: `onclick` sets a listener, `class` and `data-x` set attributes. */
function fill(element, properties, children) {
    for (const [name, value] of Object.entries(properties ?? {})) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) {
            listeners.add(name);
            element[name] = value;
        } else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/** Returns an HTML element; texts among the children become text nodes, never markup. */
export function el(tag, properties, ...children) {
    return fill(document.createElement(tag), properties, children);
}

/** Returns an SVG element. */
export function svg(tag, properties, ...children) {
    return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Returns a button; `icon` is a name of [`icons`](icons.js) or nothing. */
export function button(label, onclick, properties = {}) {
    return el("button", { type: "button", onclick, ...properties }, label);
}

/**
 * Gives an element new children, elements or texts. A child that is there already stays the same element, so that a
 * press on it, its focus, its selection, its place of scrolling and what is folded out hold. `data-key` names a child
 * whose place among the others changes.
 */
export function renew(host, ...children) {
    const fresh = children
        .flat()
        .filter((child) => child !== null && child !== undefined && child !== false)
        .map((child) => (child instanceof Node ? child : document.createTextNode(child)));
    const keys = new Set(fresh.map(keyOf));
    for (const old of [...host.children]) if (keyOf(old) && !keys.has(keyOf(old))) old.remove();
    const named = new Map([...host.children].map((old) => [keyOf(old), old]));
    let place = host.firstChild;
    for (const child of fresh) {
        const key = keyOf(child);
        const old = key ? named.get(key) : place && !keyOf(place) && place.nodeName === child.nodeName ? place : null;
        if (old) refresh(old, child);
        if (old && old === place) place = place.nextSibling;
        else host.insertBefore(old ?? child, place);
    }
    while (place) {
        const next = place.nextSibling;
        place.remove();
        place = next;
    }
}

const keyOf = (node) => node.dataset?.key;

/** Makes an element or a text look and act as another one of its kind. */
function refresh(old, fresh) {
    if (old.nodeType === Node.TEXT_NODE) {
        if (old.data !== fresh.data) old.data = fresh.data;
        return;
    }
    for (const { name } of [...old.attributes])
        if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
        if (old.getAttribute(name) === value) continue;
        // The policy of the page forbids styles in attributes, not in properties.
        if (name === "style") old.style.cssText = fresh.style.cssText;
        else old.setAttribute(name, value);
    }
    for (const name of listeners) old[name] = fresh[name];
    renew(old, ...fresh.childNodes);
}

/**
 * Returns a table; the first cell of a row is its heading. `caption` is for screen readers, and `keys` has the key of
 * each row for `renew`.
 */
export function table(head, rows, caption, keys = []) {
    const cells = (row) => row.map((cell, index) => el(index === 0 ? "th" : "td", { scope: index === 0 && "row" }, cell));
    return el(
        "table",
        {},
        caption && el("caption", { class: "heard" }, caption),
        el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))),
        el("tbody", {}, rows.map((row, index) => el("tr", { "data-key": keys[index] }, cells(row)))),
    );
}

/** Shows a message for some seconds; an error stays longer and is announced at once. */
export function toast(message, kind = "note") {
    const host = document.getElementById("toasts");
    for (const old of [...host.children].slice(0, -2)) old.remove();
    if ([...host.children].some((old) => old.dataset.message === message)) return;
    const close = button("×", () => box.remove(), { class: "quiet", "aria-label": "Close message" });
    const box = el("div", { class: `toast ${kind}`, "data-message": message }, el("span", {}, message), close);
    host.append(box);
    setTimeout(() => box.remove(), kind === "error" ? 12_000 : 5_000);
}

/** Says a text to screen readers. */
export function announce(text) {
    document.getElementById("announcer").textContent = text;
}

/**
 * Opens a dialog; `build(close)` returns its content. Resolves with what `close` was given, or with
 * `undefined` where it was dismissed.
 */
export function dialog(title, build, { dismissable = true } = {}) {
    return new Promise((resolve) => {
        let answer;
        const heading = el("h2", { id: `heading-${++dialogs}` }, title);
        const box = el("dialog", { "aria-labelledby": heading.id }, heading);
        const close = (value) => {
            answer = value;
            box.close();
        };
        box.append(...[build(close)].flat());
        box.addEventListener("close", () => {
            box.remove();
            resolve(answer);
        });
        box.addEventListener("cancel", (event) => dismissable || event.preventDefault());
        if (dismissable) box.addEventListener("click", (event) => event.target === box && box.close());
        document.body.append(box);
        box.showModal();
    });
}

let dialogs = 0;

/** Closes every open dialog, as when another page is opened. */
export function closeDialogs() {
    for (const box of document.querySelectorAll("dialog[open]")) box.close();
}

/** Asks a question; resolves with true where the first answer was chosen. */
export async function confirm(title, text, yes, no = "Cancel") {
    const answer = await dialog(title, (close) => [
        el("p", {}, text),
        el(
            "div",
            { class: "row end" },
            button(no, () => close(false)),
            button(yes, () => close(true), { class: "primary" }),
        ),
    ]);
    return answer === true;
}

/** Offers a text as a file to save. */
export function download(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    const link = el("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns whether the person asked for less motion. */
export function calm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Returns a share as a text, e.g. `18 %`. */
export function percent(share) {
    return `${Math.round(100 * share)} %`;
}

/** A number for people. */
export function number(value, digits = 0) {
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return value.toLocaleString("en", format).replace("-", "−");
}
