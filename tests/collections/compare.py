#!/usr/bin/env python3
"""Runs damier over public collections of games and test positions, and compares it with python-chess and pydraughts.

Get the collections (nothing of them is part of this repository):

    git clone --depth 1 https://github.com/niklasf/python-chess
    git clone --depth 1 https://github.com/pychess/pychess
    git clone --depth 1 https://github.com/eygilbert/CheckerBoard
    git clone --depth 1 https://github.com/wiegerw/pdn
    git clone --depth 1 https://github.com/ChrisWhittington/Chess-EPDs

and run, with the packages of requirements.txt installed:

    tests/collections/compare.py --damier target/release/damier python-chess/data pychess CheckerBoard/games \
        pdn/games/succeed Chess-EPDs

Every argument is one collection: a folder whose .pgn, .pdn and .epd files are read. Of each game the reference reader
reads without an error, damier's main line is compared by its number of plies and its final position; of each line of
EPD the position. The output has a line for each game that damier does not read, or reads otherwise, with its reason,
a count of these reasons, and a table in Markdown. The exit status is 1 where damier reads less than 99.5 % of the games
of its rule sets, or a game differently.
"""

import argparse
import collections
import dataclasses
import difflib
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import chess
import chess.pgn
import draughts
from draughts.PDN import PDNReader, _PDNGame

GOAL = 0.995
# Their names of the variants of draughts, and ours; games without a GameType are of the first that fits.
VARIANTS = {
    "standard": "international",
    "english": "english",
    "italian": "italian",
    "russian": "russian",
    "brazilian": "brazilian",
}
# What is no fault of a position in EPD: the reader drops such rights.
HARMLESS = chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE


@dataclasses.dataclass(frozen=True)
class Entry:
    """A game or a position as the reference has it."""

    text: str
    key: tuple = dataclasses.field(hash=False)
    # Another rule set, which damier has to refuse.
    foreign: bool = False


@dataclasses.dataclass
class Count:
    """What became of a collection."""

    files: int = 0
    entries: int = 0
    foreign: int = 0
    read: int = 0
    differing: int = 0
    missing: int = 0
    taken_foreign: int = 0
    reasons: collections.Counter = dataclasses.field(default_factory=collections.Counter)


def decoded(path):
    """The text of a file as UTF-8, or else Latin-1."""
    data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


# --- chess games


def chess_key(game):
    """The plies of the main line and its final position."""
    end = game.end()
    board = end.board().copy(stack=False)
    # Without a tag of the variant, castling is that of chess, whatever the position seems to be.
    board.chess960 = game.headers.is_chess960()
    return (end.ply() - game.ply(), board.epd())


def chess_games(text):
    """The games that python-chess reads without an error."""
    source = io.StringIO(text)
    games = []
    while True:
        begin = source.tell()
        try:
            game = chess.pgn.read_game(source)
        except (ValueError, AssertionError, LookupError):
            # It stops at what it cannot read; the next call goes on behind it.
            if source.tell() == begin:
                break
            continue
        if game is None:
            break
        said = {name for name, value in game.headers.items() if value not in ("?", "????.??.??", "*", "")}
        if game.errors or not (said or game.variations):
            continue
        foreign = game.board().uci_variant != "chess" or type(game.board()) is not chess.Board
        games.append(Entry(text[begin : source.tell()], () if foreign else chess_key(game), foreign))
    return games


def damier_chess(damier, path):
    """The same of the games that damier reads."""
    written = converted(damier, path, "pgn", "chess")
    return [entry.key for entry in chess_games(written)]


# --- draughts


def main_line(text):
    """The words of a game's main line; pydraughts drops all but two behind each number."""
    text = re.sub(r"(?m)^\[.*\]\s*$", "", text)
    text = re.sub(r"\{[^{}]*\}", " ", text)
    changed = 1
    while changed:
        text, changed = re.subn(r"\([^()]*\)", " ", text)
    text = re.sub(r"\$\d+|[!?]|\d+\.+", " ", text)
    text = re.sub(r"([-x:]) +", r"\1", text)
    return [word for word in text.split() if word not in RESULTS]


