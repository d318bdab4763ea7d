"""Games of 10x10 draughts over Hub: damier (version 2) against Scan 2.0 (version 1), colours in turn.

    python tests/protocols/hub_game.py "target/release/damier engine --net NET" SCAN_DIRECTORY --games 2
"""

import argparse
import re
import shlex
import subprocess

START = "W" + 20 * "b" + 10 * "e" + 20 * "w"

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("damier", help="the command of damier's engine")
parser.add_argument("scan", help="the directory of Scan 2.0, with its program `scan` and its data")
parser.add_argument("--games", type=int, default=2)
parser.add_argument("--seconds", type=float, default=0.1, help="damier's time for a move")
parser.add_argument("--depth", type=int, default=2, help="Scan's depth")
parser.add_argument("--plies", type=int, default=200, help="the longest game")
options = parser.parse_args()


class Program:
    def __init__(self, command, directory=None):
        self.process = subprocess.Popen(
            command, cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        for line in self.process.stdout:
            if line.startswith("error") and "no legal move" not in line:
                raise RuntimeError(line)
            if line.split()[:1] == [word]:
                return line.strip()
        raise RuntimeError("the program is gone")

    def quit(self):
        self.say("quit")
        self.process.wait(timeout=10)


def damiers_move(damier, moves, level):
    position = f"pos pos={START}"
    damier.say(position + (f' moves="{" ".join(moves)}"' if moves else ""))
    damier.say(f"level {level}")
    damier.say("go think")
    found = re.search(r"move=(\S+)", damier.until("done"))
    return found and found.group(1)


def scans_move(scan, moves):
    scan.say("pos " + START[0].lower() + START[1:])
    for move in moves:
        scan.say("move " + move)
    scan.say(f"depth {options.depth}")
    scan.say("go")
    return scan.until("move").split()[1]


for number in range(options.games):
    damier = Program(shlex.split(options.damier))
    damier.say("hub")
    damier.until("wait")
    damier.say("init")
    damier.until("ready")
    scan = Program(["./scan", "hub"], options.scan)
    scan.say("hub")
    scan.until("wait")
    scan.say("init")
    scan.until("ready")
    moves, result = [], f"{options.plies} plies, not over"
    while len(moves) < options.plies:
        white = len(moves) % 2 == 0
        damiers_turn = white == (number % 2 == 0)
        # Whoever has no move has lost; damier says so for both.
        if damiers_move(damier, moves, "nodes=1") is None:
            result = f"{'Scan' if damiers_turn else 'damier'} wins after {len(moves)} plies"
            break
        moves.append(damiers_move(damier, moves, f"move-time={options.seconds}") if damiers_turn else scans_move(scan, moves))
    seat = "White" if number % 2 == 0 else "Black"
    print(f"damier is {seat}: {result}; {' '.join(moves[:12])} …", flush=True)
    damier.quit()
    scan.quit()
