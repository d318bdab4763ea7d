"""python-chess as a GUI: analysis, pondering, positions without a move, options, and a net by its file.

    python tests/protocols/uci_client.py "target/release/damier uci" --net nets/chess.dmn
"""

import argparse
import shlex
import subprocess

import chess
import chess.engine

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("damier", help="the command of damier's engine")
parser.add_argument("--net", help="a net of chess, set by EvalFile")
options = parser.parse_args()
command = shlex.split(options.damier)


def through_python_chess():
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        assert {"EvalFile", "Hash", "Threads", "UCI_Elo"} <= set(engine.options), engine.options
        if options.net:
            engine.configure({"EvalFile": options.net})
        board = chess.Board()
        for _ in range(6):
            played = engine.play(board, chess.engine.Limit(nodes=200), ponder=True)
            board.push(played.move)
        for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]:
            over = chess.Board(fen)
            assert engine.play(over, chess.engine.Limit(nodes=10)).move is None
            with engine.analysis(over) as analysis:
                analysis.stop()
                analysis.wait()
        with engine.analysis(board, chess.engine.Limit(depth=4), multipv=2) as analysis:
            assert len(analysis.wait().move.uci()) >= 4
        clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
        assert engine.play(board, clock).move in board.legal_moves


def by_hand():
    """What no library says, but GUIs and people do."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(line):
        process.stdin.write(line + "\n")
        process.stdin.flush()

    def until(*words):
        heard = []
        for line in process.stdout:
            heard.append(line.strip())
            if line.startswith(words):
                return heard
        raise RuntimeError(f"the engine is gone: {heard}")

    say("uci")
    until("uciok")
    # The mate is on the board that is pondered on: nothing is answered before the hit.
    say("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 moves d1d8")
    say("go ponder wtime 1000 btime 1000")
    say("isready")
    assert not any(line.startswith("bestmove") for line in until("readyok"))
    say("ponderhit")
    assert until("bestmove")[-1] == "bestmove (none)"
    # Only White's clock is told, and Black is to move.
    say("position startpos moves e2e4")
    say("go wtime 200")
    assert until("bestmove")[-1] != "bestmove (none)"
    for wrong in ["position startpos e2e4", "position fen nonsense", "position startpos moves e2e5"]:
        say(wrong)
        say("go nodes 10")
        heard = until("bestmove")
        assert heard[0].startswith("info string") and heard[-1] == "bestmove (none)", heard
    say("setoption name EvalFile value /nowhere/chess.dmn")
    assert "/nowhere/chess.dmn" in until("info string")[-1]
    say("position startpos")
    say("go nodes 10")
    assert until("bestmove")[-1] != "bestmove (none)"
    say("quit")
    process.wait(timeout=10)


through_python_chess()
by_hand()
print("UCI as GUIs speak it: done")
