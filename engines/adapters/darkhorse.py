#!/usr/bin/env python3
"""Plays English draughts by DarkHorse, in the language of lines in which its own matches are played.

darkhorse.py PROGRAM [NETWORK]

NETWORK: by default bigbug14.quant beside the program.
"""

import re
import shutil
import sys
from pathlib import Path

from adapter import Board, Choice, Game, Program, Rules, serve

# The table has two to the power of this many entries.
HASH_BITS = 22
SQUARES = 32
CELLS = {(False, False): "1", (True, False): "2", (False, True): "3", (True, True): "4"}


class DarkHorse:
    """The running program, and the game as far as it knows it."""

    name = "DarkHorse"
    game = "english"

    def __init__(self, program: str, network: str) -> None:
        self._program = Program([program, "--network", network])
        self._known: Game | None = None
        self._tell(f"init {HASH_BITS}")

    def new_game(self) -> None:
        self._known = None

    def choose(self, rules: Rules, game: Game, seconds: float) -> Choice | None:
        self._catch_up(rules, game)
        self._program.tell(f"search {max(1, round(1000 * seconds))}")
        while self._program.line() != "new_move":
            pass
        found = [int(number) for number in iter(self._program.line, "end_move")]
        board = rules.board(game)
        for move, after in rules.successors(game).items():
            if changes(move, board, after) == found:
                self._known = game.after(move)
                return Choice(move)
        return None

    def _catch_up(self, rules: Rules, game: Game) -> None:
        """Tells the moves that the program does not know."""
        known = self._known
        if known is None or known.start != game.start or game.moves[: len(known.moves)] != known.moves:
            known = Game(game.start, ())
            self._tell(f"new_game {cells(rules.board(known))}")
        for move in game.moves[len(known.moves) :]:
            after = known.after(move)
            numbers = changes(move, rules.board(known), rules.board(after))
            self._tell(f"new_move {' '.join(map(str, numbers))} end_move")
            known = after
        self._known = known

    def _tell(self, command: str) -> None:
        """What it confirms by a line."""
        self._program.tell(command)
        self._program.line()


def cells(board: Board) -> str:
    """The squares from 1 on, and who is to move."""
    pieces = [board.pieces.get(str(square)) for square in range(1, SQUARES + 1)]
    told = (CELLS[piece.is_white, piece.is_king] if piece else "0" for piece in pieces)
    return "".join(told) + ("W" if board.white_to_move else "B")


def changes(move: str, before: Board, after: Board) -> list[int]:
    """The squares, from 0, that a move leaves and reaches, and those whose pieces it takes, ascending."""
    squares = re.findall(r"\d+", move)
    foes = {square for square, piece in before.pieces.items() if piece.is_white != before.white_to_move}
    taken = sorted(int(square) - 1 for square in foes - after.pieces.keys())
    return [int(squares[0]) - 1, int(squares[-1]) - 1, *taken]


if __name__ == "__main__":
    match sys.argv[1:]:
        case [program, *network]:
            beside = Path(shutil.which(program) or program).resolve().parent / "bigbug14.quant"
            serve(DarkHorse(program, *network or [str(beside)]))
        case _:
            sys.exit(__doc__)
