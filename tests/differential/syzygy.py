#!/usr/bin/env python3
"""Compares what damier and python-chess read in Syzygy tables, see docs/experiments/differential-test.md.

Needs `chess` (pip install -r tests/differential/requirements-syzygy.txt) and damier's example `syzygy`.
Ends with exit code 1 if there is a difference.
"""

import argparse
import hashlib
import pathlib
import random
import subprocess
import sys

import chess
import chess.syzygy

SHOWN = 10
# Of the positions in which a pawn may have advanced by two, this share lets it be captured en passant.
EN_PASSANT = 0.5
LIMIT = 100


def random_position(rng, name):
    """A legal position of the men in a table's name, or `None` where the drawn squares make none."""
    men = [(letter, chess.WHITE) for letter in name.split("v")[0]]
    men += [(letter, chess.BLACK) for letter in name.split("v")[1]]
    swapped = rng.random() < 0.5
    board = chess.Board(None)
    for (letter, colour), square in zip(men, rng.sample(range(64), len(men))):
        piece = chess.Piece.from_symbol(letter)
        if piece.piece_type == chess.PAWN and chess.square_rank(square) in (0, 7):
            return None
        board.set_piece_at(square, chess.Piece(piece.piece_type, colour != swapped))
    board.turn = rng.random() < 0.5
    board.halfmove_clock = rng.choice([0, rng.randrange(LIMIT)])
    passed = [square for square in chess.SQUARES if rng.random() < EN_PASSANT and may_be_passed(board, square)]
    if passed:
        board.ep_square, board.halfmove_clock = rng.choice(passed), 0
    return board if board.is_valid() else None


def may_be_passed(board, square):
    """Whether a pawn of the opponent may have passed over a square, and can be captured there."""
    trial = board.copy(stack=False)
    trial.ep_square = square
    return trial.is_valid() and trial.has_legal_en_passant()


def expected(tables, board):
    """What damier should say: the outcome from the beginning, the outcome with the count, and the distance."""
    wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
    word = {2: "win", -2: "loss"}.get(wdl, "draw")
    counted = word
    if word != "draw" and board.halfmove_clock:
        plies = abs(dtz) + board.halfmove_clock
        counted = word if plies < LIMIT else "draw" if plies > LIMIT else "-"
    return f"{word} {counted} {abs(dtz) if word != 'draw' else '-'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("example", help="the built example `syzygy` of damier-endgames")
    parser.add_argument("folder", type=pathlib.Path, help="tables, all that those of most men lead into")
    parser.add_argument("--count", type=int, default=100_000, help="positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", nargs="*", help="names of the tables whose positions are compared; all by default")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    names = arguments.tables or sorted(path.stem for path in arguments.folder.glob("*.rtbw"))
    boards = []
    while len(boards) < arguments.count:
        board = random_position(rng, names[len(boards) % len(names)])
        if board is not None:
            boards.append(board)
    fens = [board.fen(en_passant="fen") for board in boards]
    command = [arguments.example, arguments.folder]
    answers = subprocess.run(command, input="\n".join(fens), capture_output=True, text=True, check=True)
    found = answers.stdout.splitlines()
    with chess.syzygy.open_tablebase(str(arguments.folder)) as tables:
        wanted = [expected(tables, board) for board in boards]
    different = [row for row in zip(fens, found, wanted, strict=True) if row[1] != row[2]]
    for fen, ours, theirs in different[:SHOWN]:
        print(f"{fen}: damier says {ours!r}, python-chess {theirs!r}")
    outcomes = ", ".join(f"{sum(row.startswith(word) for row in wanted)} {word}" for word in ("win", "draw", "loss"))
    passing = sum(board.ep_square is not None for board in boards)
    digest = hashlib.sha256("\n".join(wanted).encode()).hexdigest()[:12]
    print(
        f"{len(names)} tables, {len(boards)} positions ({outcomes}; {passing} with en passant), "
        f"{len(different)} differences, {digest}"
    )
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
