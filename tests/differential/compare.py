#!/usr/bin/env python3
"""Compares damier's draughts with another implementation, see docs/experiments/differential-test.md.

Runs with either `pydraughts` or `py-draughts` installed; both are imported as `draughts`. With --slow it needs neither: it
compares with a slow reading of the rules, which has variants that the packages lack.
Ends with exit code 1 if there is a disagreement that is not explained.
"""

import argparse
import collections
import hashlib
import importlib.util
import itertools
import multiprocessing
import os
import subprocess
import sys
import time

import draws

BATCH = 50
# Begins the field of moves in a row with the same king, Black's and White's: `+0+335`.
LIMIT = "+"
MOST_MOVES = "3"
SHOWN = 10


def side_module(is_slow):
    """The slow reading, or the adapter of the package that is installed."""
    if is_slow:
        import slow_side

        return slow_side
    if importlib.util.find_spec("draughts") is None:
        sys.exit("compare.py: install pydraughts or py-draughts first (docs/experiments/differential-test.md)")
    if importlib.util.find_spec("draughts.core") is not None:
        import pydraughts_side as module
    else:
        import py_draughts_side as module
    return module


def read_position(side, text):
    """One of our FENs as the other side's position."""
    to_move, *lists = text.split(":")
    pieces = []
    for pieces_text in lists:
        if pieces_text.startswith(LIMIT):
            continue
        for name in filter(None, pieces_text[1:].split(",")):
            king = name.startswith("K")
            pieces.append((pieces_text[0], king, side.square(name.removeprefix("K"))))
    return side.position(to_move, pieces)


def resting_king(side, text):
    """The square of the king of the player to move that may only capture, or `None`."""
    to_move, *fields = text.split(":")
    for field in fields:
        if field.startswith(LIMIT):
            black, white = field[1:].split(LIMIT)
            streak = white if to_move == "W" else black
            return side.square(str(int(streak[1:]))) if streak.startswith(MOST_MOVES) else None
    return None


def squares_of(side, names):
    return tuple(side.square(name) for name in names.split(",") if name)


def written_path(side, text):
    """The squares in a move's text."""
    for separator in "x:":
        text = text.replace(separator, "-")
    return squares_of(side, text.replace("-", ","))


def compare_position(side, line, tally):
    """Yields what is different, as text."""
    fen, standing, *fields = line.split("\t")
    position = read_position(side, fen)
    theirs = side.moves(position)
    if resting := resting_king(side, fen):
        # The packages' positions do not know which king has to rest.
        theirs = {move: paths for move, paths in theirs.items() if move[0] != resting or move[2]}
        tally["with a king that rests"] += 1
    ours, texts = set(), set()
    for field in fields:
        text, origin, to, captured, after = field.split(">")
        captured = frozenset(squares_of(side, captured))
        key = (side.square(origin), side.square(to), captured, read_position(side, after))
        ours.add(key)
        path = written_path(side, text)
        if (path[0], path[-1]) != key[:2]:
            yield f"{fen}\t{text} does not say that the move goes from {origin} to {to}"
        if side.lists_every_way and len(path) > 2 and key in theirs and path not in theirs[key]:
            yield f"{fen}\t{text} is no way to make that capture"
        if text in texts:
            yield f"{fen}\t{text} stands for two moves"
        texts.add(text)
        tally["captures"] += bool(captured)
        tally["captures of 3 and more"] += len(captured) >= 3
    tally["positions"] += 1
    tally["with kings"] += "K" in fen
    tally["moves"] += len(ours)
    if len(ours) != len(fields):
        yield f"{fen}\tours lists a move twice"
    explained = set()
    for name, some, others in (("ours", ours, theirs), ("theirs", theirs, ours)):
        for move in sorted(set(some) - set(others), key=str):
            reason = side.explain(position, move, name)
            explained.add(reason)
            if reason is None:
                yield f"{fen}\tonly {name}: {move[0]}>{move[1]} captures {sorted(move[2])}, then {move[3]}"
    for reason in explained - {None}:
        tally[f"explained ({reason})"] += 1
    if (standing == "lost") != (not theirs):
        yield f"{fen}\tours says {standing}, theirs has {len(theirs)} moves"


