"""The part of the package that is written in Rust."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["DamierError", "Found", "Judgement", "Net", "Session", "__version__", "_run_command", "games", "read_records"]

__version__: str

class DamierError(Exception):
    """What damier refuses: one line with the reason and the remedy."""

def games() -> list[str]:
    """The identities of the games. Options follow behind a colon: `renju:size=19`."""

@final
class Net:
    """A net (a `.dmn` file), shared by all sessions that are opened with it."""

    def __new__(cls, path: str | PathLike[str]) -> Net: ...
    @property
    def game(self) -> str:
        """The identity of its game."""

    @property
    def feature_set(self) -> str:
        """The identity of its feature set."""

    @property
    def metadata(self) -> str:
        """What it says about itself; by convention a JSON object."""

    @property
    def sizes(self) -> dict[str, int]:
        """Its sizes: players, features, max_active, policy_rows, width, hidden, policy, value_hidden, outputs."""

    def forward(
        self,
        features: Sequence[int] | NDArray[np.integer],
        rows: Sequence[int] | NDArray[np.integer],
    ) -> tuple[NDArray[np.float32], float, NDArray[np.float32]]:
        """Judges one position by its active features and the policy rows of its legal moves: value logits, plies left,
        and a policy logit for each row.

        The arithmetic is the engine's, to the bit: for comparing a reader of one's own with.
        """

@final
class Judgement:
    """What the net (or what the game's beginners count) says about a position without a search."""

    @property
    def value(self) -> NDArray[np.float32]:
        """Win, draw and loss of the player to move; with more players one share of the point for each, the player to
        move first, then the others in turn order."""

    @property
    def moves_left(self) -> float:
        """Expected plies to the end of the game."""

    @property
    def moves(self) -> list[str]:
        """The legal moves, in the order of the other fields."""

    @property
    def logits(self) -> NDArray[np.float32]:
        """A logit for each legal move."""

    @property
    def priors(self) -> NDArray[np.float32]:
        """Their softmax: how likely each legal move is."""

@final
class Found:
    """What a search found."""

    @property
    def best(self) -> str:
        """The move to play."""

    @property
    def index(self) -> int:
        """Its index among the legal moves."""

    @property
    def value(self) -> NDArray[np.float32]:
        """As in `Judgement`."""

    @property
    def moves_left(self) -> float:
        """Expected plies to the end of the game."""

    @property
    def moves(self) -> list[str]:
        """The legal moves, in the order of the other fields."""

    @property
    def visits(self) -> NDArray[np.uint32]:
        """For each legal move the simulations that took it; of an alpha-beta search the positions behind it."""

    @property
    def shares(self) -> NDArray[np.float32]:
        """For each legal move the expected share of the point of the player to move; NaN where it was not visited, or alpha-beta
        only knows that it is no better."""

    @property
    def line(self) -> list[str]:
        """The moves that are expected, the best one first."""

    @property
    def simulations(self) -> int:
        """Simulations, those kept from the search before included; the positions of an alpha-beta search."""

    @property
    def depth(self) -> float:
        """Mean length of a simulation, or the depth that alpha-beta finished, in plies."""

@final
class Session:
    """A game that goes on, and what judges it.

    With a net, its game is played; with the identity of a game alone, the net that comes with damier judges it: the
    file of the game in the folder that the environment variable `DAMIER_NETS` names (or else in `nets` in the current
    folder), or the one that is part of the package. A game that has none, such as other sizes of a board, is refused
    unless `built_in` asks for what beginners of the game count, which is weak. `judged_by` tells what judges.
    With both, the net judges that game: its own one, or that with pieces missing.

    It opens at the start of the game. Positions and moves are texts in the game's own notation, FEN in draughts and
    chess.

    `memory_mib` bounds the search tree or table; `level` is 1 (weakest) to 20 (full strength), and `seed` is where the
    chance of the levels below comes from. `search` is "tree" (Monte-Carlo tree search, which judges every move),
    "alpha-beta" (between two players and from level 13 on), or "suited": the one that `damier engine` plays the game by,
    alpha-beta in draughts and chess. A search with one thread finds the same every time.
    `contempt` says in percent what a draw is worth to the player to move: at 100 no more than a loss, at -100 a win.

    A session is used by one thread at a time; a call meanwhile from another one raises `DamierError`. `search` lets
    other threads of Python go on, and `stop` ends it from any of them.
    """

    def __new__(
        cls,
        net: Net | None = None,
        game: str | None = None,
        *,
        threads: int = 1,
        memory_mib: int = 256,
        level: int = 20,
        seed: int = 0,
        search: str = "suited",
        built_in: bool = False,
        contempt: int = 0,
    ) -> Session: ...
    @property
    def game(self) -> str:
        """The identity of the game."""

    @property
    def judged_by(self) -> str:
        """What judges, in words: the net's file, its game and its checksum, or the built-in judgement."""

    @property
    def players(self) -> int:
        """The number of players, 2 to 6."""

    @property
    def position(self) -> str:
        """The position in the game's notation."""

    @property
    def board(self) -> str:
        """The board for a terminal, several lines."""

    @property
    def to_move(self) -> int:
        """The seat of the player to move, 0 for the one who begins the game."""

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, in an order that the position alone decides; none where the game is over."""

    @property
    def played(self) -> list[str]:
        """The moves since the position that was set up."""

    @property
    def outcome(self) -> list[float] | None:
        """Where the game is over, the share of the point that each seat gets (1 a win, 0.5 a draw of two); else
        None."""

    def set_position(self, position: str | None = None, moves: Sequence[str] = ()) -> None:
        """Sets a position up (the start position without one) and plays moves from there.

        Moves matter to draw rules: give the whole game where there is one. Nothing changes where something is wrong.
        """

    def play(self, move: str) -> None:
        """Plays a legal move."""

    def undo(self) -> bool:
        """Takes the last move back; False where there is none."""

    def judge(self) -> Judgement:
        """What the net says without a search."""

    def inputs(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """What goes into the net: the active features that the player to move sees, and the policy row of each legal
        move."""

    def search(self, simulations: int | None = None, seconds: float | None = None) -> Found:
        """Searches until one of the limits ends it; without any, for a second.

        `simulations` are the positions of an alpha-beta search. `seconds=math.inf` searches until `stop` is called in
        another thread, or the result is proven. Ctrl-C ends every search, with `KeyboardInterrupt`. The tree is kept for
        the next search of the same game.
        """

    def _repr_svg_(self) -> str | None:
        """The board as SVG, which notebooks show; None where the game has no such picture."""

    def stop(self) -> None:
        """Ends the search that runs in another thread; does nothing where none runs."""

def _run_command(arguments: Sequence[str]) -> int:
    """Runs the `damier` command and returns its exit code. `arguments` begin with the name of the program."""

def read_records(
    path: str | PathLike[str], feature_set: str | None = None, *, skip_damaged: bool = False
) -> tuple[dict[str, Any], list[str]]:
    """The fields of `damier.Records`, and a line for each damaged part that was left out."""
