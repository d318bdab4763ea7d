// The dialog of a new game: options of the game, who plays, level, time.

import { position } from "./api.js";
import { button, dialog, el, toast } from "./dom.js";
import {
    boardsFragment,
    FULL,
    identity,
    levelName,
    MIDDLE,
    MOST_BOARDS,
    optionsOf,
    PlayedGame,
} from "./game.js";

/**
 * Asks for everything about a new game and starts it, on one board or on several. `old` is a game whose choices are taken
 * over, and `count` its boards.
 */
export async function openSetup(game, old = null, count = 1) {
    const given = old ? optionsOf(old.game) : {};
    const state = {
        options: given,
        names: game.seats,
        seats: old ? [...old.seats] : null,
        level: old?.seats.find((who) => who !== "person") ?? MIDDLE,
    };
    const fragment = await dialog(`New game: ${game.name}`, (close) => form(game, old, count, state, close));
    if (fragment) location.hash = fragment;
}

function form(game, old, count, state, close) {
    const seatList = el("fieldset", { class: "seats" });
    const showSeats = () => fillSeats(seatList, state, old);
    const options = game.options.map((option) =>
        optionField(option, state, async () => {
            try {
                const at = await position(identity(game.id, state.options), null, []);
                state.names = at.seats;
                state.seats = null;
                showSeats();
                problem.textContent = "";
            } catch (error) {
                problem.textContent = error.message;
            }
        }),
    );
    showSeats();
    const time = timeFields(old);
    const boards = boardFields(count);
    const start = el("input", {
        id: "start",
        type: "text",
        autocomplete: "off",
        value: old?.start ?? "",
        placeholder: "the usual one",
    });
    const blind = el("input", { id: "blind", type: "checkbox", checked: old?.blind ?? false });
    const problem = el("p", { class: "problem", role: "alert" });
    const begin = async (event) => {
        event.preventDefault();
        const played = new PlayedGame({
            game: identity(game.id, state.options),
            seats: state.seats,
            ...time.read(),
            start: start.value.trim() || null,
            blind: blind.checked,
        });
        try {
            await position(played.game, played.start, []);
            close(boards.fragment(played));
        } catch (error) {
            problem.textContent = error.message;
        }
    };
    return el(
        "form",
        { class: "setup", onsubmit: begin },
        seatList,
        options.length > 0 &&
            el(
                "details",
                { open: Object.keys(state.options).length > 0 || game.options.length < 3 },
                el("summary", {}, "Rules"),
                options,
            ),
        el("details", { open: old?.clock ?? false }, el("summary", {}, "Time"), time.fields),
        el("details", { open: count > 1 }, el("summary", {}, "Several boards"), boards.fields),
        el(
            "details",
            { open: old?.start || old?.blind },
            el("summary", {}, "More"),
            field("start", "Position to start from", start, "A position as text, e.g. FEN"),
            button("Set it up on the board…", () => {
                close();
                location.hash = new PlayedGame({
                    game: identity(game.id, state.options),
                    start: start.value.trim() || null,
                }).fragment("setup");
            }),
            el("label", { class: "check" }, blind, " Blindfold: the pieces are hidden"),
        ),
        problem,
        el(
            "div",
            { class: "row end" },
            button("Cancel", () => close()),
            el("button", { type: "submit", class: "primary" }, "Play"),
        ),
    );
}

function field(id, label, input, hint) {
    if (hint) input.setAttribute("aria-describedby", `${id}-hint`);
    return el(
        "div",
        { class: "field" },
        el("label", { for: id }, label),
        input,
        hint && el("small", { id: `${id}-hint` }, hint),
    );
}

/** A field for one option: a list of values, or a number. */
function optionField(option, state, changed) {
    const id = `option-${option.name}`;
    const text = Array.isArray(option.values) ? option.values.join(", ") : String(option.values);
    const range = text.match(/^(\d+)\s*(?:–|-|to|\.\.=?)\s*(\d+)$/);
    const simple = /^[\w-]+$/.test(option.default);
    const now = state.options[option.name] ?? (simple ? option.default : "");
    const set = (value) => {
        if (value === "" || value === option.default) delete state.options[option.name];
        else state.options[option.name] = value;
        changed();
    };
    let input;
    if (range) {
        input = el("input", {
            id,
            type: "number",
            min: range[1],
            max: range[2],
            value: now,
            onchange: () => set(input.value),
        });
    } else if (text.split(",").some((value) => value.trim().includes(" "))) {
        // Words about the values, of which there are too many to list.
        input = el("input", { id, type: "text", value: now, placeholder: text, onchange: () => set(input.value.trim()) });
    } else {
        const values = text.split(",").map((value) => value.trim());
        const choices = values.map((value) => el("option", { value, selected: value === now }, value));
        if (!simple) choices.unshift(el("option", { value: "", selected: now === "" }, option.default));
        input = el("select", { id, onchange: () => set(input.value) }, choices);
    }
    return field(id, capital(option.name), input, option.summary);
}

