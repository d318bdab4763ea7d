"""The rules as PyPI's `pydraughts` has them.

A position is a Hub string as the package uses it inside: the side to move, then one character for each square
from the top left, White at the bottom: `w`, `b` men, `W`, `B` kings, `e` empty. Squares are its numbers, from 1.
"""

from draughts.convert import move_from_variant
from draughts.core.board import Board
from draughts.core.game import Game
from draughts.core.piece import Piece

PACKAGE = "pydraughts"

# Our names for the variants that the package has.
ITS_OWN = {
    "international": "standard",
    "russian": "russian",
    "brazilian": "brazilian",
    "english": "english",
    "italian": "italian",
    "turkish": "turkish",
    "frisian": "frisian",
    "frysk": "frysk!",
}
# Variants that the package lacks, put together from its parts (see `_lend`).
LENT = ["canadian", "spanish"]
VARIANTS = [*ITS_OWN, *LENT]
SQUARES = {"international": 50, "canadian": 72, "turkish": 64, "frisian": 50, "frysk": 50}
PER_ROW = {"international": 5, "canadian": 6, "turkish": 8, "frisian": 5, "frysk": 5}
# Which king has to rest is no part of the package's positions.
WITHOUT_DRAWS = ["frisian", "frysk"]


def _lend(owner, attribute, values):
    """Gives an attribute of the package's objects another value for variants that the package does not know."""
    hidden = "_own_" + attribute

    def read(self):
        variant = self.__dict__.get("variant")
        return values[variant] if variant in values else self.__dict__[hidden]

    def write(self, value):
        self.__dict__[hidden] = value

    setattr(owner, attribute, property(read, write))


# Canadian is the package's international game on a larger board. Spanish is its 8×8 game with flying kings and
# men that capture forward only; it is played here on the board mirrored left to right.
_lend(Board, "width", {"canadian": 6, "spanish": 4})
_lend(Board, "height", {"canadian": 12, "spanish": 8})
_lend(Board, "position_count", {"canadian": 72, "spanish": 32})
_lend(Piece, "squares_per_row", {"canadian": 6, "spanish": 4})
_lend(Piece, "men_can_capture_backwards", {"canadian": True, "spanish": False})


class Side:
    """One variant."""

    def __init__(self, variant):
        self.variant = variant
        self.its = ITS_OWN.get(variant, variant)
        self.lists_every_way = True
        self.has_draws = variant in ITS_OWN
        self.count = SQUARES.get(variant, 32)
        self.per_row = PER_ROW.get(variant, 4)
        # The package plays English with the colours exchanged, so that White begins inside.
        self.exchanged = variant == "english"

    def square(self, name):
        """The package's number for one of our names."""
        if self.variant == "canadian":
            return int(name)
        if self.variant == "spanish":
            row, column = divmod(self.count - int(name), self.per_row)
            return row * self.per_row + self.per_row - column
        return int(move_from_variant(name, self.its))

    def position(self, to_move, pieces):
        """The package's position; `pieces` are (colour, is king, number)."""
        squares = ["e"] * self.count
        for colour, king, number in pieces:
            squares[number - 1] = self._colour(colour) if king else self._colour(colour).lower()
        return self._colour(to_move) + "".join(squares)

    def moves(self, position):
        """The legal moves: {(from, to, captured set, position after): {path}}; a path is a tuple of squares."""
        moves, captures = Game(self.its, position).legal_moves()
        if self.variant == "spanish":
            moves, captures = self._most_kings(position, moves, captures)
        found = {}
        for jumps, captured in zip(moves, captures):
            captured = frozenset(square for square in captured if square is not None)
            ends = (jumps[0][0], jumps[-1][1])
            key = (*ends, captured, self._after(position, jumps, captured))
            found.setdefault(key, set()).add((ends[0], *(to for _, to in jumps)))
        return found

    def explain(self, position, move, whose):
        """Why a move is on one list only, where it is known; `whose` is "ours" or "theirs"."""
        origin, to, captured, _ = move
        if self.variant == "turkish" and whose == "theirs" and not captured and self._between(position, origin, to):
            return "theirs lets a Turkish king step over pieces"
        return None

    def game(self, position):
        """A game from a position; see `play`."""
        return Game(self.its, position)

    def play(self, game, path):
        """Plays a move given by its path, and says whether the game is drawn by a rule then."""
        game.push([list(jump) for jump in zip(path, path[1:])])
        return game.is_draw()

    def written(self, game):
        """The position of a game."""
        return game.get_fen()

    def _colour(self, colour):
        return {"W": "B", "B": "W"}[colour] if self.exchanged else colour

    def _after(self, position, jumps, captured):
        origin, to = jumps[0][0], jumps[-1][1]
        piece = position[origin]
        far_row = range(1, self.per_row + 1) if piece == "w" else range(self.count - self.per_row + 1, self.count + 1)
        if captured or (piece.islower() and to in far_row):
            return Game(self.its, position).push(jumps)[0].get_fen()
        # A plain step needs no help, which saves most of the time.
        after = list(position)
        after[origin], after[to] = "e", piece
        after[0] = "B" if position[0] == "W" else "W"
        return "".join(after)

    def _between(self, position, origin, to):
        """The pieces between two squares of a Turkish rank or file."""
        step = 1 if (origin - 1) // self.per_row == (to - 1) // self.per_row else self.per_row
        low, high = sorted((origin, to))
        return [position[square] for square in range(low + step, high, step) if position[square] != "e"]

    @staticmethod
    def _most_kings(position, moves, captures):
        kings = [sum(position[square].isupper() for square in taken if square is not None) for taken in captures]
        most = max(kings, default=0)
        kept = [index for index, count in enumerate(kings) if count == most]
        return [moves[index] for index in kept], [captures[index] for index in kept]
