"""Three hosts of one machine for `tests/fleet/faults`: network namespaces that a bridge joins.

The links of the hosts end at the bridge, which has no address: nothing but the hosts is reached by it. Names carry the
number of this process, so two runs do not meet. Needs root and `ip` of iproute2, on Linux.
"""

import array
import contextlib
import fcntl
import heapq
import os
import random
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

HOSTS = (1, 2, 3)
# Of `linux/sockios.h` and `linux/ethtool.h`.
SIOCETHTOOL = 0x8946
ETHTOOL_STXCSUM = 0x17
ALL_FRAMES = 3
LARGEST_FRAME = 65_536


def address(host):
    """Returns the address of a host in their network."""
    return f"10.0.0.{host}"


def check_rights():
    """Ends the script where it cannot make hosts."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        sys.exit("--hosts makes network namespaces: run it as root, with `ip` (Debian: iproute2)")


class Hosts:
    """Three network namespaces, each with a link to one bridge, and a spare link for a slow network."""

    def __init__(self):
        self.number = os.getpid()
        self.bridge, self.spare = f"db{self.number}", f"ds{self.number}"
        try:
            self._make()
        except BaseException:
            self.end()
            raise

    def _make(self):
        ip("link", "add", self.bridge, "type", "bridge")
        ip("link", "set", self.bridge, "up")
        ip("link", "add", self.spare, "type", "veth", "peer", "name", f"{self.spare}b")
        ip("link", "set", f"{self.spare}b", "master", self.bridge)
        for link in (self.spare, f"{self.spare}b"):
            ip("link", "set", link, "up")
        for host in HOSTS:
            space, link, inner = self.space(host), self.link(host), f"{self.link(host)}i"
            ip("netns", "add", space)
            ip("link", "add", link, "type", "veth", "peer", "name", inner)
            # Frames with no checksum yet would be lost on the way through a slow network.
            write_checksums(inner)
            ip("link", "set", inner, "netns", space)
            ip("link", "set", link, "master", self.bridge)
            ip("link", "set", link, "up")
            ip("-n", space, "address", "add", f"{address(host)}/24", "dev", inner)
            for name in ("lo", inner):
                ip("-n", space, "link", "set", name, "up")

    def space(self, host):
        """Returns the name of a host's namespace."""
        return f"damier-{self.number}-{host}"

    def link(self, host):
        """Returns the name of the bridge's end of a host's link."""
        return f"d{host}{self.number}"

    def at(self, host, command):
        """Returns the command that runs `command` on a host, as the same process."""
        return ["ip", "netns", "exec", self.space(host), *command]

    @contextlib.contextmanager
    def cut_off(self, host):
        """Takes the link of a host down, as if its cable were drawn at the bridge."""
        ip("link", "set", self.link(host), "down")
        try:
            yield
        finally:
            ip("link", "set", self.link(host), "up")

    @contextlib.contextmanager
    def slow(self, host, seed, delay=0.2, jitter=0.05, loss=0.05):
        """Delays what a host sends and gets by `delay` ± `jitter` seconds each way, and loses a share of the frames.

        It is what netem of `tc` does, by a relay of this process: not every kernel has netem.
        """
        ip("link", "set", self.link(host), "nomaster")
        relay = Relay(self.link(host), self.spare, random.Random(seed), delay, jitter, loss)
        try:
            relay.start()
            yield
        finally:
            relay.end()
            ip("link", "set", self.link(host), "master", self.bridge)

    def kill(self, host):
        """Ends all processes of a host by SIGKILL."""
        found = subprocess.run(["ip", "netns", "pids", self.space(host)], stdout=subprocess.PIPE, text=True)
        for pid in found.stdout.split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)

    def end(self):
        """Ends all processes of all hosts, and removes the hosts; also what is half made."""
        for host in HOSTS:
            self.kill(host)
        links = [self.link(host) for host in HOSTS] + [self.spare, self.bridge]
        removals = [["link", "del", link] for link in links] + [["netns", "del", self.space(host)] for host in HOSTS]
        for removal in removals:
            subprocess.run(["ip", *removal], stderr=subprocess.DEVNULL)


class Relay(threading.Thread):
    """Passes the frames between two links on, later, and some not at all."""

    def __init__(self, first, second, draw, delay, jitter, loss):
        super().__init__(daemon=True)
        self.draw, self.delay, self.jitter, self.loss = draw, delay, jitter, loss
        self.ended = threading.Event()
        self.sockets = [frames_of(first), frames_of(second)]

    def run(self):
        # Frames by the time at which they are due; the count keeps those of one time in order.
        waiting, count = [], 0
        while not self.ended.is_set():
            now = time.monotonic()
            while waiting and waiting[0][0] <= now:
                _, _, to, frame = heapq.heappop(waiting)
                with contextlib.suppress(OSError):
                    to.send(frame)
            until_next = waiting[0][0] - now if waiting else 0.05
            ready, _, _ = select.select(self.sockets, [], [], min(until_next, 0.05))
            for source in ready:
                frame, (_, _, kind, *_) = source.recvfrom(LARGEST_FRAME)
                if kind == socket.PACKET_OUTGOING or self.draw.random() < self.loss:
                    continue
                to = self.sockets[1 - self.sockets.index(source)]
                due = time.monotonic() + self.draw.uniform(self.delay - self.jitter, self.delay + self.jitter)
                count += 1
                heapq.heappush(waiting, (due, count, to, frame))

    def end(self):
        """Ends the relay; frames on their way are lost."""
        self.ended.set()
        if self.is_alive():
            self.join()
        for end in self.sockets:
            end.close()


def ip(*arguments):
    """Runs `ip`; ends the script with what it says where it fails."""
    done = subprocess.run(["ip", *arguments], stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"--hosts: ip {' '.join(arguments)}: {done.stderr.strip()}")


def frames_of(link):
    """Returns a socket for all frames of a link."""
    end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_FRAMES))
    end.bind((link, ALL_FRAMES))
    return end


def write_checksums(link):
    """Has the system write the checksums of what a link sends, and cut it into frames, instead of the link's other end."""
    value = array.array("B", struct.pack("II", ETHTOOL_STXCSUM, 0))
    request = struct.pack("16sP", link.encode(), value.buffer_info()[0])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        fcntl.ioctl(end, SIOCETHTOOL, request)
