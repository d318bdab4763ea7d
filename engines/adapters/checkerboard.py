#!/usr/bin/env python3
"""Plays by an engine with the interface of CheckerBoard, compiled into checkerboard_host.cpp.

checkerboard.py GAME HOST [SHARE]

GAME: english, russian or italian. HOST: the compiled host. SHARE: the share of the time of a move that the engine is told to take
(default 1); engines begin another iteration, or end one, beyond the time that they have.
"""

import re
import sys

from adapter import Board, Choice, Game, Program, Rules, serve

FILES = "abcdefgh"


def place(game: str, square: str) -> tuple[int, int]:
    """Where a square is on CheckerBoard's board: black men begin on its ranks 0 to 2."""
    if game == "russian":
        return 7 - FILES.index(square[0]), 8 - int(square[1])
    rank, along = divmod(int(square) - 1, 4)
    return 2 * (along if game == "italian" else 3 - along) + rank % 2, rank


class CheckerBoardEngine:
    """A running host."""

    def __init__(self, game: str, host: str, share: float) -> None:
        self.name = "CheckerBoard"
        self.game = game
        self._share = share
        self._host = Program([host])
        self._is_new = True

    def new_game(self) -> None:
        self._is_new = True

    def choose(self, rules: Rules, game: Game, seconds: float) -> Choice | None:
        board = rules.board(game)
        to_move = "w" if board.white_to_move else "b"
        self._host.tell(f"{self._cells(board)}{to_move} {seconds * self._share} {int(self._is_new)}")
        self._is_new = False
        found = self._host.line()
        told = opinion(self._host.line())
        moves = rules.successors(game).items()
        return next((Choice(move, **told) for move, after in moves if self._cells(after) == found), None)

    def _cells(self, board: Board) -> str:
        """The cells from (0, 0) along the ranks."""
        cells = ["."] * 64
        for square, piece in board.pieces.items():
            file, rank = place(self.game, square)
            letter = "w" if piece.is_white else "b"
            cells[8 * rank + file] = letter.upper() if piece.is_king else letter
        return "".join(cells)


def opinion(status: str) -> dict[str, int]:
    """What a status line such as KestoG's says: `[done][depth 17][move c3-d4][time 0.10s][eval 12][nodes 40000]`."""
    told = {name: int(number) for name, number in re.findall(r"\[(depth|eval|nodes) (-?\d+)\]", status)}
    # Without a search there is no score.
    if not told.get("depth"):
        return {}
    if "eval" in told:
        told["score"] = told.pop("eval")
    return told


if __name__ == "__main__":
    match sys.argv[1:]:
        case [("english" | "russian" | "italian") as game, host, *share]:
            serve(CheckerBoardEngine(game, host, float(share[0]) if share else 1.0))
        case _:
            sys.exit(__doc__)
