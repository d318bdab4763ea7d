"""Asks another program for the points that Renju forbids to Black, and compares.

    cargo run --release -p damier-rules --example forbidden_points -- 10000 1 > ours.txt
    python tests/differential/forbidden_points.py ours.txt path/to/pbrain-rapfi > data.txt

The program speaks the Gomocup protocol with Rapfi's extensions YXBOARD and YXSHOWFORBID. Differences go to
standard error, and the exit status is 1 if there are any. Standard output is the data of the test that keeps
the program's answers: for each board its 225 cells from a1, rank by rank, four to a character of code
40 + 27a + 9b + 3c + d (0 empty, 1 Black, 2 White, the last character filled up with 0), a space, and the
forbidden points.
"""

import re
import subprocess
import sys

SIZE = 15


def packed(cells):
    codes = [".xo".index(cell) for cell in cells] + [0, 0, 0]
    quads = zip(*(codes[start : len(cells) + 3 : 4] for start in range(4)))
    return "".join(chr(40 + 27 * a + 9 * b + 3 * c + d) for a, b, c, d in quads)


def main(ours, program):
    engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(text):
        engine.stdin.write(text + "\n")
        engine.stdin.flush()

    def answer(beginning):
        for line in engine.stdout:
            if line.startswith(beginning):
                return line
        sys.exit("the program has ended")

    say("INFO rule 4")
    say(f"START {SIZE}")
    answer("OK")
    differences = 0
    for number, line in enumerate(open(ours, encoding="ascii"), 1):
        cells, points = line.split()
        stones = {cell: [i for i, other in enumerate(cells) if other == cell] for cell in "xo"}
        # The stones in turn, Black first; to the program own stones are 1, and Black is to move.
        say("YXBOARD")
        for black, white in zip(stones["x"], stones["o"]):
            say(f"{black % SIZE},{black // SIZE},1")
            say(f"{white % SIZE},{white // SIZE},2")
        say("DONE")
        say("YXSHOWFORBID")
        found = re.findall(r"(\d\d)(\d\d)", answer("FORBID"))
        theirs = {f"{chr(97 + int(file))}{int(rank) + 1}" for file, rank in found}
        expected = set() if points == "-" else set(points.split(","))
        if theirs != expected:
            differences += 1
            print(f"{number}: ours {sorted(expected)}, theirs {sorted(theirs)}", file=sys.stderr)
        in_order = sorted(theirs, key=lambda name: (int(name[1:]), name[0]))
        print(packed(cells), ",".join(in_order) or "-")
    say("END")
    print(f"{number} boards, {differences} differences", file=sys.stderr)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
