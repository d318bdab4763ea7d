"""The rules of draughts read once more, square by square: slow, and for variants that no package has.

The conventions are those of `pydraughts_side`. `international`, `russian` and `brazilian` show that this reading is right
where the packages have the variant.
"""

import dataclasses

PACKAGE = "slow"
DIRECTIONS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclasses.dataclass(frozen=True)
class Rules:
    """What tells one variant from another; the defaults are those of international draughts on 8×8."""

    rows: int = 8
    white_is_below: bool = True
    men_capture_backwards: bool = True
    men_are_crowned_in_passing: bool = False
    kings_land_anywhere: bool = True
    captured_leave_at_once: bool = False
    priority: str = "most"


LANDS_BEHIND = Rules(
    white_is_below=False,
    men_capture_backwards=False,
    kings_land_anywhere=False,
    captured_leave_at_once=True,
    priority="free",
)
RULES = {
    "international": Rules(rows=10),
    "brazilian": Rules(),
    "russian": Rules(men_are_crowned_in_passing=True, priority="free"),
    "pool": Rules(priority="free"),
    "czech": Rules(men_capture_backwards=False, priority="by king"),
    "thai": LANDS_BEHIND,
    "german": LANDS_BEHIND,
}
VARIANTS = list(RULES)
# This reading is of moves alone.
WITHOUT_DRAWS = VARIANTS


class Side:
    """One variant."""

    def __init__(self, variant):
        self.variant = variant
        self.lists_every_way = True
        self.has_draws = False
        self.rules = RULES[variant]
        self.per_row = self.rules.rows // 2
        numbers = range(1, self.rules.rows * self.per_row + 1)
        self.places = {number: self.place(number) for number in numbers}
        self.numbers = {place: number for number, place in self.places.items()}

    def place(self, number):
        """Column and rank of a number, from 0; numbers begin at the top left."""
        row, at = divmod(number - 1, self.per_row)
        return 2 * at + (1 - row % 2), self.rules.rows - 1 - row

    def square(self, name):
        if name[0].isdigit():
            return int(name)
        return self.numbers["abcdefghij".index(name[0]), int(name[1:]) - 1]

    def position(self, to_move, pieces):
        squares = ["e"] * len(self.places)
        for colour, king, number in pieces:
            squares[number - 1] = colour if king else colour.lower()
        return to_move + "".join(squares)

    def explain(self, position, move, whose):
        return None

    def moves(self, position):
        own = position[0]
        board = {self.places[number]: piece for number, piece in enumerate(position[1:], 1) if piece != "e"}
        mine = [place for place, piece in board.items() if piece.upper() == own]
        captures = [(way, prey, board[way[0]]) for place in mine for way, prey in self.captures(board, place)]
        if captures:
            found = self.preferred(captures)
        else:
            found = [((place, to), (), board[place]) for place in mine for to in self.steps(board, place)]
        moves = {}
        for way, prey, piece in found:
            numbers = tuple(self.numbers[place] for place in way)
            taken = frozenset(self.numbers[place] for place in prey)
            after = self.after(position, numbers, taken, self.arrives(piece, way))
            moves.setdefault((numbers[0], numbers[-1], taken, after), set()).add(numbers)
        return moves

    def forward(self, piece):
        return 1 if (piece.upper() == "W") == self.rules.white_is_below else -1

    def is_last_row(self, piece, place):
        return place[1] == (self.rules.rows - 1 if self.forward(piece) == 1 else 0)

    def arrives(self, piece, way):
        """What a piece is at the end of its way."""
        passed = way[1:] if self.rules.men_are_crowned_in_passing else way[-1:]
        return piece.upper() if any(self.is_last_row(piece, place) for place in passed) else piece

    def after(self, position, way, taken, piece):
        squares = list(position)
        squares[way[0]] = "e"
        for number in taken:
            squares[number] = "e"
        squares[way[-1]] = piece
        return ("B" if position[0] == "W" else "W") + "".join(squares[1:])

    def preferred(self, captures):
        if self.rules.priority == "most":
            most = max(len(prey) for _, prey, _ in captures)
            return [capture for capture in captures if len(capture[1]) == most]
        if self.rules.priority == "by king" and any(piece.isupper() for _, _, piece in captures):
            return [capture for capture in captures if capture[2].isupper()]
        return captures

    def is_on_board(self, place):
        return place in self.numbers

    def line(self, place, direction):
        """The squares from a square on, nearest first."""
        column, rank = place[0] + direction[0], place[1] + direction[1]
        while self.is_on_board((column, rank)):
            yield column, rank
            column, rank = column + direction[0], rank + direction[1]

    def steps(self, board, place):
        piece = board[place]
        for direction in DIRECTIONS:
            if piece.islower() and direction[1] != self.forward(piece):
                continue
            for to in self.line(place, direction):
                if to in board:
                    break
                yield to
                if piece.islower():
                    break

    def captures(self, board, place):
        """All captures of a piece carried on to their end: the squares of its way, and what it captures in order."""
        without = {at: piece for at, piece in board.items() if at != place}
        yield from self.go_on(without, board[place], (place,), ())

    def go_on(self, board, piece, way, prey):
        """The same from the last square of a way on; `board` is without the piece."""
        if self.rules.captured_leave_at_once:
            left = {at: other for at, other in board.items() if at not in prey}
        else:
            left = board
        is_over = True
        for direction in DIRECTIONS:
            over, landings = self.jump(left, piece, way[-1], direction, prey)
            if not landings:
                continue
            is_over = False
            ends = []
            for to in landings:
                crowned = self.rules.men_are_crowned_in_passing and self.is_last_row(piece, to)
                goes_on = list(self.go_on(board, piece.upper() if crowned else piece, (*way, to), (*prey, over)))
                ends.append(goes_on)
            # A king has to land where it can go on, if there is such a square.
            longest = max(len(found[1]) for goes_on in ends for found in goes_on)
            for goes_on in ends:
                is_end = len(goes_on) == 1 and len(goes_on[0][1]) == len(prey) + 1
                if not (is_end and longest > len(prey) + 1):
                    yield from goes_on
        if is_over and prey:
            yield way, prey

    def jump(self, board, piece, place, direction, prey):
        """What is jumped in a direction, and where the piece may land."""
        if piece.islower() and not self.rules.men_capture_backwards and direction[1] != self.forward(piece):
            return None, []
        line = list(self.line(place, direction))
        reach = len(line) if piece.isupper() else 1
        met = next((at for at in range(min(reach, len(line))) if line[at] in board), None)
        if met is None or line[met] in prey or board[line[met]].upper() == piece.upper():
            return None, []
        landings = []
        for to in line[met + 1 :]:
            if to in board:
                break
            landings.append(to)
            if piece.islower() or not self.rules.kings_land_anywhere:
                break
        return line[met], landings
