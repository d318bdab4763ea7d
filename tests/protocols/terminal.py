"""What a person sees who types `damier engine` at a terminal.

    python tests/protocols/terminal.py target/release/damier
"""

import os
import pty
import sys


def typed(arguments, text):
    """Runs damier on a terminal of its own, types a text, and returns all that it shows."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.argv[1], [sys.argv[1], *arguments])
    os.write(terminal, text.encode())
    shown = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return shown.decode()


shown = typed(["engine"], "help\nquit\n")
assert "damier play" in shown and "Type uci, hub" in shown, shown
assert '"help" begins no protocol' in shown, shown
shown = typed(["uci"], "uci\nquit\n")
assert "Type uci" in shown and "uciok" in shown, shown
print("a person at a terminal: done")
