// One run, live: its figures as charts, what it does now, and another run laid over it.

import { call, follow } from "./api.js";
import { writeAddress } from "./app.js";
import { Chart } from "./chart.js";
import { el, number, percent, renew, table, toast } from "./dom.js";
import { address, ago, eloText, resource, span, stateSign, trail } from "./runs.js";

const STAGES = { games: "playing games", training: "training", matches: "playing matches" };
const GENERATION = { label: "generation", whole: true };
const COMPUTING = { label: "computing", unit: "core-minutes", least: 0, digits: 1 };

/** Opens a run; `with` of the address names one to lay over it. */
export async function openRun(main, name, fields) {
    const page = new RunPage(main, name, fields.get("with"));
    await page.begin();
    return () => page.close();
}

class RunPage {
    constructor(main, name, other) {
        Object.assign(this, { main, name, other });
        this.abort = new AbortController();
    }

    async begin() {
        document.title = `${this.name} – damier`;
        const [own, list] = await Promise.all([call(resource(this.name)), call("runs")]);
        this.names = list.runs.filter(({ name, state }) => name !== this.name && state !== "unreadable");
        this.build();
        await this.layOver(this.other);
        this.show(own);
        this.timer = setInterval(() => this.showNow(), 1_000);
        this.follow();
    }

    close() {
        this.abort.abort();
        clearInterval(this.timer);
        for (const chart of Object.values(this.charts)) chart.close();
    }

    build() {
        this.sign = el("span", {});
        this.title = el("p", { class: "hint" });
        this.problem = el("p", { class: "problem", role: "alert", hidden: true });
        this.status = el("p", { class: "status", role: "status" });
        this.progress = el("progress", { max: 1, value: 0, "aria-label": "Games of this generation" });
        this.facts = el("p", { class: "facts" });
        const choice = el(
            "select",
            { id: "over", onchange: () => this.choose(choice.value) },
            el("option", { value: "" }, "no other run"),
            this.names.map(({ name, title }) =>
                el("option", { value: name, selected: name === this.other }, `${name} (${title})`),
            ),
        );
        this.host = el("div", { class: "charts" });
        this.generations = el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Generations" });
        this.config = el("pre", { tabindex: "0" });
        this.main.replaceChildren(
            trail([
                ["Runs", "#runs"],
                [this.name, ""],
            ]),
            el("div", { class: "row wrap" }, el("h1", {}, this.name), this.sign),
            this.title,
            this.problem,
            this.status,
            this.progress,
            this.facts,
            this.names.length
                ? el("p", { class: "row wrap" }, el("label", { for: "over" }, "Lay over the charts"), choice)
                : "",
            this.host,
            el("h2", {}, "Generations and their games"),
            this.generations,
            el("details", {}, el("summary", {}, "Configuration"), this.config),
        );
        const chart = (title, x, y, hint) => new Chart(this.host, { title, hint, x, y });
        const loss = { label: "loss", unit: "nats", digits: 3 };
        const share = { label: "share", unit: "%", least: 0, most: 100, digits: 1 };
        this.charts = {
            elo: chart(
                "Strength over computing",
                COMPUTING,
                { label: "Elo against the opponent" },
                "At 0 it is as strong as the opponent; at +400 it wins ten points of eleven. An arrow is an end that is not known.",
            ),
            value: chart("Loss of the value", GENERATION, loss, "How wrong the net is about who wins: lower is better."),
            policy: chart("Loss of the policy", GENERATION, loss, "How wrong it is about the search's moves: lower is better."),
            accuracy: chart(
                "First move as the search's",
                GENERATION,
                share,
                "How often the move that the net likes most is the search's.",
            ),
            calibration: chart(
                "Calibration: what was predicted, and what came",
                { label: "predicted score", unit: "%", least: 0, most: 100 },
                { ...share, label: "actual score" },
                "On the dashed line games end as the net expects.",
            ),
            distance: chart(
                "Distance of predicted and actual score",
                GENERATION,
                { label: "mean distance", unit: "%", least: 0, digits: 1 },
                "From the dashed line of the calibration: lower is better.",
            ),
            speed: chart("Speed of self-play", GENERATION, { label: "games a second", least: 0, digits: 1 }),
            cost: chart("Cost", GENERATION, COMPUTING),
            outcomes: chart("How games end", GENERATION, share),
            length: chart("Length of games", GENERATION, { label: "moves", least: 0, digits: 1 }),
        };
    }