/** The seats: a person or a level at each, with the common choices first. */
function fillSeats(host, state, old) {
    const { names } = state;
    if (!state.seats || state.seats.length !== names.length) {
        state.seats = names.map((_, seat) => (seat === 0 ? "person" : state.level));
    }
    const setAll = (seats) => {
        state.seats = seats;
        fillSeats(host, state, old);
    };
    const mine = state.seats.filter((who) => who === "person").length === 1 ? state.seats.indexOf("person") : null;
    const choice = (label, chosen, seats) =>
        button(label, () => setAll(seats), { class: "choice", "aria-pressed": String(chosen) });
    const alone = (own) => names.map((_, seat) => (seat === own ? "person" : state.level));
    const buttons = [
        ...names.map((name, seat) => choice(name, mine === seat, alone(seat))),
        choice("At random", false, alone(Math.floor(Math.random() * names.length))),
        choice(
            "People only",
            state.seats.every((who) => who === "person"),
            names.map(() => "person"),
        ),
    ];
    const level = el("input", {
        id: "level",
        type: "range",
        min: 1,
        max: FULL,
        value: state.level,
        "aria-describedby": "level-name",
    });
    const label = el("output", { id: "level-name", for: "level" }, `${state.level}: ${levelName(state.level)}`);
    level.addEventListener("input", () => {
        state.level = Number(level.value);
        state.seats = state.seats.map((who) => (who === "person" ? who : state.level));
        label.textContent = `${state.level}: ${levelName(state.level)}`;
        for (const select of host.querySelectorAll("select")) if (select.value !== "person") select.value = state.level;
    });
    const seats = names.map((name, seat) => {
        const select = el(
            "select",
            {
                id: `seat-${seat}`,
                onchange: () => {
                    state.seats[seat] = select.value === "person" ? "person" : Number(select.value);
                    fillSeats(host, state, old);
                },
            },
            el("option", { value: "person" }, "a person"),
            Array.from({ length: FULL }, (_, index) => el("option", { value: index + 1 }, `level ${index + 1}`)),
        );
        select.value = String(state.seats[seat]);
        return field(`seat-${seat}`, name, select);
    });
    const programs = state.seats.some((who) => who !== "person");
    host.replaceChildren(
        el("legend", {}, "You play"),
        el("div", { class: "row wrap" }, buttons),
        programs ? el("div", { class: "field" }, el("label", { for: "level" }, "Level of damier"), level, label) : "",
        el("details", {}, el("summary", {}, "Seat by seat"), seats),
    );
}

/** Seconds a move for the program, or a clock for everybody. */
function timeFields(old) {
    const seconds = el("input", {
        id: "seconds",
        type: "number",
        min: 0.1,
        max: 600,
        step: 0.1,
        value: old?.time ?? 2,
    });
    const minutes = el("input", {
        id: "minutes",
        type: "number",
        min: 0,
        max: 600,
        step: 1,
        value: old?.clock?.minutes ?? 0,
    });
    const increment = el("input", {
        id: "increment",
        type: "number",
        min: 0,
        max: 600,
        step: 1,
        value: old?.clock?.increment ?? 0,
    });
    const read = () => {
        const clock = { minutes: Number(minutes.value), increment: Number(increment.value) };
        const has = clock.minutes > 0 || clock.increment > 0;
        if (has && clock.minutes === 0) toast("The clock begins with the increment only.");
        return { time: Number(seconds.value) || 2, clock: has ? clock : null };
    };
    return {
        read,
        fields: [
            field("seconds", "Seconds a move for damier", seconds, "At most; lower levels take less"),
            field("minutes", "Clock: minutes for each", minutes, "0 is without a clock"),
            field("increment", "Seconds more for each move", increment),
        ],
    };
}

/** The number of boards, and whether sides change from one to the next. */
function boardFields(count) {
    const boards = el("input", { id: "boards", type: "number", min: 1, max: MOST_BOARDS, value: count });
    const turns = el("input", { id: "turns", type: "checkbox", checked: true });
    const fragment = (game) => {
        const number = Number(boards.value);
        if (number < 2) return game.fragment();
        const { seats } = game;
        const turned = (by) => seats.map((_, seat) => seats[(seat + by) % seats.length]);
        const games = Array.from({ length: number }, (_, index) =>
            game.with({ seats: turns.checked ? turned(index) : seats, seed: null }),
        );
        return boardsFragment(games, 0);
    };
    return {
        fragment,
        fields: [
            field("boards", "Boards", boards, "You play on all of them at once, each against its own opponent"),
            el("label", { class: "check" }, turns, " Change sides from board to board"),
        ],
    };
}

function capital(text) {
    return text[0].toUpperCase() + text.slice(1);
}
