"""The rules as PyPI's `py-draughts` has them; same conventions as `pydraughts_side`.

Its American board lets a player decline a capture, so English draughts is not compared.
"""

import draughts.boards.brazilian
import draughts.boards.frisian
import draughts.boards.frysk
import draughts.boards.russian
import draughts.boards.standard
from draughts.models import Color
from loguru import logger

logger.disable("draughts")

PACKAGE = "py-draughts"
BOARDS = {
    "international": draughts.boards.standard.Board,
    "russian": draughts.boards.russian.Board,
    "brazilian": draughts.boards.brazilian.Board,
    "frisian": draughts.boards.frisian.Board,
    "frysk": draughts.boards.frysk.Board,
}
VARIANTS = list(BOARDS)
# Which king has to rest is no part of the package's positions.
WITHOUT_DRAWS = ["frisian", "frysk"]
KINDS = {"w": "white_men", "W": "white_kings", "b": "black_men", "B": "black_kings"}


class Side:
    """One variant."""

    def __init__(self, variant):
        self.variant = variant
        self.lists_every_way = False
        self.has_draws = True
        self.board = BOARDS[variant]
        self.count = self.board.SQUARES_COUNT

    def square(self, name):
        """The package's number, counted from 1, for one of our names."""
        return self.board.SQUARE_NAMES.index(name) + 1 if self.board.SQUARE_NAMES else int(name)

    def position(self, to_move, pieces):
        """The position as a Hub string; `pieces` are (colour, is king, number)."""
        squares = ["e"] * self.count
        for colour, king, number in pieces:
            squares[number - 1] = colour if king else colour.lower()
        return to_move + "".join(squares)

    def moves(self, position):
        """The legal moves: {(from, to, captured set, position after): {path}}; a path is a tuple of squares."""
        board = self.game(position)
        found = {}
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            path = tuple(square + 1 for square in move.square_list)
            captured = frozenset(square + 1 for square in move.captured_list)
            found.setdefault((path[0], path[-1], captured, self.written(after)), set()).add(path)
        return found

    def explain(self, position, move, whose):
        """Why a move is on one list only, where it is known; `whose` is "ours" or "theirs"."""
        return None

    def game(self, position):
        """A game from a position; see `play`."""
        board = self.board(turn=Color.WHITE if position[0] == "W" else Color.BLACK)
        for kind, attribute in KINDS.items():
            setattr(board, attribute, sum(1 << at for at, piece in enumerate(position[1:]) if piece == kind))
        return board

    def play(self, game, path):
        """Plays a move given by its ends, and says whether the game is drawn by a rule then."""
        ends = (path[0] - 1, path[-1] - 1)
        game.push(next(move for move in game.legal_moves if (move.square_list[0], move.square_list[-1]) == ends))
        return game.is_draw

    def written(self, board):
        """The position of a game."""
        squares = ["e"] * self.count
        for kind, attribute in KINDS.items():
            pieces = getattr(board, attribute)
            for at in range(self.count):
                if pieces >> at & 1:
                    squares[at] = kind
        return ("W" if board.turn == Color.WHITE else "B") + "".join(squares)
