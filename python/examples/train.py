"""Trains a net of damier in plain NumPy on the records of a run, and writes it as safetensors.

    python train.py runs/russian-quick/games mine.safetensors [STEPS]
    damier import mine.safetensors -o mine.dmn

The network and its ten tensors are described in docs/reference/exports.md; this is the shortest trainer that makes good use of
records, for games of any number of players. Frameworks with gradients of their own need half of it.
"""

import json
import struct
import sys
from types import SimpleNamespace

import numpy as np

import damier

WIDTH, HIDDEN, POLICY, VALUE_HIDDEN = 64, 16, 32, 16
BATCH = 1024
RATE = 2e-3
# Of the squared error in units of 64 plies.
MOVES_LEFT_WEIGHT = 0.05
PLIES_UNIT = 64
# `damier import` refuses weights beyond.
LAYER_LIMIT = 127 / 64
EMBEDDING_LIMIT = 4
# Every so many games one is not learned from.
HOLD_OUT = 20


def initial(records, rng):
    """The tensors, so large that a good part of the activations is between 0 and 1."""
    classes = records.outcome.shape[1]

    def normal(rows, columns, active):
        return rng.normal(0, active**-0.5, (rows, columns)).astype(np.float32)

    def constant(length, number):
        return np.full(length, number, np.float32)

    return {
        "embedding_bias": constant(WIDTH, 0.5),
        "embedding": normal(records.features_count, WIDTH, 4 * records.max_active),
        "l1_bias": constant(HIDDEN + POLICY, 0.5),
        "l1": normal(HIDDEN + POLICY, WIDTH, WIDTH),
        "l2_bias": constant(VALUE_HIDDEN, 0.5),
        "l2": normal(VALUE_HIDDEN, HIDDEN, HIDDEN),
        "l3_bias": constant(classes + 1, 0),
        "l3": normal(classes + 1, VALUE_HIDDEN, VALUE_HIDDEN),
        "policy_bias": constant(records.rows_count, 0),
        "policy": normal(records.rows_count, POLICY, POLICY),
    }


class Batch:
    """Positions, with the rows of their legal moves behind each other."""

    def __init__(self, records, indices):
        self.features = records.multi_hot(indices)
        begins, ends = records.row_offsets[indices], records.row_offsets[indices + 1]
        self.owner = np.repeat(np.arange(len(indices)), ends - begins)
        self.begins = np.cumsum(ends - begins) - (ends - begins)
        moves = np.concatenate([np.arange(begin, end) for begin, end in zip(begins, ends)])
        self.rows = records.rows[moves]
        # Positions without a policy target have weight 0.
        self.policy = np.nan_to_num(records.policy[moves])
        self.has_policy = records.has_policy[indices]
        # The result is what happened once, the search's value is what is expected: the mean of both learns faster.
        self.value = (records.outcome[indices] + records.root[indices]) / 2
        left = records.moves_left[indices] / PLIES_UNIT
        self.left, self.has_left = np.nan_to_num(left), ~np.isnan(left)

    def softmax(self, logits):
        """Over the moves of each position."""
        exps = np.exp(logits - np.maximum.reduceat(logits, self.begins)[self.owner])
        return exps / np.add.reduceat(exps, self.begins)[self.owner]


def softmax(logits):
    exps = np.exp(logits - logits.max(1, keepdims=True))
    return exps / exps.sum(1, keepdims=True)


def cross_entropy(target, probabilities):
    """In nats, summed."""
    return -np.sum(target * np.log(np.maximum(probabilities, 1e-9)))


def forward(t, batch):
    """What the net says, with everything on the way there."""
    f = SimpleNamespace()
    f.total = t["embedding_bias"] + batch.features @ t["embedding"]
    f.clipped = np.clip(f.total, 0, 1)
    f.a = f.clipped**2
    f.first_total = f.a @ t["l1"].T + t["l1_bias"]
    f.first = np.clip(f.first_total, 0, 1)
    f.h, f.p = np.split(f.first, [HIDDEN], axis=1)
    f.second_total = f.h @ t["l2"].T + t["l2_bias"]
    f.v = np.clip(f.second_total, 0, 1)
    f.o = f.v @ t["l3"].T + t["l3_bias"]
    f.value = softmax(f.o[:, :-1])
    f.own_p, f.own_rows = f.p[batch.owner], t["policy"][batch.rows]
    f.priors = batch.softmax(np.sum(f.own_p * f.own_rows, 1) + t["policy_bias"][batch.rows])
    return f


