"""A net with the value of one net and the policy of another of the same game and features.

    damier export VALUE.dmn --format safetensors -o value.safetensors
    damier export POLICY.dmn --format safetensors -o policy.safetensors
    python join.py value.safetensors policy.safetensors joined.safetensors
    damier import joined.safetensors -o JOINED.dmn

The accumulators of both stand side by side, so that the net is as wide as both together: its values are those of the one
and its policies those of the other, to the bit. What the games teach a policy, and a net that has learned a value from far
more games, so come together without one spoiling the other. `learn = "policy"` under `[train]` then lets the policy read
all units (`damier train CONFIG --from JOINED.dmn`) and leaves the values as they are.
"""

import argparse
import json

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

NAMES = ["embedding_bias", "embedding", "l1_bias", "l1", "l2_bias", "l2", "l3_bias", "l3", "policy_bias", "policy"]


def read(path):
    """The tensors of a net, and what its description says."""
    with safe_open(path, "numpy") as file:
        return {name: file.get_tensor(name) for name in NAMES}, json.loads(file.metadata()["damier"])


def join(value, policy):
    """The tensors of both nets together."""
    hidden, of_policy = value["l2"].shape[1], policy["l2"].shape[1]
    rows = value["l1"][:hidden], policy["l1"][of_policy:]
    beside = [np.zeros((len(own), other["l1"].shape[1]), own.dtype) for own, other in zip(rows, (policy, value))]
    return {
        **value,
        "embedding_bias": np.concatenate([value["embedding_bias"], policy["embedding_bias"]]),
        "embedding": np.concatenate([value["embedding"], policy["embedding"]], 1),
        "l1_bias": np.concatenate([value["l1_bias"][:hidden], policy["l1_bias"][of_policy:]]),
        "l1": np.concatenate([np.hstack([rows[0], beside[0]]), np.hstack([beside[1], rows[1]])]),
        "policy_bias": policy["policy_bias"],
        "policy": policy["policy"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("value", help="the net of the value, as quantised safetensors")
    parser.add_argument("policy", help="the net of the policy")
    parser.add_argument("out", help="the safetensors to be written")
    paths = parser.parse_args()
    (value, card), (policy, other) = read(paths.value), read(paths.policy)
    for what in ["game", "features", "weights"]:
        if card[what] != other[what]:
            parser.error(f"the nets differ in {what}")
    metadata = {"game": card["game"]["id"], "feature_set": card["features"]["id"]}
    about = json.dumps({"value": card["metadata"], "policy": other["metadata"]})
    save_file(join(value, policy), paths.out, {**metadata, "metadata": about})


if __name__ == "__main__":
    main()
