"""Games of chess over UCI, driven by python-chess: damier against another engine, colours in turn.

    python -m venv venv && venv/bin/pip install -r tests/protocols/requirements.txt
    venv/bin/python tests/protocols/uci_game.py "target/release/damier engine" stockfish --games 2 --nodes 20
"""

import argparse
import shlex
import time

import chess
import chess.engine

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("damier", help="the command of damier's engine")
parser.add_argument("other", help="the command of the other engine")
parser.add_argument("--games", type=int, default=2)
parser.add_argument("--seconds", type=float, default=0.05, help="damier's time for a move")
parser.add_argument("--clock", type=float, help="damier's clock in seconds, a hundredth of it added for each move")
parser.add_argument("--nodes", type=int, default=20, help="the other engine's nodes for a move")
parser.add_argument("--chess960", type=int, help="the number of a start position of Chess960")
options = parser.parse_args()


def limit(clock):
    if clock is None:
        return chess.engine.Limit(time=options.seconds)
    increment = options.clock / 100
    return chess.engine.Limit(white_clock=clock, black_clock=clock, white_inc=increment, black_inc=increment)


for number in range(options.games):
    colour = chess.WHITE if number % 2 == 0 else chess.BLACK
    with (
        chess.engine.SimpleEngine.popen_uci(shlex.split(options.damier)) as damier,
        chess.engine.SimpleEngine.popen_uci(shlex.split(options.other)) as other,
    ):
        board = chess.Board() if options.chess960 is None else chess.Board.from_chess960_pos(options.chess960)
        score = None
        clock = options.clock
        while not board.is_game_over(claim_draw=True):
            if board.turn == colour:
                start = time.monotonic()
                played = damier.play(board, limit(clock), info=chess.engine.INFO_ALL)
                if clock is not None:
                    clock += options.clock / 100 - (time.monotonic() - start)
                    assert clock > 0, "time is over"
                score = played.info.get("score", score)
            else:
                played = other.play(board, chess.engine.Limit(nodes=options.nodes))
            board.push(played.move)
        outcome = board.outcome(claim_draw=True)
        seat = "White" if colour == chess.WHITE else "Black"
        print(f"damier is {seat}: {outcome.result()}, {outcome.termination.name.lower()}, {len(board.move_stack)} plies, "
              f"last score {score}", flush=True)