def losses(f, batch):
    """Of value and policy, per position that has a target, in nats."""
    policy = cross_entropy(batch.policy, f.priors) / max(1, batch.has_policy.sum())
    return cross_entropy(batch.value, f.value) / len(batch.features), policy


def gradients(t, f, batch):
    """The loss's derivative by each tensor; `d_` of a sum is that by the sum."""
    g = {}
    d_left = 2 * MOVES_LEFT_WEIGHT * (f.o[:, -1] - batch.left) * batch.has_left
    d_o = np.column_stack([f.value - batch.value, d_left]) / len(batch.features)
    g["l3"], g["l3_bias"] = d_o.T @ f.v, d_o.sum(0)
    d_second = d_o @ t["l3"] * (f.v == f.second_total)
    g["l2"], g["l2_bias"] = d_second.T @ f.h, d_second.sum(0)
    d_logits = (f.priors - batch.policy) * batch.has_policy[batch.owner] / len(batch.features)
    g["policy"], g["policy_bias"] = np.zeros_like(t["policy"]), np.zeros_like(t["policy_bias"])
    np.add.at(g["policy"], batch.rows, d_logits[:, None] * f.own_p)
    np.add.at(g["policy_bias"], batch.rows, d_logits)
    d_p = np.add.reduceat(d_logits[:, None] * f.own_rows, batch.begins)
    d_first = np.column_stack([d_second @ t["l2"], d_p]) * (f.first == f.first_total)
    g["l1"], g["l1_bias"] = d_first.T @ f.a, d_first.sum(0)
    d_total = d_first @ t["l1"] * 2 * f.clipped * (f.clipped == f.total)
    g["embedding"], g["embedding_bias"] = batch.features.T @ d_total, d_total.sum(0)
    return g


class Adam:
    """The usual optimiser, with a rate that falls to nothing over the steps."""

    def __init__(self, tensors, limits):
        self.tensors, self.limits, self.step = tensors, limits, 0
        self.mean = {name: np.zeros_like(tensor) for name, tensor in tensors.items()}
        self.square = {name: np.zeros_like(tensor) for name, tensor in tensors.items()}

    def update(self, gradients, done):
        self.step += 1
        rate = RATE * (1 - done) * (1 - 0.999**self.step) ** 0.5 / (1 - 0.9**self.step)
        for name, tensor in self.tensors.items():
            self.mean[name] += 0.1 * (gradients[name] - self.mean[name])
            self.square[name] += 0.001 * (gradients[name] ** 2 - self.square[name])
            tensor -= rate * self.mean[name] / (self.square[name] ** 0.5 + 1e-8)
            np.clip(tensor, -self.limits[name], self.limits[name], out=tensor)


def write_safetensors(path, tensors, metadata):
    """A length, a JSON header, and the numbers."""
    header, at = {"__metadata__": metadata}, 0
    for name, tensor in tensors.items():
        header[name] = {"dtype": "F32", "shape": tensor.shape, "data_offsets": [at, at + tensor.nbytes]}
        at += tensor.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor in tensors.values():
            file.write(tensor.astype("<f4").tobytes())


def main(games, output, steps=3000):
    steps = int(steps)
    records = damier.read_records(games)
    print(records)
    rng = np.random.default_rng(1)
    tensors = initial(records, rng)
    limits = dict.fromkeys(tensors, LAYER_LIMIT)
    limits |= dict.fromkeys(["embedding", "embedding_bias"], EMBEDDING_LIMIT)
    held_out = records.record % HOLD_OUT == 0
    optimiser = Adam(tensors, limits)
    learned = np.flatnonzero(~held_out)
    checked = Batch(records, rng.choice(np.flatnonzero(held_out), 4 * BATCH))
    for step in range(steps):
        batch = Batch(records, rng.choice(learned, BATCH))
        optimiser.update(gradients(tensors, forward(tensors, batch), batch), step / steps)
        if (step + 1) % max(1, steps // 5) == 0:
            value, policy = losses(forward(tensors, checked), checked)
            print(f"step {step + 1}: held-out loss of value {value:.3f}, of policy {policy:.3f}")
    metadata = {"game": records.game, "feature_set": records.feature_set, "metadata": '{"made by": "train.py"}'}
    write_safetensors(output, tensors, metadata)
    return tensors


if __name__ == "__main__":
    main(*sys.argv[1:])
