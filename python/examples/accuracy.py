"""How near the values of chess nets come to what another engine finds by searching far deeper.

    damier match ab:net=ONE.dmn,nodes=1000 engine:ENGINE.toml,nodes=1000 --game chess --random-plies 6 --dir GAMES
    python accuracy.py label stockfish GAMES -o positions.jsonl [--nodes 20000] [--count 6000]
    python accuracy.py label stockfish GAMES -o families.jsonl --families [--nodes 3000] [--count 400]
    python accuracy.py measure positions.jsonl nets/chess.dmn better.dmn

A match of two nets by the same games says which of them knows more of those games; this says within seconds which of
them knows more of positions. How a net plays is told by matches alone: one that knows more may play worse. Take games of
several players: what one of them likes to play, its net judges best.

`label` takes positions after the openings of the games that a match keeps, and leaves out those where the engine's move
is a capture or its score is beyond nine pawns: no net should have to see what a search is for. `measure` prints for each
net the root of the mean squared difference of shares of the point, 0 to 1, with the net's log-odds times the factor that
suits it best, which follows; and the correlation. A pawn of the engine's counts as a log-odds of 0.56.

With `--families` the positions are those after all moves of a position that take nothing. What a search decides by is
which of them is better: `measure` prints how what a net says of the positions of a family, less their mean, is
correlated with what the engine says of them, less theirs. This tells nets that play apart better than the error does.
"""

import argparse
import json
import random
import subprocess
from pathlib import Path

import numpy as np

import damier

LOG_ODDS_OF_PAWN = 0.56
# Hundredths of a pawn.
MOST = 900
FACTORS = np.linspace(0.2, 3, 57)
# Each position is taken with this probability: neighbours in a game are nearly the same.
TAKEN = 0.25
# Families of fewer positions do not count.
FAMILY = 5


