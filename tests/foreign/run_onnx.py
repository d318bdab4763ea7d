"""Judges positions with a net in ONNX, in onnxruntime, many at once, and compares.

    python3 run_onnx.py NET.onnx POSITIONS.jsonl

Both files are made by `damier export NET --format onnx --positions N -o NET.onnx`; docs/exports.md describes them.
"""

import json
import sys

import numpy as np
import onnxruntime

# Sums of floats depend on the order.
TOLERANCE = 1e-3
BATCH = 64


def padded(lists):
    """Lists of numbers as one array, filled up with -1."""
    array = np.full((len(lists), max(map(len, lists))), -1, np.int32)
    for row, numbers in zip(array, lists):
        row[: len(numbers)] = numbers
    return array


def softmax(logits):
    exps = np.exp(logits - np.max(logits))
    return exps / exps.sum()


def main(net_path, positions_path):
    session = onnxruntime.InferenceSession(net_path, providers=["CPUExecutionProvider"])
    card = json.loads(session.get_modelmeta().custom_metadata_map["damier"])
    assert (card["format"], card["version"]) == ("damier-net", 1)
    with open(positions_path) as file:
        positions = [json.loads(line) for line in file]
    largest = 0.0

    def compare(found, wanted):
        nonlocal largest
        wanted = np.array(wanted, np.float32)
        assert found.shape == wanted.shape
        largest = max(largest, float(np.max(np.abs(found - wanted) / np.maximum(1, np.abs(wanted)))))

    names = [output.name for output in session.get_outputs()]
    for begin in range(0, len(positions), BATCH):
        batch = positions[begin : begin + BATCH]
        inputs = {"features": padded([one["features"] for one in batch])}
        inputs["moves"] = padded([one["rows"] for one in batch])
        outputs = dict(zip(names, session.run(names, inputs)))
        for index, position in enumerate(batch):
            legal = len(position["rows"])
            compare(outputs["value_logits"][index], position["value_logits"])
            compare(outputs["value"][index], softmax(position["value_logits"]))
            compare(outputs["moves_left"][index], position["moves_left"])
            compare(outputs["policy_logits"][index][:legal], position["policy_logits"])
            compare(outputs["priors"][index][:legal], softmax(position["policy_logits"]))
            assert not outputs["priors"][index][legal:].any(), "fillers have no prior"
    assert largest < TOLERANCE, largest
    print(f"onnxruntime {onnxruntime.__version__}: {len(positions)} positions, largest difference {largest}")


if __name__ == "__main__":
    main(*sys.argv[1:])