RESULTS = {"1-0", "1/2-1/2", "0-1", "2-0", "1-1", "0-2", "0-0", "*"}


def draughts_key(game, variant, text):
    """The plies and the final position of a game that pydraughts can play."""
    try:
        return played_key(game, variant, main_line(text))
    except Exception:  # noqa: BLE001 - the package raises whatever comes
        return played_key(game, variant, game.moves)


def played_key(game, variant, moves):
    """The plies and the final position after moves."""
    board = draughts.Board(VARIANT_OF[variant], game.tags.get("FEN", "startpos"))
    plies = 0
    for move in moves:
        move = re.sub(r"[*+=#].*$", "", move)
        if not re.search(r"\d", move):
            continue
        board.push(draughts.Move(board, pdn_move=move.replace(":", "x")))
        plies += 1
    return (plies, board.fen)


VARIANT_OF = {ours: theirs for theirs, ours in VARIANTS.items()}


def draughts_games(text, default=None):
    """The games that pydraughts reads and can play, with their variants."""
    games = []
    rest = re.sub("\n\n+", "\n\n", re.sub("\n +", "\n", text.replace("\r\n", "\n").replace("\r", "\n")))
    while rest.strip():
        try:
            game = _PDNGame(rest)
        except (ValueError, IndexError):
            # A tag or a line that it cannot read: it goes on with the next game.
            behind = re.search(r"\n\n\[", rest[1:])
            rest = rest[behind.start() + 3 :] if behind else ""
            continue
        behind = game._get_rest_of_games()
        whole = rest[: len(rest) - len(behind)] if len(behind) < len(rest) else rest
        rest = behind if len(behind) < len(rest) else ""
        variant = VARIANTS.get(game.variant or "", default) if game.variant else default
        if variant is None or not game.moves:
            continue
        try:
            games.append((Entry(whole, draughts_key(game, variant, whole)), variant))
        except Exception:  # noqa: BLE001 - the package raises whatever comes
            continue
    return games


# --- damier


def converted(damier, path, form, game):
    """The games that damier reads of a file, as it writes them."""
    command = [damier, "convert", path, "--to", form, *(["--game", game] if game else [])]
    done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout.decode("utf-8")