    /** Reads what changes, as long as the page is open. */
    follow() {
        const onEvent = (name, data) => this.on(name, data);
        return follow(`${resource(this.name)}/live`, onEvent, ({ message }) => this.tell(message), this.abort.signal);
    }

    async on(name, data) {
        if (name === "now") {
            this.own.now = data;
            this.showNow();
        } else if (name === "run") {
            if (this.second?.now.state === "running") await this.layOver(this.other);
            this.show(data);
        }
    }

    /** Says why the run cannot be shown; nothing where it can. */
    tell(problem) {
        this.problem.hidden = !problem;
        this.problem.textContent = problem ?? "";
    }

    async choose(other) {
        await this.layOver(other || null);
        writeAddress(other ? `${address(this.name)}?${new URLSearchParams({ with: other })}` : address(this.name));
        this.show(this.own);
    }

    async layOver(other) {
        this.other = other;
        this.second = null;
        try {
            if (other) this.second = await call(resource(other));
        } catch (error) {
            toast(`${other}: ${error.message}`, "error");
        }
    }

    show(own) {
        this.own = own;
        const { run, problem } = own;
        this.tell(problem);
        this.showNow();
        this.showCharts();
        if (!run) return;
        this.title.textContent = `${run.title} (${run.game})`;
        this.config.textContent = run.config;
        this.showGenerations(run);
    }

    showNow() {
        if (!this.own) return;
        const { now, run } = this.own;
        this.sign.replaceChildren(stateSign(now.state));
        const { underway } = now;
        const works = underway && now.state === "running";
        this.status.textContent = !run
            ? ""
            : !underway
              ? `All ${run.generations} generations are finished.`
              : `Generation ${underway.generation} of ${run.generations}: ${works ? "" : "stopped while "}${STAGES[underway.stage]}` +
                (underway.stage === "games" ? `, ${number(underway.games)} of ${number(underway.all_games)}` : "");
        this.progress.hidden = underway?.stage !== "games";
        if (underway) this.progress.value = underway.games / Math.max(1, underway.all_games);
        const spent = run?.finished.at(-1)?.core_minutes;
        const last = run?.finished.findLast(({ measured }) => measured.length > 0);
        const result = last?.measured.find(({ opponent }) => opponent === run.opponents.at(-1)) ?? last?.measured[0];
        this.facts.textContent = [
            now.seconds_left !== null && `about ${span(now.seconds_left)} left${works ? "" : " when it goes on"}`,
            spent && `${number(spent, digitsOf(spent))} core-minutes so far`,
            result && `${eloText(result.elo) || percent(result.score)} against ${result.opponent} (generation ${last.generation})`,
            run?.finished.length === 0 && "charts come with the first finished generation",
            now.changed && `changed ${ago(now.changed)}`,
        ]
            .filter(Boolean)
            .join(" · ");
    }

