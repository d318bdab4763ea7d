import json
import os
import pathlib
import subprocess
import sysconfig

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIG = """
game = "russian"
generations = 1
steps = 4
threads = 1
[net]
width = 32
hidden = 16
policy = 16
value_hidden = 16
[selfplay]
games = 8
games_per_chunk = 3
simulations = 4
[selfplay.opening]
min_plies = 0
max_plies = 2
[train]
batch_size = 16
window_min = 50
warm_up_steps = 2
[measure]
opponents = ["random"]
every = 0
games = 0
final_games = 0
"""


# The command that DAMIER names, or that of the package.
PROGRAM = os.environ.get("DAMIER", str(pathlib.Path(sysconfig.get_path("scripts")) / "damier"))


def damier(*arguments):
    """Runs the command."""
    command = [PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    """A finished run of Russian draughts that learned nothing."""
    folder = tmp_path_factory.mktemp("runs")
    config = folder / "tiny.toml"
    config.write_text(CONFIG)
    damier("run", config, "--dir", folder / "run")
    return folder / "run"


@pytest.fixture(scope="session")
def net_path(run):
    return run / "nets" / "final.dmn"


@pytest.fixture(scope="session")
def judged(net_path, tmp_path_factory):
    """Positions with what the command says about them."""
    file = tmp_path_factory.mktemp("export") / "net.json"
    damier("export", net_path, "--format", "json", "--positions", 200, "-o", file)
    lines = pathlib.Path(f"{file}.positions.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]
