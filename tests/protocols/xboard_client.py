"""python-chess as a GUI of xboard's kind: games by clocks and depths, Chess960, analysis, options.

    python tests/protocols/xboard_client.py "target/release/damier xboard"
"""

import argparse
import shlex

import chess
import chess.engine

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("damier", help="the command of damier's engine")
options = parser.parse_args()
command = shlex.split(options.damier)

with chess.engine.SimpleEngine.popen_xboard(command) as engine:
    assert {"EvalFile", "UCI_Elo", "memory", "cores"} <= set(engine.options), engine.options
    engine.configure({"memory": 16, "cores": 1})
    clock = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1)
    for board in [chess.Board(), chess.Board.from_chess960_pos(17)]:
        game = object()
        for limit in [chess.engine.Limit(time=1), chess.engine.Limit(depth=3), clock] * 4:
            if board.is_game_over():
                break
            played = engine.play(board, limit, game=game, ponder=True)
            assert played.move in board.legal_moves, played
            board.push(played.move)
    # Castling, in chess and in Chess960.
    for board in [
        chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        chess.Board("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", chess960=True),
    ]:
        board.push_san("O-O")
        assert engine.play(board, chess.engine.Limit(depth=2), game=object()).move in board.legal_moves
    mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    played = engine.play(mate, chess.engine.Limit(depth=3), game=object(), info=chess.engine.INFO_ALL)
    assert played.move.uci() == "d1d8" and played.info["score"].relative.mate() == 1, played
    with engine.analysis(chess.Board(), chess.engine.Limit(time=1)) as analysis:
        infos = [info for info in analysis if "pv" in info]
    assert infos and infos[-1]["pv"][0] in chess.Board().legal_moves, infos
    assert engine.play(chess.Board(), chess.engine.Limit(depth=2), game=object()).move is not None
print("CECP as GUIs speak it: done")
