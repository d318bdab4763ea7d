// Reads games from files and texts, and saves them.

import { call, gameOf } from "./api.js";
import { button, dialog, download, el, toast } from "./dom.js";
import { PlayedGame } from "./game.js";

/** The largest file that is sent, in bytes; the server refuses larger ones, too. */
const LARGEST = 2_000_000;
/** Tags that the server writes from the game itself. */
const SAID_OTHERWISE = ["FEN", "SetUp", "Result"];
/** Games of a file that are listed to choose from. */
const LISTED = 500;

/** Offers a game as a file of a format, e.g. `pdn`. */
export async function saveFile({ game, start, moves, tags, result, source }, format) {
    const kept = Object.entries(tags).filter(([name]) => !SAID_OTHERWISE.includes(name));
    try {
        const { text, name } = await call("write", {
            game,
            start,
            moves,
            format,
            result,
            source,
            tags: Object.fromEntries(kept),
        });
        download(name, text);
    } catch (error) {
        toast(`Not saved: ${error.message}`, "error");
    }
}

/** Reads the games of a text; resolves with the one that the person chooses, or `undefined`. */
export async function readGames(text, name, game) {
    let read;
    try {
        read = await call("read", { text, name }).catch((error) => {
            // The text does not tell of which game it is: then of the one on the board.
            if (error.at !== "text") throw error;
            return call("read", { text, name, game });
        });
    } catch (error) {
        toast(error.message, "error");
        return undefined;
    }
    for (const { line, message } of read.problems.slice(0, 2))
        toast(line ? `Line ${line}: ${message}` : message, "error");
    if (read.games.length === 0) {
        if (read.problems.length === 0)
            toast("The text holds no game. PDN, PGN, SGF, PSQ and positions are read.", "error");
        return undefined;
    }
    const found = read.games.length === 1 ? read.games[0] : await choose(read.games);
    return (
        found &&
        new PlayedGame({
            game: found.game,
            start: found.start,
            moves: found.moves,
            tags: found.tags,
            result: found.result,
            source: found.source,
        })
    );
}

function choose(games) {
    return dialog(`${games.length} games`, (close) =>
        [
            el(
                "ul",
                { class: "games" },
                games.slice(0, LISTED).map((game, index) =>
                    el(
                        "li",
                        {},
                        button(title(game, index), () => close(game)),
                    ),
                ),
            ),
            games.length > LISTED && el("p", {}, `The first ${LISTED} are shown.`),
        ].filter(Boolean),
    );
}

function title({ tags, moves, result }, index) {
    const find = (name) => Object.entries(tags).find(([tag]) => tag.toLowerCase() === name)?.[1];
    const players = [find("white") ?? find("pw"), find("black") ?? find("pb")].filter(Boolean).join(" – ");
    return [`${index + 1}.`, players || find("event") || "Game", result, `${moves.length} moves`]
        .filter(Boolean)
        .join(" ");
}

/** Reads a file that was chosen or dropped. */
export async function readFile(file, game) {
    if (file.size > LARGEST) {
        toast(
            `${file.name} has ${Math.round(file.size / 1e6)} MB; at most ${LARGEST / 1e6} MB are read. Use damier analyse --file for it.`,
            "error",
        );
        return undefined;
    }
    return readGames(await file.text(), file.name, game);
}

/** Opens files that are dropped anywhere on the page; returns what ends it. */
export function acceptDrops(current, open) {
    const over = (event) => {
        if (![...event.dataTransfer.types].includes("Files") && ![...event.dataTransfer.types].includes("text/plain"))
            return;
        event.preventDefault();
        document.body.classList.add("dropping");
    };
    const out = (event) => {
        if (!event.relatedTarget) document.body.classList.remove("dropping");
    };
    const drop = async (event) => {
        event.preventDefault();
        document.body.classList.remove("dropping");
        const [file] = event.dataTransfer.files;
        const text = event.dataTransfer.getData("text/plain");
        const game = file ? await readFile(file, current()) : text && (await readGames(text, null, current()));
        if (game) open(game);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", out);
    addEventListener("drop", drop);
    return () => {
        removeEventListener("dragover", over);
        removeEventListener("dragleave", out);
        removeEventListener("drop", drop);
    };
}

/** The buttons that save a game in each of its formats. */
export async function saveButtons(game) {
    const { formats } = await gameOf(game().game);
    return formats.map((format) =>
        button(`Save ${format.toUpperCase()}`, () => saveFile(game(), format), { "data-save": format }),
    );
}
