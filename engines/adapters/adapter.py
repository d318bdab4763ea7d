"""What an adapter needs: the rules, and damier's own protocol (docs/reference/native-protocol.md) on standard input and output.

The rules are those of `damier engine`, which is looked up in PATH; the environment variable DAMIER takes its place.
"""

import math
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from typing import Protocol


class Program:
    """Another program, spoken to in lines."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            sys.exit(f"{arguments[0]}: {error.strerror}; engines/adapters/README.md tells how to get it")

    def tell(self, line: str) -> None:
        """Writes a line; leaves where nobody reads it."""
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"{self._process.args[0]}: ended too early")

    def line(self) -> str:
        """The next line; leaves where there is none."""
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"{self._process.args[0]}: ended without an answer")
        return line.strip()


@dataclass(frozen=True)
class Piece:
    """A piece."""

    is_white: bool
    is_king: bool


@dataclass(frozen=True)
class Board:
    """A draughts position: whose turn it is, and the pieces by the names of their squares."""

    white_to_move: bool
    pieces: dict[str, Piece]

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Reads a position as damier writes it: `W:Wa1,Kc3:Bb8`, or with numbers for squares."""
        side, *camps = text.split(":")
        pieces = {
            square.removeprefix("K"): Piece(camp[0] == "W", square.startswith("K"))
            for camp in camps
            for square in camp[1:].split(",")
            if square
        }
        return cls(side == "W", pieces)


@dataclass(frozen=True)
class Game:
    """A start position, empty for the standard one, and the moves since."""

    start: str
    moves: tuple[str, ...]

    def after(self, move: str) -> "Game":
        """With another move."""
        return Game(self.start, (*self.moves, move))


class Rules:
    """The rules of a draughts game."""

    def __init__(self, game: str) -> None:
        self._damier = Program([os.environ.get("DAMIER", "damier"), "engine", "--protocol", "damier", "--game", game])

    def board(self, game: Game) -> Board:
        """The position that a game has come to."""
        self._set(game)
        return Board.parse(self._ask("show", "text"))

    def successors(self, game: Game) -> dict[str, Board]:
        """The positions after the legal moves, by the texts of these."""
        self._set(game)
        return {move: self.board(game.after(move)) for move in self._ask("moves", "list").split()}

    def _set(self, game: Game) -> None:
        start = f' text="{game.start}"' if game.start else ""
        self._damier.tell(f'position{start} moves="{" ".join(game.moves)}"')

    def _ask(self, command: str, argument: str) -> str:
        self._damier.tell(command)
        line = self._damier.line()
        return arguments(line).get(argument) or sys.exit(f"damier: {line}")


@dataclass(frozen=True)
class Choice:
    """The text of a move, and what the program says about it, where it does."""

    move: str
    # The score for the player to move, in hundredths of a man.
    score: float | None = None
    depth: int | None = None
    nodes: int | None = None


class Engine(Protocol):
    """What an adapter has to do itself."""

    name: str
    game: str

    def new_game(self) -> None:
        """Another game begins."""

    def choose(self, rules: Rules, game: Game, seconds: float) -> Choice | None:
        """The move to play, found in about so many seconds; None if the engine plays no legal move."""


def arguments(line: str) -> dict[str, str]:
    """The arguments of a line of the protocol."""
    return dict(word.partition("=")[::2] for word in shlex.split(line)[1:])


def serve(engine: Engine) -> None:
    """Answers until the input ends or says `quit`."""
    rules = Rules(engine.game)
    game = Game("", ())
    introduction = f"game id={engine.game} players=2"
    for line in sys.stdin:
        match line.split()[:1]:
            case ["damier"]:
                _say(f"id name={engine.name} protocol=1", introduction, "ready")
            case ["game"]:
                _say(introduction)
            case ["new"]:
                engine.new_game()
            case ["position"]:
                given = arguments(line)
                game = Game(given.get("text", ""), tuple(given.get("moves", "").split()))
            case ["ping"]:
                _say("pong")
            case ["go"]:
                seconds = float(arguments(line).get("move-time", "1"))
                _say(*_answer(engine, rules, game, seconds))
            case ["quit"]:
                return


def _answer(engine: Engine, rules: Rules, game: Game, seconds: float) -> list[str]:
    choice = engine.choose(rules, game, seconds) or sys.exit(f"{engine.name} plays no legal move in {game}")
    value = None if choice.score is None else f"{share(choice.score):.4f}"
    told = {"depth": choice.depth, "value": value, "nodes": choice.nodes}
    info = "".join(f" {name}={figure}" for name, figure in told.items() if figure is not None)
    return [*([f"info line=1{info}"] if info else []), f"best move={choice.move}"]


def share(score: float) -> float:
    """The share of the point that goes with a score, as damier reckons: 300 hundredths multiply the odds by e."""
    return 1 / (1 + math.exp(max(-700.0, min(700.0, -score / 300))))


def _say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)
