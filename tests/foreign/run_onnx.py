"""Judges positions with a net in ONNX, in onnxruntime, many at once, and compares.

    python3 run_onnx.py NET.onnx POSITIONS.jsonl [ENGINE.jsonl]

The first two files are made by `damier export NET --format onnx --positions N -o NET.onnx`; docs/reference/exports.md describes
them. ENGINE.jsonl has the same positions as the engine judges them, made likewise by any format with `--quantised`.
"""

import json
import sys

import numpy as np
import onnxruntime

# Sums of floats depend on the order.
TOLERANCE = 1e-3
# From the engine's integers, the largest and on average; docs/reference/net-format.md states them.
SCORE_TOLERANCE = 0.05, 0.01
LOGIT_TOLERANCE = 0.5, 0.08
BATCH = 64


class Differences:
    """Of one quantity."""

    def __init__(self):
        self.all = [np.zeros(1)]

    def add(self, found, wanted):
        assert np.shape(found) == np.shape(wanted)
        self.all.append(np.abs(np.ravel(found) - np.ravel(wanted)))

    def largest_and_mean(self):
        joined = np.concatenate(self.all)
        return float(joined.max()), float(joined.mean())


def positions_of(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def padded(lists):
    """Lists of numbers as one array, filled up with -1."""
    array = np.full((len(lists), max(map(len, lists))), -1, np.int32)
    for row, numbers in zip(array, lists):
        row[: len(numbers)] = numbers
    return array


def softmax(logits):
    exps = np.exp(logits - np.max(logits))
    return exps / exps.sum()


class Net:
    def __init__(self, path):
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        self.names = [output.name for output in self.session.get_outputs()]
        self.card = json.loads(self.session.get_modelmeta().custom_metadata_map["damier"])
        assert (self.card["format"], self.card["version"]) == ("damier-net", 1)

    def judge(self, positions):
        """The outputs for each position, by name."""
        for begin in range(0, len(positions), BATCH):
            batch = positions[begin : begin + BATCH]
            inputs = {name: padded([one[of] for one in batch]) for name, of in [("features", "features"), ("moves", "rows")]}
            outputs = dict(zip(self.names, self.session.run(self.names, inputs)))
            for index, position in enumerate(batch):
                judged = {name: output[index] for name, output in outputs.items()}
                legal = len(position["rows"])
                assert not judged["priors"][legal:].any(), "fillers have no prior"
                yield judged | {name: judged[name][:legal] for name in ("policy_logits", "priors")}

    def score(self, value):
        """The expected share of the point of the player to move."""
        return value[0] if self.card["game"]["players"] > 2 else value[0] + value[1] / 2


def main(net_path, positions_path, engine_path=None):
    net = Net(net_path)
    positions = positions_of(positions_path)
    judged = list(net.judge(positions))
    differences = Differences()
    for found, wanted in zip(judged, positions):
        for name in ("value_logits", "moves_left", "policy_logits"):
            scale = np.maximum(1, np.abs(wanted[name]))
            differences.add(found[name] / scale, wanted[name] / scale)
        differences.add(found["value"], softmax(wanted["value_logits"]))
        differences.add(found["priors"], softmax(wanted["policy_logits"]))
    largest, _ = differences.largest_and_mean()
    assert largest < TOLERANCE, largest
    said = f"onnxruntime {onnxruntime.__version__}: {len(positions)} positions, largest difference {largest:.2g}"

    if engine_path:
        scores, logits = Differences(), Differences()
        for found, wanted in zip(judged, positions_of(engine_path), strict=True):
            scores.add(net.score(found["value"]), net.score(softmax(wanted["value_logits"])))
            logits.add(found["policy_logits"], wanted["policy_logits"])
        for name, difference, tolerance in [("score", scores, SCORE_TOLERANCE), ("policy logits", logits, LOGIT_TOLERANCE)]:
            most, mean = difference.largest_and_mean()
            assert most < tolerance[0] and mean < tolerance[1], (name, most, mean)
            said += f"; from the engine's {name} {most:.3f}, on average {mean:.4f}"
    print(said)


if __name__ == "__main__":
    main(*sys.argv[1:])