    showCharts() {
        const runs = [this.own, this.second].filter((one) => one?.run);
        const two = runs.length > 1;
        /** Series of every run: `make` gives `[name, points]` for each; those of the second run are dashed. */
        const over = (make) =>
            runs.flatMap(({ name, run }, index) =>
                make(run).map(([label, points], colour) => ({
                    name: two ? `${name}: ${label}` : label,
                    points,
                    colour,
                    dashed: index > 0,
                })),
            );
        const by = (label, value) => [[label, value]];
        const each = (names, value) => (run) =>
            names.map((name, part) => [name, points(run, (state) => value(state, part))]);
        const { charts } = this;
        const hasCost = runs.every(({ run }) => run.finished.every(({ core_minutes: minutes }) => minutes !== null));
        const spent = Math.max(...runs.map(({ run }) => run.finished.at(-1)?.core_minutes ?? 0));
        const computing = { ...COMPUTING, digits: digitsOf(spent) };
        charts.elo.x = hasCost ? computing : GENERATION;
        charts.cost.y = computing;
        charts.elo.show(over((run) => strength(run, hasCost)));
        charts.value.show(over(each(["learned", "held out"], lossOf(0))));
        charts.policy.show(over(each(["learned", "held out"], lossOf(1))));
        const hundred = (share) => share * 100;
        charts.accuracy.show(over((run) => by("held out", points(run, (state) => hundred(state.top_move_accuracy)))));
        charts.calibration.show([
            ...over(calibration),
            {
                name: "exact",
                points: [0, 100].map((x) => ({ x, y: x })),
                colour: 5,
                dashed: true,
                quiet: true,
            },
        ]);
        charts.distance.show(
            over((run) =>
                by(
                    "held out",
                    points(run, ({ calibration_error: error }) => (error === null ? null : hundred(error))),
                ),
            ),
        );
        charts.speed.show(over((run) => by("games", points(run, (state) => state.games_per_second))));
        charts.cost.show(over((run) => by("all so far", points(run, (state) => state.core_minutes))));
        charts.outcomes.show(
            over(each(["first player wins", "draw", "second player wins"], (state, part) => hundred(state.outcomes[part]))),
        );
        charts.length.show(over((run) => by("mean", points(run, (state) => state.mean_plies))));
    }

    showGenerations({ finished }) {
        const { underway } = this.own.now;
        const games = (generation, text) =>
            el("a", { href: address(this.name, generation), "data-generation": generation }, text);
        const row = ({ generation, games: count, seconds, held_out_loss: loss, measured }) => [
            String(generation),
            games(generation, number(count)),
            span(seconds.reduce((sum, part) => sum + part, 0)),
            number(loss[0], 3),
            number(loss[1], 3),
            measured.map(({ opponent, score }) => `${percent(score)} against ${opponent}`).join(", ") || "–",
        ];
        const rows = finished.map(row);
        if (underway?.games) rows.push([String(underway.generation), games(underway.generation, "so far"), "–", "–", "–", "–"]);
        const head = ["Generation", "Games", "Time", "Value loss", "Policy loss", "Matches"];
        const keys = rows.map(([generation]) => generation);
        renew(
            this.generations,
            rows.length
                ? table(head, rows.reverse(), "Generations", keys.reverse())
                : el("p", { class: "hint" }, "No generation is finished yet."),
        );
    }
}

/** Digits behind the point of minutes. */
function digitsOf(minutes) {
    return minutes < 10 ? 2 : 1;
}

/** A point for each generation that has the value. */
function points({ finished }, value) {
    return finished.flatMap((state) => {
        const y = value(state);
        return Number.isFinite(y) ? [{ x: state.generation, y }] : [];
    });
}

function lossOf(part) {
    return (state, held) => (held ? state.held_out_loss : state.train_loss)[part];
}

/** Elo against each fixed opponent, and against the net before, over computing or generations. */
function strength({ finished, opponents }, hasCost) {
    const measured = finished.flatMap((state) =>
        state.measured.map((result) => ({
            ...result,
            x: hasCost ? state.core_minutes : state.generation,
            name: opponents.includes(result.opponent) ? result.opponent : "the net before",
            generation: state.generation,
        })),
    );
    const names = [...new Set(measured.map(({ name }) => name))];
    return names.map((name) => [
        `against ${name}`,
        measured
            .filter((one) => one.name === name)
            .map(({ x, elo: [y, low, high], games, generation }) => ({
                x,
                y,
                low,
                high,
                note: `+${games[0]} =${games[1]} −${games[2]}${hasCost ? `, generation ${generation}` : ""}`,
            })),
    ]);
}

/** The last generation's bins: what was predicted, and what came. */
function calibration({ finished }) {
    const bins = finished.at(-1)?.calibration.filter(({ count }) => count > 0) ?? [];
    const point = ({ count, predicted, actual }) => ({
        x: predicted * 100,
        y: actual * 100,
        note: `${number(count)} positions`,
    });
    return bins.length ? [[`generation ${finished.at(-1).generation}`, bins.map(point)]] : [];
}
