// Opens the page that the address names, and keeps light or dark.

import { openAnalysis } from "./analyse.js";
import { call } from "./api.js";
import { closeDialogs, el, toast } from "./dom.js";
import { openEditor } from "./editor.js";
import { openHome } from "./home.js";
import { openMatches } from "./matches.js";
import { openPlay } from "./play.js";
import { openReview } from "./review.js";
import { openRuns } from "./runs.js";
import { openSimul } from "./simul.js";
import { keep, setting } from "./game.js";

const main = document.getElementById("main");
/** Ends what the page before had running. */
let leave = () => {};
/** The address that the page itself has written last. */
let own = null;

const PAGES = {
    home: openHome,
    play: openPlay,
    analyse: openAnalysis,
    review: openReview,
    runs: openRuns,
    matches: openMatches,
    setup: openEditor,
    simul: openSimul,
};

/** Writes the address without opening it again. */
export function writeAddress(fragment, { replace = true } = {}) {
    own = fragment;
    history[replace ? "replaceState" : "pushState"](null, "", fragment);
}

async function open() {
    const fragment = location.hash;
    if (fragment === own) return;
    if (fragment === "#main") return;
    own = fragment;
    leave();
    leave = () => {};
    closeDialogs();
    document.getElementById("toasts").replaceChildren();
    const name = fragment.slice(1).split(/[?/]/)[0] || "home";
    const page = PAGES[name] ? name : "home";
    for (const link of document.querySelectorAll("[data-page]")) {
        const here = link.dataset.page === page || link.dataset.page === { play: "home", simul: "home", review: "analyse" }[page];
        if (here) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    main.className = `page-${page}`;
    main.replaceChildren(el("p", { class: "loading" }, "One moment…"));
    try {
        leave = (await PAGES[page](main, fragment)) ?? (() => {});
    } catch (error) {
        main.replaceChildren(
            el(
                "div",
                { class: "failure" },
                el("h1", {}, "This cannot be opened"),
                el("p", {}, error.message),
                el("p", {}, el("a", { href: "#" }, "Choose a game")),
            ),
        );
        if (error.name === "TypeError" || error.name === "ReferenceError") throw error;
    }
}

function theme(choice) {
    if (choice) document.documentElement.dataset.theme = choice;
    else delete document.documentElement.dataset.theme;
}

/** Shows the links to what this server has. */
async function showLinks() {
    const about = await call("about");
    for (const link of document.querySelectorAll("[data-needs]")) link.hidden = !about[link.dataset.needs];
}

theme(setting("theme", null));
document.documentElement.classList.toggle("no-labels", !setting("labels", true));
document.getElementById("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme
        ? document.documentElement.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
    theme(dark ? "light" : "dark");
    keep("theme", dark ? "light" : "dark");
});
document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    (main.querySelector(".cell[tabindex='0']") ?? main).focus();
});
addEventListener("hashchange", open);
addEventListener("popstate", open);
addEventListener("unhandledrejection", (event) => {
    if (event.reason?.name === "AbortError") event.preventDefault();
    else toast(event.reason?.message ?? String(event.reason), "error");
});
open();
showLinks();