class Engine:
    """A program that speaks UCI."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")

    def ask(self, request, end):
        """Sends a request, and returns the lines of the answer up to that which begins so."""
        print(request, file=self.process.stdin, flush=True)
        lines = []
        for line in self.process.stdout:
            lines.append(line.split())
            if line.startswith(end):
                return lines
        raise SystemExit(f"{self.process.args} stopped after `{request}`")

    def search(self, position, nodes):
        """The best move, and its score in hundredths of a pawn for the player to move, `None` where it is a mate.

        What it saw before has no part in it.
        """
        score = None
        lines = self.ask(f"ucinewgame\nposition fen {position}\ngo nodes {nodes}", "bestmove")
        for words in lines:
            if "score" in words and "pv" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                score = int(number) if kind == "cp" else None
        return lines[-1][1], score


def is_capture(position, move):
    """Whether a move, such as e2e4, goes to a square where a piece stands."""
    rank = position.split()[0].split("/")[8 - int(move[3])]
    squares = "".join("." * int(sign) if sign.isdigit() else sign for sign in rank)
    return squares["abcdefgh".index(move[2])] != "."


def lines_of(file):
    """What the lines of a file say, at least one. Behind a tab, matches add a checksum to each."""
    lines = []
    with open(file, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            try:
                lines.append(json.loads(line.partition("\t")[0]))
            except json.JSONDecodeError as error:
                raise SystemExit(f"{file}, line {number}: {error}") from error
    if not lines:
        raise SystemExit(f"{file} is empty")
    return lines


def positions_of(games, rng):
    """Some positions of the games of a match, after their openings."""
    session = damier.Session(game="chess")
    # The first line names the format.
    for game in lines_of(Path(games) / "games.jsonl")[1:]:
        session.set_position(game["start"])
        for ply, (move, *_) in enumerate(game["moves"]):
            if ply >= game["opening"] and rng.random() < TAKEN:
                yield session.position
            session.play(move)


def family_of(position):
    """The positions after the moves that take nothing."""
    session = damier.Session(game="chess")
    session.set_position(position)
    for move in session.legal_moves:
        # As e4 and exd5.
        if "x" not in move:
            session.play(move)
            if session.outcome is None:
                yield session.position
            session.undo()


def label(arguments):
    """Writes a line for each position: its FEN, the engine's score in hundredths of a pawn for the player to move, and
    the number of its family where there are families."""
    rng = random.Random(arguments.seed)
    positions = [position for games in arguments.games for position in positions_of(games, rng)]
    rng.shuffle(positions)
    positions = [{"position": position} for position in positions[: arguments.count]]
    if arguments.families:
        families = enumerate(family_of(line["position"]) for line in positions)
        positions = [{"position": child, "family": number} for number, family in families for child in family]
    engine = Engine(arguments.engine)
    lines = []
    for number, line in enumerate(positions, 1):
        move, score = engine.search(line["position"], arguments.nodes)
        if score is not None and abs(score) < MOST and not is_capture(line["position"], move):
            lines.append(json.dumps(line | {"score": score}) + "\n")
        if number % 100 == 0 or number == len(positions):
            print(f"{number} of {len(positions)} positions searched, {len(lines)} kept", flush=True)
    temporary = Path(f"{arguments.output}.tmp")
    temporary.write_text("".join(lines), encoding="utf-8")
    temporary.replace(arguments.output)


def sigmoid(log_odds):
    """The share of the point that log-odds stand for."""
    return 1 / (1 + np.exp(-log_odds))


def log_odds(net, positions):
    """What a net says of positions."""
    session = damier.Session(damier.Net(net))
    shares = []
    for position in positions:
        session.set_position(position)
        win, draw, _ = session.judge().value
        shares.append(win + draw / 2)
    shares = np.clip(shares, 1e-4, 1 - 1e-4)
    return np.log(shares / (1 - shares))


def within_families(lines, shares):
    """Shares of the points, less the mean of each family that is large enough; and the number of these."""
    families = {}
    for index, line in enumerate(lines):
        families.setdefault(line.get("family"), []).append(index)
    families.pop(None, None)
    large = [members for members in families.values() if len(members) >= FAMILY]
    parts = [shares[members] - shares[members].mean() for members in large]
    return np.concatenate(parts) if parts else np.empty(0), len(large)


def measure(arguments):
    """Prints a line for each net."""
    lines = lines_of(arguments.positions)
    true = sigmoid(LOG_ODDS_OF_PAWN / 100 * np.array([line["score"] for line in lines]))
    for net in arguments.nets:
        said = log_odds(net, [line["position"] for line in lines])
        errors = [np.sqrt(np.mean((sigmoid(factor * said) - true) ** 2)) for factor in FACTORS]
        best = int(np.argmin(errors))
        shares = sigmoid(FACTORS[best] * said)
        text = f"off by {errors[best]:.4f} with a factor of {FACTORS[best]:.2f}"
        text += f", correlation {np.corrcoef(shares, true)[0, 1]:.3f}, {len(lines)} positions"
        (own, families), (others, _) = within_families(lines, shares), within_families(lines, true)
        if families:
            text += f"; within {families} families {np.corrcoef(own, others)[0, 1]:.3f}"
        print(f"{net}: {text}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    labels = commands.add_parser("label", help="have an engine say what positions of games are worth")
    labels.add_argument("engine", help="a UCI engine")
    labels.add_argument("games", nargs="+", help="folders of matches (damier match --dir)")
    labels.add_argument("-o", "--output", required=True, help="where the positions go")
    labels.add_argument("--nodes", type=int, default=20_000, help="nodes a position (20000)")
    labels.add_argument("--count", type=int, default=6_000, help="positions that are searched at most (6000)")
    labels.add_argument("--families", action="store_true",
                        help="instead of each of these positions those after its moves that take nothing")
    labels.add_argument("--seed", type=int, default=1, help="which positions are drawn (1)")
    labels.set_defaults(run=label)
    measures = commands.add_parser("measure", help="compare nets with what the engine said")
    measures.add_argument("positions", help="what `label` wrote")
    measures.add_argument("nets", nargs="+", help="files of nets")
    measures.set_defaults(run=measure)
    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except (OSError, damier.DamierError) as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