def reason_of(damier, text, form, game, key=None):
    """Why damier does not read a game; where it reads it, the key of what it writes, or `None` without `key`."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, f"game.{form}")
        path.write_text(text, encoding="utf-8")
        command = [damier, "convert", path, "--to", form, "--strict", *(["--game", game] if game else [])]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode == 0:
            return key(done.stdout.decode("utf-8")) if key else None
        said = done.stderr.decode("utf-8").strip().removeprefix("error: ")
        return said.replace(f"{path}, ", "").splitlines()[0]


def kind_of(reason):
    """A reason without what is special to a game."""
    reason = re.sub(r"^line \d+, column \d+: ", "", reason)
    return re.sub(r"\d+", "N", re.sub(r'"[^"]*"', '"…"', reason))[:120]


def compare(count, path, entries, found, explain):
    """Puts the games of both side by side, in their order."""
    own = [entry for entry in entries if not entry.foreign]
    count.entries += len(own)
    count.foreign += len(entries) - len(own)
    matcher = difflib.SequenceMatcher(None, [entry.key for entry in own], found, autojunk=False)
    for tag, one, other, _, _ in matcher.get_opcodes():
        if tag == "equal":
            count.read += other - one
            continue
        for entry in own[one:other]:
            reason = explain(entry)
            if not isinstance(reason, str):
                count.read += 1
                # Nothing is found where the package cannot read back what damier writes.
                if reason:
                    count.differing += 1
                    lost = "alone it is the same" if entry.key in reason else f"read as {reason}"
                    print(f"DIFFERS {path}: {entry.key}: {lost}: {entry.text.strip()[:200]!r}")
            else:
                count.missing += 1
                count.reasons[kind_of(reason)] += 1
                print(f"NOT READ {path}: {entry.text.strip().splitlines()[0][:60]} … {reason}")


def compare_file(damier, path, count):
    """Compares one file."""
    count.files += 1
    text = decoded(path)
    if path.suffix == ".pgn":
        entries = chess_games(text)
        found = damier_chess(damier, path)

        def keys(written):
            return [entry.key for entry in chess_games(written)]

        compare(count, path, entries, found, lambda entry: reason_of(damier, entry.text, "pgn", "chess", keys))
        for entry in (entry for entry in entries if entry.foreign):
            if reason_of(damier, entry.text, "pgn", "chess") is None:
                count.taken_foreign += 1
                print(f"ANOTHER RULE SET {path}: {entry.text[:200]!r}")
    elif path.suffix == ".pdn":
        games = draughts_games(text)
        variants = {variant for _, variant in games}
        for variant in sorted(variants):
            entries = [entry for entry, own in games if own == variant]
            written = converted(damier, path, "pdn", None if "GameType" in text else variant)
            found = [entry.key for entry, own in draughts_games(written, variant) if own == variant]
            named = None if "GameType" in text else variant

            def keys_of(written, variant=variant):
                return [entry.key for entry, own in draughts_games(written, variant) if own == variant]

            def why(entry, named=named, keys=keys_of):
                return reason_of(damier, entry.text, "pdn", named, keys)

            compare(count, path, entries, found, why)
    else:
        compare_epd(damier, path, text, count)


# --- EPD


def epd_key(line):
    """The position of a line of EPD; `None` where python-chess has none, or an impossible one."""
    fields = line.split(";")[0].split()[:4]
    try:
        board = chess.Board(None)
        board.set_epd(" ".join(fields))
    except (ValueError, IndexError):
        return None
    # Where the game is over there is nothing to solve.
    is_test = len(fields) == 4 and not board.status() & ~HARMLESS and not board.is_game_over()
    return board.epd() if is_test else None


def compare_epd(damier, path, text, count):
    """Compares the positions of a suite, line by line."""
    command = [damier, "analyse", "--suite", path, "--game", "chess", "--built-in", "--nodes", "1", "--json"]
    done = subprocess.run(command, capture_output=True, check=False)
    found, left_out = {}, {}
    for answer in map(json.loads, done.stdout.decode("utf-8").splitlines()):
        if "position" in answer:
            found[answer["line"]] = chess.Board(answer["position"]).epd()
        elif "line" in answer:
            left_out[answer["line"]] = answer["left_out"]
    # Where no line is read, the error tells why the first is not.
    refused = done.stderr.decode("utf-8").strip().rpartition("test position: ")[2]
    for number, line in enumerate(re.split("\r\n|\n|\r", text), start=1):
        key = epd_key(line)
        if key is None:
            continue
        count.entries += 1
        if number in found:
            count.read += 1
            if found[number] != key:
                count.differing += 1
                print(f"DIFFERS {path}, line {number}: {line} is read as {found[number]}")
        else:
            reason = left_out.get(number, refused)
            count.missing += 1
            count.reasons[kind_of(reason)] += 1
            print(f"NOT READ {path}, line {number}: {line[:90]} … {reason}")


# --- all


def files_of(folder):
    """The files of a collection, in their order."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".pgn", ".pdn", ".epd"))


def main():
    """Compares the collections of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--damier", default="target/release/damier", help="the program")
    parser.add_argument("collections", nargs="+", type=pathlib.Path, help="folders")
    options = parser.parse_args()
    counts = {}
    for folder in options.collections:
        count = counts[folder] = Count()
        for path in files_of(folder):
            compare_file(options.damier, path, count)
    print()
    for folder, count in counts.items():
        for reason, times in count.reasons.most_common():
            print(f"{times:6} {folder.name}: {reason}")
    print("\n| collection | files | by the reference | read | differing | not read, explained | of other rule sets, refused |")
    print("|---|---|---|---|---|---|---|")
    good = True
    for folder, count in counts.items():
        share = count.read / max(count.entries, 1)
        refused = count.foreign - count.taken_foreign
        good &= share >= GOAL and not count.differing and not count.taken_foreign
        print(
            f"| {folder.name} | {count.files} | {count.entries} | {count.read} ({100 * share:.2f} %) "
            f"| {count.differing} | {count.missing} | {refused} of {count.foreign} |"
        )
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
