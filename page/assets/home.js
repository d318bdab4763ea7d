// The first screen: every game as a card that starts at once.

import { games, position } from "./api.js";
import { Miniature } from "./board.js";
import { el, button } from "./dom.js";
import { MIDDLE, PlayedGame, readBoards, savedGame } from "./game.js";
import { openSetup } from "./setup.js";

/** Opens the first screen. */
export async function openHome(main) {
    document.title = "damier – board games";
    const list = await games();
    const cards = ordered(list).map(card);
    main.replaceChildren(
        el(
            "div",
            { class: "welcome" },
            el("h1", {}, "Choose a game and play"),
            el("p", {}, "One click starts against a casual opponent. Everything else can wait."),
        ),
        resume(list) ?? "",
        el(
            "ul",
            { class: "cards" },
            cards.map(({ item }) => item),
        ),
    );
    const seen = new IntersectionObserver(
        (entries) => {
            for (const { isIntersecting, target } of entries) {
                if (!isIntersecting) continue;
                seen.unobserve(target);
                cards.find(({ item }) => item === target)?.draw();
            }
        },
        { rootMargin: "200px" },
    );
    for (const { item } of cards) seen.observe(item);
    return () => seen.disconnect();
}

/** The family of games that are examples. */
const LAST = "Other games";

/** One game of each family first, so that the first row shows what there is; examples last. */
function ordered(list) {
    const isFirst = (game) => game.family !== LAST && list.find(({ family }) => family === game.family) === game;
    const rank = (game) => (isFirst(game) ? 0 : game.family === LAST ? 2 : 1);
    return [...list].sort((a, b) => rank(a) - rank(b));
}

/** The line that leads back to the last game, where there is one. */
function resume(list) {
    const saved = savedGame();
    const games = !saved ? [] : saved.startsWith("#simul") ? readBoards(saved).games : [PlayedGame.parse(saved)];
    const going = games.filter((game) => game?.moves.length > 0 && !game.end);
    const entry = going.length > 0 && list.find(({ id }) => id === going[0].game.split(":")[0]);
    if (!entry) return null;
    return el(
        "a",
        { class: "resume", href: saved },
        el("strong", {}, games.length > 1 ? "Go on with your games" : "Go on with your game"),
        ` ${entry.name}, ${games.length > 1 ? `${games.length} boards` : `${games[0].moves.length} moves`}`,
    );
}

function card(game) {
    const picture = el("span", { class: "miniature", "aria-hidden": "true" });
    const start = () => {
        location.hash = quickGame(game).fragment();
    };
    const item = el(
        "li",
        { class: "card" },
        el(
            "button",
            { type: "button", class: "start", onclick: start, "data-game": game.id },
            picture,
            el("span", { class: "name" }, game.name),
            el("span", { class: "play" }, "Play"),
        ),
        el("p", { class: "summary" }, game.summary),
        button("Options…", () => openSetup(game), { class: "more", "aria-label": `Options of ${game.name}` }),
    );
    const draw = async () => {
        const at = await position(game.id, null, []);
        if (!at.board) return item.remove();
        new Miniature(picture).show(at);
    };
    return { item, draw };
}

/** The game that one click starts: the person moves first, the others are of a middle level. */
export function quickGame(game) {
    const players = game.seats.length;
    const seats = Array.from({ length: players }, (_, seat) => (seat === 0 ? "person" : MIDDLE));
    return new PlayedGame({ game: game.id, seats });
}
