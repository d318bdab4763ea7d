"""Plays whole games through lichess-bot or lidraughts-bot against a stand-in for their sites; damier is the engine.

    python tests/bots/play.py CHECKOUT DAMIER

CHECKOUT is a checkout of the bot whose requirements are installed; DAMIER is the program. The engine and the
configuration are set up as the bot's guide in docs/how-to says, but for the address of the site and the token. The
challenger plays by chance. The output is the bot's own, and a line for each game. The exit code is 1 where a move is
illegal or late, a request is unknown, the bot declines or starts a game anew, or damier does not win.
"""

import argparse
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from boards import ChessBoard, DraughtsBoard
from mock_server import BOT, CHALLENGER, Game, Site

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = "mock-token"
# Seconds that a game may take besides its clocks, and a bot to start, to say goodbye and to stop.
PATIENCE = 120


class Bot:
    """The bot's program, as its guide starts it, in a folder of its own."""

    def __init__(self, checkout, damier, folder, site, additions):
        self.lines, self.site = [], site
        guide = (ROOT / f"docs/how-to/{checkout.name}.md").read_text()
        home = folder / checkout.name
        shutil.copytree(checkout, home, ignore=shutil.ignore_patterns(".git", "venv"))
        programs = folder / "programs"
        programs.mkdir()
        (programs / "damier").symlink_to(damier)
        # The output is as wide as a line of the bot, so that none is broken.
        environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "COLUMNS": "200"}
        setup = re.search(r"^```sh\n(.*?)^```$", guide, re.S | re.M)[1]
        subprocess.run(["bash", "-euo", "pipefail", "-c", setup], cwd=folder, env=environment, check=True)
        config = re.search(r"^```yaml\n(.*?)^```$", guide, re.S | re.M)[1]
        for key, value in (("token", TOKEN), ("url", site.url)):
            config, found = re.subn(rf'^{key}: ".*?"', f'{key}: "{value}"', config, flags=re.M)
            if found != 1:
                sys.exit(f"the guide's configuration has {found} lines for {key}")
        self.variants = re.findall(r"^    - (\w+)", re.search(r"^  variants:\n(    - .*\n)+", config, re.M)[0], re.M)
        (home / "config.yml").write_text(config.replace("engine:\n", f"engine:\n{additions}"))
        # A session of its own lets one signal reach the bot's processes, as Ctrl-C does.
        self.process = subprocess.Popen([sys.executable, f"{checkout.name}.py"], cwd=home, env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            print(line.rstrip(), flush=True)
            with self.site.changed:
                self.lines.append(line)
                self.site.changed.notify_all()

    def said(self, text):
        return sum(text in line for line in self.lines)

    def stop(self):
        """Stops the bot by Ctrl-C; says whether it ended."""
        for number in (signal.SIGINT, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(timeout=PATIENCE / 4)
                return number == signal.SIGINT
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue
        return False


def wait(site, bot, condition, what, seconds=PATIENCE):
    """Waits until the condition holds; a fault, the end of the bot, or the time ends the program."""
    deadline = time.monotonic() + seconds
    while not condition():
        if site.faults:
            raise RuntimeError(site.faults[0])
        if bot.said("Backing off play_game"):
            raise RuntimeError("the bot failed in a game and starts it anew")
        if bot.process.poll() is not None:
            raise RuntimeError(f"the bot ended while it was awaited: {what}")
        if time.monotonic() > deadline:
            raise RuntimeError(f"nothing came for {seconds} s: {what}")
        site.changed.wait(1)


def play(site, bot, game, end, chance):
    """Challenges the bot to a game and plays the other side by chance; returns the line about it."""
    freed = bot.said("Game over")
    site.challenge(game)
    wait(site, bot, lambda: game.identity in site.games, "the challenge to be accepted")
    wait(site, bot, lambda: game.watched, "the stream of the game to be asked for")
    game.say(CHALLENGER, "player", "!name")
    while game.over is None:
        if end == "abort" or game.bot_to_move():
            wait(site, bot, lambda: game.over or end != "abort" and (game.seconds_left() < 0 or not game.bot_to_move()),
                 "a move or the end of the game", 2 * game.clock + PATIENCE)
            if game.over is None and game.bot_to_move():
                site.fault(f"the bot lost on time after {game.board.plies} plies")
                game.end("outoftime", "black" if game.bot_is_white else "white")
        else:
            for step in chance.choice(game.board.moves()):
                game.play(step)
        site.changed.notify_all()
    wait(site, bot, lambda: bot.said("Game over") > freed, "the end of the game in the bot")
    status, winner = game.over
    won = winner == ("white" if game.bot_is_white else "black")
    expected = {"play": ("mate", True), "abort": ("aborted", False), "resign": ("resign", False)}[end]
    if (status, won) != expected:
        site.fault(f"{game.board.name}: the game ended otherwise than expected: {status}, winner {winner}")
    if end == "play" and not any("running damier" in text for text in game.chat):
        site.fault(f"{game.board.name}: the bot did not name its engine: {game.chat}")
    seat = "White" if game.bot_is_white else "Black"
    return f"{game.board.variant}: {BOT['name']} is {seat}, {game.board.plies} plies, {status}, winner {winner}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=pathlib.Path, metavar="CHECKOUT")
    parser.add_argument("damier", type=pathlib.Path, metavar="DAMIER")
    parser.add_argument("--variants", nargs="+", help="the variants, a game of each; all of the guide's configuration")
    parser.add_argument("--clock", type=int, default=60, help="seconds of either side for a game")
    parser.add_argument("--increment", type=int, default=1, help="seconds more for each move")
    parser.add_argument("--seed", type=int, default=1, help="for the moves of the challenger")
    parser.add_argument("--end", choices=["play", "abort", "resign"], default="play",
                        help="abort: the challenger never moves; resign: the bot resigns whatever the score")
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    boards = {"lichess-bot": ChessBoard, "lidraughts-bot": DraughtsBoard}.get(checkout.name)
    if boards is None:
        sys.exit(f"{checkout}: the folder has to be called lichess-bot or lidraughts-bot")
    additions = "" if options.end != "resign" else (
        "  draw_or_resign:\n    resign_enabled: true\n    resign_score: 100000\n")
    chance, draughts = random.Random(options.seed), boards is DraughtsBoard
    site, results, ended = Site(TOKEN, draughts), [], False
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(checkout, options.damier.resolve(), pathlib.Path(folder), site, additions)
        try:
            with site.changed:
                wait(site, bot, lambda: site.listeners, "the stream of events to be asked for")
                for number, variant in enumerate(options.variants or bot.variants):
                    board = boards(variant, chance)
                    game = Game(f"damier{number:02}", board, number % 2 == 0, options.clock, options.increment,
                                draughts)
                    results.append(play(site, bot, game, options.end, chance))
        except RuntimeError as error:
            site.faults.append(str(error))
        finally:
            ended = bot.stop()
    if not ended:
        site.faults.append("the bot did not end by Ctrl-C")
    print("\n".join(results + sorted(set(site.faults))))
    sys.exit(bool(site.faults))


main()