def compare_game(side, line, tally):
    """Yields how our first draw differs from that of `draws`; counts how it differs from the package's."""
    fen, *plies = line.split("\t")
    position = read_position(side, fen)
    game = side.game(position)
    positions = [position]
    ours, theirs = None, None
    for ply, field in enumerate(plies, 1):
        _, origin, to, captured, ending = field.split(">")
        ends = side.square(origin), side.square(to)
        captured = frozenset(squares_of(side, captured))
        path = ends
        if captured:
            path = min(min(paths) for move, paths in side.moves(position).items() if move[:3] == (*ends, captured))
        drawn = side.play(game, path)
        position = side.written(game)
        positions.append(position)
        if theirs is None and drawn:
            theirs = ply, "draw", balance(position)
        if ours is None and ending not in ("-", "no move left"):
            ours = ply, ending, balance(position)
    tally["games"] += 1
    tally["plies"] += len(plies)
    tally["drawn"] += ours is not None

    def can_capture(position):
        return any(captured for _, _, captured, _ in side.moves(position))

    expected = draws.first_draw(side.variant, positions, can_capture)
    if expected != (ours and ours[0]):
        yield f"{fen}\tours {ours}, by the rule books {expected} of {len(plies)} plies"
    if not side.has_draws or (ours and ours[0]) == (theirs and theirs[0]):
        tally["as in the package"] += side.has_draws
    elif theirs is None or (ours and ours[0] < theirs[0]):
        when = f"later ({theirs[2]})" if theirs else "never"
        tally[f"ours: {ours[1]} ({ours[2]}), theirs {when}"] += 1
    else:
        when = f"{ours[1]} later ({ours[2]})" if ours else "never"
        tally[f"theirs ({theirs[2]}), ours: {when}"] += 1


def balance(position):
    """What both players have, e.g. `K - KKm`."""
    both = ["K" * position[1:].count(king) + "m" * position[1:].count(king.lower()) for king in "WB"]
    return " - ".join(sorted(both, key=lambda pieces: (len(pieces), pieces)))


def work(task):
    """Compares a batch of lines: (tally, differences)."""
    is_slow, variant, kind, lines = task
    side = side_module(is_slow).Side(variant)
    compare = compare_position if kind == "positions" else compare_game
    tally, differences = collections.Counter(), []
    for line in lines:
        try:
            differences.extend(compare(side, line, tally))
        except Exception as error:
            differences.append(f"{line.split(chr(9))[0]}\ttheirs fails: {error!r}")
    return tally, differences


def batches(lines, digest):
    while batch := list(itertools.islice(lines, BATCH)):
        digest.update("".join(batch).encode())
        yield [line.rstrip("\n") for line in batch]


def run(options, pool, variant, kind, count):
    """Compares one variant and prints what came out; the number of disagreements."""
    started = time.monotonic()
    command = [options.examples, variant, kind, str(count), str(options.seed)]
    tally, differences, digest = collections.Counter(), [], hashlib.sha256()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as examples:
        tasks = ((options.slow, variant, kind, batch) for batch in batches(examples.stdout, digest))
        for counts, found in pool.imap(work, tasks):
            tally.update(counts)
            differences.extend(found)
    if examples.returncode != 0:
        sys.exit(f"compare.py: {' '.join(command)} failed")
    totals = {name: number for name, number in tally.items() if "ours" not in name and "theirs" not in name}
    places = len({text.split("\t")[0] for text in differences})
    print(f"{variant}: " + ", ".join(f"{number:,} {name}" for name, number in totals.items()), end="; ")
    print(f"{places} {kind} differ without explanation "
          f"({time.monotonic() - started:.0f} s, sample {digest.hexdigest()[:12]})", flush=True)
    for name, number in sorted(tally.items()):
        if name not in totals:
            print(f"  {number:,} {name}")
    for text in differences[:options.show]:
        print("  " + text.replace("\t", "  "))
    return len(differences)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", help="the built example: target/release/examples/positions")
    parser.add_argument("--slow", action="store_true", help="compare with the slow reading in place of a package")
    parser.add_argument("--variants", help="names with commas between (default: all that the other side has)")
    parser.add_argument("--count", type=int, default=15000, help="positions of each variant (default %(default)s)")
    parser.add_argument("--games", type=int, default=0, help="compare the draws of so many games instead")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default %(default)s)")
    parser.add_argument("--show", type=int, default=SHOWN, help="differences shown (default %(default)s)")
    options = parser.parse_args()
    module = side_module(options.slow)
    variants = options.variants.split(",") if options.variants else module.VARIANTS
    if options.games:
        variants = [name for name in variants if name not in module.WITHOUT_DRAWS]
    if unknown := [name for name in variants if name not in module.VARIANTS]:
        parser.error(f"{module.PACKAGE} has no {', '.join(unknown)}; it has {', '.join(module.VARIANTS)}")
    kind, count = ("games", options.games) if options.games else ("positions", options.count)
    print(f"{module.PACKAGE}, seed {options.seed}")
    with multiprocessing.Pool(options.jobs) as pool:
        different = sum(run(options, pool, variant, kind, count) for variant in variants)
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
