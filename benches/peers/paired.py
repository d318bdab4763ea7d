"""Runs damier and a program of others in turns and compares their rates; shared by the scripts of this folder.

A rate is work per second of processor time, of all threads of the process and of its children. So other work of the
machine disturbs it little. Everything runs on one core, and which side begins changes from pair to pair.
"""

import argparse
import contextlib
import importlib
import importlib.metadata
import json
import os
import pathlib
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import typing

sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAIRS = 5
# Positions of which means are taken.
SAMPLE = 500


def fail(message):
    """Ends the script with one line on standard error."""
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {message}")


def arguments(description, get, **peers):
    """Returns a parser of DAMIER, --pairs and one positional argument for each of `peers` (name and help).

    `get` are the commands that bring the peer; the help ends with them.
    """
    parser = argparse.ArgumentParser(description=description, epilog=f"The peer comes by:\n  {get}",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("damier", type=pathlib.Path, metavar="DAMIER", help="the program, an optimised build")
    for name, text in peers.items():
        parser.add_argument(name, type=pathlib.Path, metavar=name.upper(), help=text)
    parser.add_argument("--pairs", type=int, default=PAIRS, help="paired runs (default: %(default)s)")
    return parser


def program(path, get):
    """Returns the absolute path of a program or of another file, or ends with the commands that bring it."""
    if not path.is_file():
        fail(f"{path}: no such file; {get}")
    return path.resolve()


def package(name, get):
    """Imports a Python package, or ends with the commands that bring it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        fail(f"{sys.executable} cannot import {name} ({error}); {get}")


def version(distribution):
    """Returns name and version of an installed Python package."""
    return f"{distribution} {importlib.metadata.version(distribution)}"


def commit(checkout):
    """Returns the short name of the commit of a checkout."""
    return run(["git", "-C", checkout, "rev-parse", "--short", "HEAD"])[0].strip()


def use_one_core():
    """Confines this process and its children to the last of its cores. Libraries that count cores find one."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def processor_time(who=resource.RUSAGE_SELF):
    """Returns seconds of processor time so far, of this process or of its finished children."""
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def run(command, text="", **options):
    """Runs a command with `text` as its input. Returns its standard output and its seconds of processor time."""
    before = processor_time(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in command], input=text, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **options)
    if done.returncode:
        fail(f"{' '.join(map(str, command))}: exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stdout, processor_time(resource.RUSAGE_CHILDREN) - before


def numbers(pattern, text):
    """Returns the groups of all matches of `pattern` in a program's output as numbers, without their commas."""
    if not (found := re.findall(pattern, text)):
        fail(f"no {pattern} in: {text.strip()[-500:]}")
    return [float(number.replace(",", "")) for number in found]


class Side(typing.NamedTuple):
    """One side of a comparison: its name with version, and a function from the number of the pair to its rate."""

    name: str
    rate: typing.Callable[[int], float]
    parameters: int | None = None

    def __str__(self):
        return self.name + (f", a net of {self.parameters:,} parameters" if self.parameters else "")


def compare(what, unit, damier, peer, pairs, of="processor time"):
    """Measures both sides in turns. Prints each pair, the medians, their ratio and the range of the pairs' ratios."""
    print(f"{what}, {unit} per second of {of}\n  damier: {damier}\n  peer:   {peer}\n  {machine()}")
    print(f"  {'pair':6} {'damier':>14} {'peer':>14} {'ratio':>9}", flush=True)
    found = []
    for pair in range(pairs):
        sides = [damier, peer] if pair % 2 == 0 else [peer, damier]
        rates = {side: side.rate(pair) for side in sides}
        found.append((rates[damier], rates[peer]))
        print_rates(pair + 1, *found[-1])
    ratios = [ours / theirs for ours, theirs in found]
    medians = [statistics.median(rates) for rates in zip(*found)]
    print_rates("median", *medians)
    print(f"  pairs: {brief(min(ratios))} to {brief(max(ratios))}; {machine()}\n", flush=True)


def print_rates(title, ours, theirs):
    """Prints one line of the table."""
    print(f"  {title:6} {brief(ours):>14} {brief(theirs):>14} {brief(ours / theirs):>9}", flush=True)


def brief(number):
    """Returns a number with two digits after the point below 10, one below 100, and none above."""
    return f"{number:,.{2 if number < 10 else 1 if number < 100 else 0}f}"


def machine():
    """Returns the processor, its number of cores, and the load of the machine."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = names[0] if names else platform.processor()
    return f"{name}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def damier_version(damier):
    """Returns name and version of damier."""
    return run([damier, "--version"])[0].strip()


def parameters_of(damier, net):
    """Returns the number of parameters of a net's file."""
    return int(numbers(r"size +([\d,]+) parameters", run([damier, "inspect", net])[0])[0])


def mean_counts(damier, net, folder):
    """Returns the mean numbers of active features and of legal moves of positions of random games."""
    path = folder / "net.json"
    run([damier, "export", net, "--format", "json", "--positions", SAMPLE, "-o", path])
    positions = [json.loads(line) for line in pathlib.Path(f"{path}.positions.jsonl").read_text().splitlines()]
    return [round(statistics.mean(len(position[key]) for position in positions)) for key in ("features", "moves")]


class SelfPlay(contextlib.AbstractContextManager):
    """Games by `damier selfplay`, in a folder that goes with this object: of `net`, or of random weights without one.

    `sizes` are the keys of [net]; features are the game's first. `positions` are searched plies: damier searches no
    ply with a single move, and does not count it.
    """

    def __init__(self, damier, game, simulations, games, batch=64, search="tree", net=None, **sizes):
        self.damier, self.games, self.net = damier, games, net
        self.folder = tempfile.TemporaryDirectory()
        self.at = pathlib.Path(self.folder.name)
        layers = "".join(f"{key} = {value}\n" for key, value in sizes.items())
        self.config = self.at / "config.toml"
        self.config.write_text(f'game = "{game}"\ngenerations = 1\nsteps = 1\n[net]\n{layers}[selfplay]\n'
                               f'search = "{search}"\ngames = {games}\nsimulations = {simulations}\n'
                               f"[train]\nbatch_size = {batch}\n")

    def __exit__(self, *_):
        self.folder.cleanup()

    def play(self, seed):
        """Plays the games of a seed. Returns their folder, the number of positions and the processor time."""
        folder = self.at / f"games-{seed}"
        plays = ["--net", self.net] if self.net else []
        output, seconds = run([self.damier, "selfplay", self.config, "--out", folder, "--threads", 1, "--games",
                               self.games, "--seed", seed, *plays])
        return folder, numbers(r"([\d,]+) positions in", output)[-1], seconds

    def train(self, games, steps):
        """Trains a net on the games of a folder. Returns its file and the processor time."""
        net = self.at / "net.dmn"
        net.unlink(missing_ok=True)
        _, seconds = run([self.damier, "train", self.config, "--games", games, "--out", net, "--steps", steps,
                          "--threads", 1])
        return net, seconds

    def parameters(self):
        """Returns the number of parameters of the net."""
        return parameters_of(self.damier, self.net or self.train(self.play(0)[0], 1)[0])

    def training(self, games, batch, steps):
        """Returns this side of a comparison of training, on the games of a folder."""

        def rate(_):
            return batch * steps / self.train(games, steps)[1]

        parameters = parameters_of(self.damier, self.train(games, 1)[0])
        return Side(f"{damier_version(self.damier)} train", rate, parameters)

    def side(self):
        """Returns this side of a comparison of self-play."""

        def rate(pair):
            _, positions, seconds = self.play(pair + 1)
            return positions / seconds

        return Side(f"{damier_version(self.damier)} selfplay", rate, self.parameters())


def nearest_width(parameters, count):
    """Returns the width, a multiple of 8, with which `count(width)` comes nearest to `parameters`."""
    widths = range(8, 2049, 8)
    return min(widths, key=lambda width: abs(count(width) - parameters))
