"""Swiss tournaments, independently of damier: pairings by networkx, tie-breaks by hand.

    pip install -r requirements.txt
    python swiss.py PLAYERS ROUNDS SEED > FILE

writes a whole tournament with made-up results: every pairing (the player with the first seat first) with its score,
and the final points with the Buchholz sums without 1, 2, 3 ... of the best and the worst opponents. The test
`tournaments` in this folder's parent plays the files again and has to come to the same pairings and sums.

The rules are those of docs/reference/tournaments.md. The cost of a pair is a tuple of criteria in their order, turned into one
whole number in a base that no sum can overflow, and networkx finds the matching (Galil's algorithm, exact for whole
numbers). Nothing here was taken from damier but the rules, and nothing in damier was taken from here.
"""

import sys
from fractions import Fraction
from itertools import combinations

import networkx

MASK = (1 << 64) - 1
DIGIT = 1 << 40  # more than any criterion sums up to


def splitmix(seed):
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Player:
    def __init__(self, number):
        self.number = number  # from 0, the place in the list
        self.score = Fraction(0)
        self.opponents = []  # None for a bye
        self.seats = []  # 1 for the first seat, 2 for the second
        self.float = 0  # in the last round: +1 met somebody with fewer points (or nobody), -1 with more

    def wish(self):
        """The wanted seat (0: none), and how much: 0 not at all, 1 mild, 2 strong, 3 it has to be."""
        if not self.seats:
            return 0, 0
        more = self.seats.count(1) - self.seats.count(2)
        twice = len(self.seats) > 1 and self.seats[-1] == self.seats[-2]
        if abs(more) > 1:
            return (2 if more > 0 else 1), 3
        if twice:
            return 3 - self.seats[-1], 3
        if more:
            return (2 if more > 0 else 1), 2
        return 3 - self.seats[-1], 1

    def surplus(self):
        return abs(self.seats.count(1) - self.seats.count(2))


def cost(players, round_number, seed, a, b):
    """The criteria 2 to 8 of a pair, `b` None for a bye; None where the first criterion forbids it."""
    group_a = [p.number for p in players if p.score == a.score]
    if b is None:
        if None in a.opponents:
            return None
        low = min(p.score for p in players)
        behind = len(group_a) - 1 - group_a.index(a.number)
        return (int(2 * (a.score - low)), 0, 0, 0, 0, behind**2, lot(seed, round_number, a.number, len(players)))
    if b.number in a.opponents:
        return None
    (seat_a, wish_a), (seat_b, wish_b) = a.wish(), b.wish()
    clash = seat_a == seat_b != 0
    gap = int(2 * abs(a.score - b.score))
    again = sum(
        p.float == (1 if p.score > q.score else -1 if p.score < q.score else 2) for p, q in ((a, b), (b, a))
    )
    if gap == 0:
        off = abs(abs(group_a.index(a.number) - group_a.index(b.number)) - len(group_a) // 2) ** 2
    else:
        upper, lower = (a, b) if a.score > b.score else (b, a)
        above = [p.number for p in players if p.score == upper.score]
        below = [p.number for p in players if p.score == lower.score]
        off = (len(above) - 1 - above.index(upper.number)) ** 2 + below.index(lower.number) ** 2
    return (
        0,
        int(clash and wish_a == 3 and wish_b == 3),
        gap * gap,
        int(clash),
        again,
        off,
        lot(seed, round_number, a.number, b.number),
    )


def lot(seed, round_number, a, b):
    low, high = sorted((a, b))
    return splitmix((seed + (round_number << 32) + (low << 16) + high) & MASK) >> 48


def pairing(players, round_number, seed):
    """Pairs of numbers of players, the second None for a bye."""
    everyone = list(players) + ([None] if len(players) % 2 else [])
    graph = networkx.Graph()
    for a, b in combinations(range(len(everyone)), 2):
        digits = cost(players, round_number, seed, everyone[a], everyone[b])
        if digits is not None:
            weight = 0
            for digit in digits:
                assert digit * len(everyone) < DIGIT
                weight = weight * DIGIT + digit
            graph.add_edge(a, b, weight=-weight)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    assert 2 * len(found) == len(everyone), "no complete pairing"
    return [tuple(sorted(pair)) for pair in found]


def seated(players, a, b, seed):
    """The pair with the first seat first; `a` is before `b` in the list."""
    (seat_a, wish_a), (seat_b, wish_b) = players[a].wish(), players[b].wish()
    if not seat_a and not seat_b:
        first = (a % 2 == 0) == (splitmix(seed) % 2 == 0)
    elif not seat_b or seat_a and seat_a != seat_b:
        first = seat_a == 1
    elif not seat_a:
        first = seat_b == 2
    else:
        mine, theirs = (wish_a, players[a].surplus()), (wish_b, players[b].surplus())
        if mine != theirs:
            first = (seat_a == 1) == (mine > theirs)
        else:
            different = [
                x for x, y in zip(reversed(players[a].seats), reversed(players[b].seats)) if x != y
            ]
            first = different[0] == 2 if different else seat_a == 1
    return (a, b) if first else (b, a)


def result(seed, round_number, first, second, count):
    """A made-up score of the first: the better place in the list wins more often."""
    dice = splitmix(seed ^ splitmix(round_number * 65536 + first * 256 + second)) % 1000
    edge = 300 * (second - first) // count
    if dice < 350 + edge:
        return Fraction(1)
    return Fraction(1, 2) if dice < 650 + edge else Fraction(0)


def main(count, rounds, seed):
    players = [Player(number) for number in range(count)]
    print(f"# made by swiss.py {count} {rounds} {seed}")
    print(f"players {count}\nrounds {rounds}\nseed {seed}")
    for round_number in range(1, rounds + 1):
        print(f"round {round_number}")
        events = []
        for a, b in sorted(pairing(players, round_number, seed)):
            if b == count:
                print(f"{a + 1} bye")
                events.append((a, None, 0, Fraction(1)))
                continue
            first, second = seated(players, a, b, seed)
            score = result(seed, round_number, first, second, count)
            print(f"{first + 1} {second + 1} {float(score):g}")
            events += [(first, second, 1, score), (second, first, 2, 1 - score)]
        before = [player.score for player in players]
        for player, opponent, seat, score in events:
            one = players[player]
            one.opponents.append(opponent)
            one.score += score
            if opponent is None:
                one.float = 1
            else:
                one.seats.append(seat)
                one.float = (before[player] > before[opponent]) - (before[player] < before[opponent])
    print("table")
    for one in players:
        met = sorted(one.score if other is None else players[other].score for other in one.opponents)
        sums = [sum(met[cut : len(met) - cut]) for cut in range(1, (rounds - 1) // 2 + 1)]
        print(one.number + 1, *(f"{float(value):g}" for value in [one.score, *sums]))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
