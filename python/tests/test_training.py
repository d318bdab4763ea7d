"""The trainer of examples/: what it learns comes back as a net that says the same."""

import sys

import numpy as np
from conftest import ROOT, damier as command

import damier

sys.path.append(str(ROOT / "python" / "examples"))
import train  # noqa: E402


def loss(tensors, batch):
    f = train.forward(tensors, batch)
    left = (f.o[:, -1] - batch.left)[batch.has_left]
    both = train.cross_entropy(batch.value, f.value) + train.cross_entropy(batch.policy, f.priors)
    return (both + train.MOVES_LEFT_WEIGHT * np.sum(left**2)) / len(batch.features)


def test_gradients_are_the_slopes_of_the_loss(run):
    records = damier.read_records(run / "games")
    rng = np.random.default_rng(1)
    tensors = {name: tensor.astype(np.float64) for name, tensor in train.initial(records, rng).items()}
    batch = train.Batch(records, np.arange(50))
    found = train.gradients(tensors, train.forward(tensors, batch), batch)
    for name, tensor in tensors.items():
        direction = rng.normal(size=tensor.shape)
        step = 1e-6
        above, below = (loss(tensors | {name: tensor + sign * step * direction}, batch) for sign in (1, -1))
        slope = np.sum(found[name] * direction)
        assert slope != 0
        assert np.isclose((above - below) / (2 * step), slope, rtol=1e-3, atol=1e-6), name


def test_a_net_trained_here_plays_what_it_learned(run, tmp_path):
    file, net_path = tmp_path / "mine.safetensors", tmp_path / "mine.dmn"
    tensors = train.main(run / "games", file, 30)
    command("import", file, "-o", net_path)
    net = damier.Net(net_path)
    records = damier.read_records(run / "games")
    batch = train.Batch(records, np.arange(len(records)))
    f = train.forward(tensors, batch)
    untrained = train.forward(train.initial(records, np.random.default_rng(1)), batch)
    assert sum(train.losses(f, batch)) < sum(train.losses(untrained, batch))
    for index in range(len(records)):
        value, _, policy = net.forward(records.features_of(index), records.rows_of(index))
        exps = np.exp(value - value.max())
        # docs/reference/net-format.md states how far rounding leads.
        assert np.allclose(exps / exps.sum(), f.value[index], atol=0.05)
        priors = np.exp(policy - policy.max())
        assert np.allclose(priors / priors.sum(), f.priors[batch.owner == index], atol=0.15)
    session = damier.Session(net)
    assert session.search(simulations=20).best in session.legal_moves
