"""The command that the package brings: it behaves as the program of Cargo does."""

import importlib.metadata
import pathlib
import signal
import subprocess
import sys
import sysconfig

import pytest

COMMAND = str(pathlib.Path(sysconfig.get_path("scripts")) / "damier")


def ran(*arguments, command=(COMMAND,)):
    return subprocess.run([*command, *arguments], capture_output=True, timeout=60)


def test_both_ways_to_start_it_tell_the_version_of_the_package():
    version = f"damier {importlib.metadata.version('damier')}"
    for command in [(COMMAND,), (sys.executable, "-m", "damier")]:
        done = ran("--version", command=command)
        assert done.returncode == 0 and done.stdout.decode().startswith(version)


def test_it_counts_the_lines_of_a_game():
    done = ran("perft", "russian", "--depth", "4")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == b"1469", done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["play", "--no-such"], 2, "see `damier play --help`"),
        (["no-such"], 2, "see `damier --help`"),
        (["inspect", "no-such.dmn"], 1, "no-such.dmn"),
        (["inspect", b"\xff.dmn"], 1, ".dmn"),
    ],
)
def test_it_fails_with_one_line_and_the_exit_codes_of_the_program(arguments, code, message):
    done = ran(*arguments)
    assert done.returncode == code
    line, = done.stderr.decode().splitlines()
    assert line.startswith("error: ") and message in line
    assert done.stdout == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_it():
    with subprocess.Popen([COMMAND, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        running.stdin.write(b"uci\n")
        running.stdin.flush()
        assert any(line == b"uciok\n" for line in iter(running.stdout.readline, b""))
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == -signal.SIGINT


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Unix")
def test_a_reader_that_goes_away_is_no_failure():
    with subprocess.Popen([COMMAND, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 0
