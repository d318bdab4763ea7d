"""Finds features and policy rows from the text of positions and moves, by the description in a net's file alone, and
compares them with damier's: draughts (features and rows), chess (features), Chinese checkers (rows).

    python3 read_card.py NET.json POSITIONS.jsonl

Both files are made by `damier export NET --format json --positions N -o NET.json`; docs/reference/exports.md describes them.
"""

import json
import re
import sys


class Block:
    """Numbers by the labels of a block's axes."""

    def __init__(self, part, name):
        (block,) = [block for block in part["blocks"] if block["name"] == name]
        self.first = block["first"]
        self.labels = [axis["labels"] for axis in block["axes"]]
        self.index = [{label: index for index, label in enumerate(labels)} for labels in self.labels]

    def number(self, *labels):
        number = 0
        for label, index, names in zip(labels, self.index, self.labels):
            number = number * len(names) + index[label]
        return self.first + number


class Draughts:
    """Squares keep their labels for the first player; for the second, index s becomes last - s."""

    def __init__(self, card):
        self.card = card
        self.pieces = Block(card["features"], "pieces")
        self.moves = Block(card["policy_rows"], "moves")
        self.squares = self.pieces.labels[1]

    def turned(self, square, to_move):
        index = self.squares.index(square)
        return self.squares[-1 - index if to_move == 1 else index]

    def features(self, position):
        turn, *sides = position["position"].split(":")
        features = []
        for side in sides:
            owner = "own" if side[0] == turn else "their"
            for piece in filter(None, side[1:].split(",")):
                kind = "king" if piece[0] == "K" else "man"
                square = self.turned(piece.lstrip("K"), position["to_move"])
                features.append(self.pieces.number(f"{owner} {kind}", square))
        return features

    def rows(self, position):
        """The row of each move; None where it shares both ends with another one."""
        ends = []
        for move in position["moves"]:
            squares = re.findall(r"[a-h]\d+|\d+", move)
            ends.append((squares[0], squares[-1]))
        turned = lambda square: self.turned(square, position["to_move"])
        number = lambda pair: self.moves.number(turned(pair[0]), turned(pair[1]))
        return [number(pair) if ends.count(pair) == 1 else None for pair in ends]


class Chess:
    """Ranks are exchanged for Black, and files where the own king stands on a to d."""

    NAMES = dict(zip("pnbrqk", ["pawn", "knight", "bishop", "rook", "queen", "king"]))

    def __init__(self, card):
        self.pieces = Block(card["features"], "pieces")
        self.castling = Block(card["features"], "castling")
        self.en_passant = Block(card["features"], "en passant")

    def features(self, position):
        board, turn, castling, en_passant, *_ = position["position"].split(" ")
        own = str.isupper if turn == "w" else str.islower
        placed = []
        for rank, text in zip("87654321", board.split("/")):
            text = re.sub(r"\d", lambda digit: "." * int(digit[0]), text)
            placed += [(piece, file, rank) for file, piece in zip("abcdefgh", text) if piece != "."]
        (king_file,) = [file for piece, file, _ in placed if own(piece) and piece.lower() == "k"]
        mirrored = king_file in "abcd"
        file_of = lambda file: chr(ord("a") + ord("h") - ord(file)) if mirrored else file
        rank_of = lambda rank: rank if turn == "w" else str(9 - int(rank))
        owner = lambda piece: "own" if own(piece) else "their"
        features = [
            self.pieces.number(f"{owner(piece)} {self.NAMES[piece.lower()]}", file_of(file) + rank_of(rank))
            for piece, file, rank in placed
        ]
        for right in castling.replace("-", ""):
            to_h = right.lower() == "k"
            side = f"towards {'h' if to_h else 'a'} on the unturned board"
            features.append(self.castling.number(owner(right), side, file_of("h" if to_h else "a")))
        if en_passant != "-":
            features.append(self.en_passant.number(file_of(en_passant[0])))
        return features

    def rows(self, position):
        return [None] * len(position["moves"])


class Stars:
    """Chinese checkers; its rows follow from the numbers of cells and the widths of the rows."""

    WIDTHS = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]
    # Points of the star at which the players sit, by their number.
    SEATS = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: [0, 1, 2, 3, 4, 5]}

    def __init__(self, card):
        self.moves = Block(card["policy_rows"], "moves")
        self.passing = Block(card["policy_rows"], "pass")
        self.seats = self.SEATS[card["game"]["players"]]
        cells = []
        for row, width in enumerate(self.WIDTHS):
            # Cube coordinates: a row's cells are one apart, rows are shifted by halves.
            cells += [((2 * index + 1 - width - (row - 8)) // 2, row - 8) for index in range(width)]
        self.cells = cells

    def turned(self, cell, to_move):
        q, r = self.cells[int(cell) - 1]
        for _ in range(self.seats[to_move]):
            q, r = q + r, -q  # anticlockwise by a sixth
        return str(self.cells.index((q, r)) + 1)

    def features(self, position):
        return None

    def rows(self, position):
        numbers = []
        for move in position["moves"]:
            if move == "pass":
                numbers.append(self.passing.number("pass"))
            else:
                numbers.append(self.moves.number(*(self.turned(c, position["to_move"]) for c in move.split("-"))))
        return numbers


def reader_of(card):
    names = {block["name"] for block in card["features"]["blocks"]}
    if "en passant" in names:
        return Chess(card)
    if "pass" in {block["name"] for block in card["policy_rows"]["blocks"]}:
        return Stars(card)
    if "pieces" in names:
        return Draughts(card)
    sys.exit(f"this script cannot read positions of {card['game']['id']}")


def main(net_path, positions_path):
    with open(net_path) as file:
        card = json.load(file)
    reader = reader_of(card)
    count = found_features = found_rows = 0
    with open(positions_path) as file:
        for line in file:
            position = json.loads(line)
            features = reader.features(position)
            if features is not None:
                assert sorted(features) == sorted(position["features"]), position["position"]
                found_features += len(features)
            for row, wanted in zip(reader.rows(position), position["rows"], strict=True):
                assert row is None or row == wanted, (position["position"], row, wanted)
                found_rows += row is not None
            count += 1
    print(f"{count} positions, {found_features} features and {found_rows} policy rows found by the description alone")
    assert found_features + found_rows > count


if __name__ == "__main__":
    main(*sys.argv[1:])
