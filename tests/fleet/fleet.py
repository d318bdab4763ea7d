"""The processes of a fleet, for `tests/fleet/faults`: brokers, workers, the run, and the same run alone."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

from hosts import HOSTS, Hosts, address

CONFIG = """
game = "russian"
seed = 7
generations = {generations}
steps = 10
threads = 1
[net]
width = 32
hidden = 16
policy = 16
value_hidden = 16
[selfplay]
games = {games}
games_per_chunk = 20
simulations = {simulations}
ply_cap = 120
[train]
batch_size = 64
warm_up_steps = 2
[measure]
games = 0
final_games = 0
"""
# A run that is longer than asked is made in stages, as learning rates follow from its length: both runs have the same.
TOGETHER, ALONE = "together", "alone"
# Workers and the reference leave the processors to the fleet itself, and to other work of the machine.
NICE = ["nice", "-n", "7"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Fleet:
    """The processes of a fleet on this machine, or on three hosts of it."""

    def __init__(self, options, root):
        self.options, self.root = options, root
        # The one of the first host; the others have copies, as other machines have.
        self.folder = root / "fleet"
        self.workers, self.run, self.alone = {}, None, None
        self.stages = {TOGETHER: 1, ALONE: 1}
        self.ended = []
        self.brokers = ["broker-1", "broker-2", "broker-3"] if options.cluster else ["broker"]
        self.hosts = Hosts() if options.hosts else None
        self.folder.mkdir()
        lines = ["version = 1", 'ack_wait = "3s"', f"item_seconds = {options.item_seconds}"]
        if options.cluster:
            lines.append("replicas = 3")
        for host, _ in enumerate(self.brokers, 1):
            lines += ["[[member]]"] if options.cluster else []
            if options.hosts:
                lines.append(f'host = "{address(host)}"')
                continue
            lines += [f"cluster_port = {free_port()}"] if options.cluster else []
            lines += ['host = "127.0.0.1"', f"port = {free_port()}", f"monitor_port = {free_port()}"]
        (self.folder / "fleet.toml").write_text("\n".join(lines) + "\n")

    def at(self, host, command):
        """Returns the command that runs `command` on a host, or outside of all hosts."""
        return command if self.hosts is None or host is None else self.hosts.at(host, command)

    def log(self, name):
        return open(self.root / f"{name}.log", "ab")

    def damier(self, host, *arguments):
        """Runs a command of damier and returns what it prints; ends the script where it fails."""
        command = self.at(host, [self.options.damier, *arguments])
        with self.log("commands") as log:
            done = subprocess.run(command, cwd=self.root, stdout=subprocess.PIPE, stderr=log, text=True)
        if done.returncode != 0:
            sys.exit(f"damier {' '.join(arguments)} failed: {self.last_line('commands')}")
        return done.stdout

    def start(self, host, name, *arguments, nice=()):
        """Starts a command of damier in the background."""
        command = self.at(host, [*nice, self.options.damier, *arguments])
        with self.log(name) as log:
            return subprocess.Popen(command, cwd=self.root, stdout=log, stderr=log)

    def last_line(self, name):
        lines = (self.root / f"{name}.log").read_text(errors="replace").splitlines()
        return lines[-1] if lines else "it said nothing"

    def begin(self):
        """Starts everything: brokers, workers, the run, and the same alone."""
        self.up(self.brokers[:1])
        for broker in self.brokers[1:]:
            if self.hosts is not None:
                shutil.copytree(self.folder, self.folder_of(broker), ignore=shutil.ignore_patterns("broker*"))
            self.up([broker])
        names = [f"w{number}" for number in range(self.options.workers)]
        addresses = [self.invite(name) for name in names]
        for broker in self.brokers[1:]:
            if self.hosts is not None:
                # It takes on who was invited on the first host.
                shutil.copy(self.folder / "workers.toml", self.folder_of(broker))
                self.up([broker])
        for number, (name, invitation) in enumerate(zip(names, addresses)):
            self.start_worker(name, HOSTS[1 + number % 2], invitation)
        self.start_run()
        self.start_alone()

    def up(self, brokers):
        for name in brokers:
            # A host finds by its address which member it is.
            member = ["--member", name[-1]] if self.options.cluster and self.hosts is None else []
            self.damier(self.host_of(name), "fleet", "up", "--dir", str(self.folder_of(name)), *member)

    def host_of(self, broker):
        return None if self.hosts is None else int(broker[-1])

    def folder_of(self, broker):
        return self.folder if self.host_of(broker) in (None, HOSTS[0]) else self.root / f"fleet-{broker[-1]}"

    def invite(self, name):
        for line in self.damier(HOSTS[0], "fleet", "invite", name, "--dir", str(self.folder)).splitlines():
            if "worker '" in line:
                return line.split("'")[1]
        sys.exit("damier fleet invite printed no address")

    def start_worker(self, name, host, invitation):
        process = self.start(host, name, "worker", invitation, "--threads", "1", nice=NICE)
        self.workers[name] = (host, invitation, process)

    def config(self, run):
        """Writes the configuration of a run's stage and returns its path."""
        generations = self.options.generations * self.stages[run]
        path = self.root / f"{generations}-generations.toml"
        sizes = {"games": self.options.games, "simulations": self.options.simulations}
        path.write_text(CONFIG.format(generations=generations, **sizes))
        return str(path)

    def start_run(self):
        self.run = self.start(
            HOSTS[0], "coordinator", "run", self.config(TOGETHER), "--dir", TOGETHER, "--fleet", str(self.folder)
        )

    def start_alone(self):
        self.alone = self.start(None, ALONE, "run", self.config(ALONE), "--dir", ALONE, nice=NICE)

    def lengthen(self):
        """Goes on with a run that has finished, by as many generations again."""
        self.stages[TOGETHER] += 1
        self.start_run()

    def revive(self):
        """Starts again what has ended, and notes what ended by itself."""
        for name, (host, invitation, process) in list(self.workers.items()):
            if process.poll() is not None:
                self.note(name, process)
                self.start_worker(name, host, invitation)
        if self.run.poll() is not None and self.run.returncode != 0:
            self.note("coordinator", self.run)
            self.start_run()
        self.go_on_alone()

    def go_on_alone(self):
        """Has the run alone follow the stages of the other one."""
        if self.alone.poll() is None:
            return
        if self.alone.returncode != 0:
            sys.exit(f"the run alone ended with status {self.alone.returncode}: {self.last_line(ALONE)}")
        if self.stages[ALONE] < self.stages[TOGETHER]:
            self.stages[ALONE] += 1
            self.start_alone()

    def note(self, name, process):
        if process.returncode != -signal.SIGKILL:
            self.ended.append(f"{name} ended with status {process.returncode}: {self.last_line(name)}")
            print(self.ended[-1], flush=True)

    def reference_is_made(self):
        return self.stages[ALONE] == self.stages[TOGETHER] and self.alone.poll() == 0

    def pid(self, broker):
        return int((self.folder_of(broker) / f"{broker}.pid").read_text().split()[0])

    def kill(self, brokers, wipe=False):
        for name in brokers:
            os.kill(self.pid(name), signal.SIGKILL)
        time.sleep(0.3)
        if wipe:
            for name in brokers:
                shutil.rmtree(self.folder_of(name) / name)

    def kill_host(self, host):
        """Kills all processes of a host; its broker's disk stays."""
        self.hosts.kill(host)
        processes = [process for at, _, process in self.workers.values() if at == host]
        for process in processes + ([self.run] if host == HOSTS[0] else []):
            process.wait()

    def games(self):
        """Returns the newest generation and the sizes of its files; each result changes them before it is acknowledged."""
        sizes = {}
        try:
            for entry in os.scandir(self.root / TOGETHER / "games"):
                if entry.name.startswith("gen-"):
                    sizes.setdefault(int(entry.name.split("-")[1]), []).append(entry)
        except FileNotFoundError:
            return 0, ()
        newest = max(sizes, default=0)
        return newest, tuple(sorted((entry.name, size_of(entry)) for entry in sizes.get(newest, [])))

    def end_workers(self):
        for _, _, process in self.workers.values():
            process.kill()
            process.wait()

    def end(self):
        self.end_workers()
        for process in (self.run, self.alone):
            if process is not None:
                process.kill()
        if self.hosts is not None:
            self.hosts.end()
        else:
            command = [self.options.damier, "fleet", "down", "--dir", str(self.folder)]
            with self.log("commands") as log:
                subprocess.run(command, stdout=log, stderr=log)


