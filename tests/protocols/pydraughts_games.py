"""Games over Hub between damier and a player of fixed chance, with pydraughts as the program that asks for moves.

Both kinds of pydraughts are understood: up to 0.5 (`draughts.Game`), and from 0.6 on (`draughts.Board`), which numbers
the squares of moves otherwise on 8x8 boards. Every move of damier has to be legal for pydraughts, and the other way round.

    python tests/protocols/pydraughts_games.py "target/release/damier hub" --games 2
"""

import argparse
import random
import shlex

import draughts
import draughts.engine

VARIANTS = {"standard": "normal", "russian": "russian", "brazilian": "brazilian", "english": "english",
            "turkish": "turkish", "italian": "italian"}

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("damier", help="the command of damier's engine")
parser.add_argument("--games", type=int, default=2, help="games of each variant, colours in turn")
parser.add_argument("--nodes", type=int, default=60, help="damier's nodes for a move")
parser.add_argument("--plies", type=int, default=120, help="the longest game")
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

NEW = hasattr(draughts, "Board")


class Table:
    """A game on the board of either pydraughts."""

    def __init__(self, variant):
        self.board = draughts.Board(variant) if NEW else draughts.Game(variant)

    def moves(self):
        if NEW:
            return self.board.legal_moves()
        return [draughts.Move(self.board, board_move=move) for move in self.board.legal_moves()[0]]

    def push(self, move):
        self.board.push(move if NEW else move.board_move)

    def is_over(self):
        return self.board.is_over() or not self.moves()


def play(variant, damier_first, chance):
    engine = draughts.engine.HubEngine(shlex.split(options.damier))
    settings = {"variant": VARIANTS[variant], "initial-time": 60}
    if NEW and damier_first:
        # Nothing has been said from which damier could tell which numbers its first move has to have.
        settings["numbering"] = "pdn"
    engine.configure(settings)
    engine.init()
    table, plies = Table(variant), 0
    limit = draughts.engine.Limit(nodes=options.nodes)
    while plies < options.plies and not table.is_over():
        if (plies % 2 == 0) == damier_first:
            move = engine.play(table.board, limit, False).move
            legal = [other.hub_move for other in table.moves()]
            assert move.hub_move in legal or sorted(move.hub_move.split("x")) in [sorted(m.split("x")) for m in legal], (
                variant, move.hub_move, legal)
        else:
            move = chance.choice(table.moves())
        table.push(move)
        plies += 1
    engine.quit()
    engine.p.communicate(timeout=10)
    return plies, table.is_over()


chance = random.Random(options.seed)
for variant in VARIANTS:
    for number in range(options.games):
        plies, over = play(variant, number % 2 == 0, chance)
        print(f"{variant}: damier {'first' if number % 2 == 0 else 'second'}, {plies} plies, {'over' if over else 'stopped'}",
              flush=True)
