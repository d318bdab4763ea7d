"""Judges positions with a net in JSON, in plain Python, and compares: the integers of a quantised net to the bit.

    python3 read_json.py NET.json POSITIONS.jsonl

Both files are made by `damier export NET --format json --positions N -o NET.json`; docs/reference/exports.md describes them.
"""

import json
import math
import struct
import sys

# Of floats, whose sums depend on the order.
TOLERANCE = 1e-3


def as_f32(number):
    """The nearest 32-bit float."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def dot(weights, values):
    return sum(weight * value for weight, value in zip(weights, values))


class Quantised:
    @staticmethod
    def activate(total):
        s = max(0, min(total, 512))
        return min(127, (s * s + 1024) >> 11)

    @staticmethod
    def clip(total):
        return max(0, min((total + 32) >> 6, 127))

    @staticmethod
    def real(total):
        return as_f32(total / 8192)


class Float:
    @staticmethod
    def activate(total):
        return max(0.0, min(total, 1.0)) ** 2

    @staticmethod
    def clip(total):
        return max(0.0, min(total, 1.0))

    @staticmethod
    def real(total):
        return total


class Net:
    def __init__(self, path):
        with open(path) as file:
            self.card = json.load(file)
        assert (self.card["format"], self.card["version"]) == ("damier-net", 1)
        self.quantised = self.card["weights"] == "quantised"
        self.how = Quantised if self.quantised else Float
        self.values = self.card["values"]

    def layer(self, name, values):
        rows, bias = self.values[name], self.values[name + "_bias"]
        return [start + dot(row, values) for row, start in zip(rows, bias)]

    def judge(self, features, rows):
        """Value logits, moves left and a policy logit for each row."""
        hidden = self.card["sizes"]["hidden"]
        chosen = [self.values["embedding"][feature] for feature in features]
        sums = [sum(column) for column in zip(self.values["embedding_bias"], *chosen)]
        activations = [self.how.activate(total) for total in sums]
        first = [self.how.clip(total) for total in self.layer("l1", activations)]
        second = [self.how.clip(total) for total in self.layer("l2", first[:hidden])]
        *logits, last = [self.how.real(total) for total in self.layer("l3", second)]
        policy, bias = self.values["policy"], self.values["policy_bias"]
        moves = [self.how.real(bias[row] + dot(policy[row], first[hidden:])) for row in rows]
        return logits, 64 * max(0.0, last), moves


def main(net_path, positions_path):
    net = Net(net_path)
    count = largest = 0
    with open(positions_path) as file:
        for line in file:
            position = json.loads(line)
            logits, left, moves = net.judge(position["features"], position["rows"])
            found = [*logits, left, *moves]
            wanted = [*position["value_logits"], position["moves_left"], *position["policy_logits"]]
            assert len(found) == len(wanted) and all(map(math.isfinite, found))
            for number, other in zip(found, wanted):
                largest = max(largest, abs(number - as_f32(other)) / max(1.0, abs(number)))
            count += 1
    assert largest == 0 if net.quantised else largest < TOLERANCE, largest
    print(f"{net.card['weights']}: {count} positions, largest difference {largest:.2g}")


if __name__ == "__main__":
    main(*sys.argv[1:])