class Watch(threading.Thread):
    """Measures the longest time without a new result: of the run, and of what follows each fault until the next one.

    After a fault that lasts, the time counts from the fault's end.
    """

    def __init__(self, fleet):
        super().__init__(daemon=True)
        self.fleet, self.generation, self.longest, self.after = fleet, 0, 0.0, []
        self.newest = self.since = time.monotonic()
        self.lock = threading.Lock()

    def run(self):
        seen = None
        while True:
            time.sleep(0.1)
            self.generation, sizes = self.fleet.games()
            if sizes != seen:
                with self.lock:
                    now, seen = time.monotonic(), sizes
                    self.longest = max(self.longest, now - self.newest)
                    self._count(now)
                    self.newest = self.since = now

    def _count(self, now):
        if self.after:
            kind, longest = self.after[-1]
            self.after[-1] = (kind, max(longest, now - self.since))

    def fault_begins(self, kind):
        with self.lock:
            now = time.monotonic()
            # What did not come until now counts for the fault before.
            self._count(now)
            self.after.append((kind, 0.0))
            self.since = now

    def lasting_fault_ends(self):
        with self.lock:
            self.after[-1] = (self.after[-1][0], 0.0)
            self.since = time.monotonic()

    def quiet(self):
        """Returns the seconds since the newest result."""
        return time.monotonic() - self.newest


def size_of(entry):
    try:
        return entry.stat().st_size
    except FileNotFoundError:
        return 0


def files(folder):
    """Returns the content of the games and nets of a run by path."""
    paths = [path for part in ("games", "nets") for path in sorted((folder / part).rglob("*"))]
    return {path.relative_to(folder): path.read_bytes() for path in paths if path.is_file() and path.name != "lock"}
