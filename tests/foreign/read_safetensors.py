"""Judges positions with a net in safetensors, in NumPy, and compares: the integers of a quantised net to the bit.

    python3 read_safetensors.py NET.safetensors POSITIONS.jsonl

Both files are made by `damier export NET --format safetensors --positions N -o NET.safetensors`; docs/reference/exports.md
describes them. The file is read here without the package `safetensors`, to show how little there is to it.
"""

import json
import struct
import sys

import numpy as np

TYPES = {"F32": "<f4", "I32": "<i4", "I16": "<i2", "I8": "i1"}
# Of floats, whose sums depend on the order.
TOLERANCE = 1e-3


class Net:
    def __init__(self, path):
        with open(path, "rb") as file:
            content = file.read()
        (length,) = struct.unpack_from("<Q", content)
        header = json.loads(content[8 : 8 + length])
        self.card = json.loads(header.pop("__metadata__")["damier"])
        assert (self.card["format"], self.card["version"]) == ("damier-net", 1)
        self.quantised = self.card["weights"] == "quantised"
        self.tensors = {}
        for name, entry in header.items():
            begin, end = (8 + length + offset for offset in entry["data_offsets"])
            numbers = np.frombuffer(content[begin:end], TYPES[entry["dtype"]]).reshape(entry["shape"])
            # Wide enough that nothing wraps.
            self.tensors[name] = numbers.astype(np.int64 if self.quantised else np.float32)

    def activate(self, total):
        if not self.quantised:
            return np.clip(total, 0, 1) ** 2
        s = np.clip(total, 0, 512)
        return np.minimum(127, (s * s + 1024) >> 11)

    def clip(self, total):
        return np.clip((total + 32) >> 6, 0, 127) if self.quantised else np.clip(total, 0, 1)

    def real(self, total):
        return total.astype(np.float32) / np.float32(8192) if self.quantised else total

    def judge(self, features, rows):
        """Value logits, moves left and a policy logit for each row."""
        t = self.tensors
        a = self.activate(t["embedding_bias"] + t["embedding"][features].sum(0))
        first = self.clip(t["l1_bias"] + t["l1"] @ a)
        h, p = np.split(first, [self.card["sizes"]["hidden"]])
        v = self.clip(t["l2_bias"] + t["l2"] @ h)
        o = self.real(t["l3_bias"] + t["l3"] @ v)
        left = np.float32(64) * np.maximum(np.float32(0), o[-1])
        return o[:-1], left, self.real(t["policy_bias"][rows] + t["policy"][rows] @ p)


def main(net_path, positions_path):
    net = Net(net_path)
    count, largest = 0, 0.0
    with open(positions_path) as file:
        for line in file:
            position = json.loads(line)
            logits, left, moves = net.judge(position["features"], position["rows"])
            found = np.concatenate([logits, [left], moves]).astype(np.float32)
            wanted = [*position["value_logits"], position["moves_left"], *position["policy_logits"]]
            wanted = np.array(wanted, np.float32)
            assert found.shape == wanted.shape and np.isfinite(found).all()
            if net.quantised:
                assert np.array_equal(found.view(np.uint32), wanted.view(np.uint32)), position["position"]
            largest = max(largest, float(np.max(np.abs(found - wanted) / np.maximum(1, np.abs(wanted)))))
            count += 1
    assert largest < TOLERANCE, largest
    print(f"{net.card['weights']}: {count} positions, largest difference {largest:.2g}")


if __name__ == "__main__":
    main(*sys.argv[1:])
