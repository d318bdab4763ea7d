"""The draw rules once more, read from the rule books (see docs/experiments/differential-test.md), to hold ours against.

Works on whole games, as a list of Hub strings, and knows nothing of counters.
"""

import collections

# A rule is (moves by each side, what has to hold in every position while they are counted). Positions are `Side`s.
Side = collections.namedtuple("Side", "kings men squares_of_kings")

LONG_DIAGONAL = frozenset([4, 8, 11, 15, 18, 22, 25, 29])


def lone_king(fewest, most, *, all_kings=False, on=None):
    """A king alone against so many pieces, one or all of them kings."""

    def holds(one, other):
        return (
            (one.kings, one.men) == (1, 0)
            and (on is None or one.squares_of_kings <= on)
            and fewest <= other.kings + other.men <= most
            and other.kings >= (other.kings + other.men if all_kings else 1)
        )

    return lambda one, other: holds(one, other) or holds(other, one)


def both_have_kings(fewest, most):
    return lambda one, other: (
        one.kings > 0 and other.kings > 0 and fewest <= one.kings + one.men + other.kings + other.men <= most
    )


SIXTY_FOUR = (
    15,
    [(15, lone_king(3, 99, all_kings=True)), (5, lone_king(3, 3, on=LONG_DIAGONAL)), (5, lone_king(1, 2))],
    [(30, both_have_kings(4, 5)), (60, both_have_kings(6, 7))],
)
FORTY = (40, [], [])
HUNDRED = (25, [(16, lone_king(3, 3)), (5, lone_king(1, 2))], [])
# Moves of kings only; endings; endings in which a crowning starts the count anew.
RULES = collections.defaultdict(
    lambda: FORTY, international=HUNDRED, canadian=HUNDRED, russian=SIXTY_FOUR, brazilian=SIXTY_FOUR
)
REPETITIONS = 3


def first_draw(variant, positions, can_capture):
    """The first ply at which a game is drawn by a rule, or `None`; `can_capture(position)` is asked rarely."""
    quiet_limit, endings, steady_endings = RULES[variant]
    seen = collections.Counter(positions[:1])
    for ply in range(1, len(positions)):
        seen[positions[ply]] += 1
        if seen[positions[ply]] == REPETITIONS:
            return ply
        if _back(positions, ply, _only_kings_moved) >= 2 * quiet_limit:
            return ply
        for moves, holds in endings:
            if _back(positions, ply, lambda *pair: _holds(holds, *pair) and _same_count(*pair)) >= 2 * moves:
                return ply
        for moves, holds in steady_endings:
            if _back(positions, ply, lambda *pair: _holds(holds, *pair) and _same_kinds(*pair)) >= 2 * moves:
                return ply
        if variant == "turkish" and bare_kings(positions[ply]) and not can_capture(positions[ply]):
            return ply
    return None


def _back(positions, ply, unbroken):
    """The plies up to `ply` through which a relation between neighbours holds."""
    first = ply
    while first > 0 and unbroken(positions[first - 1], positions[first]):
        first -= 1
    return ply - first


def sides(position):
    kinds = collections.Counter(position[1:])
    squares = {king: frozenset(at for at in range(1, len(position)) if position[at] == king) for king in "WB"}
    return [Side(kinds[king], kinds[king.lower()], squares[king]) for king in "WB"]


def men_of(position):
    return [piece if piece in "wb" else "e" for piece in position[1:]]


def bare_kings(position):
    return sorted(position[1:].replace("e", "")) == ["B", "W"]


def _holds(holds, before, after):
    return holds(*sides(before)) and holds(*sides(after))


def _only_kings_moved(before, after):
    return men_of(before) == men_of(after) and _same_count(before, after)


def _same_count(before, after):
    return before.count("e") == after.count("e")


def _same_kinds(before, after):
    return collections.Counter(before[1:]) == collections.Counter(after[1:])
