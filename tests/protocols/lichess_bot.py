"""Plays a whole game through lichess-bot: its own stand-in for lichess.org, with random moves as White, against damier.

    python lichess_bot.py LICHESS_BOT DAMIER

LICHESS_BOT is a checkout of https://github.com/lichess-bot-devs/lichess-bot whose requirements and pytest are installed; DAMIER is
the program. The configuration is that of docs/how-to/lichess-bot.md.
"""

import logging
import os
import pathlib
import random
import re
import sys
import tempfile

import pytest  # noqa: F401 (lichess-bot's tests refuse to be imported without it)

FOLDER, DAMIER = map(pathlib.Path, sys.argv[1:3])
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/how-to/lichess-bot.md"
DAMIER = DAMIER.resolve()
os.chdir(FOLDER)
sys.path.insert(0, os.getcwd())

import yaml  # noqa: E402
from lib.timer import seconds  # noqa: E402
from test_bot import test_bot  # noqa: E402

CHANCE = random.Random(1)


def site(move_queue, board_queue, clock_queue, results):
    """Stands in for the site: makes White's moves by chance and passes Black's on."""
    board = test_bot.chess.Board()
    clock = (seconds(60), seconds(60), seconds(1))
    while not board.is_game_over(claim_draw=True):
        if board.turn == test_bot.chess.WHITE:
            board.push(CHANCE.choice(list(board.legal_moves)))
            board_queue.put(board)
            clock_queue.put(clock)
        else:
            while (move := move_queue.get()) is None:
                board_queue.put(board)
                clock_queue.put(clock)
                move_queue.task_done()
            assert move in board.legal_moves, move
            board.push(move)
            move_queue.task_done()
    board_queue.put(board)
    clock_queue.put(clock)
    print(f"{board.result(claim_draw=True)} after {board.ply()} plies: {board.fen()}")
    results.put(board.result(claim_draw=True) == "0-1")


def main():
    config = yaml.safe_load(pathlib.Path("config.yml.default").read_text())
    with tempfile.TemporaryDirectory() as temporary:
        script = pathlib.Path(temporary, "damier-uci")
        script.write_text(f'#!/bin/sh\nexec "{DAMIER}" uci "$@"\n')
        script.chmod(0o755)
        config["token"] = ""
        config["pgn_directory"] = str(pathlib.Path(temporary, "games"))
        said = re.search(r"^```yaml\n(.*?)^```$", PAGE.read_text(), re.S | re.M)[1]
        config["engine"] |= yaml.safe_load(said)["engine"] | {"dir": temporary}
        assert config["engine"]["name"] == script.name
        test_bot.lichess_org_simulator = site
        won = test_bot.run_bot(config, logging.WARNING)
        print("damier won through lichess-bot" if won else "damier did not win")
        sys.exit(not won)


main()
