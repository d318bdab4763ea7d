"""Games of five-in-a-row over Gomocup's protocol: damier against another brain, colours in turn.

    python tests/protocols/gomocup_game.py "target/release/damier engine" "pbrain-rapfi" --games 2 --rule 0
"""

import argparse
import shlex
import subprocess

SIZE = 15

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("damier", help="the command of damier's engine")
parser.add_argument("other", help="the command of the other brain")
parser.add_argument("--directory", help="where the other brain runs")
parser.add_argument("--games", type=int, default=2)
parser.add_argument("--milliseconds", type=int, default=200, help="for a move")
parser.add_argument("--rule", type=int, default=0, help="0 freestyle, 1 exactly five, 4 Renju")
options = parser.parse_args()


class Brain:
    def __init__(self, command, directory=None):
        self.process = subprocess.Popen(
            command, cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def say(self, line):
        self.process.stdin.write(line + "\r\n")
        self.process.stdin.flush()

    def answer(self):
        for line in self.process.stdout:
            line = line.strip()
            if line and line.split()[0] not in ("MESSAGE", "DEBUG"):
                return line
        raise RuntimeError("the brain is gone")


def completes_five(stones, x, y, exactly):
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            step = 1
            while stones.get((x + sign * step * dx, y + sign * step * dy)) == stones[x, y]:
                length, step = length + 1, step + 1
        if length == 5 or (length > 5 and not exactly):
            return True
    return False


for number in range(options.games):
    brains = [Brain(shlex.split(options.damier)), Brain(shlex.split(options.other), options.directory)]
    names = ["damier", "the other"]
    if number % 2 == 1:
        brains.reverse()
        names.reverse()
    for brain in brains:
        for info in (
            f"timeout_turn {options.milliseconds}",
            "timeout_match 600000",
            "max_memory 83886080",
            "game_type 1",
            f"rule {options.rule}",
        ):
            brain.say("INFO " + info)
        brain.say(f"START {SIZE}")
        started = brain.answer()
        assert started.startswith("OK"), started
    stones, last, result = {}, None, "the board is full"
    for ply in range(SIZE * SIZE):
        brain = brains[ply % 2]
        brain.say("INFO time_left 600000")
        brain.say("BEGIN" if last is None else "TURN %d,%d" % last)
        answer = brain.answer()
        last = tuple(int(part) for part in answer.split(","))
        assert last not in stones and all(0 <= part < SIZE for part in last), answer
        stones[last] = ply % 2
        exactly = options.rule == 1 or (options.rule == 4 and ply % 2 == 0)
        if completes_five(stones, *last, exactly):
            result = f"{names[ply % 2]} wins with stone {ply + 1}"
            break
    print(f"{names[0]} is Black: {result}", flush=True)
    for brain in brains:
        brain.say("END")
        brain.process.wait(timeout=10)
